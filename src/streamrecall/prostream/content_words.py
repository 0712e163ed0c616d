"""Which words of a message carry content: the basis of the rule-based distillation and answering."""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W_]+(?:['\u2019\-.&][^\W_]+)*")

_FUNCTION_WORDS = frozenset(
    """
    a about above actually after again ago all almost already also although always am an and another any anyone
    anything are aren't around as at away back be because been before being below between both but by can
    can't cannot could couldn't did didn't do does doesn't doing don't done down each either else even ever
    every everyone everything few for from further get gets getting give go goes going gonna gone got gotta had
    hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how
    how's however i i'd i'll i'm i've if in instead into is isn't it it'd it'll it's its itself just keep know
    last let let's like likely lot lots made make makes making many may maybe me mean might mine more most much
    must my myself need needs never next no nor not nothing now of off oh ok okay on once one ones only onto or
    other others our ours ourselves out over own per perhaps please put quite rather really right said same say
    says see seem seems shall she she'd she'll she's should shouldn't since so some someone something sometimes
    soon still such sure take takes taking tell than that that'd that'll that's the their theirs them themselves
    then there there's these they they'd they'll they're they've thing things think this those though through
    till to too took toward towards try trying two under until up upon us use used using very wanna want wants
    was wasn't way we we'd we'll we're we've well went were weren't what what's whatever when when's where
    where's whether which while who who's whole whom whose why will with within without won't would wouldn't yeah
    yep yes yet you you'd you'll you're you've your yours yourself
    """.split()
)
_PLEASANTRIES = frozenset(
    """
    absolutely agree agreed amazing appreciate awesome beautiful best bet bye care catch chat cheers cool
    congrats congratulations definitely enjoy exactly excellent excited exciting fantastic fine fun glad good
    goodbye gosh great greetings guess haha hahaha hey hello hi hope hear hmm incredible indeed inspiring
    interesting later lol look looking looks love lovely luck luckily morning nice night no-one oops perfect
    pleasure pretty proud share sharing sorry sound sounds super support talk thank thanks totally true truly
    understand welcome wonderful wow yay
    """.split()
)


def words(text: str) -> list[str]:
    """Return the words of ``text`` in order; apostrophes are made straight, case is kept."""
    return [match.group().replace("\u2019", "'") for match in WORD.finditer(text)]


def is_content_word(word: str) -> bool:
    """Whether a word says what a message is about: no function word, no pleasantry."""
    folded = word.casefold()
    return folded not in _FUNCTION_WORDS and folded not in _PLEASANTRIES and (len(word) > 1 or word.isdigit())


def content_words(text: str) -> list[str]:
    """Return the content words of ``text`` in order."""
    return [word for word in words(text) if is_content_word(word)]


def stem(word: str) -> str:
    """Return a crude stem, so that ``painted``, ``painting`` and ``paints`` meet."""
    folded = word.casefold().removesuffix("'s")
    for suffix in ("ingly", "edly", "ing", "ied", "ies", "ed", "es", "s", "ly"):
        if folded.endswith(suffix) and len(folded) - len(suffix) >= 3:
            root = folded[: -len(suffix)]
            if suffix in ("ied", "ies"):
                return root + "y"
            if suffix in ("ing", "ed") and root[-1] == root[-2] and root[-1] not in "ls":
                return root[:-1]
            return root.removesuffix("e")
    return folded.removesuffix("e") if len(folded) > 4 else folded


def stems(text: str) -> list[str]:
    """Return the stems of the content words of ``text`` in order."""
    return [stem(word) for word in content_words(text)]
