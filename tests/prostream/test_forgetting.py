"""What was made from a forgotten turn is gone; what was mixed is rebuilt; the receipt says so."""

from hypothesis import given, settings
from hypothesis import strategies as st
from prostream_streams import check_invariants, dialogues, small, stream, turn

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.extractive_summarizer import ExtractiveSummarizer
from streamrecall.prostream.forgetting import forget_speaker, forget_turns
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.state import state_digest
from streamrecall.records import SemanticBlock

EMBEDDER = HashedEmbedder(64)


class NoisySummarizer(ExtractiveSummarizer):
    """Copies every word of the block and its leading turns, as a model might."""

    name = "copies everything"
    reads_leading = True

    def event(self, block: SemanticBlock) -> str:
        return " ".join(each.text for each in (*block.leading, *block.turns) if each.text.strip())

    def scene(self, event: str) -> str:
        return event.split(maxsplit=1)[0] if event.split() else ""


def everything_said(memory) -> str:
    texts = [text for layer in memory.tree.layers for text in layer.text]
    texts += [part for b in memory.pending.waiting for part in (b.scene, b.event, *(f.text for f in b.facts))]
    texts += [each.text for each in memory.buffer.turns]
    return "\n".join(texts)


@settings(max_examples=25, deadline=None)
@given(dialogues(max_turns=40), st.integers(1, 5), st.booleans())
def test_no_word_of_a_forgotten_turn_is_left(turns, every, noisy):
    marked = [
        turn(t.index, f"{t.text} secret{t.index}x" if t.text.strip() else "", t.speaker, t.time)
        for t in turns
    ]
    summarizer = NoisySummarizer() if noisy else ExtractiveSummarizer()
    memory = ProStream(EMBEDDER, summarizer, parameters=small(600, node_tokens=400))
    memory.observe(marked)
    gone = [each for each in marked if each.index % every == 0]
    receipt = forget_turns(memory, [each.turn_id for each in gone])
    check_invariants(memory)
    said = everything_said(memory)
    for each in gone:
        assert f"secret{each.index}x" not in said
        assert each.index not in memory.turns.references
    for layer in memory.tree.layers:
        for slot in layer.slots.tolist():
            assert layer.sources[slot].origin
    assert receipt.tokens_after == memory.tree.cost <= receipt.tokens_before + 600
    memory.observe([turn(1000, "The cello is back in Oslo.")])
    check_invariants(memory)


@settings(max_examples=15, deadline=None)
@given(dialogues(max_turns=40))
def test_forgetting_a_speaker_leaves_none_of_their_turns(turns):
    memory = stream(EMBEDDER)
    memory.observe(turns)
    forget_speaker(memory, "Ana")
    check_invariants(memory)
    assert "Ana" not in {each.speaker for each in memory.turns.references.values()}
    assert "Ana:" not in everything_said(memory)


def test_forgetting_what_was_never_said_changes_nothing():
    memory = stream(EMBEDDER)
    memory.observe([turn(0, "The cello is in Oslo."), turn(1, "It costs 40 euros.")])
    before = state_digest(memory)
    receipt = forget_turns(memory, ["t9", "t9", "nonsense"])
    assert state_digest(memory) == before
    assert receipt.unknown == ("t9", "nonsense")
    assert sum(receipt.deleted.values()) == 0


def test_the_receipt_counts_what_went_and_what_was_rebuilt():
    memory = stream(
        EMBEDDER, 5000, pending_capacity=0, buffer_capacity=2, drift_threshold=-1.0, leading_context=0
    )
    memory.observe(
        [
            turn(0, "The cello is in Oslo."),
            turn(1, "Priya bakes a lemon cake."),
            turn(2, "The marathon starts at 9 in Lima."),
            turn(3, "My boiler is broken."),
        ]
    )
    assert (len(memory.tree.events), len(memory.tree.amus)) == (2, 4)
    receipt = forget_turns(memory, ["t0", "t2", "t3"])
    assert receipt.deleted["amu"] == 3
    assert receipt.deleted["event"] == 1
    assert receipt.rebuilt["event"] == 1
    assert memory.tree.amus.text[int(memory.tree.amus.slots[0])] == "Ana: Priya bakes a lemon cake."
    assert "cello" not in everything_said(memory)
    assert receipt.as_dict()["asked"] == ("t0", "t2", "t3")


def test_a_repeated_fact_keeps_its_words_and_loses_the_forgotten_support():
    memory = stream(EMBEDDER, 5000, pending_capacity=0, buffer_capacity=1, leading_context=0)
    memory.observe(
        [turn(0, "The cello is in Oslo."), turn(1, "We met Priya."), turn(2, "The cello is in Oslo.")]
    )
    receipt = forget_turns(memory, ["t2"])
    amus = memory.tree.amus
    slot = amus.text.index("Ana: The cello is in Oslo.")
    assert amus.sources[slot].stated_in == (0,)
    assert receipt.refreshed["amu"] == 1
