"""Questions by rule: templates over what clauses state and over names that code can count and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from streamrecall.benchmark.stem.categories import NOT_MENTIONED, Category
from streamrecall.benchmark.stem.claim_drafts import claim_drafts
from streamrecall.benchmark.stem.claim_proposals import in_turn
from streamrecall.benchmark.stem.claims import settle
from streamrecall.benchmark.stem.details import Detail, Form
from streamrecall.benchmark.stem.drafts import QuestionDraft, draft_question
from streamrecall.benchmark.stem.fact_details import fact_details
from streamrecall.benchmark.stem.facts import facts_of, telling
from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.question_writer import WritingPlan, WrittenQuestions
from streamrecall.benchmark.stem.said_details import name_details, quantity_details, reply_details
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.benchmark.stem.triggers import TriggerSpread
from streamrecall.text.content_words import coverage, read_words

_NEAR_REPLIES = 3
_SUPPORTED = 0.5


class RuleBasedQuestionWriter:
    """Writes questions without a model; the words of answers are those of the stream."""

    name = "rule-based question writer"

    def write(self, streams: Sequence[TopicStream], plan: WritingPlan) -> WrittenQuestions:
        """Return the drafts of every stream, category by category; fewer where the rules find fewer."""
        return WrittenQuestions(tuple(draft for stream in streams for draft in self._of_stream(stream, plan)))

    def _of_stream(self, stream: TopicStream, plan: WritingPlan) -> Iterator[QuestionDraft]:
        mentions = Mentions(stream)
        details = stream_details(mentions)
        rules: dict[Category, Callable[[_Writing], Iterator[QuestionDraft]]] = {
            Category.SINGLE_HOP: _single_hop,
            Category.ADVERSARIAL: _adversarial,
            Category.MULTI_HOP: _multi_hop,
        }
        for category in Category:
            draw = Random(f"{plan.seed} {stream.dialogue_id} {category}")
            writing = _Writing(mentions, details, category, draw, self.name)
            found = rules.get(category, _claimed)(writing)
            yield from islice(found, plan.drafts(category, len(stream)))


def stream_details(mentions: Mentions) -> list[Detail]:
    """Return every detail that the rules find in a stream."""
    stream = mentions.stream
    subjects = tuple(dict.fromkeys((*stream.people, *mentions.names)))
    return [
        *(
            detail
            for turn in stream.turns
            if turn.speaker.strip() in stream.people
            for fact in facts_of(turn, subjects)
            if telling(fact, stream.word_turns, len(stream))
            for detail in fact_details(fact, stream.people)
        ),
        *quantity_details(stream),
        *name_details(mentions),
        *reply_details(stream),
    ]


class _Writing:
    """What the rules of one category share: the stream, its details, chance, and the spread of triggers."""

    def __init__(
        self, mentions: Mentions, details: Sequence[Detail], category: Category, draw: Random, writer: str
    ) -> None:
        self.mentions = mentions
        self.stream = mentions.stream
        self.details = details
        self.category = category
        self.draw = draw
        self.spread = TriggerSpread(len(self.stream), draw)
        self._writer = writer

    def details_in_turn(self) -> list[Detail]:
        """Return the details shuffled within each form, one of each form in turn."""
        by_form: dict[Form, list[Detail]] = {}
        for detail in self.details:
            by_form.setdefault(detail.form, []).append(detail)
        for details in by_form.values():
            self.draw.shuffle(details)
        return in_turn(list(by_form.values()))

    def draft(
        self, text: str, answer: str, evidence: Sequence[int], trigger: int, **more: object
    ) -> QuestionDraft:
        """Return the next draft of the category, with its evidence checked to lie before the trigger."""
        return draft_question(
            self.stream,
            QuestionDraft(
                dialogue_id=self.stream.dialogue_id,
                category=self.category,
                text=text[:1].upper() + text[1:],
                answer=answer,
                evidence=tuple(self.stream.turns[index].turn_id for index in evidence),
                asked_after=trigger,
                writer=self._writer,
                **more,  # type: ignore[arg-type]
            ),
        )


def _single_hop(writing: _Writing) -> Iterator[QuestionDraft]:
    asked_of: set[tuple[int, ...]] = set()
    for detail in writing.details_in_turn():
        if detail.evidence in asked_of:
            continue
        trigger = writing.spread.after(detail.evidence[-1])
        if trigger is None or not _still_true(detail, writing.mentions, trigger):
            continue
        asked_of.add(detail.evidence)
        yield writing.draft(
            detail.ask(detail.person), detail.answer, detail.evidence, trigger, entities=detail.entities,
            predicate=detail.predicate, about=detail.person, claim=detail.claim,
        )  # fmt: skip


def _adversarial(writing: _Writing) -> Iterator[QuestionDraft]:
    stream = writing.stream
    for detail in writing.details_in_turn():
        trigger = writing.spread.after(detail.evidence[-1])
        if trigger is None or not detail.ask_falsely(detail.person):
            continue
        others = [
            person for person in stream.people if _could_be_asked_about(person, detail, stream, trigger)
        ]
        if others:
            person = writing.draw.choice(others)
            yield writing.draft(
                detail.ask_falsely(person), NOT_MENTIONED, detail.evidence, trigger,
                entities=("not mentioned",), predicate=detail.predicate, about=person,
            )  # fmt: skip


def _could_be_asked_about(person: str, detail: Detail, stream: TopicStream, trigger: int) -> bool:
    """Whether a person was there, said nothing of the kind, and is not part of the detail."""
    if person == detail.person or person in detail.template:
        return False
    near = range(detail.evidence[0], min(detail.evidence[-1] + _NEAR_REPLIES, len(stream)))
    if detail.form is Form.REPLY and any(stream.turns[index].speaker.strip() == person for index in near):
        return False
    wanted = read_words(detail.predicate).content
    own = [turn for turn in stream.turns[: trigger + 1] if turn.speaker.strip() == person]
    return bool(own) and all(coverage(wanted, stream.words[turn.index]) < _SUPPORTED for turn in own)


def _multi_hop(writing: _Writing) -> Iterator[QuestionDraft]:
    """Ask for one detail of a person who is named by another detail alone."""
    stream = writing.stream
    described: dict[str, list[Detail]] = {}
    for detail in writing.details:
        if detail.description:
            described.setdefault(detail.person, []).append(detail)
    for details in described.values():
        writing.draw.shuffle(details)
    for detail in writing.details_in_turn():
        if detail.asks_for_person:
            continue
        bridges = described.get(detail.person, [])
        bridge = next((each for each in bridges if _leads_to(each, detail, stream)), None)
        if bridge is None:
            continue
        evidence = tuple(sorted({*bridge.evidence, *detail.evidence}))
        trigger = writing.spread.after(evidence[-1])
        if trigger is None or not all(
            _still_true(each, writing.mentions, trigger) for each in (bridge, detail)
        ):
            continue
        bridges.remove(bridge)
        bridges.append(bridge)
        yield writing.draft(
            detail.ask(bridge.description), detail.answer, evidence, trigger, entities=detail.entities,
            predicate=bridge.predicate, about=detail.person,
        )  # fmt: skip


def _leads_to(bridge: Detail, detail: Detail, stream: TopicStream) -> bool:
    """Whether two details lie apart and share no word, so that neither gives the other away."""
    if not stream.apart(
        [stream.turns[index].turn_id for index in (bridge.evidence[-1], detail.evidence[-1])]
    ):
        return False
    asked = read_words(f"{detail.template} {detail.answer}").content
    return not read_words(bridge.predicate).content & asked


def _claimed(writing: _Writing) -> Iterator[QuestionDraft]:
    return claim_drafts(
        writing.mentions, writing.details, writing.category, writing.draw, RuleBasedQuestionWriter.name
    )


def _still_true(detail: Detail, mentions: Mentions, trigger: int) -> bool:
    """Whether what a detail counts is the same up to the trigger turn itself, and rests on its evidence."""
    if detail.claim is None:
        return True
    settled = settle(detail.claim, mentions, trigger + 1)
    return settled is not None and (settled.answer, settled.evidence) == (detail.answer, detail.evidence)
