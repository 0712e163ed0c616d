"""A stream spoken by its speakers and heard again (ProStream, sections 3.3 and 5.1).

Only words pass through sound: ids, speakers, times, sessions and replies are those of the text, since the
stream says who speaks and when (section 3.1). Each turn is synthesized and heard on its own, so that what
was heard belongs to its turn beyond doubt; overlapping speech and noise are not simulated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from streamrecall.benchmark.stem.passages import LONGEST, cut_passages
from streamrecall.benchmark.stem.voices import Voice, assign_voices
from streamrecall.benchmark.stem.word_errors import spoken_words, word_errors
from streamrecall.models.speech_activity import SAMPLE_RATE
from streamrecall.ports import Samples, Synthesizer, Transcriber
from streamrecall.records import Dialogue, Turn


class Outcome(StrEnum):
    """What became of a turn."""

    HEARD = "heard"
    UNHEARD = "unheard"
    """Spoken, but no word came back."""
    UNSAYABLE = "unsayable"
    """Holds no word that the engine can say: pictographs, a link, another script."""
    EMPTY = "empty"
    """Has no text."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """The account of one turn.

    Attributes:
        voice: The voice of its speaker.
        outcome: What became of it.
        passages: Pieces it was said in; above 1 for a long turn.
        audio_seconds: Length of the speech.
        words: Words of the text.
        errors: Words substituted, inserted or deleted in what was heard. Unsayable words are deleted.
    """

    dialogue_id: str
    turn_id: str
    speaker: str
    voice: str
    outcome: Outcome
    passages: int
    audio_seconds: float
    words: int
    errors: int

    @property
    def word_error_rate(self) -> float | None:
        """Errors per word of the text; None where it has no words."""
        return self.errors / self.words if self.words else None


class SpokenStream:
    """Speaks dialogues turn by turn and hears them again.

    Args:
        synthesizer: Says each passage in the voice of its speaker.
        transcriber: Hears each passage.
        longest_passage: Characters above which a turn is said in several passages.
    """

    def __init__(
        self, synthesizer: Synthesizer, transcriber: Transcriber, *, longest_passage: int = LONGEST
    ) -> None:
        self.synthesizer = synthesizer
        self.transcriber = transcriber
        self.longest_passage = longest_passage

    def speak(self, dialogue: Dialogue) -> Iterator[tuple[Turn, SpokenTurn]]:
        """Yield each turn with its text as it was heard, and its account, in the order of the stream.

        A turn that is empty, unsayable or unheard stays in the stream, with an empty text: who listens
        knows that somebody had the floor, not what for.

        Raises:
            ModelError: If the synthesizer or the transcriber cannot be used.
        """
        cast = assign_voices((turn.speaker for turn in dialogue.turns), self.synthesizer.voices)
        for turn in dialogue.turns:
            yield self._speak(turn, cast[turn.speaker])

    def audio_of(self, turn: Turn, voice: Voice) -> list[Samples]:
        """Return the passages of a turn as speech; those without a sayable word are left out."""
        said = (
            voice.tune(self.synthesizer.synthesize(passage, voice.base))
            for passage in cut_passages(turn.text, self.longest_passage)
        )
        return [samples for samples in said if samples.size]

    def _speak(self, turn: Turn, voice: Voice) -> tuple[Turn, SpokenTurn]:
        audio = self.audio_of(turn, voice)
        heard = " ".join(
            segment.text for samples in audio for segment in self.transcriber.transcribe(samples)
        )
        if audio:
            outcome = Outcome.HEARD if heard.strip() else Outcome.UNHEARD
        else:
            outcome = Outcome.UNSAYABLE if turn.text.strip() else Outcome.EMPTY
        said, back = spoken_words(turn.text), spoken_words(heard)
        account = SpokenTurn(
            dialogue_id=turn.dialogue_id,
            turn_id=turn.turn_id,
            speaker=turn.speaker,
            voice=voice.name,
            outcome=outcome,
            passages=len(audio),
            audio_seconds=float(np.sum([samples.size for samples in audio])) / SAMPLE_RATE,
            words=len(said),
            errors=word_errors(said, back),
        )
        return replace(turn, text=heard.strip()), account
