"""A paper's printed values as a dataset."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from kedro.io import AbstractDataset
from kedro.io.core import DatasetError

from streamrecall.reporting.expected_values import ExpectedValues, load_expected


class ExpectedValuesDataset(AbstractDataset[NoReturn, ExpectedValues]):
    """Loads ``expected/<paper>.yaml``; read only.

    Args:
        filepath: The file, relative to the project.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, filepath: str, metadata: dict[str, Any] | None = None) -> None:
        self._filepath = Path(filepath)
        self.metadata = metadata

    def load(self) -> ExpectedValues:
        """Return the printed values."""
        return load_expected(self._filepath)

    def save(self, data: NoReturn) -> None:
        """Refuse: printed values are edited by hand, beside the paper."""
        raise DatasetError(f"{self._filepath} holds a paper's printed values and is never written by a run.")

    def _exists(self) -> bool:
        return self._filepath.is_file()

    def _describe(self) -> dict[str, Any]:
        return {"filepath": str(self._filepath)}
