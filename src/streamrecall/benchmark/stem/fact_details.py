"""Questions of a fact: who did it, what, how many, where, when and why."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from streamrecall.benchmark.stem.details import WHO, Detail, Form
from streamrecall.benchmark.stem.facts import Fact
from streamrecall.benchmark.stem.verbs import BY_PARTICIPLE
from streamrecall.text.content_words import NUMBER_WORDS, read_words

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_WHEN = re.compile(
    rf"(?:^|\s)((?:on|in|by|until|since|from|before|after)?\s?(?:the )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})"
    rf"|(?:{_MONTHS})(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?"
    rf"|(?:{_DAYS})(?: the \d{{1,2}}(?:st|nd|rd|th)?)?|(?:19|20)\d{{2}})"
    rf"|(?:on|in|by|until|since) (?:{_MONTHS}|{_DAYS})"
    rf"|at (?:\d{{1,2}}(?:[:.]\d\d)?(?: ?[ap]m)?|(?:half past |a quarter to |a quarter past )?(?:{_NUMBER})"
    rf"|noon|midnight))$",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"(?:^|\s)((?:in|at|near|behind|outside|above|across|under) (?:(?:the|a|an|their)\s.+|[A-Z]\S*.*))$"
)
_NO_PLACE = re.compile(
    r"(?:in|at) (?:the|a|an|their) (?:\w+ )?(?:end|middle|beginning|start|moment|time|meantime|hurry|mood"
    r"|voice|way|least|minute|day|week|month|year|night|evening|morning|afternoon|life|hand|hands|mind|head"
    r"|second|wedding|interview|future|past|row|case|sense|view|truth|fact|lot|name)\b|(?:in|at) [A-Z]\w+'s",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?:about |around )?(?P<number>\d[\d.,]*|(?i:{'|'.join(NUMBER_WORDS)})) "
    r"(?!(?:o'clock|percent|per|am|pm|of|to|and|more|in|million|thousand|hundred)\b)"
    r"(?P<counted>[a-z]+s\b.*|people\b.*)$"
)
_ARTICLE = re.compile(r"(?:the|a|an|some|every|their|about|around) ")
_ARTICLE_INSIDE = re.compile(r"\S\s(?:a|an|the|their|some)\s")
_MEASURES = frozenset(
    "series couple lot piece cup pair bunch number set list bottle glass box slice bit bag part".split()
)


def fact_details(fact: Fact, people: Collection[str]) -> Iterator[Detail]:
    """Yield the questions that a fact answers.

    What a person says of the present, of plans or of skills is asked as something said, since it may have
    changed by the time of the question.

    Args:
        fact: Any fact.
        people: Who is known to be a person.
    """
    evidence = (fact.turn_index,)
    word, clause = _person_clause(fact, people)
    described = f"the person {word.lower()} {clause}" if fact.who in people else ""
    whole = _join(fact.object, fact.rest)
    yield Detail(
        Form.WHO, f"{word} {clause}?", fact.who, (fact.who,), fact.who, evidence,
        f"{fact.of_who} {fact.predicate}".strip(), described, premise=_premise(fact, whole),
        statement=f"they {fact.finite if fact.past else fact.told} {whole}" if fact.own else "",
    )  # fmt: skip

    def detail(form: Form, word: str, rest: str, answer: str, entities: tuple[str, ...]) -> Detail:
        predicate = f"{fact.of_who} {fact.verb} {rest}".strip()
        return Detail(form, _ask(fact, word, rest), answer, entities, fact.who, evidence, predicate)

    if fact.reason:
        yield detail(Form.WHY, "Why", whole, f"Because {fact.reason}", _key_words(fact.reason))
    if fact.object and not _ARTICLE_INSIDE.search(fact.object) and not _names_a_person(fact.object, people):
        counted = _COUNTED.match(fact.object)
        if counted:
            number = counted["number"].casefold()
            yield detail(Form.HOW_MANY, f"How many {counted['counted']}", fact.rest, number, (number,))
        elif (
            read_words(fact.rest).content
            and read_words(fact.object).content
            and not _WHEN.search(fact.object)
        ):
            yield detail(Form.WHAT, "What", fact.rest, fact.object, _head(fact.object))
    if fact.auxiliary == "has":
        return
    when = _WHEN.search(whole)
    before = whole[: when.start()].strip() if when else ""
    if when and read_words(before).content:
        yield detail(Form.WHEN, "When", before, when[1].strip(), _key_words(when[1]))
    where = _WHERE.search(fact.rest)
    before = _join(fact.object, fact.rest[: where.start()]) if where else ""
    if (
        where
        and not when
        and not _NO_PLACE.match(where[1])
        and (read_words(before).content or fact.verb in _PLACED)
    ):
        yield detail(Form.WHERE, "Where", before, where[1], _head(where[1]))


_PLACED = frozenset(
    {"work", "live", "sit", "sleep", "stand", "grow", "working", "living", "sitting", "standing"}
)


def _said(fact: Fact) -> bool:
    return fact.own and not fact.past and fact.auxiliary != "has"


def _person_clause(fact: Fact, people: Collection[str]) -> tuple[str, str]:
    """Return what asks for the person and the clause that tells who it is."""
    if fact.of_who:
        return f"Whose {fact.of_who}", fact.predicate
    clause = f"said they {_join(fact.told, fact.object, fact.rest)}" if _said(fact) else fact.predicate
    return "Who" if fact.who in people else "Who or what", clause


def _ask(fact: Fact, word: str, rest: str) -> str:
    if _said(fact):
        return _join(word, "did", WHO, "say they", fact.told, rest) + "?"
    subject = f"{WHO}'s {fact.of_who}" if fact.of_who else WHO
    helper = fact.auxiliary or ("did" if fact.past else "does")
    return _join(word, helper, subject, fact.verb, rest) + "?"


def _premise(fact: Fact, rest: str) -> str:
    """Return a question that takes it for granted; empty where it would sound odd."""
    if fact.auxiliary == "has":
        subject = f"{WHO}'s {fact.of_who}" if fact.of_who else WHO
        return _join("When did", subject, BY_PARTICIPLE[fact.verb].base, rest) + "?"
    return _ask(fact, "When", rest) if fact.own or fact.past else ""


def _names_a_person(phrase: str, people: Collection[str]) -> bool:
    return any(name in phrase.split() for name in people)


def _join(*parts: str) -> str:
    return " ".join(part.strip() for part in parts if part.strip())


def _head(phrase: str) -> tuple[str, ...]:
    """Return what an answer must hold of a phrase: its names and numbers, else its last telling word."""
    named = re.findall(
        r"(?:(?<=\s)|^)(?:[A-Z][\w'-]+(?: [A-Z][\w'-]+)*|\d[\d.,:]*)", _ARTICLE.sub("", phrase)
    )
    if named:
        return tuple(name.strip(".,") for name in named)
    measure, _, _ = phrase.partition(" of ")
    before_of = phrase if measure.split()[-1] in _MEASURES or not read_words(measure).content else measure
    telling = [word for word in re.findall(r"[\w'-]+", before_of) if read_words(word).content]
    return (telling[-1],) if telling else _key_words(phrase)


def _key_words(phrase: str) -> tuple[str, ...]:
    telling = [word for word in re.findall(r"[\w'-]+", phrase) if read_words(word).content]
    return tuple(dict.fromkeys(telling[:3])) or (phrase,)
