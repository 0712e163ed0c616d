"""What speaking and hearing did to the words of a stream, voice by voice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.stem.spoken_stream import Outcome, SpokenTurn

ALL_VOICES = "all"


@dataclass(frozen=True, slots=True)
class SpeechRow:
    """Counts of one voice in one dialogue; voice ``all`` adds them up.

    Attributes:
        speakers: How many speakers have this voice.
        turns: Turns of these speakers, whatever became of them.
        long_turns: Turns that were said in several passages.
        words: Words of their texts.
        errors: Words substituted, inserted or deleted in what was heard.
        word_error_rate: Errors per word; None without words.
    """

    dialogue_id: str
    synthesizer: str
    transcriber: str
    voice: str
    speakers: int
    turns: int
    heard: int
    unheard: int
    unsayable: int
    empty: int
    long_turns: int
    audio_seconds: float
    words: int
    errors: int
    word_error_rate: float | None


def summarise_speech(turns: Iterable[SpokenTurn], synthesizer: str, transcriber: str) -> list[SpeechRow]:
    """Return one row per dialogue and voice, and one per dialogue over all voices.

    Args:
        turns: The accounts of spoken turns.
        synthesizer: Name of the engine that spoke.
        transcriber: Name of the engine that heard.
    """
    groups: dict[tuple[str, str], list[SpokenTurn]] = {}
    for turn in turns:
        groups.setdefault((turn.dialogue_id, ALL_VOICES), []).append(turn)
        groups.setdefault((turn.dialogue_id, turn.voice), []).append(turn)
    return [
        _row(dialogue_id, voice, own, synthesizer, transcriber)
        for (dialogue_id, voice), own in groups.items()
    ]


def _row(
    dialogue_id: str, voice: str, turns: Sequence[SpokenTurn], synthesizer: str, transcriber: str
) -> SpeechRow:
    outcomes = Counter(turn.outcome for turn in turns)
    words, errors = sum(turn.words for turn in turns), sum(turn.errors for turn in turns)
    return SpeechRow(
        dialogue_id=dialogue_id,
        synthesizer=synthesizer,
        transcriber=transcriber,
        voice=voice,
        speakers=len({turn.speaker.strip().casefold() for turn in turns}),
        turns=len(turns),
        heard=outcomes[Outcome.HEARD],
        unheard=outcomes[Outcome.UNHEARD],
        unsayable=outcomes[Outcome.UNSAYABLE],
        empty=outcomes[Outcome.EMPTY],
        long_turns=sum(turn.passages > 1 for turn in turns),
        audio_seconds=round(sum(turn.audio_seconds for turn in turns), 2),
        words=words,
        errors=errors,
        word_error_rate=round(errors / words, 4) if words else None,
    )
