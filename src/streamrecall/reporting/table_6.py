"""Table 6: one example per gap type, chosen by rule.

Of each type's gaps with a single evidence turn, the one whose utterance and evidence together are shortest,
each having at least ``LEAST_CHARACTERS``; where no gap is like that, the one with the fewest evidence turns.
Ties go to the smaller gap id, so that a rerun prints the same examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from streamrecall.records import Dialogue, Gap, GapType, Instance, SalientUtterance

LEAST_CHARACTERS = 40
COLUMNS = ("gap_type", "window_id", "gap_id", "gap_utterance", "evidence", "gap_reason", "resolution")
NOTES = (
    "The gap utterance is from the window, the evidence from the history before it. Chosen by rule: one "
    f"evidence turn, then the shortest utterance and evidence of {LEAST_CHARACTERS} characters or more.",
)


def table_6(instances: Sequence[Instance], dialogues: Mapping[str, Dialogue]) -> pd.DataFrame:
    """Return one row per gap type; a type without gaps has none."""
    rows = []
    for gap_type in GapType:
        found = [
            (_rank(utterance, gap, evidence), instance, utterance, gap, evidence)
            for instance in instances
            for texts in [_texts(dialogues[instance.window.dialogue_id])]
            for utterance in instance.salient
            if (gap := utterance.gap) is not None and gap.type == gap_type
            for evidence in [" / ".join(texts[turn_id] for turn_id in gap.evidence)]
        ]
        if found:
            _, instance, utterance, gap, evidence = min(found, key=lambda entry: entry[0])
            rows.append(
                (
                    gap_type.value,
                    instance.window.window_id,
                    gap.gap_id,
                    utterance.utterance,
                    evidence,
                    gap.reason,
                    gap.resolution,
                )
            )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _rank(utterance: SalientUtterance, gap: Gap, evidence: str) -> tuple[int, bool, int, str]:
    short = min(len(utterance.utterance), len(evidence)) < LEAST_CHARACTERS
    return len(gap.evidence), short, len(utterance.utterance) + len(evidence), gap.gap_id


def _texts(dialogue: Dialogue) -> dict[str, str]:
    return {turn.turn_id: turn.render() for turn in dialogue.turns}
