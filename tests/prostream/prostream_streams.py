"""Streams that exercise the memory: repeated topics, fillers, names, several speakers."""

from hypothesis import strategies as st

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import ProStreamParameters, RecallLimits
from streamrecall.records import Question, Turn

SPEAKERS = ("Ana", "Béla", "李")
PLACES = ("Lisbon", "Oslo", "Kyoto", "Lima", "Cairo", "Quito")
THINGS = ("greyhound", "pottery class", "leaking roof", "cello", "allotment", "marathon", "visa", "boiler")
SAYINGS = (
    "We visit the {thing} in {place} on {n} May.",
    "The {thing} costs {n} euros, says my sister from {place}.",
    "Haha, okay!",
    "I booked {place} for {n} nights; the {thing} comes along, and Priya pays.",
    "{place} again? The {thing} is broken.",
    "明日の会議は{n}時です",
    "",
    "wow",
)


def turn(index: int, text: str, speaker: str = "Ana", time: str | None = None) -> Turn:
    return Turn("d", index, f"t{index}", speaker, text, time=time)


@st.composite
def dialogues(draw: st.DrawFn, max_turns: int = 60) -> list[Turn]:
    """Return turns of dialogue ``d``; some indexes are left out, some turns have no text."""
    seeds = draw(st.lists(st.integers(0, 10**6), max_size=max_turns))
    turns: list[Turn] = []
    index = 0
    for seed in seeds:
        index += 1 + (seed % 17 == 0)
        text = SAYINGS[seed % 8].format(
            place=PLACES[seed // 8 % 6], thing=THINGS[seed // 48 % 8], n=2 + seed // 400 % 20
        )
        time = None if seed % 13 == 0 else f"2024-05-{1 + index // 9 % 28:02d}T10:00:00"
        turns.append(turn(index, text, SPEAKERS[seed // 7 % 3], time))
    return turns


def small(budget: int = 400, **changes: object) -> ProStreamParameters:
    """Return parameters under which a short stream already fills its tree."""
    given: dict[str, object] = {
        "drift_threshold": 0.4,
        "budget": budget,
        "pending_capacity": 2,
        "leading_context": 3,
        "decay_turns": 20.0,
        "novelty_threshold": 0.8,
        "merge_similarity": 0.7,
        "listed_turns": 3,
        "limits": RecallLimits(minimum_similarity=0.1),
        **changes,
    }
    return ProStreamParameters(**given)  # type: ignore[arg-type]


def stream(embedder: HashedEmbedder, budget: int = 400, **changes: object) -> ProStream:
    return ProStream(embedder, parameters=small(budget, **changes))


def ask(text: str, memory: ProStream, number: int = 0) -> Question:
    """Return a question asked at this moment of the stream."""
    return Question(f"q{number}", "d", text, asked_after=max(0, memory.now))


def check_invariants(memory: ProStream) -> None:
    """Assert what must hold of every tree at every moment."""
    tree = memory.tree
    scenes, events, amus = tree.layers
    assert tree.cost == sum(int(layer.cost[layer.slots].sum()) for layer in tree.layers)
    assert tree.cost <= memory.parameters.budget
    for below, above in ((amus, events), (events, scenes)):
        for slot in below.slots.tolist():
            assert above.uid[below.parent[slot]] >= 0, "dangling parent"
        for slot in above.slots.tolist():
            assert above.children[slot] == (below.parent[below.slots] == slot).sum()
    assert all(scenes.children[slot] > 0 for slot in scenes.slots)
    leaves = {int(amus.uid[slot]) for slot in amus.slots}
    leaves |= {int(events.uid[slot]) for slot in events.slots if not events.children[slot]}
    assert leaves == set(tree.regret._entries)
    held: dict[int, int] = {}
    sources = [layer.sources[slot].held for layer in tree.layers for slot in layer.slots.tolist()]
    sources += [block.sources.held for block in memory.pending.waiting]
    sources += [frozenset({each.index}) for each in memory.buffer.turns]
    for turns in sources:
        for index in turns:
            held[index] = held.get(index, 0) + 1
    assert held == memory.turns.holders
    assert set(held) == set(memory.turns.references)
