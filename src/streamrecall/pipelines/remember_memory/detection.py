"""Gap detection of all windows, one batch per detector (ReMEMBER, section 4.1)."""

from __future__ import annotations

import time
from typing import Any

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.models.engine_parameters import ChatModelParameters
from streamrecall.params import CallParameters, DetectionParameters
from streamrecall.pipelines.call_accounts import account, accounts_frame
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model, prompt
from streamrecall.records import DetectedGap, Window
from streamrecall.remember.found_gaps import FoundGaps
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.model_gap_detector import ModelGapDetector
from streamrecall.serialization import from_plain, to_plain

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
    seconds: Rows = []
    accounts: Rows = []
    for detector in (detection.detector, *detection.variants):
        if detector == "offline":
            _detect_by_rules(windows, rows, seconds)
        else:
            _detect_by_model(detector, windows, detection, calls, rows, seconds, accounts)
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


def _detect_by_rules(windows: list[Window], rows: Rows, seconds: Rows) -> None:
    detector = RuleBasedGapDetector()
    for window in windows:
        started = time.perf_counter()
        gaps = detector.detect(window)
        took = round(time.perf_counter() - started, 6)
        rows.append(
            {
                "detector": detector.name,
                "window_id": window.window_id,
                "gaps": [to_plain(gap) for gap in gaps],
                "failed": "",
            }
        )
        seconds.append({"detector": detector.name, "window_id": window.window_id, "detection_seconds": took})


def _detect_by_model(
    parameters: ChatModelParameters,
    windows: list[Window],
    detection: DetectionParameters,
    calls: CallParameters,
    rows: Rows,
    seconds: Rows,
    accounts: Rows,
) -> None:
    with open_chat_model(parameters, calls) as model:
        detector = ModelGapDetector(
            model,
            prompt(calls, "remember/gap_detection"),
            detection.sampling.sampling(),
            max_gaps=detection.max_gaps,
            thinking=detection.thinking,
            retries=calls.retries,
            budget=failure_budget(calls),
        )
        detections = detector.detect_all(windows)
    for found in detections:
        made = found.provenance
        rows.append(
            {
                "detector": detector.name,
                "window_id": found.window_id,
                "gaps": [to_plain(gap) for gap in found.gaps],
                "unmatched": found.unmatched,
                "over_limit": found.over_limit,
                "failed": found.failed,
                "model": made.model,
                "revision": made.revision,
                "prompt_hash": made.prompt_hash,
                "seed": made.seed,
            }
        )
        seconds.append(
            {
                "detector": detector.name,
                "window_id": found.window_id,
                "detection_seconds": round(made.seconds, 6),
            }
        )
        accounts.append(account("gap detection", "", found.window_id, detector.name, made, found.failed))
