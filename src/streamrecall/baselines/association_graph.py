"""Memory units of several granularities and the links among them (Xu et al., 2025, section 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from streamrecall.baselines.two_part_mixture import upper_part
from streamrecall.ports import Vectors
from streamrecall.records import Turn
from streamrecall.retrieval.dense import DenseIndex
from streamrecall.retrieval.top_ranked import top_ranked


class Granularity(StrEnum):
    """What a unit holds of a session."""

    SESSION = "session"
    TURN = "turn"
    SUMMARY = "summary"
    KEYWORDS = "keywords"


@dataclass(frozen=True, slots=True)
class MemoryUnit:
    """One unit of a session's memory.

    Attributes:
        text: What is embedded.
        turn: The turn it is, for that granularity.
    """

    granularity: Granularity
    text: str
    turn: Turn | None = None


class AssociationGraph:
    """Grows by one session at a time; a node is a unit, in the order they came.

    The cosines of a new unit with the units of its granularity in earlier sessions are separated into an
    accepted and a rejected part by a mixture of two Gaussians; accepted ones become links, the
    ``most_links`` strongest of each new unit. Units of one session that differ in granularity are linked
    too, since together they are one memory. A link weighs as much as its cosine; none is negative.

    Args:
        dimension: Length of a vector.
        most_links: Links of a new unit to earlier sessions.

    Attributes:
        units: Every unit.
        nodes: The units of each granularity.
        sessions: The number of each unit's session, from 0.
    """

    def __init__(self, dimension: int, most_links: int) -> None:
        self.units: list[MemoryUnit] = []
        self.nodes: dict[Granularity, list[int]] = {each: [] for each in Granularity}
        self.sessions: list[int] = []
        self._vectors = {each: DenseIndex(dimension) for each in Granularity}
        self._most_links = most_links
        self._links: list[tuple[int, int, float]] = []
        self._matrix: csr_array | None = None

    def __len__(self) -> int:
        return len(self.units)

    def add_session(self, units: Sequence[MemoryUnit], vectors: Vectors) -> None:
        """Add the units of one session with their links.

        Args:
            units: At least one, none for a granularity the session has nothing for.
            vectors: One row per unit.
        """
        first = len(self.units)
        self.sessions.extend([self.sessions[-1] + 1 if self.sessions else 0] * len(units))
        self.units.extend(units)
        self._matrix = None
        for granularity in Granularity:
            rows = [row for row, unit in enumerate(units) if unit.granularity == granularity]
            if rows:
                nodes = [first + row for row in rows]
                self._associate(nodes, granularity, vectors[rows])
                self._vectors[granularity].append(vectors[rows])
                self.nodes[granularity].extend(nodes)
        self._tie(units, vectors, first)

    def similarities(self, query: npt.NDArray[np.float32]) -> dict[Granularity, npt.NDArray[np.float32]]:
        """Return the cosine of the query with each unit, by granularity in the order of ``nodes``."""
        return {each: self._vectors[each].similarities(query) for each in Granularity}

    def links(self, nodes: int) -> csr_array:
        """Return symmetric weights, shape (nodes, nodes); nodes beyond the units have no links."""
        if self._matrix is None:
            ends = np.array([link[:2] for link in self._links], dtype=np.int64).reshape(-1, 2)
            weights = np.array([link[2] for link in self._links], dtype=np.float64)
            rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
            shape = (len(self), len(self))
            self._matrix = csr_array((np.concatenate([weights, weights]), (rows, columns)), shape)
        known = self._matrix
        starts = np.pad(known.indptr, (0, nodes - len(self)), mode="edge")
        return csr_array((known.data, known.indices, starts), (nodes, nodes))

    def _associate(self, new: Sequence[int], granularity: Granularity, vectors: Vectors) -> None:
        earlier = self.nodes[granularity]
        if not earlier:
            return
        cosines = self._vectors[granularity].cosines(vectors)
        accepted = upper_part(cosines.astype(np.float64)) & (cosines > 0)
        for node, row, high in zip(new, cosines, accepted, strict=True):
            for place in top_ranked(row, self._most_links, among=np.flatnonzero(high)):
                self._links.append((node, earlier[place], float(row[place])))

    def _tie(self, units: Sequence[MemoryUnit], vectors: Vectors, first: int) -> None:
        cosines = vectors @ vectors.T
        for one, unit in enumerate(units):
            for other in range(one + 1, len(units)):
                if units[other].granularity != unit.granularity and cosines[one, other] > 0:
                    self._links.append((first + one, first + other, float(cosines[one, other])))
