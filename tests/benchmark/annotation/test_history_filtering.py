"""Stage iii: exactly one label per chunk, the majority, and nothing after the window."""

from stage_questions import DIALOGUES, GAP, PLAIN, WINDOWS, Prepared

from streamrecall.benchmark.annotator import Given
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.stages.history_filtering import filter_history, history_chunks
from streamrecall.records import Dialogue, Domain, Turn, Window


def labels(*given):
    """Answer with these labels, cut to the number of chunks asked about."""
    return lambda screening: Given(tuple(given)[: len(screening.chunks)])


def panel(*answers, majority=2):
    return Panel(
        tuple(Prepared(name, screen=each) for name, each in zip("abc", answers, strict=True)), majority
    )


def long_dialogue():
    turns = tuple(
        Turn("long", i, f"t{i}", "Ann", f"Turn {i} says a few more words than it has to.") for i in range(60)
    )
    return Dialogue("long", "invented", Domain.WORKPLACE, turns)


LONG = long_dialogue()
LONG_WINDOW = Window("long.0", "long", LONG.turns[40:50], 0)
LONG_GAP = type(GAP)("long.0", "long.0.S1", (1,), ("t40",), "Turn 40.", GAP.gap_type, "which turn")


def screened(who, chunks_per_call=3):
    return filter_history({"long.0": LONG_WINDOW}, {"long": LONG}, [LONG_GAP], who, chunks_per_call)


def test_a_chunk_stays_when_two_of_three_label_it_one():
    chunks = history_chunks(LONG, LONG_WINDOW)
    assert len(chunks) >= 6
    relevant, record = screened(
        panel(labels(True, True, False), labels(True, False, False), labels(False, True, False))
    )
    # in each run of three, chunks 0 and 1 have two votes and chunk 2 none
    assert [chunk.chunk for chunk in relevant] == [each.index for each in chunks if each.index % 3 < 2]
    assert {chunk.in_favour for chunk in relevant} == {2}
    assert [vote.label for vote in record.votes[:3]] == ["110", "100", "010"]
    assert record.votes[0].target == "C0-C2"


def test_a_list_with_one_label_missing_casts_no_vote_and_is_recorded():
    short = lambda screening: Given((True,) * (len(screening.chunks) - 1))  # noqa: E731
    relevant, record = screened(panel(short, labels(True, True, True), labels(True, False, False)))
    assert {chunk.chunk % 3 for chunk in relevant} == {0}
    assert all(failure.annotator == "a" for failure in record.failures)
    assert "expected exactly 3 labels, one per chunk, found 2" in record.failures[0].reason
    assert len(record.votes) + len(record.failures) == 3 * -(-len(history_chunks(LONG, LONG_WINDOW)) // 3)


def test_no_relevant_chunk_rejects_the_gap():
    relevant, record = screened(panel(*[labels(False, False, False)] * 3))
    assert relevant == ()
    assert [each.target for each in record.rejections] == ["long.0.S1.G"]


def test_a_window_without_gaps_is_not_screened():
    asked = []
    answer = lambda screening: asked.append(screening) or Given((True,) * len(screening.chunks))  # noqa: E731
    relevant, record = filter_history(WINDOWS, DIALOGUES, [PLAIN], panel(answer, answer, answer), 40)
    assert (relevant, record.votes, asked) == ((), (), [])


def test_chunks_end_before_the_window_and_cover_everything_before_it():
    chunks = history_chunks(LONG, LONG_WINDOW)
    assert max(chunk.last_turn for chunk in chunks) == LONG_WINDOW.first_turn - 1
    assert {i for chunk in chunks for i in range(chunk.first_turn, chunk.last_turn + 1)} == set(range(40))
    later = LONG.turns[:40] + tuple(
        Turn("long", i, f"t{i}", "Eve", f"Something else {i}") for i in range(40, 60)
    )
    assert history_chunks(Dialogue("long", "x", Domain.WORKPLACE, later), LONG_WINDOW) == chunks
