"""Query refinement by rules, for questions and for windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from streamrecall.baselines.steps.query_refinement import Draft, Found, Refinement
from streamrecall.text.content_words import coverage, read_words
from streamrecall.text.key_phrases import key_phrases
from streamrecall.text.sentences import split_sentences
from streamrecall.text.telling_words import content_words

_SEARCH_WORDS = 24
_NEW_WORDS = 3
_PARTS = 3
_READINGS = 2


class RuleBasedRefiner:
    """Stands in for RQ-RAG's model; knows no more than the question's words and those of the passages.

    - Rewrite: the question's content words, and those that at least two passages say beside them.
    - Decompose: a query for each sentence; in one sentence, for each person named, or else each phrase.
    - Disambiguate: the question in the sense of the best passages, each by the telling phrase of its
      sentence nearest to the question.
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
    sentences = [s for s in split_sentences(found.question) if content_words(s)]
    if len(sentences) > 1:
        fullest = sorted(range(len(sentences)), key=lambda i: (-len(set(content_words(sentences[i]))), i))
        return [sentences[place] for place in sorted(fullest[:_PARTS])]
    names = _names(found.question)
    if len(names) > 1:
        return [
            " ".join(w for w in found.question.split() if not (set(_names(f"- {w}")) & set(names) - {name}))
            for name in names[:_PARTS]
        ]
    phrases = [phrase.text for phrase in key_phrases(found.question) if phrase.text not in names]
    return [" ".join([*names, phrase]) for phrase in phrases[:_PARTS]] if len(phrases) > 1 else []


def _names(text: str) -> list[str]:
    """Return the capitalised content words, the one that opens the text apart."""
    return list(
        dict.fromkeys(w for w in content_words(text) if w[0].isupper() and not text.startswith(w))
    )


def _disambiguated(found: Found) -> list[str]:
    said = found.question.casefold()
    readings = []
    for passage in found.passages:
        sentence = _nearest_sentence(found.question, [passage]).answer
        new = [phrase.text for phrase in key_phrases(sentence) if phrase.text.casefold() not in said]
        if new:
            readings.append(f"{found.question} {new[0]}")
    return list(dict.fromkeys(readings))[:_READINGS]


def _nearest_sentence(question: str, passages: Sequence[str]) -> Draft:
    asked = read_words(question).content
    best = Draft("", 0.0)
    for passage in passages:
        for sentence in split_sentences(passage):
            held = coverage(asked, read_words(sentence).content) if asked else 0.0
            if held > best.confidence:
                best = Draft(sentence, held)
    return best
