"""Runs a suite on a table, in an ephemeral Great Expectations context without analytics."""

from __future__ import annotations

import inspect
import logging
import os
from collections.abc import Mapping
from threading import Lock
from typing import Any

import pandas as pd

from streamrecall.errors import ConfigError
from streamrecall.quality.row_names import ID_COLUMNS

_one_context = Lock()  # Great Expectations keeps its context in a global


def run_suite(suite: str, data: pd.DataFrame, options: Mapping[str, Any]) -> list[Any]:
    """Return Great Expectations' result of every expectation of a suite.

    Raises:
        ConfigError: If the suite does not take the options.
    """
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations  # noqa: PLC0415 (it takes seconds)
    from great_expectations.data_context.types.base import ProgressBarsConfig  # noqa: PLC0415

    from streamrecall.quality.suites import SUITES  # noqa: PLC0415

    for logger in ("great_expectations", ProgressBarsConfig.__module__):  # the second sets its own level
        logging.getLogger(logger).setLevel(logging.WARNING)
    try:
        inspect.signature(SUITES[suite]).bind(**options)
    except TypeError as error:
        raise ConfigError(f"suite {suite!r}: {error}.") from None
    with _one_context:
        context = great_expectations.get_context(mode="ephemeral")
        context.variables.progress_bars = ProgressBarsConfig(globally=False)
        asset = context.data_sources.add_pandas("facts").add_dataframe_asset(suite)
        batch = asset.add_batch_definition_whole_dataframe("all").get_batch({"dataframe": data})
        result = batch.validate(
            SUITES[suite](**options),
            result_format={
                "result_format": "COMPLETE",
                "unexpected_index_column_names": list(ID_COLUMNS[suite]),
            },
        )
    return list(result.results)
