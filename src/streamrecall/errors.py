"""Errors a user can act on: each names the place and says what to do."""

from __future__ import annotations

from pathlib import Path


class StreamrecallError(Exception):
    """Base of every error this package raises on purpose."""


class DataError(StreamrecallError):
    """Input that cannot be read as promised.

    Args:
        message: What was expected and what was found.
        path: The file, where there is one.
        line: One-based line number, where there is one.
        hint: What to do about it.
    """

    def __init__(
        self,
        message: str,
        *,
        path: Path | str | None = None,
        line: int | None = None,
        hint: str | None = None,
    ) -> None:
        self.path = None if path is None else str(path)
        self.line = line
        self.hint = hint
        place = "" if path is None else str(path) + ("" if line is None else f":{line}") + ": "
        super().__init__(place + message + ("" if hint is None else f" {hint}"))


class ConfigError(StreamrecallError):
    """Parameters that cannot be run: the message names the key and the accepted values."""


class ModelError(StreamrecallError):
    """A model that cannot be loaded or does not answer: the message says how to get it."""


class LookAheadError(StreamrecallError):
    """A memory was asked about a cue that lies before turns it has already observed."""
