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

import inspect
import logging
import os
from collections.abc import Iterator
from threading import Lock
from typing import Any

import pandas as pd

from streamrecall.errors import ConfigError, DataError

ID_COLUMNS: dict[str, tuple[str, ...]] = {
    "turns": ("dialogue_id", "turn_id", "index"),
    "windows": ("window_id",),
    "salient_utterances": ("window_id", "utterance_id"),
    "gaps": ("window_id", "gap_id"),
}
"""The columns that name a row of each suite's facts."""

_SHOWN_ROWS = 10
_one_context = Lock()  # Great Expectations keeps its context in a global


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
        if not isinstance(data, pd.DataFrame):
            raise DataError(f"suite {self.suite!r} expects a table, found {type(data).__name__}.")
        failures = list(self._failures(data))
        if failures:
            raise DataError(f"suite {self.suite!r}: " + "; ".join(failures) + ".")
        return data

    def _failures(self, data: pd.DataFrame) -> Iterator[str]:
        os.environ["GX_ANALYTICS_ENABLED"] = "false"
        logging.getLogger("great_expectations").setLevel(logging.WARNING)
        import great_expectations  # noqa: PLC0415
        from great_expectations.data_context.types.base import ProgressBarsConfig  # noqa: PLC0415

        from streamrecall.quality.suites import SUITES  # noqa: PLC0415

        try:
            inspect.signature(SUITES[self.suite]).bind(**self.options)
        except TypeError as error:
            raise ConfigError(f"suite {self.suite!r}: {error}.") from None
        with _one_context:
            context = great_expectations.get_context(mode="ephemeral")
            context.variables.progress_bars = ProgressBarsConfig(globally=False)
            asset = context.data_sources.add_pandas("facts").add_dataframe_asset(self.suite)
            batch = asset.add_batch_definition_whole_dataframe("all").get_batch({"dataframe": data})
            result = batch.validate(
                SUITES[self.suite](**self.options),
                result_format={
                    "result_format": "COMPLETE",
                    "unexpected_index_column_names": list(ID_COLUMNS[self.suite]),
                },
            )
        for row in result.results:
            if not row.success:
                yield _describe(row, ID_COLUMNS[self.suite])


def _describe(row: Any, id_columns: tuple[str, ...]) -> str:
    kwargs = row.expectation_config.kwargs
    column = kwargs.get("column") or ", ".join(kwargs.get("column_list", ()))
    limits = {k: kwargs[k] for k in ("value_set", "min_value", "max_value") if kwargs.get(k) is not None}
    text = f"{row.expectation_config.type}({column or 'table'}{f', {limits}' if limits else ''}) failed"
    rows = row.result.get("unexpected_index_list") or []
    if rows:
        named = ", ".join(_name(entry, id_columns) for entry in rows[:_SHOWN_ROWS])
        more = f" and {len(rows) - _SHOWN_ROWS} more" if len(rows) > _SHOWN_ROWS else ""
        return f"{text} in {len(rows)} rows: {named}{more}"
    if "observed_value" in row.result:
        return f"{text}: observed {row.result['observed_value']}"
    return f"{text}: {_exception_message(row.exception_info)}"


def _name(entry: dict[str, Any], id_columns: tuple[str, ...]) -> str:
    return " ".join(str(entry[column]) for column in id_columns)


def _exception_message(info: dict[str, Any]) -> str:
    """Return the message of the first exception; the information is nested by metric or flat."""
    nested = [value for value in info.values() if isinstance(value, dict)]
    messages = [entry.get("exception_message") for entry in [*nested, info]]
    return next((str(message) for message in messages if message), "no reason given")
