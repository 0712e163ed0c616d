"""What both summarising memories share: segments of the stream, one call per summary, a bounded memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol, get_args

from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Memory, MemoryItem, Provenance, Sampling, Turn, one_line
from streamrecall.text.prompts import Prompt, load_prompt
from streamrecall.text.sentences import split_sentences
from streamrecall.text.tokens import count_tokens, truncate_tokens

SEGMENT_TOKENS = 4096
SEGMENT_OVERLAP = 1024

_HEADROOM = 2
"""A reply may take this many times the tokens it was asked to stay under before it counts as cut off:
models count badly, and what is over the budget is cut by sentences afterwards."""


SummaryStep = Literal[
    "incremental_initial",
    "incremental_update",
    "hierarchical_segment",
    "hierarchical_merge",
    "hierarchical_final",
]
"""What is written: each step has a prompt ``baselines/<step>``."""

STEPS: tuple[SummaryStep, ...] = get_args(SummaryStep)


class SummaryWriter(Protocol):
    """Compresses parts of a dialogue; with a model or by extraction."""

    name: str

    def write_all(self, step: SummaryStep, texts: Sequence[Mapping[str, str]], limit: int) -> list[str]:
        """Return one summary of at most about ``limit`` tokens per set of texts."""
        ...


class ModelSummaryWriter:
    """Writes summaries with a chat model; a reply that stays unusable is an error, never an empty summary.

    Args:
        model: The model that compresses; tables show its name.
        prompts: How each step is asked for.
        sampling: How it decodes; ``max_tokens`` is set by each call's limit.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run above a share of failures.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: Mapping[SummaryStep, Prompt],
        sampling: Sampling | None = None,
        *,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
    ) -> None:
        self.name = model.name
        self._spent: Answered[SummaryReply] = Answered(None)
        self._model = model
        self._prompts = prompts
        self._sampling = sampling or Sampling()
        self._retries = retries
        self._budget = budget

    def write_all(self, step: SummaryStep, texts: Sequence[Mapping[str, str]], limit: int) -> list[str]:
        """Return one summary per set of texts, all asked in one batch.

        Raises:
            ReplyError: If one of them stays unusable.
        """
        prompt = self._prompts[step]
        settings = {"max_tokens": limit}
        sampling = replace(self._sampling, max_tokens=_HEADROOM * limit)
        asks = [
            Ask(ChatRequest(prompt.render(given, settings), sampling, prompt_hash=prompt.hash), SummaryReply)
            for given in texts
        ]
        answers = ask_all(self._model, asks, retries=self._retries, budget=self._budget)
        for answer in answers:
            self._spent = self._spent.plus(answer)
        return [answer.require(prompt.name).summary for answer in answers]

    def take_provenance(self) -> Provenance:
        """Return what made everything written since the last time this was asked."""
        spent, self._spent = self._spent, Answered(None)
        hashes = "".join(self._prompts[step].hash for step in STEPS)
        return spent.provenance(self._model, sha256(hashes.encode()).hexdigest()[:16], self._sampling)


def load_summary_prompts(folder: Path) -> dict[SummaryStep, Prompt]:
    """Read the prompt of every step.

    Raises:
        ConfigError: If one is missing.
    """
    return {step: load_prompt(folder, f"baselines/{step}") for step in STEPS}


def summary_memory(method: str, summary: str, turns: Sequence[Turn], budget: int) -> Memory:
    """Return a memory that holds a summary of ``turns``, cut by whole sentences to the budget.

    Its one item names every turn with text as its source, since any of them may be in the summary.
    """
    text, left_out = _fit(summary, budget)
    sources = [turn for turn in turns if turn.text.strip()]
    if not text or not sources:
        return Memory(method, (), 0, budget, abstractive=True)
    tokens = count_tokens(text + "\n")
    item = MemoryItem(
        text=text,
        turn_ids=tuple(turn.turn_id for turn in sources),
        first_turn=sources[0].index,
        tokens=tokens,
        reason=f"summary of {len(sources)} turns"
        + (f"; {left_out} sentences left out over the budget" if left_out else ""),
    )
    return Memory(method, (item,), tokens, budget, abstractive=True)


def _fit(summary: str, budget: int) -> tuple[str, int]:
    """Return the leading sentences that fit and how many do not."""
    sentences = split_sentences(one_line(summary))
    kept = len(sentences)
    while kept and count_tokens(" ".join(sentences[:kept]) + "\n") > budget:
        kept -= 1
    if kept or not sentences:
        return " ".join(sentences[:kept]), len(sentences) - kept
    return truncate_tokens(sentences[0], max(0, budget - 1)).strip(), len(sentences)
