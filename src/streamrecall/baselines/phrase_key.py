"""When two spellings name the same phrase."""

from __future__ import annotations

from functools import lru_cache

from streamrecall.text.telling_words import stems


@lru_cache(maxsize=50_000)
def phrase_key(phrase: str) -> str:
    """Return the stems of the phrase's content words, or else its words as they are, in small letters."""
    return " ".join(stems(phrase)) or " ".join(phrase.casefold().split())
