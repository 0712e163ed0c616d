"""Summary and keywords of a session, by extraction or by a chat model (Xu et al., 2025, section 3.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import Field

from streamrecall.baselines.turn_sentences import extract_summary, turn_sentences
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import Turn, one_line, render_turns
from streamrecall.text.key_phrases import key_phrases
from streamrecall.text.sentences import split_sentences

_PROMPT = "baselines/memgas_digest"


@dataclass(frozen=True, slots=True)
class SessionDigest:
    """What a session tells in short.

    Attributes:
        summary: In running text; empty where there is nothing to tell.
        keywords: The most telling first.
    """

    summary: str
    keywords: tuple[str, ...]


class SessionDigester(Protocol):
    """Makes the summary and the keywords of sessions."""

    name: str

    def digest(
        self, sessions: Sequence[Sequence[Turn]], summary_tokens: int, keywords: int
    ) -> list[SessionDigest]:
        """Return one digest per session, of about so many tokens and at most so many keywords."""
        ...


class DigestReply(Reply):
    """A summary in running text and keywords."""

    summary: str = Field(min_length=1)
    keywords: list[str] = Field(min_length=1)


class ExtractiveSessionDigester:
    """Takes over the most telling sentences, and the key phrases that weigh most over the session."""

    name = "extractive"

    def digest(
        self, sessions: Sequence[Sequence[Turn]], summary_tokens: int, keywords: int
    ) -> list[SessionDigest]:
        """Return one digest per session."""
        return [
            SessionDigest(_extract(session, summary_tokens), _keywords(session, keywords))
            for session in sessions
        ]


class ChatSessionDigester:
    """Asks a chat model.

    Args:
        model: Asked with the prompt ``baselines/memgas_digest``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self._model = model

    def digest(
        self, sessions: Sequence[Sequence[Turn]], summary_tokens: int, keywords: int
    ) -> list[SessionDigest]:
        """Return one digest per session, all asked in one batch.

        Raises:
            ReplyError: If one of them stays unusable.
        """
        answers = self._model.ask(
            _PROMPT,
            DigestReply,
            [{"session": render_turns(session)} for session in sessions],
            {"max_tokens": summary_tokens, "keywords": keywords},
        )
        return [_read(answer.require(_PROMPT), keywords) for answer in answers]


def _read(reply: DigestReply, keywords: int) -> SessionDigest:
    words = dict.fromkeys(one_line(word) for word in reply.keywords if word.strip())
    return SessionDigest(one_line(reply.summary), tuple(words)[:keywords])


def _extract(session: Sequence[Turn], limit: int) -> str:
    sentences = [sentence for turn in session for sentence in turn_sentences(turn)]
    return "\n".join(sentence.item.text for sentence in extract_summary(sentences, limit))


def _keywords(session: Sequence[Turn], most: int) -> tuple[str, ...]:
    """Return the phrases of largest summed weight; the earlier said of equals first."""
    weights: dict[str, float] = defaultdict(float)
    written: dict[str, str] = {}
    for turn in session:
        for sentence in split_sentences(one_line(turn.text)):
            for phrase in key_phrases(sentence):
                folded = phrase.text.casefold()
                written.setdefault(folded, phrase.text)
                weights[folded] += phrase.weight
    best = sorted(weights, key=lambda folded: -weights[folded])[:most]
    return tuple(written[folded] for folded in best)
