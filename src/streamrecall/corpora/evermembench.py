"""EverMemBench-Dynamic: group chats of invented teams over months, with questions (2026)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from streamrecall.corpora.corpus import Corpus, EvidenceReference, Oddity, build_corpus
from streamrecall.corpora.evidence_ids import Outcome, Resolution, resolve_numbers
from streamrecall.corpora.json_fields import Field, read_json
from streamrecall.corpora.sources import require_files
from streamrecall.corpora.stream_builder import OddityCounter, StreamBuilder
from streamrecall.corpora.times import iso_time
from streamrecall.records import Domain, Question

NAME = "evermembench"
PATTERNS = ("*/dialogue.json", "*/dialogue_en.json", "dataset/*/dialogue_en.json")


@dataclass(frozen=True, slots=True)
class _Message:
    date: str
    group: str
    number: int
    speaker: str
    time: str
    text: str

    @property
    def turn_id(self) -> str:
        return f"{self.date}/{self.group}/{self.number}"


class _Topic:
    """The streams of one topic and where each message went."""

    def __init__(self, name: str, merge_groups: bool) -> None:
        self.name = name
        self.oddities = OddityCounter(NAME, name)
        self.builders: dict[str, StreamBuilder] = {}
        self.turns: dict[tuple[str, str], dict[int, str]] = {}
        self.group_of_day: dict[tuple[str, str], str] = {}
        self._merge = merge_groups

    def add(self, message: _Message) -> None:
        key = "" if self._merge else message.group
        name = f"{self.name}.{message.group.lower().replace(' ', '_')}" if key else self.name
        builder = self.builders.setdefault(key, StreamBuilder(NAME, name, Domain.WORKPLACE))
        session = f"{message.date} {message.group}" if self._merge else message.date
        turn = builder.add(message.turn_id, message.speaker, message.text, session=session, time=message.time)
        day = self.turns.setdefault((message.date, message.group), {})
        if message.number in day:
            self.oddities.note("message number met again", message.turn_id)
        day.setdefault(message.number, turn.turn_id)
        self.group_of_day[message.date, message.group] = key


def load_evermembench(folder: Path, merge_groups: bool = False) -> Corpus:
    """Read ``<topic>/dialogue.json`` (or the older ``dataset/<topic>/dialogue_en.json``) and its questions.

    Each group of a topic is one dialogue (5 topics x 3 groups: the paper's 15 workplace dialogues). A turn
    id is ``<date>/<group>/<number>``, a session is a day. A question belongs to the group that holds its
    evidence; one whose evidence lies in several groups, or names none, is counted and left out.

    Args:
        folder: The folder that holds the topics.
        merge_groups: Put a topic's groups into one stream by time; then no question is left out.

    Raises:
        DataError: If there is no topic or a file is malformed.
    """
    builders: list[StreamBuilder] = []
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    oddities: list[Oddity] = []
    for path in require_files(folder, NAME, *PATTERNS):
        topic = _Topic(path.parent.name, merge_groups)
        root = read_json(path)
        messages = list(_messages(root, topic.oddities))
        if not messages:
            raise root.error("holds no message.")
        for message in sorted(messages, key=lambda m: _order(m, merge_groups)):
            topic.add(message)
        qa_paths = sorted(path.parent.glob("qa_*.json"))
        for qa_path in qa_paths:
            asked, cited = _read_questions(read_json(qa_path), topic)
            questions += asked
            references += cited
        if not qa_paths:
            topic.oddities.note("topic without questions", topic.name)
        builders += topic.builders.values()
        oddities += topic.oddities.rows()
    for builder in builders:
        oddities += builder.oddities.rows()
    return build_corpus(
        NAME, (b.dialogue() for b in builders), questions, references=references, oddities=oddities
    )


def _order(message: _Message, by_time: bool) -> tuple[str, str]:
    """Sort by day, keeping the file's order within it; merged groups interleave by time."""
    return message.date, (iso_time(message.time) or "") if by_time else ""


def _messages(root: Field, oddities: OddityCounter) -> Iterator[_Message]:
    for date, groups in _days(root):
        for group, field in groups.entries():
            if field.value is None:
                oddities.note("group without messages on a day", f"{date} {group}")
                continue
            for position, row in enumerate(field.items(), start=1):
                number = row.optional("message_index")
                if number is None:
                    oddities.note("message without a number", f"{date} {group} {position}")
                yield _Message(
                    date=date,
                    group=group,
                    number=position if number is None else _number(number),
                    speaker=row.key("speaker").text(),
                    time=row.key("time").text(),
                    text=(row.optional("text") or row.key("dialogue")).text(),
                )


def _days(root: Field) -> Iterator[tuple[str, Field]]:
    """Yield each day and its groups from either layout."""
    if isinstance(root.value, dict):
        yield from root.key("dialogues").entries()
    else:
        for day in root.items():
            yield day.key("date").word(), day.key("dialogues")


def _number(field: Field) -> int:
    text = field.scalar().strip()
    if not text.isdecimal() or len(text) > 9:
        raise field.error(f"expected a message number, found {text!r:.40}.")
    return int(text)


def _read_questions(root: Field, topic: _Topic) -> tuple[list[Question], list[EvidenceReference]]:
    rows = root
    if isinstance(root.value, dict):  # the older layouts wrap the list
        rows = root.key("qars") if "qars" in root.value else root.key("questions")
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    for row in rows.items():
        short = "Q" in row.mapping()
        name = f"{topic.name}.{row.key('id' if short else 'question_id').scalar()}"
        cited = [_resolve(entry, topic) for entry in _evidence(row)]
        owners = {topic.group_of_day[key] for key, _ in cited if key in topic.group_of_day}
        owner = _owner(owners, topic)
        text, answer = row.key("Q" if short else "question").word(), row.key("A" if short else "answer")
        if owner is None:
            kind = "question over several groups left out" if owners else "question without a group left out"
            topic.oddities.note(kind, name)
            continue
        builder = topic.builders[owner]
        references += [EvidenceReference(builder.dialogue_id, name, r) for _, r in cited]
        questions.append(
            Question(
                question_id=name,
                dialogue_id=builder.dialogue_id,
                text=text + _options(row),
                asked_after=len(builder) - 1,
                category=_category(row, short),
                answer=answer.scalar(),
                evidence=tuple(dict.fromkeys(turn for _, r in cited for turn in r.turn_ids)),
            )
        )
    return questions, references


def _owner(owners: set[str], topic: _Topic) -> str | None:
    if len(topic.builders) == 1:
        return next(iter(topic.builders))
    return owners.pop() if len(owners) == 1 else None


def _evidence(row: Field) -> list[Field]:
    entries = row.optional("R")
    return [] if entries is None else list(entries.items())


def _resolve(entry: Field, topic: _Topic) -> tuple[tuple[str, str], Resolution]:
    key = (entry.key("date").word(), entry.key("group").word())
    raw = entry.key("message_index").scalar()
    if key not in topic.turns:
        where = f"{key[0]} {key[1]}: {raw}"
        return key, Resolution(where, (), Outcome.UNRESOLVED, "no such day and group", (where,))
    return key, resolve_numbers(raw, topic.turns[key])


def _options(row: Field) -> str:
    """Return the choices of a multiple-choice question, one a line."""
    options = row.optional("options")
    if options is None:
        return ""
    if isinstance(options.value, dict):
        return "".join(f"\n{letter}. {text.scalar()}" for letter, text in options.entries())
    return "".join(f"\n{item.scalar()}" for item in options.items())


def _category(row: Field, short: bool) -> str:
    """Return the two leading parts of an id such as ``F_SH_Top004_001``, which name the kind."""
    parts = row.key("id" if short else "question_id").scalar().split("_")
    return "_".join(parts[:2]) if short and len(parts) > 2 else ""
