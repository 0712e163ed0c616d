"""Deleting a turn or a speaker from a running stream, with a receipt.

A node's words come from its origin turns (and the leading turns a model read), which it lists in full. So
every node that holds words of a forgotten turn is found:

- an AMU whose origin is forgotten goes, even if later turns said nearly the same, since the words that
  would remain are the forgotten ones;
- an event that rests on forgotten turns only goes with everything below it; one that other turns made
  too gets a new phrase from the facts that are left to it, or goes when there are none;
- a scene that outlives the event it was named after is named again after an event that is left;
- a node that a forgotten turn merely supported keeps its words and is embedded again from them alone, and
  so is every node with unlisted turns, whose embedding a merge may have moved towards a forgotten one.

What other people said about a forgotten speaker is theirs and stays. Files saved earlier still hold the
turns: save again, and delete older copies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace

from streamrecall.prostream.distillation import Distillate, shorten
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.optimization import restore_budget
from streamrecall.prostream.sources import Sources
from streamrecall.prostream.tree import AMU, EVENT, LAYER_NAMES, SCENE
from streamrecall.records import SemanticBlock, Turn


@dataclass(slots=True)
class ForgettingReceipt:
    """What forgetting did.

    Attributes:
        asked: Turn ids that were to be forgotten, as given or found under the speaker.
        unknown: Those of them that nothing refers to: never seen, or long since pruned.
        short_term: Turns taken out of the sensing buffer.
        pending_deleted: Pending blocks that went.
        pending_rebuilt: Pending blocks that lost some of their facts.
        deleted: Nodes that went, by layer.
        rebuilt: Nodes that got other words, by layer.
        refreshed: Nodes that kept their words and were embedded again, by layer.
        tokens_before: Cost of the tree before.
        tokens_after: Cost of the tree after.
    """

    asked: tuple[str, ...]
    unknown: tuple[str, ...]
    short_term: int = 0
    pending_deleted: int = 0
    pending_rebuilt: int = 0
    deleted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LAYER_NAMES, 0))
    rebuilt: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LAYER_NAMES, 0))
    refreshed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LAYER_NAMES, 0))
    tokens_before: int = 0
    tokens_after: int = 0

    def as_dict(self) -> dict[str, object]:
        """Return the receipt as plain values, to be kept."""
        return asdict(self)


def forget_speaker(memory: ProStream, speaker: str) -> ForgettingReceipt:
    """Forget every turn of a speaker, named exactly as the source names them."""
    said = [each.turn_id for _, each in sorted(memory.turns.references.items()) if each.speaker == speaker]
    return forget_turns(memory, said)


def forget_turns(memory: ProStream, turn_ids: Iterable[str]) -> ForgettingReceipt:
    """Forget turns by id.

    Args:
        memory: Between two calls of ``observe``; it goes on as if the turns had not been said.
        turn_ids: Ids of this dialogue; those that nothing refers to are reported, not refused.
    """
    asked = tuple(dict.fromkeys(turn_ids))
    wanted = set(asked)
    turns = {index: each.turn_id for index, each in memory.turns.references.items() if each.turn_id in wanted}
    known = set(turns.values())
    receipt = ForgettingReceipt(asked, tuple(each for each in asked if each not in known))
    receipt.tokens_before = memory.tree.cost
    eraser = _Eraser(memory, frozenset(turns), receipt)
    eraser.clear_buffer()
    eraser.clear_pending()
    eraser.clear_tree()
    restore_budget(memory.tree, memory.parameters.budget, memory.now, checks=0)  # a new phrase may be longer
    receipt.tokens_after = memory.tree.cost
    return receipt


class _Eraser:
    def __init__(self, memory: ProStream, turns: frozenset[int], receipt: ForgettingReceipt) -> None:
        self.memory = memory
        self.tree = memory.tree
        self.turns = turns
        self.receipt = receipt

    def clear_buffer(self) -> None:
        buffer = self.memory.buffer
        gone = [turn.index for turn in buffer.turns if turn.index in self.turns]
        if buffer.turns and buffer.turns[-1].index in self.turns:
            buffer.previous = None  # the next unit has nothing to drift from
        buffer.units = [turn for turn in buffer.units if turn.index not in self.turns]
        kept = [turn for turn in buffer.leading if turn.index not in self.turns]
        buffer.leading.clear()
        buffer.leading.extend(kept)
        self.memory.turns.release(gone)
        self.receipt.short_term = len(gone)

    def clear_pending(self) -> None:
        waiting = self.memory.pending.waiting
        blocks = list(waiting)
        waiting.clear()
        for block in blocks:
            rest = self._without(block) if self.turns & block.sources.held else block
            if rest is not None:
                waiting.append(rest)
            self.receipt.pending_deleted += rest is None
            self.receipt.pending_rebuilt += rest is not None and rest is not block

    def _without(self, block: Distillate) -> Distillate | None:
        facts = tuple(fact for fact in block.facts if fact.turn_index not in self.turns)
        sources = block.sources.without(self.turns)
        self.memory.turns.release(block.sources.held - sources.held)
        if not sources.origin or not facts:
            self.memory.turns.release(sources.held)
            return None
        event = self._phrase(facts[0].text)
        scene = self.memory.summarizer.scene(event)
        vectors = self.memory.embedder.embed([scene, event, *(fact.text for fact in facts)])
        return Distillate(scene, event, facts, sources, vectors)

    def clear_tree(self) -> None:
        before = {uid for layer in self.tree.layers for uid in layer.slot_of}
        layer_of = {uid: position for position, layer in enumerate(self.tree.layers) for uid in layer.slot_of}
        for position in (AMU, EVENT, SCENE):
            for slot in self.tree.layers[position].slots.tolist():
                nodes = self.tree.layers[position]
                if nodes.uid[slot] >= 0 and self._concerns(nodes.sources[slot]):
                    self._clear_node(position, slot)
        for uid in before:
            layer = layer_of[uid]
            self.receipt.deleted[LAYER_NAMES[layer]] += uid not in self.tree.layers[layer].slot_of

    def _concerns(self, sources: Sources) -> bool:
        """Whether a node holds something of the turns; one with unlisted turns may, in its embedding."""
        return bool(self.turns & sources.held or sources.unlisted)

    def _clear_node(self, layer: int, slot: int) -> None:
        sources = self.tree.layers[layer].sources[slot]
        worded = self.turns & {*sources.origin, *sources.context}
        if not worded:
            self.tree.set_sources(layer, slot, sources.without(self.turns))
            self._embed_again(layer, slot)
        elif layer == AMU:
            self.tree.remove(layer, slot)
        elif layer == EVENT:
            self._clear_event(slot, sources)
        else:
            self._clear_scene(slot, sources)

    def _clear_event(self, slot: int, sources: Sources) -> None:
        facts = self.tree.children(EVENT, slot)
        if not facts:
            self.tree.remove(EVENT, slot)
            return
        left = min(facts, key=lambda fact: self.tree.amus.uid[fact])
        self._rewrite(EVENT, slot, self._phrase(self.tree.amus.text[left]))
        self._settle(EVENT, slot, sources, self.tree.amus.sources[left])

    def _clear_scene(self, slot: int, sources: Sources) -> None:
        left = min(self.tree.children(SCENE, slot), key=lambda event: self.tree.events.uid[event])
        name = self.memory.summarizer.scene(self.tree.events.text[left])
        self._rewrite(SCENE, slot, shorten(name, self.memory.parameters.node_tokens))
        self._settle(SCENE, slot, sources, self.tree.events.sources[left])

    def _settle(self, layer: int, slot: int, sources: Sources, words_from: Sources) -> None:
        """Give a rewritten node the origin of its new words; what still stood behind it is support."""
        rest = sources.without(self.turns)
        renamed = replace(rest, origin=words_from.origin, context=words_from.context, support=(), unlisted=0)
        others = Sources(rest.origin, support=rest.support, unlisted=rest.unlisted)
        self.tree.set_sources(layer, slot, renamed.absorb(others, self.memory.parameters.listed_turns))

    def _rewrite(self, layer: int, slot: int, text: str) -> None:
        self.tree.rewrite(layer, slot, text, self.memory.embedder.embed([text])[0])
        self.receipt.rebuilt[LAYER_NAMES[layer]] += 1

    def _embed_again(self, layer: int, slot: int) -> None:
        text = self.tree.layers[layer].text[slot]
        self.tree.rewrite(layer, slot, text, self.memory.embedder.embed([text])[0])
        self.receipt.refreshed[LAYER_NAMES[layer]] += 1

    def _phrase(self, fact: str) -> str:
        speaker, _, said = fact.partition(": ")
        block = SemanticBlock((Turn("", 0, "", speaker if said else "", said or fact),))
        phrase = self.memory.summarizer.event(block) or fact
        return shorten(phrase, self.memory.parameters.node_tokens)
