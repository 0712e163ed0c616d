"""Annotation records as tables and back: one row a record, tuples as JSON text."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar, get_type_hints

import pandas as pd

from streamrecall.errors import DataError
from streamrecall.serialization import from_plain, to_plain

Record = TypeVar("Record")


def to_table(records: Iterable[Any], kind: type[Any]) -> pd.DataFrame:
    """Return records of one kind as a table with a column for every field."""
    names = [field.name for field in fields(kind)]
    rows = [
        [
            json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
            for value in to_plain(record).values()
        ]
        for record in records
    ]
    return pd.DataFrame(rows, columns=names)


def from_table(table: pd.DataFrame, kind: type[Record]) -> tuple[Record, ...]:
    """Return the records of a table that ``to_table`` made; further columns are left aside.

    Raises:
        DataError: If a column is missing or a row does not fit.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    if missing := [name for name in names if name not in table.columns]:
        raise DataError(f"a table of {kind.__name__} lacks the columns {', '.join(missing)}.")
    hints = get_type_hints(kind)
    lists = {name for name, hint in hints.items() if str(hint).startswith("tuple")}
    texts = {name for name, hint in hints.items() if hint is str}
    return tuple(
        from_plain(
            kind,
            {
                str(name): json.loads(value) if name in lists else _plain(value, name in texts)
                for name, value in zip(names, row, strict=True)
            },
        )
        for row in table[names].itertuples(index=False, name=None)
    )


def _plain(value: Any, is_text: bool) -> Any:
    """Tables give missing values as NaN and numbers as numpy's; a CSV file has no empty texts."""
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return "" if is_text else None
    return value.item() if hasattr(value, "item") else value
