"""Agreement of annotators on nominal labels: raw, Fleiss' kappa, Krippendorff's alpha, Cohen's kappa.

Kappas correct for chance and fall when nearly every label is the same, so raw agreement and the prevalence
of each label stand beside them. A value that is not defined (one label only, no shared items) is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Label = Hashable
Ratings = Mapping[str, Mapping[str, Label]]
"""Label by annotator by item; an annotator who did not label an item has no entry for it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree on some items.

    Attributes:
        items: Items with at least two labels.
        complete: Those that every annotator labelled.
        unanimous: Share of the items whose labels are all the same.
        pairwise: Share of pairs of labels of one item that are the same, over all pairs.
        fleiss_kappa: Over the complete items alone.
        krippendorff_alpha: Over all items, missing labels allowed.
        cohen_kappa: By pair of annotators, over the items both labelled.
        prevalence: Share of each label among all labels of these items.
    """

    items: int
    complete: int
    unanimous: float | None
    pairwise: float | None
    fleiss_kappa: float | None
    krippendorff_alpha: float | None
    cohen_kappa: dict[tuple[str, str], float | None]
    prevalence: dict[Label, float]


def measure_agreement(ratings: Ratings, annotators: Sequence[str]) -> Agreement:
    """Measure the agreement of ``annotators`` on all items.

    Args:
        ratings: Label by annotator, by item.
        annotators: Everybody asked; labels of others are ignored.
    """
    rows = [
        [(annotator, given[annotator]) for annotator in annotators if annotator in given]
        for given in ratings.values()
    ]
    shared = [[label for _, label in row] for row in rows if len(row) >= 2]
    complete = [row for row in shared if len(row) == len(annotators)]
    labels = Counter(label for row in shared for label in row)
    total = sum(labels.values())
    return Agreement(
        items=len(shared),
        complete=len(complete),
        unanimous=_mean([len(set(row)) == 1 for row in shared]),
        pairwise=_pairwise(shared),
        fleiss_kappa=fleiss_kappa(complete),
        krippendorff_alpha=krippendorff_alpha(shared),
        cohen_kappa={
            (first, second): cohen_kappa(
                [
                    (given[first], given[second])
                    for given in ratings.values()
                    if {first, second} <= given.keys()
                ]
            )
            for first, second in combinations(annotators, 2)
        },
        prevalence={label: labels[label] / total for label in sorted(labels, key=str)},
    )


def fleiss_kappa(rows: Sequence[Sequence[Label]]) -> float | None:
    """Return Fleiss' kappa of items that all have the same number of labels, at least two.

    Raises:
        ValueError: If the items have different numbers of labels.
    """
    if not rows:
        return None
    raters = len(rows[0])
    if any(len(row) != raters for row in rows):
        raise ValueError("Fleiss' kappa needs the same number of labels for every item")
    if raters < 2:
        return None
    counts = [Counter(row) for row in rows]
    observed = sum(
        (sum(count * count for count in row.values()) - raters) / (raters * (raters - 1)) for row in counts
    ) / len(rows)
    totals: Counter[Label] = Counter()
    for row in counts:
        totals.update(row)
    expected = sum((count / (len(rows) * raters)) ** 2 for count in totals.values())
    return _corrected(observed, expected)


def krippendorff_alpha(rows: Sequence[Sequence[Label]]) -> float | None:
    """Return Krippendorff's alpha for nominal labels; items may have different numbers of labels."""
    pairable = [Counter(row) for row in rows if len(row) >= 2]
    totals: Counter[Label] = Counter()
    disagreeing = 0.0
    for counts in pairable:
        size = sum(counts.values())
        totals.update(counts)
        disagreeing += (size * size - sum(count * count for count in counts.values())) / (size - 1)
    values = sum(totals.values())
    expected = values * values - sum(count * count for count in totals.values())
    if not expected:
        return None
    return 1 - (values - 1) * disagreeing / expected


def cohen_kappa(pairs: Sequence[tuple[Label, Label]]) -> float | None:
    """Return Cohen's kappa of two annotators."""
    if not pairs:
        return None
    observed = sum(first == second for first, second in pairs) / len(pairs)
    left, right = Counter(first for first, _ in pairs), Counter(second for _, second in pairs)
    expected = sum(left[label] * right[label] for label in left) / len(pairs) ** 2
    return _corrected(observed, expected)


def _pairwise(rows: Sequence[Sequence[Label]]) -> float | None:
    return _mean([first == second for row in rows for first, second in combinations(row, 2)])


def _mean(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None


def _corrected(observed: float, expected: float) -> float | None:
    return None if expected >= 1 else (observed - expected) / (1 - expected)
