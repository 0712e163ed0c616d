import pandas as pd
import pytest

from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.table_5 import table_5
from streamrecall.text.windows import turn_tokens

TURN = Turn("d", 0, "t0", "A", "We moved it.")
GAP = Gap("g", GapType.ATTRIBUTE, "", ("h",), "")


def instance(name: str, history: int, gaps: int) -> Instance:
    salient = tuple(
        SalientUtterance(f"u{i}", ("t0",), "We moved it.", GAP if i < gaps else None) for i in range(4)
    )
    return Instance(Window(name, "d", (TURN,), history), "sample", Domain.CHITCHAT, salient)


def test_golden(printed: ExpectedValues) -> None:
    table = table_5([instance("a", 8_000, 1), instance("b", 10_000, 2)], printed).set_index("domain")
    chitchat, tokens = table.loc["chitchat"], turn_tokens(TURN)
    assert (chitchat["instances"], chitchat["dialogues"], chitchat["sources"]) == (2, 1, "sample")
    assert chitchat["mean_tokens"] == 9_000 + tokens
    assert (chitchat["min_tokens"], chitchat["max_tokens"]) == (8_000 + tokens, 10_000 + tokens)
    assert (chitchat["attribute"], chitchat["referential"]) == (3, 0)
    assert (chitchat["mean_salient"], chitchat["mean_gaps"]) == (4, 1.5)
    assert chitchat["paper_instances"] == 300
    assert chitchat["difference_mean_gaps"] == pytest.approx(-0.05)
    assert table.loc["all", "instances"] == 2
    assert table.loc["workplace", "instances"] == 0
    assert pd.isna(table.loc["workplace", "mean_tokens"])


def test_no_instances_divide_nothing_by_zero(printed: ExpectedValues) -> None:
    assert list(table_5([], printed)["instances"]) == [0, 0, 0]
