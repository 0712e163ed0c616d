"""Dropping a share of one memory source, to see whether errors spread (ProStream, appendix D.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import TypeVar

Entry = TypeVar("Entry")
_SPAN = 1 << 64


def drop_share(
    entries: Iterable[tuple[str, Entry]], share: float, seed: int, cue_id: str
) -> Iterator[tuple[str, Entry]]:
    """Yield the entries that survive, each dropped with probability ``share``.

    The draw depends on the seed, the cue and the entry's key alone, so it repeats on every machine.
    """
    for key, entry in entries:
        digest = blake2b(f"{seed}\x1f{cue_id}\x1f{key}".encode(), digest_size=8).digest()
        if int.from_bytes(digest, "big") >= share * _SPAN:
            yield key, entry
