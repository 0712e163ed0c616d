"""Ids, speakers and times of the turns that something still refers to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamrecall.records import Turn


@dataclass(frozen=True, slots=True)
class TurnReference:
    """What stays of a turn once its text is gone."""

    turn_id: str
    speaker: str
    time: str | None

    @property
    def date(self) -> str | None:
        """The calendar date the turn was said on, or None."""
        return None if self.time is None else self.time[:10]


class TurnReferences:
    """References by turn index, counted by their holders and dropped with the last one."""

    def __init__(self) -> None:
        self.references: dict[int, TurnReference] = {}
        self.holders: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.references)

    def __getitem__(self, index: int) -> TurnReference:
        return self.references[index]

    def admit(self, turn: Turn) -> None:
        """Enter a turn with one holder."""
        self.references[turn.index] = TurnReference(turn.turn_id, turn.speaker, turn.time)
        self.holders[turn.index] = 1

    def hold(self, indices: Iterable[int]) -> None:
        """Count one more holder of each turn."""
        for index in indices:
            self.holders[index] += 1

    def release(self, indices: Iterable[int]) -> None:
        """Count one holder less of each turn and drop the turns that nobody holds."""
        for index in indices:
            self.holders[index] -= 1
            if not self.holders[index]:
                del self.holders[index], self.references[index]
