"""The class that a catalog entry names under ``validator:``; it runs a suite when the data is saved.

gap_facts:
  type: pandas.ParquetDataset
  filepath: ...
  validator:
    class: streamrecall.quality.validator.SuiteValidator
    on: [save]
    options: {suite: gaps}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from streamrecall.errors import ConfigError, DataError
from streamrecall.quality.checks import run_suite
from streamrecall.quality.facts import benchmark_facts
from streamrecall.quality.row_names import ID_COLUMNS, name_row

_SHOWN_ROWS = 10


class SuiteValidator:
    """Checks a table of facts against a suite of expectations.

    Great Expectations is imported at the first check, not before, with its analytics off and without a
    context on disk.

    Args:
        suite: A name in ``ID_COLUMNS``.
        **options: Arguments of the suite's function, such as ``min_history_tokens``.

    Raises:
        ConfigError: If there is no such suite.
    """

    def __init__(self, suite: str, **options: object) -> None:
        if suite not in ID_COLUMNS:
            raise ConfigError(f"no suite {suite!r}: choose one of {', '.join(ID_COLUMNS)}.")
        self.suite = suite
        self.options = options

    def validate(self, data: Any) -> Any:
        """Return ``data`` unchanged.

        Raises:
            DataError: If an expectation fails: names the suite, the expectation and up to ten rows.
            ConfigError: If the suite does not take the options.
        """
        table = benchmark_facts(data) if self.suite == "benchmark" and isinstance(data, list) else data
        if not isinstance(table, pd.DataFrame):
            raise DataError(f"suite {self.suite!r} expects a table, found {type(data).__name__}.")
        failures = list(self._failures(table))
        if failures:
            raise DataError(f"suite {self.suite!r}: " + "; ".join(failures) + ".")
        return data

    def _failures(self, data: pd.DataFrame) -> Iterator[str]:
        for row in run_suite(self.suite, data, self.options):
            if not row.success:
                yield _describe(row, ID_COLUMNS[self.suite])


def _describe(row: Any, id_columns: tuple[str, ...]) -> str:
    kwargs = row.expectation_config.kwargs
    column = kwargs.get("column") or ", ".join(kwargs.get("column_list", ()))
    limits = {k: kwargs[k] for k in ("value_set", "min_value", "max_value") if kwargs.get(k) is not None}
    text = f"{row.expectation_config.type}({column or 'table'}{f', {limits}' if limits else ''}) failed"
    rows = row.result.get("unexpected_index_list") or []
    if rows:
        named = ", ".join(name_row(entry, id_columns) for entry in rows[:_SHOWN_ROWS])
        more = f" and {len(rows) - _SHOWN_ROWS} more" if len(rows) > _SHOWN_ROWS else ""
        return f"{text} in {len(rows)} rows: {named}{more}"
    if "observed_value" in row.result:
        return f"{text}: observed {row.result['observed_value']}"
    return f"{text}: {_exception_message(row.exception_info)}"


def _exception_message(info: dict[str, Any]) -> str:
    """Return the message of the first exception; the information is nested by metric or flat."""
    nested = [value for value in info.values() if isinstance(value, dict)]
    messages = [entry.get("exception_message") for entry in [*nested, info]]
    return next((str(message) for message in messages if message), "no reason given")
