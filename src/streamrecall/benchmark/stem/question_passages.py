"""Passages of a stream that a model is asked to write a question about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.topic_stream import TopicStream

_LEAST_CONTENT = 4
_BEFORE = 2


@dataclass(frozen=True, slots=True)
class Passage:
    """Turns by index, in order; ``parts`` of a stream that lie apart."""

    parts: tuple[tuple[int, ...], ...]

    @property
    def indices(self) -> tuple[int, ...]:
        """The turns of all parts."""
        return tuple(index for part in self.parts for index in part)

    def render(self, stream: TopicStream) -> str:
        """Return one line per turn, ``[number] Speaker: text``, with a blank line between parts."""
        return "\n".join(
            "".join(f"[{index}] {stream.turns[index].render()}\n" for index in part) for part in self.parts
        )


def telling_passages(stream: TopicStream, wanted: int, draw: Random) -> list[Passage]:
    """Return turns that say something, each with the turns before it that help to read it."""
    telling = [turn.index for turn in stream.turns[:-1] if len(stream.words[turn.index]) >= _LEAST_CONTENT]
    draw.shuffle(telling)
    return [Passage((_with_lead(index, stream),)) for index in telling[:wanted]]


def linked_passages(mentions: Mentions, wanted: int, draw: Random) -> list[Passage]:
    """Return pairs of passages of different sessions or topics that say the same name."""
    stream = mentions.stream
    pairs: list[Passage] = []
    for name in mentions.names:
        turns = [index for index in mentions.turns_saying(name) if len(stream.words[index]) >= _LEAST_CONTENT]
        draw.shuffle(turns)
        for first, second in zip(turns[::2], turns[1::2], strict=False):
            early, late = sorted((first, second))
            ids = [stream.turns[index].turn_id for index in (early, late)]
            lead = _with_lead(late, stream)
            if late < len(stream) - 1 and early < lead[0] and stream.apart(ids):
                pairs.append(Passage((_with_lead(early, stream), lead)))
    draw.shuffle(pairs)
    return pairs[:wanted]


def others_than(speaker: str, people: Sequence[str]) -> list[str]:
    """Return the people who are not this speaker."""
    return [person for person in people if person != speaker]


def _with_lead(index: int, stream: TopicStream) -> tuple[int, ...]:
    session = stream.turns[index].session
    first = index
    while first > max(0, index - _BEFORE) and stream.turns[first - 1].session == session:
        first -= 1
    return tuple(range(first, index + 1))
