"""Scoring what every memory and the answerer made of the questions (ProStream, appendix B.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from streamrecall.benchmark.question_runs import ProbeRun
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.metrics.answer_scores import ANSWER_COLUMNS, answer_rows
from streamrecall.metrics.bert_score import BertScorer
from streamrecall.models.minilm import packaged_folder
from streamrecall.params import AnswerScoreParameters, EncoderParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.evaluate.answer_judging import is_judged, read_judgements
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import BACKBONES, COMPARISON, SENSITIVITY, read_questions
from streamrecall.pipelines.summarize.answering import by_method
from streamrecall.records import Answer, Memory
from streamrecall.reporting.prostream.answer_means import RESULT_COLUMNS
from streamrecall.reporting.prostream.table_1 import PAPERS_METHODS
from streamrecall.serialization import from_plain

_PACKAGED = "packaged-minilm"
QUERY_COLUMNS = (
    "experiment", "method", "embedder", "answerer", "dialogue_id", "question_id", "build_seconds",
    "observe_seconds", "recall_seconds", "answer_seconds", "query_seconds",
)  # fmt: skip
_MEASURED = [column for column in ANSWER_COLUMNS if column.endswith("_seconds")]


def score_answers(  # noqa: PLR0917
    questions: Rows,
    turns: pd.DataFrame,
    encoder: EncoderParameters,
    answer_scores: AnswerScoreParameters,
    answers: Rows,
    judgements: Rows,
    *probed: Rows,
) -> pd.DataFrame:
    """Return one row of ``RESULT_COLUMNS`` per answer, without any measured seconds.

    Evidence similarity is measured by the run's own encoder for every row, whatever encoder the memory had;
    further backbones have that of the first answerer, since they read the same memories.

    Args:
        questions: What was asked.
        turns: The dialogues.
        encoder: Measures the evidence similarity.
        answer_scores: What is measured.
        answers: What the answerers said.
        judgements: What a judge model said to the answers; none where no model judges.
        probed: What each memory gave for each question.
    """
    asked = {question.question_id: question for question in read_questions(questions)}
    dialogues = dialogues_of(turns)
    said = {(name, turn.turn_id): turn for name, each in dialogues.items() for turn in each.turns}
    corpora = {name: each.corpus for name, each in dialogues.items()}
    embedder, scorer = open_encoder(encoder), _open_bert_scorer(answer_scores)
    judged = read_judgements(judgements)
    replies = _by_place(answers)
    frames = []
    for rows in by_method(probed):
        memories = [from_plain(Memory, row["memory"]) for row in rows]
        similarity: pd.Series | None = None
        for experiment in (rows[0]["experiment"], BACKBONES):
            own = [replies.get(_place(experiment, row), []) for row in rows]
            for nth in range(len(own[0])):
                runs = [
                    ProbeRun(asked[row["question_id"]], memory, answers_[nth], 0.0, 0.0, 0.0)
                    for row, memory, answers_ in zip(rows, memories, own, strict=True)
                ]
                measures = experiment != BACKBONES and _measures_similarity(rows[0], answer_scores)
                frame = pd.DataFrame(
                    answer_rows(
                        runs,
                        said,
                        embedder=embedder if measures else None,
                        bert_scorer=scorer,
                        judgements=judged if is_judged(experiment) else {},
                    ),
                    columns=list(ANSWER_COLUMNS),
                ).drop(columns=_MEASURED)
                frame["method"] = rows[0]["method"]
                frame["experiment"] = experiment
                if experiment == BACKBONES:
                    frame["evidence_similarity"] = similarity
                else:
                    similarity = frame["evidence_similarity"]
                frame["embedder"] = rows[0]["embedder"]
                frame["distiller"] = rows[0]["distiller"]
                frames.append(frame)
    if not frames:
        return pd.DataFrame(columns=list(RESULT_COLUMNS))
    scored = pd.concat(frames, ignore_index=True)
    scored["corpus"] = scored["dialogue_id"].map(corpora)
    scored["bert_score_model"] = "" if scorer is None else _name_bert_score(answer_scores)
    return scored[list(RESULT_COLUMNS)]


def _place(experiment: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    return experiment, row["method"], row["embedder"], row["question_id"]


def _by_place(answers: Rows) -> dict[tuple[str, ...], list[Answer]]:
    """Return the answers by experiment, method, embedder and question: one, or one per backbone."""
    found: dict[tuple[str, ...], list[Answer]] = {}
    for row in answers:
        found.setdefault(_place(row["experiment"], row), []).append(from_plain(Answer, row["answer"]))
    return found


def _measures_similarity(row: dict[str, Any], given: AnswerScoreParameters) -> bool:
    if given.evidence_similarity == "none" or row["experiment"] == SENSITIVITY:
        return False
    return given.evidence_similarity == "all" or row["method"] in PAPERS_METHODS


def collect_seconds(answer_seconds: pd.DataFrame, *recall_seconds: pd.DataFrame) -> pd.DataFrame:
    """Return the seconds of every question, method and answerer, recall and answer added up."""
    filled = [frame for frame in recall_seconds if len(frame)]
    if not filled:
        return pd.DataFrame(columns=list(QUERY_COLUMNS))
    recalled = pd.concat(filled, ignore_index=True)
    own = recalled[recalled["experiment"] == COMPARISON].assign(experiment=BACKBONES)
    keys = ["experiment", "method", "embedder", "question_id"]
    both = answer_seconds.merge(pd.concat([recalled, own]), on=keys, validate="many_to_one")
    both["query_seconds"] = (both["recall_seconds"] + both["answer_seconds"]).round(6)
    return both[list(QUERY_COLUMNS)]


def _open_bert_scorer(given: AnswerScoreParameters) -> BertScorer | None:
    if not given.bert_score_model:
        return None
    model = str(packaged_folder()) if given.bert_score_model == _PACKAGED else given.bert_score_model
    return BertScorer(model, given.bert_score_layers)


def _name_bert_score(given: AnswerScoreParameters) -> str:
    name = "all-MiniLM-L6-v2" if given.bert_score_model == _PACKAGED else given.bert_score_model
    return name if given.bert_score_layers is None else f"{name}@{given.bert_score_layers}"
