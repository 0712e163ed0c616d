"""The invented sample streams that the project ships: one folder per stream.

``turns.jsonl`` has ``turn_id, session, speaker, time, text``; ``questions.json`` has ``id, asked_after,
category, question, answer, evidence, entities``. ``gaps.json`` is read by ``benchmark.annotations``.
"""

from __future__ import annotations

from pathlib import Path

from streamrecall.corpora.corpus import Corpus, EvidenceReference, Oddity, build_corpus
from streamrecall.corpora.evidence_ids import Outcome, Resolution
from streamrecall.corpora.json_fields import Field, read_json, read_jsonl
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Question

NAME = "sample"


def load_sample(folder: Path) -> Corpus:
    """Read every stream below ``folder``; a stream is a folder named after its domain.

    Raises:
        DataError: If there is no stream, a stream's name is no domain, or a file is malformed.
    """
    dialogues: list[Dialogue] = []
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    oddities: list[Oddity] = []
    for turns_file in sorted(folder.glob("*/turns.jsonl")):
        builder = read_stream(turns_file)
        dialogue = builder.dialogue()
        dialogues.append(dialogue)
        oddities += builder.oddities.rows()
        asked = read_questions(turns_file.with_name("questions.json"), dialogue)
        questions += asked
        references += [
            EvidenceReference(dialogue.dialogue_id, q.question_id, Resolution(e, (e,), Outcome.RESOLVED))
            for q in asked
            for e in q.evidence
        ]
    if not dialogues:
        raise DataError(
            "no stream found: expected folders with a file turns.jsonl.",
            path=folder,
            hint="The streams 'chitchat' and 'workplace' are part of the repository, in data/01_raw/sample.",
        )
    return build_corpus(NAME, dialogues, questions, references=references, oddities=oddities)


def read_stream(path: Path) -> StreamBuilder:
    """Read one ``turns.jsonl``; the folder's name is the dialogue id and its domain."""
    name = path.parent.name
    if name not in {domain.value for domain in Domain}:
        raise DataError(
            f"stream {name!r} has no domain: name its folder {' or '.join(d.value for d in Domain)}.",
            path=path.parent,
        )
    builder = StreamBuilder(NAME, name, Domain(name))
    for row in read_jsonl(path):
        reply_to = row.optional("reply_to")
        builder.add(
            row.key("turn_id").word(),
            row.key("speaker").text(),
            row.key("text").text(),
            session=row.key("session").scalar(),
            time=row.key("time").word(),
            reply_to=None if reply_to is None else reply_to.word(),
        )
    return builder


def read_questions(path: Path, dialogue: Dialogue) -> tuple[Question, ...]:
    """Read one ``questions.json``.

    Raises:
        DataError: If a question or turn id is unknown or met twice, or evidence follows the question.
    """
    positions = {turn.turn_id: turn.index for turn in dialogue.turns}
    questions: dict[str, Question] = {}
    for row in read_json(path).items():
        question = _question(row, dialogue.dialogue_id, positions)
        if question.question_id in questions:
            raise row.key("id").error(f"question id {question.question_id!r} stands twice.")
        questions[question.question_id] = question
    return tuple(questions.values())


def _question(row: Field, dialogue_id: str, positions: dict[str, int]) -> Question:
    def position(field: Field) -> int:
        turn_id = field.word()
        if turn_id not in positions:
            raise field.error(f"no turn {turn_id!r} in dialogue {dialogue_id!r}.")
        return positions[turn_id]

    asked_after = position(row.key("asked_after"))
    for evidence in row.key("evidence").items():
        if position(evidence) > asked_after:
            raise evidence.error("evidence stands after the question was asked.")
    return Question(
        question_id=row.key("id").word(),
        dialogue_id=dialogue_id,
        text=row.key("question").word(),
        asked_after=asked_after,
        category=row.key("category").word(),
        answer=row.key("answer").scalar(),
        evidence=row.key("evidence").texts(),
        entities=row.key("entities").texts(),
    )
