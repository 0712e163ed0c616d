"""Drafts of claims: counts, comparisons and orders in words, answered by code, each at a good trigger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.claim_proposals import propose_claims, triggers_of
from streamrecall.benchmark.stem.claim_wording import word_claim
from streamrecall.benchmark.stem.claims import ClaimKind
from streamrecall.benchmark.stem.details import Detail
from streamrecall.benchmark.stem.drafts import QuestionDraft, draft_question
from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.triggers import TriggerSpread


def claim_drafts(
    mentions: Mentions, details: Sequence[Detail], category: Category, draw: Random, writer: str
) -> Iterator[QuestionDraft]:
    """Yield the drafts of a category one at a time, as many as a stream gives.

    A thing that two people mention is asked for once in a stream.
    """
    stream = mentions.stream
    spread = TriggerSpread(len(stream), draw)
    shared: set[str] = set()
    for claim in propose_claims(mentions, details, category, draw):
        for trigger, settled in triggers_of(claim, mentions, spread, draw):
            if claim.kind is ClaimKind.KIND_SHARED:
                if settled.answer in shared:
                    continue
                shared.add(settled.answer)
            draft = QuestionDraft(
                dialogue_id=stream.dialogue_id,
                category=category,
                text=word_claim(claim, draw.randrange(2)),
                answer=settled.answer,
                evidence=tuple(stream.turns[index].turn_id for index in settled.evidence),
                entities=tuple(settled.answer.split(", ")),
                asked_after=trigger,
                writer=writer,
                claim=claim,
            )
            yield draft_question(stream, draft)
