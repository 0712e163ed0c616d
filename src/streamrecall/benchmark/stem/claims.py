"""What counts, comparisons and orders say, and their answers computed from the turns before the trigger.

No writer decides these answers: a claim names what is counted or ordered, and code settles it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.kinds import KINDS, mentioned, said_as
from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.quantities import quantities


class ClaimKind(StrEnum):
    """What a claim is about; ``terms`` and ``speakers`` of the claim fill its places."""

    TURNS_NAMING = "turns naming"
    SPEAKERS_NAMING = "speakers naming"
    SESSIONS_NAMING = "sessions naming"
    FIRST_SPEAKER = "first speaker to name"
    FIRST_NAME = "first of two names"
    NAME_ORDER = "order of three names"
    FIRST_DATE = "date of the first naming"
    DAYS_BETWEEN = "days between first namings"
    WEEKDAY = "weekday of the first naming"
    NAMES_MORE = "speaker who names more"
    NAMED_MORE = "name said more"
    KIND_SHARED = "thing of a kind that both name"
    KIND_NAMED = "thing of a kind that one names"
    KIND_ON_DAY = "thing of a kind that one names on a day"
    FIRST_STATEMENT = "first of two statements"
    QUANTITY = "number put to a noun"
    ONLY_SPEAKER = "only speaker to name"


CLAIM_CATEGORY = {
    ClaimKind.TURNS_NAMING: Category.AGGREGATIVE,
    ClaimKind.SPEAKERS_NAMING: Category.AGGREGATIVE,
    ClaimKind.SESSIONS_NAMING: Category.AGGREGATIVE,
    ClaimKind.FIRST_SPEAKER: Category.TEMPORAL,
    ClaimKind.FIRST_NAME: Category.TEMPORAL,
    ClaimKind.NAME_ORDER: Category.TEMPORAL,
    ClaimKind.FIRST_DATE: Category.TEMPORAL,
    ClaimKind.DAYS_BETWEEN: Category.TEMPORAL,
    ClaimKind.FIRST_STATEMENT: Category.TEMPORAL,
    ClaimKind.QUANTITY: Category.SINGLE_HOP,
    ClaimKind.ONLY_SPEAKER: Category.SINGLE_HOP,
    ClaimKind.WEEKDAY: Category.OPEN_DOMAIN,
    ClaimKind.KIND_NAMED: Category.OPEN_DOMAIN,
    ClaimKind.KIND_ON_DAY: Category.OPEN_DOMAIN,
    ClaimKind.NAMES_MORE: Category.COMPARATIVE,
    ClaimKind.NAMED_MORE: Category.COMPARATIVE,
    ClaimKind.KIND_SHARED: Category.COMPARATIVE,
}


@dataclass(frozen=True, slots=True)
class Claim:
    """Something about a stream that code can count or order.

    Attributes:
        terms: Names, or a kind of thing and perhaps a day; of two statements, the ids of their turns.
        speakers: Who is asked about.
        wordings: How the question puts statements (in the order of ``terms``) or the day.
    """

    kind: ClaimKind
    terms: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """The answer to a claim and the turns it rests on, by index and in order."""

    answer: str
    evidence: tuple[int, ...]


def settle(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    """Return the truth of a claim as of just before ``trigger``.

    None where there is none: nothing to count, a tie, or somebody without a name where people are counted.
    """
    return _RULES[claim.kind](claim, mentions, trigger)


def spoken_date(day: date) -> str:
    """Return a date as a person would say it: ``7 May 2023``."""
    return f"{day.day} {day:%B} {day.year}"


def day_of(said_on: str | None) -> date | None:
    """Return the calendar day of a turn, or None where it has none."""
    try:
        return None if said_on is None else date.fromisoformat(said_on)
    except ValueError:
        return None


def _turns_naming(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    turns = mentions.before(claim.terms[0], trigger, *claim.speakers)
    return Settled(str(len(turns)), turns) if turns else None


def _speakers_naming(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    firsts: dict[str, int] = {}
    for index in mentions.before(claim.terms[0], trigger):
        firsts.setdefault(mentions.stream.turns[index].speaker.strip(), index)
    if not firsts or "" in firsts:
        return None
    return Settled(str(len(firsts)), tuple(sorted(firsts.values())))


def _sessions_naming(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    firsts: dict[str, int] = {}
    for index in mentions.before(claim.terms[0], trigger):
        firsts.setdefault(mentions.stream.turns[index].session, index)
    return Settled(str(len(firsts)), tuple(sorted(firsts.values()))) if firsts else None


def _first_speaker(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    turns = mentions.before(claim.terms[0], trigger)
    speaker = mentions.stream.turns[turns[0]].speaker.strip() if turns else ""
    return Settled(speaker, turns[:1]) if speaker else None


def _name_order(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    firsts = {term: mentions.before(term, trigger)[:1] for term in claim.terms}
    if not all(firsts.values()) or len(set(firsts.values())) < len(firsts):
        return None
    ordered = sorted(claim.terms, key=lambda term: firsts[term])
    answer = ordered[0] if claim.kind is ClaimKind.FIRST_NAME else ", ".join(ordered)
    return Settled(answer, tuple(index for term in ordered for index in firsts[term]))


def _first_date(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    turns = mentions.before(claim.terms[0], trigger, *claim.speakers)
    day = day_of(mentions.stream.turns[turns[0]].date) if turns else None
    if day is None:
        return None
    return Settled(f"{day:%A}" if claim.kind is ClaimKind.WEEKDAY else spoken_date(day), turns[:1])


def _days_between(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    firsts = [mentions.before(term, trigger)[:1] for term in claim.terms]
    days = [day_of(mentions.stream.turns[index].date) for first in firsts for index in first]
    if len(days) < 2 or days[0] is None or days[1] is None:
        return None
    evidence = tuple(sorted({index for first in firsts for index in first}))
    return Settled(str(abs((days[1] - days[0]).days)), evidence)


def _more(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    by_speaker = claim.kind is ClaimKind.NAMES_MORE
    turns = {
        each: mentions.before(claim.terms[0], trigger, each)
        if by_speaker
        else mentions.before(each, trigger, claim.speakers[0])
        for each in (claim.speakers if by_speaker else claim.terms)
    }
    (first, first_turns), (second, second_turns) = turns.items()
    if len(first_turns) == len(second_turns) or not (first_turns and second_turns):
        return None
    evidence = tuple(sorted({*first_turns, *second_turns}))
    return Settled(first if len(first_turns) > len(second_turns) else second, evidence)


def _kind_named(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    """Settle what the speakers name of a kind: exactly one thing, named by each of them."""
    named = [_named(mentions, claim.terms[0], speaker, trigger) for speaker in claim.speakers]
    shared = set.intersection(*(set(each) for each in named))
    alone = len(claim.speakers) > 1 or len(named[0]) == 1
    if len(shared) != 1 or not alone:
        return None
    (thing,) = shared
    return _as_said(claim, mentions, thing, sorted(index for each in named for index in each[thing]))


def _kind_on_day(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    """Settle the only thing of a kind that a person names on one day."""
    kind, day = claim.terms
    said = _named(mentions, kind, claim.speakers[0], trigger)
    named = {
        thing: [index for index in turns if mentions.stream.turns[index].date == day]
        for thing, turns in said.items()
    }
    on_day = {thing: turns for thing, turns in named.items() if turns}
    if len(on_day) != 1:
        return None
    ((thing, turns),) = on_day.items()
    return _as_said(claim, mentions, thing, turns)


def _as_said(claim: Claim, mentions: Mentions, thing: str, turns: Sequence[int]) -> Settled:
    first = mentions.stream.turns[turns[0]].text
    return Settled(said_as(KINDS[claim.terms[0]], thing, first), tuple(turns))


def _named(mentions: Mentions, kind: str, speaker: str, trigger: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index in mentions.things_of(kind, speaker):
        if index < trigger:
            for thing in mentioned(KINDS[kind], mentions.stream.turns[index].text):
                found.setdefault(thing, []).append(index)
    return found


def _first_statement(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    indices = [mentions.stream.positions[turn_id] for turn_id in claim.terms]
    if max(indices) >= trigger or indices[0] == indices[1]:
        return None
    return Settled(claim.wordings[indices.index(min(indices))], tuple(sorted(indices)))


def _quantity(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    noun, speaker = claim.terms[0], claim.speakers[0]
    said = [
        (number, turn.index)
        for turn in mentions.stream.turns[:trigger]
        if turn.speaker.strip() == speaker
        for counted, number in quantities(turn.text)
        if counted == noun
    ]
    if len({number for number, _ in said}) != 1:
        return None
    return Settled(said[0][0], tuple(sorted({index for _, index in said})))


def _only_speaker(claim: Claim, mentions: Mentions, trigger: int) -> Settled | None:
    turns = mentions.before(claim.terms[0], trigger)
    speakers = {mentions.stream.turns[index].speaker.strip() for index in turns}
    if len(speakers) != 1 or "" in speakers:
        return None
    (speaker,) = speakers
    return Settled(speaker, turns)


_RULES: dict[ClaimKind, Callable[[Claim, Mentions, int], Settled | None]] = {
    ClaimKind.TURNS_NAMING: _turns_naming,
    ClaimKind.SPEAKERS_NAMING: _speakers_naming,
    ClaimKind.SESSIONS_NAMING: _sessions_naming,
    ClaimKind.FIRST_SPEAKER: _first_speaker,
    ClaimKind.FIRST_NAME: _name_order,
    ClaimKind.NAME_ORDER: _name_order,
    ClaimKind.FIRST_DATE: _first_date,
    ClaimKind.WEEKDAY: _first_date,
    ClaimKind.DAYS_BETWEEN: _days_between,
    ClaimKind.NAMES_MORE: _more,
    ClaimKind.NAMED_MORE: _more,
    ClaimKind.KIND_SHARED: _kind_named,
    ClaimKind.KIND_NAMED: _kind_named,
    ClaimKind.KIND_ON_DAY: _kind_on_day,
    ClaimKind.FIRST_STATEMENT: _first_statement,
    ClaimKind.QUANTITY: _quantity,
    ClaimKind.ONLY_SPEAKER: _only_speaker,
}
