"""Annotated windows of the sample streams, read without the package's own corpus readers."""

import json
from pathlib import Path

import pytest

from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window

Annotated = tuple[list[Instance], dict[str, Turn]]


@pytest.fixture(scope="session", params=["chitchat", "workplace"])
def sample(request: pytest.FixtureRequest, repository: Path) -> Annotated:
    name: str = request.param
    folder = repository / "data/01_raw/sample" / name
    lines = [json.loads(line) for line in (folder / "turns.jsonl").read_text("utf-8").splitlines()]
    turns = [
        Turn(
            name,
            index,
            line["turn_id"],
            line["speaker"],
            line["text"],
            str(line["session"]),
            line["time"],
        )
        for index, line in enumerate(lines)
    ]
    by_id = {turn.turn_id: turn for turn in turns}
    instances = []
    for window in json.loads((folder / "gaps.json").read_text("utf-8")):
        first, last = (
            bound if isinstance(bound, int) else by_id[bound].index
            for bound in (window["first_turn"], window["last_turn"])
        )
        instances.append(
            Instance(
                Window(window["window_id"], name, tuple(turns[first : last + 1]), window["history_tokens"]),
                "sample",
                Domain(name),
                tuple(_salient(salient) for salient in window["salient"]),
            )
        )
    return instances, by_id


def _salient(entry: dict) -> SalientUtterance:
    gap = entry["gap"]
    return SalientUtterance(
        entry["id"],
        tuple(entry["turns"]),
        entry["utterance"],
        None
        if gap is None
        else Gap(
            gap["id"],
            GapType(gap["type"]),
            gap["reason"],
            tuple(gap["evidence"]),
            gap["resolution"],
            superseded=tuple(gap.get("superseded", ())),
        ),
    )
