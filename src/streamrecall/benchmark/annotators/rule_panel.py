"""The three annotators by rule, named as such."""

from __future__ import annotations

from streamrecall.benchmark.annotator import Annotator
from streamrecall.benchmark.annotators.overlap import dense_overlap, shared_anchors, summed_rarity
from streamrecall.benchmark.annotators.rule_based import Limits, RuleBasedAnnotator
from streamrecall.benchmark.annotators.window_rules import (
    Salience,
    detector_rule,
    discourse_rule,
    unseen_mention_rule,
)
from streamrecall.ports import GapDetector


def rule_based_annotators(salience: Salience, detector: GapDetector) -> tuple[Annotator, ...]:
    """Return three annotators that read windows and histories by different rules.

    Args:
        salience: Scores how much news a sentence carries.
        detector: Finds gaps in the window alone.
    """
    return (
        RuleBasedAnnotator("rules: surface cues", detector_rule(salience, detector), summed_rarity),
        RuleBasedAnnotator("rules: unseen mentions", unseen_mention_rule(), shared_anchors),
        RuleBasedAnnotator("rules: discourse", discourse_rule(), dense_overlap, Limits(weight=2.0)),
    )
