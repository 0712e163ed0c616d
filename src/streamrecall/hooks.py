"""What a run says on its way and at its end."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any

from kedro.framework.hooks import hook_impl
from kedro.io import CatalogProtocol
from kedro.pipeline import Pipeline
from kedro.pipeline.node import Node

_LOG = logging.getLogger(__name__)


class RunReport:
    """Says how far a run is, one line a node, and what it found, at the end."""

    def __init__(self) -> None:
        self._nodes = 0
        self._done = 0
        self._started = 0.0

    @hook_impl
    def before_pipeline_run(self, pipeline: Pipeline) -> None:
        """Count the nodes of the run."""
        self._nodes, self._done = len(pipeline.nodes), 0

    @hook_impl
    def before_node_run(self) -> None:
        """Start the clock of a node."""
        self._started = time.perf_counter()

    @hook_impl
    def after_node_run(self, node: Node) -> None:
        """Log one line: which node of how many, and its seconds."""
        self._done += 1
        seconds = time.perf_counter() - self._started
        _LOG.info("%3d of %d  %-48s %6.1f s", self._done, self._nodes, node.name, seconds)

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
