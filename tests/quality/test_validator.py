"""Each expectation meets a row that breaks it, and the error names that row."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import ConfigError, DataError
from streamrecall.quality.facts import gap_facts, salient_facts, turn_facts, window_facts
from streamrecall.quality.validator import SuiteValidator
from streamrecall.records import Dialogue, Instance

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "01_raw" / "sample"
DIALOGUES = load_sample(SAMPLE).dialogues
INSTANCES = tuple(
    instance
    for dialogue in DIALOGUES
    for instance in read_sample_annotations(SAMPLE / dialogue.dialogue_id / "gaps.json", dialogue)
)


def facts(dialogues: tuple[Dialogue, ...], instances: tuple[Instance, ...]) -> dict[str, pd.DataFrame]:
    return {
        "turns": turn_facts(dialogues),
        "windows": window_facts(instances),
        "salient_utterances": salient_facts(instances),
        "gaps": gap_facts(instances, dialogues),
    }


@pytest.fixture
def tables() -> dict[str, pd.DataFrame]:
    return facts(DIALOGUES, INSTANCES)


def test_sample_passes_every_suite(tables: dict[str, pd.DataFrame]) -> None:
    assert {name: len(table) for name, table in tables.items()} == {
        "turns": 1218,
        "windows": 14,
        "salient_utterances": 139,
        "gaps": 56,
    }
    options: dict[str, dict[str, Any]] = {"windows": {"min_history_tokens": 7000}}
    for name, table in tables.items():
        assert SuiteValidator(name, **options.get(name, {})).validate(table) is table


@pytest.mark.shared_data
def test_gold_passes_with_loose_spans(shared_dir: Path) -> None:
    tables = facts(*read_gold(shared_dir / "gold" / "open.json", shared_dir / "gold" / "turns"))
    for name in ("turns", "gaps"):
        SuiteValidator(name).validate(tables[name])
    SuiteValidator("windows", min_history_tokens=7000).validate(tables["windows"])
    SuiteValidator("salient_utterances", exact_spans=False).validate(tables["salient_utterances"])
    with pytest.raises(DataError, match=r"\(span_inside_window, .* failed in \d+ rows: ES2004\.W0"):
        SuiteValidator("salient_utterances").validate(tables["salient_utterances"])


CELLS: list[tuple[str, str, object, str]] = [
    ("turns", "turn_id", "c0002", r"compound_columns_to_be_unique\(dialogue_id, turn_id.* chitchat c0002 0"),
    ("turns", "index_follows", False, r"in_set\(index_follows.* 1 rows: chitchat c0001 0"),
    ("turns", "index_follows", None, r"not_be_null\(index_follows.* 1 rows: chitchat c0001 0"),
    ("turns", "dialogue_agrees", False, r"in_set\(dialogue_agrees.* 1 rows: chitchat c0001 0"),
    ("windows", "window_id", "chitchat.8", r"unique\(window_id\).* 2 rows: chitchat\.8, chitchat\.8"),
    ("windows", "first_turn", 347, r"unique\(dialogue_id, first_turn.* chitchat\.7, chitchat\.8"),
    ("windows", "window_turns", 0, r"between\(window_turns, .* 1 rows: chitchat\.7"),
    ("windows", "window_tokens", 1025, r"between\(window_tokens, .*1024.* 1 rows: chitchat\.7"),
    ("windows", "window_tokens", 0, r"between\(window_tokens, .* 1 rows: chitchat\.7"),
    ("windows", "history_tokens", -1, r"between\(history_tokens, .* 1 rows: chitchat\.7"),
    ("windows", "turns_consecutive", False, r"in_set\(turns_consecutive.* 1 rows: chitchat\.7"),
    ("salient_utterances", "utterance_id", "chitchat.7.U1", r"unique\(utterance_id\).* 2 rows"),
    ("salient_utterances", "turns_inside_window", False, r"\(turns_inside_window.* chitchat\.7\.U0"),
    ("salient_utterances", "span_inside_window", False, r"\(span_inside_window.* chitchat\.7\.U0"),
    ("gaps", "gap_id", "chitchat.7.G1", r"unique\(gap_id\).* 2 rows"),
    ("gaps", "gap_type", "causal", r"in_set\(gap_type.* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "gap_type", None, r"not_be_null\(gap_type.* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "evidence_turns", 0, r"between\(evidence_turns, .* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "reason_present", False, r"\(reason_present.* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "resolution_present", False, r"\(resolution_present.* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "evidence_resolvable", False, r"\(evidence_resolvable.* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "evidence_before_window", False, r"\(evidence_before_window.* 1 rows: chitchat\.7"),
    ("gaps", "evidence_distinct", False, r"\(evidence_distinct.* 1 rows: chitchat\.7 chitchat\.7\.G0"),
    ("gaps", "superseded_before_window", False, r"\(superseded_before_window.* 1 rows: chitchat\.7 chitchat"),
]


@pytest.mark.parametrize(("suite", "column", "value", "message"), CELLS)
def test_broken_row_is_named(
    tables: dict[str, pd.DataFrame], suite: str, column: str, value: object, message: str
) -> None:
    table = tables[suite].astype({column: object})
    table.loc[0, column] = value
    if column == "window_tokens":
        table[column] = table[column].astype(int)
    with pytest.raises(DataError, match=f"suite '{suite}': .*{message}"):
        SuiteValidator(suite).validate(table)


def test_salient_utterance_written_twice_is_named(tables: dict[str, pd.DataFrame]) -> None:
    table = tables["salient_utterances"]
    table.loc[1, "utterance"] = table.loc[0, "utterance"]
    with pytest.raises(DataError, match=r"unique\(window_id, utterance.*chitchat\.7\.U0, .*chitchat\.7\.U1"):
        SuiteValidator("salient_utterances").validate(table)


def test_single_turn_may_exceed_the_window(tables: dict[str, pd.DataFrame]) -> None:
    table = tables["windows"]
    table.loc[0, ["window_turns", "window_tokens"]] = [1, 5000]
    assert SuiteValidator("windows").validate(table) is table


def test_options_reach_the_suite(tables: dict[str, pd.DataFrame]) -> None:
    with pytest.raises(DataError, match=r"'min_value': 8000.* failed in \d rows: chitchat\.7"):
        SuiteValidator("windows", min_history_tokens=8000).validate(tables["windows"])
    with pytest.raises(DataError, match=r"between\(words_inside_window"):
        SuiteValidator("salient_utterances", exact_spans=False, min_words_inside=1.01).validate(
            tables["salient_utterances"]
        )


@pytest.mark.parametrize("suite", ["turns", "windows", "salient_utterances"])
def test_empty_table_fails(tables: dict[str, pd.DataFrame], suite: str) -> None:
    with pytest.raises(DataError, match=r"row_count_to_be_between\(table, .* failed: observed 0"):
        SuiteValidator(suite).validate(tables[suite].iloc[:0])


def test_no_gap_at_all_is_allowed(tables: dict[str, pd.DataFrame]) -> None:
    SuiteValidator("gaps").validate(tables["gaps"].iloc[:0])


def test_missing_column_is_named(tables: dict[str, pd.DataFrame]) -> None:
    with pytest.raises(DataError, match=r'\(gap_type.* failed: Error: The column "gap_type" .* not exist'):
        SuiteValidator("gaps").validate(tables["gaps"].drop(columns="gap_type"))


def test_at_most_ten_rows_are_listed(tables: dict[str, pd.DataFrame]) -> None:
    table = tables["turns"].assign(index_follows=False)
    with pytest.raises(DataError, match=r"1218 rows: (chitchat c\d+ \d+, ){9}chitchat c0010 9 and 1208 more"):
        SuiteValidator("turns").validate(table)


def test_unknown_suite_option_and_data_are_refused(tables: dict[str, pd.DataFrame]) -> None:
    with pytest.raises(ConfigError, match="no suite 'gap': choose one of turns, windows"):
        SuiteValidator("gap")
    with pytest.raises(ConfigError, match=r"suite 'gaps': .*'colour'"):
        SuiteValidator("gaps", colour="red").validate(tables["gaps"])
    with pytest.raises(DataError, match="expects a table, found list"):
        SuiteValidator("gaps").validate([])


def spoiled(change: Callable[[Instance], Instance]) -> tuple[Instance, ...]:
    return (change(INSTANCES[0]), *INSTANCES[1:])


def with_gap(**change: Any) -> Callable[[Instance], Instance]:
    def apply(instance: Instance) -> Instance:
        first, *rest = instance.salient
        assert first.gap is not None
        return replace(instance, salient=(replace(first, gap=replace(first.gap, **change)), *rest))

    return apply


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"evidence": ("c0400",)}, "evidence_before_window"),
        ({"evidence": ("c0308",)}, "evidence_before_window"),
        ({"evidence": ("c9999",)}, "evidence_resolvable"),
        ({"evidence": ("c0075", "c0075")}, "evidence_distinct"),
        ({"reason": " "}, "reason_present"),
        ({"resolution": ""}, "resolution_present"),
    ],
)
def test_gap_facts_see_what_is_wrong(change: dict[str, Any], column: str) -> None:
    table = gap_facts(spoiled(with_gap(**change)), DIALOGUES)
    assert table[column].tolist() == [False] + [True] * 55


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"utterance": "There is water coming in"}, "span_inside_window"),
        ({"turns": ("c0307",)}, "turns_inside_window"),
        ({"turns": ()}, "turns_inside_window"),
    ],
)
def test_salient_facts_see_what_is_wrong(change: dict[str, Any], column: str) -> None:
    first, *rest = INSTANCES[0].salient
    instances = spoiled(lambda i: replace(i, salient=(replace(first, **change), *rest)))
    assert salient_facts(instances)[column].tolist() == [False] + [True] * 138


def test_words_inside_counts_the_share() -> None:
    first, *rest = INSTANCES[0].salient
    instances = spoiled(lambda i: replace(i, salient=(replace(first, utterance="water zyx"), *rest)))
    assert salient_facts(instances)["words_inside_window"][0] == 0.5


def test_turn_and_window_facts_see_a_break() -> None:
    first = DIALOGUES[0]
    broken = replace(first, turns=(*first.turns[:5], *first.turns[6:]))
    assert turn_facts([broken])["index_follows"].tolist() == [True] * 5 + [False] * 586
    window = INSTANCES[0].window
    gapped = replace(INSTANCES[0], window=replace(window, turns=(window.turns[0], *window.turns[2:])))
    assert window_facts([gapped])["turns_consecutive"].tolist() == [False]


def test_the_catalog_stops_a_save_that_breaks_the_suite(
    tables: dict[str, pd.DataFrame], tmp_path: Path
) -> None:
    from kedro.io import DataCatalog
    from kedro.validation.exceptions import DataValidationError

    entry = {
        "type": "pandas.CSVDataset",
        "filepath": str(tmp_path / "gaps.csv"),
        "save_args": {"index": False},
        "validator": {
            "class": "streamrecall.quality.validator.SuiteValidator",
            "on": ["save"],
            "options": {"suite": "gaps"},
        },
    }
    catalog = DataCatalog.from_config({"gap_facts": entry})
    broken = tables["gaps"].assign(resolution_present=[False] + [True] * 55)
    with pytest.raises(DataValidationError, match=r"(?s)gap_facts.*resolution_present.*chitchat\.7\.G0"):
        catalog.save("gap_facts", broken)
    assert not (tmp_path / "gaps.csv").exists()
    catalog.save("gap_facts", tables["gaps"])
    assert len(catalog.load("gap_facts")) == 56


def test_importing_the_validator_imports_neither_framework() -> None:
    code = (
        "import sys, streamrecall.quality.validator, streamrecall.quality.facts; "
        "print([m for m in ('great_expectations', 'kedro') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
