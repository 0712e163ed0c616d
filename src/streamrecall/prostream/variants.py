"""The variants of the paper's tables as parameters, by the row's name in expected/prostream.yaml."""

from __future__ import annotations

from dataclasses import replace

from streamrecall.prostream.parameters import LONG_TERM, PARTS, PENDING, SHORT_TERM, ProStreamParameters

_SYMBOLS = {SHORT_TERM: "B", LONG_TERM: "M_tree", PENDING: "M_pend"}
DRIFT_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)
CONCEPT_THRESHOLDS = (0.4, 0.6, 0.8, 1.0)
CAPACITIES = (50_000, 75_000, 100_000, 125_000, 150_000)


def ablations(given: ProStreamParameters) -> dict[str, ProStreamParameters]:
    """Return the ablations of Table 1: each leaves one part of the context out."""
    return {
        f"w/o {symbol}": replace(given, parts=tuple(each for each in PARTS if each != part))
        for part, symbol in _SYMBOLS.items()
    }


def perturbations(given: ProStreamParameters, share: float = 0.5) -> dict[str, ProStreamParameters]:
    """Return the rows of Table 4: each drops a share of the entries of one part at random."""
    perturbed = {
        f"Perturb {symbol}": replace(given, perturbed_part=part, perturbed_share=share)
        for part, symbol in _SYMBOLS.items()
    }
    return {"Full": given, **perturbed}


def threshold_sweeps(given: ProStreamParameters) -> dict[str, ProStreamParameters]:
    """Return the rows of Table 3: drift threshold, then concept threshold, the novelty check's."""
    drift = {f"drift threshold {t}": replace(given, drift_threshold=t) for t in DRIFT_THRESHOLDS}
    concept = {f"concept threshold {t}": replace(given, novelty_threshold=t) for t in CONCEPT_THRESHOLDS}
    return drift | concept


def capacity_sweep(given: ProStreamParameters) -> dict[str, ProStreamParameters]:
    """Return the rows of Table 5: T_max in tokens."""
    return {f"T_max {tokens // 1000}k": replace(given, budget=tokens) for tokens in CAPACITIES}
