"""Stage iii: which chunks of the history bear on a window; one binary label per chunk.

Only windows with a history-dependent utterance are screened. Chunks end before the window by construction:
the chunker has not been given anything later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.annotator import Given, SalientCandidate, Screening
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.votes import Failure, Rejection, Stage, StageRecord, Vote
from streamrecall.errors import LookAheadError
from streamrecall.records import Chunk, Dialogue, Window
from streamrecall.text.chunks import StreamChunker


@dataclass(frozen=True, slots=True)
class RelevantChunk:
    """A chunk that the majority calls relevant for a window.

    Attributes:
        in_favour: Annotators who labelled it 1.
    """

    window_id: str
    chunk: int
    first_turn: int
    last_turn: int
    in_favour: int


def filter_history(
    windows: Mapping[str, Window],
    dialogues: Mapping[str, Dialogue],
    candidates: Iterable[SalientCandidate],
    panel: Panel,
    chunks_per_call: int,
) -> tuple[tuple[RelevantChunk, ...], StageRecord]:
    """Label every chunk of the history of every window that has a history-dependent utterance.

    Args:
        windows: By id.
        dialogues: By id.
        candidates: What stages i and ii kept.
        panel: Everybody on it labels every chunk.
        chunks_per_call: Most chunks an annotator labels in one answer.
    """
    dependent = {each.window_id for each in candidates if each.gap_type is not None}
    wanted = [window for window in windows.values() if window.window_id in dependent]
    screenings = [
        Screening(window, chunks[first : first + chunks_per_call])
        for window, chunks in _histories(wanted, dialogues)
        for first in range(0, len(chunks), chunks_per_call)
    ]
    answers = {annotator.name: annotator.screen(screenings) for annotator in panel.annotators}
    relevant: list[RelevantChunk] = []
    votes: list[Vote] = []
    failures: list[Failure] = []
    for position, screening in enumerate(screenings):
        counts = [0] * len(screening.chunks)
        for annotator, given in answers.items():
            labels, failure = _checked(given[position], len(screening.chunks))
            window_id, reference = screening.window.window_id, given[position].reference
            if labels is None:
                failures.append(
                    Failure(
                        Stage.HISTORY_FILTERING, annotator, window_id, screening.target, failure, reference
                    )
                )
                continue
            counts = [count + label for count, label in zip(counts, labels, strict=True)]
            bits = "".join("1" if label else "0" for label in labels)
            votes.append(
                Vote(
                    Stage.HISTORY_FILTERING,
                    annotator,
                    window_id,
                    screening.target,
                    bits,
                    reference=reference,
                )
            )
        relevant += [
            RelevantChunk(screening.window.window_id, chunk.index, chunk.first_turn, chunk.last_turn, count)
            for chunk, count in zip(screening.chunks, counts, strict=True)
            if count >= panel.majority
        ]
    found = {chunk.window_id for chunk in relevant}
    rejections = tuple(
        Rejection(
            Stage.HISTORY_FILTERING,
            candidate.window_id,
            candidate.gap_id,
            candidate.text,
            f"no chunk of the history is called relevant by {panel.majority} annotators",
        )
        for candidate in candidates
        if candidate.gap_type is not None and candidate.window_id not in found
    )
    return tuple(relevant), StageRecord(tuple(votes), rejections, tuple(failures))


def history_chunks(dialogue: Dialogue, window: Window) -> tuple[Chunk, ...]:
    """Return every chunk of one window's history, the unfinished one at its end included."""
    return next(_histories([window], {dialogue.dialogue_id: dialogue}))[1]


def _histories(
    windows: Sequence[Window], dialogues: Mapping[str, Dialogue]
) -> Iterator[tuple[Window, tuple[Chunk, ...]]]:
    """Yield each window with the chunks before it; every dialogue is cut once."""
    by_dialogue: dict[str, list[Window]] = {}
    for window in windows:
        by_dialogue.setdefault(window.dialogue_id, []).append(window)
    for dialogue_id, own in by_dialogue.items():
        chunker = StreamChunker()
        complete: list[Chunk] = []
        seen = 0
        for window in sorted(own, key=lambda each: each.first_turn):
            complete += chunker.append(dialogues[dialogue_id].turns[seen : window.first_turn])
            seen = window.first_turn
            tail = chunker.tail()
            chunks = (*complete, *(() if tail is None else (tail,)))
            if chunks and chunks[-1].last_turn >= window.first_turn:
                raise LookAheadError(f"window {window.window_id}: a chunk of its history ends inside it.")
            yield window, chunks


def _checked(given: Given[tuple[bool, ...]], chunks: int) -> tuple[tuple[bool, ...] | None, str]:
    """Return the labels if there is exactly one for each chunk, otherwise what is wrong."""
    if given.value is None:
        return None, given.failure
    problem = labels_problem(len(given.value), chunks)
    return (None, problem) if problem else (given.value, "")


def labels_problem(labels: int, chunks: int) -> str:
    """Return what is wrong with a list of so many labels; nothing if it has one for every chunk."""
    return "" if labels == chunks else f"expected exactly {chunks} labels, one per chunk, found {labels}"
