"""Renders the quality report as a page; Great Expectations' own fetches its styles from the network."""

from __future__ import annotations

import pandas as pd

from streamrecall.reporting.evidence_report.page import (
    asset,
    installed_version,
    page_environment,
    render_page,
)

_PACKAGE = "streamrecall.reporting.data_docs"


def render_data_docs(report: pd.DataFrame, title: str = "Data quality") -> str:
    """Return one HTML document without anything to fetch; the same report gives the same bytes.

    Args:
        report: Rows of ``quality.report.COLUMNS``.
        title: The page's heading.
    """
    datasets = [
        {
            "name": str(name),
            "suite": str(own["suite"].iloc[0]),
            "rows": int(own["rows"].iloc[0]),
            "passed": int(own["passed"].sum()),
            "expectations": own.to_dict("records"),
        }
        for name, own in report.groupby("dataset", sort=False)
    ]
    return render_page(
        "data_docs.html.j2",
        style=asset("look.css") + "\n" + asset("data_docs.css", _PACKAGE),
        context={
            "title": title,
            "version": installed_version(),
            "datasets": datasets,
            "passed": int(report["passed"].sum()),
            "expectations": len(report),
        },
        environment=page_environment(_PACKAGE),
    )
