"""Counts and orders by hand, and settled from the index as counted again from the turns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lantern_talk import stream

from streamrecall.benchmark.stem.claim_wording import word_claim
from streamrecall.benchmark.stem.claims import CLAIM_CATEGORY, Claim, ClaimKind, Settled, settle
from streamrecall.benchmark.stem.mentions import Mentions, mention_pattern
from streamrecall.benchmark.stem.recount import recount
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.records import Dialogue, Domain, Turn

MARLOW, OTTILIE = "Marlow", "Ottilie"
BY_HAND = [
    (Claim(ClaimKind.TURNS_NAMING, (MARLOW,), ("Ben",)), 11, "2", (1, 6)),
    (Claim(ClaimKind.TURNS_NAMING, (MARLOW,), ("Ben",)), 6, "1", (1,)),
    (Claim(ClaimKind.SPEAKERS_NAMING, (MARLOW,)), 11, "3", (1, 2, 5)),
    (Claim(ClaimKind.SESSIONS_NAMING, (MARLOW,)), 11, "2", (1, 5)),
    (Claim(ClaimKind.FIRST_SPEAKER, (OTTILIE,)), 11, "Ben", (6,)),
    (Claim(ClaimKind.FIRST_NAME, (OTTILIE, MARLOW)), 11, MARLOW, (1, 6)),
    (
        Claim(ClaimKind.NAME_ORDER, (OTTILIE, MARLOW, "Lighthouse")),
        11,
        "Marlow, Ottilie, Lighthouse",
        (1, 6, 7),
    ),
    (Claim(ClaimKind.FIRST_DATE, (OTTILIE,), ("Cem",)), 11, "5 March 2026", (8,)),
    (Claim(ClaimKind.WEEKDAY, (MARLOW,), ("Ben",)), 11, "Monday", (1,)),
    (Claim(ClaimKind.DAYS_BETWEEN, (OTTILIE, MARLOW)), 11, "3", (1, 6)),
    (Claim(ClaimKind.NAMES_MORE, (MARLOW,), ("Ann", "Ben")), 11, "Ben", (1, 2, 6)),
    (Claim(ClaimKind.NAMED_MORE, (MARLOW, OTTILIE), ("Ben",)), 11, MARLOW, (1, 6)),
    (Claim(ClaimKind.KIND_NAMED, ("musical instrument",), ("Cem",)), 11, "cello", (3,)),
    (
        Claim(ClaimKind.KIND_ON_DAY, ("musical instrument", "2026-03-02"), ("Cem",), ("2 March 2026",)),
        11,
        "cello",
        (3,),
    ),
    (Claim(ClaimKind.QUANTITY, ("lanterns",), ("Ann",)), 11, "seven", (0,)),
    (Claim(ClaimKind.ONLY_SPEAKER, ("Harbour Market",)), 11, "Ann", (0,)),
    (Claim(ClaimKind.FIRST_STATEMENT, ("t7", "t3"), ("Cem",), ("late", "early")), 11, "early", (3, 7)),
]


@pytest.mark.parametrize(("claim", "trigger", "answer", "evidence"), BY_HAND, ids=lambda each: str(each)[:40])
def test_a_claim_is_settled(claim: Claim, trigger: int, answer: str, evidence: tuple[int, ...]) -> None:
    mentions = Mentions(stream())
    assert settle(claim, mentions, trigger) == Settled(answer, evidence)
    assert recount(claim, stream().turns[:trigger]) == answer


@pytest.mark.parametrize(
    ("claim", "trigger"),
    [
        (Claim(ClaimKind.TURNS_NAMING, (MARLOW,), ("Ben",)), 1),
        (Claim(ClaimKind.NAMES_MORE, (MARLOW,), ("Ann", "Ben")), 4),
        (Claim(ClaimKind.FIRST_NAME, (OTTILIE, MARLOW)), 6),
        (Claim(ClaimKind.FIRST_STATEMENT, ("t7", "t3"), ("Cem",), ("late", "early")), 7),
        (Claim(ClaimKind.ONLY_SPEAKER, (MARLOW,)), 11),
        (Claim(ClaimKind.KIND_SHARED, ("musical instrument",), ("Ann", "Cem")), 11),
    ],
    ids=lambda each: str(each)[:40],
)
def test_nothing_later_and_no_tie_settles_a_claim(claim: Claim, trigger: int) -> None:
    assert settle(claim, Mentions(stream()), trigger) is None
    assert recount(claim, stream().turns[:trigger]) is None


def test_a_thing_is_called_what_it_was_called() -> None:
    texts = ("Mum has a couch.", "My mother sat on the sofa.", "Is Venus the planet?")
    turns = tuple(Turn("d", i, f"t{i}", "Ann", text, "1", "2026-03-02") for i, text in enumerate(texts))
    mentions = Mentions(TopicStream(Dialogue("d", "c", Domain.CHITCHAT, turns)))
    for kind, answer, evidence in (
        ("relative", "mum", (0, 1)),
        ("piece of furniture", "couch", (0, 1)),
        ("planet", "Venus", (2,)),
    ):
        claim = Claim(ClaimKind.KIND_ON_DAY, (kind, "2026-03-02"), ("Ann",), ("2 March 2026",))
        assert settle(claim, mentions, 3) == Settled(answer, evidence)
        assert recount(claim, turns) == answer


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("C'mon, Ann", False),
        ("Mon, come", True),
        ("Mon's hat", True),
        ("Mon-day", False),
        ("MON!", True),
        ("Monica", False),
    ],
)
def test_a_part_of_a_word_is_no_mention(text: str, said: bool) -> None:
    assert (mention_pattern("Mon").search(text) is not None) is said


def test_every_kind_has_a_category_and_settles() -> None:
    assert set(CLAIM_CATEGORY) == set(ClaimKind)
    settled = {claim.kind for claim, *_ in BY_HAND} | {ClaimKind.KIND_SHARED}
    assert settled == set(ClaimKind)


def test_a_claim_in_words() -> None:
    claim = Claim(ClaimKind.NAMES_MORE, (MARLOW,), ("Ann", "Ben"))
    assert word_claim(claim, 0) == "Who has said the name Marlow in more turns so far, Ann or Ben?"


WORDS = st.sampled_from(
    [
        "Marlow",
        "Ottilie",
        "marlow's",
        "six lanterns",
        "two cellos",
        "rain",
        "The piano.",
        "my mum",
        "Mother and Dad",
        "",
    ]
)


@given(
    said=st.lists(st.tuples(st.sampled_from(["A", "B", ""]), st.lists(WORDS, max_size=4)), max_size=12),
    kind=st.sampled_from([kind for kind in ClaimKind if kind is not ClaimKind.FIRST_STATEMENT]),
    trigger=st.integers(0, 12),
)
@settings(max_examples=150, deadline=None)
def test_the_index_and_a_fresh_count_agree(
    said: list[tuple[str, list[str]]], kind: ClaimKind, trigger: int
) -> None:
    turns = tuple(
        Turn("d", index, f"t{index}", speaker, " ".join(words), str(index // 3), f"2026-03-0{1 + index // 4}")
        for index, (speaker, words) in enumerate(said)
    )
    terms: dict[ClaimKind, tuple[str, ...]] = {
        ClaimKind.KIND_NAMED: ("musical instrument",),
        ClaimKind.KIND_SHARED: ("relative",),
        ClaimKind.KIND_ON_DAY: ("relative", "2026-03-01"),
        ClaimKind.QUANTITY: ("lanterns",),
        ClaimKind.FIRST_NAME: ("Marlow", "Ottilie"),
        ClaimKind.NAMED_MORE: ("Marlow", "Ottilie"),
        ClaimKind.DAYS_BETWEEN: ("Marlow", "Ottilie"),
        ClaimKind.NAME_ORDER: ("Marlow", "Ottilie", "rain"),
    }
    both = kind in (ClaimKind.KIND_SHARED, ClaimKind.NAMES_MORE)
    claim = Claim(kind, terms.get(kind, ("Marlow",)), ("A", "B") if both else ("A",))
    if kind in (ClaimKind.SPEAKERS_NAMING, ClaimKind.SESSIONS_NAMING, ClaimKind.FIRST_SPEAKER):
        claim = Claim(kind, claim.terms)
    settled = settle(claim, Mentions(TopicStream(Dialogue("d", "c", Domain.CHITCHAT, turns))), trigger)
    assert (settled.answer if settled else None) == recount(claim, turns[:trigger])
    if settled:
        assert all(index < trigger for index in settled.evidence)
        assert list(settled.evidence) == sorted(set(settled.evidence))
