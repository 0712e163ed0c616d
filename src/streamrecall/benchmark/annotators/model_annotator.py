"""An annotator that asks a language model, through prompts, tolerant reading and retries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from streamrecall.benchmark.annotator import (
    Audit,
    Check,
    Finding,
    Given,
    ReadUtterance,
    Screening,
    Value,
    Verdict,
)
from streamrecall.benchmark.annotators.replies import (
    FindingsReply,
    LabelsReply,
    ResolutionReply,
    SalienceReply,
    VerdictsReply,
)
from streamrecall.benchmark.quotes import same_words
from streamrecall.benchmark.stages.evidence import findings_problem
from streamrecall.benchmark.stages.history_filtering import labels_problem
from streamrecall.benchmark.stages.validation import verdicts_problem
from streamrecall.benchmark.window_sentences import NumberedWindow
from streamrecall.models.call_key import model_call
from streamrecall.models.replies.ask import RETRIES, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.reply import ReplyT
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Sampling, one_line
from streamrecall.text.prompts import Prompt, load_prompt

STEPS = (
    "salience_and_dependence",
    "history_filtering",
    "evidence_and_resolution",
    "validation",
    "resolution",
)
"""The prompts of the annotation, under ``benchmark_annotation`` in the prompt folder."""


@dataclass(frozen=True, slots=True)
class AnnotatorSettings:
    """How a model annotates.

    Attributes:
        sampling: The paper decodes greedily.
        thinking: Whether it may think before it audits (stage iv), as the paper's does.
        thinking_tokens: Most tokens of a reply when it thinks; thoughts count.
        retries: How often an unusable reply is asked for again, with what was wrong.
        failures: Largest share of unusable replies; above it the run stops.
    """

    sampling: Sampling = field(default_factory=lambda: Sampling(max_tokens=4096))
    thinking: bool = True
    thinking_tokens: int = 16_384
    retries: int = RETRIES
    failures: float = 0.1


class ModelAnnotator:
    """Annotates with one chat model.

    Args:
        model: Usually behind the call ledger, so that a rerun pays for no call twice.
        prompts: The folder of prompts.
        settings: Decoding, thinking and retries.
        name: What votes and tables call it; the model's name by default.
        secret: Keys the marks that fence dialogue text in prompts.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: Path,
        settings: AnnotatorSettings | None = None,
        *,
        name: str = "",
        secret: bytes = b"",
    ) -> None:
        self.name = name or model.name
        self._model = model
        self._settings = settings or AnnotatorSettings()
        self._prompts: Mapping[str, Prompt] = {
            step: load_prompt(prompts, f"benchmark_annotation/{step}") for step in STEPS
        }
        self._secret = secret
        self._budget = FailureBudget(self._settings.failures)

    def read(self, windows: Sequence[NumberedWindow]) -> list[Given[tuple[ReadUtterance, ...]]]:
        """Ask for salient utterances and their dependence (stages i and ii)."""
        asks = [
            Ask(self._request("salience_and_dependence", {"window": window.render()}), SalienceReply)
            for window in windows
        ]
        return self._ask(asks, lambda reply: tuple(each.record() for each in reply.utterances))

    def screen(self, screenings: Sequence[Screening]) -> list[Given[tuple[bool, ...]]]:
        """Ask for one label per chunk (stage iii)."""
        return self._ask(
            [self._screening(screening) for screening in screenings],
            lambda reply: tuple(label == 1 for label in reply.labels),
        )

    def audit(self, audits: Sequence[Audit]) -> list[Given[tuple[Finding, ...]]]:
        """Ask for reasoning and status of every sentence (stage iv)."""
        return self._ask(
            [self._audit(audit) for audit in audits],
            lambda reply: tuple(each.record() for each in reply.sentences),
        )

    def validate(self, checks: Sequence[Check]) -> list[Given[tuple[Verdict, ...]]]:
        """Ask for the four criteria of every candidate (stage v)."""
        return self._ask(
            [self._validation(check) for check in checks],
            lambda reply: tuple(each.record() for each in reply.verdicts),
        )

    def resolve(self, checks: Sequence[Check]) -> list[Given[str]]:
        """Ask for one resolution statement per gap."""
        asks = [
            Ask(self._request("resolution", *_gap_texts(check)), ResolutionReply, _not_empty)
            for check in checks
        ]
        return self._ask(asks, lambda reply: reply.resolution)

    def _screening(self, screening: Screening) -> Ask[LabelsReply]:
        count = len(screening.chunks)
        history = "".join(
            f"[{position}] {one_line(chunk.text)}\n" for position, chunk in enumerate(screening.chunks)
        )
        request = self._request(
            "history_filtering",
            {"window": screening.window.render(), "history": history},
            {"chunks": count, "last": count - 1},
        )

        def check(reply: LabelsReply) -> None:
            _raise(labels_problem(len(reply.labels), count))

        return Ask(request, LabelsReply, check)

    def _audit(self, audit: Audit) -> Ask[FindingsReply]:
        passage = "".join(sentence.render() + "\n" for sentence in audit.passage)
        texts, settings = _target(audit.target.text, audit.target.reason, audit.target.gap_type)
        request = self._request(
            "evidence_and_resolution",
            {"window": audit.window.render(), "passage": passage, **texts},
            settings,
            thinking=self._settings.thinking,
        )
        spoken = {sentence.source_id: sentence.text for sentence in audit.passage}

        def check(reply: FindingsReply) -> None:
            _raise(findings_problem(audit, [each.record() for each in reply.sentences]))
            for each in reply.sentences:
                if each.sentence and not _repeats(each.sentence, spoken[each.source_id]):
                    raise ValueError(f"{each.source_id} is another sentence; copy it from the passage")

        return Ask(request, FindingsReply, check)

    def _validation(self, check: Check) -> Ask[VerdictsReply]:
        request = self._request("validation", *_gap_texts(check))

        def checked(reply: VerdictsReply) -> None:
            _raise(verdicts_problem(check, [each.record() for each in reply.verdicts]))

        return Ask(request, VerdictsReply, checked)

    def _request(
        self,
        step: str,
        texts: Mapping[str, str],
        settings: Mapping[str, int | str] | None = None,
        *,
        thinking: bool = False,
    ) -> ChatRequest:
        prompt = self._prompts[step]
        sampling = self._settings.sampling
        if thinking:
            sampling = replace(sampling, max_tokens=self._settings.thinking_tokens)
        messages = prompt.render(texts, settings, self._secret)
        return ChatRequest(messages, sampling, thinking=thinking, prompt_hash=prompt.hash)

    def _ask(self, asks: Sequence[Ask[ReplyT]], value: Callable[[ReplyT], Value]) -> list[Given[Value]]:
        outcomes = ask_all(self._model, asks, retries=self._settings.retries, budget=self._budget)
        return [
            Given(None if outcome.value is None else value(outcome.value), outcome.failure, self._key(ask))
            for ask, outcome in zip(asks, outcomes, strict=True)
        ]

    def _key(self, ask: Ask[ReplyT]) -> str:
        """Return the ledger key of a question as it was first asked."""
        request = replace(ask.request, json_schema=ask.reply_type.json_schema())
        return model_call(self._model.name, self._model.revision, request).key


def _gap_texts(check: Check) -> tuple[dict[str, str], dict[str, int | str]]:
    candidates = "".join(
        f"{each.source_id} {one_line(each.speaker)}: {one_line(each.sentence)}\n"
        f"    reasoning: {one_line(each.reasoning)}\n"
        for each in check.candidates
    )
    texts, settings = _target(check.target.text, check.target.reason, check.target.gap_type)
    return {"window": check.window.render(), "candidates": candidates, **texts}, settings


def _target(text: str, reason: str, gap_type: object) -> tuple[dict[str, str], dict[str, int | str]]:
    return {"target": one_line(text), "gap_reason": one_line(reason)}, {"gap_type": str(gap_type)}


def _repeats(copied: str, sentence: str) -> bool:
    """Whether a model copied a sentence, perhaps with its speaker or only a part of it."""
    return same_words(copied, sentence) or sentence in copied or copied.rstrip(".\u2026 ") in sentence


def _not_empty(reply: ResolutionReply) -> None:
    if not reply.resolution:
        raise ValueError("the resolution is empty")


def _raise(problem: str) -> None:
    if problem:
        raise ValueError(problem)
