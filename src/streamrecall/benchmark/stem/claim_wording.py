"""How a claim is asked for in plain words."""

from __future__ import annotations

from streamrecall.benchmark.stem.claims import Claim, ClaimKind

_WORDINGS = {
    ClaimKind.TURNS_NAMING: (
        "In how many turns so far has {s0} said the name {t0}?",
        "How many of {s0}'s turns so far say the name {t0}?",
    ),
    ClaimKind.SPEAKERS_NAMING: (
        "How many different speakers have said the name {t0} so far?",
        "How many people have said the name {t0} up to now?",
    ),
    ClaimKind.SESSIONS_NAMING: (
        "In how many sessions so far has anybody said the name {t0}?",
        "In how many different sessions has the name {t0} come up so far?",
    ),
    ClaimKind.FIRST_SPEAKER: ("Who was the first to say the name {t0}?", "Who said the name {t0} first?"),
    ClaimKind.FIRST_NAME: (
        "Which name was said first, {t0} or {t1}?",
        "Which of the names {t0} and {t1} came up first?",
    ),
    ClaimKind.NAME_ORDER: (
        "In which order were the names {t0}, {t1} and {t2} first said?",
        "Put the first mentions of {t0}, {t1} and {t2} in order: which came first, second and third?",
    ),
    ClaimKind.FIRST_DATE: (
        "On which date did {s0} first say the name {t0}?",
        "When did {s0} say the name {t0} for the first time?",
    ),
    ClaimKind.WEEKDAY: ("On which day of the week did {s0} first say the name {t0}?",),
    ClaimKind.DAYS_BETWEEN: (
        "How many days passed between the first time anybody said the name {t0} and the first time anybody"
        " said the name {t1}?",
    ),
    ClaimKind.NAMES_MORE: (
        "Who has said the name {t0} in more turns so far, {s0} or {s1}?",
        "Which of {s0} and {s1} has said the name {t0} in more turns up to now?",
    ),
    ClaimKind.NAMED_MORE: (
        "Which name has {s0} said in more turns so far, {t0} or {t1}?",
        "Of the names {t0} and {t1}, which has {s0} said in more turns up to now?",
    ),
    ClaimKind.KIND_SHARED: (
        "Which {t0} have both {s0} and {s1} mentioned so far?",
        "Which {t0} has been mentioned by {s0} as well as by {s1} so far?",
    ),
    ClaimKind.KIND_NAMED: ("Which {t0} has {s0} mentioned so far?",),
    ClaimKind.KIND_ON_DAY: ("Which {t0} did {s0} mention on {w0}?",),
    ClaimKind.FIRST_STATEMENT: (
        "Which did {s0} say first: that {w0}, or that {w1}?",
        "What did {s0} say earlier, that {w0} or that {w1}?",
    ),
}

CHOICES = frozenset(
    {
        ClaimKind.FIRST_NAME, ClaimKind.NAME_ORDER, ClaimKind.NAMES_MORE, ClaimKind.NAMED_MORE,
        ClaimKind.FIRST_STATEMENT,
    }
)  # fmt: skip
"""Claims whose question names what can be answered."""


def word_claim(claim: Claim, variant: int = 0) -> str:
    """Return the question of a claim, in one of its wordings."""
    wordings = _WORDINGS[claim.kind]
    places = {
        **{f"t{place}": term for place, term in enumerate(claim.terms)},
        **{f"s{place}": speaker for place, speaker in enumerate(claim.speakers)},
        **{f"w{place}": wording for place, wording in enumerate(claim.wordings)},
    }
    return wordings[variant % len(wordings)].format_map(places)
