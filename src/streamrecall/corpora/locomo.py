"""LoCoMo: ten long chats of two invented people, with questions (Maharana et al., 2024)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from streamrecall.corpora.corpus import Corpus, EvidenceReference, Oddity, build_corpus
from streamrecall.corpora.evidence_ids import EvidenceResolver
from streamrecall.corpora.json_fields import Field, read_json
from streamrecall.corpora.sessions import numbered_sessions, read_questions
from streamrecall.corpora.sources import require_file
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.records import Dialogue, Domain, Question

NAME = "locomo"
FILE = "locomo10.json"
CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}

_AUDIT_ID = re.compile(r"locomo_(\d{1,6})_qa(\d{1,6})")


def load_locomo(folder: Path) -> Corpus:
    """Read ``locomo10.json``.

    Every turn has its session's date; a picture stands behind the text as ``[shares a photo: caption]``.

    Raises:
        DataError: If the file is missing or malformed.
    """
    dialogues: list[Dialogue] = []
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    oddities: list[Oddity] = []
    seen: set[str] = set()
    for row in read_json(require_file(folder, NAME, FILE)).items():
        builder = _read_conversation(row)
        if builder.dialogue_id in seen:
            raise row.key("sample_id").error(f"dialogue {builder.dialogue_id!r} stands twice.")
        seen.add(builder.dialogue_id)
        dialogue = builder.dialogue()
        resolver = EvidenceResolver(turn.turn_id for turn in dialogue.turns)
        asked, cited = read_questions(row.key("qa"), dialogue, CATEGORIES, resolver, builder.oddities)
        dialogues.append(dialogue)
        questions += asked
        references += cited
        oddities += builder.oddities.rows()
    return build_corpus(NAME, dialogues, questions, references=references, oddities=oddities)


def _read_conversation(row: Field) -> StreamBuilder:
    builder = StreamBuilder(NAME, row.key("sample_id").word(), Domain.CHITCHAT)
    for session in numbered_sessions(row.key("conversation"), builder.oddities):
        for turn in session.turns:
            turn_id, caption = turn.key("dia_id").word(), turn.optional("blip_caption")
            if caption is not None and turn.optional("img_url") is None:
                builder.oddities.note("caption without a picture address", turn_id)
            builder.add(
                turn_id,
                turn.key("speaker").text(),
                turn.key("text").text(),
                session=session.name,
                time=session.date_time,
                caption="" if caption is None else f" [shares a photo: {caption.text()}]",
            )
    return builder


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A question whose answer or citation a third party calls wrong (dial481/locomo-audit)."""

    question_id: str
    error_type: str
    correct_answer: str

    @property
    def affects_answer(self) -> bool:
        """False where only the cited turns are wrong."""
        return self.error_type != "WRONG_CITATION"


def read_audit(path: Path, corpus: Corpus) -> tuple[AuditEntry, ...]:
    """Read ``locomo_audit_errors.json``, so that scores can be given with and without these questions.

    Raises:
        DataError: If the file is malformed or an entry does not name the corpus's question.
    """
    texts = {question.question_id: question.text for question in corpus.questions}
    entries = []
    for row in read_json(path).items():
        name = row.key("question_id")
        match = _AUDIT_ID.fullmatch(name.word())
        if match is None or int(match[1]) >= len(corpus.dialogues):
            raise name.error(f"expected locomo_<dialogue>_qa<question>, found {name.word()!r}.")
        question_id = f"{corpus.dialogues[int(match[1])].dialogue_id}.q{int(match[2])}"
        if texts.get(question_id) != row.key("question").text():
            raise row.key("question").error(f"is not the text of question {question_id!r}.")
        entries.append(
            AuditEntry(question_id, row.key("error_type").word(), row.key("correct_answer").scalar())
        )
    return tuple(entries)
