"""Detector, summarizer and judge over HTTP and through the ledger: killed, rerun, the same results."""

import subprocess
import sys
import textwrap
import time
from pathlib import Path

from local_server import StartServer

from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import read_rows

RUN = textwrap.dedent(
    """
    import json, sys
    from dataclasses import asdict
    from pathlib import Path
    from streamrecall.benchmark.annotations import read_sample_annotations
    from streamrecall.corpora.sample import load_sample
    from streamrecall.metrics.judge_requests import JudgePrompts
    from streamrecall.metrics.judge_stress import stress_case
    from streamrecall.metrics.llm_judge import JudgeCase, LlmJudge
    from streamrecall.models.engine_parameters import OpenAIParameters, open_engine
    from streamrecall.models.ledger import CallLedger
    from streamrecall.models.ledgered_model import LedgeredChatModel
    from streamrecall.remember.model_gap_detector import ModelGapDetector
    from streamrecall.remember.model_summarizer import ModelSummarizer
    from streamrecall.text.prompts import load_prompt

    root, url, path, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    prompts = root / "conf" / "base" / "prompts"
    load = lambda step: load_prompt(prompts, step)
    sample = root / "data" / "01_raw" / "sample"
    dialogue = next(d for d in load_sample(sample).dialogues if d.dialogue_id == "chitchat")
    history = {turn.turn_id: turn for turn in dialogue.turns}
    instances = read_sample_annotations(sample / "chitchat" / "gaps.json", dialogue)[:4]
    engine = open_engine(OpenAIParameters(
        engine="openai", model="local", base_urls=(url,), attempts=20, first_wait_seconds=0.01,
        longest_wait_seconds=0.1, concurrency=4,
    ))
    with CallLedger(path) as ledger:
        model = LedgeredChatModel(engine, ledger)
        detector = ModelGapDetector(model, load("remember/gap_detection"))
        detections = detector.detect_all([instance.window for instance in instances])
        cases = [stress_case("vague", instance, instance, history) for instance in instances]
        steps = ("summarize/memory_augmented", "summarize/memory_free")
        summarizer = ModelSummarizer(model, *map(load, steps))
        summaries = summarizer.summarize_all([(case.instance.window, case.memory) for case in cases])
        rubric = ("memory_recall", "window_completeness", "gap_resolution_completeness",
                  "fact_decomposition", "faithfulness")
        judge = LlmJudge(model, JudgePrompts(**{step: load(f"evaluate/{step}") for step in rubric}))
        judgements = judge.judge_all([
            JudgeCase(case.instance, case.memory, summary, history) for case, summary in zip(cases, summaries)
        ])
    rows = [
        {"gaps": [asdict(gap) for gap in detection.gaps], "failed": [detection.failed, summary.failed,
         judgement.failed], "summary": asdict(summary), "judgement": asdict(judgement)}
        for detection, summary, judgement in zip(detections, summaries, judgements)
    ]
    assert not any(any(row["failed"]) for row in rows), rows
    assert all(row["gaps"] for row in rows)
    out.write_text(json.dumps(rows, indent=1))
    """
)


def test_a_killed_run_of_all_steps_ends_in_the_same_results(
    start_server: StartServer, repository: Path, tmp_path: Path
) -> None:
    server = start_server("--delay", "0.05", "--share", "0.1")
    ledger, out = tmp_path / "calls.sqlite", tmp_path / "out.json"

    def start(path: Path, result: Path) -> subprocess.Popen[bytes]:
        arguments = [str(repository), server.url, str(path), str(result)]
        return subprocess.Popen([sys.executable, "-c", RUN, *arguments])

    doomed = start(ledger, out)
    with CallLedger(ledger) as opened:
        while sum(row.state == "answered" for row in read_rows(opened)) < 6:
            assert doomed.poll() is None
            time.sleep(0.005)
    doomed.kill()
    doomed.wait()
    assert not out.exists()
    assert start(ledger, out).wait() == 0
    assert start(tmp_path / "fresh.sqlite", tmp_path / "fresh.json").wait() == 0
    assert out.read_bytes() == (tmp_path / "fresh.json").read_bytes()
    with CallLedger(ledger) as opened:
        rows = list(read_rows(opened))
    assert {row.answers for row in rows} == {1}
    assert {row.parse_state for row in rows} == {"strict"}
