"""Gap detection of all windows, one batch per detector (ReMEMBER, section 4.1)."""

from __future__ import annotations

import time
from typing import Any

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.models.engine_parameters import ChatModelParameters
from streamrecall.params import CallParameters, DetectionParameters
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame, result_provenance
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model
from streamrecall.records import DetectedGap, Provenance, Window
from streamrecall.remember.found_gaps import FoundGaps
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.model_gap_detector import Detection, ModelGapDetector
from streamrecall.serialization import from_plain, to_plain
from streamrecall.text.prompts import load_prompt

Rows = list[dict[str, Any]]
SECONDS = ("detector", "window_id", "detection_seconds")


def detect_gaps(
    benchmark: Rows, detection: DetectionParameters, calls: CallParameters
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return the gaps of each window by each detector, the seconds it took, and the model calls.

    The configured detector comes first, its variants after it.
    """
    windows = [instance.window for instance in read_instance_rows(benchmark)]
    rows: Rows = []
    seconds: list[tuple[str, str, float]] = []
    accounts: list[CallAccount] = []
    for configured in (detection.detector, *detection.variants):
        if isinstance(configured, str):
            found = _by_rules(windows)
        else:
            found = _by_model(configured, windows, detection, calls)
            accounts += [
                CallAccount("gap detection", each.window_id, name, each.provenance, each.failed)
                for name, each in found
            ]
        rows += [_row(name, each) for name, each in found]
        seconds += [(name, each.window_id, round(each.provenance.seconds, 6)) for name, each in found]
    return rows, pd.DataFrame(seconds, columns=list(SECONDS)), accounts_frame(accounts)


def read_detections(detections: Rows) -> list[FoundGaps]:
    """Return the detectors that left these rows, in their order."""
    by_detector: dict[str, Rows] = {}
    for row in detections:
        by_detector.setdefault(row["detector"], []).append(row)
    return [
        FoundGaps(
            name,
            {row["window_id"]: [from_plain(DetectedGap, gap) for gap in row["gaps"]] for row in rows},
            {row["window_id"]: row["failed"] for row in rows if row["failed"]},
        )
        for name, rows in by_detector.items()
    ]


def _by_rules(windows: list[Window]) -> list[tuple[str, Detection]]:
    detector = RuleBasedGapDetector()
    found = []
    for window in windows:
        started = time.perf_counter()
        gaps = detector.detect(window)
        made = Provenance(detector.name, seconds=time.perf_counter() - started)
        found.append((detector.name, Detection(window.window_id, gaps, 0, 0, "", made)))
    return found


def _by_model(
    model_parameters: ChatModelParameters,
    windows: list[Window],
    detection: DetectionParameters,
    calls: CallParameters,
) -> list[tuple[str, Detection]]:
    with open_chat_model(model_parameters, calls) as model:
        detector = ModelGapDetector(
            model,
            load_prompt(calls.prompts, "remember/gap_detection"),
            detection.sampling.sampling(),
            max_gaps=detection.max_gaps,
            thinking=detection.thinking,
            retries=calls.retries,
            budget=failure_budget(calls),
        )
        return [(detector.name, each) for each in detector.detect_all(windows)]


def _row(name: str, found: Detection) -> dict[str, Any]:
    """Return a detection without its seconds, which differ between runs."""
    made = found.provenance
    return {
        "detector": name,
        "window_id": found.window_id,
        "gaps": [to_plain(gap) for gap in found.gaps],
        "unmatched": found.unmatched,
        "over_limit": found.over_limit,
        "failed": found.failed,
        "made_by": result_provenance(made),
    }
