"""What a loader gives: dialogues, questions and an account of everything it read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from streamrecall.corpora.evidence_ids import Outcome, Resolution
from streamrecall.records import Dialogue, Question


@dataclass(frozen=True, slots=True)
class Oddity:
    """One kind of irregularity in one dialogue: kept, repaired or skipped, never silent.

    Attributes:
        dialogue_id: The dialogue, or a file of the corpus.
        kind: What is odd, in a few words.
        count: How often.
        example: The first place it was met.
    """

    corpus: str
    dialogue_id: str
    kind: str
    count: int
    example: str


@dataclass(frozen=True, slots=True)
class EvidenceReference:
    """One evidence entry of a question, as written and as resolved."""

    dialogue_id: str
    question_id: str
    resolution: Resolution

    def row(self) -> dict[str, str]:
        """Return the reference as one row of a table."""
        return {
            "dialogue_id": self.dialogue_id,
            "question_id": self.question_id,
            "raw": self.resolution.raw,
            "outcome": self.resolution.outcome.value,
            "turn_ids": " ".join(self.resolution.turn_ids),
            "reason": self.resolution.reason,
            "left": " ".join(self.resolution.left),
        }


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """Counts of what was read.

    Attributes:
        messages: Messages in the source; always ``turns + skipped``.
        skipped: Messages left out; each is named in ``oddities``.
        references: Every evidence entry of every question.
    """

    corpus: str
    dialogues: int
    sessions: int
    messages: int
    turns: int
    skipped: int
    questions: int
    references: tuple[EvidenceReference, ...] = ()
    oddities: tuple[Oddity, ...] = ()

    def outcomes(self) -> dict[Outcome, int]:
        """Return the number of evidence entries of each outcome."""
        counts = Counter(reference.resolution.outcome for reference in self.references)
        return {outcome: counts[outcome] for outcome in Outcome}

    def unresolved(self) -> tuple[EvidenceReference, ...]:
        """Return the entries of which something is left that names no turn."""
        return tuple(r for r in self.references if r.resolution.left)

    def row(self) -> dict[str, str | int]:
        """Return the counts as one row of a table."""
        return {
            "corpus": self.corpus,
            "dialogues": self.dialogues,
            "sessions": self.sessions,
            "messages": self.messages,
            "turns": self.turns,
            "skipped": self.skipped,
            "questions": self.questions,
            **{f"evidence_{outcome.value}": count for outcome, count in self.outcomes().items()},
        }


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus in memory."""

    name: str
    dialogues: tuple[Dialogue, ...]
    questions: tuple[Question, ...]
    report: CorpusReport


def build_corpus(
    name: str,
    dialogues: Iterable[Dialogue],
    questions: Iterable[Question] = (),
    *,
    references: Iterable[EvidenceReference] = (),
    oddities: Iterable[Oddity] = (),
    skipped: int = 0,
) -> Corpus:
    """Put a corpus together and count it."""
    dialogues, questions = tuple(dialogues), tuple(questions)
    turns = sum(len(dialogue.turns) for dialogue in dialogues)
    report = CorpusReport(
        corpus=name,
        dialogues=len(dialogues),
        sessions=sum(len({turn.session for turn in dialogue.turns}) for dialogue in dialogues),
        messages=turns + skipped,
        turns=turns,
        skipped=skipped,
        questions=len(questions),
        references=tuple(references),
        oddities=tuple(oddities),
    )
    return Corpus(name, dialogues, questions, report)
