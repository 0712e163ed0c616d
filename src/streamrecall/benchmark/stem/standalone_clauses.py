"""Clauses that are understood by themselves, told in the third person.

A clause is left out where something in it needs the talk around it: another's pronoun, a negation, condition
or guess, a word that points at the place or day of speaking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from streamrecall.records import one_line
from streamrecall.text.sentences import split_sentences

LONGEST = 16
"""Most words behind the verb."""
_LONGEST_CLAUSE = 60

_OPENERS = re.compile(
    r"^(?:(?:well|so|and|but|oh|ok|okay|yeah|yes|yep|no|actually|anyway|look|hey|right|now|then|also|um|uh|plus"
    r"|alright|all right|besides|honestly|apparently|see|because|you know|y'know|i mean|other news|god|wow)\b"
    r"[\s,.!:\u2026-]*)+",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\W*(?:if|when|unless|until|before|after|what if|imagine|suppose)\b", re.IGNORECASE)
_CLAUSE_BREAK = re.compile(
    r"[,;:\u2013\u2014]\s+(?:(?:and|but|so|then|because)\s+)?(?=(?:[Ii]\b|[Mm]y\b|[A-Z]))"
    r"|\s(?:and|but|so)\s(?=(?:[Ii]\b|[Mm]y\b))"
)
_ASIDES = re.compile(r"\([^()]{0,200}\)|\[[^\[\]]{0,200}\]|\*[^*]{0,200}\*")
_END = re.compile(
    r"\s?(?:[,;:!?\u2026\u2013\u2014\"()\u201c\u201d]|\.(?!\d)|\s-+\s|-+\s|\s-+$"
    r"|\s(?:but|which|although|though|cos|'cause|so|whereas|and|or)\b)",
    re.IGNORECASE,
)
_TAIL_WORDS = re.compile(
    r"(?:\s+(?:now|today|tonight|tomorrow|yesterday|again|too|also|though|anyway|already|last night|right now"
    r"|this morning|this afternoon|this evening|this week|this year|last week|last year|last month|at all"
    r"|you know|y'know|i think|i guess|i suppose|for you|to you|instead|either|back|yet|okay|ok"
    r"|please|man|dude|sweetie|honey|obviously|actually|apparently|currently|by the way|after all|here))+$",
    re.IGNORECASE,
)
_QUOTE_MARK = re.compile(r"\w'(?=\s)|(?<=\s)'\w")
_TRAILING_SYMBOLS = re.compile(r"[^\w%)]+$")
_NEEDS_CONTEXT = frozenset(
    """
    he she it him her his hers its they them their theirs this that these those here there you your yours we
    us our ours someone somebody something anything anyone everything everyone everybody nothing another
    other others else same thing things stuff such so one ones what whatever who which how why where today
    tonight yesterday tomorrow ago last next later soon lately it's that's he's she's they're you're we're
    there's i'm i've i'll i'd let's yourself himself herself itself themselves ourselves guy guys way
    both enough anymore instead too kind sort lot bit anywhere somewhere
    """.split()
)
_UNCERTAIN = re.compile(
    r"\b(?:not|never|no|none|cannot|\w+n't|if|would|could|might|maybe|may|should|wish|pretend|supposed|unless"
    r"|probably|perhaps|hardly|barely|nearly|almost|imagine|gonna|wanna|gotta|guess|i'd|had better"
    r"|kidding|would've|like a|love to|hate to|like to|want you|need you)\b",
    re.IGNORECASE,
)
_OWN = {"my": "their", "me": "them", "myself": "themselves", "mine": "theirs"}
_OF_THE_PERSON = frozenset({"their", "them", "they", "theirs", "themselves"})
_OF_SOMEBODY_OF_THEIRS = frozenset({"his", "her"})
_LEAVES_OPEN = frozenset(
    """
    in on at to for with from by about into onto over under after before when while until till since because
    and or but if as than the a an very of their is was
    """.split()
)


def plain_clauses(text: str) -> Iterator[str]:
    """Yield the clauses of a text that state something without condition, from the start of each clause."""
    told = _ASIDES.sub(" ", " ".join(one_line(text).split())).replace("\u2019", "'")
    for sentence in split_sentences(told):
        if sentence.rstrip("\"'\u201d )").endswith(("?", "-", "\u2026", "..")) or '"' in sentence:
            continue
        if not _CONDITION.match(sentence):
            for clause in _CLAUSE_BREAK.split(sentence):
                stated = _OPENERS.sub("", clause.strip(" \"'-\u2026.")).strip()
                if stated and len(stated.split()) <= _LONGEST_CLAUSE:
                    yield stated


def is_certain(clause: str) -> bool:
    """Whether a clause neither denies nor supposes."""
    return _UNCERTAIN.search(clause) is None


def predicate_tail(words: str, *, own: bool, of_somebody: bool) -> tuple[str, bool] | None:
    """Return what stands behind the verb in the third person, and whether the clause ends there.

    None where it is joined to something else, needs context, or says nothing.

    Args:
        words: The words behind the verb, to the end of the clause or beyond.
        own: Whether *they* and *their* can only be the speaker.
        of_somebody: Whether *his* and *her* can only be somebody of theirs, as behind *my father*.
    """
    end = _END.search(words)
    if end is not None and end.group().strip().casefold() in ("and", "or"):
        return None
    kept = _TAIL_WORDS.sub("", words if end is None else words[: end.start()])
    tail = in_third_person(_TRAILING_SYMBOLS.sub("", kept).lstrip(" .'-"))
    said = [word.casefold() for word in re.findall(r"[\w'\-]+", tail)]
    allowed = _OF_SOMEBODY_OF_THEIRS if of_somebody else _OF_THE_PERSON if own else frozenset()
    if not 1 <= len(said) <= LONGEST or said[-1] in _LEAVES_OPEN or _QUOTE_MARK.search(tail):
        return None
    if any(word in _NEEDS_CONTEXT and word not in allowed for word in said):
        return None
    return tail, end is None


def in_third_person(text: str) -> str:
    """Return a text with *I*, *me* and *my* as *they*, *them* and *their*."""
    text = re.sub(r"\bI was\b", "they were", text)
    text = re.sub(r"\bI'm\b|\bI am\b", "they are", text)
    text = re.sub(r"\bI've\b", "they have", text)
    text = re.sub(r"\bI'll\b", "they will", text)
    text = re.sub(r"(?<!\w)[Ii](?=\s)", "they", text)
    return re.sub(r"\b(?:my|me|myself|mine)\b", lambda match: _OWN[match.group()], text)


def reason_of(words: str) -> str:
    """Return the clause behind *because* in the third person; empty where it is too short or too long."""
    end = re.search(r"[;!?\u2026\u2013\u2014\"]|\.(?!\d)|\s-+\s|-+\s", words)
    cut = (words if end is None else words[: end.start()]).strip(" .,-")
    return in_third_person(cut) if 3 <= len(cut.split()) <= LONGEST else ""
