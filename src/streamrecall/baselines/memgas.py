"""MemGAS: several granularities, an association graph and an entropy router (Xu et al., 2025)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from streamrecall.baselines.association_graph import AssociationGraph, Granularity, MemoryUnit
from streamrecall.baselines.entropy_router import equal_weights, router_weights
from streamrecall.baselines.kept_vectors import KeptVectors
from streamrecall.baselines.personalised_pagerank import personalised_pagerank
from streamrecall.baselines.steps.redundancy_filter import RedundancyFilter, RepetitionFilter
from streamrecall.baselines.steps.session_digests import (
    ExtractiveSessionDigester,
    SessionDigest,
    SessionDigester,
)
from streamrecall.models.cost_meter import CostMeter
from streamrecall.ports import Embedder, Vectors
from streamrecall.records import Cue, Memory, MemoryItem, Turn, render_turns
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_history import StreamHistory
from streamrecall.text.tokens import count_tokens

SESSION = Granularity.SESSION
_POOL = 2
"""Times the budget that is put to the filter."""


@dataclass(frozen=True, slots=True)
class MemGasParameters:
    """How a memory is organised and searched.

    Attributes:
        session_tokens: Tokens above which a session is kept in parts, each a session of its own here: as
            much as the packaged encoder reads.
        summary_tokens: Size of a session's summary.
        keywords: Most keywords of a session.
        most_links: Links of a new unit to earlier sessions.
        routed: Whether granularities are weighed by entropy; equally otherwise.
        router_temperature: Of the router's softmax over cosines.
        seed_temperature: Of the softmax over turns that says where walks start.
        damping: Probability that a walk goes on along a link; 0 leaves the graph out.
    """

    session_tokens: int = 256
    summary_tokens: int = 64
    keywords: int = 8
    most_links: int = 3
    routed: bool = True
    router_temperature: float = 0.05
    seed_temperature: float = 0.03
    damping: float = 0.4

    def __post_init__(self) -> None:
        """Refuse what no walk or softmax can use.

        Raises:
            ValueError: If a temperature is not above 0 or the damping not in [0, 1).
        """
        if min(self.router_temperature, self.seed_temperature) <= 0:
            raise ValueError("the temperatures of MemGAS must be above 0")
        if not 0 <= self.damping < 1:
            raise ValueError(f"the damping of MemGAS must lie in [0, 1), got {self.damping}")


class MemGasMemory:
    """Keeps each session as itself, its turns, a summary and keywords, and finds turns by all of them.

    Section 3: a finished session is digested and its units join the ``AssociationGraph``. For a question,
    the router weighs the granularities by the entropy of its cosines with their units. A turn scores the
    weighted mean of the cosines of the units that tell of it: its own and those of its session. Walks of
    personalised PageRank start at the turns by the softmax of the scores; the turns are ranked by how often
    the walks are there, filtered and packed.

    A session ends where the stream's ``session`` changes or ``session_tokens`` are reached; the turns of
    the one still open are searched by their own cosines, unlinked. What has ended is organised when a
    question next needs it, one session after the other.

    A session's vector is the mean of its turns', weighted by their tokens, as for every text longer than an
    encoder reads; the original embeds its text. The original's walks start at sessions, and whole sessions go
    to the filter; here both are turns, since a small budget has room for few sessions. Where the filter is a
    rule, it leaves out repetitions alone.

    Args:
        embedder: Makes the vectors.
        digester: Writes summaries and keywords.
        redundancy_filter: Chooses among what was found; it sees twice the budget.
        parameters: Sizes and weights.
        name: What tables call it.
    """

    name = "MemGAS"

    def __init__(
        self,
        embedder: Embedder,
        digester: SessionDigester | None = None,
        redundancy_filter: RedundancyFilter | None = None,
        parameters: MemGasParameters | None = None,
        name: str = name,
    ) -> None:
        self.name = name
        self.embedder = embedder
        self.digester = digester or ExtractiveSessionDigester()
        self.redundancy_filter = redundancy_filter or RepetitionFilter()
        self.parameters = parameters or MemGasParameters()
        self.history = StreamHistory()
        self.cost = CostMeter()
        self._graph: AssociationGraph | None = None
        self._ended: list[list[Turn]] = []
        self._open: list[Turn] = []
        self._open_tokens = 0
        self._vectors = KeptVectors(embedder)

    @property
    def graph(self) -> AssociationGraph:
        """The units of the sessions organised so far."""
        if self._graph is None:
            self._graph = AssociationGraph(self.embedder.dimension, self.parameters.most_links)
        return self._graph

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order; organises nothing."""
        self.history.observe(turns)
        for turn in turns:
            cost = self.history.cost(turn.index)
            if not cost:
                continue
            full = self._open_tokens + cost > self.parameters.session_tokens
            if self._open and (full or turn.session != self._open[-1].session):
                self._ended.append(self._open)
                self._open, self._open_tokens = [], 0
            self._open.append(turn)
            self._open_tokens += cost

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the turns found for the cue, best first while they fit, in the order of the stream.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self.history.require_horizon(cue)
        packer = MemoryPacker(self.name, budget)
        if self._ended:
            with self.cost.building():
                self._organise()
        query = cue_query(cue)
        if budget > 0 and self._open and query.strip():
            for item in self._filtered(query, self._ranked(query), budget):
                packer.offer(item)
        return packer.build()

    def _organise(self) -> None:
        """Digest the sessions that have ended and link their units, in order."""
        parameters = self.parameters
        for session in self._ended:
            self.cost.charge([render_turns(session)])
        digests = self.digester.digest(self._ended, parameters.summary_tokens, parameters.keywords)
        memories = [_units(session, digest) for session, digest in zip(self._ended, digests, strict=True)]
        embedded = [each.text for units in memories for each in units if each.granularity is not SESSION]
        self._vectors.rows(embedded)  # all in one batch
        for units in memories:
            self.graph.add_session(units, self._rows(units))
        self._vectors.keep_only([turn.render() for turn in self._open])
        self._ended = []

    def _rows(self, units: Sequence[MemoryUnit]) -> Vectors:
        """Return one unit row per unit; that of the session is the mean of its turns', by their tokens."""
        rows = np.zeros((len(units), self.embedder.dimension), dtype=np.float32)
        whole = [row for row, unit in enumerate(units) if unit.granularity is SESSION]
        parts = [row for row, unit in enumerate(units) if unit.granularity is not SESSION]
        rows[parts] = self._vectors.rows([units[row].text for row in parts])
        said = [row for row, unit in enumerate(units) if unit.turn is not None]
        tokens = np.array([count_tokens(units[row].text) for row in said], dtype=np.float32)
        mean = tokens @ rows[said]
        rows[whole] = mean / max(float(np.linalg.norm(mean)), 1e-12)
        return rows

    def _ranked(self, query: str) -> list[tuple[Turn, float]]:
        """Return every turn with the share of walks at it, most first, the earlier of equals first."""
        turns, scores = self._scored(query)
        starts = np.exp((scores - scores.max()) / self.parameters.seed_temperature)
        starts /= starts.sum()
        shares = starts
        if self.parameters.damping:
            graph = self.graph
            linked = len(graph.nodes[Granularity.TURN])
            places = np.array(
                [*graph.nodes[Granularity.TURN], *range(len(graph), len(graph) + len(turns) - linked)],
                dtype=np.int64,
            )
            seeds = np.zeros(len(graph) + len(turns) - linked)
            seeds[places] = starts
            shares = personalised_pagerank(graph.links(len(seeds)), seeds, self.parameters.damping)[places]
        return [(turns[place], float(shares[place])) for place in np.argsort(-shares, kind="stable")]

    def _scored(self, query: str) -> tuple[list[Turn], npt.NDArray[np.float64]]:
        """Return the turns of the stream and the weighted mean of the cosines that tell of each."""
        graph, vector = self.graph, self.embedder.embed([query], kind="query")[0]
        similarities = graph.similarities(vector)
        fresh = self._vectors.rows([turn.render() for turn in self._open]) @ vector
        similarities[Granularity.TURN] = np.concatenate([similarities[Granularity.TURN], fresh])
        weigh = router_weights if self.parameters.routed else equal_weights
        weights = weigh(similarities, self.parameters.router_temperature)
        own = similarities[Granularity.TURN].astype(np.float64)
        of_turns = graph.nodes[Granularity.TURN]
        sessions = np.array([graph.sessions[node] for node in of_turns], dtype=np.int64)
        summed = np.zeros(sessions.max(initial=-1) + 1)
        weighed = np.zeros_like(summed)
        for granularity in (Granularity.SESSION, Granularity.SUMMARY, Granularity.KEYWORDS):
            numbers = [graph.sessions[node] for node in graph.nodes[granularity]]
            summed[numbers] += weights[granularity] * similarities[granularity]
            weighed[numbers] += weights[granularity]
        weight = weights[Granularity.TURN]
        scores = own.copy()
        linked = slice(0, len(of_turns))
        scores[linked] = (weight * own[linked] + summed[sessions]) / (weight + weighed[sessions])
        turns = [turn for node in of_turns if (turn := graph.units[node].turn) is not None]
        return [*turns, *self._open], scores

    def _filtered(
        self, query: str, ranked: Iterable[tuple[Turn, float]], budget: int
    ) -> Iterable[MemoryItem]:
        """Return what the filter keeps of the best turns, those of ``_POOL`` times the budget."""
        pool: list[MemoryItem] = []
        room = _POOL * budget
        for turn, share in ranked:
            if room <= 0:
                break
            item = turn_item(turn, tokens=self.history.cost(turn.index), score=share)
            if item is not None:
                pool.append(item)
                room -= item.tokens
        passages = [item.text for item in pool]
        self.cost.charge([query, *passages])
        return [pool[place] for place in self.redundancy_filter.keep(query, passages)]


def _units(session: Sequence[Turn], digest: SessionDigest) -> list[MemoryUnit]:
    units = [MemoryUnit(Granularity.SESSION, render_turns(session).strip())]
    units += [MemoryUnit(Granularity.TURN, turn.render(), turn) for turn in session]
    if digest.summary:
        units.append(MemoryUnit(Granularity.SUMMARY, digest.summary))
    if digest.keywords:
        units.append(MemoryUnit(Granularity.KEYWORDS, ", ".join(digest.keywords)))
    return units
