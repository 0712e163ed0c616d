"""What the sentences of a window leave unsaid: found in its history, or named as not found."""

from __future__ import annotations

from streamrecall.catchup.digest import RecoveredContext, Unresolved
from streamrecall.catchup.history import ComparedTurns
from streamrecall.catchup.leaning_phrase import leaning_phrase, leans, points_back
from streamrecall.ports import GapDetector
from streamrecall.records import DetectedGap, Turn, Window
from streamrecall.remember.queries import evidence_query
from streamrecall.text.content_words import read_words

LEAST_PROBABILITY = 0.45
LEAST_CONFIDENCE = 0.3
_NOT_FOUND = "said as if known; nothing earlier was found that explains it"


class ContextFinder:
    """Explains sentences of a window with turns of its history.

    A sentence is explained by the turn that the evidence model finds most likely to hold what it leans on,
    if that is likely enough, shares a word with it and says something new; the turn is quoted as it was
    said. A sentence that leans
    on the past by its words, or by the gap detector, and is explained by no turn, is unresolved.

    Args:
        window: The window.
        history: The turns before it.
        detector: Finds the gaps of the window.
        least_probability: Turns less likely than this explain nothing.
        least_confidence: Gaps the detector is less sure of are not listed as unresolved.
    """

    def __init__(
        self,
        window: Window,
        history: ComparedTurns,
        detector: GapDetector,
        *,
        least_probability: float = LEAST_PROBABILITY,
        least_confidence: float = LEAST_CONFIDENCE,
    ) -> None:
        self._session = window.turns[0].session
        self._history = history
        self._least_probability = least_probability
        self._gaps = [gap for gap in detector.detect(window) if gap.confidence >= least_confidence]

    def of(self, text: str) -> RecoveredContext | None:
        """Return what explains a sentence; None where nothing does."""
        said = read_words(text).content
        if not said:
            return None
        for turn, probability in self._history.likely_evidence(evidence_query(text), self._session):
            if probability < self._least_probability:
                break
            told = read_words(turn.text).content
            if told & said and told - said:
                return RecoveredContext(_shared_phrase(text, turn), turn.text.strip(), turn)
        return None

    def unresolved(self, turn: Turn, text: str) -> Unresolved | None:
        """Return what a sentence that nothing explains leans on; None where it stands by itself."""
        gap = next((gap for gap in self._gaps if _inside(gap, turn, text)), None)
        if leans(text):
            return Unresolved(leaning_phrase(text), _NOT_FOUND, turn)
        if gap is not None:
            return Unresolved(leaning_phrase(gap.quote) or gap.quote, gap.reason, turn)
        return None

    def unquoted(self, turn: Turn, text: str) -> Unresolved | None:
        """Return what a sentence that is not shown points back to; None unless it does so strongly."""
        phrase = points_back(text)
        if not phrase:
            return None
        context = self.of(text)
        found = _NOT_FOUND if context is None else f"not quoted above; perhaps #{context.turn.index + 1}"
        return Unresolved(phrase, found, turn)


def _inside(gap: DetectedGap, turn: Turn, text: str) -> bool:
    return gap.turn_id == turn.turn_id and (gap.quote in text or text in gap.quote)


def _shared_phrase(text: str, turn: Turn) -> str:
    """Return the leaning phrase of a sentence where the turn speaks of the same thing."""
    phrase = leaning_phrase(text)
    return phrase if read_words(phrase).content & read_words(turn.text).content else ""
