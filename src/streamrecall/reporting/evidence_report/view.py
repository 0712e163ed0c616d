"""What the evidence report shows, gathered from the records of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Instance, Memory, Summary, Turn

WHOLE_HISTORY_CHARACTERS = 250_000
CONTEXT_TURNS = 4


@dataclass(frozen=True, slots=True)
class GapLabel:
    """How one gap fared under one memory method.

    Attributes:
        recalled: Whether the memory holds what the gap needs; None where nobody scored it.
        resolved: Whether the summary says it; None where nobody scored it.
        scorer: Who says so: the judge model or the offline scorer.
        summarizer: The summarizer that ``resolved`` speaks of.
    """

    window_id: str
    method: str
    gap_id: str
    recalled: bool | None
    resolved: bool | None = None
    scorer: str = ""
    summarizer: str = ""


@dataclass(frozen=True, slots=True)
class DialogueView:
    """A dialogue and those of its turns that the page carries, in order.

    Attributes:
        total: Number of turns of the dialogue; the page says how many it leaves out.
    """

    dialogue_id: str
    corpus: str
    domain: Domain
    turns: tuple[Turn, ...]
    total: int


@dataclass(frozen=True, slots=True)
class WindowView:
    """One instance with what every method made of it."""

    instance: Instance
    memories: tuple[Memory, ...] = ()
    summaries: tuple[Summary, ...] = ()
    labels: tuple[GapLabel, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportView:
    """Everything on the page.

    Attributes:
        provenance: Pairs of label and value for the foot of the page: models, seed, version.
        methods: Names of the memory methods in the order they are offered.
        featured: The method that the page opens with; the first where it is empty.
    """

    title: str
    dialogues: tuple[DialogueView, ...]
    windows: tuple[WindowView, ...]
    methods: tuple[str, ...]
    provenance: tuple[tuple[str, str], ...] = ()
    featured: str = ""


def build_report_view(
    instances: Sequence[Instance],
    dialogues: Iterable[Dialogue],
    memories: Mapping[str, Sequence[Memory]],
    summaries: Iterable[Summary] = (),
    labels: Iterable[GapLabel] = (),
    *,
    title: str = "Evidence report",
    provenance: Sequence[tuple[str, str]] = (),
    methods: Sequence[str] | None = None,
    featured: str = "",
    whole_history_characters: int = WHOLE_HISTORY_CHARACTERS,
) -> ReportView:
    """Gather instances, memories, summaries and labels into one view.

    A dialogue whose text stays below ``whole_history_characters`` is carried whole. Of a longer one the
    page carries the windows, the evidence and the turns that verbatim memories quote, each with a few
    turns around it, and says how many turns it leaves out.

    Args:
        instances: In the order they are listed.
        dialogues: At least those that the instances come from; only their turns before the end of the
            last window are used.
        memories: ``window_id`` -> the memories built for it, one per method.
        summaries: Of any of the windows; several summarizers per method are offered side by side.
        labels: Outcome of each gap per method.
        title: Heading of the page.
        provenance: Pairs for the foot of the page.
        methods: Order of the methods; by default the order of first appearance.
        featured: The method that the page opens with.
        whole_history_characters: See above.

    Raises:
        DataError: If an instance names a dialogue, or a memory, summary or gap a turn, that is not there.
    """
    by_dialogue = {dialogue.dialogue_id: dialogue for dialogue in dialogues}
    by_window: dict[str, list[Summary]] = {}
    for summary in summaries:
        by_window.setdefault(summary.window_id, []).append(summary)
    labels_by_window: dict[str, list[GapLabel]] = {}
    for label in labels:
        labels_by_window.setdefault(label.window_id, []).append(label)
    windows = tuple(
        WindowView(
            instance=instance,
            memories=tuple(memories.get(instance.window.window_id, ())),
            summaries=tuple(by_window.get(instance.window.window_id, ())),
            labels=tuple(labels_by_window.get(instance.window.window_id, ())),
        )
        for instance in instances
    )
    views = [
        _dialogue_view(_find(by_dialogue, dialogue_id), group, whole_history_characters)
        for dialogue_id, group in _group(windows).items()
    ]
    return ReportView(
        title=title,
        dialogues=tuple(views),
        windows=windows,
        methods=tuple(_methods(windows) if methods is None else methods),
        provenance=tuple(provenance),
        featured=featured,
    )


def _group(windows: Sequence[WindowView]) -> dict[str, list[WindowView]]:
    groups: dict[str, list[WindowView]] = {}
    for view in windows:
        groups.setdefault(view.instance.window.dialogue_id, []).append(view)
    return groups


def _find(dialogues: Mapping[str, Dialogue], dialogue_id: str) -> Dialogue:
    if dialogue_id not in dialogues:
        raise DataError(
            f"an instance belongs to dialogue '{dialogue_id}', which was not given.",
            hint=f"Dialogues given: {', '.join(sorted(dialogues)) or 'none'}.",
        )
    return dialogues[dialogue_id]


def _methods(windows: Sequence[WindowView]) -> list[str]:
    seen: dict[str, None] = {}
    for view in windows:
        for memory in view.memories:
            seen.setdefault(memory.method)
        for summary in view.summaries:
            seen.setdefault(summary.method)
    return list(seen)


def _dialogue_view(dialogue: Dialogue, windows: Sequence[WindowView], whole: int) -> DialogueView:
    end = max(view.instance.window.last_turn for view in windows) + 1
    turns = dialogue.turns[:end]
    if sum(len(turn.text) for turn in turns) > whole:
        keep = _needed(dialogue, windows)
        turns = tuple(turn for turn in turns if turn.index in keep)
    return DialogueView(dialogue.dialogue_id, dialogue.corpus, dialogue.domain, turns, len(dialogue.turns))


def _needed(dialogue: Dialogue, windows: Sequence[WindowView]) -> set[int]:
    position = {turn.turn_id: turn.index for turn in dialogue.turns}
    keep: set[int] = set()
    for view in windows:
        window = view.instance.window
        keep.update(range(window.first_turn, window.last_turn + 1))
        evidence = [ref for gap in view.instance.gaps for ref in (*gap.evidence, *gap.superseded)]
        for reference in evidence:
            centre = position.get(reference, window.first_turn)
            keep.update(range(centre - CONTEXT_TURNS, centre + CONTEXT_TURNS + 1))
        for memory in view.memories:
            if not memory.abstractive:
                quoted = [position[ref] for ref in memory.turn_ids if ref in position]
                keep.update(index + step for index in quoted for step in (-1, 0, 1))
    return keep
