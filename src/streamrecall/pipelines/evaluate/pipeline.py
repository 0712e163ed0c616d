"""The evaluate pipeline."""

from __future__ import annotations

from kedro.pipeline import Node, Pipeline, node

from streamrecall.memories import MEMORIES
from streamrecall.pipelines.evaluate import report, tables
from streamrecall.pipelines.evaluate.judging import collect_rows, judge_with, name_implementations
from streamrecall.pipelines.evaluate.prostream_nodes import prostream_nodes
from streamrecall.pipelines.memory_nodes import slug

_EXPECTED = "remember_expected"


def create_pipeline() -> Pipeline:
    """Return the pipeline that judges every method and sets its scores beside the paper's."""
    slugs = [slug(method) for method in MEMORIES]
    judging = [
        node(
            judge_with(method),
            inputs=["benchmark", "turns", f"{slug(method)}_memories", f"{slug(method)}_summaries"],
            outputs=f"{slug(method)}_judgements",
            name=f"judge_{slug(method)}",
        )
        for method in MEMORIES
    ]
    collecting = [
        node(
            collect_rows,
            inputs=[f"{m}_judgements" for m in slugs] + [f"{m}_build_seconds" for m in slugs],
            outputs=["memory_rows", "gap_rows", "utterance_rows", "summary_rows"],
            name="collect_rows",
        ),
        node(
            name_implementations,
            inputs=["embedding_report", "params:summary"],
            outputs="implementations",
            name="name_implementations",
        ),
    ]
    return Pipeline([*judging, *collecting, *_table_nodes(), *_report_nodes(slugs), *prostream_nodes()])


def _table_nodes() -> list[Node]:
    recall = ["gap_rows", _EXPECTED, "implementations", "params:evaluation"]
    summary = ["summary_rows", _EXPECTED, "implementations"]
    return [
        node(tables.tabulate_1, recall, ["table_1", "table_1_page"], name="tabulate_memory_recall"),
        node(tables.tabulate_2, summary, ["table_2", "table_2_page"], name="tabulate_length_bins"),
        node(
            tables.tabulate_3,
            ["gap_rows", _EXPECTED, "implementations"],
            ["table_3", "table_3_page"],
            name="tabulate_gap_types",
        ),
        node(
            tables.tabulate_4, ["gap_rows", *summary], ["table_4", "table_4_page"], name="tabulate_ablations"
        ),
        node(
            tables.tabulate_5,
            ["benchmark", _EXPECTED],
            ["table_5", "table_5_page"],
            name="tabulate_benchmark",
        ),
        node(tables.tabulate_8, recall, ["table_8", "table_8_page"], name="tabulate_domains"),
        node(
            tables.compare_with_reference,
            ["gap_rows", "params:evaluation"],
            ["paired_tests", "paired_tests_page"],
            name="compare_with_reference",
        ),
        node(
            tables.draw_recall_against_build_time,
            ["gap_rows", "memory_rows"],
            ["figure_2", "figure_2_interactive"],
            name="draw_recall_against_build_time",
        ),
        node(tables.headline_metrics, "table_1", "remember_metrics", name="headline_metrics"),
    ]


def _report_nodes(slugs: list[str]) -> list[Node]:
    pages = ["table_1_page", "paired_tests_page", *(f"table_{n}_page" for n in (2, 3, 4, 5, 8))]
    return [
        node(report.join_tables, pages, "tables_page", name="join_tables"),
        node(
            report.write_evidence_report,
            ["benchmark", "turns", "gap_rows", "implementations"]
            + [f"{method}_memories" for method in slugs]
            + [f"{method}_summaries" for method in slugs],
            "evidence_report",
            name="write_evidence_report",
        ),
    ]
