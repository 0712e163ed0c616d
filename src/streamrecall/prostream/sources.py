"""Which turns a node was made from, in bounded space."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Sources:
    """The turns behind a node, by their index in the stream.

    A node's text never changes hands: its words come from ``origin`` (and from ``context``, where a model
    read the leading turns), which are always listed in full. Turns that said the same again are
    ``support``; the newest of them are listed and the rest counted, so a node stays small however often
    its fact returns, and deleting a turn still finds every node that holds its words.

    Attributes:
        origin: Turns whose words the text was made from.
        context: Leading turns that were read along with them.
        support: Later or merged turns that state the same, sorted.
        unlisted: Supporting turns that are only counted.
    """

    origin: tuple[int, ...]
    context: tuple[int, ...] = ()
    support: tuple[int, ...] = ()
    unlisted: int = 0

    @property
    def stated_in(self) -> tuple[int, ...]:
        """The listed turns that state the node's content, sorted."""
        return tuple(sorted({*self.origin, *self.support}))

    @property
    def held(self) -> frozenset[int]:
        """Every turn whose id must be kept for this node."""
        return frozenset((*self.origin, *self.context, *self.support))

    @property
    def count(self) -> int:
        """Number of turns that state the content, listed or not."""
        return len(self.stated_in) + self.unlisted

    def absorb(self, other: Sources, limit: int) -> Sources:
        """Return these sources with another node's turns as support; at most ``limit`` stay listed."""
        support = sorted({*self.support, *other.origin, *other.support} - set(self.origin))
        cut = max(0, len(support) - limit)
        return replace(self, support=tuple(support[cut:]), unlisted=self.unlisted + other.unlisted + cut)

    def without(self, turns: frozenset[int]) -> Sources:
        """Return the sources that are left when turns are forgotten; the origin may become empty."""
        return replace(
            self,
            origin=tuple(turn for turn in self.origin if turn not in turns),
            context=tuple(turn for turn in self.context if turn not in turns),
            support=tuple(turn for turn in self.support if turn not in turns),
        )
