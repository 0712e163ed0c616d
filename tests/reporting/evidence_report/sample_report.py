"""A report on a sample stream, with memories simple enough to be checked by eye."""

from __future__ import annotations

import json
from pathlib import Path

from streamrecall.records import (
    Dialogue,
    Domain,
    Gap,
    GapType,
    Instance,
    Memory,
    MemoryItem,
    SalientUtterance,
    Summary,
    SummarySentence,
    Turn,
    Window,
)
from streamrecall.reporting.evidence_report import GapLabel, ReportView, build_report_view
from streamrecall.text.windows import cut_windows, turn_tokens

BUDGET = 1024


def sample_dialogue(folder: Path) -> Dialogue:
    rows = [json.loads(line) for line in (folder / "turns.jsonl").read_text(encoding="utf-8").splitlines()]
    turns = tuple(
        Turn(
            folder.name,
            index,
            row["turn_id"],
            row["speaker"],
            row["text"],
            str(row["session"]),
            row["time"],
        )
        for index, row in enumerate(rows)
    )
    return Dialogue(folder.name, "sample", Domain(folder.name), turns)


def sample_instances(folder: Path, dialogue: Dialogue) -> list[Instance]:
    windows = {window.window_id: window for window in cut_windows(dialogue)}
    rows = json.loads((folder / "gaps.json").read_text(encoding="utf-8"))
    return [
        Instance(
            windows[row["window_id"]], "sample", dialogue.domain, tuple(_salient(u) for u in row["salient"])
        )
        for row in rows
    ]


def sample_report(folder: Path) -> ReportView:
    dialogue = sample_dialogue(folder)
    instances = sample_instances(folder, dialogue)
    memories = {
        instance.window.window_id: [recent(dialogue, instance.window), ideal(dialogue, instance)]
        for instance in instances
    }
    labels = [
        GapLabel(
            instance.window.window_id,
            memory.method,
            gap.gap_id,
            recalled=not memory.turn_ids.isdisjoint(gap.evidence),
            scorer="any evidence turn, verbatim",
        )
        for instance in instances
        for memory in memories[instance.window.window_id]
        for gap in instance.gaps
    ]
    summaries = [extract(instance, method) for instance in instances for method in ("recent", "ideal")]
    return build_report_view(
        instances,
        [dialogue],
        memories,
        summaries,
        labels,
        provenance=[("Detector", "gold"), ("Seed", "0")],
    )


def recent(dialogue: Dialogue, window: Window) -> Memory:
    kept: list[Turn] = []
    spent = 0
    for turn in reversed(dialogue.turns[: window.first_turn]):
        if spent + turn_tokens(turn) > BUDGET * 0.9:
            break
        kept.append(turn)
        spent += turn_tokens(turn)
    return memory_of("recent", kept)


def ideal(dialogue: Dialogue, instance: Instance) -> Memory:
    wanted = {reference for gap in instance.gaps for reference in gap.evidence}
    return memory_of("ideal", [turn for turn in dialogue.turns if turn.turn_id in wanted])


def memory_of(method: str, turns: list[Turn]) -> Memory:
    items = tuple(
        MemoryItem(turn.render(), (turn.turn_id,), turn.index, turn_tokens(turn), turn.date)
        for turn in sorted(turns, key=lambda turn: turn.index)
    )
    return Memory(method, items, sum(item.tokens for item in items), BUDGET)


def extract(instance: Instance, method: str) -> Summary:
    sentences = tuple(
        SummarySentence(
            utterance.utterance,
            utterance.turns,
            utterance.gap.evidence if utterance.gap and method == "ideal" else (),
        )
        for utterance in instance.salient
    )
    return Summary(instance.window.window_id, method, "salient utterances", sentences)


def _salient(row: dict) -> SalientUtterance:
    gap = row["gap"]
    return SalientUtterance(
        row["id"],
        tuple(row["turns"]),
        row["utterance"],
        None
        if gap is None
        else Gap(
            gap["id"],
            GapType(gap["type"]),
            gap["reason"],
            tuple(gap["evidence"]),
            gap["resolution"],
            gap["query"],
            tuple(gap["keywords"]),
            tuple(gap.get("superseded", ())),
        ),
    )
