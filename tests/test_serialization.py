"""Records survive the way through JSON."""

import json

import pytest

from streamrecall.errors import DataError
from streamrecall.records import DetectedGap, Memory, MemoryItem, Summary, SummarySentence
from streamrecall.serialization import from_plain, to_plain

MEMORY = Memory(
    method="Recent Memory",
    items=(MemoryItem("Ana: <b>hi</b> 💐", ("t1",), 0, 9, date="2026-01-02", score=0.25),),
    tokens=17,
    budget=1024,
    gaps=(DetectedGap("t9", "it", "no antecedent", "retrieve earlier dialogue on it", ("it",), 0.5),),
)
SUMMARY = Summary("d.0", "Recent Memory", "extractive", (SummarySentence("Ana: hi", ("t9",), ("t1",)),))


@pytest.mark.parametrize("record", [MEMORY, SUMMARY])
def test_a_record_comes_back_equal(record: object) -> None:
    assert from_plain(type(record), json.loads(json.dumps(to_plain(record)))) == record


def test_a_wrong_field_is_named() -> None:
    plain = to_plain(MEMORY) | {"tokens": "many"}
    with pytest.raises(DataError, match=r"not a Memory[\s\S]*tokens"):
        from_plain(Memory, plain)
