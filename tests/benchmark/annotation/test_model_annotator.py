"""A model behind the port: what is asked, what is read, what is asked again and what is given up."""

import json

import pytest
from scripted_models import FENCE, scripted_model
from small_dialogue import numbered
from stage_questions import DIALOGUES, GAP, WINDOWS, evidence

from streamrecall.benchmark.annotation_run import annotate
from streamrecall.benchmark.annotator import Audit, Check, Screening
from streamrecall.benchmark.annotators.model_annotator import AnnotatorSettings, ModelAnnotator
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.stages.history_filtering import history_chunks
from streamrecall.benchmark.votes import Stage
from streamrecall.benchmark.window_sentences import history_sentences
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.failure import TooManyFailures
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import GapType


@pytest.fixture
def prompts(repository):
    return repository / "conf/base/prompts"


def annotator(prompts, *replies, **settings):
    model = ScriptedModel([reply if isinstance(reply, str) else json.dumps(reply) for reply in replies])
    return ModelAnnotator(model, prompts, AnnotatorSettings(**settings)), model


def audit():
    passage = tuple(s for turn in DIALOGUES["small"].turns[:2] for s in history_sentences(turn))
    return Audit(WINDOWS["small.0"], GAP, passage)


def finding(source_id, status="not_resolve", sentence="", **order):
    return {"source_id": source_id, "sentence": sentence, "reasoning": "so and so", "status": status} | order


ENTRY = {"sentence_numbers": [2], "sentences": ["I will reuse the lock."], "reason": "which lock"}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("referential", GapType.REFERENTIAL),
        ("Attribute", GapType.ATTRIBUTE),
        ("L", GapType.RELATIONAL),
        ("Coreference Resolution", GapType.REFERENTIAL),
        ("N", None),
        ("none", None),
        (None, None),
    ],
)
def test_gap_types_are_read_by_this_projects_and_the_papers_names(prompts, written, read):
    who, _ = annotator(prompts, {"utterances": [ENTRY | {"gap_type": written}]})
    (given,) = who.read([numbered()])
    assert given.value is not None
    assert given.value[0].gap_type == read


def test_json_lines_are_read_too_and_nothing_salient_is_an_answer(prompts):
    line = json.dumps(ENTRY | {"gap_type": "none"})
    who, _ = annotator(
        prompts, f"{line}\n{json.dumps(ENTRY | {'gap_type': 'attribute'})}", {"utterances": []}
    )
    two, none = who.read([numbered(), numbered()])
    assert [each.gap_type for each in two.value or ()] == [None, GapType.ATTRIBUTE]
    assert none.value == ()


def test_a_missing_label_is_asked_for_again_with_the_count(prompts):
    chunks = history_chunks(DIALOGUES["small"], WINDOWS["small.0"])
    who, model = annotator(prompts, {"labels": []}, {"labels": [1] * len(chunks)})
    (given,) = who.screen([Screening(WINDOWS["small.0"], chunks)])
    assert given.value == (True,) * len(chunks)
    assert f"expected exactly {len(chunks)} labels" in model.requests[1].messages[-1].content


def test_labels_that_stay_wrong_are_a_failure_and_never_padded(prompts):
    chunks = history_chunks(DIALOGUES["small"], WINDOWS["small.0"])
    who, model = annotator(prompts, *[{"labels": [1] * (len(chunks) + 1)}] * 3)
    (given,) = who.screen([Screening(WINDOWS["small.0"], chunks)])
    assert given.value is None
    assert len(model.requests) == 3


REFUSED_FINDINGS = [
    ([finding("T0-S0"), finding("T0-S1")], "1 of 3 sentences are not judged, the first is T1-S0"),
    ([finding("T0-S0"), finding("T0-S1"), finding("T1-S0"), finding("T9-S0")], "no sentence T9-S0"),
    ([finding("T0-S0", sentence="We are rich."), finding("T0-S1"), finding("T1-S0")], "another sentence"),
    (
        [{"source_id": "T0-S0", "status": "resolve", "reasoning": "x"}, finding("T0-S1"), finding("T1-S0")],
        "the reasoning must be written before the status",
    ),
]


@pytest.mark.parametrize(("findings", "problem"), REFUSED_FINDINGS)
def test_findings_must_cover_the_passage_and_reason_first(prompts, findings, problem):
    good = [finding("T0-S0"), finding("T0-S1", "resolve"), finding("T1-S0")]
    who, model = annotator(prompts, {"sentences": findings}, {"sentences": good})
    (given,) = who.audit([audit()])
    assert [each.resolves for each in given.value or ()] == [False, True, False]
    assert problem in model.requests[1].messages[-1].content


def test_only_the_audit_thinks_and_its_limit_is_its_own(prompts):
    who, model = annotator(
        prompts,
        {"sentences": [finding("T0-S0"), finding("T0-S1"), finding("T1-S0")]},
        {
            "verdicts": [
                {"source_id": "T0-S1"} | dict.fromkeys(("sufficient", "explicit", "independent", "new"), True)
            ]
        },
        {"resolution": "The partner channels."},
        thinking_tokens=9000,
    )
    check = Check(WINDOWS["small.0"], GAP, (evidence(),))
    who.audit([audit()])
    assert who.validate([check])[0].value[0].missed == ()  # type: ignore[index]
    assert who.resolve([check])[0].value == "The partner channels."
    assert [request.thinking for request in model.requests] == [True, False, False]
    assert model.requests[0].sampling.max_tokens == 9000
    assert {request.sampling.temperature for request in model.requests} == {0.0}
    assert "reasoning" in (model.requests[0].json_schema or "")


def test_nothing_after_the_window_is_ever_shown(prompts):
    who, model = annotator(prompts, {"utterances": []}, {"labels": [0] * 40}, retries=0)
    who.read([numbered()])
    chunks = history_chunks(DIALOGUES["small"], WINDOWS["small.0"])
    who.screen([Screening(WINDOWS["small.0"], chunks)])
    shown = {match["name"]: match["text"] for match in FENCE.finditer(model.requests[1].messages[1].content)}
    assert "Ask the other party" in shown["window"]
    assert "Ask the other party" not in shown["history"]


def test_too_many_unusable_replies_stop_the_run(prompts):
    who, _ = annotator(prompts, *["no JSON at all"] * 4, retries=0)
    with pytest.raises(TooManyFailures, match="4 of 4 replies"):
        who.read([numbered()] * 4)


def test_votes_name_the_call_that_the_ledger_keeps(prompts, tmp_path):
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        models = [LedgeredChatModel(scripted_model(name, faults=False), ledger) for name in ("alpha", "beta")]
        panel = Panel(tuple(ModelAnnotator(model, prompts) for model in models), 2, ("beta",))
        annotation = annotate(list(WINDOWS.values()), DIALOGUES, panel)
        keys = {vote.reference for vote in annotation.record.votes}
        assert set(ledger.find(keys)) == keys
    assert {vote.annotator for vote in annotation.record.votes if vote.stage == Stage.EVIDENCE} <= {"beta"}
