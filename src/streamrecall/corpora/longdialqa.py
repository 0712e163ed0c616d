"""LongDialQA: the dialogue of three TV shows and DialSim's questions about it (Kim et al., 2024)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from streamrecall.corpora.corpus import Corpus, Oddity, build_corpus
from streamrecall.corpora.json_fields import Field, read_text
from streamrecall.corpora.script_lines import ScriptLine, read_script
from streamrecall.corpora.sources import require_files
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.errors import DataError
from streamrecall.records import Domain, Question

NAME = "longdialqa"
SHOWS = ("friends", "bigbang", "theoffice")

_HEADER = re.compile(r"\[Date: (?P<date>[^\]]*), Session #(?P<number>\d{1,9})\]\s*")
_QUESTIONS = re.compile(r"(?P<type>\w+)_questions")
_ANYBODY = "default"


@dataclass(frozen=True, slots=True)
class _Session:
    name: str
    date: str | None
    lines: tuple[ScriptLine, ...]
    row: Field | None = None


def load_longdialqa(folder: Path, options: bool = False) -> Corpus:
    r"""Read every ``*.txt`` and ``*.parquet`` of the folder; each file is one show and one stream.

    The text form has ``[Date: September 22, 1994, Session #1]`` over lines ``Speaker: text``, and no
    questions. The parquet form has one row per session with ``Episode``, ``Session``, ``Date``, ``Script``
    and, for each type of question, ``<type>_questions``, ``<type>_options`` and ``<type>_answers``.

    Sessions follow each other as the source has them: a flashback's date goes back, its place does not.
    A turn id is ``<session>:<position>``, where the session is its number or ``<Episode>/<Session>``. A line
    without a speaker goes on with the utterance before it, as in DialSim's own simulator; credits
    (``Teleplay:``, ``Story:``) are no utterances and count as skipped. A question is asked after the last
    turn of its session, in the wording for anybody where there is one. It has no evidence: the form names
    none.

    Args:
        folder: The folder that holds the shows.
        options: Put the choices of a question behind its text, one a line.

    Raises:
        DataError: If there is no file, a show stands in two files, or a file is malformed.
    """
    shows: dict[str, Path] = {}
    for path in require_files(folder, NAME, "*.txt", "**/*.parquet"):
        show = _show_of(path, folder)
        if show in shows:
            raise DataError(f"holds the show {show!r}, and so does {shows[show]}.", path=path)
        shows[show] = path
    builders: list[StreamBuilder] = []
    questions: list[Question] = []
    oddities: list[Oddity] = []
    skipped = 0
    for show, path in shows.items():
        builder = StreamBuilder(NAME, show, Domain.CHITCHAT)
        for session in _parquet(path) if path.suffix == ".parquet" else _text(path):
            skipped += _add_session(builder, session)
            if session.row is not None:
                questions += _questions(session.row, builder, session.name, options)
        if not len(builder):
            raise DataError("holds no utterance.", path=path)
        builders.append(builder)
        oddities += builder.oddities.rows()
    return build_corpus(
        NAME, (builder.dialogue() for builder in builders), questions, oddities=oddities, skipped=skipped
    )


def _show_of(path: Path, folder: Path) -> str:
    """Return the show that a file's path below the folder names, or else the file's own name."""
    below = path.relative_to(folder).as_posix()
    return next((show for show in SHOWS if show in below), path.stem)


def _text(path: Path) -> Iterator[_Session]:
    sessions: list[tuple[str, str, list[str]]] = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.startswith("[Date:"):
            header = _HEADER.fullmatch(line)
            if header is None:
                raise DataError(
                    f"expected a header like '[Date: September 22, 1994, Session #1]', found {line!r:.60}.",
                    path=path,
                    line=number,
                )
            sessions.append((header["number"], header["date"], []))
        elif sessions:
            sessions[-1][2].append(line)
        elif line.strip():
            raise DataError("an utterance before the first header '[Date: ...]'.", path=path, line=number)
    for name, date, lines in sessions:
        yield _Session(name, date, tuple(read_script(lines)))


def _parquet(path: Path) -> Iterator[_Session]:
    import pyarrow  # noqa: PLC0415  # slow to import
    import pyarrow.parquet  # noqa: PLC0415

    try:
        rows = pyarrow.parquet.read_table(path).to_pylist()
    except (pyarrow.ArrowException, OSError) as error:
        raise DataError(
            f"not a readable parquet file: {error}.", path=path, hint="Fetch it again."
        ) from error
    for row in Field(rows, path).items():
        date = row.optional("Date")
        yield _Session(
            name=f"{row.key('Episode').scalar()}/{row.key('Session').scalar()}",
            date=None if date is None else date.text(),
            lines=tuple(read_script(row.key("Script").text().split("\n"))),
            row=row,
        )


def _add_session(builder: StreamBuilder, session: _Session) -> int:
    """Add a session's utterances; return the number of messages left out."""
    note = builder.oddities.note
    skipped = position = 0
    for line in session.lines:
        turn_id = f"{session.name}:{position}"
        if line.credit:
            note("credits left out", f"{turn_id}: {line.text}")
            skipped += 1
            continue
        builder.add(turn_id, line.speaker, line.text, session=session.name, time=session.date)
        position += 1
        for kind in line.oddities:
            note(kind, f"{turn_id}: {line.speaker}")
    if not position:
        note("session without utterances", session.name)
    return skipped


def _questions(row: Field, builder: StreamBuilder, session: str, options: bool) -> Iterator[Question]:
    note = builder.oddities.note
    for column in sorted(row.mapping()):
        match = _QUESTIONS.fullmatch(column)
        if match is None or row.optional(column) is None:
            continue
        kind = match["type"]
        asked = list(row.key(column).items())
        answers = list(row.key(f"{kind}_answers").items())
        choices = list(row.key(f"{kind}_options").items())
        if not len(asked) == len(answers) == len(choices):
            raise row.error(
                f"{len(asked)} {column}, {len(choices)} {kind}_options and {len(answers)} {kind}_answers: "
                "expected as many of each."
            )
        for number, (question, answer, offered) in enumerate(zip(asked, answers, choices, strict=True)):
            question_id = f"{builder.dialogue_id}.{session}.{kind.removeprefix('hard_qs_')}{number}"
            text = _wording(question)
            if not text or not len(builder):
                note("question without words or before every turn left out", question_id)
                continue
            if answer.value is not None and answer.value not in offered.texts():
                note("answer that is none of the options", question_id)
            yield Question(
                question_id=question_id,
                dialogue_id=builder.dialogue_id,
                text=text + ("".join(f"\n{choice}" for choice in offered.texts()) if options else ""),
                asked_after=len(builder) - 1,
                category=kind.removeprefix("hard_qs_"),
                answer="" if answer.value is None else answer.scalar(),
            )


def _wording(question: Field) -> str:
    """Return a question in the words for anybody, or else those for the first person who has some."""
    if not isinstance(question.value, dict):
        return "" if question.value is None else question.text().strip()
    wordings = {name: text for name, text in sorted(question.value.items()) if isinstance(text, str)}
    words = (wordings.pop(_ANYBODY, ""), *wordings.values())
    return next((text.strip() for text in words if text.strip()), "")
