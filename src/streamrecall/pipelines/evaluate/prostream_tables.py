"""The tables and figures of ProStream beside the paper's values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from matplotlib.figure import Figure

from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import EvaluationParameters
from streamrecall.pipelines.evaluate.tables import Plain
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import read_questions
from streamrecall.records import Memory
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.markdown import render_table
from streamrecall.reporting.methods import Implementations
from streamrecall.reporting.prostream import cases, categories, costs, seconds, sensitivity, transfer
from streamrecall.reporting.prostream import figure_5 as five
from streamrecall.reporting.prostream import table_1 as one
from streamrecall.reporting.prostream import table_2 as two
from streamrecall.reporting.prostream.answer_means import Resampling
from streamrecall.reporting.prostream.case_pages import render_case_page
from streamrecall.reporting.prostream.figure_3 import draw_figure_3, figure_3_points, plot_figure_3
from streamrecall.reporting.recall_means import named
from streamrecall.serialization import from_plain

Table = tuple[pd.DataFrame, str]
COMMAND = "uv run kedro run"


def tabulate_comparison(
    answers: pd.DataFrame,
    expected: ExpectedValues,
    evaluation: EvaluationParameters,
    implementations: Plain,
) -> Table:
    """Return Table 1: every memory that answered the questions, and ProStream's ablations."""
    frame = one.table_1(answers, expected, _resampling(evaluation), _steps_of(implementations))
    return frame, _section(1, frame.drop(columns=one.SHOW_COLUMNS), expected, one.NOTES)


def tabulate_encoders(answers: pd.DataFrame, expected: ExpectedValues) -> Table:
    """Return Table 2: RAG and ProStream under different encoders."""
    frame = two.table_2(answers, expected)
    return frame, _section(2, frame.drop(columns=two.SHOW_COLUMNS), expected, two.NOTES)


def tabulate_thresholds(answers: pd.DataFrame, expected: ExpectedValues) -> Table:
    """Return Table 3: drift and concept thresholds."""
    return _sensitivity(3, answers, expected)


def tabulate_perturbations(answers: pd.DataFrame, expected: ExpectedValues) -> Table:
    """Return Table 4: one memory source perturbed at a time."""
    return _sensitivity(4, answers, expected)


def tabulate_capacities(answers: pd.DataFrame, expected: ExpectedValues) -> Table:
    """Return Table 5: memory capacity."""
    return _sensitivity(5, answers, expected)


def tabulate_locomo(
    answers: pd.DataFrame, expected: ExpectedValues, evaluation: EvaluationParameters
) -> Table:
    """Return Table 6: token F1 by the categories of LoCoMo."""
    frame = transfer.table_6(answers, expected, _resampling(evaluation))
    return frame, _section(6, frame, expected, transfer.NOTES_6)


def tabulate_longmemeval(
    answers: pd.DataFrame, expected: ExpectedValues, evaluation: EvaluationParameters
) -> Table:
    """Return Table 7: accuracy over all questions."""
    frame = transfer.table_7(answers, expected, _resampling(evaluation))
    return frame, _section(7, frame, expected, transfer.NOTES_7)


def tabulate_categories(answers: pd.DataFrame) -> Table:
    """Return evidence recall and KEM by category of the questions."""
    frame = categories.category_table(answers)
    return frame, render_table(frame, "Scores by category", categories.NOTES, command=COMMAND)


def tabulate_costs(implementations: Plain, *probes: Rows) -> Table:
    """Return the calls and tokens of every method's own steps."""
    frame = costs.costs_table((row for rows in probes for row in rows), _steps_of(implementations))
    title = "Calls and tokens of the memories' own steps"
    return frame, render_table(frame, title, costs.NOTES, decimals=1, command=COMMAND)


def tabulate_query_seconds(measured: pd.DataFrame, expected: ExpectedValues) -> Table:
    """Return the Time columns of Tables 1 and 2."""
    frame = seconds.query_seconds_table(measured, expected)
    shown = frame.drop(columns=[name for name in frame if str(name).startswith("paper_time_")])
    return frame, render_table(
        shown, "Seconds per query (Time of Tables 1 and 2)", seconds.QUERY_NOTES, command=COMMAND
    )


def tabulate_update_seconds(updates: pd.DataFrame) -> Table:
    """Return the seconds per update by stage (appendix E)."""
    frame = seconds.update_seconds_table(updates)
    title = "Cost of an update (appendix E)"
    return frame, render_table(frame, title, seconds.UPDATE_NOTES, decimals=5, command=COMMAND)


def draw_latency_and_distance(
    answers: pd.DataFrame, measured: pd.DataFrame, questions: Rows, turns: pd.DataFrame
) -> tuple[Figure, go.Figure]:
    """Return Figure 3, for print and for the browser."""
    positions = {
        (str(dialogue), str(turn)): int(index)
        for dialogue, turn, index in zip(turns["dialogue_id"], turns["turn_id"], turns["index"], strict=True)
    }
    points = figure_3_points(answers, measured, read_questions(questions), positions)
    return draw_figure_3(points), plot_figure_3(points)


def show_cases(answers: pd.DataFrame, questions: Rows, turns: pd.DataFrame, *probes: Rows) -> tuple[str, str]:
    """Return Figures 6 and 7: examples of ProStream beside RAG, and of its errors.

    Args:
        answers: The rows of results.
        questions: What was asked.
        turns: Every turn of the corpus.
        probes: What ProStream's and RAG's probing nodes wrote.
    """
    contexts: dict[str, dict[str, Memory]] = {}
    for row in (row for rows in probes for row in rows if row["method"] in (cases.OURS, cases.OTHER)):
        contexts.setdefault(row["method"], {})[row["question_id"]] = from_plain(Memory, row["memory"])
    dialogues = dialogues_of(turns)
    said = {(name, turn.turn_id): turn for name, each in dialogues.items() for turn in each.turns}
    pairs = cases.read_pairs(read_questions(questions), said, contexts, answers.to_dict("records"))
    corpus = named(answers["corpus"])
    lead = "Examples chosen by rule among the questions of the run, answered by {}.".format(
        named(answers["answerer"]) or "no one"
    )
    return (
        render_case_page(
            "Figure 6: ProStream beside RAG",
            lead,
            cases.choose(pairs, cases.COMPARISON),
            cases.outcomes(pairs),
            corpus,
        ),
        render_case_page(
            "Figure 7: how ProStream goes wrong", lead, cases.choose(pairs, cases.ERRORS), {}, corpus
        ),
    )


def draw_backbones_and_complexity(
    answers: pd.DataFrame, measured: pd.DataFrame, complexity: pd.DataFrame
) -> tuple[pd.DataFrame, str, Figure, go.Figure]:
    """Return Figure 5 as its bars in a table, for print and for the browser."""
    points = five.figure_5_points(answers, measured, complexity)
    frame = five.figure_5_table(points)
    page = render_table(frame, "Figure 5: backbones and context complexity", five.NOTES, command=COMMAND)
    return frame, page, five.draw_figure_5(frame, points), five.plot_figure_5(frame, points)


def join_prostream_tables(*sections: str) -> str:
    """Return all tables as one Markdown page."""
    return "# ProStream: every table of the run beside the paper\n\n" + "\n".join(sections)


def prostream_metrics(table_1: pd.DataFrame) -> dict[str, Any]:
    """Return the headline numbers that DVC tracks."""
    rows = table_1.to_dict("records")
    return {
        "questions": int(table_1["questions"].max()) if rows else 0,
        **{
            metric: {row["method"]: round(float(row[metric]), 6) for row in rows if pd.notna(row[metric])}
            for metric in ("evidence_recall", "kem")
        },
    }


def _resampling(evaluation: EvaluationParameters) -> Resampling:
    return Resampling(evaluation.resamples, evaluation.seed, evaluation.confidence)


def _steps_of(implementations: Plain) -> Callable[[str], str]:
    return Implementations(**implementations).memory_writer_of


def _sensitivity(number: int, answers: pd.DataFrame, expected: ExpectedValues) -> Table:
    frame = sensitivity.sensitivity_table(number, answers, expected)
    shown = frame.drop(columns=sensitivity.SHOW_COLUMNS)
    return frame, _section(number, shown, expected, sensitivity.NOTES[number])


def _section(number: int, frame: pd.DataFrame, expected: ExpectedValues, notes: Sequence[str]) -> str:
    return render_table(frame, f"Table {number}: {expected.titles[number]}", notes, command=COMMAND)
