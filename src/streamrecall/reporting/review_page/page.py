"""Assembles the review page from the evidence report's shell and its own script."""

from __future__ import annotations

from streamrecall.reporting.evidence_report.page import (
    asset,
    installed_version,
    page_environment,
    render_page,
)
from streamrecall.reporting.review_page.payload import ReviewView, review_payload

_PACKAGE = "streamrecall.reporting.review_page"


def render_review_page(view: ReviewView) -> str:
    """Return one HTML document that opens from the file system, works offline and sends nothing."""
    scripts = [asset("dom.js"), *(asset(name, _PACKAGE) for name in ("marks.js", "cards.js", "review.js"))]
    return render_page(
        "review.html.j2",
        style=asset("look.css") + "\n" + asset("review.css", _PACKAGE),
        script="'use strict';\n" + "\n".join(scripts),
        data=review_payload(view),
        context={"title": view.title, "version": installed_version(), "source": view.source},
        environment=page_environment(_PACKAGE),
    )
