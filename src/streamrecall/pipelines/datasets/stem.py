"""STEM-Bench read back: experts' marks, and the finished benchmark as a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pandas as pd
from kedro.io import AbstractDataset
from kedro.io.core import DatasetError

from streamrecall.benchmark.probes import read_probes
from streamrecall.benchmark.stem.expert_marks import ExpertMark, read_expert_marks
from streamrecall.corpora.corpus import Corpus, build_corpus
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.pipelines.datasets.corpus import ReadOnlyDataset
from streamrecall.quality.stem_facts import question_facts
from streamrecall.quality.validator import SuiteValidator


class ExpertMarksDataset(AbstractDataset[NoReturn, tuple[ExpertMark, ...]]):
    """Loads the marks of all experts, one file each; no folder means no marks.

    Args:
        filepath: The folder, relative to the project.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, filepath: str, metadata: dict[str, Any] | None = None) -> None:
        self._filepath = Path(filepath)
        self.metadata = metadata

    def load(self) -> tuple[ExpertMark, ...]:
        """Return the marks, file by file."""
        return read_expert_marks(self._filepath)

    def save(self, data: NoReturn) -> None:
        """Refuse: marks are made by people."""
        raise DatasetError(f"{self._filepath} holds people's marks and is never written by a run.")

    def _exists(self) -> bool:
        return True

    def _describe(self) -> dict[str, Any]:
        return {"filepath": str(self._filepath)}


class StemCorpusDataset(ReadOnlyDataset):
    """Loads the turns and questions of STEM-Bench as a corpus that memories are probed on.

    The questions are held against their suite again, so that a file edited by hand cannot look ahead.

    Args:
        turns: The Parquet file of the turns, relative to the project.
        questions: The JSONL file of the questions, relative to the project.
        metadata: Kept for Kedro-Viz.
    """

    def __init__(self, *, turns: str, questions: str, metadata: dict[str, Any] | None = None) -> None:
        self._turns = Path(turns)
        self._questions = Path(questions)
        self.metadata = metadata

    def load(self) -> Corpus:
        """Return the dialogues and questions."""
        for path in (self._turns, self._questions):
            if not path.is_file():
                raise DatasetError(
                    f"{path} not found: make the benchmark first with "
                    "kedro run --pipelines=ingest,benchmark_annotation, or say where it is with "
                    "--params=stem_bench.turns=FILE,stem_bench.questions=FILE."
                )
        dialogues = dialogues_of(pd.read_parquet(self._turns)).values()
        questions = read_probes(self._questions)
        SuiteValidator("stem_questions").validate(question_facts(questions, dialogues))
        return build_corpus("stem", dialogues, questions)

    def _describe(self) -> dict[str, Any]:
        return {"turns": str(self._turns), "questions": str(self._questions)}
