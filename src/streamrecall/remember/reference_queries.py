"""Gaps given by the annotators, to measure retrieval alone. Not a system: it is told what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.errors import DataError
from streamrecall.ports import Embedder
from streamrecall.records import DetectedGap, Gap, Window
from streamrecall.remember.evidence_model import EvidenceWeights
from streamrecall.remember.expected_recall import LATEST_SHARE, ExpectedRecallReMEMBER
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class AnnotatedGaps:
    """Returns the annotated gaps of a window with the annotators' own queries, instead of detecting any.

    Args:
        gaps: The annotated gaps of each window, by its id; one without a query is asked for by its reason.
    """

    name = "annotators' queries (reference)"

    def __init__(self, gaps: Mapping[str, Sequence[Gap]]) -> None:
        self._gaps = gaps

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return the annotated gaps, in the order of the annotation.

        Raises:
            DataError: If the window was not annotated.
        """
        if window.window_id not in self._gaps:
            raise DataError(
                f"window {window.window_id!r} has no annotation.",
                hint="Reference queries exist for annotated windows only; use a detector elsewhere.",
            )
        return tuple(
            DetectedGap(
                turn_id="",
                quote=gap.query or gap.reason,
                reason=gap.reason,
                query=gap.query or gap.reason,
                keywords=gap.keywords,
            )
            for gap in self._gaps[window.window_id]
        )


class ReferenceQueries(ExpectedRecallReMEMBER):
    """The expected-recall memory, asked the annotators' queries: the ceiling of a better detector.

    Args:
        embedder: Makes the vectors.
        gaps: The annotated gaps of each window, by its id.
        latest_share: The weight of the latest turns.
        weights: Of the evidence model.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "Reference queries (annotators' own)"

    def __init__(
        self,
        embedder: Embedder,
        gaps: Mapping[str, Sequence[Gap]],
        *,
        latest_share: float = LATEST_SHARE,
        weights: EvidenceWeights | None = None,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
    ) -> None:
        super().__init__(
            embedder,
            AnnotatedGaps(gaps),
            max_gaps=None,
            latest_share=latest_share,
            weights=weights,
            chunk_tokens=chunk_tokens,
            chunk_overlap=chunk_overlap,
        )
