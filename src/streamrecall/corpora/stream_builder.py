"""Builds one dialogue turn by turn and counts what is odd about it."""

from __future__ import annotations

from collections import Counter

from streamrecall.corpora.corpus import Oddity
from streamrecall.corpora.times import iso_time
from streamrecall.records import Dialogue, Domain, Turn

_LINE_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_INVISIBLE = frozenset("\u00a0\u200b\u2060\ufeff")


class OddityCounter:
    """Counts irregularities by kind and keeps the first example of each."""

    def __init__(self, corpus: str, dialogue_id: str) -> None:
        self._corpus = corpus
        self._dialogue_id = dialogue_id
        self._counts: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def note(self, kind: str, example: str, count: int = 1) -> None:
        """Count one irregularity; ``example`` says where, in at most 80 characters of it."""
        self._counts[kind] += count
        self._examples.setdefault(kind, example[:80])

    def rows(self) -> tuple[Oddity, ...]:
        """Return one row per kind, in the order first met."""
        return tuple(
            Oddity(self._corpus, self._dialogue_id, kind, count, self._examples[kind])
            for kind, count in self._counts.items()
        )


class StreamBuilder:
    """Collects the turns of one dialogue in the order they were said.

    Nothing is dropped or changed: a turn without text stays a turn, a turn id met twice gets a suffix
    ``#2``, and both are counted.
    """

    def __init__(self, corpus: str, dialogue_id: str, domain: Domain) -> None:
        self.corpus = corpus
        self.dialogue_id = dialogue_id
        self.domain = domain
        self.oddities = OddityCounter(corpus, dialogue_id)
        self._turns: list[Turn] = []
        self._seen: Counter[str] = Counter()

    def add(
        self,
        turn_id: str,
        speaker: str,
        text: str,
        *,
        session: str = "",
        time: str | None = None,
        reply_to: str | None = None,
        caption: str = "",
    ) -> Turn:
        """Append a turn.

        Args:
            turn_id: The source's id.
            speaker: As the source names them.
            text: Unchanged.
            session: The source's session, meeting or day.
            time: As the source writes it; becomes ISO 8601.
            reply_to: Id of the turn it answers.
            caption: A picture's mark in brackets, put behind the text.
        """
        turn = Turn(
            dialogue_id=self.dialogue_id,
            index=len(self._turns),
            turn_id=self._unique(turn_id),
            speaker=speaker,
            text=text + caption if text else caption.lstrip(),
            session=session,
            time=None if time is None else iso_time(time),
            reply_to=reply_to,
        )
        self._note(turn, text, time)
        self._turns.append(turn)
        return turn

    def __len__(self) -> int:
        return len(self._turns)

    @property
    def last_time(self) -> str | None:
        """The time of the last turn."""
        return self._turns[-1].time if self._turns else None

    def turn_ids_of(self, session: str) -> tuple[str, ...]:
        """Return the ids of a session's turns."""
        return tuple(turn.turn_id for turn in self._turns if turn.session == session)

    def dialogue(self) -> Dialogue:
        """Return the turns so far as a dialogue."""
        return Dialogue(self.dialogue_id, self.corpus, self.domain, tuple(self._turns))

    def _unique(self, turn_id: str) -> str:
        unique = turn_id
        while self._seen[unique]:
            self._seen[turn_id] += 1
            unique = f"{turn_id}#{self._seen[turn_id]}"
        self._seen[unique] += 1
        if unique != turn_id:
            self.oddities.note("turn id met again", turn_id)
        return unique

    def _note(self, turn: Turn, text: str, raw_time: str | None) -> None:
        note, where = self.oddities.note, turn.turn_id
        if not text.strip():
            note("turn without text", where)
        elif text != text.strip():
            note("blanks around the text", where)
        if not turn.speaker.strip():
            note("turn without speaker", where)
        characters = set(text)
        if characters & _LINE_BREAKS:
            note("text of several lines", where)
        if characters & _INVISIBLE:
            note("no-break or invisible blanks", where)
        if raw_time is not None and turn.time is None:
            note("time not understood", f"{where}: {raw_time}")
        if self._turns:
            before = self._turns[-1]
            if before.speaker == turn.speaker:
                note("same speaker as the turn before", where)
            if before.time and turn.time and _earlier(turn.time, before.time):
                note("time goes back", f"{where}: {before.time} to {turn.time}")


def _earlier(time: str, than: str) -> bool:
    return time[:19] < than[:19]
