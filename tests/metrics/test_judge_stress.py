"""Answers that a judge must accept or refuse, on annotated windows."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from annotated_window import quoting, summary

from streamrecall.metrics.offline_judge import OfflineJudge
from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window
from streamrecall.remember.extractive_summarizer import ExtractiveSummarizer

JUDGE = OfflineJudge()
Annotated = tuple[list[Instance], dict[str, Turn]]


def judge_answers(instances: list[Instance], history: dict[str, Turn]) -> tuple[Counter, Counter]:
    """Return how many answers of each kind were given, and how many of them were taken for the resolution."""
    given: Counter = Counter()
    accepted: Counter = Counter()
    for instance in instances:
        gapped = [utterance for utterance in instance.salient if utterance.gap]
        memory = quoting(*{history[i] for gap in instance.gaps for i in gap.evidence})
        for utterance in gapped:
            gap = utterance.gap
            answers = [
                ("resolution", gap.resolution),
                ("evidence", " ".join(history[i].text for i in gap.evidence)),
                ("echo", utterance.utterance),
                ("vague", "They talked about the plan and what was agreed on earlier."),
                ("reason", gap.reason),
                ("empty", ""),
            ]
            answers += [
                ("swapped", other.gap.resolution)
                for other in gapped
                if not set(other.gap.evidence) & set(gap.evidence)
            ]
            for kind, text in answers:
                verdict = JUDGE.judge(instance, memory, summary(text), history)
                (label,) = (label for label in verdict.gaps if label.gap_id == gap.gap_id)
                given[kind] += 1
                accepted[kind] += bool(label.resolved)
    return given, accepted


def test_the_sample(sample: Annotated) -> None:
    given, accepted = judge_answers(*sample)
    assert accepted["resolution"] == given["resolution"] == 28
    assert accepted["evidence"] >= 0.9 * given["evidence"]
    assert accepted["echo"] == accepted["vague"] == accepted["reason"] == accepted["empty"] == 0
    assert accepted["swapped"] <= 0.02 * given["swapped"]


@pytest.mark.shared_data
def test_real_dialogues(shared_dir: Path) -> None:
    given: Counter = Counter()
    accepted: Counter = Counter()
    for instance, history in real_instances(shared_dir / "gold"):
        one_given, one_accepted = judge_answers([instance], history)
        given += one_given
        accepted += one_accepted
    assert accepted["resolution"] == given["resolution"] == 47
    assert accepted["evidence"] >= 0.8 * given["evidence"]
    assert accepted["echo"] == accepted["vague"] == accepted["reason"] == accepted["empty"] == 0
    assert accepted["swapped"] <= 0.03 * given["swapped"]


def test_a_changed_number_is_unfaithful(sample: Annotated) -> None:
    instances, history = sample
    changed = caught = 0
    for instance in instances:
        memory = quoting(*{history[i] for gap in instance.gaps for i in gap.evidence})
        faithful = ExtractiveSummarizer().summarize(instance.window, memory)
        assert JUDGE.judge(instance, memory, faithful, history).scores.faithfulness == 1
        for sentence in faithful.sentences:
            wrong = re.sub(r"\d+", lambda match: str(int(match.group()) + 1_000_003), sentence.text, count=1)
            if wrong != sentence.text:
                changed += 1
                verdict = JUDGE.judge(instance, memory, summary(wrong), history)
                caught += not all(fact.supported for fact in verdict.facts)
    assert caught == changed >= 10


def test_another_name_is_unfaithful(sample: Annotated) -> None:
    instances, history = sample
    for instance in instances:
        memory = quoting(*{history[i] for gap in instance.gaps for i in gap.evidence})
        for sentence in ExtractiveSummarizer().summarize(instance.window, memory).sentences:
            speaker, mark, said = sentence.text.partition(": ")
            verdict = JUDGE.judge(instance, memory, summary(f"Zbigniew{mark}{said}"), history)
            assert speaker != "Zbigniew"
            assert not verdict.facts[0].supported


def real_instances(folder: Path) -> list[tuple[Instance, dict[str, Turn]]]:
    instances = []
    for entry in json.loads((folder / "open.json").read_text("utf-8")):
        name = entry["conversation"]
        lines = (folder / "turns" / f"{name}.jsonl").read_text("utf-8").splitlines()
        turns = [
            Turn(name, i, str(i), line["speaker"], line["text"])
            for i, line in enumerate(map(json.loads, lines))
        ]
        salient = tuple(
            SalientUtterance(
                one["id"], tuple(map(str, one["turns"])), one["utterance"], one["gap"] and _gap(one["gap"])
            )
            for one in entry["salient"]
        )
        window = Window(
            entry["id"],
            name,
            tuple(turns[entry["first_turn"] : entry["last_turn"] + 1]),
            entry["history_tokens"],
        )
        domain = Domain(entry["domain"].replace("-", ""))
        instances.append((Instance(window, "gold", domain, salient), {turn.turn_id: turn for turn in turns}))
    return instances


def _gap(entry: dict) -> Gap:
    return Gap(
        entry["id"],
        GapType(entry["type"]),
        entry["reason"],
        tuple(map(str, entry["evidence_turns"])),
        entry["resolution"],
    )
