"""One fault at a time in an annotation file: the suites stop at it and name the row."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streamrecall.benchmark.annotations import read_sample_annotations
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError
from streamrecall.quality.facts import gap_facts, salient_facts, window_facts
from streamrecall.quality.validator import SuiteValidator

Windows = list[dict[str, Any]]
Fault = Callable[[Windows], None]


def with_gap(windows: Windows, window: int = 0, number: int = 0) -> Any:
    return [entry for entry in windows[window]["salient"] if entry["gap"]][number]


def gap(windows: Windows, window: int = 0, number: int = 0) -> Any:
    return with_gap(windows, window, number)["gap"]


def without_gap(windows: Windows) -> Any:
    return next(entry for entry in windows[0]["salient"] if not entry["gap"])


NEVER_SAID = {"utterance": "We will paint the moon green on Tuesday."}
FAULTS: dict[str, tuple[Fault, str]] = {
    "evidence inside the window": (
        lambda windows: gap(windows).update(evidence=[windows[0]["first_turn"]]),
        r"gaps': .*\(evidence_before_window, .* 1 rows: workplace\.7 workplace\.7\.G0",
    ),
    "evidence after the window": (
        lambda windows: gap(windows).update(evidence=[windows[-1]["last_turn"]]),
        r"gaps': .*\(evidence_before_window, .* 1 rows: workplace\.7 workplace\.7\.G0",
    ),
    "one of several pieces of evidence inside": (
        lambda windows: gap(windows)["evidence"].append(windows[0]["last_turn"]),
        r"gaps': .*\(evidence_before_window, .* 1 rows: workplace\.7 workplace\.7\.G0",
    ),
    "no evidence": (
        lambda windows: gap(windows).update(evidence=[]),
        r"gaps': .*\(evidence_turns, .* 1 rows: workplace\.7 workplace\.7\.G0",
    ),
    "evidence twice": (
        lambda windows: gap(windows).update(evidence=gap(windows)["evidence"] * 2),
        r"gaps': .*\(evidence_distinct, .* 1 rows: workplace\.7 workplace\.7\.G0",
    ),
    "a superseded turn inside the window": (
        lambda windows: gap(windows).update(superseded=[windows[0]["first_turn"]]),
        r"gaps': .*\(superseded_before_window, .* 1 rows: workplace\.7 workplace\.7\.G0",
    ),
    "a gap id twice in a window": (
        lambda windows: gap(windows, 0, 1).update(id="workplace.7.G0"),
        r"gaps': .*unique\(gap_id\) failed in 2 rows: workplace\.7 workplace\.7\.G0, workplace\.7 ",
    ),
    "a gap id twice in two windows": (
        lambda windows: gap(windows, -1).update(id="workplace.7.G0"),
        r"gaps': .*unique\(gap_id\) failed in 2 rows: workplace\.7 workplace\.7\.G0, workplace\.13 ",
    ),
    "a salient turn outside the window": (
        lambda windows: with_gap(windows).update(turns=["w0001"]),
        r"salient_utterances': .*\(turns_inside_window, .* 1 rows: workplace\.7 workplace\.7\.U2",
    ),
    "a salient utterance without turns": (
        lambda windows: with_gap(windows).update(turns=[]),
        r"salient_utterances': .*\(turns_inside_window, .* 1 rows: workplace\.7 workplace\.7\.U2",
    ),
    "a gap's utterance that nobody said": (
        lambda windows: with_gap(windows).update(NEVER_SAID),
        r"salient_utterances': .*\(span_inside_window, .* 1 rows: workplace\.7 workplace\.7\.U2",
    ),
    "an utterance that nobody said": (
        lambda windows: without_gap(windows).update(NEVER_SAID),
        r"salient_utterances': .*\(span_inside_window, .* 1 rows: workplace\.7 workplace\.7\.U0",
    ),
}


def check(sample: Path) -> None:
    """Run the suites that stand in the catalog on the facts of the workplace stream."""
    dialogues = [each for each in load_sample(sample).dialogues if each.dialogue_id == "workplace"]
    instances = read_sample_annotations(sample / "workplace" / "gaps.json", dialogues[0])
    SuiteValidator("windows", min_history_tokens=7000).validate(window_facts(instances))
    SuiteValidator("salient_utterances").validate(salient_facts(instances))
    SuiteValidator("gaps").validate(gap_facts(instances, dialogues))


@pytest.fixture
def sample(repository: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(repository / "data/01_raw/sample", tmp_path / "sample"))


def test_the_sample_has_none(sample: Path) -> None:
    check(sample)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(sample: Path, fault: str) -> None:
    path = sample / "workplace" / "gaps.json"
    windows = json.loads(path.read_text(encoding="utf-8"))
    make, message = FAULTS[fault]
    make(windows)
    path.write_text(json.dumps(windows), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        check(sample)
