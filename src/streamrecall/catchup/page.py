"""A catch-up as one self-contained HTML page, in the look of the evidence report."""

from __future__ import annotations

from streamrecall.catchup.digest import CatchUp, Digest
from streamrecall.catchup.wording import (
    context_source,
    coverage_lines,
    said_by,
    speaker,
    when,
    window_line,
)
from streamrecall.reporting.evidence_report.page import (
    asset,
    installed_version,
    page_environment,
    render_page,
)

_PACKAGE = "streamrecall.catchup"


def to_html(catch_up: CatchUp) -> str:
    """Return the page: points and their messages side by side, joined by links, without a script."""
    return render_page(
        "catch_up.html.j2",
        style=asset("look.css") + asset("catch_up.css", _PACKAGE),
        context={
            "title": f"Catch-up: {catch_up.source.replace(chr(92), '/').rsplit('/', 1)[-1]}",
            "catch_up": catch_up,
            "version": installed_version(),
            "said_by": said_by,
            "speaker": speaker,
            "when": when,
            "window_line": window_line,
            "coverage_lines": coverage_lines,
            "context_source": context_source,
            "marks": _marks,
        },
        environment=page_environment(_PACKAGE),
    )


def _marks(digest: Digest) -> set[int]:
    """Return the indices of the history turns that a point leans on."""
    points = [point for _, section in digest.sections for point in section]
    return {context.turn.index for point in points for context in point.context}
