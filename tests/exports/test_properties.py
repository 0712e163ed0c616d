# ruff: noqa: E501
"""Hostile and generated inputs: a clear error or every message, never a traceback or a silent loss."""

import json
import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from streamrecall.errors import DataError
from streamrecall.exports.reader import read_export
from streamrecall.exports.writing import entries

from .conftest import as_bytes, zipped

SEEDS = [
    "12/03/2024, 09:10 - Jon: hi\nmore\n13/03/2024, 09:11 - Mia: <Media omitted>\n",
    "[3/5/24, 6:17:03\u202fPM] \u200e~ Ana: \u200e<attached: 1-PHOTO-2024-03-05-18-17-03.jpg>\r\n",
    "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Ana>Hi</v>\n",
    "10:01:00 From Jo to Everyone:\n\tReplying to \"x...\"\n\n\tsoup\n",
    "Ruta: one\nEmil: two\n[END OF TAPE]\n",
    "Ann  0:03  \nRight.\n\nBo  1:02:03  \nYes\n",
    "speaker;time;text\nA;04.03.2024 10:00;x\n",
    '{"speaker": "A", "text": "x", "time": "2024-03-04T10:00:00Z"}\n',
    json.dumps({"name": "P", "type": "personal_chat", "id": 5, "messages": [
        {"id": 1, "type": "message", "date": "2024-03-04T11:00:00", "date_unixtime": "1709546400", "from": "I",
         "from_id": "u5", "text": ["a", {"type": "bold", "text": "b"}], "poll": {"question": "q", "answers": []}}]}),
    json.dumps({"value": [{"messageType": "message", "id": "1", "createdDateTime": "2024-03-04T10:00:00Z",
                           "from": {"user": {"displayName": "A"}}, "body": {"contentType": "html", "content": "<p>x</p>"},
                           "attachments": [{"contentType": "messageReference", "content": "{}"}]}]}),
    json.dumps([{"title": "T", "current_node": "a", "mapping": {"a": {"parent": None, "message": {
        "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["x"]}}}}}]),
    json.dumps({"segments": [{"start": 0, "text": "x", "words": [{"word": "x", "speaker": "A"}, {"word": "y", "speaker": "B"}]}]}),
    json.dumps({"guild": {}, "channel": {"id": "1", "name": "c"}, "messages": [
        {"id": "1", "type": "Default", "timestamp": "2024-07-03T16:20:00+02:00", "content": "x", "author": {"id": "1", "name": "a"},
         "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}]}], "reference": {"messageId": "9"}}]}),
    json.dumps([{"type": "message", "user": "U1", "ts": "1709546400.000100", "text": "<@U2|x> <http://a|b>",
                 "blocks": [{"type": "rich_text", "elements": []}]}]),
    json.dumps({"participants": [], "messages": [{"sender_name": "A", "timestamp_ms": 1709546400000, "content": "x"}]}),
    json.dumps({"messages": [{"creator": {"name": "M"}, "created_date": "Tuesday, June 18, 2024 at 7:12:05 PM UTC",
                              "text": "a", "topic_id": "t", "message_id": "m"}]}),
    json.dumps([{"id": "a0", "conversations": [{"from": "human", "value": "hi"}, {"from": "gpt", "value": "yo"}]}]),
]  # fmt: skip
ARCHIVES = [
    zipped({"_chat.txt": SEEDS[0], "a.jpg": b"\xff\xd8"}),
    zipped({"users.json": "[]", "general/2024-03-04.json": SEEDS[13]}),
    zipped({"conversations-000.json": SEEDS[10]}),
    zipped(
        {
            "w/M1.A.words.xml": '<nite:root xmlns:nite="http://nite.sourceforge.net/"><w starttime="1">a</w></nite:root>'
        }
    ),
]


def attempt(folder: Path, content: bytes) -> None:
    path = folder / "input"
    path.write_bytes(content)
    try:
        export = read_export(path)
    except DataError as error:
        assert str(error)
        return
    assert export.counts.read == len(export.messages) == len(export.turns) > 0
    json.dumps(entries(export), ensure_ascii=False).encode()
    assert len({turn.turn_id for turn in export.turns}) == len(export.turns)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


hostile = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@given(st.binary(max_size=400))
@hostile
def test_random_bytes(folder: Path, content: bytes) -> None:
    attempt(folder, content)


@given(st.sampled_from([seed.encode() for seed in SEEDS] + ARCHIVES), st.data())
@hostile
def test_truncated_spliced_and_flipped_files(folder: Path, content: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(content)))
    other = data.draw(st.sampled_from(SEEDS)).encode()
    damage = data.draw(st.binary(max_size=4))
    attempt(
        folder,
        content[:cut] + damage + data.draw(st.sampled_from([b"", other, content[cut + len(damage) :]])),
    )


@given(st.sampled_from(SEEDS), st.sampled_from(SEEDS), st.randoms(use_true_random=False))
@hostile
def test_shuffled_lines_and_letters(folder: Path, one: str, other: str, chance: random.Random) -> None:
    lines = (one + other).splitlines(keepends=True)
    chance.shuffle(lines)
    attempt(folder, "".join(lines).encode())
    letters = list(one)
    chance.shuffle(letters)
    attempt(folder, "".join(letters).encode())


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PLACES = [json.loads(seed) for seed in SEEDS[8:]]


def replaced(value: object, junk: object, target: list[int]) -> object:
    """Return a copy in which the n-th node is junk."""
    target[0] -= 1
    if target[0] == 0:
        return junk
    if isinstance(value, dict):
        return {key: replaced(one, junk, target) for key, one in value.items()}
    if isinstance(value, list):
        return [replaced(one, junk, target) for one in value]
    return value


@given(st.sampled_from(PLACES), st.integers(1, 40), JUNK)
@settings(hostile, max_examples=250)
def test_any_value_of_a_json_export_may_be_of_any_type(
    folder: Path, value: object, place: int, junk: object
) -> None:
    attempt(folder, as_bytes(replaced(value, junk, [place])))


WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=40)
NAMES = st.sampled_from(["Ana", "Bo Lund", "+44 7700 900123", "Zoë 🌊", "دانا", "O'Neil, Sam (Guest)"])


@given(
    st.lists(st.tuples(NAMES, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=25),
    st.booleans(),
)
@settings(hostile, max_examples=80)
def test_whatsapp_keeps_every_message(folder: Path, said: list[tuple[str, list[str]]], iphone: bool) -> None:
    moment = datetime(2024, 1, 13, 8)
    lines = []
    for name, words in said:
        moment += timedelta(hours=7)
        head = f"[{moment:%d/%m/%Y, %H:%M:%S}] " if iphone else f"{moment:%d/%m/%Y, %H:%M} - "
        lines.append(f"{head}{name}: " + "\n".join(words))
    (folder / "input").write_bytes("\n".join(lines).encode())
    export = read_export(folder / "input")
    assert export.counts.read == len(said)
    assert export.counts.skipped == {}
    assert all(
        m.speaker == name
        for m, (name, _) in zip(export.messages, said, strict=True)
        if m.kind.value != "system"
    )


@given(
    st.lists(
        st.fixed_dictionaries({"from": NAMES, "text": WORDS | st.lists(WORDS, max_size=3)}) | JUNK,
        max_size=25,
    )
)
@settings(hostile, max_examples=80)
def test_telegram_messages_in_are_messages_out_or_counted(folder: Path, said: list[object]) -> None:
    messages = [
        {"id": n, "type": "message", "from_id": "u", "date_unixtime": "1709546400", **one}
        if isinstance(one, dict)
        else one
        for n, one in enumerate(said)
    ]
    messages.append(
        {
            "id": -1,
            "type": "message",
            "from": "I",
            "from_id": "u",
            "date_unixtime": "1709546400",
            "text": "end",
        }
    )
    (folder / "input").write_text(json.dumps({"name": "P", "type": "x", "id": 5, "messages": messages}))
    export = read_export(folder / "input")
    assert export.counts.read + sum(export.counts.skipped.values()) == len(messages)


@given(
    st.lists(st.tuples(NAMES, WORDS) | st.none(), min_size=1, max_size=25), st.randoms(use_true_random=False)
)
@settings(hostile, max_examples=80)
def test_json_lines_in_are_messages_out_or_counted(
    folder: Path, said: list[tuple[str, str] | None], chance: random.Random
) -> None:
    lines = ['{"speaker": "I", "text": "start"}'] * (len(said) + 1)
    lines += [
        '{"speaker": "cut' if one is None else json.dumps(dict(zip(("speaker", "text"), one, strict=True)))
        for one in said
    ]
    head, tail = lines[0], lines[1:]
    chance.shuffle(tail)
    (folder / "input").write_text("\n".join([head, *tail]))
    export = read_export(folder / "input")
    assert export.counts.read + sum(export.counts.skipped.values()) == len(lines)
