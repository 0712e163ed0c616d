"""A corpus, and the gap annotations that come with it, as datasets that are only read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from kedro.io import AbstractDataset
from kedro.io.core import DatasetError

from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.corpora.corpora import load_corpus
from streamrecall.corpora.corpus import Corpus, build_corpus
from streamrecall.corpora.first_dialogues import first_dialogues
from streamrecall.corpora.joined import JOINED_BY, join_corpora
from streamrecall.corpora.sample import load_sample
from streamrecall.records import Dialogue, Instance

_GIVE_GOLD = (
    "Say which annotated windows to run: "
    "kedro run --env=gold --params=gold.windows=FILE,gold.turns=FOLDER "
    "(FILE: a JSON list of windows; FOLDER: one JSONL of turns per dialogue; docs/reproduce.md has the form)."
)


class ReadOnlyDataset(AbstractDataset[NoReturn, Any]):
    """A source: it is loaded, never saved."""

    def save(self, data: NoReturn) -> None:
        """Refuse to overwrite a source."""
        raise DatasetError(f"{self} is a source and is never written by a run.")


class CorpusDataset(ReadOnlyDataset):
    """Loads a corpus from its folder.

    Args:
        corpus: A name of ``corpora.corpora``, or several joined by ``+``.
        filepath: The corpus's folder, relative to the project; the folders of joined corpora lie beside it.
        download: Fetch what is missing from the corpus's own public address first.
        dialogues: Read only the first so many; all where None.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(
        self,
        *,
        corpus: str,
        filepath: str,
        download: bool = False,
        dialogues: int | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        self._corpus = corpus
        self._filepath = Path(filepath)
        self._download = download
        self._dialogues = dialogues
        self.metadata = metadata

    def load(self) -> Corpus:
        """Return the parsed corpus."""
        corpus = self._read()
        return corpus if self._dialogues is None else first_dialogues(corpus, self._dialogues)

    def _read(self) -> Corpus:
        names = self._corpus.split(JOINED_BY)
        if len(names) == 1:
            return load_corpus(self._corpus, self._filepath, download=self._download)
        beside = self._filepath.parent
        return join_corpora([load_corpus(name, beside / name, download=self._download) for name in names])

    def _describe(self) -> dict[str, Any]:
        return {"corpus": self._corpus, "filepath": str(self._filepath)}


class CorpusAnnotationsDataset(ReadOnlyDataset):
    """Loads the gap annotations that a corpus carries itself: of the corpora read here, only the sample's.

    Args:
        corpus: A name of ``corpora.corpora``.
        filepath: The corpus's folder, relative to the project.
        dialogues: Only those of the first so many; of all where None.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(
        self,
        *,
        corpus: str,
        filepath: str,
        dialogues: int | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        self._corpus = corpus
        self._filepath = Path(filepath)
        self._dialogues = dialogues
        self.metadata = metadata

    def load(self) -> list[Instance]:
        """Return the annotated windows; none for a corpus without annotations."""
        if self._corpus != "sample":
            return []
        return [
            instance
            for dialogue in load_sample(self._filepath).dialogues[: self._dialogues]
            for instance in read_sample_annotations(
                self._filepath / dialogue.dialogue_id / "gaps.json", dialogue
            )
        ]

    def _describe(self) -> dict[str, Any]:
        return {"corpus": self._corpus, "filepath": str(self._filepath)}


class _GoldDataset(ReadOnlyDataset):
    def __init__(self, *, windows: str, turns: str, metadata: dict[str, Any] | None = None) -> None:
        self._windows = windows
        self._turns = turns
        self.metadata = metadata

    def _read(self) -> tuple[tuple[Dialogue, ...], tuple[Instance, ...]]:
        if not (self._windows and self._turns):
            raise DatasetError(_GIVE_GOLD)
        return read_gold(Path(self._windows), Path(self._turns))

    def _describe(self) -> dict[str, Any]:
        return {"windows": self._windows, "turns": self._turns}


class GoldCorpusDataset(_GoldDataset):
    """Loads the dialogues of annotated windows.

    Args:
        windows: The annotation file.
        turns: The folder with one JSONL of turns per dialogue.
        metadata: Kept for Kedro-Viz.
    """

    def load(self) -> Corpus:
        """Return the dialogues that the annotation names."""
        dialogues, _ = self._read()
        return build_corpus("gold", dialogues)


class GoldAnnotationsDataset(_GoldDataset):
    """Loads annotated windows of real dialogues.

    Args:
        windows: The annotation file.
        turns: The folder with one JSONL of turns per dialogue.
        metadata: Kept for Kedro-Viz.
    """

    def load(self) -> list[Instance]:
        """Return the annotated windows."""
        _, instances = self._read()
        return list(instances)
