"""Query refinement by rules, for questions and for windows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from streamrecall.baselines.steps.query_refinement import Draft, Found, Refinement
from streamrecall.text.content_words import coverage, read_words
from streamrecall.text.sentences import split_sentences
from streamrecall.text.telling_words import WORD, content_words, is_content_word
from streamrecall.text.tokens import count_tokens

_JOINT = re.compile(r"[,;]\s++|(?<!\s)\s++(?:and|or)\s++")
_BLANKS = re.compile(r"\s{2,}")
_SEARCH_WORDS = 24
_LONGEST_QUESTION = 64
_NEW_WORDS = 3
_PARTS = 3
_READINGS = 2


class RuleBasedRefiner:
    """Stands in for RQ-RAG's model; knows no more than the question's words and those of the passages.

    - Rewrite: the question's content words, and those that at least two passages say beside them.
    - Decompose: a query for each sentence; in one sentence, for each person named, or else for each part
      around "and", "or" and commas. A simple question has no parts.
    - Disambiguate: the question read in the sense of each of the best passages, that is together with the
      passage's sentence nearest to it; of a window its first content words stand for it.
    - Draft: the sentence that says most of the question's content words; their share is its confidence.
    """

    name = "rule-based refinement"

    def __init__(self) -> None:
        self.failures = 0

    def refine(self, action: Refinement, found: Sequence[Found]) -> list[tuple[str, ...]]:
        """Return the new queries for each, none where the action does not apply."""
        rule = {
            Refinement.REWRITE: _rewritten,
            Refinement.DECOMPOSE: _decomposed,
            Refinement.DISAMBIGUATE: _disambiguated,
        }[action]
        return [tuple(query for query in dict.fromkeys(rule(each)) if query.strip()) for each in found]

    def draft(self, found: Sequence[Found]) -> list[Draft]:
        """Return the sentence nearest to each question with the share of its words."""
        return [_nearest_sentence(each.question, each.passages) for each in found]


def _rewritten(found: Found) -> list[str]:
    asked = read_words(found.question).content
    searched = list(dict.fromkeys(content_words(found.question)))[:_SEARCH_WORDS]
    said_by: Counter[str] = Counter()
    for passage in found.passages:
        said_by.update({w.casefold() for w in content_words(passage) if not read_words(w).content & asked})
    beside = sorted((w for w, count in said_by.items() if count > 1), key=lambda w: (-said_by[w], w))
    return [" ".join([*searched, *beside[:_NEW_WORDS]])] if searched else []


def _decomposed(found: Found) -> list[str]:
    sentences = [sentence for sentence in split_sentences(found.question) if content_words(sentence)]
    if len(sentences) > 1:
        fullest = sorted(range(len(sentences)), key=lambda i: (-len(set(content_words(sentences[i]))), i))
        return [sentences[place] for place in sorted(fullest[:_PARTS])]
    names = _names(found.question)
    if len(names) > 1:
        return [_without(found.question, set(names) - {name}) for name in names[:_PARTS]]
    parts = [part for part in _JOINT.split(found.question) if set(content_words(part)) - set(names)]
    if len(parts) < 2:
        return []
    return [" ".join([*(n for n in names if n not in part), part]) for part in parts[:_PARTS]]


def _names(text: str) -> list[str]:
    """Return the capitalised content words, one that opens the text apart."""
    found = [match.group() for match in WORD.finditer(text) if match.start() and match.group()[0].isupper()]
    return [word for word in dict.fromkeys(found) if is_content_word(word)]


def _without(text: str, names: set[str]) -> str:
    return _BLANKS.sub(" ", WORD.sub(lambda match: "" if match.group() in names else match.group(), text))


def _disambiguated(found: Found) -> list[str]:
    nearest = (_nearest_sentence(found.question, [passage]).answer for passage in found.passages)
    asked = found.question
    if count_tokens(asked) > _LONGEST_QUESTION:
        asked = " ".join(list(dict.fromkeys(content_words(asked)))[:_SEARCH_WORDS])
    readings = dict.fromkeys(f"{asked} {sentence}" for sentence in nearest if sentence)
    return list(readings)[:_READINGS]


def _nearest_sentence(question: str, passages: Sequence[str]) -> Draft:
    asked = read_words(question).content
    best = Draft("", 0.0)
    for passage in passages:
        for sentence in split_sentences(passage):
            held = coverage(asked, read_words(sentence).content) if asked else 0.0
            if held > best.confidence:
                best = Draft(sentence, held)
    return best
