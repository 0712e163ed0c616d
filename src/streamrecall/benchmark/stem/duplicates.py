"""Questions that ask the same thing twice: word for word, or with nearly the same words and answer."""

from __future__ import annotations

import re

from streamrecall.benchmark.stem.drafts import QuestionDraft
from streamrecall.text.content_words import read_words

_NEAR = 0.85
_PUNCTUATION = re.compile(r"[^\w]+")


class Duplicates:
    """Admits questions one at a time. A count asked again later, with another answer, is another question."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], tuple[str, str, bool]] = {}
        self._words: dict[tuple[str, str, str], list[tuple[str, frozenset[str], frozenset[str]]]] = {}

    def admit(self, draft: QuestionDraft) -> str:
        """Return why a question is refused; empty where it is new, which is then remembered."""
        answer = _folded(draft.answer)
        text = (draft.dialogue_id, _folded(draft.text))
        if text in self._texts:
            name, earlier, counted = self._texts[text]
            if earlier == answer:
                return f"it is {name} again"
            if not (counted and draft.claim is not None):
                return f"{name} asks the same and has another answer"
        words, of_claim = read_words(draft.text).content, _of_claim(draft)
        place = (draft.dialogue_id, str(draft.category), answer)
        for name, claim, others in self._words.get(place, ()):
            same = (
                claim == of_claim
                if claim and of_claim
                else len(words & others) >= _NEAR * len(words | others)
            )
            if same:
                return f"it is nearly {name}"
        self._texts[text] = (draft.question_id, answer, draft.claim is not None)
        self._words.setdefault(place, []).append((draft.question_id, of_claim, words))
        return ""


def _of_claim(draft: QuestionDraft) -> frozenset[str]:
    """Return what a claim is about, whatever the order in which the question puts it."""
    if draft.claim is None:
        return frozenset()
    named = {f"term {term}" for term in draft.claim.terms} | {f"by {name}" for name in draft.claim.speakers}
    return frozenset({draft.claim.kind, *named})


def _folded(text: str) -> str:
    return _PUNCTUATION.sub(" ", text.casefold()).strip()
