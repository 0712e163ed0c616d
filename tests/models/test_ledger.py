"""The call ledger: claims, leases, durable replies."""

import multiprocessing
import os
import sqlite3
import time
from pathlib import Path

import pytest

from streamrecall.errors import DataError
from streamrecall.models.call_key import Call, model_call
from streamrecall.models.chat_model import cut_off, unreachable
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_owner import is_dead, new_owner
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling


def call(text: str, **fields: object) -> Call:
    return model_call("m", "r1", ChatRequest((Message("user", text),), **fields))  # type: ignore[arg-type]


def test_the_key_covers_everything_that_is_asked_and_nothing_else() -> None:
    base = call("a")
    different = [
        call("b"),
        call("a", sampling=Sampling(temperature=0.7)),
        call("a", sampling=Sampling(seed=1)),
        call("a", sampling=Sampling(max_tokens=5)),
        call("a", json_schema='{"type": "object"}'),
        call("a", sample_index=1),
        call("a", thinking=True),
        model_call("n", "r1", ChatRequest((Message("user", "a"),))),
        model_call("m", "r2", ChatRequest((Message("user", "a"),))),
        model_call("m", "r1", ChatRequest((Message("system", "a"),))),
    ]
    assert len({base.key, *(other.key for other in different)}) == len(different) + 1
    assert call("a", prompt_hash="p").key == base.key
    assert call("a", json_schema='{"a":1,"b":2}').key == call("a", json_schema='{"b": 2, "a": 1}').key


def test_a_stored_reply_is_found_by_another_process_after_the_flush(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with CallLedger(path) as ledger:
        assert ledger.claim([call("a")]) == [call("a")]
        ledger.store(call("a").key, ChatReply("café \ud800 \x00", tokens_in=3, tokens_out=2, seconds=0.5))
        ledger.flush()
        with CallLedger(path) as other:
            found = other.find([call("a").key, call("b").key])
            assert other.claim([call("a")]) == []
    assert found == {call("a").key: ChatReply("café ? \x00", "stop", 3, 2, 0.5, cached=True)}


def test_failed_calls_are_claimed_again_and_cut_off_ones_are_not(tmp_path: Path) -> None:
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        ledger.claim([call("a"), call("b")])
        ledger.store(call("a").key, unreachable("connection refused", attempts=3))
        ledger.store(call("b").key, cut_off("half"))
        ledger.flush()
        assert ledger.claim([call("a"), call("b")]) == [call("a")]
        ledger.store(call("a").key, ChatReply("at last"))
        ledger.flush()
        assert ledger.find([call("a").key])[call("a").key].attempts == 4


def test_a_first_answer_stands_and_a_second_one_is_counted(tmp_path: Path) -> None:
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        ledger.claim([call("a")])
        ledger.store(call("a").key, ChatReply("first"))
        ledger.store(call("a").key, ChatReply("second"))
        ledger.flush()
        with ledger.reading() as connection:
            assert connection.execute("SELECT reply, answers FROM calls").fetchall() == [("first", 2)]


def test_a_claim_is_free_again_when_its_lease_expires_or_is_released(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with CallLedger(path, lease_seconds=60) as mine, CallLedger(path) as other:
        mine.claim([call("a")])
        assert other.claim([call("a")]) == []
        mine.release([call("a").key])
        assert other.claim([call("a")]) == [call("a")]
        with other.reading() as connection:
            connection.execute("UPDATE calls SET lease_until = ?", (time.time() - 1,))
        assert mine.claim([call("a")]) == [call("a")]


def test_a_lease_is_renewed_while_its_holder_lives(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with CallLedger(path, lease_seconds=0.6) as mine, CallLedger(path) as other:
        mine.claim([call("a")])
        time.sleep(1.0)
        assert other.claim([call("a")]) == []


def _claim_and_die(path: Path) -> None:
    CallLedger(path, lease_seconds=3600).claim([call("a")])
    os._exit(9)


def test_the_claim_of_a_process_that_died_is_taken_over_at_once(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    process = multiprocessing.get_context("spawn").Process(target=_claim_and_die, args=(path,))
    process.start()
    process.join()
    with CallLedger(path) as ledger:
        assert ledger.claim([call("a")]) == [call("a")]


def test_only_a_process_that_is_certainly_gone_counts_as_dead() -> None:
    host, boot, _, _, token = new_owner().split("|")
    assert not is_dead(new_owner())
    assert is_dead("|".join([host, boot, str(os.getpid()), "1", token]))
    assert is_dead("|".join([host, "another boot", str(os.getpid()), "1", token]))
    assert not is_dead("|".join(["another host", boot, "1", "1", token]))


def test_a_limit_leaves_the_rest_to_others(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    calls = [call(str(number)) for number in range(5)]
    with CallLedger(path) as mine, CallLedger(path) as other:
        assert mine.claim(calls, limit=2) == calls[:2]
        assert other.claim(calls, limit=2) == calls[2:4]
        assert mine.claim(calls) == calls[4:]


def test_a_file_that_is_no_ledger_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to be taken for one" * 100)
    with pytest.raises(DataError, match=r"notes\.txt.*cannot be opened as a call ledger"):
        CallLedger(text)
    newer = tmp_path / "newer.sqlite"
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DataError, match="version 99"):
        CallLedger(newer)


def test_a_failing_disk_is_reported_and_not_swallowed(tmp_path: Path) -> None:
    ledger = CallLedger(tmp_path / "calls.sqlite")
    ledger.claim([call("a")])
    with ledger.reading() as connection:
        connection.execute("DROP TABLE calls")
    ledger.store(call("a").key, ChatReply("lost"))
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        ledger.flush()
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        ledger.close()
