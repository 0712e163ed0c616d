"""Which words of a message tell what it is about, in order: the basis of clauses, phrases and answers."""

from __future__ import annotations

import re

from streamrecall.text.content_words import STOP_WORDS

WORD = re.compile(r"[^\W_]+(?:['\u2019\-.&][^\W_]+)*")

_CHATTER = frozenset(
    """
    absolutely agree agreed amazing anyone anything appreciate away awesome back beautiful best bet bye
    came care catch chat cheers come comes coming congrats congratulations cool definitely else enjoy
    everyone everything exactly excellent excited exciting fantastic fine fun gave gets getting give
    gives giving glad goes good goodbye great greetings guess hahaha hear heard hope incredible indeed
    inspiring instead interesting keep know later likely look looking looks love lovely luck luckily
    made make makes making mean means morning nice nobody nothing now oops perfect perhaps pleasure
    proud put rather said say says see seem seems share sharing someone something sometimes soon sorry
    sound sounds super take takes taking talk tell then think thought too took total totally toward
    towards true truly try trying understand use used using wanted wants way welcome went wonderful yay
    """.split()
)


def words(text: str) -> list[str]:
    """Return the words of ``text`` in order; apostrophes are made straight, case is kept."""
    return [match.group().replace("\u2019", "'") for match in WORD.finditer(text)]


def is_content_word(word: str) -> bool:
    """Whether a word says what a message is about: no function word, no pleasantry."""
    folded = word.casefold()
    return (
        folded.partition("'")[0] not in STOP_WORDS
        and folded not in _CHATTER
        and not folded.endswith("n't")
        and (len(word) > 1 or word.isdigit())
    )


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
