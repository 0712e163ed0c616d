"""The tree of query refinements and the choice among its paths (RQ-RAG, sections 2.3 and 2.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from streamrecall.baselines.steps.query_refinement import NO_DRAFT, Draft, Found, QueryRefiner, Refinement
from streamrecall.models.cost_meter import CostMeter
from streamrecall.retrieval.rank_fusion import RRF_K

Selection = Literal["confidence", "ensemble"]
"""How trajectories are chosen: the surest one, or those that share the answer with most confidence in all."""

Ranking = tuple[int, ...]
"""Numbers of passages, best first."""

PASSAGES_READ = 3
"""Passages of each query that the next step sees."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A path from the question down the tree.

    Attributes:
        actions: What was done, in order.
        queries: Every query asked, the question first.
        rankings: What each found.
        draft: What it would answer.
    """

    actions: tuple[Refinement, ...]
    queries: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    draft: Draft = NO_DRAFT


def grow_trajectories(
    question: str,
    refiner: QueryRefiner,
    search: Callable[[Sequence[str]], list[Ranking]],
    read: Callable[[int], str],
    *,
    depth: int,
    cost: CostMeter,
) -> list[Trajectory]:
    """Return every path of at most ``depth`` refinements, shorter ones first; each has a draft answer.

    An action without a query that its path has not asked yet ends the branch.

    Args:
        question: The root; it is searched as it stands.
        refiner: Makes queries and drafts.
        search: Ranks passages for each of several queries.
        read: Returns the text of a passage.
        depth: Refinements on a path; 0 leaves the question alone.
        cost: Where the refiner's calls are charged.
    """

    def found(path: Trajectory) -> Found:
        seen = dict.fromkeys(number for ranking in path.rankings for number in ranking[:PASSAGES_READ])
        return Found(question, tuple(read(number) for number in seen))

    def charged(paths: Sequence[Trajectory]) -> list[Found]:
        given = [found(path) for path in paths]
        for each in given:
            cost.charge([each.question, *each.passages])
        return given

    paths = [Trajectory((), (question,), tuple(search([question])))]
    level = paths
    for _ in range(depth):
        grown: list[tuple[Trajectory, Refinement, tuple[str, ...]]] = []
        for action in Refinement:
            for path, queries in zip(level, refiner.refine(action, charged(level)), strict=True):
                new = tuple(query for query in dict.fromkeys(queries) if query not in path.queries)
                if new:
                    grown.append((path, action, new))
        rankings = iter(search([query for _, _, queries in grown for query in queries]))
        level = [
            Trajectory(
                (*path.actions, action),
                (*path.queries, *queries),
                (*path.rankings, *(next(rankings) for _ in queries)),
            )
            for path, action, queries in grown
        ]
        paths = [*paths, *level]
    drafts = refiner.draft(charged(paths)) if depth else [NO_DRAFT]
    return [
        Trajectory(path.actions, path.queries, path.rankings, draft)
        for path, draft in zip(paths, drafts, strict=True)
    ]


def choose_trajectories(trajectories: Sequence[Trajectory], by: Selection) -> list[Trajectory]:
    """Return the chosen trajectories: one by confidence, or all that draft the answer of the ensemble.

    Of equals the earlier one is chosen, which is the shorter path.
    """
    surest = max(trajectories, key=lambda path: path.draft.confidence)
    if by == "confidence":
        return [surest]
    votes: dict[str, float] = {}
    for path in trajectories:
        answer = path.draft.answer.casefold()
        votes[answer] = votes.get(answer, 0.0) + path.draft.confidence
    elected = max(votes, key=lambda answer: votes[answer])
    return [path for path in trajectories if path.draft.answer.casefold() == elected]


def fuse_trajectories(trajectories: Sequence[Trajectory], k: int = RRF_K) -> list[tuple[int, float]]:
    """Return the passages of the trajectories, best first.

    Reciprocal rank fusion of all their rankings, where every trajectory weighs the same: one with many
    queries does not outvote the others.
    """
    scores: dict[int, float] = {}
    for path in trajectories:
        for ranking in path.rankings:
            for rank, number in enumerate(ranking, start=1):
                scores[number] = scores.get(number, 0.0) + 1.0 / (k + rank) / len(path.rankings)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
