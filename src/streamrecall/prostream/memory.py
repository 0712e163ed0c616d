"""ProStream as a stream memory: perception, distillation, optimisation and recall in one place."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

import numpy as np

from streamrecall.errors import DataError, LookAheadError
from streamrecall.models.cost_meter import CostMeter
from streamrecall.models.rule_based_extractor import RuleBasedExtractor
from streamrecall.ports import Embedder, EntityExtractor, SceneEventSummarizer, Vectors
from streamrecall.prostream.context import pack_paths, pack_pending, pack_turns
from streamrecall.prostream.distillation import Distiller
from streamrecall.prostream.extractive_summarizer import ExtractiveSummarizer
from streamrecall.prostream.optimization import restore_budget
from streamrecall.prostream.packing import Packing
from streamrecall.prostream.parameters import LONG_TERM, PENDING, SHORT_TERM, ProStreamParameters
from streamrecall.prostream.pending_buffer import PendingBuffer
from streamrecall.prostream.perturbation import drop_share
from streamrecall.prostream.recall import count_accesses, search_tree
from streamrecall.prostream.sensing_buffer import SensingBuffer
from streamrecall.prostream.tree import MemoryTree
from streamrecall.prostream.turn_references import TurnReferences
from streamrecall.prostream.utility import Utility
from streamrecall.records import Cue, Memory, Question, SemanticBlock, Turn

Entry = TypeVar("Entry")
_EMBED_TURNS = 64
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class UpdateSeconds:
    """Where the time of the updates went, in seconds (appendix E).

    Attributes:
        embedding: Embedding the units.
        sensing: Sensing buffer and boundary detection.
        distillation: The summariser, the extractor and embedding what they found.
        hierarchy: Pending buffer, mounting, pruning and merging.
        updates: Blocks distilled.
    """

    embedding: float = 0.0
    sensing: float = 0.0
    distillation: float = 0.0
    hierarchy: float = 0.0
    updates: int = 0


@dataclass(slots=True)
class StreamCounts:
    """What the stream held.

    Attributes:
        turns: Turns observed.
        empty_turns: Turns without text, which are counted and enter nothing.
        blocks: Semantic blocks closed.
        empty_blocks: Blocks in which the distillation found nothing worth a node.
        missing_turns: Indexes that were left out of the stream, lost after a crash included.
    """

    turns: int = 0
    empty_turns: int = 0
    blocks: int = 0
    empty_blocks: int = 0
    missing_turns: int = 0


@dataclass(slots=True, eq=False)
class ProStream:
    """A bounded memory tree over an endless dialogue (ProStream, section 5).

    Recall is part of the state: as in the paper it raises the access counts of what it returns, which
    changes what is pruned and how later recalls rank. For comparisons in which one question must not
    help another, use ``peek``, or set ``count_accesses`` to False, which makes ``recall`` read only.

    After the same turns and the same recalls the state is the same, however the turns were batched,
    provided that the embedder gives a text the same vector in any batch. An error of a model in ``observe``
    leaves the memory in the middle of a batch: go on from the last saved state.

    Args:
        embedder: Encodes units, nodes and queries.
        summarizer: Names events and scenes; by default key phrases and a lexicon.
        extractor: Finds facts; by default rules.
        parameters: Every number of the method.
        name: How tables call it.

    Attributes:
        resumed: True between a restore and the next turn, when missing turns mean a loss.
    """

    embedder: Embedder
    summarizer: SceneEventSummarizer = field(default_factory=ExtractiveSummarizer)
    extractor: EntityExtractor = field(default_factory=RuleBasedExtractor)
    parameters: ProStreamParameters = field(default_factory=ProStreamParameters)
    name: str = "ProStream"
    dialogue_id: str | None = field(default=None, init=False)
    next_turn: int | None = field(default=None, init=False)
    resumed: bool = field(default=False, init=False)
    turns: TurnReferences = field(default_factory=TurnReferences, init=False)
    buffer: SensingBuffer = field(init=False)
    pending: PendingBuffer = field(init=False)
    tree: MemoryTree = field(init=False)
    distiller: Distiller = field(init=False)
    counts: StreamCounts = field(default_factory=StreamCounts, init=False)
    seconds: UpdateSeconds = field(default_factory=UpdateSeconds, init=False)
    cost: CostMeter = field(default_factory=CostMeter, init=False)

    def __post_init__(self) -> None:
        given = self.parameters
        self.buffer = SensingBuffer(given.drift_threshold, given.buffer_capacity, given.leading_context)
        self.pending = PendingBuffer(given.pending_capacity)
        self.distiller = Distiller(self.embedder, self.summarizer, self.extractor, given.node_tokens)
        self.tree = MemoryTree(
            self.embedder.dimension,
            self.turns,
            utility=Utility(given.frequency_weight, given.recency_weight, given.decay_turns),
            novelty_threshold=given.novelty_threshold,
            merge_similarity=given.merge_similarity,
            listed_turns=given.listed_turns,
        )

    @property
    def now(self) -> int:
        """Index of the latest turn; -1 before the first."""
        return -1 if self.next_turn is None else self.next_turn - 1

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order. Indexes may be left out; they are counted as missing.

        Raises:
            DataError: If a turn belongs to another dialogue or was already passed; nothing is taken then.
        """
        self._check_order(turns)
        for start in range(0, len(turns), _EMBED_TURNS):
            self._observe(turns[start : start + _EMBED_TURNS])

    def _observe(self, turns: Sequence[Turn]) -> None:
        started = perf_counter()
        spoken = [turn.render() for turn in turns if turn.text.strip()]
        vectors = iter(self.embedder.embed(spoken) if spoken else ())
        self.seconds.embedding += perf_counter() - started
        started = perf_counter()
        closed: list[tuple[int, SemanticBlock]] = []
        for turn in turns:
            self._count(turn)
            if turn.text.strip():
                self.turns.admit(turn)
                closed += [(turn.index, block) for block in self.buffer.push(turn, next(vectors))]
        self.seconds.sensing += perf_counter() - started
        if closed:
            self._update(closed)
        self.turns.release(departed.index for departed in self.buffer.departed)
        self.buffer.departed.clear()

    def _count(self, turn: Turn) -> None:
        missing = 0 if self.next_turn is None else turn.index - self.next_turn
        if missing and self.resumed:
            _LOG.warning(
                "dialogue %r: %d turns before turn %d were never saved and are lost.",
                turn.dialogue_id,
                missing,
                turn.index,
            )
        self.counts.missing_turns += missing
        self.counts.turns += 1
        self.counts.empty_turns += not turn.text.strip()
        self.resumed = False
        self.dialogue_id = turn.dialogue_id
        self.next_turn = turn.index + 1

    def _check_order(self, turns: Sequence[Turn]) -> None:
        dialogue, expected = self.dialogue_id, self.next_turn
        for turn in turns:
            if dialogue is not None and turn.dialogue_id != dialogue:
                raise DataError(
                    f"this memory watches dialogue {dialogue!r}, the turn is of {turn.dialogue_id!r}.",
                    hint="Use one memory per dialogue.",
                )
            if expected is not None and turn.index < expected:
                raise DataError(
                    f"dialogue {turn.dialogue_id!r}: turn {turn.index} comes after turn {expected - 1}.",
                    hint="Feed each turn once, in order.",
                )
            dialogue, expected = turn.dialogue_id, turn.index + 1

    def _update(self, closed: Sequence[tuple[int, SemanticBlock]]) -> None:
        """Distil blocks together, then mount them one by one, each at the turn that closed it."""
        started = perf_counter()
        distillates = self.distiller.distil([block for _, block in closed])
        distilled = perf_counter()
        for (now, _), distillate in zip(closed, distillates, strict=True):
            self.counts.blocks += 1
            if distillate is None:
                self.counts.empty_blocks += 1
                continue
            self.turns.hold(distillate.sources.held)
            for due in self.pending.push(distillate):
                self.tree.mount(due, now)
                self.turns.release(due.sources.held)
                restore_budget(self.tree, self.parameters.budget, now, self.parameters.merge_checks)
        for (_, block), distillate in zip(closed, distillates, strict=True):
            self.cost.charge([block.render()], building=True)
            self.cost.charge([] if distillate is None else [distillate.event], building=True)
        self.seconds.distillation += distilled - started
        self.seconds.hierarchy += perf_counter() - distilled
        self.seconds.updates += len(closed)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the context for a cue in at most ``budget`` tokens; counts accesses if so configured.

        A question is embedded as it stands. A window is embedded turn by turn, and a node counts as
        similar to the window as to its most similar turn.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
            DataError: If the cue belongs to another dialogue.
        """
        return self._recall(cue, budget, self.parameters.count_accesses)

    def peek(self, cue: Cue, budget: int) -> Memory:
        """Return what ``recall`` would, and leave the state as it is."""
        return self._recall(cue, budget, counting=False)

    def _recall(self, cue: Cue, budget: int, counting: bool) -> Memory:
        self._check_cue(cue)
        limits, parts = self.parameters.limits, self.parameters.parts
        packing = Packing(max(0, budget))
        cue_id = cue.question_id if isinstance(cue, Question) else cue.window_id
        recent = [(f"{SHORT_TERM}:{turn.index}", turn) for turn in self.buffer.turns]
        recent = self._kept(SHORT_TERM, recent, cue_id)
        if recent:
            pack_turns(packing, recent, int(budget * limits.short_term_share))
        if PENDING in parts:
            waiting = [(f"{PENDING}:{block.sources.origin[0]}", block) for block in self.pending.waiting]
            limit = packing.tokens + int(budget * limits.pending_share)
            pack_pending(
                packing, self._kept(PENDING, waiting, cue_id), self.turns, limit, show_paths=limits.show_paths
            )
        if LONG_TERM in parts and len(self.tree):
            found = search_tree(self.tree, self._queries(cue), self.now, limits)
            paths = [(f"{path.event}.{path.amu}", path) for path in found]
            kept = self._kept(LONG_TERM, paths, cue_id)
            packed = pack_paths(packing, self.tree, kept, budget, show_paths=limits.show_paths)
            if counting:
                count_accesses(self.tree, packed, self.now)
        pack_turns(packing, recent, budget)
        return Memory(self.name, packing.items, packing.tokens, budget, abstractive=True)

    def _kept(self, part: str, entries: Sequence[tuple[str, Entry]], cue_id: str) -> list[tuple[str, Entry]]:
        given = self.parameters
        if part not in given.parts:
            return []
        if part != given.perturbed_part:
            return list(entries)
        return list(drop_share(entries, given.perturbed_share, given.perturbation_seed, cue_id))

    def _queries(self, cue: Cue) -> Vectors:
        if isinstance(cue, Question):
            return self.embedder.embed([cue.text], "query")
        texts = [turn.render() for turn in cue.turns if turn.text.strip()]
        if not texts:
            return np.zeros((0, self.embedder.dimension), np.float32)
        return self.embedder.embed(texts, "query")

    def _check_cue(self, cue: Cue) -> None:
        if self.dialogue_id is not None and cue.dialogue_id != self.dialogue_id:
            raise DataError(
                f"this memory watches dialogue {self.dialogue_id!r} and was asked about {cue.dialogue_id!r}.",
                hint="Use one memory per dialogue.",
            )
        if self.now >= cue.horizon:
            raise LookAheadError(
                f"the cue may see turns before {cue.horizon}, but turn {self.now} was already observed."
            )
