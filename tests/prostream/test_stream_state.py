"""A stream that is saved and restored goes on as if nothing had happened."""

import json
import logging

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prostream_streams import ask, check_invariants, dialogues, stream, turn

from streamrecall.errors import DataError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.checkpoints import CheckpointedStream
from streamrecall.prostream.state import restore_stream, save_stream, state_digest

EMBEDDER = HashedEmbedder(64)
TURNS = [turn(i, f"The cello number {i} is in Oslo with Priya for {i} days.") for i in range(40)]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dialogues(), st.integers(0, 60), st.integers(60, 400))
def test_a_restored_stream_answers_and_continues_alike(tmp_path, turns, cut, budget):
    memory = stream(EMBEDDER, budget)
    memory.observe(turns[:cut])
    memory.recall(ask("greyhound in Lima", memory), 300)
    save_stream(memory, tmp_path / "stream.npz")
    again = restore_stream(tmp_path / "stream.npz", EMBEDDER)
    assert state_digest(again) == state_digest(memory)
    check_invariants(again)
    for each in (memory, again):
        each.observe(turns[cut:])
    question = ask("Which visa costs euros?", memory)
    assert again.recall(question, 400) == memory.recall(question, 400)
    assert state_digest(again) == state_digest(memory)


def test_saving_leaves_no_draft_and_replaces_whole(tmp_path):
    memory = stream(EMBEDDER)
    path = tmp_path / "stream.npz"
    for each in TURNS[:5]:
        memory.observe([each])
        save_stream(memory, path)
    assert [file.name for file in tmp_path.iterdir()] == ["stream.npz"]
    assert restore_stream(path, EMBEDDER).next_turn == 5


def test_an_interrupted_save_keeps_the_old_state(tmp_path, monkeypatch):
    memory = stream(EMBEDDER)
    path = tmp_path / "stream.npz"
    memory.observe(TURNS[:5])
    save_stream(memory, path)
    digest = state_digest(memory)
    memory.observe(TURNS[5:9])

    def broken(file, **_):
        file.write(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(np, "savez", broken)
    with pytest.raises(OSError, match="disk full"):
        save_stream(memory, path)
    assert [file.name for file in tmp_path.iterdir()] == ["stream.npz"]
    assert state_digest(restore_stream(path, EMBEDDER)) == digest


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "not a saved stream"),
        (lambda data: data[: len(data) // 2], "not a saved stream"),
        (lambda data: b"no zip at all", "not a saved stream"),
    ],
)
def test_damaged_files_are_named(tmp_path, damage, message):
    memory = stream(EMBEDDER)
    memory.observe(TURNS)
    path = tmp_path / "stream.npz"
    save_stream(memory, path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DataError, match=message):
        restore_stream(path, EMBEDDER)


def test_pickled_arrays_are_refused(tmp_path):
    path = tmp_path / "stream.npz"
    np.savez(path, state=np.array([{"format": "x"}], dtype=object))
    with pytest.raises(DataError, match="not a saved stream"):
        restore_stream(path, EMBEDDER)


def test_another_version_is_refused(tmp_path):
    path = tmp_path / "stream.npz"
    head = json.dumps({"format": "streamrecall.prostream", "version": 99}).encode()
    np.savez(path, state=np.frombuffer(head, np.uint8))
    with pytest.raises(DataError, match="version 99"):
        restore_stream(path, EMBEDDER)


@pytest.mark.parametrize("gone", ["turns", "tree", "buffer", "parameters"])
def test_a_file_without_a_part_is_named(tmp_path, gone):
    memory = stream(EMBEDDER)
    memory.observe(TURNS)
    path = tmp_path / "stream.npz"
    save_stream(memory, path)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    head = json.loads(arrays.pop("state").tobytes())
    del head[gone]
    np.savez(path, state=np.frombuffer(json.dumps(head).encode(), np.uint8), **arrays)
    with pytest.raises(DataError, match=gone):
        restore_stream(path, EMBEDDER)


def test_another_embedder_is_refused(tmp_path):
    memory = stream(EMBEDDER)
    memory.observe(TURNS)
    save_stream(memory, tmp_path / "stream.npz")
    with pytest.raises(DataError, match="embedder"):
        restore_stream(tmp_path / "stream.npz", HashedEmbedder(32))


def test_lost_turns_are_said_and_counted(tmp_path, caplog):
    checkpointed = CheckpointedStream(stream(EMBEDDER), tmp_path / "stream.npz", every=10)
    checkpointed.observe(TURNS[:25])
    restored = restore_stream(tmp_path / "stream.npz", EMBEDDER)
    assert restored.next_turn == 20
    with caplog.at_level(logging.WARNING):
        restored.observe(TURNS[25:30])
    assert "5 turns before turn 25 were never saved" in caplog.text
    assert restored.counts.missing_turns == 5
    caplog.clear()
    restored.observe([turn(35, "Later.")])
    assert not caplog.records
