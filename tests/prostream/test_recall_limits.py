from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from prostream_streams import ask, small, stream, turn

from streamrecall.errors import ConfigError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import FILL_BUDGET, ProStreamParameters, RecallLimits
from streamrecall.prostream.recall import search_tree

EMBEDDER = HashedEmbedder(64)
ABOUT = ["dog food", "train ticket", "piano lesson", "garden wall", "tax letter", "wedding cake", "ski boots"]


def filled():
    memory = stream(EMBEDDER, 5000, pending_capacity=0, leading_context=2, buffer_capacity=1)
    memory.observe([turn(i, f"The {ABOUT[i % 7]} number {i} costs {i} euros.") for i in range(60)])
    return memory


def found(memory, text, **limits):
    queries = memory.embedder.embed([text], "query")
    return search_tree(
        memory.tree, queries, memory.now, RecallLimits(**{"minimum_similarity": -1.0, **limits})
    )


def test_limits_bound_scenes_events_and_leaves():
    memory = filled()
    paths = found(memory, "piano lesson", scenes=2, events=3, amus=None)
    assert len({path.scene for path in paths}) <= 2
    for scene in {path.scene for path in paths}:
        assert len({path.event for path in paths if path.scene == scene}) <= 3
    assert len(found(memory, "piano lesson", amus=3)) == 3


def test_kept_scenes_are_the_most_similar_ones():
    memory = filled()
    cosines = memory.tree.scenes.cosines(memory.embedder.embed(["wedding cake"]))[:, 0]
    kept = {path.scene for path in found(memory, "wedding cake", scenes=1, amus=None)}
    assert kept == {max(memory.tree.scenes.slots.tolist(), key=lambda slot: (cosines[slot], -slot))}


def test_score_is_cosine_times_utility_and_orders_the_paths():
    memory = filled()
    paths = found(memory, "piano lesson number 9", amus=None, scenes=None, events=None)
    tree = memory.tree
    assert len(paths) == len(tree.regret)
    for path in paths:
        slot = path.event if path.amu is None else path.amu
        nodes = tree.events if path.amu is None else tree.amus
        age = np.array([memory.now - nodes.touched[slot]])
        utility = tree.regret.utility.of(nodes.accesses[[slot]], age)[0]
        assert path.score == pytest.approx(path.similarity * utility, rel=1e-5)
    assert all(a.score >= b.score for a, b in pairwise(paths))


def test_minimum_similarity_leaves_the_unlike_out():
    memory = filled()
    assert not found(memory, "zzz qqq", minimum_similarity=0.9)
    assert all(path.similarity >= 0.3 for path in found(memory, "piano lesson", minimum_similarity=0.3))


def test_reading_a_node_raises_its_rank():
    memory = filled()
    question = ask("Which garden wall?", memory)
    first = memory.recall(question, 2000)
    again = memory.recall(question, 2000)
    assert max(i.score for i in again.items if i.score) > max(i.score for i in first.items if i.score)


def test_parts_can_be_left_out():
    memory = filled()
    for part in ("short-term", "long-term"):
        without = ProStream(
            EMBEDDER, parameters=small(5000, parts=tuple({"short-term", "pending", "long-term"} - {part}))
        )
        without.observe([turn(i, f"The {ABOUT[i % 7]} number {i} costs {i} euros.") for i in range(60)])
        assert part not in {item.reason for item in without.peek(ask("ski boots", without), 3000).items}
        assert part in {item.reason for item in memory.peek(ask("ski boots", memory), 3000).items}


def test_half_of_one_part_is_dropped_and_always_the_same_half():
    memory = filled()
    limits = replace(FILL_BUDGET, short_term_share=0.0)
    memory.parameters = replace(memory.parameters, limits=limits)
    whole = memory.peek(ask("ski boots", memory), 10_000)
    memory.parameters = replace(memory.parameters, perturbed_part="long-term")
    half = memory.peek(ask("ski boots", memory), 10_000)
    assert 0.2 < len(half.items) / len(whole.items) < 0.8
    assert half == memory.peek(ask("ski boots", memory), 10_000)
    assert [i for i in half.items if i.reason == "short-term"] == [
        i for i in whole.items if i.reason == "short-term"
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"decay_turns": 0}, "decay_turns"),
        ({"budget": 0}, "budget"),
        ({"parts": ("tree",)}, "'tree'"),
        ({"perturbed_part": "B"}, "'B'"),
        ({"pending_capacity": -1}, "pending_capacity"),
    ],
)
def test_impossible_parameters_are_refused(changes, message):
    with pytest.raises(ConfigError, match=message):
        ProStreamParameters(**changes)


def test_impossible_limits_are_refused():
    with pytest.raises(ConfigError, match="short_term_share"):
        RecallLimits(short_term_share=1.5)
    with pytest.raises(ConfigError, match="amus"):
        RecallLimits(amus=0)
