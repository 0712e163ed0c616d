"""A benchmark as a folder that anyone can read, and one made elsewhere read back.

    benchmark.jsonl   one instance a line (``benchmark.instances``)
    dialogues.jsonl   every turn of their dialogues, one a line (``corpora.turn_files``)
    README.md         the data card
    manifest.json     form, version, counts and the SHA-256 of each file

The dialogues are needed to build memories; share them only where their licence allows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from streamrecall.benchmark.instances import read_instances, write_instances
from streamrecall.corpora.json_fields import Field
from streamrecall.corpora.turn_files import read_dialogues, write_dialogues
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Instance
from streamrecall.text.windows import turn_tokens

FORM = "streamrecall-benchmark"
VERSION = 1
INSTANCES, DIALOGUES, CARD, MANIFEST = "benchmark.jsonl", "dialogues.jsonl", "README.md", "manifest.json"


def export_benchmark(
    folder: Path, instances: Sequence[Instance], dialogues: Iterable[Dialogue], card: str
) -> None:
    """Write a benchmark with the dialogues its windows are from; the same input gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    used = {instance.window.dialogue_id for instance in instances}
    own = [dialogue for dialogue in dialogues if dialogue.dialogue_id in used]
    write_instances(folder / INSTANCES, instances)
    turns = write_dialogues(folder / DIALOGUES, own)
    (folder / CARD).write_text(card, encoding="utf-8", newline="\n")
    manifest = {
        "form": FORM,
        "version": VERSION,
        "instances": len(instances),
        "dialogues": len(own),
        "turns": turns,
        "sha256": {name: _digest(folder / name) for name in (INSTANCES, DIALOGUES, CARD)},
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")


def import_benchmark(folder: Path) -> tuple[tuple[Dialogue, ...], tuple[Instance, ...]]:
    """Read a benchmark and check that it holds together.

    A manifest is optional, so that files made by other tools can be read; where there is one, its
    checksums must hold.

    Raises:
        DataError: If a file is missing, malformed or changed, a window is not what its dialogue says, its
            history has another length, or evidence does not lie before it.
    """
    for name in (INSTANCES, DIALOGUES):
        if not (folder / name).is_file():
            raise DataError(
                "not found.",
                path=folder / name,
                hint=f"A benchmark is a folder with {INSTANCES} and {DIALOGUES}.",
            )
    if (folder / MANIFEST).is_file():
        _check_manifest(folder)
    dialogues = read_dialogues(folder / DIALOGUES)
    instances = read_instances(folder / INSTANCES)
    known = {dialogue.dialogue_id: dialogue for dialogue in dialogues}
    tokens = {
        name: list(accumulate(map(turn_tokens, dialogue.turns), initial=0))
        for name, dialogue in known.items()
    }
    for instance in instances:
        dialogue_id = instance.window.dialogue_id
        if dialogue_id not in known:
            raise DataError(
                f"window {instance.window.window_id!r}: no dialogue {dialogue_id!r} in {DIALOGUES}.",
                path=folder / INSTANCES,
            )
        if problem := _problem(instance, known[dialogue_id], tokens[dialogue_id]):
            raise DataError(f"window {instance.window.window_id!r}: {problem}", path=folder / INSTANCES)
    return dialogues, instances


def _problem(instance: Instance, dialogue: Dialogue, tokens_before: list[int]) -> str:
    """Return what is wrong with an instance; nothing if it is sound."""
    window = instance.window
    if window.turns != dialogue.turns[window.first_turn : window.last_turn + 1]:
        return "its turns are not those of the dialogue."
    if window.history_tokens != tokens_before[window.first_turn]:
        return (
            f"{window.history_tokens} history tokens are given, the turns before it have "
            f"{tokens_before[window.first_turn]}."
        )
    before = {turn.turn_id for turn in dialogue.turns[: window.first_turn]}
    inside = {turn.turn_id for turn in window.turns}
    for utterance in instance.salient:
        if stray := set(utterance.turns) - inside:
            return (
                f"utterance {utterance.utterance_id!r} names turn {min(stray)!r}, which is not in the window."
            )
        if utterance.gap is not None and (late := set(utterance.gap.evidence) - before):
            return f"gap {utterance.gap.gap_id!r} has evidence {min(late)!r}, which is not in its history."
        if utterance.gap is not None and not utterance.gap.evidence:
            return f"gap {utterance.gap.gap_id!r} has no evidence."
    return ""


def _check_manifest(folder: Path) -> None:
    path = folder / MANIFEST
    try:
        root = Field(json.loads(path.read_text(encoding="utf-8")), path)
    except ValueError as error:
        raise DataError(f"not JSON: {error}.", path=path) from error
    if (root.key("form").text(), root.key("version").integer()) != (FORM, VERSION):
        raise root.error(f"expected form {FORM!r}, version {VERSION}.")
    for name, digest in root.key("sha256").entries():
        if Path(name).name != name:
            raise digest.error("expected a plain file name, without a folder.")
        if not (folder / name).is_file() or _digest(folder / name) != digest.text():
            raise DataError(
                "is not the file that the manifest names.",
                path=folder / name,
                hint=f"Remove {MANIFEST} to read a file that was changed on purpose.",
            )


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
