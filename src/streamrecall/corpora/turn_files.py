"""Dialogues as JSONL, one turn a line: the form in which corpora are kept between pipelines.

Each line has ``corpus, domain, dialogue_id, index, turn_id, speaker, text, session, time, reply_to``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from streamrecall.corpora.json_fields import Field, read_jsonl
from streamrecall.records import Dialogue, Domain, Turn

_TURN_FIELDS = tuple(field.name for field in fields(Turn))


def turn_row(turn: Turn) -> dict[str, object]:
    """Return a turn as a JSON object."""
    return {name: getattr(turn, name) for name in _TURN_FIELDS}


def turn_from_row(row: Field) -> Turn:
    """Read a turn from a JSON object."""
    time, reply_to = row.optional("time"), row.optional("reply_to")
    index = row.key("index")
    if index.integer() < 0:
        raise index.error("expected a position from 0.")
    return Turn(
        dialogue_id=row.key("dialogue_id").word(),
        index=index.integer(),
        turn_id=row.key("turn_id").word(),
        speaker=row.key("speaker").text(),
        text=row.key("text").text(),
        session=row.key("session").text(),
        time=None if time is None else time.word(),
        reply_to=None if reply_to is None else reply_to.word(),
    )


def write_dialogues(path: Path, dialogues: Iterable[Dialogue]) -> int:
    """Write dialogues one after the other; return the number of turns written."""
    turns = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for dialogue in dialogues:
            head = {"corpus": dialogue.corpus, "domain": dialogue.domain.value}
            for turn in dialogue.turns:
                file.write(json.dumps(head | turn_row(turn), ensure_ascii=False) + "\n")
                turns += 1
    return turns


def read_dialogues(path: Path) -> tuple[Dialogue, ...]:
    """Read what ``write_dialogues`` wrote.

    Raises:
        DataError: If a line is malformed, a dialogue's turns are not consecutive from 0, a turn id
            stands twice in a dialogue, or a dialogue changes its corpus or domain.
    """
    heads: dict[str, tuple[str, Domain]] = {}
    turns: dict[str, list[Turn]] = {}
    seen: set[tuple[str, str]] = set()
    for row in read_jsonl(path):
        turn = turn_from_row(row)
        head = (row.key("corpus").word(), read_domain(row.key("domain")))
        if heads.setdefault(turn.dialogue_id, head) != head:
            raise row.error(f"dialogue {turn.dialogue_id!r} changes its corpus or domain.")
        before = turns.setdefault(turn.dialogue_id, [])
        if turn.index != len(before):
            raise row.error(
                f"dialogue {turn.dialogue_id!r}: expected turn {len(before)}, found {turn.index}."
            )
        if (turn.dialogue_id, turn.turn_id) in seen:
            raise row.error(f"dialogue {turn.dialogue_id!r} has the turn id {turn.turn_id!r} twice.")
        seen.add((turn.dialogue_id, turn.turn_id))
        before.append(turn)
    return tuple(Dialogue(name, *heads[name], tuple(rows)) for name, rows in turns.items())


def read_domain(field: Field) -> Domain:
    """Read one of the two domains; ``chit-chat`` is read as ``chitchat``."""
    name = field.word()
    for domain in Domain:
        if domain.value == name.replace("-", ""):
            return domain
    raise field.error(f"expected {' or '.join(repr(d.value) for d in Domain)}, found {name!r}.")
