"""What a format module hands over (drafts) and what a reader returns (messages)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What an entry of an export is."""

    MESSAGE = "message"
    SYSTEM = "system"
    MEDIA = "media"
    DELETED = "deleted"
    POLL = "poll"
    REACTION = "reaction"


@dataclass(frozen=True, slots=True)
class Message:
    r"""One entry of an export in its final form.

    Attributes:
        speaker: Display name as the file gives it; None where the file names nobody.
        text: The words; line breaks are ``\n``.
        time: UTC instant (``...Z``), local date-time without zone, clock time (``T10:01:00``), duration
            from the start of a recording (``PT62.5S``), or None.
        kind: What the entry is.
        reply_to: Position of the answered message in the export; -1 when it is not in the file.
        edited: Whether its author changed it later.
        private: Whether it went to one receiver only, named by ``to``.
        to: Receiver of a private line.
        media: File names, in order.
        forwarded_from: Source of forwarded words; empty when the file does not name it.
        conversation: Which chat; None when the file holds one.
        turn_id: Stable over re-imports; unique in the export.
    """

    speaker: str | None
    text: str
    time: str | None
    kind: Kind = Kind.MESSAGE
    reply_to: int | None = None
    edited: bool = False
    private: bool = False
    to: str | None = None
    media: tuple[str, ...] = ()
    forwarded_from: str | None = None
    conversation: str | None = None
    turn_id: str = ""

    @property
    def shown(self) -> str:
        """The words, or what stands for them where there are none: ``(media)``, ``(deleted)``."""
        return self.text or ("(no words)" if self.kind is Kind.MESSAGE else f"({self.kind})")


@dataclass(slots=True)
class Draft:
    """A message while its file is being read.

    Attributes:
        key: The product's own id or, without one, what identifies the message in every later export.
        reply_key: ``key`` of the answered message in the same chat.
        chat: Identifies the conversation; empty in a file that holds one.
        chat_name: What to call it.

    The other attributes are those of `Message`.
    """

    speaker: str | None
    text: str
    time: str | None
    kind: Kind = Kind.MESSAGE
    key: str = ""
    reply_key: str | None = None
    edited: bool = False
    private: bool = False
    to: str | None = None
    media: tuple[str, ...] = ()
    forwarded_from: str | None = None
    chat: str = ""
    chat_name: str = ""


@dataclass(slots=True)
class Parsed:
    """Everything a format module found in a file.

    Attributes:
        messages: In output order.
        skipped: Reason -> number of records or lines that did not become messages.
        notes: What was decided once for the file (encoding, zone, day-month order).
        warnings: What a reader should check.
        show_chat: Name the conversation even when there is only one.
    """

    messages: list[Draft] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    show_chat: bool = False

    def absorb(self, other: Parsed) -> None:
        """Append everything another file of the same export held."""
        self.messages += other.messages
        self.skipped += other.skipped
        self.notes += [note for note in other.notes if note not in self.notes]
        self.warnings += [warning for warning in other.warnings if warning not in self.warnings]
        self.show_chat = self.show_chat or other.show_chat
