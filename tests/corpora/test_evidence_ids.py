import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.corpora.evidence_ids import EvidenceResolver, Outcome, resolve_numbers

IDS = [f"D{session}:{number}" for session in (1, 2, 12) for number in (1, 2, 3, 5)]
RESOLVER = EvidenceResolver(IDS, image_turns={"D1:5", "D2:3"})


@pytest.mark.parametrize(
    ("raw", "turn_ids", "outcome", "reason", "left"),
    [
        ("D1:1", ["D1:1"], "resolved", "", []),
        ("D1:1; D2:2", ["D1:1", "D2:2"], "repaired", "form", []),
        ("D1:1;D2:2", ["D1:1", "D2:2"], "repaired", "form", []),
        ("D1:1. D2:2", ["D1:1", "D2:2"], "repaired", "form", []),
        ("D1:1, D2:2", ["D1:1", "D2:2"], "repaired", "form", []),
        ("D1:1 D2:2 D12:5", ["D1:1", "D2:2", "D12:5"], "repaired", "form", []),
        ("D1:1:D2:2", ["D1:1", "D2:2"], "repaired", "form", []),
        ("D1:1 D1:1", ["D1:1"], "repaired", "form", []),
        ("D1:1.", ["D1:1"], "repaired", "form", []),
        ("D:1:2", ["D1:2"], "repaired", "form", []),
        ("D 2:2", ["D2:2"], "repaired", "form", []),
        ("d2:2", ["D2:2"], "repaired", "form", []),
        ("D01:002", ["D1:2"], "repaired", "form", []),
        ("12:5", ["D12:5"], "repaired", "form", []),
        ("D12;5", ["D12:5"], "repaired", "form", []),
        ("D12:1-D12:3", ["D12:1", "D12:2", "D12:3"], "repaired", "range", []),
        ("D12:2-5", ["D12:2", "D12:3", "D12:5"], "repaired", "range", []),
        ("D1:2-D1:3;D2:1-D2:2", ["D1:2", "D1:3", "D2:1", "D2:2"], "repaired", "range", []),
        ("D1:4", ["D1:5"], "repaired", "neighbouring image turn", []),
        ("D2:4", ["D2:3"], "repaired", "neighbouring image turn", []),
        ("D12:4", [], "unresolved", "no such turn", ["D12:4"]),
        ("D3:1", [], "unresolved", "no such turn", ["D3:1"]),
        ("D1:1; D3:1", ["D1:1"], "partial", "form, no such turn", ["D3:1"]),
        ("D1:1 and more", ["D1:1"], "partial", "form", ["and", "more"]),
        ("D12:3-D12:1", [], "unresolved", "range backwards", ["D12:3-D12:1"]),
        ("D1:3-D2:1", [], "unresolved", "range over two sessions", ["D1:3-D2:1"]),
        ("D", [], "unresolved", "not an id", ["D"]),
        ("D58", [], "unresolved", "not an id", ["D58"]),
        ("", [], "unresolved", "empty", [""]),
        (" ;", [], "unresolved", "not an id", [" ;"]),
        ("D1:" + "9" * 5000, [], "unresolved", "no such turn", ["D1:" + "9" * 5000]),
        ("D1:1-" + "9" * 5000, ["D1:1", "D1:2", "D1:3", "D1:5"], "repaired", "range", []),
    ],
)
def test_entry(raw: str, turn_ids: list[str], outcome: str, reason: str, left: list[str]) -> None:
    found = RESOLVER.resolve(raw)
    assert (list(found.turn_ids), found.outcome.value, found.reason, list(found.left)) == (
        turn_ids,
        outcome,
        reason,
        left,
    )


@pytest.mark.parametrize(
    ("raw", "numbers", "outcome", "left"),
    [
        ("1, 4-6, 8", [1, 4, 5, 6, 8], "resolved", []),
        ("3", [3], "resolved", []),
        ("2 - 3", [2, 3], "resolved", []),
        ("8, 99", [8], "partial", ["99"]),
        ("8-99", [8, 9], "repaired", []),
        ("6-4", [], "unresolved", ["6-4"]),
        ("4 to 6", [4, 6], "partial", ["to"]),
        ("", [], "unresolved", [""]),
        ("all", [], "unresolved", ["all"]),
    ],
)
def test_message_numbers(raw: str, numbers: list[int], outcome: str, left: list[str]) -> None:
    found = resolve_numbers(raw, {number: f"m{number}" for number in range(1, 10)})
    assert (found.turn_ids, found.outcome.value, list(found.left)) == (
        tuple(f"m{number}" for number in numbers),
        outcome,
        left,
    )


ENTRIES = st.one_of(
    st.text(), st.text(alphabet="D:;-., 0123459x"), st.lists(st.sampled_from(IDS)).map("; ".join)
)


@given(ENTRIES)
def test_no_digit_is_lost(raw: str) -> None:
    """Every number of an entry is in a turn that was found, in a range, or in what is left."""
    found = RESOLVER.resolve(raw)
    assert set(found.turn_ids) <= set(IDS)
    assert bool(found.left) == (found.outcome in (Outcome.PARTIAL, Outcome.UNRESOLVED))
    assert bool(found.turn_ids) == (found.outcome is not Outcome.UNRESOLVED)
    if found.reason == "form":
        named = {int(n) for turn in found.turn_ids for n in re.findall(r"\d+", turn)}
        left = {int(n[-18:]) for piece in found.left for n in re.findall(r"\d+", piece)}
        assert {int(n[-18:]) for n in re.findall(r"\d+", raw)} == named | left


@given(ENTRIES)
def test_numbers_never_fail(raw: str) -> None:
    found = resolve_numbers(raw, {1: "a", 4: "b"})
    assert set(found.turn_ids) <= {"a", "b"} and (found.turn_ids or found.left)
