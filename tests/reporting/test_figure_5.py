"""Figure 5 on frames that can be checked by hand."""

import pandas as pd
import pytest
from answer_results import answer_frame, second_frame

from streamrecall.reporting.prostream.figure_5 import (
    COLUMNS,
    complexity_levels,
    draw_figure_5,
    figure_5_points,
    figure_5_table,
    plot_figure_5,
)

HALF = {"q1": 0.5, "q2": 0.5, "q3": 0.5}
ALL, NONE = dict.fromkeys(HALF, 1.0), dict.fromkeys(HALF, 0.0)
COMPLEXITY = pd.DataFrame(
    [
        (method, question, value + extra, "a model", "nats per token")
        for method, extra in (("ProStream", 2.0), ("Full Context", 0.0))
        for question, value in (("q1", 3.0), ("q2", 1.0), ("q3", 2.0))
    ],
    columns=["method", "question_id", "complexity", "measured_by", "unit"],
)


@pytest.fixture
def points() -> pd.DataFrame:
    own = answer_frame({"ProStream": ALL, "Full Context": HALF, "RAG": ALL})
    larger = answer_frame({"ProStream": HALF, "Full Context": ALL}, "backbones").assign(answerer="larger")
    answers = pd.concat([own, larger], ignore_index=True)
    seconds = second_frame(answers, 2.0).assign(answerer=answers["answerer"])
    return figure_5_points(answers, seconds, COMPLEXITY)


def test_a_bar_per_backbone_and_method_with_the_gain(points: pd.DataFrame) -> None:
    table = figure_5_table(points)
    assert list(table.columns) == list(COLUMNS)
    bars = table[table["panel"] == "backbone"].set_index(["setting", "method"])
    assert len(bars) == 4
    # BLEU-4, ROUGE-L and evidence similarity are half of KEM: a mean of 5/8 of it
    assert bars.loc[("extractive answerer", "ProStream"), "performance"] == pytest.approx(5 / 8)
    assert bars.loc[("extractive answerer", "ProStream"), "gain"] == pytest.approx(100)
    assert bars.loc[("larger", "ProStream"), "gain"] == pytest.approx(-50)
    assert pd.isna(bars.loc[("larger", "Full Context"), "gain"])
    assert bars.loc[("larger", "Full Context"), "seconds"] == 2.0


def test_levels_are_thirds_of_the_questions_by_their_full_context(points: pd.DataFrame) -> None:
    first = points[points["experiment"] == "comparison"]
    levels = [set(level["question_id"]) for level in complexity_levels(first)]
    assert levels == [{"q2"}, {"q3"}, {"q1"}]
    table = figure_5_table(points)
    bars = table[table["panel"] == "complexity"].set_index(["setting", "method"])
    assert len(bars) == 6
    low = bars.loc[("low", "ProStream")]
    assert (low["lowest_complexity"], low["highest_complexity"], low["questions"]) == (3.0, 3.0, 1)
    assert (low["measured_by"], low["unit"]) == ("a model", "nats per token")


def test_it_is_drawn_with_and_without_results(points: pd.DataFrame) -> None:
    for own in (points, points.iloc[:0]):
        table = figure_5_table(own)
        assert len(draw_figure_5(table, own).axes) == 4
        assert len(plot_figure_5(table, own).data) == 10


def test_ties_and_missing_values_stay_in_one_level(points: pd.DataFrame) -> None:
    same = points.assign(complexity=1.0)
    assert sorted(len(level) for level in complexity_levels(same)) == [0, 0, len(same)]
    assert all(level.empty for level in complexity_levels(points.assign(complexity=None)))
