"""A second reader's verdict, from the evidence alone and from the question alone."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from lantern_talk import stream
from test_audits import COUNTED, HOPS, ORDERED, SOUND, TRICK

from streamrecall.benchmark.stem.drafts import QuestionDraft, named_by_content
from streamrecall.benchmark.stem.extractive_verifier import ExtractiveVerifier
from streamrecall.benchmark.stem.model_verifier import ModelVerifier
from streamrecall.benchmark.stem.verification import Verdict, evidence_lines
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.scripted import ScriptedModel
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.records import ChatRequest

STREAMS = {"lanterns": stream()}


def drafts(*given: QuestionDraft) -> list[QuestionDraft]:
    return [named_by_content(draft) for draft in given]


@pytest.mark.parametrize(
    ("draft", "verdict"),
    [
        (SOUND, Verdict.SUPPORTED),
        (replace(SOUND, evidence=("t3",)), Verdict.UNSUPPORTED),
        (HOPS, Verdict.NOT_JUDGED),
        (COUNTED, Verdict.NOT_JUDGED),
        (ORDERED, Verdict.NOT_JUDGED),
        (TRICK, Verdict.NOT_JUDGED),
        (replace(TRICK, evidence=("t4",)), Verdict.SUPPORTED),
    ],
)
def test_the_extractive_verifier_quotes_and_says_what_it_cannot(
    draft: QuestionDraft, verdict: Verdict
) -> None:
    (found,) = ExtractiveVerifier(ExtractiveAnswerer()).verify(drafts(draft), STREAMS)
    assert found.verdict is verdict
    assert found.reason and found.verifier == "extractive verifier"


def model(with_evidence: bool, alone: bool, answer: str = "seven") -> ScriptedModel:
    def reply(request: ChatRequest) -> str:
        system = request.messages[0].content
        if "You compare answers" in system:
            return json.dumps({"reason": "compared", "from_evidence": with_evidence, "from_question": alone})
        return json.dumps({"reason": "read", "answer": answer})

    return ScriptedModel(reply, "reader")


def verdicts(
    engine: ScriptedModel, repository: Path, *given: QuestionDraft, retries: int = 0
) -> list[Verdict]:
    verifier = ModelVerifier(PromptedModel(engine, repository / "conf/base/prompts", retries=retries))
    return [each.verdict for each in verifier.verify(drafts(*given), STREAMS)]


def test_a_model_supports_refuses_and_finds_what_is_given_away(repository: Path) -> None:
    assert verdicts(model(True, False), repository, SOUND) == [Verdict.SUPPORTED]
    assert verdicts(model(False, False), repository, SOUND) == [Verdict.UNSUPPORTED]
    assert verdicts(model(False, True), repository, SOUND) == [Verdict.UNSUPPORTED]
    assert verdicts(model(True, True), repository, SOUND) == [Verdict.GIVEN_AWAY]


def test_a_right_guess_among_choices_gives_nothing_away(repository: Path) -> None:
    assert verdicts(model(True, True), repository, ORDERED, TRICK) == [Verdict.SUPPORTED] * 2


@pytest.mark.parametrize("broken", ["You check a question", "You check whether", "You compare answers"])
def test_a_malformed_reply_is_counted_as_failed(repository: Path, broken: str) -> None:
    sound = model(True, False)
    answer: Callable[[ChatRequest], object] = sound._answer
    engine = ScriptedModel(
        lambda request: "hm" if broken in request.messages[0].content else answer(request),  # type: ignore[arg-type, return-value]
        "reader",
    )
    assert verdicts(engine, repository, SOUND, COUNTED, retries=1) == [Verdict.FAILED] * 2
    assert any(len(request.messages) == 4 for request in engine.requests)


def test_the_reader_sees_no_reference_until_it_compares(repository: Path) -> None:
    engine = model(True, False, answer="eleven")
    verdicts(engine, repository, replace(SOUND, answer="seven", entities=("seven",)))
    informed, alone, compared = engine.requests
    assert evidence_lines(SOUND, STREAMS["lanterns"]).strip() in informed.messages[1].content
    assert "seven" not in alone.messages[1].content and "lanterns at" not in alone.messages[1].content
    assert "seven" in compared.messages[1].content and "eleven" in compared.messages[1].content
