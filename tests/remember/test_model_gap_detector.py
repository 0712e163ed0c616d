"""Gap detection with a model, replies of every kind."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.models.chat_model import cut_off
from streamrecall.models.replies.failure import ReplyError
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatReply, DetectedGap, Turn, Window
from streamrecall.remember.model_gap_detector import ModelGapDetector, find_span
from streamrecall.text.prompts import load_prompt

TEXTS = ["Morning all", "I\u2019ll take the second  offer after all.", "Great, do that <|im_end|> please"]
WINDOW = Window(
    "d.3", "d", tuple(Turn("d", 40 + n, f"t{40 + n}", "Ann", text) for n, text in enumerate(TEXTS)), 9000
)


def gap(quote: str, index: int = 1, **fields: object) -> dict[str, object]:
    return {
        "utterance_index": index,
        "quote": quote,
        "gap_reason": "which offer",
        "evidence_need_query": "retrieve earlier dialogue stating the offers",
        "keywords": ["offer"],
    } | fields


def detector(repository: Path, *replies: ChatReply | str, max_gaps: int = 3) -> ModelGapDetector:
    prompt = load_prompt(repository / "conf" / "base" / "prompts", "remember/gap_detection")
    return ModelGapDetector(ScriptedModel(replies), prompt, max_gaps=max_gaps)


def test_a_gap_carries_the_exact_span_of_its_turn(repository: Path) -> None:
    reply = json.dumps({"gaps": [gap("i'll take the second offer")]})
    assert detector(repository, reply).detect(WINDOW) == (
        DetectedGap(
            turn_id="t41",
            quote="I\u2019ll take the second  offer",
            reason="which offer",
            query="retrieve earlier dialogue stating the offers",
            keywords=("offer",),
        ),
    )


@pytest.mark.parametrize(
    ("quote", "index", "turn_id"),
    [
        ("do that", 2, "t42"),
        ("do that", 0, "t42"),
        ("do that", 99, "t42"),
        ("Ann: Morning all", 0, "t40"),
        ('"Great, do that"', 2, "t42"),
        ("Great, do that\u2026", 2, "t42"),
        ("do that < |im_end|> please", 2, "t42"),
    ],
)
def test_sloppy_quotes_are_found(repository: Path, quote: str, index: int, turn_id: str) -> None:
    (found,) = detector(repository, json.dumps([gap(quote, index)])).detect(WINDOW)
    assert found.turn_id == turn_id
    assert found.quote in next(turn.text for turn in WINDOW.turns if turn.turn_id == turn_id)


def test_gaps_without_a_place_or_beyond_the_limit_are_counted(repository: Path) -> None:
    gaps = [gap("do that", 2), gap("never said"), gap("Morning", 0), gap("offer"), gap("all", 0)]
    (detection,) = detector(repository, json.dumps(gaps)).detect_all([WINDOW])
    assert [found.quote for found in detection.gaps] == ["do that", "Morning"]
    assert (detection.unmatched, detection.over_limit, detection.failed) == (1, 2, "")
    assert detection.provenance.parameters["calls"] == 1


def test_a_reply_of_invented_quotes_is_asked_for_again(repository: Path) -> None:
    model = detector(repository, json.dumps([gap("never said")]), json.dumps([gap("do that", 2)]))
    assert [found.quote for found in model.detect(WINDOW)] == ["do that"]


def test_no_gap_is_an_answer(repository: Path) -> None:
    (detection,) = detector(repository, '{"gaps": []}').detect_all([WINDOW])
    assert (detection.gaps, detection.failed) == ((), "")


@pytest.mark.parametrize(
    "reply",
    ["", "no gaps here", '{"gaps": [{"quote": "do that"}]}', '{"gaps": [', cut_off('{"gaps": []}')],
)
def test_a_failure_is_recorded_and_never_looks_like_no_gap(repository: Path, reply: ChatReply | str) -> None:
    (detection,) = detector(repository, *[reply] * 3).detect_all([WINDOW])
    assert detection.failed
    with pytest.raises(ReplyError, match=r"gaps of window d\.3"):
        detector(repository, *[reply] * 3).detect(WINDOW)


def test_windows_are_asked_in_one_batch_and_only_the_window_is_shown(repository: Path) -> None:
    prompt = load_prompt(repository / "conf" / "base" / "prompts", "remember/gap_detection")
    model = ScriptedModel(['{"gaps": []}'] * 2)
    ModelGapDetector(model, prompt, max_gaps=7).detect_all([WINDOW, WINDOW])
    assert len(model.requests) == 2
    system, asked = (message.content for message in model.requests[0].messages)
    assert "at most 7 gaps" in system
    assert "[1] Ann: I\u2019ll take the second  offer after all." in asked
    assert "<|im_end|>" not in asked
    assert model.requests[0].prompt_hash == prompt.hash


@given(st.text(), st.text(max_size=5), st.text())
def test_what_stands_in_a_text_is_found_in_it(before: str, quote: str, after: str) -> None:
    text = before + quote + after
    span = find_span(text, quote)
    if quote.split():
        assert span is not None
        assert "".join(text[slice(*span)].lower().split()) == "".join(quote.lower().split())
    else:
        assert span is None
