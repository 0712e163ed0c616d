from pathlib import Path

import pytest

from streamrecall.errors import DataError
from streamrecall.metrics.composite import composite
from streamrecall.reporting.expected_values import ExpectedValues, load_expected

PARTS = ("Win-Comp", "Gap-Comp", "Conc", "Faith")


def test_exactly_five_composites_of_table_7_are_not_the_mean_of_their_parts(printed: ExpectedValues) -> None:
    exceptions = {}
    composites = [cell for cell in printed.table(7) if cell.column.endswith("Composite")]
    for cell in composites:
        domain = cell.column.removesuffix(" Composite")
        parts = [printed.value(7, cell.row, f"{domain} {part}") for part in PARTS]
        if "No Memory" in cell.row:
            assert parts[1] is None
            parts[1] = 0.0
        mean = composite(*parts)
        if abs(mean - cell.value) > 0.0005:
            exceptions[cell.row, cell.column] = round(mean, 4), cell.note
    assert len(composites) == 60
    assert {key: mean for key, (mean, _) in exceptions.items()} == {
        ("Qwen3.5-4B / Ideal Memory", "Workplace Composite"): 0.7704,
        ("Qwen3.5-4B / Recent Memory", "Chit-Chat Composite"): 0.5310,
        ("Gemma-4-E2B-it / Inc. Summary", "Workplace Composite"): 0.5871,
        ("Gemma-4-E2B-it / Hier. Summary", "Chit-Chat Composite"): 0.5653,
        ("Gemma-4-E2B-it / Hier. Summary", "Workplace Composite"): 0.5677,
    }
    assert all(str(mean)[1:5] in note for mean, note in exceptions.values())
    assert {(c.row, c.column) for c in composites if c.note} == set(exceptions)


@pytest.mark.parametrize(
    ("table", "cells"), [(1, 36), (2, 150), (3, 54), (4, 15), (5, 27), (7, 300), (8, 14), (9, 12), (10, 65)]
)
def test_every_table_is_whole(printed: ExpectedValues, table: int, cells: int) -> None:
    assert len(list(printed.table(table))) == cells
    assert table in printed.titles


def test_table_1_is_table_8_weighted_by_instances(printed: ExpectedValues) -> None:
    chitchat, workplace = (printed.value(5, row, "# Samples") for row in ("Chit-Chat", "Workplace"))
    for method in {cell.row for cell in printed.table(8)}:
        mean = (
            chitchat * printed.value(8, method, "Chit-Chat")
            + workplace * printed.value(8, method, "Workplace")
        ) / (chitchat + workplace)
        assert mean == pytest.approx(printed.value(1, method, "Memory Recall"), abs=1.01e-4)


def test_the_type_columns_of_ideal_memory_are_shares_of_all_gaps(printed: ExpectedValues) -> None:
    counts = {
        kind: printed.value(5, "All", f"{kind[:3]}. Gap")
        for kind in ("Referential", "Attribute", "Relational")
    }
    counts["Attribute"] = printed.value(5, "All", "Att. Gap")
    for kind, count in counts.items():
        share = count / sum(counts.values())
        assert printed.value(1, "Ideal Memory", f"{kind} Gap") == pytest.approx(share, abs=5e-5)


def test_table_9_repeats_the_mean_of_three_summarizers(printed: ExpectedValues) -> None:
    for domain in ("Chit-Chat", "Workplace"):
        values = [
            printed.value(7, f"{model} / ReMEMBER", f"{domain} Gap-Comp")
            for model in ("Qwen3.5-4B", "Qwen3.5-9B", "Gemma-4-E2B-it")
        ]
        assert printed.value(9, "Qwen3.5-4B", f"{domain} Gap-Comp") == pytest.approx(
            sum(values) / 3, abs=1e-4
        )


def test_an_unknown_row_has_no_value_and_an_unknown_column_is_an_error(printed: ExpectedValues) -> None:
    assert printed.value(1, "a variant", "Memory Recall") is None
    with pytest.raises(DataError, match="Did you mean 'Memory Recall'"):
        printed.value(1, "a variant", "Memory recal")


@pytest.mark.parametrize(
    "text",
    [
        "cells: [",
        "{}",
        "paper: {title: t, authors: a, source: s}\ncommand: c\ntables: []\ncells:\n"
        + "  - {table: 1, row: r, column: c, value: 1}\n" * 2,
        "paper: {title: t, authors: a, source: s}\ncommand: c\ntables: []\ncells: []\nextra: 1\n",
    ],
)
def test_a_broken_file_is_an_error_that_names_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(text)
    with pytest.raises(DataError, match=r"broken\.yaml"):
        load_expected(path)


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.yaml"):
        load_expected(tmp_path / "absent.yaml")
