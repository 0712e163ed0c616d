"""A chat export as a dataset that is only read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from streamrecall.exports.reader import Export, read_export
from streamrecall.pipelines.datasets.corpus import ReadOnlyDataset


class ExportDataset(ReadOnlyDataset):
    """Loads a chat export of any supported format.

    Args:
        filepath: The export: a file, a zip or a folder.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, filepath: str, metadata: dict[str, Any] | None = None) -> None:
        self._filepath = Path(filepath)
        self.metadata = metadata

    def load(self) -> Export:
        """Return the messages."""
        return read_export(self._filepath)

    def _describe(self) -> dict[str, Any]:
        return {"filepath": str(self._filepath)}
