"""Verification without a model: does an extractive answerer find the answer in the evidence?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.benchmark.question_runs import blind
from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.drafts import QuestionDraft
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.benchmark.stem.verification import Verdict, Verification, verified
from streamrecall.ports import Answerer
from streamrecall.records import Answer, Memory
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.text.content_words import read_words

_CANNOT = frozenset({Category.OPEN_DOMAIN, Category.COMPARATIVE, Category.AGGREGATIVE, Category.TEMPORAL})


class ExtractiveVerifier:
    """Quotes; it neither counts, compares, connects nor knows the world, and leaves such questions unjudged.

    An answer agrees when what it quotes, with the names of those quoted, holds every entity; where it does
    not and the evidence is several turns, the question is left unjudged too. An adversarial
    question is supported when the answerer abstains, and otherwise left unjudged: quoting does not show
    whether a premise was noticed. From the question alone an extractive answerer has nothing to quote, so
    that side is the audits' alone.

    Args:
        answerer: Answers from the evidence as its only memory.
    """

    name = "extractive verifier"

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer

    def verify(
        self, drafts: Sequence[QuestionDraft], streams: Mapping[str, TopicStream]
    ) -> list[Verification]:
        """Return one verdict per draft, in order."""
        return [self._verify(draft, streams[draft.dialogue_id]) for draft in drafts]

    def _verify(self, draft: QuestionDraft, stream: TopicStream) -> Verification:
        if draft.category in _CANNOT:
            return verified(draft, self.name, Verdict.NOT_JUDGED, reason="an extractive answerer only quotes")
        answer = self._answerer.answer(blind(draft.question()), _memory(draft, stream))
        if draft.category is Category.ADVERSARIAL:
            verdict = Verdict.SUPPORTED if answer.abstained else Verdict.NOT_JUDGED
            reason = "it abstains" if answer.abstained else "it quotes and does not look at premises"
        else:
            missing = _missing(draft, answer, stream)
            if missing and len(draft.evidence) > 1:
                reason = "it quotes one line and does not connect two"
                return verified(
                    draft, self.name, Verdict.NOT_JUDGED, from_evidence=answer.text, reason=reason
                )
            verdict = Verdict.UNSUPPORTED if missing else Verdict.SUPPORTED
            reason = (
                f"the quoted answer lacks {missing}" if missing else "the quoted answer holds every entity"
            )
        return verified(draft, self.name, verdict, from_evidence=answer.text, reason=reason)


def _memory(draft: QuestionDraft, stream: TopicStream) -> Memory:
    found = [turn_item(stream.turn(turn_id)) for turn_id in draft.evidence]
    items = tuple(item for item in found if item is not None)
    tokens = sum(item.tokens for item in items)
    return Memory("evidence", items, tokens, tokens)


def _missing(draft: QuestionDraft, answer: Answer, stream: TopicStream) -> str:
    said = " ".join([answer.text, *(stream.turn(turn_id).render() for turn_id in answer.turn_ids)])
    held = read_words(said).content
    return ", ".join(entity for entity in draft.entities if not read_words(entity).content <= held)
