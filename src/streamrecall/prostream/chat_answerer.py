"""Answers from a chat model that sees the memory alone (ProStream, section 5.4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from streamrecall.models.replies.failure import FailureBudget
from streamrecall.ports import ChatModel
from streamrecall.prostream.context import render_context
from streamrecall.records import (
    Answer,
    ChatReply,
    ChatRequest,
    Memory,
    Provenance,
    Question,
    Sampling,
    one_line,
)
from streamrecall.text.prompts import load_prompt

_ABSTAINS = re.compile(r"\bnot (?:\w+ )?(?:mentioned|stated|specified|known|said)\b|\bno information\b", re.I)
_THINKING = re.compile(r"\s*<think>(?:.*?</think>|.*\Z)", re.DOTALL)
_SAMPLING = Sampling(max_tokens=128)


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """An answer and what made it."""

    answer: Answer
    provenance: Provenance


class ChatAnswerer:
    """Puts question and memory to a model; what the conversation says reaches it fenced off as data.

    Args:
        model: Any chat model.
        prompts: The folder of prompts.
        sampling: How to decode.
        thinking: Whether a model that can think should; what it thought is no part of the answer.
        budget: Stops the run above a share of failed answers.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: Path,
        sampling: Sampling = _SAMPLING,
        *,
        thinking: bool = False,
        budget: FailureBudget | None = None,
    ) -> None:
        self.name = model.name
        self._model = model
        self._sampling = sampling
        self._thinking = thinking
        self._budget = budget
        self._prompt = load_prompt(prompts, "prostream_memory/answer")

    def answer(self, question: Question, memory: Memory) -> Answer:
        """Return the model's answer; one that never came is a failed answer, not an error."""
        return self.write_all([(question, memory)])[0].answer

    def write_all(self, cases: Sequence[tuple[Question, Memory]]) -> list[WrittenAnswer]:
        """Return one answer per question and memory with what made it, all asked in one batch.

        Raises:
            TooManyFailures: If too many questions got no answer.
            ModelError: If the model cannot be reached.
        """
        requests = [self._request(question, memory) for question, memory in cases]
        replies = self._model.complete(requests)
        written = [
            WrittenAnswer(self._read(question, reply), self._provenance(reply))
            for (question, _), reply in zip(cases, replies, strict=True)
        ]
        if self._budget is not None:
            failures = [each.answer.failed for each in written if each.answer.failed]
            self._budget.record(len(written), len(failures), failures[-1] if failures else "")
        return written

    def _request(self, question: Question, memory: Memory) -> ChatRequest:
        texts = {"memory": render_context(memory) or "(the memory is empty)", "question": question.text}
        return ChatRequest(
            self._prompt.render(texts),
            self._sampling,
            thinking=self._thinking,
            prompt_hash=self._prompt.hash,
        )

    def _read(self, question: Question, reply: ChatReply) -> Answer:
        failed = "" if reply.answered else f"{reply.finish_reason}: {reply.error}"
        text = one_line(_THINKING.sub("", reply.text, count=1)) if reply.answered else ""
        if not text and not failed:
            failed = f"an empty answer ({reply.finish_reason})"
        return Answer(
            question.question_id, self.name, text, abstained=bool(_ABSTAINS.search(text)), failed=failed
        )

    def _provenance(self, reply: ChatReply) -> Provenance:
        return Provenance(
            model=self._model.name,
            revision=self._model.revision,
            prompt_hash=self._prompt.hash,
            seed=self._sampling.seed or 0,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            seconds=reply.seconds,
            parameters={"temperature": self._sampling.temperature, "calls": 1},
        )
