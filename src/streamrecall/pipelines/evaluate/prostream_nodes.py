"""The nodes that score the questions and set ProStream's tables beside the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kedro.pipeline import Node, node

from streamrecall.memories import STRUCTURED
from streamrecall.pipelines.evaluate import prostream_tables as tables
from streamrecall.pipelines.evaluate.answers import collect_seconds, probe_datasets, score_answers
from streamrecall.pipelines.memory_nodes import slug
from streamrecall.pipelines.probed_memories import PROBED_BASELINES, PROBED_REMEMBER

_EXPECTED = "prostream_expected"


def prostream_nodes() -> list[Node]:
    """Return the nodes of ProStream's evaluation."""
    asked = [
        "prostream",
        *(slug(method) for method in (*PROBED_BASELINES, *STRUCTURED, *PROBED_REMEMBER)),
        "prostream_variant",
        "prostream_encoder",
    ]
    probes, seconds = probe_datasets(asked)
    return [
        node(
            score_answers,
            ["questions", "turns", "params:encoder", "params:answer_scores", *probes],
            "answer_rows",
            name="score_answers",
        ),
        node(collect_seconds, seconds, "probe_seconds", name="collect_probe_seconds"),
        *_table_nodes(probes),
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
    pages = [f"prostream_{name}_page" for name in named]
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
            tables.prostream_metrics, "prostream_table_1_csv", "prostream_metrics", name="prostream_metrics"
        ),
        node(tables.join_prostream_tables, pages, "prostream_tables_page", name="join_prostream_tables"),
    ]
