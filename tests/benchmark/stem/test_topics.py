"""Topics cover a stream once, in its order, and know nothing of what comes later."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.benchmark.stem.segments import centre_by_speaker, cut_segments, session_visits
from streamrecall.benchmark.stem.topics import TopicSettings, check_causal_order, cluster_topics
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.records import Dialogue, Domain, Topic, Turn

EMBEDDER = HashedEmbedder(64)
MATTERS = ("the boat needs paint", "grandmother is ill", "exam results arrive", "sourdough bread rises", "")
TURNS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.sampled_from(MATTERS), st.sampled_from("xyz"), st.integers(0, 9)),
    max_size=30,
)


def stream(rows, dialogue_id: str = "d") -> Dialogue:
    """Sessions are runs of one letter, so a session may come back; dates jump back and forth."""
    turns = tuple(
        Turn(dialogue_id, i, f"t{i}", who, text, session, f"20{year:02d}-01-01T00:00:00")
        for i, (who, text, session, year) in enumerate(rows)
    )
    return Dialogue(dialogue_id, "tests", Domain.CHITCHAT, turns)


@settings(max_examples=60, deadline=None)
@given(TURNS)
def test_topics_cover_the_stream_once_and_in_its_order(rows) -> None:
    dialogue = stream(rows)
    topics = cluster_topics(dialogue, EMBEDDER)
    check_causal_order(dialogue, topics)
    places = {turn.turn_id: turn.index for turn in dialogue.turns}
    listed = [turn_id for topic in topics for turn_id in topic.turn_ids]
    assert sorted(listed, key=places.__getitem__) == [turn.turn_id for turn in dialogue.turns]
    starts = [places[topic.turn_ids[0]] for topic in topics]
    assert starts == sorted(starts)


@settings(max_examples=60, deadline=None)
@given(TURNS, st.integers(0, 12))
def test_what_comes_after_a_session_changes_no_topic_of_it(rows, sessions: int) -> None:
    dialogue = stream(rows)
    visits = list(session_visits(dialogue.turns))[:sessions]
    end = visits[-1][-1] + 1 if visits else 0
    begun = replace(dialogue, turns=dialogue.turns[:end])
    seen = {turn.turn_id for turn in begun.turns}
    cut = [tuple(t for t in topic.turn_ids if t in seen) for topic in cluster_topics(dialogue, EMBEDDER)]
    assert [topic.turn_ids for topic in cluster_topics(begun, EMBEDDER)] == [ids for ids in cut if ids]


@settings(max_examples=40, deadline=None)
@given(TURNS, st.randoms())
def test_dates_move_nothing(rows, chance) -> None:
    dialogue = stream(rows)
    years = [chance.randint(0, 99) for _ in rows]
    elsewhen = replace(
        dialogue,
        turns=tuple(
            replace(t, time=f"19{y:02d}-05-05T00:00:00") for t, y in zip(dialogue.turns, years, strict=True)
        ),
    )
    assert cluster_topics(elsewhen, EMBEDDER) == cluster_topics(dialogue, EMBEDDER)


def test_a_matter_goes_on_across_sessions_and_a_flashback_stays_in_place() -> None:
    rows = [
        ("A", "the boat needs paint and a new boat mast", "1", 5),
        ("B", "paint for the boat mast costs money", "1", 5),
        ("A", "grandmother is ill in the hospital", "2", 6),
        ("B", "which hospital is grandmother in", "2", 6),
        ("B", "the boat got its paint and the mast", "3", 1),
        ("A", "the boat mast shines with paint", "3", 1),
    ]
    topics = cluster_topics(stream(rows), EMBEDDER, TopicSettings(join_similarity=0.05))
    assert [(topic.topic_id, topic.sessions, topic.turn_ids) for topic in topics] == [
        ("d.topic0", ("1", "3"), ("t0", "t1", "t4", "t5")),
        ("d.topic1", ("2",), ("t2", "t3")),
    ]
    assert set(topics[0].label.split()) >= {"boat", "paint"}
    assert "grandmother" in topics[1].label


def test_where_there_are_no_sessions_days_stand_for_them() -> None:
    turns = [Turn("d", i, f"t{i}", "A", "x", "", t) for i, t in enumerate(("2020-01-01", "2020-01-01", None))]
    assert list(session_visits(turns)) == [[0, 1], [2]]


def test_a_speaker_is_taken_out_of_the_vectors() -> None:
    generator = np.random.default_rng(3)
    who, what = generator.normal(size=(2, 50)), generator.normal(size=(2, 50))
    turns = [Turn("d", i, f"t{i}", "AB"[i % 2], "x", "1") for i in range(40)]
    turns[7] = replace(turns[7], text=" ")
    said = np.stack([2 * who[i % 2] + what[i // 2 % 2] for i in range(40)])
    said /= np.linalg.norm(said, axis=1, keepdims=True)
    centred = centre_by_speaker(turns, said)
    assert said[0] @ said[2] > said[0] @ said[5]  # the speaker outweighs the matter
    assert centred[0] @ centred[5] > 0.5 > centred[0] @ centred[2]
    np.testing.assert_allclose(np.delete(np.linalg.norm(centred, axis=1), 7), 1)
    assert not centred[7].any()


def test_segments_are_runs_and_the_distance_says_how_long() -> None:
    vectors = np.eye(4)[[0, 0, 0, 1, 1, 2]]
    assert list(cut_segments(range(6), vectors, 0.5)) == [[0, 1, 2], [3, 4], [5]]
    assert list(cut_segments(range(6), vectors, 10)) == [[0, 1, 2, 3, 4, 5]]
    assert list(cut_segments([4], vectors, 0.5)) == [[4]]


@pytest.mark.parametrize(
    ("topics", "message"),
    [
        ([("a", ("t0", "t9"), ("x",))], "no turn 't9'"),
        ([("a", ("t0", "t1"), ("x",)), ("b", ("t1", "t2"), ("x", "y"))], "'t1' is in topic 'a' already"),
        ([("a", ("t1", "t0"), ("x",)), ("b", ("t2",), ("y",))], "not in the order of the stream"),
        ([("a", ("t1",), ("x",)), ("b", ("t0", "t2"), ("x", "y"))], "begins before the topic listed ahead"),
        ([("a", ("t0", "t1", "t2"), ("y", "x"))], "sessions are not those of its turns"),
        ([("a", ("t0", "t1"), ("x",))], "turn 't2' is in no topic"),
        ([("a", (), ())], "not in the order of the stream"),
    ],
)
def test_a_planted_disorder_is_refused(topics, message: str) -> None:
    dialogue = stream([("A", "one", "x", 1), ("B", "two", "x", 1), ("A", "three", "y", 1)])
    given_topics = [Topic(name, "d", turn_ids, sessions) for name, turn_ids, sessions in topics]
    with pytest.raises(DataError, match=message):
        check_causal_order(dialogue, given_topics)


def test_the_sample_falls_into_topics_of_the_papers_size(repository: Path) -> None:
    corpus = load_sample(repository / "data/01_raw/sample")
    for dialogue in corpus.dialogues:
        topics = cluster_topics(dialogue, HashedEmbedder())
        assert cluster_topics(dialogue, HashedEmbedder()) == topics
        assert 2 < len(dialogue.turns) / len(topics) < 20
        assert sum(len(topic.sessions) > 1 for topic in topics) > len(topics) / 3
        assert all(topic.label for topic in topics if len(topic.turn_ids) > 2)
