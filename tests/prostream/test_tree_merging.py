"""Merging keeps counts, sources and children; pressure triggers pruning, merging and cascades."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prostream_streams import check_invariants, dialogues, stream, turn

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.merging import merge_pair
from streamrecall.prostream.sources import Sources
from streamrecall.prostream.tree import AMU, EVENT, SCENE

EMBEDDER = HashedEmbedder(64)


@settings(max_examples=30, deadline=None)
@given(dialogues(), st.sampled_from([SCENE, EVENT, AMU]), st.data())
def test_a_merge_conserves_accesses_sources_and_children(turns, layer, data):
    memory = stream(EMBEDDER, 4000, pending_capacity=0, listed_turns=500)
    memory.observe(turns)
    nodes = memory.tree.layers[layer]
    slots = nodes.slots.tolist()
    if len(slots) < 2:
        return
    first, second = data.draw(st.permutations(slots).map(lambda order: order[:2]))
    nodes.accesses[slots] = np.arange(len(slots)) % 3
    for slot in slots:
        memory.tree.offer(layer, slot)
    accesses = int(nodes.accesses.sum())
    below = len(memory.tree.layers[layer + 1]) if layer < AMU else 0
    stated = {*nodes.sources[first].stated_in, *nodes.sources[second].stated_in}
    text = min((first, second), key=lambda slot: (-nodes.accesses[slot], nodes.uid[slot]))
    said = nodes.text[text]

    kept = merge_pair(memory.tree, layer, first, second)

    assert int(nodes.accesses.sum()) == accesses
    assert set(nodes.sources[kept].stated_in) == stated
    assert nodes.text[kept] == said
    assert float(np.linalg.norm(nodes.vectors[kept])) == pytest.approx(1.0, abs=1e-5)
    if layer < AMU:
        assert len(memory.tree.layers[layer + 1]) == below
    check_invariants(memory)


@given(
    st.lists(st.sets(st.integers(0, 40), min_size=1, max_size=6), min_size=1, max_size=8), st.integers(1, 6)
)
def test_sources_stay_bounded_and_complete(stated, limit):
    turns = [tuple(sorted(each)) for each in stated]
    sources = Sources(turns[0])
    for each in turns[1:]:
        sources = sources.absorb(Sources(each), limit)
    everything = set().union(*turns)
    assert len(sources.support) <= limit
    assert set(sources.origin) == set(turns[0])
    assert set(sources.stated_in) <= everything
    assert sources.count >= len(everything)
    assert sources.unlisted > 0 or set(sources.stated_in) == everything


def test_pressure_prunes_merges_and_cascades():
    memory = stream(EMBEDDER, 150)
    for index in range(200):
        memory.observe(
            [turn(index, f"The {'cello' if index % 5 else 'visa'} number {index // 9} is in Lima.")]
        )
    counts = memory.tree.counts
    assert min(counts.pruned, counts.merged, counts.cascaded, counts.repeated) > 0
    check_invariants(memory)


def test_what_was_said_again_refreshes_the_node_and_lists_the_turn():
    memory = stream(EMBEDDER, pending_capacity=0, buffer_capacity=1)
    memory.observe(
        [turn(0, "The cello is in Oslo."), turn(1, "We met Priya."), turn(2, "The cello is in Oslo.")]
    )
    amus = memory.tree.amus
    slot = amus.text.index("Ana: The cello is in Oslo.")
    assert amus.sources[slot].stated_in == (0, 2)
    assert amus.touched[slot] == 2
