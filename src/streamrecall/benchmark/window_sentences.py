"""The sentences of a window, numbered as annotators see them, and of the history, by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamrecall.records import Turn, Window, one_line
from streamrecall.text.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class WindowSentence:
    """One sentence of a window.

    Attributes:
        number: From 1, in the order of the window.
        start: First character in the turn's text.
        end: One past its last character.
        last_in_turn: Whether its turn ends with it.
    """

    number: int
    turn: Turn
    start: int
    end: int
    last_in_turn: bool

    @property
    def text(self) -> str:
        """The sentence as it stands in its turn, without blanks at its ends."""
        return self.turn.text[self.start : self.end]

    @property
    def first_in_turn(self) -> bool:
        """Whether its turn begins with it."""
        return not self.turn.text[: self.start].strip()


@dataclass(frozen=True, slots=True)
class NumberedWindow:
    """A window and its sentences."""

    window: Window
    sentences: tuple[WindowSentence, ...]

    @property
    def window_id(self) -> str:
        """The window's id."""
        return self.window.window_id

    def sentence(self, number: int) -> WindowSentence:
        """Return a sentence by its number."""
        return self.sentences[number - 1]

    def render(self) -> str:
        """Return one line ``number. Speaker: sentence`` per sentence."""
        return "".join(
            f"{sentence.number}. {one_line(sentence.turn.speaker)}: {one_line(sentence.text)}\n"
            for sentence in self.sentences
        )

    def text_of(self, numbers: Iterable[int]) -> str:
        """Return sentences joined; neighbours in one turn keep what stands between them."""
        parts: list[str] = []
        last: WindowSentence | None = None
        for number in sorted(numbers):
            sentence = self.sentence(number)
            if last is not None and last.turn is sentence.turn and last.number + 1 == number:
                parts[-1] += sentence.turn.text[last.end : sentence.end]
            else:
                parts.append(sentence.text)
            last = sentence
        return " ".join(parts)

    def turns_of(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of the turns that sentences stand in, each once, in order."""
        return tuple(dict.fromkeys(self.sentence(number).turn.turn_id for number in sorted(numbers)))


@dataclass(frozen=True, slots=True)
class HistorySentence:
    """A sentence said before a window.

    Attributes:
        source_id: ``T<index of its turn>-S<its position in the turn>``; unique in the dialogue.
    """

    source_id: str
    turn_id: str
    turn_index: int
    speaker: str
    text: str

    def render(self) -> str:
        """Return ``id Speaker: sentence``."""
        return f"{self.source_id} {one_line(self.speaker)}: {one_line(self.text)}"


def number_sentences(window: Window) -> NumberedWindow:
    """Split a window into sentences; turns without text have none."""
    sentences: list[WindowSentence] = []
    for turn in window.turns:
        spans = _stripped_spans(turn.text)
        for position, (start, end) in enumerate(spans):
            sentences.append(WindowSentence(len(sentences) + 1, turn, start, end, position == len(spans) - 1))
    return NumberedWindow(window, tuple(sentences))


def history_sentences(turn: Turn) -> tuple[HistorySentence, ...]:
    """Split one turn of the history into sentences."""
    return tuple(
        HistorySentence(
            f"T{turn.index}-S{position}", turn.turn_id, turn.index, turn.speaker, turn.text[start:end]
        )
        for position, (start, end) in enumerate(_stripped_spans(turn.text))
    )


def _stripped_spans(text: str) -> list[tuple[int, int]]:
    spans = []
    for start, end in sentence_spans(text):
        piece = text[start:end]
        first = start + len(piece) - len(piece.lstrip())
        spans.append((first, first + len(piece.strip())))
    return spans
