"""How complex the contexts of Figure 5 (b) are, as the answerer reads them."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.context_complexity import CausalCrossEntropy, ContextComplexity, PieceCompression
from streamrecall.params import ComplexityParameters
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.progress import track
from streamrecall.prostream.context import render_context
from streamrecall.records import Memory
from streamrecall.reporting.prostream.figure_5 import COMPLEXITY_COLUMNS, METHODS
from streamrecall.serialization import from_plain


def measure_context_complexity(complexity: ComplexityParameters, *probed: Rows) -> pd.DataFrame:
    """Return one row of ``COMPLEXITY_COLUMNS`` per question and method of Figure 5."""
    measure = open_complexity(complexity)
    rows = []
    wanted = [row for rows_ in probed for row in rows_ if row["method"] in METHODS]
    for row in track(wanted, "complexity of contexts"):
        (value,) = measure.measure([render_context(from_plain(Memory, row["memory"]))])
        rounded = None if value is None else round(value, 6)
        rows.append((row["method"], row["question_id"], rounded, measure.name, measure.unit))
    return pd.DataFrame(rows, columns=list(COMPLEXITY_COLUMNS))


def open_complexity(parameters: ComplexityParameters) -> ContextComplexity:
    """Return what measures, without loading a model yet."""
    if not parameters.model:
        return PieceCompression()
    return CausalCrossEntropy(
        parameters.model,
        revision=parameters.revision,
        context=parameters.context,
        stride=parameters.stride,
        device=parameters.device,
        allow_download=parameters.allow_download,
    )
