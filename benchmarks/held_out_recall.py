"""Gap recall on dialogues whose annotations the weights have not seen: leave one dialogue out.

    python benchmarks/held_out_recall.py --windows open.json --turns turns/ [--json]

For each annotated dialogue the cue weights and the evidence weights are fitted on all other annotated
dialogues and the sample (``gap_weights.py``), then the expected-recall memory runs on the one left out: with
the shipped weights, with either set refitted, and with both. Recall is per gap, any evidence turn held
verbatim. Only weights are held out: the cues, the features and the form of the memory were chosen with these
dialogues in view. ``--without CUE`` leaves a cue out of every variant, to see what it brings. With ``--json``
the last line is one object.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import gap_recall
from gap_weights import (
    CUE_RIDGE,
    EVIDENCE_RIDGE,
    GapRow,
    UtteranceRow,
    fit_cues,
    fit_evidence,
    gap_rows,
    utterance_rows,
)

from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.metrics.cluster_bootstrap import cluster_bootstrap
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.ports import Embedder
from streamrecall.records import Dialogue, Instance
from streamrecall.remember.evidence_model import EvidenceWeights
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_cues import BIAS, GAP_CUES, WeightedCue
from streamrecall.remember.gap_detector import RuleBasedGapDetector

SAMPLE = Path(__file__).resolve().parents[1] / "data/01_raw/sample"
METHODS = ("Recent", "Hybrid", "shipped weights", "cues refitted", "evidence refitted", "both refitted")


@dataclass(frozen=True, slots=True)
class Weights:
    """Everything the variant takes from a fit."""

    cues: tuple[WeightedCue, ...]
    bias: float
    evidence: EvidenceWeights

    def values(self) -> dict[str, float]:
        """Return every weight by what it belongs to and its name."""
        cues = {f"cue {cue.cue.__name__}": cue.weight for cue in self.cues}
        evidence = {f"evidence {name}": value for name, value in asdict(self.evidence).items()}
        return cues | {"cue (bias)": self.bias} | evidence


@dataclass(frozen=True, slots=True)
class FittingRows:
    """What weights are fitted on, each row with its dialogue."""

    utterances: tuple[UtteranceRow, ...]
    gaps: tuple[GapRow, ...]

    def fit(self, cues: Sequence[WeightedCue], left_out: str, ridges: tuple[float, float]) -> Weights:
        """Return the weights fitted on every dialogue but one."""
        utterances = [row for row in self.utterances if row.dialogue_id != left_out]
        gaps = [row for row in self.gaps if row.dialogue_id != left_out]
        return Weights(*fit_cues(cues, utterances, ridges[0]), fit_evidence(gaps, ridges[1]))


def read_fitting_rows(
    cues: Sequence[WeightedCue],
    embedder: Embedder,
    dialogues: Mapping[str, Dialogue],
    instances: Sequence[Instance],
) -> FittingRows:
    """Return a row per utterance and per annotated gap of all dialogues."""
    gaps = [
        row
        for name, dialogue in dialogues.items()
        for row in gap_rows(embedder, dialogue, [i for i in instances if i.window.dialogue_id == name])
    ]
    return FittingRows(tuple(utterance_rows(cues, instances)), tuple(gaps))


def held_out(
    embedder: Embedder,
    dialogue: Dialogue,
    instances: Sequence[Instance],
    *,
    shipped: Weights,
    fitted: Weights,
    budget: int,
) -> dict[str, list[bool]]:
    """Return whether each gap of one dialogue was recalled, by method."""

    def variant(cues: Weights, evidence: Weights) -> gap_recall.NewMemory:
        detector = RuleBasedGapDetector(cues=cues.cues, bias=cues.bias)
        return lambda: ExpectedRecallReMEMBER(embedder, detector, weights=evidence.evidence)

    memories: tuple[gap_recall.NewMemory, ...] = (
        RecentMemory,
        lambda: HybridMemory(embedder),
        variant(shipped, shipped),
        variant(fitted, shipped),
        variant(shipped, fitted),
        variant(fitted, fitted),
    )
    by_id = {dialogue.dialogue_id: dialogue}
    return {
        label: [bool(row["any"]) for row in gap_recall.gap_rows(label, new_memory, by_id, instances, budget)]
        for label, new_memory in zip(METHODS, memories, strict=True)
    }


def totals(recalled: Mapping[str, Mapping[str, list[bool]]]) -> dict[str, dict[str, float]]:
    """Return each method's recall over all gaps and its 95 % interval over resampled dialogues."""
    found = {}
    for method in METHODS:
        held = [(name, float(hit)) for name, by_method in recalled.items() for hit in by_method[method]]
        interval = cluster_bootstrap([hit for _, hit in held], [name for name, _ in held])
        found[method] = {
            "any": round(interval.mean, 4),
            "low": round(interval.low, 4),
            "high": round(interval.high, 4),
        }
    return found


def spread(shipped: Weights, folds: Sequence[Weights]) -> dict[str, dict[str, float]]:
    """Return each weight as shipped, and the least, the middle and the largest over the folds."""
    fitted = [fold.values() for fold in folds]
    return {
        name: {
            "shipped": value,
            "least": round(min(fold[name] for fold in fitted), 2),
            "median": round(median(fold[name] for fold in fitted), 2),
            "largest": round(max(fold[name] for fold in fitted), 2),
        }
        for name, value in shipped.values().items()
    }


def print_recall(recalled: Mapping[str, Mapping[str, list[bool]]]) -> None:
    """Print a row per dialogue and the totals."""
    print("dialogue      gaps  " + "".join(f"{method:>20s}" for method in METHODS))
    for name, by_method in recalled.items():
        gaps = len(by_method["Recent"])
        cells = "".join(f"{sum(by_method[method]):>15d} {_share(by_method[method])}" for method in METHODS)
        print(f"{name:12s} {gaps:5d}  {cells}")
    gaps = sum(len(by_method["Recent"]) for by_method in recalled.values())
    overall = totals(recalled)
    print(f"{'all':12s} {gaps:5d}  " + "".join(f"{overall[method]['any']:20.3f}" for method in METHODS))
    ranges = (f"{overall[method]['low']:.2f} to {overall[method]['high']:.2f}" for method in METHODS)
    print(f"{'95 %':18s}  " + "".join(f"{text:>20s}" for text in ranges))


def _share(recalled: Sequence[bool]) -> str:
    return f"{sum(recalled) / len(recalled):.2f}" if recalled else "   -"


def main() -> None:
    """Fit, evaluate and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--windows", type=Path, required=True, help="the annotation file")
    parser.add_argument("--turns", type=Path, required=True, help="the folder with one JSONL per dialogue")
    parser.add_argument("--sample", type=Path, default=SAMPLE, help="sample streams that every fit includes")
    parser.add_argument("--budget", type=int, default=1024, help="tokens of memory")
    parser.add_argument(
        "--cache", type=Path, default=Path("data/embeddings.sqlite"), help="vectors made once"
    )
    parser.add_argument("--cue-ridge", type=float, default=CUE_RIDGE)
    parser.add_argument("--evidence-ridge", type=float, default=EVIDENCE_RIDGE)
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=[cue.cue.__name__ for cue in GAP_CUES],
        help="leave out this cue; may be given again",
    )
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    options = parser.parse_args()

    embedder = CachedEmbedder(MiniLM(), options.cache)
    dialogues, instances = gap_recall.read_annotations(options.windows, options.turns, None)
    sample_dialogues, sample_instances = gap_recall.read_annotations(None, None, options.sample)
    cues = tuple(cue for cue in GAP_CUES if cue.cue.__name__ not in options.without)
    shipped = Weights(cues, BIAS, EvidenceWeights())
    rows = read_fitting_rows(cues, embedder, dialogues | sample_dialogues, [*instances, *sample_instances])
    reachable = sum(bool(row.is_evidence.any()) for row in rows.gaps)
    print(
        f"{len(rows.utterances)} utterances, {sum(row.is_gap for row in rows.utterances)} with a gap; "
        f"{len(rows.gaps)} gaps, {reachable} with evidence among their candidates"
    )
    recalled: dict[str, dict[str, list[bool]]] = {}
    folds: list[Weights] = []
    for name, dialogue in dialogues.items():
        folds.append(rows.fit(cues, name, (options.cue_ridge, options.evidence_ridge)))
        own = [instance for instance in instances if instance.window.dialogue_id == name]
        recalled[name] = held_out(
            embedder, dialogue, own, shipped=shipped, fitted=folds[-1], budget=options.budget
        )
    print_recall(recalled)
    weights = spread(shipped, folds)
    print(f"\n{'weight':26s} shipped    least   median  largest   (over the {len(folds)} fits)")
    for name, row in weights.items():
        print(f"{name:26s}" + "".join(f"{value:8.2f} " for value in row.values()))
    if options.json:
        report = {
            "budget": options.budget,
            "encoder": embedder.name,
            "ridge": {"cues": options.cue_ridge, "evidence": options.evidence_ridge},
            "without": options.without,
            "fitted_on": {
                "utterances": len(rows.utterances),
                "gaps": len(rows.gaps),
                "gaps_with_evidence_among_candidates": reachable,
            },
            "recalled": {
                name: {method: sum(hits) for method, hits in by_method.items()}
                for name, by_method in recalled.items()
            },
            "gaps": {name: len(by_method["Recent"]) for name, by_method in recalled.items()},
            "totals": totals(recalled),
            "weights": weights,
        }
        print(json.dumps(report))


if __name__ == "__main__":
    main()
