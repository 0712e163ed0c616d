"""The benchmark_annotation pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.pipelines.benchmark_annotation import nodes, reports, stages
from streamrecall.pipelines.benchmark_annotation.stem import stem_nodes
from streamrecall.pipelines.benchmark_annotation.stem_questions import stem_question_nodes

ANNOTATION = "params:annotation"
VOTES = tuple(f"{stage}_votes" for stage in ("salience", "filtering", "evidence", "validation", "resolution"))
LOSSES = tuple(name.replace("_votes", "_losses") for name in VOTES)


def create_pipeline() -> Pipeline:
    """Return the pipeline: five stages of votes, review, selection, checks and reports.

    ``annotation.source`` says whose annotations become the benchmark; the stages run in any case, so that
    the vote can be compared with a corpus's own annotations.
    """
    return _stages() + _benchmark() + _reports() + stem_nodes() + stem_question_nodes()


def _stages() -> Pipeline:
    place = ["candidate_windows", "turns"]
    return Pipeline(
        [
            node(
                stages.propose_windows,
                ["raw_annotations", "turns", "params:windows"],
                "candidate_windows",
                name="propose_windows",
            ),
            node(
                stages.identify_salient_utterances,
                [*place, ANNOTATION],
                ["salient_candidates", "salience_votes", "salience_losses"],
                name="identify_salient_utterances",
                tags="gpu",
            ),
            node(
                stages.filter_histories,
                [*place, "salient_candidates", ANNOTATION],
                ["relevant_chunks", "filtering_votes", "filtering_losses"],
                name="filter_histories",
                tags="gpu",
            ),
            node(
                stages.find_evidence,
                [*place, "salient_candidates", "relevant_chunks", ANNOTATION],
                ["evidence_candidates", "evidence_votes", "evidence_losses"],
                name="find_evidence",
                tags="gpu",
            ),
            node(
                stages.validate_evidence,
                [*place, "salient_candidates", "evidence_candidates", ANNOTATION],
                ["accepted_evidence", "validation_votes", "validation_losses"],
                name="validate_evidence",
                tags="gpu",
            ),
            node(
                stages.state_resolutions,
                [*place, "salient_candidates", "accepted_evidence", ANNOTATION],
                ["resolutions", "resolution_votes", "resolution_losses"],
                name="state_resolutions",
                tags="gpu",
            ),
            node(reports.gather_stages, list(LOSSES), "annotation_losses", name="gather_losses"),
        ]
    )


def _benchmark() -> Pipeline:
    return Pipeline(
        [
            node(
                nodes.assemble_votes,
                ["candidate_windows", "turns", "salient_candidates", "accepted_evidence", "resolutions"],
                "voted_windows",
                name="assemble_votes",
            ),
            node(
                nodes.apply_review,
                {
                    "annotations": "raw_annotations",
                    "candidate_windows": "candidate_windows",
                    "turns": "turns",
                    "candidates": "salient_candidates",
                    "evidence": "evidence_candidates",
                    "accepted": "accepted_evidence",
                    "resolutions": "resolutions",
                    "losses": "annotation_losses",
                    "marks": "review_marks",
                    "annotation": ANNOTATION,
                },
                ["reviewed_windows", "review_outcomes"],
                name="apply_review",
            ),
            node(
                nodes.select_windows,
                ["reviewed_windows", "candidate_windows", "params:windows", ANNOTATION],
                ["selected_windows", "window_selection"],
                name="select_windows",
            ),
            node(
                nodes.state_facts,
                ["selected_windows", "turns"],
                ["window_facts", "salient_facts", "gap_facts"],
                name="state_facts",
            ),
            node(
                nodes.write_benchmark,
                ["selected_windows", "window_facts", "salient_facts", "gap_facts"],
                "benchmark",
                name="write_benchmark",
            ),
        ]
    )


def _reports() -> Pipeline:
    kept = (
        "salient_candidates",
        "relevant_chunks",
        "evidence_candidates",
        "accepted_evidence",
        "resolutions",
    )
    checked = (*kept, *VOTES, "annotation_losses", "benchmark", "window_facts", "salient_facts", "gap_facts")
    checked += ("stem_question_facts", "stem_losses")
    return Pipeline(
        [
            node(
                reports.count_flow,
                {name: name for name in (*kept, *VOTES, "annotation_losses")},
                ["annotation_flow", "annotation_flow_page"],
                name="count_flow",
            ),
            node(
                reports.measure_vote_agreement,
                ["candidate_windows", "turns", "annotation_losses", ANNOTATION, *VOTES],
                ["agreement", "agreement_page"],
                name="measure_vote_agreement",
            ),
            node(
                reports.score_annotators,
                {
                    "annotations": "raw_annotations",
                    "voted": "voted_windows",
                    "candidate_windows": "candidate_windows",
                    "turns": "turns",
                    "votes": "salience_votes",
                    "annotation": ANNOTATION,
                },
                ["annotation_scores", "annotation_scores_page"],
                name="score_annotators",
            ),
            node(
                reports.tabulate_5,
                ["benchmark", "remember_expected"],
                ["statistics", "statistics_page"],
                name="tabulate_5",
            ),
            node(
                reports.tabulate_6,
                ["benchmark", "turns"],
                ["table_6", "table_6_page"],
                name="tabulate_6",
            ),
            node(
                reports.report_quality,
                {
                    "windows": "params:windows",
                    "annotation": ANNOTATION,
                    "candidate_windows": "candidate_windows",
                    **{name: name for name in checked},
                },
                ["quality_report", "quality_page", "data_docs"],
                name="report_quality",
            ),
            node(
                reports.draw_review_page,
                {
                    "annotations": "raw_annotations",
                    "candidate_windows": "candidate_windows",
                    "turns": "turns",
                    "candidates": "salient_candidates",
                    "evidence": "evidence_candidates",
                    "accepted": "accepted_evidence",
                    "resolutions": "resolutions",
                    "salience_votes": "salience_votes",
                    "validation_votes": "validation_votes",
                    "losses": "annotation_losses",
                    "marks": "review_marks",
                    "annotation": ANNOTATION,
                },
                "review_page",
                name="draw_review_page",
            ),
            node(
                reports.export_benchmark,
                ["benchmark", "turns", "window_selection", ANNOTATION],
                ["benchmark_export", "data_card"],
                name="export_benchmark",
            ),
        ]
    )
