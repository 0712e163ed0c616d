"""The phrases of a clause that name what it is about."""

from __future__ import annotations

from streamrecall.text.key_phrases import KeyPhrase, key_phrases

NAMING = 1.4
"""Weight from which a phrase names something by itself: a title, a name, a quantity, several words."""
_PHRASES_PER_CLAUSE = 3


def naming_phrases(clause: str) -> list[KeyPhrase]:
    """Return the three most telling phrases; none where the most telling one names nothing by itself."""
    phrases = key_phrases(clause)[:_PHRASES_PER_CLAUSE]
    return phrases if phrases and phrases[0].weight >= NAMING else []
