"""Notes on the turns of a dialogue: what they hold, and the steps that write and relate them (A-Mem)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from streamrecall.records import Turn


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn and the one it was said in answer to, if there is one in the same session."""

    turn: Turn
    before: Turn | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One note: a turn and what describes it (A-Mem, section 3.1, equation 1).

    Attributes:
        turn: The content and its time.
        keywords: Terms that name what the turn is about.
        tags: Broader heads under which it may be filed.
        context: What the turn means where it stands, on one line; may be empty.
    """

    turn: Turn
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    context: str = ""

    def render(self) -> str:
        """Return content, context, keywords and tags, one a line: what is embedded and shown to a model."""
        parts = (self.turn.render(), self.context, ", ".join(self.keywords), ", ".join(self.tags))
        return "\n".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Relation:
    """What came of laying a new note beside its nearest ones (sections 3.2 and 3.3).

    Attributes:
        links: Positions, among the nearest notes, of those it belongs with, best first.
        note: The note itself, its tags brought in line with theirs.
        evolved: Nearest notes by position whose context or tags the new one changes.
    """

    note: Note
    links: tuple[int, ...] = ()
    evolved: dict[int, Note] = field(default_factory=dict)


class NoteKeeper(Protocol):
    """Writes notes and judges how a new one relates to those nearest to it.

    Attributes:
        failures: Notes and relations that a model gave no usable reply for; a note is then its turn alone
            and stays without links.
        writes_context: Whether contexts are written, so that they tell a reader more than the turns do.
    """

    name: str
    failures: int
    writes_context: bool

    def describe(self, exchanges: Sequence[Exchange]) -> list[Note]:
        """Return one note per exchange; each depends on its exchange alone."""
        ...

    def relate(self, note: Note, nearest: Sequence[Note]) -> Relation:
        """Return which of the nearest notes to link and what changes in them; ``nearest`` is never empty."""
        ...
