"""What a run says at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kedro.framework.hooks import hook_impl
from kedro.io import CatalogProtocol
from kedro.pipeline import Pipeline


class RunReport:
    """Prints the memory-recall table and where the report lies, after a run that made them."""

    @hook_impl
    def after_pipeline_run(
        self, run_params: dict[str, Any], pipeline: Pipeline, catalog: CatalogProtocol[Any, Any]
    ) -> None:
        """Print the first table when the run wrote it."""
        if "table_1" not in pipeline.all_outputs():
            return
        from streamrecall.reporting.console import print_recall  # noqa: PLC0415 (rich, only when needed)

        page = Path(str(getattr(catalog.get("evidence_report"), "_filepath", "")))
        project = Path(run_params["project_path"])
        shown = page.relative_to(project) if page.is_relative_to(project) else page
        print_recall(catalog.load("table_1"), str(shown))
