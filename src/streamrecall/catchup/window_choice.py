"""Which of a conversation's latest turns are to be caught up on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from streamrecall.errors import ConfigError, DataError
from streamrecall.records import Turn
from streamrecall.text.windows import WINDOW_TOKENS, turn_tokens


@dataclass(frozen=True, slots=True)
class SinceTime:
    """Everything from the first turn at or after a time.

    A time without zone is read as the export writes its own: local time where the export names no zone,
    and the zone of this machine where it does.
    """

    time: datetime

    def first(self, turns: Sequence[Turn]) -> int:
        """Return the position of the first turn of the window; ``len(turns)`` for an empty one.

        Raises:
            DataError: If no turn has a time.
        """
        timed = [(place, time) for place, turn in enumerate(turns) if (time := turn_time(turn)) is not None]
        if turns and not timed:
            raise DataError(
                f"'{turns[0].dialogue_id}' gives no times, so no window {self} can be chosen.",
                hint="Choose by count instead: --last N or --last-tokens N.",
            )
        return next((place for place, time in timed if not _before(time, self.time)), len(turns))

    def __str__(self) -> str:
        return "since " + self.time.isoformat(sep=" ", timespec="minutes")


@dataclass(frozen=True, slots=True)
class LastMessages:
    """The last ``count`` turns."""

    count: int

    def first(self, turns: Sequence[Turn]) -> int:
        """Return the position of the first turn of the window."""
        return max(len(turns) - self.count, 0)

    def __str__(self) -> str:
        return f"the last {self.count:,} messages"


@dataclass(frozen=True, slots=True)
class LastTokens:
    """The last whole turns of at most ``tokens`` cl100k_base tokens, and at least one turn."""

    tokens: int = WINDOW_TOKENS

    def first(self, turns: Sequence[Turn]) -> int:
        """Return the position of the first turn of the window."""
        spent = 0
        for place in range(len(turns) - 1, -1, -1):
            spent += turn_tokens(turns[place])
            if spent > self.tokens:
                return min(place + 1, len(turns) - 1)
        return 0

    def __str__(self) -> str:
        return f"the last {self.tokens:,} tokens"


@dataclass(frozen=True, slots=True)
class SinceLastRun:
    """Everything after the turns shown by an earlier run.

    Of a conversation that no run has shown the last 1,024 tokens are taken.

    Attributes:
        seen: ``dialogue_id`` -> number of leading turns shown; None where no run has shown any.
    """

    seen: Mapping[str, int | None]

    def first(self, turns: Sequence[Turn]) -> int:
        """Return the position of the first turn of the window."""
        seen = self.seen.get(turns[0].dialogue_id) if turns else 0
        return LastTokens().first(turns) if seen is None else min(seen, len(turns))

    def __str__(self) -> str:
        unknown = any(seen is None for seen in self.seen.values())
        first_time = f" ({LastTokens()} where no run has shown the conversation yet)" if unknown else ""
        return f"since the last run{first_time}"


WindowChoice = SinceTime | LastMessages | LastTokens | SinceLastRun


def choose_window(
    *,
    since: datetime | None = None,
    last_messages: int | None = None,
    last_tokens: int | None = None,
    seen: Mapping[str, int | None] | None = None,
) -> WindowChoice:
    """Return the one choice that was made; the last 1,024 tokens where none was.

    Raises:
        ConfigError: If more than one was made, or a count is not positive.
    """
    given = [value for value in (since, last_messages, last_tokens, seen) if value is not None]
    if len(given) > 1:
        raise ConfigError(
            "choose one window: since a time, since the last run, the last messages, or the last tokens"
        )
    for name, count in (("last messages", last_messages), ("last tokens", last_tokens)):
        if count is not None and count < 1:
            raise ConfigError(f"the number of {name} must be at least 1, got {count}")
    if since is not None:
        return SinceTime(since)
    if last_messages is not None:
        return LastMessages(last_messages)
    if seen is not None:
        return SinceLastRun(seen)
    return LastTokens(WINDOW_TOKENS if last_tokens is None else last_tokens)


def parse_time(text: str, now: datetime | None = None) -> datetime:
    """Read a date, a date and time, or words such as "yesterday" or "3 days ago".

    Raises:
        ConfigError: If it cannot be read as a time.
    """
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        pass
    import dateparser  # noqa: PLC0415 - loads language tables, which a date in digits does not need

    settings: dict[str, object] = {"PREFER_DATES_FROM": "past"}
    if now is not None:
        settings["RELATIVE_BASE"] = now
    try:
        found: datetime | None = dateparser.parse(text, settings=settings)
    except (ValueError, OverflowError):
        found = None
    if found is None:
        raise ConfigError(
            f"cannot read '{text}' as a time: write it as 2026-03-19, 2026-03-19T14:00 or 'yesterday'"
        )
    return found


def turn_time(turn: Turn) -> datetime | None:
    """Return the turn's time; None where it has none or only a clock or a duration."""
    if turn.time is None:
        return None
    try:
        return datetime.fromisoformat(turn.time)
    except ValueError:
        return None


def _before(time: datetime, limit: datetime) -> bool:
    if (time.tzinfo is None) == (limit.tzinfo is None):
        return time < limit
    try:
        limit = limit.astimezone(UTC) if limit.tzinfo is None else limit.astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):  # within a day of the first or last year there is
        limit = limit.replace(tzinfo=UTC if limit.tzinfo is None else None)
    return time < limit
