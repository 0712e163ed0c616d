"""Renders chosen examples as one page that fetches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.records import MemoryItem
from streamrecall.reporting.evidence_report.page import (
    asset,
    installed_version,
    page_environment,
    render_page,
)
from streamrecall.reporting.prostream.cases import Chosen, Outcome, Pair

_PACKAGE = "streamrecall.reporting.prostream.case_pages"
_SHOWN = 12
"""Items shown of a context; those that name evidence always are."""


def render_case_page(
    title: str, lead: str, chosen: Sequence[Chosen], counts: Mapping[str, int], corpus: str
) -> str:
    """Return one HTML document; texts of the dialogue are escaped.

    Args:
        title: The page's heading.
        lead: What the page shows.
        chosen: An example per rule.
        counts: What stands above the examples.
        corpus: What was asked.
    """
    return render_page(
        "cases.html.j2",
        style=asset("look.css") + "\n" + asset("cases.css", _PACKAGE),
        context={
            "title": title,
            "lead": lead,
            "corpus": corpus,
            "version": installed_version(),
            "counts": dict(counts),
            "cases": [
                {"rule": each.rule, "among": each.among, "pair": each.pair and _view(each.pair)}
                for each in chosen
            ],
        },
        environment=page_environment(_PACKAGE),
    )


def _view(pair: Pair) -> dict[str, object]:
    wanted = {turn.turn_id for turn in pair.evidence}
    return {
        "question": pair.question,
        "evidence": [(turn.turn_id, turn.date or "", turn.speaker, turn.text) for turn in pair.evidence],
        "outcomes": [_outcome(each, wanted) for each in (pair.ours, pair.other)],
    }


def _outcome(outcome: Outcome, wanted: set[str]) -> dict[str, object]:
    items = outcome.memory.items
    held = [item for item in items if wanted & set(item.turn_ids)]
    others = [item for item in items if not wanted & set(item.turn_ids)]
    shown = sorted([*held, *others[: max(0, _SHOWN - len(held))]], key=items.index)
    return {
        "method": outcome.method,
        "answer": outcome.answer,
        "right": outcome.right,
        "recall": outcome.evidence_recall,
        "tokens": outcome.memory.tokens,
        "items": [_line(item, wanted) for item in shown],
        "left_out": len(items) - len(shown),
    }


def _line(item: MemoryItem, wanted: set[str]) -> tuple[str, str, str, bool]:
    return item.date or "", item.reason, item.text, bool(wanted & set(item.turn_ids))
