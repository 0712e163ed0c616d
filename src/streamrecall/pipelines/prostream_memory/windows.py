"""ProStream's memories of the benchmark windows, with the configured distillation."""

from __future__ import annotations

import pandas as pd

from streamrecall.memories import MEMORIES, MemoryParts
from streamrecall.params import (
    CallParameters,
    EncoderParameters,
    MemoryParameters,
    ProStreamParameterGroup,
)
from streamrecall.pipelines.call_accounts import accounts_frame
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import SECONDS, Rows, memory_line, replay_method, seconds_line
from streamrecall.pipelines.prostream_memory.distillation import open_distillation

METHOD = "ProStream"


def build_prostream(  # noqa: PLR0917
    benchmark: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    encoder: EncoderParameters,
    prostream: ProStreamParameterGroup,
    calls: CallParameters,
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return the memory of every window, its build time, and the model calls of the turns before it.

    ``embedding_report`` only orders the DAG.
    """
    rows: Rows = []
    seconds: Rows = []
    embedder = open_encoder(encoder)
    with open_distillation(prostream, calls) as distillation:
        parts = MemoryParts(
            embedder, event_summarizer=distillation.summarizer, extractor=distillation.extractor
        )
        for built in replay_method(lambda: MEMORIES[METHOD](parts), METHOD, benchmark, turns, memory.budget):
            rows.append(memory_line(built))
            seconds.append(seconds_line(METHOD, built, distillation.settle(METHOD, built.window_id)))
    return rows, pd.DataFrame(seconds, columns=list(SECONDS)), accounts_frame(distillation.accounts)
