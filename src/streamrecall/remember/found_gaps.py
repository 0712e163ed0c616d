"""Gaps that a detector has found before, so that all windows can be asked in one batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.errors import DataError
from streamrecall.models.replies.failure import ReplyError
from streamrecall.records import DetectedGap, Window


class FoundGaps:
    """Returns the gaps of a window by its id.

    Args:
        name: The detector that found them; tables show it.
        gaps: The gaps of each window.
        failed: Why the detector has nothing to say about a window, where it failed.
    """

    def __init__(
        self, name: str, gaps: Mapping[str, Sequence[DetectedGap]], failed: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self._gaps = gaps
        self._failed = failed or {}

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return the gaps of one window.

        Raises:
            ReplyError: If the detector failed on it; that is not the same as finding nothing.
            DataError: If the window was never put to the detector.
        """
        if window.window_id in self._failed:
            raise ReplyError(
                f"gaps of window {window.window_id} by {self.name}: {self._failed[window.window_id]}"
            )
        if window.window_id not in self._gaps:
            raise DataError(
                f"window {window.window_id!r} was not put to the detector {self.name!r}.",
                hint="Run the detection again for the present benchmark.",
            )
        return tuple(self._gaps[window.window_id])
