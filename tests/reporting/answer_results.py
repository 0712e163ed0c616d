"""Results of two questions each in two dialogues, with values that can be checked by hand."""

import pandas as pd

from streamrecall.reporting.prostream.answer_means import RESULT_COLUMNS

QUESTIONS = {"q1": ("d1", "single_hop"), "q2": ("d1", "temporal"), "q3": ("d2", "single_hop")}


def answer_frame(
    kem: dict[str, dict[str, float]], experiment: str = "comparison", embedder: str = "all-MiniLM-L6-v2"
) -> pd.DataFrame:
    """Rows of results from method -> question -> KEM; the other scores are half of it."""
    rows = [
        {
            "experiment": experiment,
            "method": method,
            "answerer": "extractive answerer",
            "dialogue_id": QUESTIONS[question][0],
            "question_id": question,
            "category": QUESTIONS[question][1],
            "question": "When?",
            "answer": "on the eleventh of May",
            "reference": "the eleventh May",
            "abstained": question == "q3",
            "failed": "",
            "context_tokens": 900,
            "budget": 1024,
            "answer_tokens": 4,
            "bleu_4": score / 2,
            "rouge_l": score / 2,
            "bert_score": None,
            "kem": score,
            "evidence_recall": score,
            "evidence_f1": score / 2,
            "evidence_similarity": score / 2,
            "judge": None,
            "judge_failed": None,
            "judged_by": "",
            "embedder": embedder,
            "distiller": "",
            "corpus": "sample",
            "bert_score_model": "",
        }
        for method, scores in kem.items()
        for question, score in scores.items()
    ]
    return pd.DataFrame(rows, columns=list(RESULT_COLUMNS))


def second_frame(answers: pd.DataFrame, query_seconds: float) -> pd.DataFrame:
    """Seconds of the same questions: a quarter recall, three quarters answer."""
    keys = answers[["experiment", "method", "embedder", "dialogue_id", "question_id"]]
    return keys.assign(
        build_seconds=0.25,
        observe_seconds=0.5,
        recall_seconds=query_seconds / 4,
        answer_seconds=query_seconds * 3 / 4,
        query_seconds=query_seconds,
    )
