"""Dialogues as one table of turns, and back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import pandas as pd

from streamrecall.records import Dialogue, Domain, Turn

TURN_COLUMNS = (
    "corpus", "domain", "dialogue_id", "index", "turn_id", "session", "speaker", "time", "text", "reply_to",
)  # fmt: skip


def turn_table(dialogues: Iterable[Dialogue]) -> pd.DataFrame:
    """Return one row per turn, in the order of the dialogues and their turns."""
    rows = [
        (
            dialogue.corpus, str(dialogue.domain), turn.dialogue_id, turn.index, turn.turn_id, turn.session,
            turn.speaker, turn.time, turn.text, turn.reply_to,
        )
        for dialogue in dialogues
        for turn in dialogue.turns
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=list(TURN_COLUMNS))


def dialogues_of(turns: pd.DataFrame) -> dict[str, Dialogue]:
    """Return the dialogues of a table that ``turn_table`` made, by id and in its order."""
    dialogues: dict[str, Dialogue] = {}
    for dialogue_id, own in turns.groupby("dialogue_id", sort=False):
        dialogues[str(dialogue_id)] = Dialogue(
            dialogue_id=str(dialogue_id),
            corpus=str(own["corpus"].iloc[0]),
            domain=Domain(own["domain"].iloc[0]),
            turns=tuple(_turn(row) for row in own.to_dict("records")),
        )
    return dialogues


def _turn(row: Mapping[Hashable, object]) -> Turn:
    return Turn(
        dialogue_id=str(row["dialogue_id"]),
        index=int(str(row["index"])),
        turn_id=str(row["turn_id"]),
        speaker=str(row["speaker"]),
        text=str(row["text"]),
        session=str(row["session"]),
        time=_or_none(row["time"]),
        reply_to=_or_none(row["reply_to"]),
    )


def _or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None
