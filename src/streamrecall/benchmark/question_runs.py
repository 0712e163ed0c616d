"""Asks a memory questions while it watches, with nothing after the question in sight (section 3.1)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from streamrecall.benchmark.probes import in_stream_order
from streamrecall.errors import DataError
from streamrecall.models.cost_meter import CostMeter
from streamrecall.models.replies.failure import ReplyError
from streamrecall.ports import Answerer, StreamMemory
from streamrecall.records import Answer, Cue, Dialogue, Memory, MethodCost, Question

MemoryT = TypeVar("MemoryT", bound=StreamMemory)
View = Callable[[MemoryT, Cue, int], Memory]
"""One way to read a memory: what it gives for a cue under a budget, without changing it."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What one memory gave for one question, before anybody answered it.

    Attributes:
        memory: The context that came back; ``memory.method`` names the memory.
        observe_seconds: Wall time of observing the turns since the last question.
        recall_seconds: Wall time of the recall, without what it took to organise the history first, which is
            in ``cost``.
        cost: What the memory's own steps took since the last question; None where it has none.
        failed: Why there is no context, where the memory needs a model's reply that stayed unusable.
    """

    question: Question
    memory: Memory
    observe_seconds: float
    recall_seconds: float
    cost: MethodCost | None = None
    failed: str = ""


@dataclass(frozen=True, slots=True)
class ProbeRun:
    """One question put to one memory and answered.

    Attributes:
        memory: The context that came back; ``memory.method`` names the memory.
        observe_seconds: Wall time of observing the turns since the last question.
        recall_seconds: Wall time of the recall, as in ``Recalled``.
        answer_seconds: Time of the answerer; of a model, what its call took when it was made.
        cost: As in ``Recalled``.
    """

    question: Question
    memory: Memory
    answer: Answer
    observe_seconds: float
    recall_seconds: float
    answer_seconds: float
    cost: MethodCost | None = None

    @property
    def query_seconds(self) -> float:
        """Time from question to answer, the Time column of the paper's tables."""
        return self.recall_seconds + self.answer_seconds


def run_probes(
    new_memory: Callable[[], StreamMemory],
    dialogues: Mapping[str, Dialogue],
    questions: Iterable[Question],
    budget: int,
    answerer: Answerer,
) -> Iterator[ProbeRun]:
    """Do as ``run_recalls`` and answer each question at once.

    The answerer sees the question as the memory does: without its answer and evidence.

    Raises:
        DataError: If a question names an unknown dialogue or a turn beyond its dialogue's end.
    """
    for recalled in run_recalls(new_memory, dialogues, questions, budget):
        started = time.perf_counter()
        question = recalled.question
        answer = (
            Answer(question.question_id, answerer.name, "", failed=recalled.failed)
            if recalled.failed
            else answerer.answer(blind(question), recalled.memory)
        )
        yield ProbeRun(
            question=question,
            memory=recalled.memory,
            answer=answer,
            observe_seconds=recalled.observe_seconds,
            recall_seconds=recalled.recall_seconds,
            answer_seconds=time.perf_counter() - started,
            cost=recalled.cost,
        )


def run_recalls(
    new_memory: Callable[[], StreamMemory],
    dialogues: Mapping[str, Dialogue],
    questions: Iterable[Question],
    budget: int,
) -> Iterator[Recalled]:
    """Replay each dialogue once through a fresh memory and ask each question at its moment.

    The memory has observed the turns up to ``asked_after`` and no other when it is asked, and sees the
    question without its answer and evidence. A question whose memory needs a model's reply that stayed
    unusable has failed; the replay goes on.

    Args:
        new_memory: Makes an empty memory.
        dialogues: By id; every question's dialogue must be there.
        questions: In any order.
        budget: Tokens of context.

    Raises:
        DataError: If a question names an unknown dialogue or a turn beyond its dialogue's end.
    """
    views: dict[str, View[StreamMemory]] = {"": lambda memory, cue, tokens: memory.recall(cue, tokens)}
    for _, recalled in recall_views(new_memory, views, dialogues, questions, budget=budget):
        yield recalled


def recall_views(
    new_memory: Callable[[], MemoryT],
    views: Mapping[str, View[MemoryT]],
    dialogues: Mapping[str, Dialogue],
    questions: Iterable[Question],
    *,
    budget: int,
) -> Iterator[tuple[str, Recalled]]:
    """Do as ``run_recalls``, but read the one memory in several ways at each question.

    Variants that differ in reading alone then share the cost of watching the dialogue.

    Yields:
        The name of the view and what it gave, for each question in the order of the views.
    """
    for dialogue_id, asked in in_stream_order(questions).items():
        if dialogue_id not in dialogues:
            raise DataError(
                f"question {asked[0].question_id!r} is about an unknown dialogue {dialogue_id!r}."
            )
        turns = dialogues[dialogue_id].turns
        memory = new_memory()
        meter: CostMeter | None = getattr(memory, "cost", None)
        observed = 0
        for question in asked:
            if question.horizon > len(turns):
                raise DataError(
                    f"question {question.question_id!r} is asked after turn {question.asked_after}, but"
                    f" dialogue {dialogue_id!r} has {len(turns)} turns."
                )
            started = time.perf_counter()
            memory.observe(turns[observed : question.horizon])
            observed = max(observed, question.horizon)
            watched = time.perf_counter() - started
            watching = meter.take() if meter else None
            shown = blind(question)
            for name, view in views.items():
                asked_at = time.perf_counter()
                failed = ""
                try:
                    recalled = view(memory, shown, budget)
                except ReplyError as error:
                    recalled, failed = Memory(memory.name, (), 0, budget), f"memory: {error}"
                took = time.perf_counter() - asked_at
                cost, built = None, 0.0
                if meter and watching:
                    own = meter.take()
                    cost, built = watching.plus(own), own.build_seconds
                yield name, Recalled(question, recalled, watched, took - built, cost, failed)


def blind(question: Question) -> Question:
    """Return the question as a method may see it: without category, answer, evidence and entities."""
    return Question(question.question_id, question.dialogue_id, question.text, question.asked_after)
