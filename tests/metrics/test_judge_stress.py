"""The stress test of judges, and the agreement of two judges."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from streamrecall.benchmark.annotations import read_sample_annotations
from streamrecall.corpora.sample import load_sample
from streamrecall.metrics.judge_agreement import compare_judges
from streamrecall.metrics.judge_stress import ANSWERS, stress_case, stress_judge
from streamrecall.metrics.judgement import Judgement
from streamrecall.metrics.llm_judge import JudgeCase
from streamrecall.metrics.offline_judge import OfflineJudge
from streamrecall.records import Instance, Turn

Sample = tuple[list[Instance], dict[str, dict[str, Turn]]]


@pytest.fixture(scope="module")
def sample(repository: Path) -> Sample:
    folder = repository / "data" / "01_raw" / "sample"
    instances: list[Instance] = []
    histories: dict[str, dict[str, Turn]] = {}
    for dialogue in load_sample(folder).dialogues:
        histories[dialogue.dialogue_id] = {turn.turn_id: turn for turn in dialogue.turns}
        instances += read_sample_annotations(folder / dialogue.dialogue_id / "gaps.json", dialogue)[:3]
    return instances, histories


def offline(cases: Sequence[JudgeCase]) -> list[Judgement]:
    judge = OfflineJudge()
    return [judge.judge(case.instance, case.memory, case.summary, case.history) for case in cases]


def test_the_offline_judge_tells_references_from_vague_empty_and_swapped_answers(sample: Sample) -> None:
    rows = {row.answer: row for row in stress_judge(offline, *sample)}
    assert tuple(rows) == ANSWERS
    assert rows["reference"].utterance_share == 1.0
    assert (rows["reference"].gap_share or 0) > 0.8
    assert (rows["swapped"].gap_share or 0) < 0.1
    for answer in ("vague", "empty", "swapped"):
        assert rows[answer].utterances_accepted == 0
        assert rows[answer].gaps_accepted == 0 or answer == "swapped"
        assert rows[answer].utterances == rows["reference"].utterances > 0
    assert rows["reference"].gaps == sum(len(instance.gaps) for instance in sample[0])


def test_answers_are_what_they_are_called(sample: Sample) -> None:
    instances, histories = sample
    first, other = instances[0], instances[-1]
    history = histories[first.window.dialogue_id]
    texts = {
        answer: [
            sentence.text
            for sentence in stress_case(answer, first, other, history).summary.sentences  # type: ignore[union-attr]
        ]
        for answer in ANSWERS
    }
    assert all(entry.utterance in text for entry, text in zip(first.salient, texts["reference"], strict=True))
    assert all(text.startswith("It is not true that") for text in texts["wrong"])
    assert texts["swapped"] != texts["reference"]
    memory = stress_case("vague", first, other, history).memory
    wanted = {turn for gap in first.gaps for turn in gap.evidence if turn not in gap.superseded}
    assert memory.turn_ids == wanted


def test_swapping_needs_two_windows(sample: Sample) -> None:
    with pytest.raises(ValueError, match="at least two"):
        stress_judge(offline, sample[0][:1], sample[1])


def test_judges_are_compared_on_the_labels_both_gave(sample: Sample) -> None:
    instances, histories = sample
    cases = [
        stress_case(answer, instance, instances[0], histories[instance.window.dialogue_id])
        for instance in instances[1:]
        for answer in ("reference", "vague")
    ]
    first = offline(cases)
    same = {row.label: row for row in compare_judges(first, first)}
    assert all(row.raw == 1.0 for row in same.values())
    assert same["window completeness"].kappa == 1.0
    assert same["memory recall"].kappa is None  # one label only
    opposite = [
        replace(
            judgement,
            utterances=tuple(replace(label, covered=not label.covered) for label in judgement.utterances),
        )
        for judgement in first
    ]
    compared = {row.label: row for row in compare_judges(first, opposite)}
    assert compared["window completeness"].raw == 0.0
    assert (compared["window completeness"].kappa or 0) < 0
    failed = [replace(judgement, failed="cut off") for judgement in first]
    assert [row.items for row in compare_judges(first, failed)] == [0, 0, 0]
