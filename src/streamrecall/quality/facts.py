"""One row of plain facts per turn, window, salient utterance or gap.

The suites only look at these columns, so what a row claims can be read, and a row that fails can be named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.records import Dialogue, Instance, SalientUtterance, Turn
from streamrecall.text.windows import turn_tokens

TURN_COLUMNS = ("dialogue_id", "turn_id", "index", "index_follows", "dialogue_agrees")
WINDOW_COLUMNS = (
    "window_id",
    "dialogue_id",
    "first_turn",
    "last_turn",
    "window_turns",
    "window_tokens",
    "history_tokens",
    "turns_consecutive",
)
SALIENT_COLUMNS = (
    "window_id",
    "utterance_id",
    "utterance",
    "turns_inside_window",
    "span_inside_window",
    "words_inside_window",
)
GAP_COLUMNS = (
    "window_id",
    "gap_id",
    "utterance_id",
    "gap_type",
    "reason_present",
    "resolution_present",
    "evidence_turns",
    "evidence_resolvable",
    "evidence_before_window",
    "evidence_distinct",
    "superseded_before_window",
)

BENCHMARK_COLUMNS = (
    "window_id",
    "domain",
    "history_tokens",
    "salient_utterances",
    "gaps",
    "one_gap_per_utterance",
    "evidence_named",
)

_WORD = re.compile(r"\w+(?:['\N{RIGHT SINGLE QUOTATION MARK}]\w+)*")


def turn_facts(dialogues: Iterable[Dialogue]) -> pd.DataFrame:
    """Return one row per turn: does its index follow the one before, does it name its dialogue?"""
    rows = [
        (dialogue.dialogue_id, turn.turn_id, turn.index, turn.index == position, _agrees(dialogue, turn))
        for dialogue in dialogues
        for position, turn in enumerate(dialogue.turns)
    ]
    return _frame(rows, TURN_COLUMNS)


def window_facts(instances: Iterable[Instance]) -> pd.DataFrame:
    """Return one row per window: its place, and its size and history in cl100k_base tokens."""
    rows = [
        (
            window.window_id,
            window.dialogue_id,
            window.first_turn,
            window.last_turn,
            len(window.turns),
            sum(map(turn_tokens, window.turns)),
            window.history_tokens,
            [turn.index for turn in window.turns] == list(range(window.first_turn, window.last_turn + 1)),
        )
        for window in (instance.window for instance in instances)
    ]
    return _frame(rows, WINDOW_COLUMNS)


def salient_facts(instances: Iterable[Instance]) -> pd.DataFrame:
    """Return one row per salient utterance: does it stand in the turns it names, and they in the window?

    ``span_inside_window`` is exact up to blanks; ``words_inside_window`` is the share of the utterance's
    words that the window's text holds, for annotators who joined or shortened spans.
    """
    rows = [
        (
            instance.window.window_id,
            utterance.utterance_id,
            utterance.utterance,
            _turns_inside(utterance, instance.window.turns),
            _span_inside(utterance, instance.window.turns),
            _words_inside(utterance, instance.window.turns),
        )
        for instance in instances
        for utterance in instance.salient
    ]
    return _frame(rows, SALIENT_COLUMNS)


def gap_facts(instances: Iterable[Instance], dialogues: Iterable[Dialogue]) -> pd.DataFrame:
    """Return one row per gap: is its evidence there, in the history alone, and is it resolved?"""
    positions = {d.dialogue_id: {turn.turn_id: turn.index for turn in d.turns} for d in dialogues}
    rows = []
    for instance in instances:
        known = positions.get(instance.window.dialogue_id, {})
        for utterance in instance.salient:
            if (gap := utterance.gap) is None:
                continue
            before = {turn_id for turn_id, index in known.items() if index < instance.window.first_turn}
            found = known.keys() & gap.evidence
            rows.append(
                (
                    instance.window.window_id,
                    gap.gap_id,
                    utterance.utterance_id,
                    gap.type.value,
                    bool(gap.reason.strip()),
                    bool(gap.resolution.strip()),
                    len(gap.evidence),
                    found.issuperset(gap.evidence),
                    before.issuperset(found),
                    len(set(gap.evidence)) == len(gap.evidence),
                    before.issuperset(gap.superseded),
                )
            )
    return _frame(rows, GAP_COLUMNS)


def benchmark_facts(rows: Iterable[object]) -> pd.DataFrame:
    """Return one row per instance of the final benchmark, from its JSON rows."""
    facts = []
    for instance in read_instance_rows(rows):
        gaps = instance.gaps
        facts.append(
            (
                instance.window.window_id,
                instance.domain.value,
                instance.window.history_tokens,
                len(instance.salient),
                len(gaps),
                len({gap.gap_id for gap in gaps}) == len(gaps),
                all(gap.evidence and all(gap.evidence) for gap in gaps),
            )
        )
    return _frame(facts, BENCHMARK_COLUMNS)


def _frame(rows: Sequence[tuple[object, ...]], columns: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame.from_records(rows, columns=list(columns))


def _agrees(dialogue: Dialogue, turn: Turn) -> bool:
    return turn.dialogue_id == dialogue.dialogue_id


def _turns_inside(utterance: SalientUtterance, turns: Sequence[Turn]) -> bool:
    return bool(utterance.turns) and set(utterance.turns) <= {turn.turn_id for turn in turns}


def _span_inside(utterance: SalientUtterance, turns: Sequence[Turn]) -> bool:
    text = " ".join(turn.text for turn in turns if turn.turn_id in utterance.turns)
    span = _folded(utterance.utterance)
    return bool(span) and span in _folded(text)


def _words_inside(utterance: SalientUtterance, turns: Sequence[Turn]) -> float:
    words = _WORD.findall(utterance.utterance.lower())
    seen = set(_WORD.findall(" ".join(f"{turn.speaker} {turn.text}" for turn in turns).lower()))
    return sum(word in seen for word in words) / len(words) if words else 0.0


def _folded(text: str) -> str:
    return " ".join(text.split())
