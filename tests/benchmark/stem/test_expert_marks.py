"""The experts' sheet out and their marks in: safe cells, clear errors, counted agreement."""

import csv
import io
import json
from pathlib import Path

import pytest
from lantern_talk import stream
from test_audits import COUNTED, HOPS, SOUND, TRICK

from streamrecall.benchmark.stem.drafts import named_by_content
from streamrecall.benchmark.stem.expert_marks import (
    check_known,
    ratings,
    read_expert_marks,
    rejected_by_majority,
)
from streamrecall.benchmark.stem.expert_sheet import SheetRow, draw_sheet, write_sheet
from streamrecall.errors import DataError
from streamrecall.reporting.stem.sheet_page import render_sheet_page

DRAFTS = [named_by_content(draft) for draft in (SOUND, HOPS, TRICK, COUNTED)]
STREAMS = {"lanterns": stream()}


def test_the_subsample_is_seeded_and_in_order() -> None:
    rows = draw_sheet(DRAFTS, STREAMS, 3, seed=5)
    assert rows == draw_sheet(DRAFTS, STREAMS, 3, seed=5)
    ids = [draft.question_id for draft in DRAFTS]
    places = [ids.index(row.question_id) for row in rows]
    assert len(places) == 3 and places == sorted(places)
    assert len(draw_sheet(DRAFTS, STREAMS, 99, seed=5)) == 4
    assert {len(draw_sheet(DRAFTS, STREAMS, 2, seed)) for seed in range(3)} == {2}


@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@a", "\t=1", "  =cmd"])
def test_no_cell_is_a_formula(start: str) -> None:
    row = SheetRow("q", "d", "single_hop", 3, start, start, f'{start}"\n,x')
    (_, cells) = csv.reader(io.StringIO(write_sheet([row])))
    assert all(not cell.lstrip(" \t").startswith(("=", "+", "-", "@")) for cell in cells)
    assert cells[4] == f"'{start}"


@pytest.mark.parametrize(
    "name", ["+49 151 5550.single_hop.1a", "=cmd.single_hop.1a", "'=a.single_hop.1a", "q"]
)
def test_an_id_that_looks_like_a_formula_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    row = SheetRow(name, "d", "single_hop", 3, "?", "a", "b", mark="accept")
    (tmp_path / "ada.csv").write_text(write_sheet([row]))
    assert [each.question_id for each in read_expert_marks(tmp_path)] == [name]


def test_the_page_holds_hostile_text_as_data() -> None:
    row = SheetRow("q", "d", "single_hop", 3, "</script><img src=x onerror=alert(1)>", "a", "<b>")
    page = render_sheet_page([row])
    assert "<img src=x" not in page and "<b>" not in page


def filled(marks: dict[str, str]) -> str:
    rows = draw_sheet(DRAFTS, STREAMS, 4, seed=0)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["question_id", "question", "mark", "note"])
    writer.writerows([row.question_id, row.question, marks.get(row.category, ""), ""] for row in rows)
    return text.getvalue()


def exported(marks: dict[str, str]) -> str:
    given = [
        {"target": draft.question_id, "mark": marks[draft.category], "note": ""}
        for draft in DRAFTS
        if draft.category in marks
    ]
    return json.dumps({"form": "streamrecall-review", "version": 1, "marks": given})


def test_marks_of_three_experts_from_sheets_and_exports(tmp_path: Path) -> None:
    (tmp_path / "ada.csv").write_text(
        filled({"single_hop": "Accept", "multi_hop": "reject"}), encoding="utf-8-sig"
    )
    (tmp_path / "bo.json").write_text(
        exported({"single_hop": "accept", "multi_hop": "reject", "adversarial": "reject"})
    )
    (tmp_path / "cy.csv").write_text(filled({"single_hop": "accept", "multi_hop": "accept"}))
    (tmp_path / ".gitkeep").touch()
    marks = read_expert_marks(tmp_path)
    check_known(marks, {draft.question_id for draft in DRAFTS})
    given = ratings(marks)
    single, multi, trick, _ = (draft.question_id for draft in DRAFTS)
    assert given[single] == {"ada": "accept", "bo": "accept", "cy": "accept"}
    assert rejected_by_majority(given) == {multi, trick}


def test_a_tie_rejects_nothing() -> None:
    assert rejected_by_majority({"q": {"a": "accept", "b": "reject"}}) == frozenset()


def test_no_folder_means_no_marks(tmp_path: Path) -> None:
    assert read_expert_marks(tmp_path / "nobody") == ()


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "marks").write_text("question_id,mark\nq,accept\n")
    with pytest.raises(DataError, match="expected a folder of marks"):
        read_expert_marks(tmp_path / "marks")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.csv",
            "question_id,mark\nq1,accept\nq2,maybe\n",
            r"a\.csv:3: expected 'accept' or 'reject', found 'maybe'",
        ),
        ("a.csv", "question_id,mark\nq1,accept\nq1,reject\n", r"a\.csv:3: question 'q1' is marked twice"),
        ("a.csv", "question_id,note\nq1,x\n", r"a\.csv:1: has no column 'mark'"),
        ("a.csv", "question_id,mark\nq1\n", r"a\.csv:2: has another number of cells"),
        ("a.csv", "question_id,mark\nq1,accept,more\n", r"a\.csv:2: has another number of cells"),
        ("a.csv", "", r"a\.csv:1: has no column 'question_id'"),
        ("a.csv", "question_id;mark\nq1;accept\n", r"a\.csv:1: has no column .* with commas"),
        ("a.csv", "question_id,mark,mark\nq1,accept,reject\n", r"a\.csv:1: has 2 columns 'mark'"),
        ("a.json", "[", r"a\.json: not JSON"),
        ("a.json", '{"form": "other", "version": 1, "marks": []}', r"a\.json: expected form"),
        ("a.xlsx", "", r"a\.xlsx: is no file of marks"),
    ],
)
def test_a_bad_file_names_its_line(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError, match=message):
        read_expert_marks(tmp_path)


def test_another_encoding_is_refused_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("question_id,mark,note\nq1,accept,caf\u00e9\n".encode("cp1252"))
    with pytest.raises(DataError, match=r"a\.csv: cannot be read: .* in UTF-8"):
        read_expert_marks(tmp_path)


def test_one_expert_has_one_file(tmp_path: Path) -> None:
    for name in ("a.csv", "a.json"):
        (tmp_path / name).write_text(filled({}) if name.endswith("csv") else exported({}))
    with pytest.raises(DataError, match="second file"):
        read_expert_marks(tmp_path)


def test_a_mark_on_an_unknown_question_names_the_nearest(tmp_path: Path) -> None:
    near = DRAFTS[0].question_id[:-1] + "z"
    (tmp_path / "a.csv").write_text(f"question_id,mark\n{near},accept\n")
    with pytest.raises(DataError, match=rf"a\.csv:2: no question .* Did you mean '{DRAFTS[0].question_id}'"):
        check_known(read_expert_marks(tmp_path), {draft.question_id for draft in DRAFTS})
