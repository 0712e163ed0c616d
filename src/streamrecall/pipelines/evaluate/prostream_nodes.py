"""The nodes that score the answers and set ProStream's tables beside the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kedro.pipeline import Node, node

from streamrecall.pipelines.evaluate import prostream_tables as tables
from streamrecall.pipelines.evaluate.answer_judging import judge_answers, stress_answer_judges
from streamrecall.pipelines.evaluate.answers import collect_seconds, score_answers
from streamrecall.pipelines.evaluate.complexity import measure_context_complexity
from streamrecall.pipelines.summarize.pipeline import PROBED

_EXPECTED = "prostream_expected"


def prostream_nodes() -> list[Node]:
    """Return the nodes of ProStream's evaluation."""
    probes = [f"{name}_probes" for name in PROBED]
    return [
        *_judging_nodes(),
        node(
            score_answers,
            [
                *("questions", "turns", "params:encoder", "params:answer_scores"),
                *("answers", "answer_judgements"),
                *probes,
            ],
            "answer_rows",
            name="score_answers",
        ),
        node(
            collect_seconds,
            ["answer_seconds", *(f"{name}_probe_seconds" for name in PROBED)],
            "probe_seconds",
            name="collect_probe_seconds",
        ),
        *_table_nodes(probes),
        *_figure_nodes(),
    ]


def _judging_nodes() -> list[Node]:
    asked = ["questions", "params:answer_scores", "params:calls"]
    return [
        node(
            judge_answers,
            [*asked, "answers"],
            ["answer_judgements", "answer_judge_calls"],
            name="judge_answers",
            tags="gpu",
        ),
        node(
            stress_answer_judges,
            asked,
            ["prostream_judge_stress_csv", "prostream_judge_stress_page"],
            name="stress_answer_judges",
            tags="gpu",
        ),
    ]


def _table_nodes(probes: list[str]) -> list[Node]:
    answers = ["answer_rows", _EXPECTED]
    numbered: dict[int, tuple[Callable[..., Any], list[str]]] = {
        1: (tables.tabulate_comparison, [*answers, "params:evaluation", "implementations"]),
        2: (tables.tabulate_encoders, answers),
        3: (tables.tabulate_thresholds, answers),
        4: (tables.tabulate_perturbations, answers),
        5: (tables.tabulate_capacities, answers),
        6: (tables.tabulate_locomo, [*answers, "params:evaluation"]),
        7: (tables.tabulate_longmemeval, [*answers, "params:evaluation"]),
    }
    further: dict[str, tuple[Callable[..., Any], list[str]]] = {
        "categories": (tables.tabulate_categories, ["answer_rows"]),
        "costs": (tables.tabulate_costs, ["implementations", *probes]),
        "query_seconds": (tables.tabulate_query_seconds, ["probe_seconds", _EXPECTED]),
        "update_seconds": (tables.tabulate_update_seconds, ["prostream_update_seconds"]),
    }
    named = {f"table_{number}": made for number, made in numbered.items()} | further
    pages = [f"prostream_{name}_page" for name in (*named, "judge_stress", "figure_5")]
    return [
        *(
            node(
                function,
                inputs,
                [f"prostream_{name}_csv", f"prostream_{name}_page"],
                name=f"prostream_{name}",
            )
            for name, (function, inputs) in named.items()
        ),
        node(
            tables.prostream_metrics, "prostream_table_1_csv", "prostream_metrics", name="prostream_metrics"
        ),
        node(tables.join_prostream_tables, pages, "prostream_tables_page", name="join_prostream_tables"),
    ]


def _figure_nodes() -> list[Node]:
    figure = "prostream_figure_5"
    return [
        node(
            tables.draw_latency_and_distance,
            ["answer_rows", "probe_seconds", "questions", "turns"],
            ["prostream_figure_3", "prostream_figure_3_interactive"],
            name="prostream_figure_3",
        ),
        node(
            tables.show_cases,
            ["answer_rows", "questions", "turns", "prostream_probes", "rag_probes"],
            ["prostream_figure_6", "prostream_figure_7"],
            name="show_cases",
        ),
        node(
            measure_context_complexity,
            ["params:complexity", "prostream_probes", "full_context_probes"],
            "context_complexity",
            name="measure_context_complexity",
            tags="gpu",
        ),
        node(
            tables.draw_backbones_and_complexity,
            ["answer_rows", "probe_seconds", "context_complexity"],
            [f"{figure}_csv", f"{figure}_page", figure, f"{figure}_interactive"],
            name=figure,
        ),
    ]
