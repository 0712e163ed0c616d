"""Streams forever-looking dialogue into a checkpointed memory; killed from outside by a test."""

import sys
import time
from pathlib import Path

from prostream_streams import PLACES, THINGS, ask, stream, turn

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.checkpoints import CheckpointedStream

TURNS = [
    turn(i, f"The {THINGS[i % 8]} in {PLACES[i // 3 % 6]} costs {i} euros, says Priya.", time="2024-05-01")
    for i in range(400)
]


def feed(memory, start: int, pause: float = 0.0) -> None:
    """Observe the dialogue from ``start`` on and ask after every seventh turn."""
    plain = getattr(memory, "memory", memory)
    for each in TURNS[start:]:
        memory.observe([each])
        if each.index % 7 == 0:
            memory.recall(ask(f"What does the {THINGS[each.index % 5]} cost?", plain, each.index), 300)
        time.sleep(pause)


if __name__ == "__main__":
    feed(CheckpointedStream(stream(HashedEmbedder(64)), Path(sys.argv[1]), every=1), 0, pause=0.002)
