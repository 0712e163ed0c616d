"""A scripted model writes and rewords; what it gets wrong is retried, then counted."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from lantern_talk import stream

from streamrecall.benchmark.stem.audits import audit_questions
from streamrecall.benchmark.stem.categories import NOT_MENTIONED, Category
from streamrecall.benchmark.stem.model_writer import ModelQuestionWriter
from streamrecall.benchmark.stem.question_writer import WritingPlan, WrittenQuestions
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.failure import FailureBudget, TooManyFailures
from streamrecall.models.scripted import Script, ScriptedModel
from streamrecall.records import ChatRequest, Sampling

PLAN = WritingPlan(dict.fromkeys(Category, 100.0), surplus=1.0, seed=1)
_LINE = re.compile(r"^\[(\d+)\] (\w+): (.*)$", re.MULTILINE)


def reply(request: ChatRequest) -> str:
    """Ask about the last word of the last line; reword claims without changing a name."""
    system, user = request.messages[0].content, request.messages[-1].content
    if "You polish questions" in system:
        (question,) = re.findall(r"^.*\?$", user, re.MULTILINE)
        return json.dumps({"question": f"Tell me: {question[0].lower()}{question[1:]}"})
    lines = _LINE.findall(user)
    number, speaker, said = lines[-1]
    evidence = [int(lines[0][0]), int(number)] if "two passages" in system else [int(number)]
    if "trick questions" in system:
        (person,) = re.findall(r"<<person \w+>>\n(.*)\n<<end person", user)
        return json.dumps({"question": f"When did {person} say {said.rstrip('.!?')}?", "answer": "",
                           "evidence": evidence, "entities": []})  # fmt: skip
    word = said.split()[-1].strip(".!?")
    body = {
        "question": f"What did {speaker} say last?",
        "answer": word,
        "evidence": evidence,
        "entities": [word],
    }
    return json.dumps(body)


def written(prompts: Path, script: Script, **more: object) -> WrittenQuestions:
    writer = ModelQuestionWriter(ScriptedModel(script, "script"), prompts, Sampling(), **more)  # type: ignore[arg-type]
    return writer.write([stream()], PLAN)


@pytest.fixture
def prompts(repository: Path) -> Path:
    return repository / "conf" / "base" / "prompts"


def test_passages_and_claims_become_drafts(prompts: Path) -> None:
    result = written(prompts, reply)
    assert result.losses == ()
    drafts = {draft.category: draft for draft in result.drafts}
    assert set(drafts) == set(Category)
    assert all(draft.writer == "script" for draft in result.drafts)
    of = stream()
    assert all(max(of.positions[e] for e in d.evidence) < d.asked_after for d in result.drafts)
    assert drafts[Category.ADVERSARIAL].answer == NOT_MENTIONED
    assert len(drafts[Category.MULTI_HOP].evidence) == 2
    assert drafts[Category.AGGREGATIVE].text.startswith("Tell me: ")
    assert drafts[Category.AGGREGATIVE].claim is not None


def test_answers_to_counts_are_not_the_models(prompts: Path) -> None:
    result = written(prompts, reply)
    audited = audit_questions(result.drafts, {"lanterns": stream()})
    computed = {Category.AGGREGATIVE, Category.TEMPORAL, Category.COMPARATIVE}
    refused = {loss.question_id for loss in audited.losses if loss.check == "answer supported"}
    assert not [d for d in result.drafts if d.category in computed and d.question_id in refused]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("I cannot do that.", "no JSON"),
        (
            '{"question": "Who?", "answer": "Ann", "evidence": [77], "entities": ["Ann"]}',
            "no number of the passage",
        ),
        ('{"question": "Who?", "answer": "Ann", "evidence": [], "entities": ["Ann"]}', "evidence is empty"),
        ('{"question": "Who?", "answer": "", "evidence": [LAST], "entities": []}', "needs an answer"),
    ],
)
def test_an_unusable_reply_is_shown_its_error_and_then_counted(prompts: Path, bad: str, message: str) -> None:
    model = ScriptedModel(
        lambda request: (
            reply(request)
            if "polish" in request.messages[0].content or "trick" in request.messages[0].content
            else bad.replace("LAST", _LINE.findall(request.messages[1].content)[-1][0])
        ),
        "script",
    )
    result = ModelQuestionWriter(model, prompts, Sampling(), retries=1).write([stream()], PLAN)
    lost = Counter(loss.category for loss in result.losses)
    assert set(lost) == {Category.SINGLE_HOP, Category.OPEN_DOMAIN, Category.MULTI_HOP}
    assert all(loss.step == "writing" and loss.check == "usable reply" for loss in result.losses)
    retried = [request for request in model.requests if len(request.messages) == 4]
    assert len(retried) == lost.total()
    assert bad.startswith("I cannot") or any(message in request.messages[-1].content for request in retried)


def test_a_passage_without_a_question_is_a_loss_that_says_so(prompts: Path) -> None:
    empty = json.dumps({"question": "", "answer": "", "evidence": [], "entities": []})
    result = written(prompts, lambda r: reply(r) if "polish" in r.messages[0].content else empty)
    assert {loss.check for loss in result.losses} == {"something to ask"}


def test_other_words_may_not_lose_a_name(prompts: Path) -> None:
    def careless(request: ChatRequest) -> str:
        return (
            '{"question": "How often so far?"}' if "polish" in request.messages[0].content else reply(request)
        )

    result = written(prompts, careless, retries=0)
    assert {loss.category for loss in result.losses} == {
        Category.AGGREGATIVE, Category.TEMPORAL, Category.COMPARATIVE
    }  # fmt: skip
    assert all("must still say" in loss.reason for loss in result.losses)


def test_too_many_failures_stop_the_run(prompts: Path) -> None:
    with pytest.raises(TooManyFailures):
        written(prompts, lambda request: "no", retries=0, budget=FailureBudget(0.1))


def test_dialogue_text_is_fenced(prompts: Path) -> None:
    model = ScriptedModel(reply, "script")
    ModelQuestionWriter(model, prompts, Sampling()).write([stream()], PLAN)
    for request in model.requests:
        user = request.messages[1].content
        assert re.search(r"<<(passage|question) [0-9a-f]{16}>>\n", user)
        assert "lanterns" not in re.sub(r"(?s)<<(\w+) [0-9a-f]{16}>>.*?<<end \1", "", user)


def test_nothing_is_paid_twice_and_a_rerun_gives_the_same(prompts: Path, tmp_path: Path) -> None:
    results = []
    for paid in (True, False):
        engine = ScriptedModel(reply, "script")
        with CallLedger(tmp_path / "calls.sqlite") as ledger:
            writer = ModelQuestionWriter(LedgeredChatModel(engine, ledger), prompts, Sampling())
            results.append(writer.write([stream()], PLAN))
        assert bool(engine.requests) is paid
    assert results[0] == results[1]
