"""From a semantic block to the nodes it will become (ProStream, section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from streamrecall.ports import (
    BatchSceneEventSummarizer,
    Embedder,
    EntityExtractor,
    SceneEventSummarizer,
    Vectors,
)
from streamrecall.prostream.sources import Sources
from streamrecall.records import SemanticBlock, one_line
from streamrecall.text.tokens import count_tokens, truncate_tokens


@dataclass(frozen=True, slots=True)
class Fact:
    """The text of a candidate atomic memory unit, the entity it is about, and where it stands."""

    text: str
    entity: str
    turn_index: int


@dataclass(frozen=True, slots=True)
class Distillate:
    """A block as scene, event and candidate AMUs, embedded and ready to be mounted.

    Attributes:
        scene: Scene category.
        event: Event phrase.
        facts: Candidate AMUs, no two with the same text.
        sources: The turns the event was made from.
        vectors: Row 0 is the scene, row 1 the event, the others are the facts.
    """

    scene: str
    event: str
    facts: tuple[Fact, ...]
    sources: Sources
    vectors: Vectors


class Distiller:
    """Runs the two paths of the distillation: event and scene by a summariser, facts by an extractor.

    The paper makes a node of the subject and another of the object of a triple. Here one AMU stands for
    the triple, written with its relation: subjects are nearly always speakers, who would fill the tree
    with nodes that say nothing, and with the relation attached both nodes would read the same.

    Args:
        embedder: Encodes the texts.
        summarizer: Names event and scene.
        extractor: Finds the triples.
        node_tokens: Most tokens of one text.
    """

    def __init__(
        self,
        embedder: Embedder,
        summarizer: SceneEventSummarizer,
        extractor: EntityExtractor,
        node_tokens: int,
    ) -> None:
        self.embedder = embedder
        self.summarizer = summarizer
        self.extractor = extractor
        self.node_tokens = node_tokens

    def distil(self, blocks: Sequence[SemanticBlock]) -> list[Distillate | None]:
        """Return one distillate per block; None where neither path found anything in it.

        All texts are embedded in one call, and a summariser that takes batches is asked twice for all.
        """
        drafts = self._drafts(blocks)
        texts = [
            text for draft in drafts if draft for text in (draft[0], draft[1], *(f.text for f in draft[2]))
        ]
        vectors = self.embedder.embed(texts) if texts else np.zeros((0, self.embedder.dimension), np.float32)
        result: list[Distillate | None] = []
        row = 0
        for block, draft in zip(blocks, drafts, strict=True):
            if draft is None:
                result.append(None)
                continue
            scene, event, facts = draft
            rows = vectors[row : row + 2 + len(facts)].copy()
            row += len(rows)
            result.append(Distillate(scene, event, facts, self._sources(block), rows))
        return result

    def _drafts(self, blocks: Sequence[SemanticBlock]) -> list[tuple[str, str, tuple[Fact, ...]] | None]:
        events = [shorten(event, self.node_tokens) for event in self._events(blocks)]
        facts = [self._facts(block) for block in blocks]
        for place, found in enumerate(facts):
            if found and not events[place]:
                events[place] = shorten(found[0].entity, self.node_tokens)
        told = [place for place, event in enumerate(events) if event or facts[place]]
        scenes = self._scenes([events[place] for place in told])
        drafts: list[tuple[str, str, tuple[Fact, ...]] | None] = [None] * len(blocks)
        for place, scene in zip(told, scenes, strict=True):
            drafts[place] = (shorten(scene, self.node_tokens) or events[place], events[place], facts[place])
        return drafts

    def _events(self, blocks: Sequence[SemanticBlock]) -> list[str]:
        if isinstance(self.summarizer, BatchSceneEventSummarizer):
            return self.summarizer.events(blocks)
        return [self.summarizer.event(block) for block in blocks]

    def _scenes(self, events: Sequence[str]) -> list[str]:
        if isinstance(self.summarizer, BatchSceneEventSummarizer):
            return self.summarizer.scenes(events)
        return [self.summarizer.scene(event) for event in events]

    def _facts(self, block: SemanticBlock) -> tuple[Fact, ...]:
        facts: dict[str, Fact] = {}
        for triple in self.extractor.extract(block):
            text = shorten(triple.render(), self.node_tokens)
            if text:
                facts.setdefault(text, Fact(text, triple.object, triple.turn_index))
        return tuple(facts.values())

    def _sources(self, block: SemanticBlock) -> Sources:
        context = block.leading if self.summarizer.reads_leading else ()
        return Sources(
            origin=tuple(turn.index for turn in block.turns),
            context=tuple(turn.index for turn in context),
        )


def shorten(text: str, limit: int) -> str:
    """Return one line of at most ``limit`` tokens, cut after a whole word where it must be cut."""
    line = one_line(text)
    cut = truncate_tokens(line, limit)
    if len(cut) == len(line):
        return line
    head = cut.rsplit(None, 1)[0] if cut[-1:].strip() and not line[len(cut)].isspace() else cut
    return head.strip()


def node_cost(text: str) -> int:
    """Return the tokens that a node counts against the budget: its text and a line feed."""
    return count_tokens(text + "\n")
