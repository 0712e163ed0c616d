"""QMSum: meetings of AMI, ICSI and two parliaments, chained into streams (Zhong et al., 2021)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from streamrecall.corpora.corpus import Corpus, EvidenceReference, Oddity, build_corpus
from streamrecall.corpora.evidence_ids import Resolution, resolve_numbers
from streamrecall.corpora.json_fields import Field, read_json
from streamrecall.corpora.sources import require_files
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Question

NAME = "qmsum"
SPLITS = ("train", "val", "test")

_AMI = re.compile(r"([A-Z]{2}\d{4})([a-z])")  # ES2004a: group and meeting
_ICSI = re.compile(r"(B[a-z]{2})\d{3}")  # Bmr003
_MARKUP = re.compile(r"\{[^{}]*\}")


def group_of(meeting: str) -> str:
    """Return the stream a meeting belongs to: its AMI group or ICSI series, or itself."""
    match = _AMI.fullmatch(meeting) or _ICSI.fullmatch(meeting)
    return meeting if match is None else match[1]


def load_qmsum(folder: Path, splits: Sequence[str] = SPLITS, chain: bool = True) -> Corpus:
    """Read ``<split>/<meeting>.json``.

    Meetings of one group follow each other by name in one stream, whatever split they lie in; a
    committee's meeting is a stream of its own. Turn ids are ``<meeting>:<position>``, sessions are
    meetings, speakers are roles, and markup such as ``{vocalsound}`` stays in the text. QMSum has no
    times. A question is asked after its meeting's last turn.

    Args:
        folder: The folder that holds the splits.
        splits: Which of them to read.
        chain: False makes every meeting a stream of its own.

    Raises:
        DataError: If there is no meeting, a meeting stands in two splits, or a file is malformed.
    """
    groups: dict[str, dict[str, Path]] = {}
    for path in require_files(folder, NAME, *(f"{split}/*.json" for split in splits)):
        meetings = groups.setdefault(group_of(path.stem) if chain else path.stem, {})
        if path.stem in meetings:
            raise DataError(f"the same meeting as {meetings[path.stem]}.", path=path)
        meetings[path.stem] = path
    dialogues: list[Dialogue] = []
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    oddities: list[Oddity] = []
    for group in sorted(groups):
        builder = StreamBuilder(NAME, group, Domain.WORKPLACE)
        for meeting in sorted(groups[group]):
            row = read_json(groups[group][meeting])
            turn_ids = _add_meeting(builder, row, meeting)
            asked, cited = _read_queries(row, builder, meeting, turn_ids)
            questions += asked
            references += cited
        _note_group(builder, groups[group])
        dialogues.append(builder.dialogue())
        oddities += builder.oddities.rows()
    return build_corpus(NAME, dialogues, questions, references=references, oddities=oddities)


def _add_meeting(builder: StreamBuilder, row: Field, meeting: str) -> dict[int, str]:
    turn_ids: dict[int, str] = {}
    for position, message in enumerate(row.key("meeting_transcripts").items()):
        text = message.key("content").text()
        turn = builder.add(f"{meeting}:{position}", message.key("speaker").text(), text, session=meeting)
        turn_ids[position] = turn.turn_id
        if tags := _MARKUP.findall(text):
            builder.oddities.note("turn with markup", f"{turn.turn_id}: {tags[0]}")
            if not _MARKUP.sub("", text).strip(" .,?"):
                builder.oddities.note("turn of markup alone", turn.turn_id)
    if not turn_ids:
        raise row.key("meeting_transcripts").error("a meeting needs at least one turn.")
    return turn_ids


def _read_queries(
    row: Field, builder: StreamBuilder, meeting: str, turn_ids: dict[int, str]
) -> tuple[list[Question], list[EvidenceReference]]:
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    asked_after = len(builder) - 1
    for kind in ("general", "specific"):
        for position, query in enumerate(row.key(f"{kind}_query_list").items()):
            question_id = f"{meeting}.{kind}{position}"
            spans = query.key("relevant_text_span") if kind == "specific" else None
            resolutions = [] if spans is None else [_span(span, turn_ids) for span in spans.items()]
            references += [EvidenceReference(builder.dialogue_id, question_id, r) for r in resolutions]
            questions.append(
                Question(
                    question_id=question_id,
                    dialogue_id=builder.dialogue_id,
                    text=query.key("query").word(),
                    asked_after=asked_after,
                    category=kind,
                    answer=query.key("answer").text(),
                    evidence=tuple(dict.fromkeys(turn for r in resolutions for turn in r.turn_ids)),
                )
            )
    return questions, references


def _span(field: Field, turn_ids: dict[int, str]) -> Resolution:
    ends = [item.scalar() for item in field.items()]
    if len(ends) != 2:
        raise field.error(f"expected the first and last turn of a span, found {len(ends)} values.")
    return resolve_numbers("-".join(ends), turn_ids)


def _note_group(builder: StreamBuilder, meetings: dict[str, Path]) -> None:
    splits = {path.parent.name for path in meetings.values()}
    if len(splits) > 1:
        builder.oddities.note("group spread over splits", ", ".join(sorted(splits)))
    letters = [match[2] for meeting in meetings if (match := _AMI.fullmatch(meeting))]
    missing = sorted(set("abcd") - set(letters))
    if letters and missing and len(meetings) > 1:
        builder.oddities.note("meeting of the group not in QMSum", ", ".join(missing), len(missing))
