"""Answers from a chat model that sees the memory alone (ProStream, section 5.4)."""

from __future__ import annotations

import re
from pathlib import Path

from streamrecall.ports import ChatModel
from streamrecall.prostream.context import render_context
from streamrecall.records import Answer, ChatRequest, Memory, Question, Sampling, one_line
from streamrecall.text.prompts import load_prompt

_ABSTAINS = re.compile(r"\bnot (?:\w+ )?(?:mentioned|stated|specified|known|said)\b|\bno information\b", re.I)
_SAMPLING = Sampling(max_tokens=128)


class ChatAnswerer:
    """Puts question and memory to a model; what the conversation says reaches it fenced off as data.

    Args:
        model: Any chat model.
        prompts: The folder of prompts.
        sampling: How to decode.
    """

    def __init__(self, model: ChatModel, prompts: Path, sampling: Sampling = _SAMPLING) -> None:
        self.name = model.name
        self._model = model
        self._sampling = sampling
        self._prompt = load_prompt(prompts, "prostream_memory/answer")

    def answer(self, question: Question, memory: Memory) -> Answer:
        """Return the model's answer; one that never came is a failed answer, not an error."""
        texts = {"memory": render_context(memory) or "(the memory is empty)", "question": question.text}
        messages = self._prompt.render(texts)
        (reply,) = self._model.complete(
            [ChatRequest(messages, self._sampling, prompt_hash=self._prompt.hash)]
        )
        if not reply.answered:
            return Answer(question.question_id, self.name, "", failed=f"{reply.finish_reason}: {reply.error}")
        text = one_line(reply.text)
        return Answer(question.question_id, self.name, text, abstained=bool(_ABSTAINS.search(text)))
