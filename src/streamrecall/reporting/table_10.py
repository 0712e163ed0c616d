"""Table 10: what the calls of each model cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from streamrecall.models.ledger_rows import ModelCost
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.paper_models import paper_model
from streamrecall.reporting.recall_means import difference

COLUMNS = (
    "model", "revision", "used_for", "calls", "failed", "cut_off", "unreadable", "tokens_in", "tokens_out",
    "seconds_per_call", "paper_seconds_per_call", "difference_seconds", "gpu_hours_per_call",
    "paper_gpu_hours_per_call", "paper_parameters", "paper_vram",
)  # fmt: skip

NOTES = (
    "All calls of the run's models that the ledger holds, each counted once, those of earlier runs included. "
    "seconds_per_call: from request to reply on a server; the batch's time over its calls in vLLM.",
    "gpu_hours_per_call: seconds times the accelerators of one copy of the model, where vLLM ran it in this "
    "process; blank for servers, whose hardware is not known here. Peak memory is not measured.",
    "failed: calls that ended without an answer; cut_off: answers that reached the token limit; unreadable: "
    "answers that could not be parsed and were asked for again.",
    "No rows where every step is offline. A model of the paper has a row where it was run.",
)


def table_10(
    costs: Iterable[ModelCost],
    used_for: Mapping[str, str],
    accelerators: Mapping[str, int],
    expected: ExpectedValues,
) -> pd.DataFrame:
    """Return one row per model of the run, in the order of ``used_for``.

    Args:
        costs: Costs of the models in the ledger; others than those of the run are left out.
        used_for: Model -> the steps it served.
        accelerators: Model -> accelerators of one copy, for models that ran in this process.
        expected: The paper's printed values.
    """
    order = {model: position for position, model in enumerate(used_for)}
    rows = []
    for cost in sorted((c for c in costs if c.model in order), key=lambda c: (order[c.model], c.revision)):
        printed_row = paper_model(cost.model, expected)
        printed = expected.value(10, printed_row, "Sec. / call")
        used = accelerators.get(cost.model)
        texts = {cell.column: cell.value for cell in expected.table(10) if cell.row == printed_row}
        rows.append(
            {
                "model": cost.model,
                "revision": cost.revision,
                "used_for": used_for[cost.model],
                "calls": cost.calls,
                "failed": cost.failed,
                "cut_off": cost.cut_off,
                "unreadable": cost.unreadable,
                "tokens_in": cost.tokens_in,
                "tokens_out": cost.tokens_out,
                "seconds_per_call": cost.seconds_per_call,
                "paper_seconds_per_call": printed,
                "difference_seconds": difference(cost.seconds_per_call, printed),
                "gpu_hours_per_call": None if used is None else used * cost.seconds_per_call / 3600,
                "paper_gpu_hours_per_call": expected.value(10, printed_row, "GPU h / call"),
                "paper_parameters": texts.get("Params"),
                "paper_vram": texts.get("VRAM"),
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))
