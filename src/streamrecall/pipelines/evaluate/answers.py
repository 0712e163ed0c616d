"""Scoring what every memory and the answerer made of the questions (ProStream, appendix B.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from streamrecall.benchmark.question_runs import ProbeRun
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.metrics.answer_scores import ANSWER_COLUMNS, answer_rows
from streamrecall.metrics.bert_score import BertScorer
from streamrecall.models.minilm import packaged_folder
from streamrecall.params import AnswerScoreParameters, EncoderParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import SECONDS_COLUMNS, SENSITIVITY, read_questions
from streamrecall.records import Answer, Memory
from streamrecall.reporting.prostream.answer_means import RESULT_COLUMNS
from streamrecall.reporting.prostream.table_1 import PAPERS_METHODS
from streamrecall.serialization import from_plain

_PACKAGED = "packaged-minilm"
_MEASURED = [column for column in ANSWER_COLUMNS if column.endswith("_seconds")]


def score_answers(
    questions: Rows,
    turns: pd.DataFrame,
    encoder: EncoderParameters,
    answer_scores: AnswerScoreParameters,
    *probes: Rows,
) -> pd.DataFrame:
    """Return one row of ``RESULT_COLUMNS`` per question and method, without any measured seconds.

    Evidence similarity is measured by the run's own encoder for every row, whatever encoder the memory had.
    """
    asked = {question.question_id: question for question in read_questions(questions)}
    dialogues = dialogues_of(turns)
    said = {(name, turn.turn_id): turn for name, each in dialogues.items() for turn in each.turns}
    corpora = {name: each.corpus for name, each in dialogues.items()}
    embedder, scorer = open_encoder(encoder), _open_bert_scorer(answer_scores)
    frames = []
    for rows in _by_method(probes):
        runs = [
            ProbeRun(
                question=asked[row["question_id"]],
                memory=from_plain(Memory, row["memory"]),
                answer=from_plain(Answer, row["answer"]),
                observe_seconds=0.0,
                recall_seconds=0.0,
                answer_seconds=0.0,
            )
            for row in rows
        ]
        frame = pd.DataFrame(
            answer_rows(
                runs,
                said,
                embedder=embedder if _measures_similarity(rows[0], answer_scores) else None,
                bert_scorer=scorer,
            ),
            columns=list(ANSWER_COLUMNS),
        ).drop(columns=_MEASURED)
        frame["method"] = [row["method"] for row in rows]
        frame["experiment"] = [row["experiment"] for row in rows]
        frame["embedder"] = [row["embedder"] for row in rows]
        frames.append(frame)
    if not frames:
        return pd.DataFrame(columns=list(RESULT_COLUMNS))
    scored = pd.concat(frames, ignore_index=True)
    scored["corpus"] = scored["dialogue_id"].map(corpora)
    scored["bert_score_model"] = "" if scorer is None else _name_bert_score(answer_scores)
    return scored[list(RESULT_COLUMNS)]


def _by_method(probes: Sequence[Rows]) -> list[Rows]:
    groups: dict[tuple[str, str, str], Rows] = {}
    for row in (row for rows in probes for row in rows):
        groups.setdefault((row["experiment"], row["method"], row["embedder"]), []).append(row)
    return list(groups.values())


def _measures_similarity(row: dict[str, Any], given: AnswerScoreParameters) -> bool:
    if given.evidence_similarity == "none" or row["experiment"] == SENSITIVITY:
        return False
    return given.evidence_similarity == "all" or row["method"] in PAPERS_METHODS


def collect_seconds(*seconds: pd.DataFrame) -> pd.DataFrame:
    """Return the seconds of every question and method."""
    filled = [frame for frame in seconds if len(frame)]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame(columns=list(SECONDS_COLUMNS))


def probe_datasets(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the datasets of the answers and of the seconds of each probing node."""
    return [f"{name}_probes" for name in names], [f"{name}_probe_seconds" for name in names]


def _open_bert_scorer(given: AnswerScoreParameters) -> BertScorer | None:
    if not given.bert_score_model:
        return None
    model = str(packaged_folder()) if given.bert_score_model == _PACKAGED else given.bert_score_model
    return BertScorer(model, given.bert_score_layers)


def _name_bert_score(given: AnswerScoreParameters) -> str:
    name = "all-MiniLM-L6-v2" if given.bert_score_model == _PACKAGED else given.bert_score_model
    return name if given.bert_score_layers is None else f"{name}@{given.bert_score_layers}"
