# ruff: noqa: E501
"""Inputs made to be slow are read, or refused, in time that grows with their length."""

import time
from pathlib import Path

import pytest

from streamrecall.errors import DataError
from streamrecall.exports.reader import read_export

SIZE = 200_000
BLANKS = " " * SIZE
CHAT = "12/03/2024, 09:10 - Jon"

INPUTS = {
    "blanks in a WhatsApp message": f"{CHAT}: {BLANKS}>\n{CHAT}: ok\n",
    "quoted colons in a WhatsApp line": f"{CHAT} said " + '"a: b" ' * (SIZE // 7),
    "open mentions": f"{CHAT}: " + "@\u2068a" * (SIZE // 3),
    "a long poll": f"{CHAT}: POLL:\nq\n" + "OPTION: a (1)\n" * (SIZE // 14),
    "blank lines with a letter": f"Ann  0:03\na{BLANKS}\nb\n",
    "blanks in a plain transcript": f"Ann: {BLANKS}\nBo: {BLANKS}[\nAnn: x\n",
    "one endless turn": "Ann: x\nBo: y\n" + "words\n" * (SIZE // 6),
    "one endless Zoom turn": "10:01:00 From Jo to Everyone:\n" + "\twords\n" * (SIZE // 7),
    "to and to": "10:01:00 From " + "a to " * (SIZE // 5) + "\n10:01:00 From Jo to Everyone:\n\thi\n",
    "open tags in captions": "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n" + "<v " * (SIZE // 3),
    "arrows": "WEBVTT\n\n" + "00:00:01.000 --> 00:00:02.000 a:b" * (SIZE // 33),
    "open markup in Discord": '{"guild": {}, "channel": {}, "messages": [{"id": "1", "type": "Default", "timestamp": '
    '"2024-07-03T16:20:00Z", "author": {"id": "1", "name": "a"}, "content": "'
    + "**a ``` [x](" * 3000
    + '"}]}',
    "nested lists": "[" * SIZE,
    "a table of one cell": "speaker;text\n" + '"' * SIZE,
}


@pytest.mark.parametrize("kind", INPUTS)
def test_no_input_takes_quadratic_time(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "input"
    path.write_text(INPUTS[kind], encoding="utf-8")
    start = time.process_time()
    try:
        assert read_export(path).counts.read > 0
    except DataError as error:
        assert str(path) in str(error)
    assert time.process_time() - start < 4
