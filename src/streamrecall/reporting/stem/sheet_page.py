"""The experts' sheet as a page: one card a question, marks that are kept and exported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from streamrecall.benchmark.review_marks import FORM, VERSION
from streamrecall.benchmark.stem.expert_sheet import SheetRow
from streamrecall.reporting.evidence_report.page import (
    asset,
    installed_version,
    page_environment,
    render_page,
)

_PACKAGE = "streamrecall.reporting.stem"
_REVIEW = "streamrecall.reporting.review_page"


def render_sheet_page(rows: Sequence[SheetRow]) -> str:
    """Return one HTML document that opens from the file system, works offline and sends nothing."""
    scripts = (
        asset("dom.js"),
        asset("marks.js", _REVIEW),
        asset("cards.js", _REVIEW),
        asset("sheet.js", _PACKAGE),
    )
    return render_page(
        "sheet.html.j2",
        style=asset("look.css") + "\n" + asset("review.css", _REVIEW),
        script="'use strict';\n" + "\n".join(scripts),
        data={"form": FORM, "version": VERSION, "marks": [], "rows": [asdict(row) for row in rows]},
        context={"title": "Questions for expert marks", "version": installed_version()},
        environment=page_environment(_PACKAGE),
    )
