"""Full Context: the whole history, cut to what the reader can take (ProStream, sections 4 and 6.1)."""

from __future__ import annotations

from streamrecall.baselines.full import FullMemory


class FullContextMemory(FullMemory):
    """Full Memory under the name of ProStream's tables.

    It is the whole dialogue under the budget of a long-context reader; under the budget of the other
    memories it shows what recency alone gives, and tables must say which.
    """

    name = "Full Context"
