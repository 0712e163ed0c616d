"""One chat model asked by the names of prompts: what the steps of a memory method talk to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.reply import ReplyT
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Provenance, Sampling
from streamrecall.text.prompts import Prompt, load_prompt


class PromptedModel:
    """Asks for structured replies and keeps account of what that took.

    Args:
        model: Any chat model.
        prompts: The folder of prompts.
        sampling: How it decodes.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run above a share of failures.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: Path,
        sampling: Sampling | None = None,
        *,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
    ) -> None:
        self.name = model.name
        self._model = model
        self._folder = prompts
        self._sampling = sampling or Sampling()
        self._retries = retries
        self._budget = budget
        self._prompts: dict[str, Prompt] = {}
        self._spent: Answered[Any] = Answered(None)
        self._unusable = 0

    def ask(
        self,
        prompt: str,
        reply_type: type[ReplyT],
        texts: Sequence[Mapping[str, str]],
        settings: Mapping[str, int | str] | None = None,
        check: Callable[[ReplyT], None] | None = None,
    ) -> list[Answered[ReplyT]]:
        """Return one reply, or why there is none, per set of texts, all asked in one batch.

        Args:
            prompt: ``<pipeline>/<step>``.
            reply_type: What a reply must hold.
            texts: Untrusted texts by placeholder; they are fenced.
            settings: Put in as they are.
            check: Raises ValueError with what is wrong with a reply beyond its fields.

        Raises:
            ConfigError: If there is no such prompt.
            TooManyFailures: If the failure budget is exceeded.
        """
        if prompt not in self._prompts:
            self._prompts[prompt] = load_prompt(self._folder, prompt)
        loaded = self._prompts[prompt]
        asks = [
            Ask(
                ChatRequest(loaded.render(given, settings), self._sampling, prompt_hash=loaded.hash),
                reply_type,
                check,
            )
            for given in texts
        ]
        answers = ask_all(self._model, asks, retries=self._retries, budget=self._budget)
        for answer in answers:
            self._spent = self._spent.plus(answer)
        self._unusable += sum(answer.value is None for answer in answers)
        return answers

    def take_unusable(self) -> int:
        """Return how many replies stayed unusable since the last time this was asked."""
        unusable, self._unusable = self._unusable, 0
        return unusable

    def take_provenance(self) -> Provenance:
        """Return what made every reply since the last time this was asked."""
        spent, self._spent = self._spent, Answered(None)
        hashes = "".join(self._prompts[name].hash for name in sorted(self._prompts))
        return spent.provenance(self._model, sha256(hashes.encode()).hexdigest()[:16], self._sampling)
