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
    ExpectColumnValuesToNotBeNull,
    ExpectCompoundColumnsToBeUnique,
    ExpectTableRowCountToBeBetween,
)
from great_expectations.expectations.expectation import Expectation
from great_expectations.expectations.row_conditions import Column

from streamrecall.records import GapType


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
        ],
    )


SUITES: dict[str, Callable[..., ExpectationSuite]] = {
    "turns": turn_suite,
    "windows": window_suite,
    "salient_utterances": salient_suite,
    "gaps": gap_suite,
}


def _true(column: str) -> list[Expectation]:
    """Expect true in every row; the set alone would let a null pass."""
    return [
        ExpectColumnValuesToNotBeNull(column=column),
        ExpectColumnValuesToBeInSet(column=column, value_set=[True]),
    ]
