"""From audio to turns: one channel per speaker, in chunks, as it is spoken (ProStream, section 5.1)."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np

from streamrecall.models.speech_activity import FRAME, SAMPLE_RATE, loud_frames
from streamrecall.ports import Samples, Transcriber
from streamrecall.records import Turn

PAUSE = 0.7  # seconds of silence that end a turn
LONGEST = 28.0  # seconds; whisper hears 30 at a time


class _Channel:
    def __init__(self) -> None:
        self.audio: Samples = np.zeros(0, np.float32)
        self.heard = 0  # samples of the channel so far

    @property
    def start(self) -> float:
        """Seconds into the stream at which the waiting audio begins."""
        return (self.heard - self.audio.size) / SAMPLE_RATE


class SpeechPerception:
    """Collects each speaker's chunks until they pause, and makes a turn of what they said.

    The stream says who speaks: every speaker has a channel, so people who talk over each other come out as
    turns of their own, in the order in which they finish. Silence between turns is never kept.

    Args:
        transcriber: Hears the words.
        dialogue_id: The dialogue that the turns belong to.
        began: When the audio began; without it turns carry no time.
        first_index: Index of the first turn.
        pause: Seconds of silence that end a turn.
        longest: Seconds after which a turn is cut even without a pause.
    """

    def __init__(
        self,
        transcriber: Transcriber,
        dialogue_id: str,
        *,
        began: datetime | None = None,
        first_index: int = 0,
        pause: float = PAUSE,
        longest: float = LONGEST,
    ) -> None:
        self.transcriber = transcriber
        self.dialogue_id = dialogue_id
        self.began = began
        self.next_index = first_index
        self.pause = pause
        self.longest = longest
        self.unheard = 0
        self._channels: dict[str, _Channel] = {}

    def hear(self, speaker: str, chunk: Samples) -> list[Turn]:
        """Take the next chunk of a speaker's channel and return the turns that it completed.

        Args:
            speaker: Whose channel it is.
            chunk: 16 kHz samples, one second as a rule; a silent chunk must be given too, since it is what
                tells that a turn is over.
        """
        channel = self._channels.setdefault(speaker, _Channel())
        channel.audio = np.concatenate([channel.audio, chunk.astype(np.float32, copy=False)])
        channel.heard += chunk.size
        loud = np.flatnonzero(loud_frames(channel.audio))
        if not loud.size:
            channel.audio = channel.audio[channel.audio.size :]
            return []
        silent = channel.audio.size - min(channel.audio.size, (loud[-1] + 1) * FRAME)
        if silent >= self.pause * SAMPLE_RATE or channel.audio.size >= self.longest * SAMPLE_RATE:
            return self._close(speaker, channel)
        return []

    def finish(self) -> list[Turn]:
        """Return the turns that the end of the audio leaves open, in the order in which they began."""
        waiting = [(name, channel) for name, channel in self._channels.items() if channel.audio.size]
        waiting.sort(key=lambda entry: entry[1].start)
        return [turn for name, channel in waiting for turn in self._close(name, channel)]

    def _close(self, speaker: str, channel: _Channel) -> list[Turn]:
        start = channel.start
        segments = self.transcriber.transcribe(channel.audio)
        channel.audio = channel.audio[channel.audio.size :]
        if not segments:
            self.unheard += 1
            return []
        index = self.next_index
        self.next_index += 1
        said = start + segments[0].start
        time = None if self.began is None else (self.began + timedelta(seconds=round(said, 2))).isoformat()
        text = " ".join(segment.text for segment in segments)
        return [Turn(self.dialogue_id, index, f"{self.dialogue_id}.{index}", speaker, text, time=time)]
