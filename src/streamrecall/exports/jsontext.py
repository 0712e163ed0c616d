"""JSON as products really write it: repeated keys, NaN, lone surrogates."""

from __future__ import annotations

import json
from pathlib import Path

from streamrecall.errors import DataError

Json = dict[str, object] | list[object] | str | int | float | bool | None


def load_json(text: str, path: Path | str) -> Json:
    """Parse JSON; of a repeated key the value that is not empty stays, ``NaN`` and ``Infinity`` are taken.

    Raises:
        DataError: If it is not JSON, with the line where it breaks.
    """
    try:
        value: Json = json.loads(text, object_pairs_hook=_keep_filled)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated string")
        hint = "The file seems to be cut off: export it again." if cut else None
        raise DataError(f"broken JSON: {error.msg}", path=path, line=error.lineno, hint=hint) from error
    except RecursionError as error:
        raise DataError("JSON nested too deeply to be a chat export", path=path) from error
    except ValueError as error:  # a number with thousands of digits
        raise DataError(f"unreadable JSON: {error}", path=path) from error
    return value


def _keep_filled(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record: dict[str, object] = {}
    for key, value in pairs:
        if key not in record or value not in ("", None, [], {}):
            record[key] = value
    return record


def records(value: object) -> list[dict[str, object]]:
    """Return the objects of a list; empty for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def record(value: object) -> dict[str, object]:
    """Return an object as it is; empty for anything else."""
    return value if isinstance(value, dict) else {}


def string(value: object) -> str:
    """Return a text as it is, a number as its digits; empty for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def first_string(*values: object) -> str | None:
    """Return the first value that is a text with something in it."""
    return next((text for text in map(string, values) if text.strip()), None)
