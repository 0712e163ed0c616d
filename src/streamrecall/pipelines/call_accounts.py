"""What each model-made row took: enough to find its calls in the ledger and to make it again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from streamrecall.records import Provenance
from streamrecall.serialization import to_plain

COLUMNS = (
    "step", "method", "window_id", "made_by", "model", "revision", "prompt_hash", "seed", "temperature",
    "calls", "tokens_in", "tokens_out", "seconds", "failed", "unusable",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CallAccount:
    """One row that a model made.

    Attributes:
        step: ``gap detection``, ``distillation``, ``memory``, ``summary``, ``judgement``, ``answer`` or
            ``answer judgement``.
        window_id: The window; of an answer its question, of a distillation its dialogue.
        made_by: The name that results give the model; a second sample of one has a name of its own.
        provenance: Calls, tokens and seconds count stored calls as if they were made now.
        failed: Why there is no usable result.
        method: The memory method, where the step depends on one.
        unusable: Replies that stayed unusable, of a memory whose steps ask for several; it has a result all
            the same where ``failed`` is empty.
    """

    step: str
    window_id: str
    made_by: str
    provenance: Provenance
    failed: str = ""
    method: str = ""
    unusable: int = 0

    def row(self) -> tuple[object, ...]:
        """Return the row of a table with ``COLUMNS``."""
        made = self.provenance
        return (
            self.step, self.method, self.window_id, self.made_by, made.model, made.revision,
            made.prompt_hash, made.seed, made.parameters.get("temperature"), made.parameters.get("calls"),
            made.tokens_in, made.tokens_out, round(made.seconds, 6), self.failed, self.unusable,
        )  # fmt: skip


def accounts_frame(accounts: Iterable[CallAccount]) -> pd.DataFrame:
    """Return the rows as a frame; offline steps have none."""
    return pd.DataFrame([account.row() for account in accounts], columns=list(COLUMNS))


def result_provenance(made: Provenance) -> dict[str, object]:
    """Return what a result file says about its making: everything but the seconds, which differ by run."""
    plain = to_plain(made)
    del plain["seconds"]
    return plain


def join_accounts(*frames: pd.DataFrame) -> pd.DataFrame:
    """Return the accounts of several steps in one frame."""
    filled = [frame for frame in frames if len(frame)]
    return pd.concat(filled, ignore_index=True) if filled else accounts_frame([])
