"""Gap detection with a language model (ReMEMBER, section 4.1 and Figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget, ReplyError
from streamrecall.models.replies.gaps import GapReply, GapsReply
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, DetectedGap, Provenance, Sampling, Turn, Window
from streamrecall.text.prompts import Prompt

MAX_GAPS = 12
_FOLDED = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}


@dataclass(frozen=True, slots=True)
class Detection:
    """What a detector said about one window.

    Attributes:
        gaps: The gaps whose quotes stand in the window, in the order of the reply.
        unmatched: Gaps left out because their quote does not stand in the window.
        over_limit: Gaps left out because the reply had more than were asked for.
        failed: Why there is no usable reply; empty where there is one, also for a window without gaps.
        provenance: What made the detection.
    """

    window_id: str
    gaps: tuple[DetectedGap, ...]
    unmatched: int
    over_limit: int
    failed: str
    provenance: Provenance


class ModelGapDetector:
    """Asks a compact model which utterances of a window lean on hidden history.

    Args:
        model: The detector.
        prompt: ``remember/gap_detection``.
        sampling: How it decodes.
        max_gaps: Most gaps of a window.
        thinking: Whether a model that can think should.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run above a share of failures.
    """

    def __init__(
        self,
        model: ChatModel,
        prompt: Prompt,
        sampling: Sampling | None = None,
        *,
        max_gaps: int = MAX_GAPS,
        thinking: bool = False,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
    ) -> None:
        self.name = model.name
        self._model = model
        self._prompt = prompt
        self._sampling = sampling or Sampling(max_tokens=3072)
        self._max_gaps = max_gaps
        self._thinking = thinking
        self._retries = retries
        self._budget = budget

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return the gaps of one window.

        Raises:
            ReplyError: If no usable reply came; use ``detect_all`` to record failures instead.
        """
        (detection,) = self.detect_all([window])
        if detection.failed:
            raise ReplyError(f"gaps of window {window.window_id}: {detection.failed}")
        return detection.gaps

    def detect_all(self, windows: Sequence[Window]) -> list[Detection]:
        """Return one detection per window, all asked in one batch."""
        answers = ask_all(
            self._model,
            [self._ask(window) for window in windows],
            retries=self._retries,
            budget=self._budget,
        )
        return [self._detection(window, answer) for window, answer in zip(windows, answers, strict=True)]

    def _ask(self, window: Window) -> Ask[GapsReply]:
        lines = [f"[{position}] {turn.render()}" for position, turn in enumerate(window.turns)]
        messages = self._prompt.render({"window": "\n".join(lines)}, {"max_gaps": self._max_gaps})
        request = ChatRequest(
            messages, self._sampling, thinking=self._thinking, prompt_hash=self._prompt.hash
        )

        def some_quote_stands_in_the_window(reply: GapsReply) -> None:
            if reply.gaps and not any(_locate(window, gap) for gap in reply.gaps):
                raise ValueError("none of the quotes stands in the window; copy the words exactly")

        return Ask(request, GapsReply, some_quote_stands_in_the_window)

    def _detection(self, window: Window, answer: Answered[GapsReply]) -> Detection:
        replies = answer.value.gaps if answer.value is not None else ()
        located = [(gap, _locate(window, gap)) for gap in replies[: self._max_gaps]]
        gaps = [_detected(gap, *place) for gap, place in located if place is not None]
        return Detection(
            window_id=window.window_id,
            gaps=tuple(gaps),
            unmatched=len(located) - len(gaps),
            over_limit=max(0, len(replies) - self._max_gaps),
            failed=answer.failure,
            provenance=answer.provenance(self._model, self._prompt.hash, self._sampling),
        )


def _detected(gap: GapReply, turn: Turn, quote: str) -> DetectedGap:
    return DetectedGap(
        turn_id=turn.turn_id,
        quote=quote,
        reason=gap.gap_reason,
        query=gap.evidence_need_query,
        keywords=gap.keywords[:8],
    )


def _locate(window: Window, gap: GapReply) -> tuple[Turn, str] | None:
    """Return the turn that holds the quote and the exact span; the named turn first, then the nearest."""
    nearest = sorted(range(len(window.turns)), key=lambda position: abs(position - gap.utterance_index))
    for position in nearest:
        turn = window.turns[position]
        quote = gap.quote.strip().removeprefix(f"{turn.speaker}:").strip()
        span = find_span(turn.text, quote) or find_span(turn.text, quote.strip("\"'\u201c\u201d .\u2026"))
        if span is not None:
            return turn, turn.text[span[0] : span[1]]
    return None


def find_span(text: str, quote: str) -> tuple[int, int] | None:
    """Return where ``quote`` stands in ``text``; blanks, case and typographic quotes may differ."""
    wanted = "".join(_fold(character) for character in quote if not character.isspace())
    places = [place for place, character in enumerate(text) if not character.isspace()]
    start = "".join(_fold(text[place]) for place in places).find(wanted)
    return None if start < 0 or not wanted else (places[start], places[start + len(wanted) - 1] + 1)


def _fold(character: str) -> str:
    folded = _FOLDED.get(character, character.lower())
    return folded if len(folded) == 1 else character
