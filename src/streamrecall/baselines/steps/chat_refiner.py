"""Query refinement and draft answers from a chat model (RQ-RAG)."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from streamrecall.baselines.steps.query_refinement import NO_DRAFT, Draft, Found, Refinement
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import one_line
from streamrecall.text.tokens import truncate_tokens

_QUERIES = 4
_QUERY_TOKENS = 128


class QueriesReply(Reply):
    """New queries; none where the action has nothing to do."""

    queries: list[str]


class DraftReply(Reply):
    """A draft answer and how sure the model is of it, in per cent."""

    answer: str
    confidence: int = Field(ge=0, le=100)


class ChatRefiner:
    """Prompts for what RQ-RAG's trained model does at its special tokens.

    Args:
        model: The model with its prompts ``baselines/rq_rag_<action>`` and ``baselines/rq_rag_draft``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def refine(self, action: Refinement, found: Sequence[Found]) -> list[tuple[str, ...]]:
        """Return at most four new queries for each, all asked in one batch."""
        answers = self._model.ask(f"baselines/rq_rag_{action.value}", QueriesReply, _texts(found))
        self.failures += sum(answer.value is None for answer in answers)
        return [() if answer.value is None else _queries(answer.value.queries) for answer in answers]

    def draft(self, found: Sequence[Found]) -> list[Draft]:
        """Return a draft answer for each, all asked in one batch; nothing is no answer to be sure of."""
        answers = self._model.ask("baselines/rq_rag_draft", DraftReply, _texts(found))
        self.failures += sum(answer.value is None for answer in answers)
        return [
            NO_DRAFT
            if answer.value is None or not answer.value.answer.strip()
            else Draft(one_line(answer.value.answer), answer.value.confidence / 100)
            for answer in answers
        ]


def _texts(found: Sequence[Found]) -> list[dict[str, str]]:
    return [{"question": each.question, "passages": "\n\n".join(each.passages)} for each in found]


def _queries(queries: Sequence[str]) -> tuple[str, ...]:
    cut = (one_line(truncate_tokens(query, _QUERY_TOKENS)) for query in queries)
    return tuple(query for query in dict.fromkeys(cut) if query)[:_QUERIES]
