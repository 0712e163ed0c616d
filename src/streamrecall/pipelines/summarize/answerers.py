"""The configured answerers, for as long as a node runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from streamrecall.params import AnswererParameters, CallParameters, ProbeParameters
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model
from streamrecall.prostream.chat_answerer import ChatAnswerer
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.records import Answer, Memory, Provenance, Question


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, what it took, and what made it where that is a model.

    Attributes:
        seconds: Wall time of the extractive answerer; of a model, what the call took when it was made.
    """

    answer: Answer
    seconds: float
    made: Provenance | None = None


AnswerCases = Callable[[Sequence[tuple[Question, Memory]]], list[Answered]]


@contextmanager
def open_answerer(
    answerer: AnswererParameters, probes: ProbeParameters, calls: CallParameters
) -> Iterator[AnswerCases]:
    """Lend an answerer; a model gets the cases given at once in one batch, and is closed afterwards."""
    if isinstance(answerer, str):
        yield _answer_by_extraction
        return
    with open_chat_model(answerer, calls) as model:
        chat = ChatAnswerer(
            model,
            calls.prompts,
            probes.sampling.sampling(),
            thinking=probes.thinking,
            budget=failure_budget(calls),
        )
        yield lambda cases: [
            Answered(each.answer, each.provenance.seconds, each.provenance) for each in chat.write_all(cases)
        ]


def _answer_by_extraction(cases: Sequence[tuple[Question, Memory]]) -> list[Answered]:
    answerer = ExtractiveAnswerer()
    found = []
    for question, memory in cases:
        started = time.perf_counter()
        answer = answerer.answer(question, memory)
        found.append(Answered(answer, time.perf_counter() - started))
    return found
