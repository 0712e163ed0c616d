"""Gaps given by the annotators, to measure retrieval alone. Not a system: it is told what is missing."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.errors import DataError
from streamrecall.records import DetectedGap, Instance, Window
from streamrecall.remember.queries import keywords


class AnnotatedGaps:
    """Returns the annotated gaps of a window with the annotators' own queries, instead of detecting any.

    Args:
        instances: Annotated windows; gaps without a query are asked for by their utterance.
    """

    name = "annotators' queries (reference)"

    def __init__(self, instances: Iterable[Instance]) -> None:
        self._gaps = {instance.window.window_id: _given(instance) for instance in instances}

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return the annotated gaps, in the order of the annotation.

        Raises:
            DataError: If the window was not annotated.
        """
        if window.window_id not in self._gaps:
            raise DataError(
                f"window {window.window_id!r} has no annotation.",
                hint="Reference gaps exist for annotated windows only; use a detector elsewhere.",
            )
        return self._gaps[window.window_id]


def _given(instance: Instance) -> tuple[DetectedGap, ...]:
    return tuple(
        DetectedGap(
            turn_id=utterance.turns[0],
            quote=utterance.utterance,
            reason=utterance.gap.reason,
            query=utterance.gap.query or utterance.utterance,
            keywords=utterance.gap.keywords or keywords(utterance.utterance),
        )
        for utterance in instance.salient
        if utterance.gap is not None
    )
