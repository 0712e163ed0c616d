"""Content words, numbers and names of a text: what offline rules compare instead of meanings.

Words are case-folded and lightly stemmed (English endings only); runs of a script that is written
without blanks become character pairs. Numbers are compared as digits: "5,000", "5000" and "05" agree
with "5000" and "5", and the English words two to twelve and the tens with their digits.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*[^\W\d_]*|[^\W_]+(?:'[^\W_]+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+\Z")
_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;\u2026\n\"'(\[\u00ab\u2014\u2013])[\s\"'(\[\u00ab]*\Z")
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff]+"
)
_CLITIC = re.compile(r"'(?:s|m|d|re|ve|ll)\Z")

STOP_WORDS = frozenset(
    """
    a about actually after again ah aha all already alright also although am an and any anyway are as at
    be because been before being both but by can cos could cuz did do does doing done each earlier else er
    erm even ever every few for from further get gets getting go goes going gonna gosh got had haha has
    have having he hello her here hers herself hey hi him himself his hm hmm how however i if in into is
    it its itself just kind kinda let like ll lol lot lots may maybe me mhm might mine mm mm-hmm more most
    much must my myself nah need of off oh ok okay on one ones only or other our ours out over own please
    pretty quite rather re really right same shall she should since so some sort still such sure than
    thank thanks that the their theirs them themselves then there these they thing things this those
    though through to too uh um until up upon us ve very wanna want was we well were what when where
    whether which while who whom whose why will with within without would wow ya yeah yep yes yet you your
    yours yourself yup
    """.split()
)
NEGATED = "not"
"""The content word that every English negation becomes."""

_NEGATION = frozenset("no not never none nobody nothing neither nor cannot without".split())
_UNITS = "two three four five six seven eight nine ten eleven twelve".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred".split()
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_UNITS, start=2)} | {
    word: str(value) for value, word in zip(range(20, 101, 10), _TENS, strict=True)
}


@dataclass(frozen=True, slots=True)
class Words:
    """What a text says, as sets.

    Attributes:
        content: Every content word, number and name.
        numbers: Those that carry a digit.
        names: Capitalised words inside a sentence.
        openers: Capitalised words that begin a sentence, which may be names.
        plain: Words written without a capital.
    """

    content: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]
    openers: frozenset[str]
    plain: frozenset[str]


@lru_cache(maxsize=100_000)
def read_words(text: str) -> Words:
    """Return the content words, numbers and names of ``text`` (any script; may be empty)."""
    text = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    content: set[str] = set()
    numbers: set[str] = set()
    names: set[str] = set()
    openers: set[str] = set()
    plain: set[str] = set()
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0].isdigit() or any(character.isdigit() for character in token):
            number = _number(token)
            content.add(number)
            numbers.add(number)
            continue
        for word in _words(token):
            content.add(word)
            if token[0].isupper():
                opens = _SENTENCE_START.search(text, max(0, match.start() - 8), match.start())
                (openers if opens else names).add(word)
            else:
                plain.add(word)
    return Words(*(frozenset(words) for words in (content, numbers, names, openers, plain)))


def coverage(wanted: frozenset[str], present: frozenset[str]) -> float:
    """Return the share of ``wanted`` that is in ``present``; 1 for nothing wanted."""
    return len(wanted & present) / len(wanted) if wanted else 1.0


def _number(token: str) -> str:
    digits = "".join(str(unicodedata.digit(c)) if c.isdecimal() else c for c in token)
    if not digits[0].isdigit():
        return digits.casefold()
    figure = digits.rstrip("".join({c for c in digits if c.isalpha()}))
    if _THOUSANDS.match(figure):
        figure = figure.replace(",", "")
    return figure.lstrip("0") or "0" if figure.isdigit() else figure


def _words(token: str) -> list[str]:
    if _UNSPACED.search(token):
        return [pair for run in _UNSPACED.findall(token) for pair in _pairs(run)]
    word = token.casefold()
    if word.endswith("n't"):
        return [NEGATED]
    word = _CLITIC.sub("", word).replace("'", "")
    if word in _NEGATION:
        return [NEGATED]
    if word in NUMBER_WORDS:
        return [NUMBER_WORDS[word]]
    return [] if not word or word in STOP_WORDS else [_stem(word)]


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _stem(word: str) -> str:
    """Cut English endings alike from both sides of a comparison; stems need not be words."""
    if not word.isascii() or len(word) < 4:
        return word
    for ending, replacement in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + replacement
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
