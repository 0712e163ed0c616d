"""Contextual gaps found by rules: no model, the window alone (ReMEMBER, section 4.1 and Figure 3)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from streamrecall.records import DetectedGap, Window
from streamrecall.remember.gap_cues import BIAS, GAP_CUES, WeightedCue
from streamrecall.remember.queries import evidence_query, keywords
from streamrecall.remember.utterances import WindowUtterance, window_utterances

MAX_GAPS = 16


class RuleBasedGapDetector:
    """Adds up discourse cues; the confidence is their logistic sum.

    Args:
        max_gaps: The most gaps returned for a window.
        cues: What to look for; by default all of ``gap_cues``.
        bias: Log odds of an utterance that shows no cue.
    """

    name = "rule-based cues"

    def __init__(
        self, max_gaps: int = MAX_GAPS, cues: Sequence[WeightedCue] = GAP_CUES, bias: float = BIAS
    ) -> None:
        if max_gaps < 1:
            raise ValueError(f"max_gaps must be at least 1, got {max_gaps}")
        self.max_gaps = max_gaps
        self._cues = tuple(cues)
        self._bias = bias

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return at most ``max_gaps`` gaps, most confident first; equals keep the order of the window.

        Utterances without any content word are never gaps.
        """
        found = [self._gap(utterance) for utterance in window_utterances(window) if utterance.content]
        return tuple(sorted(found, key=lambda gap: -gap.confidence)[: self.max_gaps])

    def _gap(self, utterance: WindowUtterance) -> DetectedGap:
        held = [(cue.weight * cue.cue(utterance), cue.missing) for cue in self._cues]
        strength, missing = max(
            ((value, missing) for value, missing in held if missing),
            default=(0.0, ""),
            key=lambda pair: pair[0],
        )
        return DetectedGap(
            turn_id=utterance.turn.turn_id,
            quote=utterance.quote,
            reason=missing if strength > 0 else "it brings up what the window did not introduce",
            query=evidence_query(utterance.said),
            keywords=keywords(utterance.said),
            confidence=1 / (1 + math.exp(-self._bias - sum(value for value, _ in held))),
        )
