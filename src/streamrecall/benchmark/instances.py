"""Benchmark instances as JSONL, one window a line, with everything a reader needs.

Each line has ``window_id, dialogue_id, corpus, domain, history_tokens, turns, salient``. ``turns`` are the
window's turns as in ``corpora.turn_files``; a salient utterance has ``utterance_id, turns, utterance, gap``;
a gap has ``gap_id, type, reason, evidence, resolution, query, keywords, superseded, queries`` and is null
where the window alone explains the utterance.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from streamrecall.benchmark.annotations import read_gap_type
from streamrecall.corpora.json_fields import Field, read_jsonl
from streamrecall.corpora.turn_files import read_domain, turn_from_row, turn_row
from streamrecall.records import Gap, Instance, SalientUtterance, Turn, Window


def write_instances(path: Path, instances: Iterable[Instance]) -> int:
    """Write instances; return how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for instance in instances:
            file.write(json.dumps(instance_row(instance), ensure_ascii=False) + "\n")
            count += 1
    return count


def read_instances(path: Path) -> tuple[Instance, ...]:
    """Read what ``write_instances`` wrote.

    Raises:
        DataError: If a line is malformed or a window id stands twice.
    """
    instances: dict[str, Instance] = {}
    for row in read_jsonl(path):
        instance = instance_from_row(row)
        if instance.window.window_id in instances:
            raise row.key("window_id").error(f"window {instance.window.window_id!r} stands twice.")
        instances[instance.window.window_id] = instance
    return tuple(instances.values())


def read_instance_rows(rows: Iterable[object], source: Path = Path("benchmark")) -> list[Instance]:
    """Return instances from rows already in memory; an error names ``source`` and the row's number."""
    return [instance_from_row(Field(row, source, line=number)) for number, row in enumerate(rows, start=1)]


def instance_row(instance: Instance) -> dict[str, object]:
    """Return an instance as a JSON object."""
    window = instance.window
    return {
        "window_id": window.window_id,
        "dialogue_id": window.dialogue_id,
        "corpus": instance.corpus,
        "domain": instance.domain.value,
        "history_tokens": window.history_tokens,
        "turns": [turn_row(turn) for turn in window.turns],
        "salient": [_salient_row(utterance) for utterance in instance.salient],
    }


def instance_from_row(row: Field) -> Instance:
    """Read an instance from a JSON object."""
    window = Window(
        window_id=row.key("window_id").word(),
        dialogue_id=row.key("dialogue_id").word(),
        turns=_window_turns(row.key("turns"), row.key("dialogue_id").word()),
        history_tokens=row.key("history_tokens").integer(),
    )
    salient = tuple(_salient(entry) for entry in row.key("salient").items())
    return Instance(window, row.key("corpus").word(), read_domain(row.key("domain")), salient)


def _window_turns(field: Field, dialogue_id: str) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for item in field.items():
        turn = turn_from_row(item)
        if turn.dialogue_id != dialogue_id:
            raise item.error(f"expected a turn of dialogue {dialogue_id!r}, found {turn.dialogue_id!r}.")
        if turns and turn.index != turns[-1].index + 1:
            raise item.error(f"expected turn {turns[-1].index + 1}, found {turn.index}.")
        turns.append(turn)
    if not turns:
        raise field.error("a window needs at least one turn.")
    return tuple(turns)


def _salient_row(utterance: SalientUtterance) -> dict[str, object]:
    gap = utterance.gap
    return {
        "utterance_id": utterance.utterance_id,
        "turns": list(utterance.turns),
        "utterance": utterance.utterance,
        "gap": None
        if gap is None
        else {
            "gap_id": gap.gap_id,
            "type": gap.type.value,
            "reason": gap.reason,
            "evidence": list(gap.evidence),
            "resolution": gap.resolution,
            "query": gap.query,
            "keywords": list(gap.keywords),
            "superseded": list(gap.superseded),
            "queries": list(gap.queries),
        },
    }


def _salient(entry: Field) -> SalientUtterance:
    gap = entry.optional("gap")
    return SalientUtterance(
        utterance_id=entry.key("utterance_id").word(),
        turns=entry.key("turns").texts(),
        utterance=entry.key("utterance").text(),
        gap=None
        if gap is None
        else Gap(
            gap_id=gap.key("gap_id").word(),
            type=read_gap_type(gap.key("type")),
            reason=gap.key("reason").text(),
            evidence=gap.key("evidence").texts(),
            resolution=gap.key("resolution").text(),
            query=gap.key("query").text(),
            keywords=gap.key("keywords").texts(),
            superseded=gap.key("superseded").texts(),
            queries=gap.key("queries").texts(),
        ),
    )
