"""Sentence segmentation with Punkt (ReMEMBER, appendix D), trained tables without pickles."""

from __future__ import annotations

from functools import cache

import punkt


@cache
def _tokenizer(language: str) -> punkt.PunktSentenceTokenizer:
    return punkt.tokenizer_for(language, line_breaks="always")


def sentence_spans(text: str, language: str = "english") -> list[tuple[int, int]]:
    """Return the (start, end) character span of each sentence; line breaks end sentences."""
    return [
        (start, end) for start, end in _tokenizer(language).span_tokenize(text) if text[start:end].strip()
    ]


def split_sentences(text: str, language: str = "english") -> list[str]:
    """Return the sentences of ``text`` in order, without surrounding blanks."""
    return [text[start:end].strip() for start, end in sentence_spans(text, language)]
