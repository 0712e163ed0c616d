"""Which claims are worth asking about a stream: names that were said, counted, compared and ordered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import TypeVar

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.claims import (
    CLAIM_CATEGORY,
    Claim,
    ClaimKind,
    Settled,
    day_of,
    settle,
    spoken_date,
)
from streamrecall.benchmark.stem.details import Detail
from streamrecall.benchmark.stem.kinds import KINDS
from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.triggers import TriggerSpread

Item = TypeVar("Item")

MOST_EVIDENCE = 14
"""Turns of evidence a claim may rest on, so that a person can check it."""
_NAMES = 40
_TRIES = 12
_ASKED_AGAIN = 2
_CLEAR_LEAD = 2


def propose_claims(
    mentions: Mentions, details: Sequence[Detail], category: Category, draw: Random
) -> list[Claim]:
    """Return the claims of a category, shuffled within each kind and drawn from the kinds in turn."""
    by_kind: dict[ClaimKind, list[Claim]] = {}
    for claim in _claims(mentions, details, draw):
        if CLAIM_CATEGORY[claim.kind] is category:
            by_kind.setdefault(claim.kind, []).append(claim)
    for claims in by_kind.values():
        draw.shuffle(claims)
    return in_turn(list(by_kind.values()))


def triggers_of(
    claim: Claim, mentions: Mentions, spread: TriggerSpread, draw: Random
) -> Iterator[tuple[int, Settled]]:
    """Yield triggers at which a claim is worth asking, with its answer there.

    The trigger turn itself changes nothing. A count is asked for again when it has changed.
    """
    turns = len(mentions.stream)
    candidates: list[tuple[int, Settled]] = []
    for trigger in sorted({draw.randrange(1, turns) for _ in range(_TRIES)}) if turns > 1 else ():
        settled = settle(claim, mentions, trigger)
        if settled is None or not _worth_asking(claim, settled, mentions, trigger):
            continue
        if settle(claim, mentions, trigger + 1) == settled:
            candidates.append((trigger, settled))
    repeats = _ASKED_AGAIN if CLAIM_CATEGORY[claim.kind] is Category.AGGREGATIVE else 1
    answers: set[str] = set()
    while candidates and len(answers) < repeats:
        best = min(candidates, key=lambda each: spread.rank(each[1].evidence[-1], each[0]))
        spread.use(best[1].evidence[-1], best[0])
        answers.add(best[1].answer)
        yield best
        candidates = [each for each in candidates if each[1].answer not in answers]


def in_turn(queues: Sequence[Sequence[Item]]) -> list[Item]:
    """Return the items of several queues, one of each in turn."""
    longest = max((len(queue) for queue in queues), default=0)
    return [queue[place] for place in range(longest) for queue in queues if place < len(queue)]


def _worth_asking(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    if len(settled.evidence) > MOST_EVIDENCE or settled.evidence[-1] >= trigger:
        return False
    rule = _WORTH.get(claim.kind)
    return rule is None or rule(claim, settled, mentions, trigger)


def _several(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    return int(settled.answer) >= 2


def _several_speakers(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    said = mentions.before(claim.terms[0], trigger)
    return len({mentions.stream.turns[index].speaker for index in said}) >= 2


def _several_days(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    return len({turn.date for turn in mentions.stream.turns[:trigger]}) >= 2


def _some_days(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    return int(settled.answer) >= 1


def _day_is_over(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    return mentions.stream.turns[trigger].date != claim.terms[1]


def _not_at_once(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    return all(later - earlier >= 3 for earlier, later in pairwise(settled.evidence))


def _clear_lead(claim: Claim, settled: Settled, mentions: Mentions, trigger: int) -> bool:
    pairs = [(term, speaker) for term in claim.terms for speaker in claim.speakers]
    first, second = (len(mentions.before(term, trigger, speaker)) for term, speaker in pairs)
    return abs(first - second) >= _CLEAR_LEAD


_WORTH: dict[ClaimKind, Callable[[Claim, Settled, Mentions, int], bool]] = {
    ClaimKind.TURNS_NAMING: _several,
    ClaimKind.SPEAKERS_NAMING: _several,
    ClaimKind.SESSIONS_NAMING: _several,
    ClaimKind.FIRST_SPEAKER: _several_speakers,
    ClaimKind.FIRST_DATE: _several_days,
    ClaimKind.WEEKDAY: _several_days,
    ClaimKind.DAYS_BETWEEN: _some_days,
    ClaimKind.KIND_ON_DAY: _day_is_over,
    ClaimKind.FIRST_NAME: _not_at_once,
    ClaimKind.NAME_ORDER: _not_at_once,
    ClaimKind.NAMES_MORE: _clear_lead,
    ClaimKind.NAMED_MORE: _clear_lead,
}
"""When a claim that holds is worth asking; the others always are."""


def _claims(mentions: Mentions, details: Sequence[Detail], draw: Random) -> Iterator[Claim]:
    stream = mentions.stream
    people, names = stream.people, mentions.names[:_NAMES]
    for name in names:
        if len(stream.speakers) > 2:
            yield Claim(ClaimKind.SPEAKERS_NAMING, (name,))
        if stream.turns[0].session:
            yield Claim(ClaimKind.SESSIONS_NAMING, (name,))
        yield Claim(ClaimKind.FIRST_SPEAKER, (name,))
        for person in people:
            if mentions.before(name, len(stream), person) and name != person:
                yield Claim(ClaimKind.TURNS_NAMING, (name,), (person,))
                if day_of(stream.turns[0].date) is not None:
                    yield Claim(ClaimKind.FIRST_DATE, (name,), (person,))
                    yield Claim(ClaimKind.WEEKDAY, (name,), (person,))
        for pair in combinations([person for person in people if person != name], 2):
            yield Claim(ClaimKind.NAMES_MORE, (name,), _shuffled(pair, draw))
    for names_asked in combinations(names[: _NAMES // 2], 2):
        yield Claim(ClaimKind.FIRST_NAME, _shuffled(names_asked, draw))
        if day_of(stream.turns[0].date) is not None:
            yield Claim(ClaimKind.DAYS_BETWEEN, names_asked)
        for person in people:
            if person not in names_asked:
                yield Claim(ClaimKind.NAMED_MORE, _shuffled(names_asked, draw), (person,))
    for three in combinations(names[: _NAMES // 4], 3):
        yield Claim(ClaimKind.NAME_ORDER, _shuffled(three, draw))
    yield from _kind_claims(mentions, draw)
    yield from _statement_claims(mentions, details, draw)


def _kind_claims(mentions: Mentions, draw: Random) -> Iterator[Claim]:
    for kind in KINDS:
        naming = [person for person in mentions.stream.people if mentions.things_of(kind, person)]
        for person in naming:
            days = {day_of(mentions.stream.turns[index].date) for index in mentions.things_of(kind, person)}
            if None in days:
                yield Claim(ClaimKind.KIND_NAMED, (kind,), (person,))
            for day in sorted(each for each in days if each is not None):
                yield Claim(ClaimKind.KIND_ON_DAY, (kind, day.isoformat()), (person,), (spoken_date(day),))
        for pair in combinations(naming, 2):
            yield Claim(ClaimKind.KIND_SHARED, (kind,), _shuffled(pair, draw))


def _statement_claims(mentions: Mentions, details: Sequence[Detail], draw: Random) -> Iterator[Claim]:
    stream = mentions.stream
    stated = [detail for detail in details if detail.statement]
    for first, second in combinations(stated, 2):
        if first.person == second.person and first.evidence != second.evidence:
            one, other = _shuffled((first, second), draw)
            turn_ids = tuple(stream.turns[each.evidence[0]].turn_id for each in (one, other))
            if stream.apart(turn_ids):
                yield Claim(
                    ClaimKind.FIRST_STATEMENT, turn_ids, (first.person,), (one.statement, other.statement)
                )


def _shuffled(items: tuple[Item, ...], draw: Random) -> tuple[Item, ...]:
    return tuple(draw.sample(items, len(items)))
