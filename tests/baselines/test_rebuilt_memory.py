"""When the structure over the first chunks is made again."""

import pytest

from streamrecall.baselines.rebuilt_memory import RebuiltMemory
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.records import Question, Turn
from streamrecall.retrieval.memory_items import chunk_item


class Listing(RebuiltMemory):
    """Hands over the newest chunks; notes what it was to build over."""

    name = "listing"

    def __init__(self, rebuild_every):
        super().__init__(HashedEmbedder(16), 16, 0, rebuild_every)
        self.builds = []

    def build(self, chunks):
        self.builds.append([chunk.index for chunk in chunks])

    def ranked(self, query, fresh, budget):
        for chunk in reversed(fresh):
            yield chunk_item(self.index, chunk), chunk.index


TURNS = [Turn("d", i, f"t{i}", "Ann", f"The number {i} tram is late again today.") for i in range(20)]


def ask(memory, turns):
    return memory.recall(Question("q", "d", "Late?", turns[-1].index), 60)


def test_the_structure_stands_over_a_multiple_of_complete_chunks_and_is_made_once():
    memory = Listing(3)
    memory.observe(TURNS[:2])
    ask(memory, TURNS[:2])
    assert memory.builds == []
    memory.observe(TURNS[2:])
    complete = sum(chunk.complete for chunk in memory.index.chunks)
    ask(memory, TURNS)
    ask(memory, TURNS)
    assert memory.builds == [list(range(complete - complete % 3))]
    assert len(memory.builds[0]) > 3
    assert memory.cost.take().build_seconds > 0


def test_a_blank_question_finds_nothing():
    memory = Listing(3)
    memory.observe(TURNS)
    assert memory.recall(Question("q", "d", "  ", 19), 60).items == ()


def test_rebuilding_never_is_refused():
    with pytest.raises(ValueError, match="at least 1 chunk, got 0"):
        Listing(0)
