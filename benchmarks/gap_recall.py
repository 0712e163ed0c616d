"""Gap recall of ReMEMBER and of each of its parts on annotated windows: the command behind our figures.

    python benchmarks/gap_recall.py --windows open.json --turns turns/ [--json] [--rows rows.jsonl]
    python benchmarks/gap_recall.py --sample data/01_raw/sample

Per gap, ``any``: at least one evidence turn is in the memory verbatim; ``all``: each of them. Superseded
evidence does not count. The recall of each dialogue stands beside the mean, so that a gain that hangs on one
dialogue shows. ``--rows`` writes one line per method and gap. With ``--json`` the last line is one object.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

from streamrecall.baselines.dense import DenseMemory
from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.baselines.sparse import SparseMemory
from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.benchmark.replay import replay_windows
from streamrecall.corpora.sample import load_sample
from streamrecall.metrics.memory_recall import held_evidence
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.records import Dialogue, Instance
from streamrecall.remember.evidence_model import EvidenceWeights
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.memory import ReMEMBER
from streamrecall.remember.reference_queries import AnnotatedGaps, ReferenceQueries
from streamrecall.remember.without_gap_conditioning import ReMEMBERWithoutGapConditioning
from streamrecall.remember.without_refinement import ReMEMBERWithoutRefinement

Row = dict[str, object]
NewMemory = Callable[[], StreamMemory]
BEST = (1, 2, 4, 6, 8, 12, 16)


def methods(embedder: Embedder, instances: Sequence[Instance]) -> dict[str, NewMemory]:
    """Return every method and ablation by its label."""
    gaps = {instance.window.window_id: instance.gaps for instance in instances}
    detector = RuleBasedGapDetector()

    def expected(**changes: object) -> NewMemory:
        return lambda: ExpectedRecallReMEMBER(embedder, detector, **changes)  # type: ignore[arg-type]

    def paper(**changes: object) -> NewMemory:
        return lambda: ReMEMBER(embedder, detector, **changes)  # type: ignore[arg-type]

    table: dict[str, NewMemory] = {
        "Recent": RecentMemory,
        "Sparse": SparseMemory,
        "Dense": lambda: DenseMemory(embedder),
        "Hybrid": lambda: HybridMemory(embedder),
        "ReMEMBER w/o gap-conditioned retrieval": lambda: ReMEMBERWithoutGapConditioning(embedder),
        "ReMEMBER w/o chunk refinement": lambda: ReMEMBERWithoutRefinement(embedder, detector),
        "ReMEMBER": paper(),
        "ReMEMBER, complete rounds only": paper(rounds="complete"),
    }
    for number in (1, 2, 8, 16):
        table[f"ReMEMBER, {number} gaps"] = paper(max_gaps=number)
    table["ReMEMBER, annotators' queries"] = lambda: ReMEMBER(embedder, AnnotatedGaps(gaps), max_gaps=None)
    table["expected recall"] = expected()
    table["expected recall, even shares"] = expected(even_shares=True)
    for number in (2, 4, 8, 16):
        table[f"expected recall, {number} gaps"] = expected(max_gaps=number)
    for share in (0.0, 0.05, 0.15, 0.25, 1.0):
        table[f"expected recall, latest {share:.2f}"] = expected(latest_share=share)
    for name in (field.name for field in fields(EvidenceWeights)):
        table[f"expected recall, no {name}"] = expected(weights=replace(EvidenceWeights(), **{name: 0.0}))
    table["annotators' queries"] = lambda: ReferenceQueries(embedder, gaps)
    for share in (0.0, 0.25):
        table[f"annotators' queries, latest {share:.2f}"] = lambda share=share: ReferenceQueries(  # type: ignore[misc]
            embedder, gaps, latest_share=share
        )
    return table


def gap_rows(
    label: str,
    new_memory: NewMemory,
    dialogues: Mapping[str, Dialogue],
    instances: Sequence[Instance],
    budget: int,
) -> Iterator[Row]:
    """Yield one row per gap."""
    by_window = {instance.window.window_id: instance for instance in instances}
    for built in replay_windows(new_memory, dialogues, [i.window for i in instances], budget):
        instance = by_window[built.window_id]
        history = {turn.turn_id: turn for turn in dialogues[instance.window.dialogue_id].turns}
        for gap in instance.gaps:
            held = held_evidence(gap, built.memory, history)
            valid = [turn_id for turn_id in gap.evidence if turn_id not in gap.superseded]
            yield {
                "method": label,
                "dialogue": instance.window.dialogue_id,
                "window": built.window_id,
                "gap": gap.gap_id,
                "type": gap.type.value,
                "any": bool(held),
                "all": len(held) == len(valid),
                "held": list(held),
                "memory_tokens": built.memory.tokens,
            }


def found_among_best(instances: Sequence[Instance]) -> dict[str, float]:
    """Return the share of gap utterances of which a turn is among the detector's best k."""
    detector = RuleBasedGapDetector(max_gaps=max(BEST))
    found = dict.fromkeys(BEST, 0)
    total = 0
    for instance in instances:
        detected = [gap.turn_id for gap in detector.detect(instance.window)]
        for utterance in instance.salient:
            if utterance.gap is None:
                continue
            total += 1
            for best in BEST:
                found[best] += not set(utterance.turns).isdisjoint(detected[:best])
    return {str(best): round(count / total, 4) for best, count in found.items()} if total else {}


def summary(rows: Sequence[Row]) -> dict[str, object]:
    """Return recall per gap, overall and by dialogue."""
    dialogues: dict[str, list[Row]] = {}
    for row in rows:
        dialogues.setdefault(str(row["dialogue"]), []).append(row)
    return {
        "gaps": len(rows),
        "any": _share(rows, "any"),
        "all": _share(rows, "all"),
        "by_dialogue": {name: _share(own, "any") for name, own in dialogues.items()},
    }


def _share(rows: Sequence[Row], key: str) -> float:
    return round(sum(bool(row[key]) for row in rows) / len(rows), 4) if rows else 0.0


def read_annotations(
    windows: Path | None, turns: Path | None, sample: Path | None
) -> tuple[dict[str, Dialogue], list[Instance]]:
    """Return the dialogues by id and their annotated windows."""
    if sample is not None:
        dialogues = load_sample(sample).dialogues
        instances = [
            instance
            for dialogue in dialogues
            for instance in read_sample_annotations(sample / dialogue.dialogue_id / "gaps.json", dialogue)
        ]
    elif windows is not None and turns is not None:
        read, gold = read_gold(windows, turns)
        dialogues, instances = read, list(gold)
    else:
        raise SystemExit("give --windows FILE and --turns FOLDER, or --sample FOLDER")
    return {dialogue.dialogue_id: dialogue for dialogue in dialogues}, instances


def main() -> None:
    """Run every method and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--windows", type=Path, help="the annotation file")
    parser.add_argument("--turns", type=Path, help="the folder with one JSONL of turns per dialogue")
    parser.add_argument("--sample", type=Path, help="a folder of sample streams with gaps.json, instead")
    parser.add_argument("--budget", type=int, default=1024, help="tokens of memory")
    parser.add_argument(
        "--cache", type=Path, default=Path("data/embeddings.sqlite"), help="vectors made once"
    )
    parser.add_argument("--only", default="", help="only methods whose label contains this")
    parser.add_argument("--rows", type=Path, help="write one JSON line per method and gap")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    options = parser.parse_args()

    dialogues, instances = read_annotations(options.windows, options.turns, options.sample)
    options.cache.parent.mkdir(parents=True, exist_ok=True)
    embedder = CachedEmbedder(MiniLM(), options.cache)
    found = found_among_best(instances)
    print(
        "gap utterances among the detector's best k: " + "  ".join(f"{k}: {v:.2f}" for k, v in found.items())
    )
    results: dict[str, dict[str, object]] = {}
    all_rows: list[Row] = []
    for label, new_memory in methods(embedder, instances).items():
        if options.only not in label:
            continue
        rows = list(gap_rows(label, new_memory, dialogues, instances, options.budget))
        all_rows += rows
        result = results[label] = summary(rows)
        by_dialogue = result["by_dialogue"]
        assert isinstance(by_dialogue, dict)
        each = " ".join(f"{name} {share:.2f}" for name, share in by_dialogue.items())
        print(f"{label:42s} any {result['any']:.3f}  all {result['all']:.3f}   {each}", flush=True)
    if options.rows:
        options.rows.write_text("".join(json.dumps(row) + "\n" for row in all_rows), encoding="utf-8")
    if options.json:
        report = {"budget": options.budget, "encoder": embedder.name, "detector": RuleBasedGapDetector.name}
        print(json.dumps(report | {"found_among_best": found, "methods": results}))


if __name__ == "__main__":
    main()
