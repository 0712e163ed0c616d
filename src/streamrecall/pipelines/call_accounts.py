"""What each model-made row took: enough to find its calls in the ledger and to make it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from streamrecall.records import Provenance

COLUMNS = (
    "step", "method", "window_id", "made_by", "model", "revision", "prompt_hash", "seed", "temperature",
    "calls", "tokens_in", "tokens_out", "seconds", "failed",
)  # fmt: skip


def account(
    step: str, method: str, window_id: str, made_by: str, provenance: Provenance, failed: str
) -> dict[str, Any]:
    """Return one row: what was made, with what, for how many tokens and seconds, and whether it failed."""
    return {
        "step": step,
        "method": method,
        "window_id": window_id,
        "made_by": made_by,
        "model": provenance.model,
        "revision": provenance.revision,
        "prompt_hash": provenance.prompt_hash,
        "seed": provenance.seed,
        "temperature": provenance.parameters.get("temperature"),
        "calls": provenance.parameters.get("calls"),
        "tokens_in": provenance.tokens_in,
        "tokens_out": provenance.tokens_out,
        "seconds": round(provenance.seconds, 6),
        "failed": failed,
    }


def accounts_frame(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return the rows as a frame; offline steps have none."""
    return pd.DataFrame(rows, columns=list(COLUMNS))


def join_accounts(*frames: pd.DataFrame) -> pd.DataFrame:
    """Return the accounts of several steps in one frame."""
    filled = [frame for frame in frames if len(frame)]
    return pd.concat(filled, ignore_index=True) if filled else accounts_frame([])
