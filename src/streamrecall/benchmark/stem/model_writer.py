"""Questions by a chat model: passages and claims are chosen by code, the model finds the words.

Answers to counts, comparisons and orders are computed; a model only rewords the question. What it writes
about a passage is drafted with the evidence it names, after the same check against looking ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

from streamrecall.benchmark.stem.categories import NOT_MENTIONED, Category
from streamrecall.benchmark.stem.claim_drafts import claim_drafts
from streamrecall.benchmark.stem.drafts import (
    QuestionDraft,
    StemLoss,
    draft_question,
    loss_of,
    named_by_content,
)
from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.question_passages import (
    Passage,
    linked_passages,
    others_than,
    telling_passages,
)
from streamrecall.benchmark.stem.question_writer import WritingPlan, WrittenQuestions
from streamrecall.benchmark.stem.replies import QuestionReply, WordingReply
from streamrecall.benchmark.stem.rule_based_writer import stream_details
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.benchmark.stem.triggers import TriggerSpread
from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Sampling
from streamrecall.text.content_words import read_words
from streamrecall.text.prompts import Prompt, load_prompt

OF_PASSAGES = (Category.SINGLE_HOP, Category.OPEN_DOMAIN, Category.ADVERSARIAL, Category.MULTI_HOP)
OF_CLAIMS = (Category.COMPARATIVE, Category.AGGREGATIVE, Category.TEMPORAL)
PROMPTS = tuple(f"stem_{category}" for category in OF_PASSAGES)
WORDING = "stem_wording"


@dataclass(frozen=True, slots=True)
class _Order:
    """A passage to write about, and when the question is to be asked."""

    stream: TopicStream
    category: Category
    passage: Passage
    trigger: int
    about: str = ""

    @property
    def place(self) -> str:
        """Name what was asked for where no question came of it."""
        return f"{self.stream.dialogue_id}.{self.category}.turn {self.passage.indices[-1]}"


class ModelQuestionWriter:
    """Asks a model for every passage and every claim in one batch each.

    Args:
        model: Any chat model.
        prompts: The folder of prompts.
        sampling: How to decode.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run when too many replies are unusable.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: Path,
        sampling: Sampling,
        *,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
    ) -> None:
        self._model = model
        self._prompts = {
            name: load_prompt(prompts, f"benchmark_annotation/{name}") for name in (*PROMPTS, WORDING)
        }
        self._sampling = sampling
        self._retries = retries
        self._budget = budget

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def write(self, streams: Sequence[TopicStream], plan: WritingPlan) -> WrittenQuestions:
        """Return the drafts of every stream; an unusable reply is a loss that says why.

        Raises:
            TooManyFailures: If the budget is exceeded.
            ModelError: If the model cannot be reached.
        """
        orders: list[_Order] = []
        claimed: list[QuestionDraft] = []
        for stream in streams:
            mentions = Mentions(stream)
            orders += _orders(mentions, plan)
            claimed += _claimed(mentions, plan, self.name)
        asked = ask_all(
            self._model,
            [self._of_passage(order) for order in orders],
            retries=self._retries,
            budget=self._budget,
        )
        written = [_drafted(order, reply, self.name) for order, reply in zip(orders, asked, strict=True)]
        worded = ask_all(
            self._model,
            [self._of_claim(draft) for draft in claimed],
            retries=self._retries,
            budget=self._budget,
        )
        outcomes = [*written, *(_reworded(*pair) for pair in zip(claimed, worded, strict=True))]
        return WrittenQuestions(
            tuple(outcome for outcome in outcomes if isinstance(outcome, QuestionDraft)),
            tuple(outcome for outcome in outcomes if isinstance(outcome, StemLoss)),
        )

    def _of_passage(self, order: _Order) -> Ask[QuestionReply]:
        texts = {"passage": order.passage.render(order.stream)}
        if order.about:
            texts["person"] = order.about
        return Ask(
            self._request(self._prompts[f"stem_{order.category}"], texts),
            QuestionReply,
            lambda reply: _check_question(reply, order),
        )

    def _of_claim(self, draft: QuestionDraft) -> Ask[WordingReply]:
        return Ask(
            self._request(self._prompts[WORDING], {"question": draft.text}),
            WordingReply,
            lambda reply: _check_wording(reply, draft),
        )

    def _request(self, prompt: Prompt, texts: dict[str, str]) -> ChatRequest:
        return ChatRequest(prompt.render(texts), self._sampling, prompt_hash=prompt.hash)


def _orders(mentions: Mentions, plan: WritingPlan) -> Iterator[_Order]:
    stream = mentions.stream
    for category in OF_PASSAGES:
        draw = Random(f"{plan.seed} {stream.dialogue_id} {category}")
        wanted = plan.drafts(category, len(stream))
        if category is Category.MULTI_HOP:
            passages = linked_passages(mentions, wanted, draw)
        else:
            passages = telling_passages(stream, wanted, draw)
        spread = TriggerSpread(len(stream), draw)
        for passage in passages:
            trigger = spread.after(passage.indices[-1])
            others = others_than(stream.turns[passage.indices[-1]].speaker.strip(), stream.people)
            if trigger is None or (category is Category.ADVERSARIAL and not others):
                continue
            about = draw.choice(others) if category is Category.ADVERSARIAL else ""
            yield _Order(stream, category, passage, trigger, about)


def _claimed(mentions: Mentions, plan: WritingPlan, writer: str) -> Iterator[QuestionDraft]:
    stream, details = mentions.stream, stream_details(mentions)
    for category in OF_CLAIMS:
        draw = Random(f"{plan.seed} {stream.dialogue_id} {category}")
        found = claim_drafts(mentions, details, category, draw, writer)
        yield from islice(found, plan.drafts(category, len(stream)))


def _drafted(order: _Order, reply: Answered[QuestionReply], writer: str) -> QuestionDraft | StemLoss:
    written = reply.value
    if written is None:
        return _loss(order, "usable reply", "", reply.failure)
    if not written.question:
        return _loss(order, "something to ask", "", "the model found nothing to ask in the passage")
    adversarial = order.category is Category.ADVERSARIAL
    content = read_words(written.question).content - read_words(order.about).content
    draft = QuestionDraft(
        dialogue_id=order.stream.dialogue_id,
        category=order.category,
        text=written.question,
        answer=NOT_MENTIONED if adversarial else written.answer,
        evidence=tuple(order.stream.turns[index].turn_id for index in written.evidence),
        entities=("not mentioned",) if adversarial else tuple(written.entities),
        asked_after=order.trigger,
        writer=writer,
        predicate=" ".join(sorted(content)) if adversarial else "",
        about=order.about,
    )
    return draft_question(order.stream, draft)


def _reworded(draft: QuestionDraft, reply: Answered[WordingReply]) -> QuestionDraft | StemLoss:
    if reply.value is None:
        return loss_of(draft, "writing", "usable reply", reply.failure)
    return named_by_content(replace(draft, text=reply.value.question))


def _loss(order: _Order, check: str, text: str, reason: str) -> StemLoss:
    return StemLoss("writing", check, order.stream.dialogue_id, order.category, order.place, text, reason)


def _check_question(reply: QuestionReply, order: _Order) -> None:
    """Refuse a reply that names turns which were not shown, or lacks a part."""
    if not reply.question:
        return
    shown = set(order.passage.indices)
    if stray := [number for number in reply.evidence if number not in shown]:
        raise ValueError(f"evidence {stray[0]} is no number of the passage; use the numbers in brackets")
    if not reply.evidence:
        raise ValueError("the evidence is empty; give the numbers of the turns that hold the answer")
    parts = sum(bool(set(part) & set(reply.evidence)) for part in order.passage.parts)
    if order.category is Category.MULTI_HOP and parts < len(order.passage.parts):
        raise ValueError("the evidence is from one passage alone; a question must need both")
    if order.category is not Category.ADVERSARIAL and not (reply.answer and reply.entities):
        raise ValueError("a question needs an answer and at least one entity")
    if order.about and order.about.casefold() not in reply.question.casefold():
        raise ValueError(f"the question must ask about {order.about}")


def _check_wording(reply: WordingReply, draft: QuestionDraft) -> None:
    """Refuse other words that lose a name or number of the question."""
    said = read_words(draft.text)
    kept = read_words(reply.question).content
    if missing := (said.names | said.numbers) - kept:
        raise ValueError(f"the question must still say {min(missing)!r}")
    if not reply.question.endswith("?"):
        raise ValueError("it must be a question")
