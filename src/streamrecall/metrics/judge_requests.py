"""What the LLM judge asks about one case: texts, reply types, and what a reply must fulfil."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path

from streamrecall.errors import DataError
from streamrecall.metrics.grounding import numbered_memory
from streamrecall.models.replies.ask import Ask
from streamrecall.models.replies.judgements import (
    CoverageVerdicts,
    Facts,
    FactVerdicts,
    RecallVerdicts,
    ResolutionVerdicts,
)
from streamrecall.models.replies.reply import ReplyT
from streamrecall.records import ChatRequest, Gap, Instance, Memory, Sampling, Summary, Turn
from streamrecall.text.prompts import Prompt, load_prompt


@dataclass(frozen=True, slots=True)
class JudgePrompts:
    """The five prompts of the judge, in ``evaluate/``."""

    memory_recall: Prompt
    window_completeness: Prompt
    gap_resolution_completeness: Prompt
    fact_decomposition: Prompt
    faithfulness: Prompt

    @property
    def hash(self) -> str:
        """Digest of all five."""
        hashes = [getattr(self, each.name).hash for each in fields(self)]
        return sha256("".join(hashes).encode()).hexdigest()[:16]


def load_judge_prompts(folder: Path) -> JudgePrompts:
    """Read the five prompts.

    Raises:
        ConfigError: If one is missing.
    """
    steps = [each.name for each in fields(JudgePrompts)]
    return JudgePrompts(**{step: load_prompt(folder, f"evaluate/{step}") for step in steps})


@dataclass(frozen=True, slots=True)
class JudgeRequests:
    """Writes the judge's requests.

    Attributes:
        sampling: The paper judges at temperature 0.
        thinking: Whether a model that can think should.
    """

    prompts: JudgePrompts
    sampling: Sampling
    thinking: bool = False

    def memory_recall(
        self, instance: Instance, memory: Memory, history: Mapping[str, Turn]
    ) -> Ask[RecallVerdicts]:
        """Ask which gaps the memory resolves (Figure 5)."""
        gaps = [
            {
                "gap_id": f"G{number}",
                "gap_type": gap.type.value,
                "salient_utterance": utterance,
                "supporting_sentences": evidence_texts(gap, history),
                "supporting_reasoning": gap.resolution,
            }
            for number, (utterance, gap) in enumerate(gaps_of(instance))
        ]
        texts = {
            "window": instance.window.render(),
            "memory": numbered_memory(memory),
            "gaps": _lines(gaps),
        }
        return self._ask(
            self.prompts.memory_recall,
            texts,
            RecallVerdicts,
            lambda reply: _check_numbers([verdict.gap_id for verdict in reply.verdicts], len(gaps), "G"),
        )

    def window_completeness(self, instance: Instance, summary: Summary) -> Ask[CoverageVerdicts]:
        """Ask which salient utterances the summary covers (Figure 6)."""
        utterances = [f"U{number}: {entry.utterance}" for number, entry in enumerate(instance.salient)]
        texts = {"summary": numbered_sentences(summary), "salient_utterances": "\n".join(utterances)}

        def check(reply: CoverageVerdicts) -> None:
            _check_numbers([verdict.utterance_num for verdict in reply.verdicts], len(utterances), "U")
            for verdict in reply.verdicts:
                _check_cited(verdict.score, verdict.line_number, summary, f"U{verdict.utterance_num}")

        return self._ask(self.prompts.window_completeness, texts, CoverageVerdicts, check)

    def gap_resolution(
        self, instance: Instance, summary: Summary, gaps: Sequence[Gap], history: Mapping[str, Turn]
    ) -> Ask[ResolutionVerdicts]:
        """Ask which of the recalled ``gaps`` the summary resolves (Figures 7 and 8)."""
        numbers = {entry.gap.gap_id: n for n, entry in enumerate(instance.salient) if entry.gap is not None}
        cases = [
            {
                "gap_num": f"G{number}",
                "utterance_num": f"U{numbers[gap.gap_id]}",
                "salient_utterance": instance.salient[numbers[gap.gap_id]].utterance,
                "relevant_chunk": "\n".join(evidence_texts(gap, history)),
            }
            for number, gap in enumerate(gaps)
        ]
        texts = {"summary": numbered_sentences(summary), "gap_cases": _lines(cases)}

        def check(reply: ResolutionVerdicts) -> None:
            _check_numbers([verdict.gap_num for verdict in reply.verdicts], len(cases), "G")
            for verdict in reply.verdicts:
                _check_cited(verdict.score, verdict.line_number, summary, f"G{verdict.gap_num}")

        return self._ask(self.prompts.gap_resolution_completeness, texts, ResolutionVerdicts, check)

    def facts(self, summary: Summary) -> Ask[Facts]:
        """Ask for the atomic facts of a summary (Figure 9)."""

        def check(reply: Facts) -> None:
            beyond = [
                fact.sentence_num for fact in reply.facts if fact.sentence_num >= len(summary.sentences)
            ]
            if beyond:
                raise ValueError(f"there is no sentence S{beyond[0]}")

        texts = {"summary": numbered_sentences(summary)}
        return self._ask(self.prompts.fact_decomposition, texts, Facts, check)

    def faithfulness(self, transcript: str, facts: Mapping[str, str]) -> Ask[FactVerdicts]:
        """Ask for the error category of each fact, by id, against a transcript (Figure 10)."""

        def check(reply: FactVerdicts) -> None:
            given = [verdict.fact_id for verdict in reply.verdicts]
            if sorted(given) != sorted(facts):
                raise ValueError(f"expected exactly one verdict for each of {', '.join(facts)}")

        lines = "\n".join(f"{fact_id}: {fact}" for fact_id, fact in facts.items())
        texts = {"transcript": transcript, "facts": lines}
        return self._ask(self.prompts.faithfulness, texts, FactVerdicts, check)

    def _ask(
        self,
        prompt: Prompt,
        texts: Mapping[str, str],
        reply_type: type[ReplyT],
        check: Callable[[ReplyT], None],
    ) -> Ask[ReplyT]:
        request = ChatRequest(
            prompt.render(texts), self.sampling, thinking=self.thinking, prompt_hash=prompt.hash
        )
        return Ask(request, reply_type, check)


def gaps_of(instance: Instance) -> list[tuple[str, Gap]]:
    """Return each gap with its salient utterance, in the order of the utterances."""
    return [(entry.utterance, entry.gap) for entry in instance.salient if entry.gap is not None]


def evidence_texts(gap: Gap, history: Mapping[str, Turn]) -> list[str]:
    """Return the evidence turns of a gap as they were said; outdated ones are left out.

    Raises:
        DataError: If an evidence turn is not in ``history``.
    """
    missing = [turn_id for turn_id in gap.evidence if turn_id not in history]
    if missing:
        raise DataError(
            f"gap {gap.gap_id}: evidence turn {missing[0]!r} is not in the history.",
            hint="Give the judge the turns of the gap's dialogue.",
        )
    return [history[turn_id].render() for turn_id in gap.evidence if turn_id not in gap.superseded]


def numbered_sentences(summary: Summary) -> str:
    """Return the summary one sentence a line, numbered S0, S1, ..."""
    return "\n".join(f"S{number}: {sentence.text}" for number, sentence in enumerate(summary.sentences))


def _lines(items: Sequence[Mapping[str, object]]) -> str:
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in items)


def _check_numbers(given: Sequence[int], wanted: int, letter: str) -> None:
    if sorted(given) != list(range(wanted)):
        raise ValueError(f"expected exactly one verdict for each of {letter}0 to {letter}{wanted - 1}")


def _check_cited(score: int, cited: Sequence[int], summary: Summary, item: str) -> None:
    beyond = [number for number in cited if number >= len(summary.sentences)]
    if beyond:
        raise ValueError(f"{item} cites S{beyond[0]}, but there is no such sentence")
    if score and not cited:
        raise ValueError(f"{item} has score 1 but cites no sentence")
