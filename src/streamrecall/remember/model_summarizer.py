"""Summaries of a window with a language model (ReMEMBER, section 4.3, Figures 4 and 12).

A window with a memory is summarised by the memory-augmented prompt, one without by the memory-free prompt.
The model writes running text; each sentence is linked to the window turns and memory items whose rare
words it shares, so that a reader can go back to the messages. The links are by words and not by the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.ports import ChatModel
from streamrecall.records import (
    ChatRequest,
    Memory,
    Provenance,
    Sampling,
    Summary,
    SummarySentence,
    Window,
    one_line,
)
from streamrecall.remember.evidence_links import EvidenceLinks
from streamrecall.text.content_words import read_words
from streamrecall.text.prompts import Prompt
from streamrecall.text.sentences import split_sentences

LINK_SHARE = 0.25
"""Least share of a sentence's words, weighed by rarity, that links it to a turn or item."""

_MOST_TURNS = 6
_MOST_ITEMS = 3


@dataclass(frozen=True, slots=True)
class WrittenSummary:
    """A summary and what made it."""

    summary: Summary
    provenance: Provenance


class ModelSummarizer:
    """Writes summaries with a chat model.

    Args:
        model: The summarizer; tables show its name.
        with_memory: ``summarize/memory_augmented``.
        without_memory: ``summarize/memory_free``, for an empty memory.
        sampling: How it decodes; the paper uses temperature 0.7.
        sample_index: Tells repeated summaries of one window apart.
        thinking: Whether a model that can think should.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run above a share of failures.
    """

    def __init__(
        self,
        model: ChatModel,
        with_memory: Prompt,
        without_memory: Prompt,
        sampling: Sampling | None = None,
        *,
        sample_index: int = 0,
        thinking: bool = False,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
    ) -> None:
        self.name = model.name
        self._model = model
        self._with_memory = with_memory
        self._without_memory = without_memory
        self._sampling = sampling or Sampling(temperature=0.7)
        self._sample_index = sample_index
        self._thinking = thinking
        self._retries = retries
        self._budget = budget

    def summarize(self, window: Window, memory: Memory) -> Summary:
        """Return one summary; where no usable reply came, ``failed`` says why and there are no sentences."""
        return self.summarize_all([(window, memory)])[0]

    def summarize_all(self, cases: Sequence[tuple[Window, Memory]]) -> list[Summary]:
        """Return one summary per window and memory, all asked in one batch."""
        return [written.summary for written in self.write_all(cases)]

    def write_all(self, cases: Sequence[tuple[Window, Memory]]) -> list[WrittenSummary]:
        """Return one summary per window and memory with what made it, all asked in one batch."""
        asks = [self._ask(window, memory) for window, memory in cases]
        answers = ask_all(self._model, asks, retries=self._retries, budget=self._budget)
        return [
            WrittenSummary(
                self._summary(window, memory, answer),
                answer.provenance(self._model, ask.request.prompt_hash, self._sampling, self._sample_index),
            )
            for (window, memory), ask, answer in zip(cases, asks, answers, strict=True)
        ]

    def _ask(self, window: Window, memory: Memory) -> Ask[SummaryReply]:
        texts = {"window": window.render()}
        prompt = self._without_memory
        if memory.items:
            texts["memory"] = memory.render()
            prompt = self._with_memory
        request = ChatRequest(
            prompt.render(texts),
            self._sampling,
            sample_index=self._sample_index,
            thinking=self._thinking,
            prompt_hash=prompt.hash,
        )
        return Ask(request, SummaryReply)

    def _summary(self, window: Window, memory: Memory, answer: Answered[SummaryReply]) -> Summary:
        sentences: tuple[SummarySentence, ...] = ()
        if answer.value is not None:
            links = EvidenceLinks(window, memory, threshold=0.0)
            sentences = tuple(
                _linked(sentence, window, memory, links)
                for sentence in split_sentences(one_line(answer.value.summary))
            )
        return Summary(
            window_id=window.window_id,
            method=memory.method,
            summarizer=self.name,
            sentences=sentences,
            failed=answer.failure,
        )


def _linked(text: str, window: Window, memory: Memory, links: EvidenceLinks) -> SummarySentence:
    words = read_words(text).content
    least = LINK_SHARE * links.weight(words, text)
    turns = _strongest([links.weight(words, turn.render()) for turn in window.turns], least, _MOST_TURNS)
    items = _strongest([links.weight(words, item.text) for item in memory.items], least, _MOST_ITEMS)
    from_memory = (turn_id for position in items for turn_id in memory.items[position].turn_ids)
    return SummarySentence(
        text=text,
        window_turn_ids=tuple(window.turns[position].turn_id for position in turns),
        memory_turn_ids=tuple(dict.fromkeys(from_memory)),
    )


def _strongest(weights: Sequence[float], least: float, most: int) -> list[int]:
    """Return the positions of the strongest links, none weaker than ``least``, in their own order."""
    strong = [position for position, weight in enumerate(weights) if weight >= max(least, 1e-9)]
    return sorted(sorted(strong, key=lambda position: -weights[position])[:most])
