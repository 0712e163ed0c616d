"""Topics of a stream: semantic clusters of turns in causal order (ProStream, section 3.3).

The paper names "semantic clustering to enforce strict causal linearity across sessions" and no algorithm.
This one takes the sessions in the order of the stream and never looks ahead:

1. ``centre_by_speaker`` takes the speaker out of the turns' vectors.
2. ``cut_segments`` cuts each session into runs of turns (Ward, neighbours only).
3. Each segment joins the topic whose turns are most similar to its own, by mean cosine over all pairs
   (average linkage), if that reaches ``join_similarity``; otherwise it opens a topic.

Cost for n turns, S segments and T topics of dimension d: O(n (d + log n)) for the segments and O(S T d) to
join them, O(n d) memory; no model call beyond the n embeddings, which ProStream's own buffer needs too.

Why the order is causal. Number the segments in the order of the stream; they are disjoint runs, so every
turn of segment i comes before every turn of segment j > i. Step 3 compares segment j with segments before
it alone: whatever a topic makes j depend on lies earlier. A topic lists its segments in the order in which
they joined, so its turns and sessions stand in the order of the stream, and topics are listed by their
first turn. Nothing is ever sorted and a turn's time is not read (its date only bounds sessions where the
source has none), so a flashback stays where it was told. Steps 1 to 3 use no turn after the session of
the segment: the topics of the first k sessions are the topics of the whole stream, cut off there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from streamrecall.benchmark.stem.segments import Matrix, centre_by_speaker, cut_segments, session_visits
from streamrecall.benchmark.stem.topic_labels import label_topics
from streamrecall.errors import DataError
from streamrecall.ports import Embedder
from streamrecall.records import Dialogue, Topic


@dataclass(frozen=True, slots=True)
class TopicSettings:
    """How finely a stream is divided.

    Attributes:
        segment_distance: Ward distance from which neighbouring runs of turns stay apart.
        join_similarity: Mean cosine from which a segment continues an earlier topic. Vectors are centred,
            so unrelated turns have a mean cosine near 0.
        label_words: Most words of a label.
    """

    segment_distance: float = 1.4
    join_similarity: float = 0.1
    label_words: int = 4


class _GrowingTopics:
    """Topics so far as lists of positions, and the sums of their vectors."""

    def __init__(self, dimension: int) -> None:
        self.members: list[list[int]] = []
        self._sums = np.zeros((16, dimension))

    def add(self, segment: list[int], vectors: Matrix, least: float) -> None:
        """Put a segment into the most similar topic, or open one."""
        total = vectors[segment].sum(axis=0)
        topic = self._most_similar(total / len(segment), least)
        if topic is None:
            topic = len(self.members)
            self.members.append([])
            if topic == len(self._sums):
                self._sums = np.vstack([self._sums, np.zeros_like(self._sums)])
        self.members[topic] += segment
        self._sums[topic] += total

    def _most_similar(self, mean: Matrix, least: float) -> int | None:
        if not self.members:
            return None
        sizes = np.array([len(topic) for topic in self.members])
        cosines = self._sums[: len(sizes)] @ mean / sizes
        best = int(cosines.argmax())
        return best if cosines[best] >= least else None


def cluster_topics(
    dialogue: Dialogue, embedder: Embedder, settings: TopicSettings | None = None
) -> tuple[Topic, ...]:
    """Return the topics of a dialogue, in the order in which they first come up.

    Every turn is in one topic. The same dialogue, embedder and settings give the same topics; a similarity
    that two topics share goes to the older one.

    Args:
        dialogue: The stream.
        embedder: Embeds each turn as ``Speaker: text``.
        settings: How finely to divide; by default about eight turns a topic, near the paper's mean of nine.
    """
    settings = settings or TopicSettings()
    if not dialogue.turns:
        return ()
    embedded = embedder.embed([turn.render() for turn in dialogue.turns]).astype(np.float64)
    vectors = centre_by_speaker(dialogue.turns, embedded)
    growing = _GrowingTopics(vectors.shape[1])
    for visit in session_visits(dialogue.turns):
        for segment in cut_segments(visit, vectors, settings.segment_distance):
            growing.add(segment, vectors, settings.join_similarity)
    turns = [tuple(dialogue.turns[i] for i in topic) for topic in growing.members]
    labels = label_topics(turns, settings.label_words)
    topics = tuple(
        Topic(
            topic_id=f"{dialogue.dialogue_id}.topic{number}",
            dialogue_id=dialogue.dialogue_id,
            turn_ids=tuple(turn.turn_id for turn in own),
            sessions=tuple(dict.fromkeys(turn.session for turn in own)),
            label=label,
        )
        for number, (own, label) in enumerate(zip(turns, labels, strict=True))
    )
    check_causal_order(dialogue, topics)
    return topics


def check_causal_order(dialogue: Dialogue, topics: Sequence[Topic]) -> None:
    """Make sure that topics cover a dialogue once each and stand in the order of its stream.

    Raises:
        DataError: If a turn is unknown, in two topics or in none; if a topic's turns or sessions, or the
            topics themselves, are out of the stream's order.
    """
    positions = {turn.turn_id: turn.index for turn in dialogue.turns}
    sessions = {turn.turn_id: turn.session for turn in dialogue.turns}
    owner: dict[str, str] = {}
    last_start = -1
    for topic in topics:
        here = f"topic {topic.topic_id!r} of dialogue {dialogue.dialogue_id!r}"
        for turn_id in topic.turn_ids:
            if turn_id not in positions:
                raise DataError(f"{here}: no turn {turn_id!r} in the dialogue.")
            if turn_id in owner:
                raise DataError(f"{here}: turn {turn_id!r} is in topic {owner[turn_id]!r} already.")
            owner[turn_id] = topic.topic_id
        places = [positions[turn_id] for turn_id in topic.turn_ids]
        if not places or places != sorted(places):
            raise DataError(f"{here}: its turns are not in the order of the stream.")
        if topic.sessions != tuple(dict.fromkeys(sessions[turn_id] for turn_id in topic.turn_ids)):
            raise DataError(f"{here}: its sessions are not those of its turns in the order of the stream.")
        if places[0] < last_start:
            raise DataError(f"{here}: it begins before the topic listed ahead of it.")
        last_start = places[0]
    if len(owner) < len(positions):
        missing = next(turn_id for turn_id in positions if turn_id not in owner)
        raise DataError(f"dialogue {dialogue.dialogue_id!r}: turn {missing!r} is in no topic.")
