"""The observed turns of one dialogue, in order, with their costs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from streamrecall.errors import DataError, LookAheadError
from streamrecall.records import Cue, Turn
from streamrecall.text.chunks import encode_turn


class StreamHistory:
    """Takes a dialogue in turn by turn; some turns may have been left out of the stream."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []
        self._indexes: list[int] = []
        self._turn_ids: dict[str, int] = {}
        self._ends: list[int] = []  # tokens of the stream up to and including each turn

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue.

        Raises:
            DataError: If a turn is of another dialogue, does not come after the one before it, or repeats
                a ``turn_id``. Nothing is taken in then.
        """
        self._take_in(turns)

    @property
    def dialogue_id(self) -> str | None:
        """The dialogue observed, None before its first turn."""
        return self._turns[0].dialogue_id if self._turns else None

    @property
    def turns(self) -> Sequence[Turn]:
        """Every turn observed, in order. Not to be changed."""
        return self._turns

    @property
    def tokens(self) -> int:
        """Tokens of the rendered turns observed; turns without text leave none."""
        return self._ends[-1] if self._ends else 0

    def turn(self, index: int) -> Turn:
        """Return the observed turn of that index.

        Raises:
            KeyError: If it was not observed.
        """
        return self._turns[self._position(index)]

    def find(self, turn_id: str) -> Turn | None:
        """Return the observed turn of that id, None if it was not observed."""
        position = self._turn_ids.get(turn_id)
        return None if position is None else self._turns[position]

    def cost(self, index: int) -> int:
        """Return the tokens of the turn's rendered line; 0 for a turn without text.

        Raises:
            KeyError: If it was not observed.
        """
        position = self._position(index)
        return self._ends[position] - self._start(position)

    def require_horizon(self, cue: Cue) -> None:
        """Refuse a cue that lies before turns already observed.

        Raises:
            LookAheadError: If a turn at or beyond ``cue.horizon`` was observed.
            DataError: If the cue is of another dialogue.
        """
        if not self._turns:
            return
        if cue.dialogue_id != self.dialogue_id:
            raise DataError(
                f"a cue of dialogue {cue.dialogue_id!r} was put to a memory of {self.dialogue_id!r}."
            )
        if self._indexes[-1] >= cue.horizon:
            raise LookAheadError(
                f"dialogue {cue.dialogue_id!r}: {len(self._turns)} turns observed, up to index "
                f"{self._indexes[-1]}, but the cue may use only those before {cue.horizon}; "
                "ask before observing further turns"
            )

    def _take_in(self, turns: Sequence[Turn]) -> list[list[int]]:
        """Append the turns and return the tokens of each."""
        self._check(turns)
        encoded = [encode_turn(turn) for turn in turns]
        for turn, ids in zip(turns, encoded, strict=True):
            self._turn_ids[turn.turn_id] = len(self._turns)
            self._turns.append(turn)
            self._indexes.append(turn.index)
            self._ends.append(self.tokens + len(ids))
        return encoded

    def _check(self, turns: Sequence[Turn]) -> None:
        dialogue_id, last = self.dialogue_id, self._indexes[-1] if self._indexes else -1
        seen: set[str] = set()
        for turn in turns:
            dialogue_id = turn.dialogue_id if dialogue_id is None else dialogue_id
            if turn.dialogue_id != dialogue_id:
                raise DataError(
                    f"turn {turn.turn_id!r} of dialogue {turn.dialogue_id!r} came into the stream of "
                    f"{dialogue_id!r}.",
                    hint="Give each dialogue a memory of its own.",
                )
            if turn.index <= last:
                raise DataError(
                    f"dialogue {dialogue_id!r}: turn {turn.turn_id!r} has index {turn.index}, which does not "
                    f"follow {last}.",
                    hint="A stream is append only: observe each turn once, in order.",
                )
            if turn.turn_id in self._turn_ids or turn.turn_id in seen:
                raise DataError(f"dialogue {dialogue_id!r}: turn_id {turn.turn_id!r} occurs twice.")
            seen.add(turn.turn_id)
            last = turn.index

    def _position(self, index: int) -> int:
        position = bisect_left(self._indexes, index)
        if position == len(self._indexes) or self._indexes[position] != index:
            raise KeyError(f"dialogue {self.dialogue_id!r}: no turn of index {index} was observed")
        return position

    def _start(self, position: int) -> int:
        return self._ends[position - 1] if position else 0
