"""A benchmark folder and a file of review marks as datasets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from kedro.io import AbstractDataset
from kedro.io.core import DatasetError

from streamrecall.benchmark.exchange import MANIFEST, export_benchmark, import_benchmark
from streamrecall.benchmark.review_marks import ReviewMark, read_review_marks
from streamrecall.corpora.corpus import Corpus, build_corpus
from streamrecall.pipelines.datasets.corpus import ReadOnlyDataset
from streamrecall.records import Dialogue, Instance

Export = tuple[list[Instance], list[Dialogue], str]
"""Instances, the dialogues they are from, and the data card."""


class BenchmarkExportDataset(AbstractDataset[Export, Export]):
    """Saves a benchmark as a folder of JSONL, data card and manifest.

    Args:
        filepath: The folder, relative to the project.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, filepath: str, metadata: dict[str, Any] | None = None) -> None:
        self._filepath = Path(filepath)
        self.metadata = metadata

    def load(self) -> Export:
        """Return the benchmark after checking it."""
        dialogues, instances = import_benchmark(self._filepath)
        card = self._filepath / "README.md"
        return list(instances), list(dialogues), card.read_text("utf-8") if card.is_file() else ""

    def save(self, data: Export) -> None:
        """Write the folder."""
        instances, dialogues, card = data
        export_benchmark(self._filepath, instances, dialogues, card)

    def _exists(self) -> bool:
        return (self._filepath / MANIFEST).is_file()

    def _describe(self) -> dict[str, Any]:
        return {"filepath": str(self._filepath)}


class _ImportedDataset(ReadOnlyDataset):
    def __init__(self, *, folder: str, metadata: dict[str, Any] | None = None) -> None:
        self._folder = folder
        self.metadata = metadata

    def _read(self) -> tuple[tuple[Dialogue, ...], tuple[Instance, ...]]:
        if not self._folder:
            raise DatasetError(
                "Say which benchmark to run: kedro run --env=imported --params=imported.folder=FOLDER "
                "(a folder with benchmark.jsonl and dialogues.jsonl)."
            )
        return import_benchmark(Path(self._folder))

    def _describe(self) -> dict[str, Any]:
        return {"folder": self._folder}


class ImportedCorpusDataset(_ImportedDataset):
    """Loads the dialogues of a benchmark made elsewhere.

    Args:
        folder: The benchmark's folder.
        metadata: Kept for Kedro-Viz.
    """

    def load(self) -> Corpus:
        """Return the dialogues."""
        return build_corpus("imported", self._read()[0])


class ImportedAnnotationsDataset(_ImportedDataset):
    """Loads the instances of a benchmark made elsewhere.

    Args:
        folder: The benchmark's folder.
        metadata: Kept for Kedro-Viz.
    """

    def load(self) -> list[Instance]:
        """Return the annotated windows."""
        return list(self._read()[1])


class ReviewMarksDataset(AbstractDataset[NoReturn, tuple[ReviewMark, ...]]):
    """Loads the marks that people exported from the review page; no file means no marks.

    Args:
        filepath: The file, relative to the project.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, filepath: str, metadata: dict[str, Any] | None = None) -> None:
        self._filepath = Path(filepath)
        self.metadata = metadata

    def load(self) -> tuple[ReviewMark, ...]:
        """Return the marks in the order of the file."""
        if not self._filepath.is_file():
            return ()
        try:
            content = json.loads(self._filepath.read_text(encoding="utf-8"))
        except ValueError as error:
            raise DatasetError(f"{self._filepath}: not JSON: {error}") from error
        return read_review_marks(content, self._filepath)

    def save(self, data: NoReturn) -> None:
        """Refuse: marks are made by people."""
        raise DatasetError(f"{self._filepath} holds people's marks and is never written by a run.")

    def _exists(self) -> bool:
        return True

    def _describe(self) -> dict[str, Any]:
        return {"filepath": str(self._filepath)}
