"""Marks of several experts read back: one file each, a filled sheet (CSV) or the page's export (JSON)."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from streamrecall.benchmark.review_marks import read_review_marks
from streamrecall.benchmark.stem.expert_sheet import plain_cell
from streamrecall.errors import DataError

Mark = Literal["accept", "reject"]
_MARKS: dict[str, Mark] = {"accept": "accept", "reject": "reject"}
_SUFFIXES = (".csv", ".json")
_NEEDED = ("question_id", "mark")


@dataclass(frozen=True, slots=True)
class ExpertMark:
    """What one expert said of one question, and where it stands."""

    expert: str
    question_id: str
    mark: Mark
    note: str
    path: Path
    line: int | None = None


def read_expert_marks(folder: Path) -> tuple[ExpertMark, ...]:
    """Read the files of a folder in the order of their names; an expert is called after the file.

    Questions that an expert left without a mark are left out. No folder means no marks.

    Raises:
        DataError: If the folder is a file; if a file is of another kind or malformed, holds another mark
            than ``accept`` or ``reject``, marks a question twice, or an expert has two files.
    """
    if folder.is_file():
        raise DataError("expected a folder of marks, found a file.", path=folder)
    files = sorted(path for path in folder.glob("*") if path.is_file() and not path.name.startswith("."))
    experts: dict[str, Path] = {}
    marks: list[ExpertMark] = []
    for path in files:
        if path.suffix not in _SUFFIXES:
            raise DataError(
                "is no file of marks.",
                path=path,
                hint="Put filled sheets (.csv) or exported marks (.json) here.",
            )
        if path.stem in experts:
            raise DataError(f"expert {path.stem!r} has a second file, {experts[path.stem].name}.", path=path)
        experts[path.stem] = path
        marks += _once(_read_csv(path) if path.suffix == ".csv" else _read_json(path))
    return tuple(marks)


def check_known(marks: Iterable[ExpertMark], question_ids: Collection[str]) -> None:
    """Hold marks against the questions that there are.

    Raises:
        DataError: If a mark is on a question that is not there.
    """
    for each in marks:
        if each.question_id not in question_ids:
            near = get_close_matches(each.question_id, question_ids, n=1, cutoff=0.8)
            hint = (
                f"Did you mean {near[0]!r}?" if near else "Draw the sheet again: the questions have changed."
            )
            raise DataError(f"no question {each.question_id!r}.", path=each.path, line=each.line, hint=hint)


def ratings(marks: Iterable[ExpertMark]) -> dict[str, dict[str, str]]:
    """Return the mark by expert, by question, as agreement is measured on."""
    found: dict[str, dict[str, str]] = {}
    for each in marks:
        found.setdefault(each.question_id, {})[each.expert] = each.mark
    return found


def rejected_by_majority(given: Mapping[str, Mapping[str, str]]) -> frozenset[str]:
    """Return the questions that more experts reject than accept."""
    return frozenset(
        question_id
        for question_id, marks in given.items()
        if 2 * sum(mark == "reject" for mark in marks.values()) > len(marks)
    )


def _read_csv(path: Path) -> Iterator[ExpertMark]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            for name in _NEEDED:
                columns = list(reader.fieldnames or ()).count(name)
                if columns != 1:
                    raise DataError(
                        f"has {columns or 'no'} column{'s' * (columns > 1)} {name!r}.",
                        path=path,
                        line=1,
                        hint="Fill the sheet as it was drawn, and save it with commas.",
                    )
            for row in reader:
                if None in row.values() or None in row:
                    raise DataError(
                        "has another number of cells than its head.", path=path, line=reader.line_num
                    )
                if mark := _mark(row["mark"], path, reader.line_num):
                    note, question_id = row.get("note") or "", plain_cell(row["question_id"].strip())
                    yield ExpertMark(path.stem, question_id, mark, note, path, reader.line_num)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(
            f"cannot be read: {error}.", path=path, hint="Save the sheet as CSV in UTF-8."
        ) from error


def _mark(cell: str, path: Path, line: int) -> Mark | None:
    word = cell.strip().casefold()
    if not word:
        return None
    if word not in _MARKS:
        raise DataError(f"expected 'accept' or 'reject', found {cell!r}.", path=path, line=line)
    return _MARKS[word]


def _read_json(path: Path) -> Iterator[ExpertMark]:
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}.", path=path) from error
    for each in read_review_marks(content, path):
        yield ExpertMark(path.stem, each.target, each.mark, each.note, path)


def _once(marks: Iterable[ExpertMark]) -> Iterator[ExpertMark]:
    seen: set[str] = set()
    for each in marks:
        if each.question_id in seen:
            raise DataError(f"question {each.question_id!r} is marked twice.", path=each.path, line=each.line)
        seen.add(each.question_id)
        yield each
