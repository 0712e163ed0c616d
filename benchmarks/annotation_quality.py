"""How well the offline annotators and their vote find annotated gaps; prints JSON.

Each annotator by rule is scored alone (a majority of one) and the three by majority, against the sample's own
ground truth and, where a folder is given, against gold annotations (``open.json`` and ``turns/``):

    uv run python benchmarks/annotation_quality.py [--gold FOLDER]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from streamrecall.benchmark.annotation_run import annotate
from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.benchmark.annotators.rule_panel import rule_based_annotators
from streamrecall.benchmark.panel import Panel
from streamrecall.corpora.sample import load_sample
from streamrecall.metrics.annotation_scores import Score, score_annotation
from streamrecall.records import Dialogue, Instance
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.salience import salience

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "01_raw" / "sample"


def main() -> None:
    """Score every panel on every reference."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gold", type=Path, help="folder with open.json and turns/")
    gold = parser.parse_args().gold
    references = {"sample": _sample()}
    if gold is not None:
        references["gold"] = read_gold(gold / "open.json", gold / "turns")
    panel = Panel(rule_based_annotators(salience, RuleBasedGapDetector()))
    result = {
        name: {
            "windows": len(instances),
            **{
                each.annotators[0].name if len(each.annotators) == 1 else "majority of three": _scores(
                    each, dialogues, instances
                )
                for each in (*panel.alone(), panel)
            },
        }
        for name, (dialogues, instances) in references.items()
    }
    print(json.dumps(result, indent=1))


def _sample() -> tuple[Sequence[Dialogue], Sequence[Instance]]:
    dialogues = load_sample(SAMPLE).dialogues
    return dialogues, [
        instance
        for dialogue in dialogues
        for instance in read_sample_annotations(SAMPLE / dialogue.dialogue_id / "gaps.json", dialogue)
    ]


def _scores(panel: Panel, dialogues: Sequence[Dialogue], reference: Sequence[Instance]) -> dict[str, Any]:
    started = time.perf_counter()
    annotation = annotate(
        [instance.window for instance in reference], {each.dialogue_id: each for each in dialogues}, panel
    )
    seconds = time.perf_counter() - started
    scores = {score.level: _row(score) for score in score_annotation(annotation.instances, reference)}
    return scores | {"seconds": round(seconds, 2)}


def _row(score: Score) -> dict[str, Any]:
    values = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    return {"found": score.found, "predicted": score.predicted, "reference": score.reference} | {
        name: None if value is None else round(value, 3) for name, value in values.items()
    }


if __name__ == "__main__":
    main()
