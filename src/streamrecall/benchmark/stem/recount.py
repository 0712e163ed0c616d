"""Counts and orders once more, straight from the turns: what audits hold a claim's answer against.

Nothing here shares code with ``claims.settle`` but the lists of things and the pattern of a mention.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from streamrecall.benchmark.stem.claims import Claim, ClaimKind
from streamrecall.benchmark.stem.kinds import KINDS, mentioned
from streamrecall.benchmark.stem.mentions import mention_pattern
from streamrecall.benchmark.stem.quantities import quantities
from streamrecall.records import Turn


def recount(claim: Claim, turns: Sequence[Turn]) -> str | None:
    """Return the answer that these turns give to a claim; None where they give none or a tie."""
    return _COUNTS[claim.kind](claim, turns)


def _saying(term: str, turns: Sequence[Turn], speaker: str = "") -> list[Turn]:
    says = mention_pattern(term)
    return [
        turn for turn in turns if says.search(turn.text) and (not speaker or turn.speaker.strip() == speaker)
    ]


def _speakers(term: str, turns: Sequence[Turn]) -> set[str]:
    """Return who says a name; nobody where somebody without a name is among them."""
    speakers = {turn.speaker.strip() for turn in _saying(term, turns)}
    return set() if "" in speakers else speakers


def _number(found: set[str] | list[Turn]) -> str | None:
    return str(len(found)) if found else None


def _first(term: str, turns: Sequence[Turn], speaker: str = "") -> Turn | None:
    return next(iter(_saying(term, turns, speaker)), None)


def _order(claim: Claim, turns: Sequence[Turn]) -> list[str] | None:
    firsts = [(first.index, term) for term in claim.terms if (first := _first(term, turns)) is not None]
    if len(firsts) < len(claim.terms) or len({index for index, _ in firsts}) < len(firsts):
        return None
    return [term for _, term in sorted(firsts)]


def _first_name(claim: Claim, turns: Sequence[Turn]) -> str | None:
    ordered = _order(claim, turns)
    return ordered[0] if ordered else None


def _name_order(claim: Claim, turns: Sequence[Turn]) -> str | None:
    ordered = _order(claim, turns)
    return ", ".join(ordered) if ordered else None


def _first_speaker(claim: Claim, turns: Sequence[Turn]) -> str | None:
    first = _first(claim.terms[0], turns)
    return None if first is None else first.speaker.strip() or None


def _day(claim: Claim, turns: Sequence[Turn], form: str) -> str | None:
    first = _first(claim.terms[0], turns, *claim.speakers)
    if first is None or first.date is None:
        return None
    day = date.fromisoformat(first.date)
    return day.strftime(form).lstrip("0")


def _days_between(claim: Claim, turns: Sequence[Turn]) -> str | None:
    days = [first.date for term in claim.terms if (first := _first(term, turns)) is not None]
    if len(days) != 2 or days[0] is None or days[1] is None:
        return None
    return str(abs(date.fromisoformat(days[0]).toordinal() - date.fromisoformat(days[1]).toordinal()))


def _more(options: Sequence[str], counts: Sequence[int]) -> str | None:
    if counts[0] == counts[1] or not all(counts):
        return None
    return options[0 if counts[0] > counts[1] else 1]


def _things(kind: str, turns: Sequence[Turn], speaker: str, day: str = "") -> set[str]:
    return {
        thing
        for turn in turns
        if turn.speaker.strip() == speaker and day in ("", turn.date)
        for thing in mentioned(KINDS[kind], turn.text)
    }


def _only(found: set[str]) -> str | None:
    return next(iter(found)) if len(found) == 1 else None


def _only_thing(claim: Claim, turns: Sequence[Turn]) -> str | None:
    """Return the only thing that all the speakers name, in the word that was said first."""
    kind, day = KINDS[claim.terms[0]], "".join(claim.terms[1:])
    named = [_things(claim.terms[0], turns, speaker, day) for speaker in claim.speakers]
    thing = _only(set.intersection(*named))
    for turn in turns:
        if (
            turn.speaker.strip() in claim.speakers
            and day in ("", turn.date)
            and thing in mentioned(kind, turn.text)
        ):
            words = [word for word in kind.says.findall(turn.text) if kind.named[word.casefold()] == thing]
            return thing if thing and thing[0].isupper() else words[0].casefold()
    return None


def _first_statement(claim: Claim, turns: Sequence[Turn]) -> str | None:
    place = {turn.turn_id: turn.index for turn in turns}
    if not set(claim.terms) <= place.keys() or claim.terms[0] == claim.terms[1]:
        return None
    return claim.wordings[0 if place[claim.terms[0]] < place[claim.terms[1]] else 1]


def _quantity(claim: Claim, turns: Sequence[Turn]) -> str | None:
    own = [turn.text for turn in turns if turn.speaker.strip() == claim.speakers[0]]
    return _only({number for text in own for noun, number in quantities(text) if noun == claim.terms[0]})


_COUNTS: dict[ClaimKind, Callable[[Claim, Sequence[Turn]], str | None]] = {
    ClaimKind.TURNS_NAMING: lambda c, t: _number(_saying(c.terms[0], t, c.speakers[0])),
    ClaimKind.SPEAKERS_NAMING: lambda c, t: _number(_speakers(c.terms[0], t)),
    ClaimKind.SESSIONS_NAMING: lambda c, t: _number({turn.session for turn in _saying(c.terms[0], t)}),
    ClaimKind.FIRST_SPEAKER: _first_speaker,
    ClaimKind.FIRST_NAME: _first_name,
    ClaimKind.NAME_ORDER: _name_order,
    ClaimKind.FIRST_DATE: lambda c, t: _day(c, t, "%d %B %Y"),
    ClaimKind.WEEKDAY: lambda c, t: _day(c, t, "%A"),
    ClaimKind.DAYS_BETWEEN: _days_between,
    ClaimKind.NAMES_MORE: lambda c, t: _more(
        c.speakers, [len(_saying(c.terms[0], t, s)) for s in c.speakers]
    ),
    ClaimKind.NAMED_MORE: lambda c, t: _more(
        c.terms, [len(_saying(name, t, c.speakers[0])) for name in c.terms]
    ),
    ClaimKind.KIND_SHARED: _only_thing,
    ClaimKind.KIND_NAMED: _only_thing,
    ClaimKind.KIND_ON_DAY: _only_thing,
    ClaimKind.FIRST_STATEMENT: _first_statement,
    ClaimKind.QUANTITY: _quantity,
    ClaimKind.ONLY_SPEAKER: lambda c, t: _only(_speakers(c.terms[0], t)),
}
