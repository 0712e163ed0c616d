"""Table 5: benchmark statistics by domain."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from streamrecall.records import Domain, GapType, Instance
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.recall_means import difference
from streamrecall.text.windows import turn_tokens

_PAPER_DOMAIN = {str(Domain.CHITCHAT): "Chit-Chat", str(Domain.WORKPLACE): "Workplace", "all": "All"}
_PAPER_COLUMNS = {
    "instances": "# Samples",
    "mean_tokens": "Avg. Dialogue Length",
    "min_tokens": "Min. Dialogue Length",
    "max_tokens": "Max. Dialogue Length",
    "referential": "Ref. Gap",
    "attribute": "Att. Gap",
    "relational": "Rel. Gap",
    "mean_salient": "Avg. Sal.",
    "mean_gaps": "Avg. Gap",
}
COLUMNS = (
    "domain", "sources", "dialogues",
    *(f"{prefix}{name}" for name in _PAPER_COLUMNS for prefix in ("", "paper_", "difference_")),
)  # fmt: skip

NOTES = ("Length: tokens of history and window. mean_salient and mean_gaps are per instance.",)


def table_5(instances: Sequence[Instance], expected: ExpectedValues) -> pd.DataFrame:
    """Return one row per domain and one for all; a domain without instances has blank means."""
    rows = []
    for domain, printed_row in _PAPER_DOMAIN.items():
        own = [instance for instance in instances if domain in ("all", str(instance.domain))]
        row: dict[str, object] = {
            "domain": domain,
            "sources": ", ".join(sorted({instance.corpus for instance in own})),
            "dialogues": len({instance.window.dialogue_id for instance in own}),
        }
        for name, value in _statistics(own).items():
            printed = expected.value(5, printed_row, _PAPER_COLUMNS[name])
            row[name] = value
            row[f"paper_{name}"] = printed
            row[f"difference_{name}"] = difference(value, printed)
        rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _statistics(instances: Sequence[Instance]) -> dict[str, float | None]:
    lengths = [
        instance.window.history_tokens + sum(turn_tokens(turn) for turn in instance.window.turns)
        for instance in instances
    ]
    gaps = [gap.type for instance in instances for gap in instance.gaps]
    return {
        "instances": len(instances),
        "mean_tokens": _per_instance(sum(lengths), len(instances)),
        "min_tokens": min(lengths, default=None),
        "max_tokens": max(lengths, default=None),
        **{str(kind): gaps.count(kind) for kind in GapType},
        "mean_salient": _per_instance(sum(len(instance.salient) for instance in instances), len(instances)),
        "mean_gaps": _per_instance(len(gaps), len(instances)),
    }


def _per_instance(total: int, instances: int) -> float | None:
    return total / instances if instances else None
