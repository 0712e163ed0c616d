"""Annotation files as benchmark instances: the shipped sample's form and the gold form.

Sample: ``gaps.json`` names windows and turns by id (``first_turn``, ``last_turn``, ``turns``,
``evidence``). Gold: one JSON list of windows over any number of dialogues, turns by position, and beside
it a folder with one ``<conversation>.jsonl`` of turns (``turn, ref, speaker, text, session, time``).
A gold gap carries the ``queries`` and ``keywords`` of each reader.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

from streamrecall.corpora.json_fields import Field, read_json, read_jsonl
from streamrecall.corpora.stream_builder import StreamBuilder
from streamrecall.corpora.turn_files import read_domain
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Gap, GapType, Instance, SalientUtterance, Window
from streamrecall.text.windows import turn_tokens

_GOLD_FORM = (
    "Expected a JSON list of windows with id, conversation, source, domain, first_turn, last_turn, "
    "history_tokens and salient."
)


def read_sample_annotations(path: Path, dialogue: Dialogue) -> tuple[Instance, ...]:
    """Read the ``gaps.json`` of one sample stream.

    Raises:
        DataError: If the file is malformed, names unknown turns, or counts other history tokens than
            the dialogue has (it was annotated on other turns).
    """
    annotated = _AnnotatedDialogue(dialogue, path)
    instances = []
    for row in read_json(path).items():
        window = annotated.window(row, "window_id", annotated.position_of_id)
        salient = annotated.salient(row, window, "turns", "evidence", annotated.position_of_id)
        instances.append(Instance(window, dialogue.corpus, dialogue.domain, salient))
    _unique_windows(instances, path)
    return tuple(instances)


def read_gold(windows: Path, turns: Path) -> tuple[tuple[Dialogue, ...], tuple[Instance, ...]]:
    """Read annotated windows of real dialogues.

    Args:
        windows: The annotation file.
        turns: The folder with one JSONL of turns per conversation.

    Raises:
        DataError: As ``read_sample_annotations``; also if a conversation has no turns file.
    """
    annotated: dict[str, _AnnotatedDialogue] = {}
    instances = []
    rows = list(read_json(windows).items())
    if not rows:
        raise DataError("holds no windows.", path=windows, hint=_GOLD_FORM)
    for row in rows:
        name = row.key("conversation").word()
        source, domain = row.key("source").word(), read_domain(row.key("domain"))
        if name not in annotated:
            dialogue = read_gold_turns(_turns_file(row.key("conversation"), turns), source, domain)
            annotated[name] = _AnnotatedDialogue(dialogue, windows)
        reader = annotated[name]
        if (reader.dialogue.corpus, reader.dialogue.domain) != (source, domain):
            raise row.error(f"conversation {name!r} changes its source or domain between windows.")
        window = reader.window(row, "id", reader.position_of_index)
        salient = reader.salient(row, window, "turns", "evidence_turns", reader.position_of_index)
        instances.append(Instance(window, source, domain, salient))
    _unique_windows(instances, windows)
    return tuple(reader.dialogue for reader in annotated.values()), tuple(instances)


def read_gold_turns(path: Path, corpus: str, domain: Domain) -> Dialogue:
    """Read one conversation of the gold form; the dialogue id is the file's name.

    Raises:
        DataError: If a line is malformed, positions are not 0, 1, 2, ... or a ref stands twice.
    """
    builder = StreamBuilder(corpus, path.stem, domain)
    refs: set[str] = set()
    for position, row in enumerate(read_jsonl(path)):
        number, ref, time = row.key("turn"), row.key("ref"), row.optional("time")
        if number.integer() != position:
            raise number.error(f"expected turn {position}, found {number.integer()}.")
        if ref.word() in refs:
            raise ref.error(f"ref {ref.word()!r} stands twice.")
        refs.add(ref.word())
        builder.add(
            ref.word(),
            row.key("speaker").text(),
            row.key("text").text(),
            session=row.key("session").scalar(),
            time=None if time is None else time.word(),
        )
    return builder.dialogue()


class _AnnotatedDialogue:
    """Reads the windows that one dialogue's annotations name."""

    def __init__(self, dialogue: Dialogue, path: Path) -> None:
        self.dialogue = dialogue
        self._path = path
        self._positions = {turn.turn_id: turn.index for turn in dialogue.turns}
        self._tokens_before = list(accumulate(map(turn_tokens, dialogue.turns), initial=0))

    def position_of_id(self, field: Field) -> int:
        """Return the position of a turn named by its id."""
        turn_id = field.word()
        if turn_id not in self._positions:
            raise field.error(f"no turn {turn_id!r} in dialogue {self.dialogue.dialogue_id!r}.")
        return self._positions[turn_id]

    def position_of_index(self, field: Field) -> int:
        """Return a position, checked against the dialogue's length."""
        index = field.integer()
        if not 0 <= index < len(self.dialogue.turns):
            raise field.error(
                f"no turn {index} in dialogue {self.dialogue.dialogue_id!r}, "
                f"which has {len(self.dialogue.turns)} turns."
            )
        return index

    def window(self, row: Field, id_key: str, position: Callable[[Field], int]) -> Window:
        """Read a window and check that its history counts as many tokens as annotated."""
        first, last = position(row.key("first_turn")), position(row.key("last_turn"))
        if last < first:
            raise row.key("last_turn").error("the window ends before it starts.")
        tokens = row.key("history_tokens")
        if tokens.integer() != self._tokens_before[first]:
            raise tokens.error(
                f"annotated with {tokens.integer()} history tokens, but the turns before the window have "
                f"{self._tokens_before[first]}.",
                hint="Annotations and turns are not of one version: give the turns that were annotated.",
            )
        return Window(
            window_id=row.key(id_key).word(),
            dialogue_id=self.dialogue.dialogue_id,
            turns=self.dialogue.turns[first : last + 1],
            history_tokens=self._tokens_before[first],
        )

    def salient(
        self,
        row: Field,
        window: Window,
        turns_key: str,
        evidence_key: str,
        position: Callable[[Field], int],
    ) -> tuple[SalientUtterance, ...]:
        """Read the salient utterances of a window with their gaps."""

        def turn_ids(field: Field) -> tuple[str, ...]:
            return tuple(self.dialogue.turns[position(item)].turn_id for item in field.items())

        utterances = []
        for entry in row.key("salient").items():
            gap = entry.optional("gap")
            utterances.append(
                SalientUtterance(
                    utterance_id=entry.key("id").word(),
                    turns=turn_ids(entry.key(turns_key)),
                    utterance=entry.key("utterance").word(),
                    gap=None if gap is None else _gap(gap, evidence_key, turn_ids),
                )
            )
        return tuple(utterances)


def _gap(gap: Field, evidence_key: str, turn_ids: Callable[[Field], tuple[str, ...]]) -> Gap:
    query, queries, superseded = gap.optional("query"), gap.optional("queries"), gap.optional("superseded")
    written = queries.texts() if queries is not None else () if query is None else (query.text(),)
    return Gap(
        gap_id=gap.key("id").word(),
        type=read_gap_type(gap.key("type")),
        reason=gap.key("reason").text(),
        evidence=turn_ids(gap.key(evidence_key)),
        resolution=gap.key("resolution").text(),
        query=written[0] if written else "",
        keywords=_keywords(gap.key("keywords")),
        superseded=() if superseded is None else turn_ids(superseded),
        queries=written,
    )


def _keywords(field: Field) -> tuple[str, ...]:
    """Read one list of keywords, or one per reader put together, each keyword once."""
    lists = [item.texts() if isinstance(item.value, list) else (item.text(),) for item in field.items()]
    return tuple(dict.fromkeys(keyword for keywords in lists for keyword in keywords))


def read_gap_type(field: Field) -> GapType:
    """Read one of the three gap types."""
    name = field.word()
    for gap_type in GapType:
        if gap_type.value == name:
            return gap_type
    raise field.error(f"expected {', '.join(repr(t.value) for t in GapType)}, found {name!r}.")


def _turns_file(name: Field, folder: Path) -> Path:
    text = name.word()
    path = folder / f"{text}.jsonl"
    if Path(text).name != text:
        raise name.error("expected a plain file name, without a folder.")
    if not path.is_file():
        raise name.error(
            f"no turns file {path}.",
            hint="Give the folder that holds one JSONL of turns per conversation.",
        )
    return path


def _unique_windows(instances: list[Instance], path: Path) -> None:
    seen: set[str] = set()
    for instance in instances:
        if instance.window.window_id in seen:
            raise DataError(f"window {instance.window.window_id!r} stands twice.", path=path)
        seen.add(instance.window.window_id)
