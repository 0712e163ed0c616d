"""Saving a running stream and taking it up again.

One file in NumPy's ``.npz`` form, read without pickles: the arrays of the tree, and everything else as JSON.
It is written beside the old one and put in its place in one step, so a reader finds the old state or the
new one, never half of either. What was observed after the last save is lost in a crash; the restored
memory knows where it stands (``next_turn``) and warns when the stream goes on beyond that.
"""

from __future__ import annotations

import heapq
import json
import os
import zipfile
from collections import deque
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from streamrecall.errors import DataError
from streamrecall.ports import Embedder, EntityExtractor, SceneEventSummarizer
from streamrecall.prostream.distillation import Distillate, Fact
from streamrecall.prostream.layer import NO_PARENT, Layer
from streamrecall.prostream.memory import ProStream, StreamCounts
from streamrecall.prostream.parameters import ProStreamParameters
from streamrecall.prostream.sources import Sources
from streamrecall.prostream.tree import LAYER_NAMES, MemoryTree, TreeCounts
from streamrecall.prostream.turn_references import TurnReference
from streamrecall.records import Turn
from streamrecall.serialization import from_plain, to_plain

FORMAT = "streamrecall.prostream"
VERSION = 1
_AGAIN = "Observe the dialogue again from its start."
_ARRAYS = ("vectors", "cost", "accesses", "touched", "parent", "children", "uid")
Arrays = dict[str, "np.ndarray[Any, np.dtype[Any]]"]


def save_stream(memory: ProStream, path: Path) -> None:
    """Write the memory's state; the file appears whole or not at all.

    Args:
        memory: Between two calls of ``observe``.
        path: The file to write; its folder must exist.
    """
    head, arrays = _capture(memory)
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            np.savez(file, state=np.frombuffer(_json(head), np.uint8), **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def restore_stream(
    path: Path,
    embedder: Embedder,
    summarizer: SceneEventSummarizer | None = None,
    extractor: EntityExtractor | None = None,
) -> ProStream:
    """Return the memory that ``save_stream`` wrote, to be fed from its ``next_turn`` on.

    Args:
        path: The file.
        embedder: The same that the memory was built with; its name, revision and dimension are checked.
        summarizer: As for ``ProStream``; by default the offline one.
        extractor: As for ``ProStream``; by default the offline one.

    Raises:
        DataError: If there is no such file, it is damaged or of another version, or made with other models.
    """
    head, arrays = _load(path)
    ports = {"summarizer": summarizer, "extractor": extractor}
    given = {name: port for name, port in ports.items() if port is not None}
    try:
        parameters = from_plain(ProStreamParameters, head["parameters"])
        memory = ProStream(embedder, parameters=parameters, name=head["name"], **given)  # type: ignore[arg-type]
        for name, saved in head["models"].items():
            found = _models(memory)[name]
            if saved != found:
                raise DataError(
                    f"the stream was saved with {name} {saved!r}, not {found!r}.",
                    path=path,
                    hint="Restore it with the model it was made with, or observe the dialogue again.",
                )
        _refill(memory, head, arrays)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise DataError(
            f"a saved stream with something missing: {error!r}.", path=path, hint=_AGAIN
        ) from error
    memory.resumed = True
    return memory


def state_digest(memory: ProStream) -> str:
    """Return a SHA-256 over the whole state; equal states have equal digests."""
    head, arrays = _capture(memory)
    digest = sha256(_json(head))
    for name in sorted(arrays):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


def _json(head: dict[str, Any]) -> bytes:
    return json.dumps(head, ensure_ascii=True, sort_keys=True).encode()


def _models(memory: ProStream) -> dict[str, str]:
    embedder = memory.embedder
    return {
        "embedder": f"{embedder.name} {embedder.revision} ({embedder.dimension})",
        "summarizer": memory.summarizer.name,
        "extractor": memory.extractor.name,
    }


def _capture(memory: ProStream) -> tuple[dict[str, Any], Arrays]:
    arrays: Arrays = {}
    layers: dict[str, Any] = {}
    for name, layer in zip(LAYER_NAMES, memory.tree.layers, strict=True):
        for array in _ARRAYS:
            arrays[f"{name}_{array}"] = getattr(layer, array)[: layer.high]
        layers[name] = {
            "capacity": len(layer.uid),
            "text": layer.text,
            "sources": [_sources(sources) for sources in layer.sources],
        }
    for place, block in enumerate(memory.pending.waiting):
        arrays[f"pending_{place}"] = block.vectors
    if memory.buffer.previous is not None:
        arrays["previous_unit"] = memory.buffer.previous
    head = {
        "format": FORMAT,
        "version": VERSION,
        "models": _models(memory),
        "parameters": to_plain(memory.parameters),
        "name": memory.name,
        "dialogue_id": memory.dialogue_id,
        "next_turn": memory.next_turn,
        "counts": asdict(memory.counts),
        "tree": {
            "cost": memory.tree.cost,
            "next_uid": memory.tree.next_uid,
            "merge_candidates": list(memory.tree.merge_candidates),
            "counts": asdict(memory.tree.counts),
            "layers": layers,
        },
        "pending": [_distillate(block) for block in memory.pending.waiting],
        "buffer": {
            "units": [to_plain(turn) for turn in memory.buffer.units],
            "leading": [to_plain(turn) for turn in memory.buffer.leading],
        },
        "turns": [
            [index, each.turn_id, each.speaker, each.time, memory.turns.holders[index]]
            for index, each in sorted(memory.turns.references.items())
        ],
    }
    return head, arrays


def _sources(sources: Sources) -> list[Any]:
    return [sources.origin, sources.context, sources.support, sources.unlisted]


def _read_sources(saved: list[Any]) -> Sources:
    origin, context, support, unlisted = saved
    return Sources(tuple(origin), tuple(context), tuple(support), unlisted)


def _distillate(block: Distillate) -> dict[str, Any]:
    return {
        "scene": block.scene,
        "event": block.event,
        "facts": [[fact.text, fact.entity, fact.turn_index] for fact in block.facts],
        "sources": _sources(block.sources),
    }


def _load(path: Path) -> tuple[dict[str, Any], Arrays]:
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays: Arrays = {name: file[name] for name in file.files}
        head: dict[str, Any] = json.loads(arrays.pop("state").tobytes())
    except FileNotFoundError as error:
        raise DataError("no saved stream there.", path=path) from error
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(f"not a saved stream: {error}", path=path, hint=_AGAIN) from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise DataError(f"not a saved stream of format {FORMAT!r}.", path=path, hint=_AGAIN)
    if head.get("version") != VERSION:
        raise DataError(
            f"saved in version {head.get('version')}, expected {VERSION}.", path=path, hint=_AGAIN
        )
    return head, arrays


def _refill(memory: ProStream, head: dict[str, Any], arrays: Arrays) -> None:
    memory.dialogue_id = head["dialogue_id"]
    memory.next_turn = head["next_turn"]
    memory.counts = StreamCounts(**head["counts"])
    for index, turn_id, speaker, time, holders in head["turns"]:
        memory.turns.references[index] = TurnReference(turn_id, speaker, time)
        memory.turns.holders[index] = holders
    memory.buffer.units = [from_plain(Turn, turn) for turn in head["buffer"]["units"]]
    memory.buffer.leading.extend(from_plain(Turn, turn) for turn in head["buffer"]["leading"])
    memory.buffer.previous = arrays.get("previous_unit")
    for place, block in enumerate(head["pending"]):
        memory.pending.waiting.append(
            Distillate(
                scene=block["scene"],
                event=block["event"],
                facts=tuple(Fact(*fact) for fact in block["facts"]),
                sources=_read_sources(block["sources"]),
                vectors=arrays[f"pending_{place}"],
            )
        )
    _refill_tree(memory.tree, head["tree"], arrays)


def _refill_tree(tree: MemoryTree, saved: dict[str, Any], arrays: Arrays) -> None:
    tree.cost = saved["cost"]
    tree.next_uid = saved["next_uid"]
    tree.merge_candidates = deque((layer, uid) for layer, uid in saved["merge_candidates"])
    tree.counts = TreeCounts(**saved["counts"])
    for name, layer in zip(LAYER_NAMES, tree.layers, strict=True):
        _refill_layer(layer, saved["layers"][name], {each: arrays[f"{name}_{each}"] for each in _ARRAYS})
    for position, layer in enumerate(tree.layers):
        for slot in layer.slots.tolist():
            tree.offer(position, slot)


def _refill_layer(layer: Layer, saved: dict[str, Any], arrays: Arrays) -> None:
    high = len(arrays["uid"])
    layer.high = high
    for name in _ARRAYS:
        rows = arrays[name]
        fill = {"uid": -1, "parent": NO_PARENT}.get(name, 0)
        whole = np.full((saved["capacity"], *rows.shape[1:]), fill, rows.dtype)
        whole[:high] = rows
        setattr(layer, name, whole)
    layer.text = list(saved["text"])
    layer.sources = [_read_sources(each) for each in saved["sources"]]
    layer.slot_of = {int(uid): slot for slot, uid in enumerate(arrays["uid"].tolist()) if uid >= 0}
    layer.free = [slot for slot, uid in enumerate(arrays["uid"].tolist()) if uid < 0]
    heapq.heapify(layer.free)
