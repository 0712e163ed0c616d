"""The quality report: every expectation of every suite, how many rows it saw, and the worst of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from streamrecall.quality.checks import run_suite
from streamrecall.quality.row_names import ID_COLUMNS, name_row

WORST_ROWS = 5
COLUMNS = (
    "dataset", "suite", "expectation", "column", "limits", "passed", "rows", "failed_rows", "worst_rows",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    """A dataset and the suite it is held to."""

    dataset: str
    suite: str
    table: pd.DataFrame
    options: Mapping[str, Any] = field(default_factory=dict)


def quality_report(checked: Iterable[Checked]) -> pd.DataFrame:
    """Return one row per expectation; a failure does not stop the report."""
    rows = [
        _row(each, outcome) for each in checked for outcome in run_suite(each.suite, each.table, each.options)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _row(checked: Checked, outcome: Any) -> tuple[object, ...]:
    kwargs = outcome.expectation_config.kwargs
    limits = {
        k: kwargs[k] for k in ("value_set", "min_value", "max_value", "regex") if kwargs.get(k) is not None
    }
    failed = outcome.result.get("unexpected_index_list") or []
    names = [name_row(entry, ID_COLUMNS[checked.suite]) for entry in failed[:WORST_ROWS]]
    return (
        checked.dataset,
        checked.suite,
        outcome.expectation_config.type,
        kwargs.get("column") or ", ".join(kwargs.get("column_list", ())) or "table",
        ", ".join(f"{key} {value}" for key, value in limits.items()),
        bool(outcome.success),
        len(checked.table),
        int(outcome.result.get("unexpected_count") or 0),
        "; ".join(names),
    )
