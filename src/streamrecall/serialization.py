"""Records to plain JSON values and back, checked by their type annotations."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from streamrecall.errors import DataError

Record = TypeVar("Record")


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def to_plain(record: Any) -> dict[str, Any]:
    """Return a frozen record as dictionaries, lists, strings, numbers and None."""
    plain: dict[str, Any] = _adapter(type(record)).dump_python(record, mode="json")
    return plain


def from_plain(kind: type[Record], plain: dict[str, Any]) -> Record:
    """Return the record of type ``kind`` that ``to_plain`` wrote.

    Raises:
        DataError: If a field is missing or has the wrong type; the message names it.
    """
    try:
        record: Record = _adapter(kind).validate_python(plain)
    except ValidationError as error:
        raise DataError(f"not a {kind.__name__}: {error}") from error
    return record
