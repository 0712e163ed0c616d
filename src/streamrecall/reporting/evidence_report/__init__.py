"""The evidence report: one self-contained HTML page that leads from a summary back to what was said."""

from streamrecall.reporting.evidence_report.page import render_evidence_report
from streamrecall.reporting.evidence_report.view import (
    DialogueView,
    GapLabel,
    ReportView,
    WindowView,
    build_report_view,
)

__all__ = [
    "DialogueView",
    "GapLabel",
    "ReportView",
    "WindowView",
    "build_report_view",
    "render_evidence_report",
]
