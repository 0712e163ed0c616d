"""Which questions are shown as examples: chosen by rule, never by hand (ProStream, Figures 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from streamrecall.records import Memory, Question, Turn

OURS, OTHER = "ProStream", "RAG"
SHORT_TERM = "short-term"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one method made of a question.

    Attributes:
        kem: 1 where the answer holds every key entity, or abstains where nothing answers the question.
        evidence_recall: Share of the evidence turns that the context tells; None without evidence.
        failed: Why there is no answer, where a model gave none.
    """

    method: str
    memory: Memory
    answer: str
    abstained: bool
    kem: float
    evidence_recall: float | None
    failed: str = ""

    @property
    def right(self) -> bool:
        """Whether the answer counts as right."""
        return self.kem == 1.0


@dataclass(frozen=True, slots=True)
class Pair:
    """One question and what ProStream and RAG made of it."""

    question: Question
    evidence: tuple[Turn, ...]
    ours: Outcome
    other: Outcome

    @property
    def answered(self) -> bool:
        """Whether both gave an answer; what a failed call left blank shows nothing of a memory."""
        return not self.ours.failed and not self.other.failed

    @property
    def distance(self) -> int:
        """Turns between the question and its nearest evidence; 0 without evidence."""
        return min((self.question.asked_after - turn.index for turn in self.evidence), default=0)

    @property
    def parts(self) -> frozenset[str]:
        """The parts of ProStream's context that name an evidence turn."""
        wanted = {turn.turn_id for turn in self.evidence}
        return frozenset(item.reason for item in self.ours.memory.items if wanted & set(item.turn_ids))


@dataclass(frozen=True, slots=True)
class Rule:
    """How one example is chosen: among the pairs that fulfil ``holds``, the first by ``order``."""

    name: str
    text: str
    holds: Callable[[Pair], bool]
    order: Callable[[Pair], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The example of a rule, and of how many; None where no question fulfils it."""

    rule: Rule
    among: int
    pair: Pair | None


def _ours_alone(pair: Pair) -> bool:
    return pair.ours.right and not pair.other.right and pair.question.answer != ""


def _misleads(pair: Pair) -> bool:
    return pair.question.answer == "" or pair.question.category == "adversarial"


def _holds_all(pair: Pair) -> bool:
    return pair.ours.evidence_recall == 1.0 and not _misleads(pair) and not pair.ours.right


COMPARISON = (
    Rule(
        "Long-term evidence",
        "ProStream is right and RAG is not; no evidence is left in the short-term buffer; the farthest "
        "evidence first.",
        lambda pair: _ours_alone(pair) and bool(pair.parts) and SHORT_TERM not in pair.parts,
        lambda pair: (-pair.distance, pair.question.question_id),
    ),
    Rule(
        "Short-term and long-term evidence together",
        "ProStream is right and RAG is not; evidence stands in the short-term buffer and in another part; "
        "most evidence turns first.",
        lambda pair: _ours_alone(pair) and SHORT_TERM in pair.parts and len(pair.parts) > 1,
        lambda pair: (-len(pair.evidence), pair.question.question_id),
    ),
    Rule(
        "The other way round",
        "RAG is right and ProStream is not; the largest lead in evidence first.",
        lambda pair: pair.other.right and not pair.ours.right and pair.question.answer != "",
        lambda pair: (
            (pair.ours.evidence_recall or 0.0) - (pair.other.evidence_recall or 0.0),
            pair.question.question_id,
        ),
    ),
)
"""Figure 6: ProStream beside RAG."""

ERRORS = (
    Rule(
        "A false premise taken over",
        "The question is an adversarial one or nothing in the dialogue answers it, and ProStream answers it "
        "as it stands; the longest answer first.",
        lambda pair: _misleads(pair) and not pair.ours.abstained and not pair.ours.right,
        lambda pair: (-len(pair.ours.answer), pair.question.question_id),
    ),
    Rule(
        "Noise over evidence",
        "ProStream's context tells all of the evidence, and its answer is another one; the largest context "
        "first.",
        lambda pair: _holds_all(pair) and not pair.ours.abstained,
        lambda pair: (-pair.ours.memory.tokens, pair.question.question_id),
    ),
    Rule(
        "Silence over evidence",
        "ProStream's context tells all of the evidence, and it says that it does not know; the fewest "
        "evidence turns first.",
        lambda pair: _holds_all(pair) and pair.ours.abstained,
        lambda pair: (len(pair.evidence), pair.question.question_id),
    ),
)
"""Figure 7: how ProStream goes wrong."""


def read_pairs(
    questions: Sequence[Question],
    turns: Mapping[tuple[str, str], Turn],
    contexts: Mapping[str, Mapping[str, Memory]],
    answers: Iterable[Mapping[Any, Any]],
) -> list[Pair]:
    """Return what both methods made of each question that both were asked.

    Args:
        questions: What was asked.
        turns: By dialogue id and turn id.
        contexts: Method -> question id -> what was handed to the answerer.
        answers: Rows of results (``RESULT_COLUMNS``) of the comparison.
    """
    found: dict[str, dict[str, Outcome]] = {OURS: {}, OTHER: {}}
    for row in answers:
        method, question_id = str(row["method"]), str(row["question_id"])
        if method in found and row["experiment"] == "comparison" and pd.notna(row["kem"]):
            recall = row["evidence_recall"]
            found[method][question_id] = Outcome(
                method=method,
                memory=contexts[method][question_id],
                answer="" if pd.isna(row["answer"]) else str(row["answer"]),
                abstained=bool(row["abstained"]),
                kem=float(row["kem"]),
                evidence_recall=None if pd.isna(recall) else float(recall),
                failed="" if pd.isna(row["failed"]) else str(row["failed"]),
            )
    return [
        Pair(
            question,
            tuple(turns[question.dialogue_id, turn_id] for turn_id in question.evidence),
            found[OURS][question.question_id],
            found[OTHER][question.question_id],
        )
        for question in questions
        if question.question_id in found[OURS] and question.question_id in found[OTHER]
    ]


def choose(pairs: Sequence[Pair], rules: Sequence[Rule]) -> list[Chosen]:
    """Return the example of each rule, among the questions that both answered."""
    chosen = []
    for rule in rules:
        candidates = [pair for pair in pairs if pair.answered and rule.holds(pair)]
        chosen.append(Chosen(rule, len(candidates), min(candidates, key=rule.order, default=None)))
    return chosen


def outcomes(pairs: Sequence[Pair]) -> dict[str, int]:
    """Return how many questions with an answer which of both methods got right."""
    counts = {"both": 0, "ProStream alone": 0, "RAG alone": 0, "neither": 0}
    for pair in pairs:
        if pair.question.answer:
            key = {(True, True): "both", (True, False): "ProStream alone", (False, True): "RAG alone"}
            counts[key.get((pair.ours.right, pair.other.right), "neither")] += 1
    return counts
