"""A stream from text to speech, back to text, into topics and into ProStream's memory: time and word errors.

    python benchmarks/speech_chain.py --minutes 30 --whisper tiny.en.pt --json

The first turns of each dialogue of the corpus are spoken until together they last ``--minutes`` (each
dialogue an equal share), every speaker in a voice of their own. Nothing is read from a cache. Stages:
``speak`` (synthesis), ``transcribe`` (whisper), ``topics`` (embedding and clustering of what was heard) and
``observe`` (ProStream with its offline parts, turn by turn).

For each stage wall and processor seconds are printed, and seconds of each per second of audio (the
real-time factor): on a machine that others use too, processor seconds are the ones to compare. Word error
rates are those of ``stem.speech`` reports: errors per word of the text, by voice and overall.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from streamrecall.benchmark.stem.speech_report import SpeechRow, summarise_speech
from streamrecall.benchmark.stem.spoken_stream import SpokenStream, SpokenTurn
from streamrecall.benchmark.stem.topics import cluster_topics
from streamrecall.corpora.corpora import CORPORA, load_corpus
from streamrecall.models.asr import WhisperTranscriber
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.flite import Flite
from streamrecall.models.hibari import Hibari
from streamrecall.models.minilm import MiniLM
from streamrecall.ports import Samples, Synthesizer
from streamrecall.prostream.memory import ProStream
from streamrecall.records import Dialogue, SpokenSegment, Turn

ENGINES = {"flite": Flite, "hibari": Hibari}


@dataclass
class Stage:
    """What a stage took, in wall and processor seconds; processes it starts count too."""

    wall: float = 0.0
    processor: float = 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Add the time of a ``with`` block."""
        wall, processor = time.perf_counter(), _processor_seconds()
        try:
            yield
        finally:
            self.wall += time.perf_counter() - wall
            self.processor += _processor_seconds() - processor


@dataclass
class TimedEngines:
    """A synthesizer and a transcriber whose calls are timed apart."""

    synthesizer: Synthesizer
    transcriber: WhisperTranscriber
    speak: Stage = field(default_factory=Stage)
    hear: Stage = field(default_factory=Stage)

    @property
    def name(self) -> str:
        """The synthesizer's name; the transcriber has its own."""
        return self.synthesizer.name

    @property
    def revision(self) -> str:
        """The synthesizer's revision."""
        return self.synthesizer.revision

    @property
    def voices(self) -> tuple[str, ...]:
        """The synthesizer's voices."""
        return self.synthesizer.voices

    def synthesize(self, text: str, voice: str) -> Samples:
        """Return speech, timed."""
        with self.speak.timed():
            return self.synthesizer.synthesize(text, voice)

    def transcribe(self, samples: Samples) -> tuple[SpokenSegment, ...]:
        """Return what was heard, timed."""
        with self.hear.timed():
            return self.transcriber.transcribe(samples)


def _processor_seconds() -> float:
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def speak(stream: SpokenStream, dialogue: Dialogue, seconds: float) -> tuple[Dialogue, list[SpokenTurn]]:
    """Speak and hear the first turns of a dialogue until they last as long as asked."""
    turns: list[Turn] = []
    accounts: list[SpokenTurn] = []
    lasted = 0.0
    for turn, account in stream.speak(dialogue):
        turns.append(turn)
        accounts.append(account)
        lasted += account.audio_seconds
        if len(turns) % 20 == 0:
            print(f"{dialogue.dialogue_id}: {lasted / 60:.1f} minutes", file=sys.stderr)
        if lasted >= seconds:
            break
    return replace(dialogue, turns=tuple(turns)), accounts


def by_voice(rows: list[SpeechRow]) -> dict[str, dict[str, float]]:
    """Return turns, words and word error rate of each voice over all dialogues."""
    found: dict[str, dict[str, float]] = {}
    for voice in dict.fromkeys(row.voice for row in rows):
        own = [row for row in rows if row.voice == voice]
        words, errors = sum(row.words for row in own), sum(row.errors for row in own)
        found[voice] = {
            "turns": sum(row.turns for row in own),
            "words": words,
            "word_error_rate": round(errors / words, 4) if words else 0.0,
        }
    return found


def main() -> None:
    """Run the chain and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--corpus", choices=sorted(CORPORA), default="sample")
    parser.add_argument("--folder", type=Path, default=None, help="default: data/01_raw/<corpus>")
    parser.add_argument("--synthesizer", choices=sorted(ENGINES), default="flite")
    parser.add_argument(
        "--whisper",
        default=os.environ.get("STREAMRECALL_WHISPER", "tiny.en"),
        help="a checkpoint file or a name whisper knows (it then fetches it)",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args()

    corpus = load_corpus(arguments.corpus, arguments.folder or Path("data/01_raw") / arguments.corpus)
    whisper = WhisperTranscriber(arguments.whisper, language="en")
    loading = Stage()
    encoder = MiniLM()
    with loading.timed():
        whisper.load()
        encoder.embed(["loads with its first text"])
    engines = TimedEngines(ENGINES[arguments.synthesizer](), whisper)
    share = 60 * arguments.minutes / len(corpus.dialogues)
    topics, observe = Stage(), Stage()
    accounts: list[SpokenTurn] = []
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        embedder = CachedEmbedder(encoder, Path(folder) / "embeddings.sqlite")
        for dialogue in corpus.dialogues:
            heard, spoken = speak(SpokenStream(engines, engines), dialogue, share)
            accounts += spoken
            with topics.timed():
                found += len(cluster_topics(heard, embedder))
            memory = ProStream(embedder)
            with observe.timed():
                for turn in heard.turns:
                    memory.observe([turn])

    rows = summarise_speech(accounts, engines.name, whisper.name)
    audio = sum(account.audio_seconds for account in accounts)
    stages = {"speak": engines.speak, "transcribe": engines.hear, "topics": topics, "observe": observe}
    result = {
        "corpus": arguments.corpus,
        "synthesizer": f"{engines.name} {engines.revision}",
        "transcriber": whisper.name,
        "cores": os.cpu_count(),
        "audio_minutes": round(audio / 60, 2),
        "turns": len(accounts),
        "outcomes": {
            kind: sum(account.outcome == kind for account in accounts)
            for kind in dict.fromkeys(str(account.outcome) for account in accounts)
        },
        "topics": found,
        "loading_seconds": round(loading.wall, 2),
        "stages": {
            name: {
                "wall_seconds": round(stage.wall, 2),
                "processor_seconds": round(stage.processor, 2),
                "real_time_factor": round(stage.wall / audio, 4),
                "processor_real_time_factor": round(stage.processor / audio, 4),
            }
            for name, stage in stages.items()
        },
        "real_time_factor": round(sum(stage.wall for stage in stages.values()) / audio, 4),
        "processor_real_time_factor": round(sum(s.processor for s in stages.values()) / audio, 4),
        "dropped_segments": dict(whisper.dropped),
        "word_error_rate": by_voice(rows),
    }
    print(json.dumps(result, indent=None if arguments.json else 2))


if __name__ == "__main__":
    main()
