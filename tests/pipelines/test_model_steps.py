"""Steps on scripted models: what fails is recorded, counted, and never looks like an answer."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from streamrecall.benchmark.annotations import read_sample_annotations
from streamrecall.benchmark.instances import instance_row
from streamrecall.corpora.sample import load_sample
from streamrecall.corpora.turn_table import turn_table
from streamrecall.models.engine_parameters import LedgerParameters, ScriptedParameters
from streamrecall.models.replies.failure import TooManyFailures
from streamrecall.params import (
    CallParameters,
    DetectionParameters,
    EncoderParameters,
    JudgeParameters,
    MemoryParameters,
    SummaryMemoryParameters,
    SummaryParameters,
)
from streamrecall.pipelines.baselines.summary_memories import build_summary_memories_of
from streamrecall.pipelines.evaluate.judging import judge_results
from streamrecall.pipelines.remember_memory.detection import detect_gaps
from streamrecall.pipelines.remember_memory.gap_memories import build_detector_variants, build_gap_memories_of
from streamrecall.pipelines.summarize.nodes import summarize_windows

MEMORY = MemoryParameters(budget=256, full_memory_tokens=1000)
GAPS = {
    "gaps": [
        {
            "utterance_index": 0,
            "quote": "",
            "gap_reason": "said before",
            "evidence_need_query": "what was said?",
            "keywords": ["said"],
        }
    ]
}


@pytest.fixture
def sample(repository: Path) -> tuple[list[dict[str, Any]], pd.DataFrame]:
    """Two windows of the sample, as the benchmark has them, and the turns."""
    folder = repository / "data/01_raw/sample"
    dialogues = load_sample(folder).dialogues
    dialogue = next(each for each in dialogues if each.dialogue_id == "chitchat")
    instances = read_sample_annotations(folder / "chitchat" / "gaps.json", dialogue)[:2]
    return [instance_row(each) for each in instances], turn_table(dialogues)


def calls(repository: Path, folder: Path, failures: float = 1.0) -> CallParameters:
    ledger = LedgerParameters(path=folder / "calls.sqlite")
    return CallParameters(
        ledger=ledger, prompts=repository / "conf/base/prompts", retries=0, failures=failures
    )


def scripted(folder: Path, rules: dict[str, object], name: str = "scripted") -> ScriptedParameters:
    """A model that answers by the first text that stands in the request."""
    lines = [
        json.dumps({"contains": text, "text": reply if isinstance(reply, str) else json.dumps(reply)})
        for text, reply in rules.items()
    ]
    script = folder / f"{name}.jsonl"
    script.write_text("\n".join(lines))
    return ScriptedParameters(engine="scripted", model=name, script=script)


def first_line(row: dict[str, Any]) -> str:
    return str(row["turns"][0]["text"])[:40]


def test_a_failed_detection_fails_its_memory_its_summary_and_its_judgement(
    sample: tuple[list[dict[str, Any]], pd.DataFrame], repository: Path, tmp_path: Path
) -> None:
    benchmark, turns = sample
    good, bad = benchmark
    answer = {"gaps": [{**GAPS["gaps"][0], "quote": first_line(good)}]}
    model = scripted(tmp_path, {f"[0] {good['turns'][0]['speaker']}: {first_line(good)}": answer, "": "?"})
    asked = calls(repository, tmp_path)
    detections, seconds, accounts = detect_gaps(benchmark, DetectionParameters(detector=model), asked)
    assert [bool(row["failed"]) for row in detections] == [False, True]
    assert [bool(failed) for failed in accounts["failed"]] == [False, True]
    assert detections[0]["made_by"]["prompt_hash"]

    memories, _ = build_gap_memories_of("ReMEMBER")(
        benchmark=benchmark,
        turns=turns,
        embedding_report=pd.DataFrame(),
        detections=detections,
        memory=MEMORY,
        encoder=EncoderParameters(kind="hashed", cache=str(tmp_path / "vectors.sqlite")),
        detection_seconds=seconds,
    )
    assert [bool(row.get("failed")) for row in memories] == [False, True]
    assert memories[0]["memory"]["items"]

    summary = SummaryParameters(summarizers=("offline",), max_sentences=4, max_tokens=200)
    written = summarize_windows(benchmark, summary, asked, remember=memories)
    summaries = written["remember"]
    assert [bool(row["summary"]["failed"]) for row in summaries] == [False, True]  # type: ignore[index]
    assert summaries[1]["summary"]["sentences"] == []  # type: ignore[index]

    judge = JudgeParameters(judge="offline")
    judged = judge_results(
        benchmark,
        turns,
        judge,
        asked,
        remember_memories=memories,
        remember_summaries=summaries,  # type: ignore[arg-type]
    )["remember"]
    assert [row["memory"]["failed"] for row in judged] == [False, True]  # type: ignore[index]
    assert judged[1]["window_id"] == bad["window_id"]  # type: ignore[index]
    for gap in judged[1]["gaps"]:  # type: ignore[index]
        assert (gap["failed"], gap["recalled"]) == (True, False)


def test_every_other_detector_has_memories_of_its_own(
    sample: tuple[list[dict[str, Any]], pd.DataFrame], repository: Path, tmp_path: Path
) -> None:
    benchmark, turns = sample
    variant = scripted(tmp_path, {"": {"gaps": []}}, "silent")
    asked = calls(repository, tmp_path)
    detections, _, _ = detect_gaps(
        benchmark, DetectionParameters(detector="offline", variants=(variant,)), asked
    )
    rows = build_detector_variants(
        benchmark=benchmark,
        turns=turns,
        embedding_report=pd.DataFrame(),
        detections=detections,
        memory=MEMORY,
        encoder=EncoderParameters(kind="hashed", cache=str(tmp_path / "vectors.sqlite")),
    )
    assert {row["memory"]["method"] for row in rows} == {"ReMEMBER with silent"}
    summary = SummaryParameters(
        summarizers=("offline", scripted(tmp_path, {"": {"summary": "Short."}})),
        max_sentences=4,
        max_tokens=200,
    )
    written = summarize_windows(benchmark, summary, asked, other=rows, detector_variants=rows)
    assert len(written["other"]) == 4
    assert len(written["detector_variants"]) == 2


def test_a_summary_memory_by_a_model_is_accounted_for_and_costs_nothing_again(
    sample: tuple[list[dict[str, Any]], pd.DataFrame], repository: Path, tmp_path: Path
) -> None:
    benchmark, turns = sample
    model = scripted(tmp_path, {"": {"summary": "They met in Porto. It rained."}})
    build = build_summary_memories_of("Inc. Summary")
    writer = SummaryMemoryParameters(writer=model)
    memories, seconds, accounts = build(benchmark, turns, MEMORY, writer, calls(repository, tmp_path))
    assert {row["memory"]["items"][0]["text"] for row in memories} == {"They met in Porto. It rained."}
    assert list(accounts["window_id"]) == [row["window_id"] for row in benchmark]
    assert (accounts["calls"] >= 1).all()
    assert len(seconds) == 2
    model.script.write_text("")
    again, _, _ = build(benchmark, turns, MEMORY, writer, calls(repository, tmp_path))
    assert again == memories


def test_too_many_failures_stop_the_run(
    sample: tuple[list[dict[str, Any]], pd.DataFrame], repository: Path, tmp_path: Path
) -> None:
    benchmark, _ = sample
    model = scripted(tmp_path, {"": "I would rather not."})
    three = [*benchmark, {**benchmark[0], "window_id": "chitchat.x", "turns": benchmark[1]["turns"][:5]}]
    with pytest.raises(TooManyFailures, match="3 of 3 replies"):
        detect_gaps(three, DetectionParameters(detector=model), calls(repository, tmp_path, failures=0.1))
