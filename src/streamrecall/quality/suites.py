"""Great Expectations suites over the columns of ``quality.facts``.

Importing this module imports Great Expectations, which takes seconds: only the validator does it.
"""

from __future__ import annotations

from collections.abc import Callable

from great_expectations import ExpectationSuite
from great_expectations.expectations import (  # type: ignore[attr-defined]  # no __all__ there
    ExpectColumnValuesToBeBetween,
    ExpectColumnValuesToBeInSet,
    ExpectColumnValuesToBeUnique,
    ExpectColumnValuesToMatchRegex,
    ExpectColumnValuesToNotBeNull,
    ExpectCompoundColumnsToBeUnique,
    ExpectTableRowCountToBeBetween,
)
from great_expectations.expectations.expectation import Expectation
from great_expectations.expectations.row_conditions import Column

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.drafts import STEM_STEPS
from streamrecall.records import Domain, GapType


def turn_suite() -> ExpectationSuite:
    """Turn ids are unique within a dialogue and indices count from 0 without a break."""
    return ExpectationSuite(
        name="turns",
        expectations=[
            ExpectTableRowCountToBeBetween(min_value=1),
            ExpectCompoundColumnsToBeUnique(column_list=["dialogue_id", "turn_id"]),
            *_true("index_follows"),
            *_true("dialogue_agrees"),
        ],
    )


def window_suite(window_tokens: int = 1024, min_history_tokens: int = 0) -> ExpectationSuite:
    """Windows are whole, unique and of at most ``window_tokens``, with enough history before them.

    A single turn longer than a window makes a window of its own and is allowed (section 3.2).
    """
    return ExpectationSuite(
        name="windows",
        expectations=[
            ExpectTableRowCountToBeBetween(min_value=1),
            ExpectColumnValuesToBeUnique(column="window_id"),
            ExpectCompoundColumnsToBeUnique(column_list=["dialogue_id", "first_turn"]),
            ExpectColumnValuesToBeBetween(column="window_turns", min_value=1),
            ExpectColumnValuesToBeBetween(
                column="window_tokens",
                min_value=1,
                max_value=window_tokens,
                row_condition=Column("window_turns") > 1,
            ),
            ExpectColumnValuesToBeBetween(column="history_tokens", min_value=min_history_tokens),
            *_true("turns_consecutive"),
        ],
    )


def salient_suite(exact_spans: bool = True, min_words_inside: float = 0.8) -> ExpectationSuite:
    """Every salient utterance is a span of the window turns it names, and stands there once.

    Args:
        exact_spans: False for annotators who joined or shortened spans: then ``min_words_inside`` of
            an utterance's words must stand in the window.
        min_words_inside: A share in [0, 1].
    """
    span = (
        _true("span_inside_window")
        if exact_spans
        else [ExpectColumnValuesToBeBetween(column="words_inside_window", min_value=min_words_inside)]
    )
    return ExpectationSuite(
        name="salient_utterances",
        expectations=[
            ExpectTableRowCountToBeBetween(min_value=1),
            ExpectColumnValuesToBeUnique(column="utterance_id"),
            ExpectCompoundColumnsToBeUnique(column_list=["window_id", "utterance"]),
            *_true("turns_inside_window"),
            *span,
        ],
    )


def gap_suite() -> ExpectationSuite:
    """Every gap has a known type, a reason, a resolution and evidence in the history alone."""
    return ExpectationSuite(
        name="gaps",
        expectations=[
            ExpectColumnValuesToBeUnique(column="gap_id"),
            ExpectColumnValuesToNotBeNull(column="gap_type"),
            ExpectColumnValuesToBeInSet(column="gap_type", value_set=[t.value for t in GapType]),
            ExpectColumnValuesToBeBetween(column="evidence_turns", min_value=1),
            *_true("reason_present"),
            *_true("resolution_present"),
            *_true("evidence_resolvable"),
            *_true("evidence_before_window"),
            *_true("evidence_distinct"),
            *_true("superseded_before_window"),
        ],
    )


def candidate_window_suite(min_history_tokens: int = 0) -> ExpectationSuite:
    """Every window stands once; those to be annotated have history enough, the others a reason."""
    return ExpectationSuite(
        name="candidate_windows",
        expectations=[
            ExpectTableRowCountToBeBetween(min_value=1),
            ExpectColumnValuesToBeUnique(column="window_id"),
            ExpectColumnValuesToBeBetween(
                column="history_tokens",
                min_value=min_history_tokens,
                row_condition=Column("kept") == True,  # noqa: E712 (a condition, not a comparison)
            ),
            ExpectColumnValuesToMatchRegex(
                column="reason",
                regex=r"\S",
                row_condition=Column("kept") == False,  # noqa: E712
            ),
        ],
    )


def vote_suite(stage: str) -> ExpectationSuite:
    """Every vote of a stage has an annotator, a target and one of the stage's labels, and stands once.

    Raises:
        ValueError: If there is no such stage.
    """
    if stage not in VOTE_LABELS:
        raise ValueError(f"no stage {stage!r}: choose one of {', '.join(VOTE_LABELS)}")
    return ExpectationSuite(
        name="votes",
        expectations=[
            ExpectColumnValuesToMatchRegex(column="annotator", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="target", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="label", regex=rf"^(?:{VOTE_LABELS[stage]})$"),
            ExpectCompoundColumnsToBeUnique(column_list=["stage", "annotator", "window_id", "target"]),
        ],
    )


def loss_suite() -> ExpectationSuite:
    """Everything that was rejected or failed says where and why."""
    return ExpectationSuite(
        name="losses",
        expectations=[
            ExpectColumnValuesToBeInSet(column="kind", value_set=["rejected", "failed"]),
            ExpectColumnValuesToMatchRegex(column="stage", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="target", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="reason", regex=r"\S"),
        ],
    )


def salient_candidate_suite(majority: int = 1) -> ExpectationSuite:
    """Every salient utterance has words, turns and at least ``majority`` supporters."""
    return ExpectationSuite(
        name="salient_candidates",
        expectations=[
            ExpectColumnValuesToBeUnique(column="utterance_id"),
            ExpectColumnValuesToMatchRegex(column="text", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="turns", regex=r"^\[[^\]]"),
            ExpectColumnValuesToBeInSet(column="gap_type", value_set=[t.value for t in GapType]),
            ExpectColumnValuesToBeBetween(column="votes", min_value=majority),
        ],
    )


def relevant_chunk_suite(majority: int = 1) -> ExpectationSuite:
    """Every retained chunk lies before its window, has a majority and stands once."""
    return ExpectationSuite(
        name="relevant_chunks",
        expectations=[
            ExpectCompoundColumnsToBeUnique(column_list=["window_id", "chunk"]),
            ExpectColumnValuesToBeBetween(column="in_favour", min_value=majority),
            *_true("before_window"),
        ],
    )


def evidence_suite() -> ExpectationSuite:
    """Every piece of evidence is one history sentence, quoted, reasoned for, and before its window."""
    return ExpectationSuite(
        name="evidence",
        expectations=[
            ExpectCompoundColumnsToBeUnique(column_list=["utterance_id", "source_id"]),
            ExpectColumnValuesToMatchRegex(column="source_id", regex=r"^T\d+-S\d+$"),
            ExpectColumnValuesToMatchRegex(column="sentence", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="reasoning", regex=r"\S"),
            *_true("before_window"),
        ],
    )


def resolution_suite() -> ExpectationSuite:
    """Every gap with valid evidence has one statement."""
    return ExpectationSuite(
        name="resolutions",
        expectations=[
            ExpectColumnValuesToBeUnique(column="utterance_id"),
            ExpectColumnValuesToMatchRegex(column="text", regex=r"\S"),
        ],
    )


def benchmark_suite(min_history_tokens: int = 0) -> ExpectationSuite:
    """Every instance has history enough, a salient utterance and a gap with evidence."""
    return ExpectationSuite(
        name="benchmark",
        expectations=[
            ExpectTableRowCountToBeBetween(min_value=1),
            ExpectColumnValuesToBeUnique(column="window_id"),
            ExpectColumnValuesToBeInSet(column="domain", value_set=[domain.value for domain in Domain]),
            ExpectColumnValuesToBeBetween(column="history_tokens", min_value=min_history_tokens),
            ExpectColumnValuesToBeBetween(column="salient_utterances", min_value=1),
            ExpectColumnValuesToBeBetween(column="gaps", min_value=1),
            *_true("one_gap_per_utterance"),
            *_true("evidence_named"),
        ],
    )


def stem_question_suite(least: int = 1) -> ExpectationSuite:
    """Every question of STEM-Bench has evidence of its own dialogue strictly before its trigger turn.

    Args:
        least: Fewest questions; 0 for a stream of which none may be made.
    """
    return ExpectationSuite(
        name="stem_questions",
        expectations=[
            ExpectTableRowCountToBeBetween(min_value=least),
            ExpectColumnValuesToBeUnique(column="question_id"),
            ExpectCompoundColumnsToBeUnique(column_list=["dialogue_id", "text", "answer"]),
            ExpectColumnValuesToBeInSet(column="category", value_set=[each.value for each in Category]),
            ExpectColumnValuesToMatchRegex(column="text", regex=r"\?[\"\u201d]?$"),
            ExpectColumnValuesToMatchRegex(column="answer", regex=r"\S"),
            ExpectColumnValuesToBeBetween(column="evidence_turns", min_value=1),
            ExpectColumnValuesToBeBetween(column="entities", min_value=1),
            *_true("asked_inside"),
            *_true("evidence_enough"),
            *_true("evidence_known"),
            *_true("evidence_before_trigger"),
            *_true("evidence_distinct"),
            ExpectColumnValuesToNotBeNull(column="nearest_evidence"),
            ExpectColumnValuesToBeBetween(column="nearest_evidence", min_value=1),
        ],
    )


def stem_loss_suite() -> ExpectationSuite:
    """Every question that was refused says at which step, by which check and why."""
    return ExpectationSuite(
        name="stem_losses",
        expectations=[
            ExpectColumnValuesToBeInSet(column="step", value_set=list(STEM_STEPS)),
            ExpectColumnValuesToMatchRegex(column="check", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="question_id", regex=r"\S"),
            ExpectColumnValuesToMatchRegex(column="reason", regex=r"\S"),
        ],
    )


VOTE_LABELS = {
    "salience": "none|not_salient|" + "|".join(t.value for t in GapType),
    "filtering": "[01]+",
    "evidence": "resolve|not_resolve",
    "validation": "valid|invalid",
    "resolution": "stated",
}
"""What a vote may say, as a pattern, by the stage that it was cast in."""

SUITES: dict[str, Callable[..., ExpectationSuite]] = {
    "turns": turn_suite,
    "windows": window_suite,
    "salient_utterances": salient_suite,
    "gaps": gap_suite,
    "candidate_windows": candidate_window_suite,
    "votes": vote_suite,
    "losses": loss_suite,
    "salient_candidates": salient_candidate_suite,
    "relevant_chunks": relevant_chunk_suite,
    "evidence": evidence_suite,
    "resolutions": resolution_suite,
    "benchmark": benchmark_suite,
    "stem_questions": stem_question_suite,
    "stem_losses": stem_loss_suite,
}


def _true(column: str) -> list[Expectation]:
    """Expect true in every row; the set alone would let a null pass."""
    return [
        ExpectColumnValuesToNotBeNull(column=column),
        ExpectColumnValuesToBeInSet(column=column, value_set=[True]),
    ]
