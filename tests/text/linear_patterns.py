"""Whether a regular expression can go back over what it has read."""

import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]  # the parsed form has no public name
from typing import Any

_BOUNDED = 64
"""So many steps back from any place are a constant factor."""


def assert_linear(pattern: re.Pattern[str]) -> None:
    """Check that no repeat which can give back what it took is longer than a constant."""
    long = [
        most
        for kind, most in _repeats(_parser.parse(pattern.pattern, pattern.flags))
        if kind is not _constants.POSSESSIVE_REPEAT and most > _BOUNDED
    ]
    assert not long, f"{len(long)} repeats of {pattern.pattern!r} can go back over a long text"


def _repeats(parsed: Any) -> Iterator[tuple[Any, int]]:
    for item in parsed:
        if isinstance(item, tuple | list) or hasattr(item, "data"):
            yield from _repeats(item)
    if isinstance(parsed, tuple) and len(parsed) == 2 and str(parsed[0]).endswith("_REPEAT"):
        yield parsed[0], int(parsed[1][1])
