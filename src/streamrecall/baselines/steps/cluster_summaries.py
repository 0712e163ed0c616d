"""Summaries of clusters of passages, by extraction or by a chat model (Sarthi et al., 2024, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from streamrecall.baselines.summary_items import summary_items
from streamrecall.baselines.turn_sentences import TurnSentence, extract_summary
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.records import MemoryItem, Turn

_PROMPT = "baselines/raptor_cluster"


@dataclass(frozen=True, slots=True)
class Passages:
    """What one summary is written from.

    Attributes:
        texts: Chunks of the dialogue, or summaries of the layer below, in the order of the stream.
        sentences: The sentences that an extract may take over, in the order of the stream.
        turns: The turns the texts rest on, in order.
    """

    texts: tuple[str, ...]
    sentences: tuple[TurnSentence, ...]
    turns: tuple[Turn, ...]


class ClusterSummarizer(Protocol):
    """Writes one summary per cluster.

    Attributes:
        quotes: Whether a summary holds nothing but sentences of the dialogue.
    """

    name: str
    quotes: bool

    def summarize(self, clusters: Sequence[Passages], limit: int) -> list[list[MemoryItem]]:
        """Return the sentences of one summary of about ``limit`` tokens per cluster.

        Only where the passages have nothing to tell is there none.
        """
        ...


class ExtractiveClusterSummarizer:
    """Takes over the sentences that say most of what the cluster's sentences have in common."""

    name = "extractive"
    quotes = True

    def summarize(self, clusters: Sequence[Passages], limit: int) -> list[list[MemoryItem]]:
        """Return at most ``limit`` tokens of sentences per cluster, in the order of the stream."""
        return [[each.item for each in extract_summary(c.sentences, limit)] for c in clusters]


class ChatClusterSummarizer:
    """Asks a chat model; each sentence of a reply names the turns whose words it repeats.

    Args:
        model: Asked with the prompt ``baselines/raptor_cluster``.
    """

    quotes = False

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self._model = model

    def summarize(self, clusters: Sequence[Passages], limit: int) -> list[list[MemoryItem]]:
        """Return one summary per cluster, all asked in one batch.

        Raises:
            ReplyError: If one of them stays unusable.
        """
        texts = [{"passages": "\n\n".join(cluster.texts)} for cluster in clusters]
        answers = self._model.ask(_PROMPT, SummaryReply, texts, {"max_tokens": limit})
        return [
            summary_items(answer.require(_PROMPT).summary, cluster.turns)
            for answer, cluster in zip(answers, clusters, strict=True)
        ]
