"""Facts that one clause of one turn states about one person, in a form that questions can be made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.stem.standalone_clauses import (
    is_certain,
    plain_clauses,
    predicate_tail,
    reason_of,
)
from streamrecall.benchmark.stem.verbs import BY_GERUND, BY_PARTICIPLE, BY_PAST, BY_THIRD, UNCHANGED, VERBS
from streamrecall.records import Turn, one_line
from streamrecall.text.content_words import NUMBER_WORDS, read_words

_ADVERBS = (
    r"(?:(?:just|also|already|really|actually|finally|even|only|recently|once|always|usually|still)\s+)?"
)
_VERBAL = re.compile(
    rf"(?P<auxiliary>'m|am|'ve|'ll|'s|have|has|is|was|will|can)?\s*{_ADVERBS}(?P<verb>[A-Za-z]+)\s+(?P<tail>\S.*)$"
)
_STARTS_PHRASE = re.compile(
    r"(?:the|a|an|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|fifty|about|around|some"
    r"|every|their|\d[\d.,:]*\w*|[$\u00a3\u20ac]\d\S*|[A-Z]\S*)\Z"
)
_ENDS_PHRASE = frozenset(
    """
    in on at to for with from by about into onto over under after before when while until till since because
    that who and or but if as than then up out down off away through around during without within against
    between every once twice together behind near next where
    """.split()
)
_AUXILIARIES = frozenset({"is", "was", "has", "will", "can"})
_RARE_TURNS, _RARE_SHARE = 5, 0.01

_Read = tuple[str, str, str, bool, str]
"""Auxiliary, verb, finite form, whether past, and the words behind."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A clause of a turn: ``who`` ``verb`` ``object`` ``rest``, told in the third person.

    Attributes:
        who: The person the clause is about.
        of_who: What of the person, as in ``sister``; empty for the person.
        auxiliary: ``is``, ``has``, ``will`` or ``can`` where the clause has one; else empty.
        verb: The verb as it stands behind the auxiliary or, without one, in its base form.
        finite: The verb as it stands behind a third person, the auxiliary included.
        past: Whether a verb without auxiliary is in the past.
        object: The phrase right behind the verb; may be empty.
        rest: What follows it; may be empty.
        reason: The clause behind *because*; may be empty.
        own: Whether the person says it of themselves, as *I*.
    """

    turn_id: str
    turn_index: int
    who: str
    of_who: str
    auxiliary: str
    verb: str
    finite: str
    past: bool
    object: str
    rest: str
    reason: str = ""
    own: bool = False

    @property
    def told(self) -> str:
        """The finite verb as it stands behind *said they*, one tense back."""
        match self.auxiliary:
            case "is" | "was":
                return f"were {self.verb}"
            case "will" | "can":
                return f"{'would' if self.auxiliary == 'will' else 'could'} {self.verb}"
            case "has":
                return f"had {self.verb}"
        return VERBS[self.verb].past

    @property
    def predicate(self) -> str:
        """The finite verb and all that follows."""
        return " ".join(part for part in (self.finite, self.object, self.rest) if part)


def facts_of(turn: Turn, people: Sequence[str]) -> Iterator[Fact]:
    """Yield the facts that a turn states.

    Args:
        turn: Any turn; its speaker is who *I* stands for.
        people: Names that a clause may begin with.
    """
    speaker = one_line(turn.speaker)
    if speaker:
        for clause in plain_clauses(turn.text):
            fact = _fact(turn, speaker, clause, people)
            if fact is not None:
                yield fact


def _fact(turn: Turn, speaker: str, clause: str, people: Sequence[str]) -> Fact | None:
    head, _, reason = clause.partition(" because ")
    subject = _subject(head, speaker, people) if is_certain(head) else None
    if subject is None:
        return None
    who, of_who, first_person, verbal = subject
    read = _read_verb(verbal, first_person and not of_who)
    if read is None:
        return None
    auxiliary, verb, finite, past, words = read
    tail = predicate_tail(words, own=first_person, of_somebody=bool(of_who))
    if tail is None:
        return None
    phrase, rest = _split_object(tail[0])
    why = reason_of(reason) if reason and tail[1] else ""
    return Fact(
        turn.turn_id, turn.index, who, of_who, auxiliary, verb, finite, past, phrase, rest, why,
        first_person and not of_who,
    )  # fmt: skip


def _subject(clause: str, speaker: str, people: Sequence[str]) -> tuple[str, str, bool, str] | None:
    """Return who and what of them the clause is about, whether in the first person, and the words behind."""
    own = re.match(r"(?:I|i)(?='|\s)\s*", clause)
    if own:
        return speaker, "", True, clause[own.end() :]
    mine = re.match(r"[Mm]y ([a-z]+(?: [a-z]+)??)\s+(?=([a-z]+)\s)", clause)
    if mine and (mine[2] in _AUXILIARIES or mine[2] in BY_PAST or mine[2] in BY_THIRD):
        return speaker, mine[1], True, clause[mine.end() :]
    for name in people:
        if clause.startswith(f"{name} ") or clause.startswith(f"{name}'s "):
            behind = clause[len(name) :].strip()
            theirs = re.match(r"'s ([a-z]+(?: [a-z]+)??)\s+(?=([a-z]+)\s)", behind)
            if theirs and (theirs[2] in _AUXILIARIES or theirs[2] in BY_PAST):
                return name, theirs[1], False, behind[theirs.end() :]
            return name, "", False, behind
    return None


def _read_verb(verbal: str, first_person: bool) -> _Read | None:
    """Return how a clause's verb reads; None for one that is not known."""
    match = _VERBAL.match(verbal)
    if match is None:
        return None
    auxiliary, word, tail = match["auxiliary"] or "", match["verb"].lower(), match["tail"]
    if auxiliary in ("have", "has", "'ve") and word == "got":
        return "", "have", "has", False, tail
    if auxiliary in ("have", "has") and _STARTS_PHRASE.match(word):
        return "", "have", "has", False, f"{word} {tail}"
    if auxiliary:
        finite = _with_auxiliary(auxiliary, word)
        return finite and (*finite, f"{finite[0]} {word}", False, tail)
    return _alone(word, first_person, tail)


def _with_auxiliary(auxiliary: str, word: str) -> tuple[str, str] | None:
    """Return the auxiliary as it stands behind a third person, and the verb."""
    if auxiliary in ("'m", "am", "is", "was", "'s") and word in BY_GERUND:
        return ("was" if auxiliary == "was" else "is"), word
    if auxiliary in ("'ve", "have", "has", "'s") and word in BY_PARTICIPLE:
        return "has", word
    if auxiliary in ("'ll", "will", "can") and word in VERBS:
        return ("can" if auxiliary == "can" else "will"), word
    return None


def _alone(word: str, first_person: bool, tail: str) -> _Read | None:
    if word in UNCHANGED:
        return None
    if word in BY_PAST:
        return "", BY_PAST[word].base, word, True, tail
    known = VERBS.get(word) if first_person else BY_THIRD.get(word)
    return None if known is None else ("", known.base, known.third, False, tail)


def _split_object(tail: str) -> tuple[str, str]:
    words = tail.split()
    if not words or not _STARTS_PHRASE.match(words[0]):
        return "", tail
    size = next(
        (place for place, word in enumerate(words) if place and word.casefold() in _ENDS_PHRASE), len(words)
    )
    return " ".join(words[:size]), " ".join(words[size:])


def telling(fact: Fact, word_turns: Mapping[str, int], turns: int) -> bool:
    """Whether the predicate has two content words, more than numbers behind the verb, and a rare word."""
    said = read_words(f"{fact.object} {fact.rest}")
    if said.content <= said.numbers | frozenset(NUMBER_WORDS.values()):
        return False
    words = read_words(fact.predicate).content
    rare = max(_RARE_TURNS, _RARE_SHARE * turns)
    return len(words) >= 2 and any(word_turns.get(word, 0) <= rare for word in words)
