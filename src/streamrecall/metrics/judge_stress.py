"""What a judge lets pass: the share of vague, wrong, empty and swapped answers it accepts.

A judge that accepts bad answers makes every score look better. Each case hands the judge the ideal memory of
a window, so that only the answer is on trial, and an answer of a known kind. ``reference`` is the one kind
that should be accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from streamrecall.metrics.judgement import Judgement
from streamrecall.metrics.llm_judge import JudgeCase
from streamrecall.records import Gap, Instance, Memory, MemoryItem, Summary, SummarySentence, Turn
from streamrecall.text.tokens import count_tokens

REFERENCE = "reference"
ANSWERS = (REFERENCE, "vague", "wrong", "empty", "swapped")
VAGUE = "They talked about something that had come up before and agreed on how to go on with it."
EMPTY = "There is nothing to report."

_NUMBER = re.compile(r"\d+")

JudgeAll = Callable[[Sequence[JudgeCase]], Sequence[Judgement]]


@dataclass(frozen=True, slots=True)
class StressRow:
    """What a judge makes of one kind of answer.

    Attributes:
        answer: One of ``ANSWERS``.
        utterances: Salient utterances judged.
        utterances_accepted: Those it calls covered.
        gaps: Gaps judged.
        gaps_accepted: Those it calls resolved by the answer.
        failed: Cases without a usable verdict; their labels count as not accepted.
    """

    scored_by: str
    answer: str
    utterances: int
    utterances_accepted: int
    gaps: int
    gaps_accepted: int
    failed: int

    @property
    def utterance_share(self) -> float | None:
        """Share of the utterances accepted, or None without any."""
        return self.utterances_accepted / self.utterances if self.utterances else None

    @property
    def gap_share(self) -> float | None:
        """Share of the gaps accepted, or None without any."""
        return self.gaps_accepted / self.gaps if self.gaps else None


def stress_judge(
    judge_all: JudgeAll, instances: Sequence[Instance], histories: Mapping[str, Mapping[str, Turn]]
) -> list[StressRow]:
    """Return one row per kind of answer.

    Args:
        judge_all: Judges cases, such as ``LlmJudge.judge_all``.
        instances: Annotated windows; at least two, since answers are swapped between them.
        histories: ``dialogue_id`` -> ``turn_id`` -> turn.

    Raises:
        ValueError: If there are fewer than two instances.
    """
    if len(instances) < 2:
        raise ValueError("a stress test swaps answers between windows and needs at least two")
    rows = []
    for answer in ANSWERS:
        cases = [
            stress_case(answer, instance, other, histories[instance.window.dialogue_id])
            for instance, other in zip(instances, _distant(instances), strict=True)
        ]
        judgements = judge_all(cases)
        utterances = [label.covered for judgement in judgements for label in judgement.utterances]
        gaps = [bool(label.resolved) for judgement in judgements for label in judgement.gaps]
        rows.append(
            StressRow(
                scored_by=judgements[0].scored_by,
                answer=answer,
                utterances=len(utterances),
                utterances_accepted=sum(utterances),
                gaps=len(gaps),
                gaps_accepted=sum(gaps),
                failed=sum(bool(judgement.failed) for judgement in judgements),
            )
        )
    return rows


def stress_case(answer: str, instance: Instance, other: Instance, history: Mapping[str, Turn]) -> JudgeCase:
    """Return a case whose summary is of a known kind.

    Args:
        answer: ``reference`` (each salient utterance with its resolution), ``vague`` (a sentence that fits
            anything), ``wrong`` (each sentence denied, its numbers changed), ``empty`` (a sentence without
            content) or ``swapped`` (the reference of ``other``).
        instance: The window on trial.
        other: A window whose answer is the wrong one here.
        history: ``turn_id`` -> turn, at least of the evidence.
    """
    sentences = {
        REFERENCE: _reference(instance),
        "vague": [VAGUE],
        "wrong": [f"It is not true that {_renumbered(text)}" for text in _reference(instance)],
        "empty": [EMPTY],
        "swapped": _reference(other),
    }[answer]
    summary = Summary(
        window_id=instance.window.window_id,
        method="Ideal Memory",
        summarizer=answer,
        sentences=tuple(SummarySentence(text) for text in sentences),
    )
    return JudgeCase(instance, _ideal_memory(instance, history), summary, history)


def _distant(instances: Sequence[Instance]) -> list[Instance]:
    """Return, for each instance, the one half the list away: neighbouring windows may share their gaps."""
    half = len(instances) // 2
    return [instances[(position + half) % len(instances)] for position in range(len(instances))]


def _reference(instance: Instance) -> list[str]:
    return [
        entry.utterance if entry.gap is None else f"{entry.utterance} ({entry.gap.resolution})"
        for entry in instance.salient
    ]


def _renumbered(text: str) -> str:
    return _NUMBER.sub(lambda match: str(int(match.group()) + 7), text)


def _ideal_memory(instance: Instance, history: Mapping[str, Turn]) -> Memory:
    turns = {turn.index: turn for gap in instance.gaps for turn in _evidence(gap, history)}
    items = []
    for index in sorted(turns):
        text = turns[index].render()
        items.append(MemoryItem(text, (turns[index].turn_id,), index, count_tokens(text + "\n")))
    tokens = sum(item.tokens for item in items)
    return Memory("Ideal Memory", tuple(items), tokens, tokens)


def _evidence(gap: Gap, history: Mapping[str, Turn]) -> list[Turn]:
    return [history[turn_id] for turn_id in gap.evidence if turn_id not in gap.superseded]
