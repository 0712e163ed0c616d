"""Runs of consecutive turns that belong together, within one session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from streamrecall.records import Turn

Matrix = npt.NDArray[np.float64]

_PRIOR_TURNS = 5  # a mean of fewer turns than this counts for less than what it is drawn towards


def session_visits(turns: Sequence[Turn]) -> Iterator[list[int]]:
    """Yield the positions of each run of consecutive turns of one session, in the order of the stream.

    A session that the stream leaves and comes back to is visited twice. Where turns name no session, a run
    of one date stands for it.
    """
    runs = groupby(
        range(len(turns)), lambda i: (turns[i].session, None if turns[i].session else turns[i].date)
    )
    for _, run in runs:
        yield list(run)


def centre_by_speaker(turns: Sequence[Turn], vectors: Matrix) -> Matrix:
    """Return the unit vectors of turns without what a speaker's turns have in common.

    An embedded turn says who speaks as well as what about; in a dialogue of two the first drowns the
    second. From each vector goes the mean of its speaker's turns, drawn towards the mean of all turns
    while the speaker has said little, and that towards zero while everybody has. Means are those at the
    end of the turn's session: nothing later is looked at. A turn without text becomes the zero vector and
    leans towards no topic.

    Args:
        turns: In the order of the stream.
        vectors: One row per turn.
    """
    centred = np.zeros_like(vectors)
    dimension = vectors.shape[1]
    everybody, spoken = np.zeros(dimension), 0
    sums: dict[str, Matrix] = {}
    counts: dict[str, int] = {}
    for visit in session_visits(turns):
        said = [i for i in visit if turns[i].text.strip()]
        for i in said:
            name = turns[i].speaker
            sums[name] = sums.get(name, np.zeros(dimension)) + vectors[i]
            counts[name] = counts.get(name, 0) + 1
            everybody += vectors[i]
            spoken += 1
        common = everybody / (spoken + _PRIOR_TURNS)
        for i in said:
            name = turns[i].speaker
            mean = (sums[name] + _PRIOR_TURNS * common) / (counts[name] + _PRIOR_TURNS)
            rest = vectors[i] - mean
            centred[i] = rest / max(float(np.linalg.norm(rest)), 1e-9)
    return centred


def cut_segments(visit: Sequence[int], vectors: Matrix, distance: float) -> Iterator[list[int]]:
    """Yield the segments of one session's turns, in order.

    Ward's agglomeration in which only neighbouring runs may merge, so that every segment is a run.

    Args:
        visit: Positions of consecutive turns.
        vectors: One row per turn of the dialogue.
        distance: Ward distance from which two neighbouring runs stay apart. Two turns of unit length and
            cosine c are ``sqrt(2 - 2c)`` apart; larger runs of the same means are further apart.
    """
    if len(visit) < 2:
        yield list(visit)
        return
    from scipy.sparse import eye_array  # noqa: PLC0415
    from sklearn.cluster import AgglomerativeClustering  # noqa: PLC0415  # half a second to import

    following = eye_array(len(visit), k=1, format="csr")
    clustering = AgglomerativeClustering(
        n_clusters=None,
        distance_threshold=distance,
        linkage="ward",
        connectivity=following + following.T,
    )
    labels = clustering.fit_predict(vectors[list(visit)])
    for _, run in groupby(range(len(visit)), lambda i: int(labels[i])):
        yield [visit[i] for i in run]
