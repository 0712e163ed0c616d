"""Evidence queries: the words of the window that ask the history for what is missing (section 4.1)."""

from __future__ import annotations

from streamrecall.records import DetectedGap, Question
from streamrecall.retrieval.words import words
from streamrecall.text.content_words import read_words

EVIDENCE_NEED = "retrieve earlier dialogue about"
MAX_KEYWORDS = 8


def evidence_query(said: str) -> str:
    """Return the evidence need of an utterance, without guessing the answer."""
    return f"{EVIDENCE_NEED} {said}"


def keywords(said: str, most: int = MAX_KEYWORDS) -> tuple[str, ...]:
    """Return up to ``most`` content words as written, in the order of the utterance."""
    return tuple(dict.fromkeys(word for word in words(said) if read_words(word).content))[:most]


def question_gap(question: Question) -> DetectedGap:
    """Return a question as the one gap to fill: it is its own query."""
    return DetectedGap(
        turn_id="",
        quote=question.text,
        reason="the question asks for it",
        query=question.text,
        keywords=keywords(question.text),
    )
