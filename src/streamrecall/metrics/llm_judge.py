"""The LLM judge: the paper's rubric put to a language model (ReMEMBER, section 3.3 and appendix B).

Memory recall, window completeness and gap-resolution completeness are one call each per case; faithfulness
takes one to split the summary into atomic facts and one to verify them. Conciseness follows from the labels
without a call. Every step of all cases is one batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from streamrecall.metrics.grounding import SearchedHistory, memory_and_window
from streamrecall.metrics.judge_requests import JudgePrompts, JudgeRequests, gaps_of
from streamrecall.metrics.judgement import FactLabel, GapLabel, Judgement, UtteranceLabel
from streamrecall.metrics.scores import score_labels
from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.judgements import Facts, FactVerdicts
from streamrecall.models.replies.reply import ReplyT
from streamrecall.ports import ChatModel
from streamrecall.records import Gap, Instance, Memory, Provenance, Sampling, Summary, Turn

SEARCHED_METHODS = frozenset({"Full Memory"})
"""Methods whose facts are verified against what BM25 finds in the history instead of the memory."""

_FACTS_PER_CALL = 40


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """One memory, and the summary made with it, to be judged.

    Attributes:
        history: ``turn_id`` -> turn, at least of every evidence turn; for methods that hand over the whole
            history, of every turn before the window.
    """

    instance: Instance
    memory: Memory
    summary: Summary | None
    history: Mapping[str, Turn]


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement and what made it; its calls, tokens and seconds are those of all steps."""

    judgement: Judgement
    provenance: Provenance


@dataclass(slots=True)
class _Findings:
    """What the calls on one case have said so far; what is missing counts as negative."""

    recalled: dict[str, bool] = field(default_factory=dict)  # gap_id -> nothing of it is missing
    resolved: dict[str, tuple[int, ...]] = field(default_factory=dict)
    covered: dict[str, tuple[int, ...]] = field(default_factory=dict)
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)  # fact id -> sentence, fact
    supported: dict[str, str] = field(default_factory=dict)  # fact id -> category
    failures: list[str] = field(default_factory=list)
    spent: Answered[Facts] = field(default_factory=lambda: Answered(None))


class LlmJudge:
    """Scores with a language model.

    Args:
        model: The judge; tables show its name.
        prompts: Its rubric.
        sampling: How it decodes.
        thinking: Whether a model that can think should.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run above a share of failures.
        searched_methods: Names of the methods that hand over the whole history.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: JudgePrompts,
        sampling: Sampling | None = None,
        *,
        thinking: bool = False,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
        searched_methods: frozenset[str] = SEARCHED_METHODS,
    ) -> None:
        self.name = model.name
        self._model = model
        self._requests = JudgeRequests(prompts, sampling or Sampling(max_tokens=8192), thinking)
        self._retries = retries
        self._budget = budget
        self._searched_methods = searched_methods

    def judge(
        self, instance: Instance, memory: Memory, summary: Summary | None, history: Mapping[str, Turn]
    ) -> Judgement:
        """Return the labels and scores of one case."""
        return self.judge_all([JudgeCase(instance, memory, summary, history)])[0]

    def judge_all(self, cases: Sequence[JudgeCase]) -> list[Judgement]:
        """Return one judgement per case; see ``account_all``."""
        return [judged.judgement for judged in self.account_all(cases)]

    def account_all(self, cases: Sequence[JudgeCase]) -> list[Judged]:
        """Return one judgement per case with what made it.

        A step whose reply stays unusable leaves its labels negative and says so in ``failed``.

        Raises:
            TooManyFailures: If the budget of failures is exceeded.
        """
        findings = [_Findings() for _ in cases]
        self._find_recalled(cases, findings)
        self._find_covered(cases, findings)
        self._find_resolved(cases, findings)
        self._find_facts(cases, findings)
        self._verify_facts(cases, findings)
        return [
            Judged(
                self._judgement(case, found),
                found.spent.provenance(self._model, self._requests.prompts.hash, self._requests.sampling),
            )
            for case, found in zip(cases, findings, strict=True)
        ]

    def _find_recalled(self, cases: Sequence[JudgeCase], findings: Sequence[_Findings]) -> None:
        asks = {
            number: self._requests.memory_recall(case.instance, case.memory, case.history)
            for number, case in enumerate(cases)
            if case.instance.gaps and case.memory.items
        }
        for number, reply in self._ask("memory recall", asks, findings):
            for verdict in reply.verdicts:
                if verdict.decision:
                    gap = cases[number].instance.gaps[verdict.gap_id]
                    findings[number].recalled[gap.gap_id] = not verdict.missing_target_information

    def _find_covered(self, cases: Sequence[JudgeCase], findings: Sequence[_Findings]) -> None:
        asks = {
            number: self._requests.window_completeness(case.instance, case.summary)
            for number, case in enumerate(cases)
            if case.instance.salient and case.summary is not None and case.summary.sentences
        }
        for number, reply in self._ask("window completeness", asks, findings):
            for verdict in reply.verdicts:
                if verdict.score:
                    utterance = cases[number].instance.salient[verdict.utterance_num]
                    findings[number].covered[utterance.utterance_id] = _distinct(verdict.line_number)

    def _find_resolved(self, cases: Sequence[JudgeCase], findings: Sequence[_Findings]) -> None:
        recalled = [
            [gap for gap in case.instance.gaps if gap.gap_id in found.recalled]
            for case, found in zip(cases, findings, strict=True)
        ]
        asks = {
            number: self._requests.gap_resolution(case.instance, case.summary, recalled[number], case.history)
            for number, case in enumerate(cases)
            if recalled[number] and case.summary is not None and case.summary.sentences
        }
        for number, reply in self._ask("gap-resolution completeness", asks, findings):
            for verdict in reply.verdicts:
                if verdict.score:
                    gap = recalled[number][verdict.gap_num]
                    findings[number].resolved[gap.gap_id] = _distinct(verdict.line_number)

    def _find_facts(self, cases: Sequence[JudgeCase], findings: Sequence[_Findings]) -> None:
        asks = {
            number: self._requests.facts(case.summary)
            for number, case in enumerate(cases)
            if case.summary is not None and case.summary.sentences
        }
        for number, reply in self._ask("fact decomposition", asks, findings):
            seen: dict[int, int] = {}
            for fact in sorted(reply.facts, key=lambda fact: fact.sentence_num):
                count = seen[fact.sentence_num] = seen.get(fact.sentence_num, -1) + 1
                findings[number].facts[f"S{fact.sentence_num}-F{count}"] = (fact.sentence_num, fact.fact)

    def _verify_facts(self, cases: Sequence[JudgeCase], findings: Sequence[_Findings]) -> None:
        owners: list[int] = []
        asks: dict[int, Ask[FactVerdicts]] = {}
        for number, (case, found) in enumerate(zip(cases, findings, strict=True)):
            for ask in self._verifications(case, {key: fact for key, (_, fact) in found.facts.items()}):
                asks[len(owners)] = ask
                owners.append(number)
        for call, reply in self._ask("faithfulness", asks, [findings[owner] for owner in owners]):
            for verdict in reply.verdicts:
                findings[owners[call]].supported[verdict.fact_id] = verdict.category

    def _verifications(self, case: JudgeCase, facts: Mapping[str, str]) -> Iterator[Ask[FactVerdicts]]:
        if not facts:
            return
        if case.memory.method in self._searched_methods:
            searched = SearchedHistory(case.instance.window, case.history.values())
            for fact_id, fact in facts.items():
                yield self._requests.faithfulness(searched.transcript(fact), {fact_id: fact})
            return
        transcript = memory_and_window(case.instance.window, case.memory)
        ids = list(facts)
        for start in range(0, len(ids), _FACTS_PER_CALL):
            portion = {fact_id: facts[fact_id] for fact_id in ids[start : start + _FACTS_PER_CALL]}
            yield self._requests.faithfulness(transcript, portion)

    def _ask(
        self, step: str, asks: Mapping[int, Ask[ReplyT]], findings: Sequence[_Findings]
    ) -> Iterator[tuple[int, ReplyT]]:
        """Ask one step in one batch; yield the usable replies and note the others."""
        answers: list[Answered[ReplyT]] = ask_all(
            self._model, list(asks.values()), retries=self._retries, budget=self._budget
        )
        for number, answer in zip(asks, answers, strict=True):
            findings[number].spent = findings[number].spent.plus(answer)
            if answer.value is None:
                findings[number].failures.append(f"{step}: {answer.failure}")
            else:
                yield number, answer.value

    def _judgement(self, case: JudgeCase, found: _Findings) -> Judgement:
        summary = case.summary
        gaps = tuple(_gap_label(gap, case.memory, summary, found) for _, gap in gaps_of(case.instance))
        utterances: tuple[UtteranceLabel, ...] = ()
        if summary is not None:
            utterances = tuple(
                UtteranceLabel(
                    entry.utterance_id,
                    entry.utterance_id in found.covered,
                    found.covered.get(entry.utterance_id, ()),
                )
                for entry in case.instance.salient
            )
        facts = tuple(
            _fact_label(sentence, fact, found.supported.get(fact_id, "not verified"))
            for fact_id, (sentence, fact) in found.facts.items()
        )
        failures = ([summary.failed] if summary is not None and summary.failed else []) + found.failures
        return Judgement(
            window_id=case.instance.window.window_id,
            method=case.memory.method,
            summarizer="" if summary is None else summary.summarizer,
            scored_by=self.name,
            gaps=gaps,
            utterances=utterances,
            facts=facts,
            scores=score_labels(case.memory, summary, gaps, utterances, facts),
            failed="; ".join(failures),
        )


def _gap_label(gap: Gap, memory: Memory, summary: Summary | None, found: _Findings) -> GapLabel:
    recalled = gap.gap_id in found.recalled
    held = () if memory.abstractive else tuple(turn for turn in gap.evidence if turn in memory.turn_ids)
    return GapLabel(
        gap_id=gap.gap_id,
        type=gap.type,
        recalled=recalled,
        recalled_all=found.recalled.get(gap.gap_id, False),
        held=held if recalled else (),
        resolved=gap.gap_id in found.resolved if recalled and summary is not None else None,
        sentences=found.resolved.get(gap.gap_id, ()),
    )


def _fact_label(sentence: int, fact: str, category: str) -> FactLabel:
    supported = category == "no error"
    return FactLabel(sentence, fact, supported, () if supported else (category,))


def _distinct(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(set(numbers)))
