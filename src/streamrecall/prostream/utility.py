"""How much a node is worth keeping (ProStream, Equation 1 and appendix A.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Utility:
    """``alpha * log(f + 1) + beta * exp(-age / tau)``, the form of Equation 1.

    Appendix A.2 writes the access count without the logarithm; the equation of the main text is taken.
    The first term of a node that was never read is 0, so its recency alone keeps it, and the second
    term of every node falls with time: no utility ever rises between two reads of its node. Access counts
    never fall, as in the paper, so over a long stream what was read once outlives what never was.

    Attributes:
        frequency_weight: alpha.
        recency_weight: beta.
        decay_turns: tau, in turns.
    """

    frequency_weight: float
    recency_weight: float
    decay_turns: float

    def of(self, accesses: Counts, age: Counts) -> Floats:
        """Return the utility of nodes.

        Args:
            accesses: Times each node was read.
            age: Turns since each node was last read or stated.
        """
        frequency: Floats = self.frequency_weight * np.log1p(accesses)
        recency: Floats = self.recency_weight * np.exp(-age / self.decay_turns)
        return frequency + recency
