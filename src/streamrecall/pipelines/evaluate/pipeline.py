"""The evaluate pipeline."""

from __future__ import annotations

from kedro.pipeline import Node, Pipeline, node

from streamrecall.memories import MEMORIES, STRUCTURED, SUMMARISING
from streamrecall.pipelines.benchmark_annotation.reports import tabulate_5
from streamrecall.pipelines.call_accounts import join_accounts
from streamrecall.pipelines.evaluate import judge_checks, model_tables, report, tables
from streamrecall.pipelines.evaluate.judging import (
    AGREEMENT,
    MEMORIES_OF,
    SUMMARIES_OF,
    collect_rows,
    judge_results,
    name_implementations,
)
from streamrecall.pipelines.evaluate.prostream_nodes import prostream_nodes
from streamrecall.pipelines.memory_nodes import slug
from streamrecall.pipelines.prostream_memory.pipeline import STEPS as DISTILLING
from streamrecall.pipelines.summarize.nodes import CALLS, VARIANTS
from streamrecall.pipelines.summarize.pipeline import GROUPS

_EXPECTED = "remember_expected"


def create_pipeline() -> Pipeline:
    """Return the pipeline that judges every method and sets its scores beside the paper's."""
    slugs = [slug(method) for method in MEMORIES]
    return Pipeline(
        [
            *_judging_nodes(),
            *_row_nodes(slugs),
            *_table_nodes(),
            *_model_nodes(),
            *_report_nodes(slugs),
            *prostream_nodes(),
        ]
    )


def _judging_nodes() -> list[Node]:
    """Return one node for all methods, so that a judge is loaded once and asked in one batch."""
    asked = {"judge": "params:judge", "calls": "params:calls"}
    results = [f"{group}{kind}" for group in GROUPS for kind in (MEMORIES_OF, SUMMARIES_OF)]
    return [
        node(
            judge_results,
            inputs={"benchmark": "benchmark", "turns": "turns", **asked, **{name: name for name in results}},
            outputs={
                **{group: f"{group}_judgements" for group in GROUPS},
                CALLS: "judge_calls",
                AGREEMENT: "judge_agreement",
            },
            name="judge_results",
            tags="gpu",
        ),
        node(
            judge_checks.stress_judges,
            inputs=["benchmark", "turns", *asked.values()],
            outputs=["judge_stress", "judge_stress_page"],
            name="stress_judges",
            tags="gpu",
        ),
        node(
            judge_checks.show_agreement,
            inputs="judge_agreement",
            outputs="judge_agreement_page",
            name="show_judge_agreement",
        ),
    ]


def _row_nodes(slugs: list[str]) -> list[Node]:
    steps = ["detection", *map(slug, (*SUMMARISING, *STRUCTURED)), "summary", "judge"]
    steps += [*DISTILLING, *(f"{slug(method)}_probe" for method in STRUCTURED), "answer", "answer_judge"]
    return [
        node(
            collect_rows,
            inputs=[f"{m}_judgements" for m in slugs] + [f"{m}_build_seconds" for m in slugs],
            outputs=["memory_rows", "gap_rows", "utterance_rows", "summary_rows"],
            name="collect_rows",
        ),
        node(join_accounts, [f"{step}_calls" for step in steps], "model_rows", name="collect_model_rows"),
        node(
            name_implementations,
            inputs=[
                "embedding_report",
                "detections",
                "params:summary",
                "params:summary_memories",
                "params:structured_memories",
                "params:prostream",
            ],
            outputs="implementations",
            name="name_implementations",
        ),
    ]


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
            tabulate_5,
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


def _model_nodes() -> list[Node]:
    roles = (
        "calls",
        "detection",
        "summary_memories",
        "structured_memories",
        "summary",
        "judge",
        "prostream",
        "probes",
        "answer_scores",
    )
    return [
        node(
            model_tables.tabulate_7,
            ["summary_rows", _EXPECTED, "implementations"],
            ["table_7", "table_7_page"],
            name="tabulate_summarizers",
        ),
        node(
            model_tables.tabulate_9,
            ["gap_rows", "summary_rows", f"{VARIANTS}_judgements", "detections", _EXPECTED],
            ["table_9", "table_9_page"],
            name="tabulate_detectors",
        ),
        node(
            model_tables.tabulate_10,
            {
                "model_rows": "model_rows",
                "judge_stress": "judge_stress",
                "answer_stress": "prostream_judge_stress_csv",
                "expected": _EXPECTED,
                **{role: f"params:{role}" for role in roles},
            },
            ["table_10", "table_10_page"],
            name="tabulate_costs",
        ),
    ]


def _report_nodes(slugs: list[str]) -> list[Node]:
    pages = ["table_1_page", "paired_tests_page"]
    pages += [f"table_{n}_page" for n in (2, 3, 4, 5, 7, 8, 9)]
    pages += ["judge_stress_page", "judge_agreement_page"]
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
