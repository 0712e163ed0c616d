"""The sheet on which human experts mark a random subsample of the questions (section 3.3)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from random import Random

from streamrecall.benchmark.stem.drafts import QuestionDraft
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.benchmark.stem.verification import evidence_lines

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One question for an expert: ``mark`` is to hold ``accept`` or ``reject``, ``note`` anything."""

    question_id: str
    dialogue_id: str
    category: str
    asked_after: int
    question: str
    answer: str
    evidence: str
    mark: str = ""
    note: str = ""


def draw_sheet(
    drafts: Sequence[QuestionDraft], streams: Mapping[str, TopicStream], size: int, seed: int
) -> list[SheetRow]:
    """Return a random subsample in the order of the questions; all of them where there are no more."""
    chosen = sorted(Random(f"{seed} sheet").sample(range(len(drafts)), min(size, len(drafts))))
    return [
        SheetRow(
            question_id=drafts[place].question_id,
            dialogue_id=drafts[place].dialogue_id,
            category=str(drafts[place].category),
            asked_after=drafts[place].asked_after,
            question=drafts[place].text,
            answer=drafts[place].answer,
            evidence=evidence_lines(drafts[place], streams[drafts[place].dialogue_id]).strip(),
        )
        for place in chosen
    ]


def write_sheet(rows: Sequence[SheetRow]) -> str:
    """Return the sheet as CSV that a spreadsheet shows as text: no cell of it can be a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(field.name for field in fields(SheetRow))
    writer.writerows([_cell(value) for value in asdict(row).values()] for row in rows)
    return text.getvalue()


def plain_cell(cell: str) -> str:
    """Return a cell's text without the apostrophe that keeps a spreadsheet from computing it."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell[1:]) else cell


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _is_formula(value) else value


def _is_formula(text: str) -> bool:
    return text.lstrip(" '").startswith(_FORMULA_STARTS)
