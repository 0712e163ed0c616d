"""How many questions of each category a stream keeps, spread over evidence distances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from streamrecall.benchmark.stem.audits import Audited
from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.drafts import QuestionDraft, StemLoss, loss_of
from streamrecall.benchmark.stem.question_writer import WritingPlan
from streamrecall.benchmark.stem.topic_stream import TopicStream


def keep_quotas(
    accepted: Iterable[QuestionDraft], streams: Mapping[str, TopicStream], plan: WritingPlan
) -> Audited:
    """Keep the first questions of each stream and category, as many as the plan wants; name the others.

    The result is in the order of the stream: by dialogue, trigger and id.
    """
    kept: list[QuestionDraft] = []
    losses: list[StemLoss] = []
    counts: dict[tuple[str, Category], int] = {}
    for draft in accepted:
        place = (draft.dialogue_id, draft.category)
        wanted = plan.wanted(draft.category, len(streams[draft.dialogue_id]))
        counts[place] = counts.get(place, 0) + 1
        if counts[place] <= wanted:
            kept.append(draft)
            continue
        reason = f"{wanted} questions of this category are wanted"
        losses.append(loss_of(draft, "quota", "quota", reason))
    order = {dialogue_id: place for place, dialogue_id in enumerate(streams)}
    kept.sort(key=lambda draft: (order[draft.dialogue_id], draft.asked_after, draft.question_id))
    return Audited(tuple(kept), tuple(losses))
