"""Sample streams as exports, and tools without model weights."""

from __future__ import annotations

import json
from pathlib import Path

from streamrecall.catchup.tools import Tools, offline_tools
from streamrecall.records import Turn


def sample_turns(repository: Path, name: str = "workplace") -> list[Turn]:
    path = repository / "data/01_raw/sample" / name / "turns.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Turn(name, index, row["turn_id"], row["speaker"], row["text"], time=row["time"])
        for index, row in enumerate(rows)
    ]


def quick_tools() -> Tools:
    return offline_tools("spelling")


def write_jsonl(path: Path, turns: list[Turn]) -> Path:
    path.write_text("".join(line(turn) for turn in turns), encoding="utf-8")
    return path


def line(turn: Turn) -> str:
    row = {"id": turn.turn_id, "speaker": turn.speaker, "text": turn.text, "time": turn.time}
    return json.dumps(row, ensure_ascii=False) + "\n"
