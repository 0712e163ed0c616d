"""LongMemEval: one question over a history of user-assistant sessions (Wu et al., 2025)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from streamrecall.corpora.corpus import Corpus, EvidenceReference, Oddity, build_corpus
from streamrecall.corpora.evidence_ids import Outcome, Resolution
from streamrecall.corpora.json_fields import Field, read_json
from streamrecall.corpora.json_stream import starts_with_list, stream_json_list
from streamrecall.corpora.sources import require_file
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.corpora.times import iso_time
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Question, Turn

NAME = "longmemeval"
FILE = "longmemeval_oracle.json"
ABSTENTION = "abstention"


@dataclass(frozen=True, slots=True)
class HaystackInstance:
    """One question with its history."""

    dialogue: Dialogue
    question: Question
    references: tuple[EvidenceReference, ...]
    oddities: tuple[Oddity, ...]


def load_longmemeval(folder: Path, file: str = FILE, limit: int | None = None) -> Corpus:
    """Read one of LongMemEval's files; each instance is a dialogue of its own.

    Sessions are put into time order, since the oracle file's are not. The evidence is the turns marked
    ``has_answer``. A question whose id ends in ``_abs`` has the category ``abstention``: right is to say
    that the history does not tell.

    Args:
        folder: The folder that holds the file.
        file: Its name; the S and M files and third-party reshaped samples read alike.
        limit: Read only this many instances.

    Raises:
        DataError: If the file is missing or malformed.
    """
    instances = list(islice(iter_instances(require_file(folder, NAME, file)), limit))
    return build_corpus(
        NAME,
        (instance.dialogue for instance in instances),
        (instance.question for instance in instances),
        references=(reference for instance in instances for reference in instance.references),
        oddities=(oddity for instance in instances for oddity in instance.oddities),
    )


def iter_instances(path: Path) -> Iterator[HaystackInstance]:
    """Yield the instances of a file one at a time; memory holds one (the M file has 2.7 GB).

    Raises:
        DataError: If the file is malformed or a question id stands twice.
    """
    seen: set[str] = set()
    for instance in _native(path) if starts_with_list(path) else _reshaped(read_json(path)):
        name = instance.question.question_id
        if name in seen:
            raise DataError(f"question {name!r} stands twice.", path=path)
        seen.add(name)
        yield instance


def _native(path: Path) -> Iterator[HaystackInstance]:
    for row in stream_json_list(path):
        question_id = row.key("question_id").word()
        builder = StreamBuilder(NAME, question_id, Domain.CHITCHAT)
        evidence: list[str] = []
        sessions = _sessions_in_time_order(row, builder)
        for session_id, date, turns in sessions:
            if not turns:
                builder.oddities.note("session without turns", session_id)
            for position, message in enumerate(turns):
                turn = _add(builder, message, f"{session_id}:{position}", session_id, date)
                has_answer = message.optional("has_answer")
                if has_answer is not None and has_answer.boolean():
                    evidence.append(turn.turn_id)
        question = _question(row, builder, question_id, row.key("question_type").word(), evidence)
        asked, last = iso_time(row.key("question_date").text()), builder.last_time
        if asked is not None and last is not None and last > asked:
            builder.oddities.note("session after the question's date", f"{last} after {asked}")
        references = _references(row, builder, {name for name, _, _ in sessions})
        yield HaystackInstance(builder.dialogue(), question, references, builder.oddities.rows())


def _sessions_in_time_order(row: Field, builder: StreamBuilder) -> list[tuple[str, str, list[Field]]]:
    names = [item.word() for item in row.key("haystack_session_ids").items()]
    dates = [item.text() for item in row.key("haystack_dates").items()]
    sessions = [list(item.items()) for item in row.key("haystack_sessions").items()]
    if not len(names) == len(dates) == len(sessions):
        raise row.error(
            f"{len(sessions)} haystack_sessions, {len(names)} haystack_session_ids and "
            f"{len(dates)} haystack_dates: expected as many of each."
        )
    rows = list(zip(names, dates, sessions, strict=True))
    if any(iso_time(date) is None for date in dates):
        return rows
    ordered = sorted(rows, key=lambda entry: iso_time(entry[1]) or "")
    if [name for name, _, _ in ordered] != names:
        builder.oddities.note("sessions put into time order", builder.dialogue_id)
    return ordered


def _reshaped(root: Field) -> Iterator[HaystackInstance]:
    """Read samples whose sessions were flattened: turns with a date, no session ids, no evidence."""
    rows = list(root.key("data").items())
    stated = root.optional("n_questions")
    for row in rows:
        questions = list(row.key("questions").items())
        for question in questions:
            name = row.key("id").word() + (f".{question.key('id').word()}" if len(questions) > 1 else "")
            builder = StreamBuilder(NAME, name, Domain.CHITCHAT)
            builder.oddities.note("reshaped sample without session ids and evidence", name)
            if stated is not None and stated.integer() != len(rows):
                builder.oddities.note("other number of instances than stated", f"{len(rows)}")
            messages = list(row.key("conversation").items())
            position = 0
            for date, run in groupby(messages, key=lambda message: message.key("date").text()):
                for message in run:
                    _add(builder, message, str(position), date, date)
                    position += 1
            kind = row.key("question_type").word()
            flag = question.optional("is_abstention")
            if flag is not None and flag.boolean():
                kind = ABSTENTION
            asked = _question(question, builder, name, kind, [])
            yield HaystackInstance(builder.dialogue(), asked, (), builder.oddities.rows())


def _add(builder: StreamBuilder, message: Field, turn_id: str, session: str, date: str) -> Turn:
    return builder.add(
        turn_id, message.key("role").word(), message.key("content").text(), session=session, time=date
    )


def _question(row: Field, builder: StreamBuilder, name: str, kind: str, evidence: list[str]) -> Question:
    if not len(builder):
        raise row.error(f"instance {name!r} has no turns.")
    answer = row.key("answer")
    if not isinstance(answer.value, str):
        builder.oddities.note("answer that is a number", name)
    if not evidence:
        builder.oddities.note("question without evidence", name)
    return Question(
        question_id=name,
        dialogue_id=builder.dialogue_id,
        text=row.key("question").word(),
        asked_after=len(builder) - 1,
        category=ABSTENTION if name.endswith("_abs") else kind,
        answer=answer.scalar(),
        evidence=tuple(evidence),
    )


def _references(row: Field, builder: StreamBuilder, sessions: set[str]) -> tuple[EvidenceReference, ...]:
    references = []
    for item in row.key("answer_session_ids").items():
        name = item.text()
        turns = builder.turn_ids_of(name) if name in sessions else ()
        resolution = (
            Resolution(name, turns, Outcome.RESOLVED)
            if turns
            else Resolution(name, (), Outcome.UNRESOLVED, "no such session", (name,))
        )
        references.append(EvidenceReference(builder.dialogue_id, builder.dialogue_id, resolution))
    return tuple(references)
