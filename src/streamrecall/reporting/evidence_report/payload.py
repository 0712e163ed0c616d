"""The report's data as compact JSON that is safe inside an HTML script element."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from streamrecall.errors import DataError
from streamrecall.records import Instance, Memory, MemoryItem, SalientUtterance, Summary, Turn
from streamrecall.reporting.evidence_report.view import DialogueView, GapLabel, ReportView, WindowView

_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def script_json(value: object) -> str:
    """Return JSON without ``<``, ``>``, ``&``, line separators or lone surrogates.

    No text in it can close the script element or open a comment, and the page is valid UTF-8.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def report_payload(view: ReportView) -> dict[str, Any]:
    """Return the page's data; turns are stored once per dialogue and named by their index.

    Raises:
        DataError: If a memory, summary or gap names a turn that its dialogue does not have.
    """
    numbers = {dialogue.dialogue_id: number for number, dialogue in enumerate(view.dialogues)}
    positions = [_Positions(dialogue) for dialogue in view.dialogues]
    return {
        "methods": list(view.methods),
        "start": view.methods.index(view.featured) if view.featured in view.methods else 0,
        "dialogues": [_dialogue(dialogue) for dialogue in view.dialogues],
        "windows": [
            _window(window, number, positions[number], view.methods)
            for window in view.windows
            for number in [numbers[window.instance.window.dialogue_id]]
        ],
    }


class _Positions:
    """Where each turn id of a dialogue stands."""

    def __init__(self, dialogue: DialogueView) -> None:
        self._dialogue_id = dialogue.dialogue_id
        self._turns = {turn.turn_id: turn for turn in dialogue.turns}
        self._carried_whole = all(turn.index == place for place, turn in enumerate(dialogue.turns))

    def of(self, references: Iterable[str], place: str) -> list[int]:
        """Return the indices in order; turns that the page leaves out of a long dialogue are dropped."""
        found: list[int] = []
        for reference in references:
            if reference in self._turns:
                found.append(self._turns[reference].index)
            elif self._carried_whole:
                raise DataError(
                    f"{place} names turn '{reference}', which dialogue '{self._dialogue_id}' does not have.",
                    hint="Build memories, summaries and gaps from the same turns as the report.",
                )
        return sorted(found)

    def quotes(self, item: MemoryItem) -> bool:
        """Return whether the item is one turn word for word, so that its text need not be stored again."""
        turn = self._turns.get(item.turn_ids[0]) if len(item.turn_ids) == 1 else None
        return turn is not None and turn.render() == item.text


def _dialogue(view: DialogueView) -> dict[str, Any]:
    speakers: dict[str, int] = {}
    rows = [
        [
            turn.index,
            turn.turn_id,
            speakers.setdefault(turn.speaker, len(speakers)),
            turn.text,
            turn.time,
            turn.session,
        ]
        for turn in view.turns
    ]
    return {
        "id": view.dialogue_id,
        "corpus": view.corpus,
        "domain": view.domain.value,
        "total": view.total,
        "speakers": list(speakers),
        "turns": rows,
    }


def _window(view: WindowView, number: int, positions: _Positions, methods: Sequence[str]) -> dict[str, Any]:
    window = view.instance.window
    by_method = {memory.method: memory for memory in view.memories}
    return {
        "id": window.window_id,
        "dialogue": number,
        "first": window.first_turn,
        "last": window.last_turn,
        "history": window.history_tokens,
        "salient": [_salient(utterance, view.instance, positions) for utterance in view.instance.salient],
        "runs": [_run(method, by_method.get(method), view, positions) for method in methods],
    }


def _salient(utterance: SalientUtterance, instance: Instance, positions: _Positions) -> dict[str, Any]:
    place = f"utterance '{utterance.utterance_id}'"
    gap = utterance.gap
    return {
        "id": utterance.utterance_id,
        "turns": positions.of(utterance.turns, place),
        "text": utterance.utterance,
        "spans": utterance_spans(utterance, {turn.turn_id: turn for turn in instance.window.turns}),
        "gap": None
        if gap is None
        else {
            "id": gap.gap_id,
            "type": gap.type.value,
            "reason": gap.reason,
            "evidence": positions.of(gap.evidence, f"gap '{gap.gap_id}'"),
            "superseded": positions.of(gap.superseded, f"gap '{gap.gap_id}'"),
            "resolution": gap.resolution,
            "query": gap.query,
        },
    }


def utterance_spans(utterance: SalientUtterance, turns: Mapping[str, Turn]) -> list[list[int]]:
    """Return ``[turn index, start, end]`` of each piece of the utterance, in UTF-16 units as scripts count.

    The utterance is a span of its turns' texts joined by a blank; where it is not found word for word
    (a paraphrase), the whole of its turns is marked.
    """
    parts = [turns[reference] for reference in utterance.turns if reference in turns]
    start = " ".join(turn.text for turn in parts).find(utterance.utterance)
    end = start + len(utterance.utterance)
    spans: list[list[int]] = []
    offset = 0
    for turn in parts:
        first, last = max(start - offset, 0), min(end - offset, len(turn.text))
        if start < 0:
            first, last = 0, len(turn.text)
        if first < last:
            spans.append([turn.index, _utf16(turn.text[:first]), _utf16(turn.text[:last])])
        offset += len(turn.text) + 1
    return spans


def _utf16(text: str) -> int:
    return sum(2 if ord(character) > 0xFFFF else 1 for character in text)


def _run(method: str, memory: Memory | None, view: WindowView, positions: _Positions) -> dict[str, Any]:
    summaries = [summary for summary in view.summaries if summary.method == method]
    labels = [label for label in view.labels if label.method == method]
    return {
        "memory": None if memory is None else _memory(memory, view, positions),
        "summaries": [_summary(summary, positions) for summary in summaries],
        "labels": [_label(gap.gap_id, labels) for gap in view.instance.gaps],
    }


def _memory(memory: Memory, view: WindowView, positions: _Positions) -> dict[str, Any]:
    place = f"the memory of '{memory.method}' for window '{view.instance.window.window_id}'"
    window_index = {turn.turn_id: turn.index for turn in view.instance.window.turns}
    return {
        "tokens": memory.tokens,
        "budget": memory.budget,
        "abstractive": memory.abstractive,
        "items": [
            [
                positions.of(item.turn_ids, place),
                None if positions.quotes(item) else item.text,
                item.reason,
                item.date,
                len(item.turn_ids),
            ]
            for item in memory.items
        ],
        "detected": [
            [window_index.get(gap.turn_id), gap.quote, gap.reason, gap.query] for gap in memory.gaps
        ],
    }


def _summary(summary: Summary, positions: _Positions) -> dict[str, Any]:
    place = f"the summary by '{summary.summarizer}' of window '{summary.window_id}'"
    return {
        "by": summary.summarizer,
        "failed": summary.failed,
        "sentences": [
            [
                sentence.text,
                positions.of(sentence.window_turn_ids, place),
                positions.of(sentence.memory_turn_ids, place),
            ]
            for sentence in summary.sentences
        ],
    }


def _label(gap_id: str, labels: Sequence[GapLabel]) -> list[dict[str, Any]]:
    return [
        {
            "recalled": label.recalled,
            "resolved": label.resolved,
            "scorer": label.scorer,
            "by": label.summarizer,
        }
        for label in labels
        if label.gap_id == gap_id
    ]
