"""A JSONL file of plain rows, written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path, PurePosixPath
from threading import get_ident
from typing import Any

from kedro.io import AbstractDataset
from kedro.io.core import DatasetError
from kedro_datasets._typing import JSONPreview

Rows = list[dict[str, Any]]


class JsonLinesDataset(AbstractDataset[Rows, Rows]):
    """Loads and saves a list of dictionaries, one JSON object a line.

    A save goes to a file beside the target that then replaces it, so a killed run leaves the old file or
    the new one, never half of either; each writer has a file of its own. The same
    rows always give the same bytes.

    Args:
        filepath: The file, relative to the project.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, filepath: str, metadata: dict[str, Any] | None = None) -> None:
        self._filepath = PurePosixPath(filepath)
        self.metadata = metadata

    def load(self) -> Rows:
        """Return the rows; a line that is not a JSON object is an error that names it."""
        rows: Rows = []
        for number, line in enumerate(Path(self._filepath).read_text(encoding="utf-8").split("\n"), start=1):
            if not line:
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise DatasetError(f"{self._filepath}:{number}: not JSON: {error.msg}") from error
            if not isinstance(row, dict):
                raise DatasetError(
                    f"{self._filepath}:{number}: expected an object, found {type(row).__name__}"
                )
            rows.append(row)
        return rows

    def save(self, data: Rows) -> None:
        """Write the rows in their order, keys as given."""
        target = Path(self._filepath)
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.{os.getpid()}-{get_ident()}.partial")
        try:
            with partial.open("w", encoding="utf-8", newline="\n") as lines:
                for row in data:
                    lines.write(json.dumps(row, ensure_ascii=False, separators=(", ", ": ")) + "\n")
                lines.flush()
                os.fsync(lines.fileno())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)

    def preview(self, rows: int = 5) -> JSONPreview:
        """Return the first rows for Kedro-Viz."""
        return JSONPreview(json.dumps(self.load()[:rows], ensure_ascii=False, indent=2))

    def _exists(self) -> bool:
        return Path(self._filepath).is_file()

    def _describe(self) -> dict[str, Any]:
        return {"filepath": str(self._filepath)}
