"""The papers' printed values, read from ``expected/*.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from streamrecall.errors import DataError

Printed = float | str | None
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # in C where libyaml is there: seconds a run


class _Cell(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    table: int
    row: str
    column: str
    value: float | str | None
    note: str = ""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    table: int
    title: str
    output: str | None


class _Paper(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str
    authors: str
    source: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    paper: _Paper
    command: str
    notes: tuple[str, ...] = ()
    tables: tuple[_Table, ...]
    cells: tuple[_Cell, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed cell; ``value`` is None where the paper prints N/A or a dash."""

    table: int
    row: str
    column: str
    value: Printed
    note: str = ""


@dataclass(frozen=True)
class ExpectedValues:
    """Every printed cell of one paper, with its notes and the command whose tables stand beside it."""

    title: str
    source: str
    command: str
    notes: tuple[str, ...]
    titles: dict[int, str]
    cells: dict[tuple[int, str, str], Cell]

    def value(self, table: int, row: str, column: str) -> float | None:
        """Return the printed number, or None where the paper has no such row or prints no number.

        Raises:
            DataError: If the paper's table has no such column.
        """
        cell = self.cells.get((table, row, column))
        if cell is None:
            columns = {c.column for c in self.table(table)}
            if column not in columns:
                near = get_close_matches(column, sorted(columns), n=1)
                raise DataError(
                    f"Table {table} of {self.title!r} has no column {column!r}.",
                    hint=f"Did you mean {near[0]!r}?" if near else f"It has {sorted(columns)}.",
                )
            return None
        return cell.value if isinstance(cell.value, float) else None

    def table(self, table: int) -> Iterator[Cell]:
        """Yield the cells of one table, in the order printed."""
        return (cell for cell in self.cells.values() if cell.table == table)


def load_expected(path: Path) -> ExpectedValues:
    """Read a file of printed values.

    Raises:
        DataError: If the file is missing or broken, or prints one cell twice.
    """
    try:
        file = _File.model_validate(yaml.load(path.read_text(encoding="utf-8"), _LOADER))
    except FileNotFoundError as error:
        raise DataError("no such file of printed values.", path=path) from error
    except (yaml.YAMLError, ValidationError, UnicodeDecodeError) as error:
        raise DataError(f"not a file of printed values: {error}", path=path) from error
    cells: dict[tuple[int, str, str], Cell] = {}
    for cell in file.cells:
        key = (cell.table, cell.row, cell.column)
        if key in cells:
            raise DataError(f"cell {key} is given twice.", path=path)
        cells[key] = Cell(cell.table, cell.row, cell.column, cell.value, cell.note)
    return ExpectedValues(
        title=file.paper.title,
        source=file.paper.source,
        command=file.command,
        notes=file.notes,
        titles={table.table: table.title for table in file.tables},
        cells=cells,
    )
