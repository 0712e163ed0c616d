"""REALTALK: ten chats of real people over three weeks, with questions (Lee et al., 2025)."""

from __future__ import annotations

import re
from pathlib import Path

from streamrecall.corpora.corpus import Corpus, EvidenceReference, Oddity, build_corpus
from streamrecall.corpora.evidence_ids import EvidenceResolver
from streamrecall.corpora.json_fields import Field, read_json
from streamrecall.corpora.sessions import numbered_sessions, read_questions
from streamrecall.corpora.sources import require_files
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.records import Dialogue, Domain, Question

NAME = "realtalk"
PATTERN = "Chat_*.json"
CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "commonsense"}

_TURN_ID = re.compile(r"D(\d{1,9}):(\d{1,9})")


def load_realtalk(folder: Path) -> Corpus:
    """Read ``Chat_<n>_<name>_<name>.json``; the dialogue id is the file's name.

    The order of turns comes from the session keys: in some chats the number in a turn id is not the
    session's. A message with a picture gets ``[shares a photo]`` and, where there is one,
    ``[photo: caption]``. Speakers stay as written (``elise``, ``Muhhamed``).

    Raises:
        DataError: If there is no chat or a file is malformed.
    """
    dialogues: list[Dialogue] = []
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    oddities: list[Oddity] = []
    for path in require_files(folder, NAME, PATTERN):
        row = read_json(path)
        builder, images = _read_chat(row, path.stem)
        dialogue = builder.dialogue()
        resolver = EvidenceResolver((turn.turn_id for turn in dialogue.turns), images)
        asked, cited = read_questions(row.key("qa"), dialogue, CATEGORIES, resolver, builder.oddities)
        _note_names(builder, row, dialogue, asked)
        _note_missing_numbers(builder, dialogue)
        dialogues.append(dialogue)
        questions += asked
        references += cited
        oddities += builder.oddities.rows()
    return build_corpus(NAME, dialogues, questions, references=references, oddities=oddities)


def _read_chat(row: Field, name: str) -> tuple[StreamBuilder, set[str]]:
    builder = StreamBuilder(NAME, name, Domain.CHITCHAT)
    images: set[str] = set()
    for session in numbered_sessions(row, builder.oddities):
        for message in session.turns:
            turn_id, caption = message.key("dia_id").word(), message.optional("blip_caption")
            picture = any(list(message.key(key).items()) for key in ("img_file", "img_url"))
            marks = " [shares a photo]" if picture else ""
            if caption is not None:
                marks += f" [photo: {caption.text()}]"
            turn = builder.add(
                turn_id,
                message.key("speaker").text(),
                message.key("clean_text").text(),
                session=session.name,
                time=message.key("date_time").text(),
                caption=marks,
            )
            if marks:
                images.add(turn.turn_id)
            if not turn_id.startswith(f"D{session.name.removeprefix('session_')}:"):
                builder.oddities.note("turn id of another session", f"{turn_id} in {session.name}")
    return builder, images


def _note_names(builder: StreamBuilder, row: Field, dialogue: Dialogue, questions: list[Question]) -> None:
    speakers = sorted({turn.speaker for turn in dialogue.turns})
    header = {field.text() for _, field in row.key("name").entries()}
    in_file_name = set(dialogue.dialogue_id.split("_"))
    for speaker in speakers:
        if speaker not in header:
            builder.oddities.note("speaker who is not in the header", speaker)
        if speaker != speaker[:1].upper() + speaker[1:]:
            builder.oddities.note("speaker in lower case", speaker)
        if speaker not in in_file_name:
            builder.oddities.note("speaker named otherwise in the file name", speaker)
    first_names = [speaker.lower().split()[0] for speaker in speakers if speaker.strip()]
    for question in questions:
        if not any(name in question.text.lower() for name in first_names):
            builder.oddities.note(
                "question that names no speaker", f"{question.question_id}: {question.text}"
            )


def _note_missing_numbers(builder: StreamBuilder, dialogue: Dialogue) -> None:
    """Count the numbers that turn ids leave out: image-only messages folded into a neighbour."""
    numbers: dict[int, set[int]] = {}
    for turn in dialogue.turns:
        if match := _TURN_ID.fullmatch(turn.turn_id):
            numbers.setdefault(int(match[1]), set()).add(int(match[2]))
        else:
            builder.oddities.note("turn id of another form", turn.turn_id)
    for session, present in sorted(numbers.items()):
        missing = max(present) - len(present - {0})
        if missing > 0:
            first = next(n for n in range(1, max(present)) if n not in present)
            builder.oddities.note("turn number left out", f"D{session}:{first}", missing)
