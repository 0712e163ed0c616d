"""What each annotator said in stages i and ii as instances of its own, so that it can be scored alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from streamrecall.benchmark.stages.salience_and_dependence import NO_GAP, span_of_name
from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.benchmark.window_sentences import NumberedWindow
from streamrecall.records import Dialogue, Gap, GapType, Instance, SalientUtterance


def instances_of_annotator(
    annotator: str,
    votes: Iterable[Vote],
    windows: Mapping[str, NumberedWindow],
    dialogues: Mapping[str, Dialogue],
) -> tuple[Instance, ...]:
    """Return one instance per window with the annotator's own utterances and gap types, without evidence."""
    own: dict[str, list[SalientUtterance]] = {window_id: [] for window_id in windows}
    for vote in votes:
        if vote.stage != Stage.SALIENCE or vote.annotator != annotator:
            continue
        numbers = span_of_name(vote.target)
        name = f"{vote.window_id}.{vote.target}"
        gap = None if vote.label == NO_GAP else Gap(f"{name}.G", GapType(vote.label), "", (), "")
        window = windows[vote.window_id]
        own[vote.window_id].append(
            SalientUtterance(name, window.turns_of(numbers), window.text_of(numbers), gap)
        )
    return tuple(
        Instance(
            window.window,
            dialogues[window.window.dialogue_id].corpus,
            dialogues[window.window.dialogue_id].domain,
            tuple(own[window_id]),
        )
        for window_id, window in windows.items()
    )
