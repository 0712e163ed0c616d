"""Soft clusters of vectors by Gaussian mixtures, global then local (Sarthi et al., 2024, section 3)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, isqrt
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from streamrecall.errors import ConfigError
from streamrecall.ports import Vectors

Points = npt.NDArray[np.float64]
Cluster = tuple[int, ...]
Reduction = Literal["pca", "umap"]


@dataclass(frozen=True, slots=True)
class SoftClustering:
    """How nodes are grouped: globally, each group locally, and what is too long once more.

    The number of components is that of the lowest BIC. Covariances are diagonal, which some hundred nodes
    suffice for.

    Mixtures in many dimensions see no structure, so vectors are reduced before every fit. The paper uses
    UMAP, whose neighbourhood is wide for global clusters and narrow for local ones. PCA stands in for it
    unless ``umap-learn`` is installed and asked for; it has no such width, so global and local clusters
    differ only in what they are fitted on. It also stands in where UMAP has too few points.

    Attributes:
        reduction: ``pca``, or ``umap`` with the extra of that name.
        dimensions: Dimensions after the reduction.
        most_clusters: Most components that are tried.
        patience: Numbers of components tried in a row without a better BIC before the search ends.
        threshold: Least posterior of a component for a node to be in its cluster.
        most_tokens: Tokens of nodes above which a cluster is split again. The paper's code allows 3,500;
            with summaries of 128 tokens, 1,024 keep to its share of summary to passages.
        local_neighbours: Width of UMAP's local neighbourhood.
        seed: Of the mixtures and of UMAP.
    """

    reduction: Reduction = "pca"
    dimensions: int = 10
    most_clusters: int = 50
    patience: int = 3
    threshold: float = 0.1
    most_tokens: int = 1024
    local_neighbours: int = 10
    seed: int = 0

    def __call__(self, vectors: Vectors, tokens: Sequence[int]) -> list[Cluster]:
        """Return clusters of positions, each ascending and no two alike; every position is in one at least.

        Args:
            vectors: Shape (nodes, dimension).
            tokens: What each node's text costs.
        """
        everything = tuple(range(len(vectors)))
        if not everything:
            return []
        points = vectors.astype(np.float64)
        return list(dict.fromkeys(self._split(points, tokens, everything)))

    def _split(self, vectors: Points, tokens: Sequence[int], members: Cluster) -> list[Cluster]:
        """Return local clusters of the members; those that are too long are split again."""
        parts = [
            local
            for within in self._groups(vectors, members, isqrt(max(len(members) - 1, 1)))
            for local in self._groups(vectors, within, self.local_neighbours)
        ]
        return [piece for part in parts for piece in self._bounded(vectors, tokens, part, members)]

    def _bounded(
        self, vectors: Points, tokens: Sequence[int], part: Cluster, whole: Cluster
    ) -> list[Cluster]:
        """Return the part, or pieces of it that are short enough or single nodes."""
        length = sum(tokens[member] for member in part)
        if length <= self.most_tokens or len(part) == 1:
            return [part]
        if part != whole:
            return self._split(vectors, tokens, part)
        pieces = self._pieces(vectors, part, ceil(length / self.most_tokens))
        return [found for piece in pieces for found in self._bounded(vectors, tokens, piece, whole)]

    def _pieces(self, vectors: Points, part: Cluster, count: int) -> list[Cluster]:
        """Split what the mixtures leave in one piece: with ``count`` components, or else by its order."""
        points = self._reduced(vectors[list(part)], len(part))
        pieces = _positions(part, _posteriors(points, min(count, _distinct(points)), self.seed), 0.5)
        if len(pieces) > 1 and all(len(piece) < len(part) for piece in pieces):
            return pieces
        middle = len(part) // 2
        return [part[:middle], part[middle:]]

    def _groups(self, vectors: Points, members: Cluster, neighbours: int) -> list[Cluster]:
        """Return the soft clusters of the members that the best mixture by BIC finds."""
        if len(members) <= self.dimensions + 1:
            return [members]
        points = self._reduced(vectors[list(members)], neighbours)
        count = best_component_count(points, self.most_clusters, self.patience, self.seed)
        return _positions(members, _posteriors(points, count, self.seed), self.threshold)

    def _reduced(self, points: Points, neighbours: int) -> Points:
        if self.reduction == "umap" and len(points) > self.dimensions + 1:
            return _umap(points, max(2, neighbours), self.dimensions, self.seed)
        return _pca(points, self.dimensions)


def best_component_count(points: Points, most: int, patience: int, seed: int) -> int:
    """Return the number of components whose mixture has the lowest BIC; the lower of equals."""
    best, lowest, waited = 1, np.inf, 0
    for count in range(1, min(most, len(points) - 1, _distinct(points)) + 1):
        bic = float(_fitted(points, count, seed).bic(points))
        if bic < lowest:
            best, lowest, waited = count, bic, 0
        else:
            waited += 1
        if waited >= patience:
            break
    return best


def _positions(members: Cluster, posteriors: Points, threshold: float) -> list[Cluster]:
    """Return the members of each component; one below the threshold everywhere goes to its likeliest."""
    inside = posteriors > threshold
    inside[np.arange(len(members)), posteriors.argmax(axis=1)] = True
    found = (tuple(members[row] for row in np.flatnonzero(column)) for column in inside.T)
    return [cluster for cluster in dict.fromkeys(found) if cluster]


def _posteriors(points: Points, count: int, seed: int) -> Points:
    if count <= 1:
        return np.ones((len(points), 1))
    posteriors: Points = _fitted(points, count, seed).predict_proba(points)
    return posteriors


def _fitted(points: Points, count: int, seed: int) -> Any:
    from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415  # seconds to import
    from sklearn.mixture import GaussianMixture  # noqa: PLC0415

    mixture = GaussianMixture(
        count, covariance_type="diag", init_params="k-means++", reg_covar=1e-4, random_state=seed
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # a mixture that still moves is one all the same
        return mixture.fit(points)


def _distinct(points: Points) -> int:
    return len(np.unique(points.round(6), axis=0))


def _pca(points: Points, dimensions: int) -> Points:
    """Return the projections on the directions of largest variance; signs are fixed by the largest part."""
    centred = points - points.mean(axis=0)
    left, sizes, right = np.linalg.svd(centred, full_matrices=False)
    kept = min(dimensions, len(sizes))
    signs = np.sign(right[np.arange(len(right)), np.abs(right).argmax(axis=1)])
    projected: Points = (left * sizes * np.where(signs == 0, 1.0, signs))[:, :kept]
    return projected


def _umap(points: Points, neighbours: int, dimensions: int, seed: int) -> Points:
    try:
        from umap import UMAP  # noqa: PLC0415  # compiles as it is imported
    except ImportError as error:
        raise ConfigError(
            "the reduction 'umap' needs umap-learn, which is not installed: "
            "install streamrecall[umap], or reduce by 'pca'."
        ) from error
    reduce: Callable[[Points], Any] = UMAP(
        n_neighbors=min(neighbours, len(points) - 1),
        n_components=min(dimensions, len(points) - 2),
        metric="cosine",
        random_state=seed,
        n_jobs=1,
    ).fit_transform
    return np.asarray(reduce(points), dtype=np.float64)
