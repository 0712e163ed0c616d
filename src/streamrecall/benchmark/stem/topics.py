"""Topics of a stream: semantic clusters of turns in causal order (ProStream, section 3.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Embedder
from streamrecall.records import Dialogue, Topic, Turn
from streamrecall.text.content_words import read_words

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TopicSettings:
    """How finely a stream is divided.

    Attributes:
        segment_distance: Ward distance from which neighbouring runs of turns stay apart.
        join_similarity: Cosine from which a segment continues an earlier topic.
        label_words: Words of a label.
    """

    segment_distance: float = 1.6
    join_similarity: float = 0.65
    label_words: int = 4


def cluster_topics(
    dialogue: Dialogue, embedder: Embedder, settings: TopicSettings = TopicSettings()
) -> tuple[Topic, ...]:
    """Return the topics of a dialogue, in the order in which they first come up."""
    if not dialogue.turns:
        return ()
    vectors = embedder.embed([turn.render() for turn in dialogue.turns]).astype(np.float64)
    topics: list[list[int]] = []
    sums = np.zeros((0, vectors.shape[1]))
    for visit in session_visits(dialogue.turns):
        for segment in _segments(visit, vectors, settings.segment_distance):
            total = vectors[segment].sum(axis=0)
            best = _most_similar(sums, total, settings.join_similarity)
            if best is None:
                topics.append(segment)
                sums = np.vstack([sums, total])
            else:
                topics[best] += segment
                sums[best] += total
    turns = [tuple(dialogue.turns[index] for index in topic) for topic in topics]
    labels = _labels(turns, settings.label_words)
    return tuple(
        Topic(
            topic_id=f"{dialogue.dialogue_id}.topic{number}",
            dialogue_id=dialogue.dialogue_id,
            turn_ids=tuple(turn.turn_id for turn in own),
            sessions=tuple(dict.fromkeys(turn.session for turn in own)),
            label=label,
        )
        for number, (own, label) in enumerate(zip(turns, labels, strict=True))
    )


def session_visits(turns: Sequence[Turn]) -> Iterator[list[int]]:
    """Yield the positions of each run of turns of one session; of one date where there are no sessions."""
    runs = groupby(range(len(turns)), lambda i: (turns[i].session, "" if turns[i].session else turns[i].date))
    for _, run in runs:
        yield list(run)


def _segments(visit: list[int], vectors: Matrix, distance: float) -> Iterator[list[int]]:
    if len(visit) < 2:
        yield visit
        return
    from scipy.sparse import diags_array  # noqa: PLC0415
    from sklearn.cluster import AgglomerativeClustering  # noqa: PLC0415  # half a second to import

    clustering = AgglomerativeClustering(
        n_clusters=None,
        distance_threshold=distance,
        linkage="ward",
        connectivity=diags_array([np.ones(len(visit) - 1)] * 2, offsets=[-1, 1], format="csr"),
    )
    labels = clustering.fit_predict(vectors[visit])
    for _, run in groupby(range(len(visit)), lambda i: int(labels[i])):
        yield [visit[i] for i in run]


def _most_similar(sums: Matrix, total: npt.NDArray[np.float64], least: float) -> int | None:
    if not len(sums):
        return None
    norms = np.linalg.norm(sums, axis=1) * np.linalg.norm(total)
    cosines = (sums @ total) / np.where(norms == 0, 1.0, norms)
    best = int(cosines.argmax())
    return best if cosines[best] >= least else None


def _labels(topics: Sequence[Sequence[Turn]], words: int) -> list[str]:
    counts = [Counter(word for turn in topic for word in read_words(turn.text).content) for topic in topics]
    spread = Counter(word for count in counts for word in count)
    labels = []
    for count in counts:
        weighed = {word: times * log(1 + len(counts) / spread[word]) for word, times in count.items()}
        labels.append(" ".join(sorted(weighed, key=lambda word: (-weighed[word], word))[:words]))
    return labels
