"""Speed of the stream index over a 160K-token history, one core, models left out.

    python benchmarks/stream_index.py --json
    python benchmarks/stream_index.py --corpus path/to/qmsum --json

The stream is real text: the sample streams over and over, where each round has names and rare words of its
own, so that the vocabulary keeps growing; or the meetings of a QMSum folder. It is replayed window by window
(1,024 tokens). Vectors are drawn at random and cost no time: the clock stands still while they are made.
Times are processor time of one thread, so that other programs on the machine do not count.

The last line is one JSON object, times as medians in milliseconds:
append_ms_per_chunk    observing a window's turns: counting, chunking, indexing; per chunk
window_query_ms        BM25 with a whole window as query, at the end of the stream
dense_ms               vector search, at the end of the stream
memory_ms              one ReMEMBER memory, gap detection by rules included, at the end of the stream
growth_8k_to_160k      memory_ms there over memory_ms at 8K tokens
ratio_to_rebuild       rebuilding rank_bm25 for every window over our BM25, the whole stream, from the same
                       chunk texts (rebuilt for every tenth window and multiplied)
The lines above it also give the time and growth of the variant "ReMEMBER (expected recall)".
"""

# ruff: noqa: E402 - the thread counts must be set before NumPy is imported
from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import json
import random
import statistics
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np
from rank_bm25 import BM25Okapi

from streamrecall.ports import StreamMemory, Vectors
from streamrecall.records import Dialogue, Domain, Turn, Window
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.memory import ReMEMBER
from streamrecall.retrieval.bm25 import IncrementalBM25
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.retrieval.words import words
from streamrecall.text.windows import cut_windows, turn_tokens

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "01_raw" / "sample"
STREAM_TOKENS = 160_000
EARLY_TOKENS = 8_000
MEASURED_WINDOWS = 8
VARIANT = "expected_recall_ms"
BUDGET = 1024
REBUILT_EVERY = 10

Result = TypeVar("Result")


class RandomVectors:
    """Stands in for a sentence encoder; ``seconds`` is what it took, to be taken off the clock."""

    name = "random vectors"
    revision = "1"
    dimension = 384

    def __init__(self) -> None:
        self.seconds = 0.0

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return a unit row per text that depends on the text alone."""
        started = time.process_time()
        rows = np.empty((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(self.dimension)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        self.seconds += time.process_time() - started
        return rows


def sample_lines() -> Iterator[tuple[str, str]]:
    """Yield (speaker, text) without end; every round renames what was said once or twice in the sample."""
    turns = [
        json.loads(line)
        for name in ("chitchat", "workplace")
        for line in (SAMPLE / name / "turns.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    said = Counter(word for turn in turns for word in words(turn["text"]))
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    for number in count():
        chance = random.Random(number)
        new = {
            word: "".join(chance.choices(syllables, k=3))
            for word, times in said.items()
            if number and times <= 2 and len(word) > 3 and chance.random() < 0.6
        }
        for turn in turns:
            spoken = " ".join(new.get(token.strip(".,?!").lower(), token) for token in turn["text"].split())
            yield turn["speaker"], spoken


def qmsum_lines(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (speaker, text) of every meeting in the folder."""
    for file in sorted(folder.rglob("*.json")):
        for said in json.loads(file.read_text(encoding="utf-8")).get("meeting_transcripts", []):
            yield said["speaker"], said["content"]


def build_stream(lines: Iterator[tuple[str, str]], tokens: int) -> Dialogue:
    """Return the first turns that make up ``tokens``."""
    turns: list[Turn] = []
    total = 0
    for index, (speaker, text) in enumerate(lines):
        if total >= tokens:
            break
        turns.append(Turn("benchmark", index, f"t{index}", speaker, text))
        total += turn_tokens(turns[-1])
    return Dialogue("benchmark", "benchmark", Domain.WORKPLACE, tuple(turns))


def clock(vectors: RandomVectors, work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the milliseconds that ``work`` took without the vectors, and its result."""
    before = vectors.seconds
    started = time.process_time()
    result = work()
    return 1000 * (time.process_time() - started - (vectors.seconds - before)), result


def measure(stream: Dialogue) -> dict[str, float]:
    """Replay the stream and return the figures of the last line, and the variant's after them."""
    vectors = RandomVectors()
    index = StreamIndex(vectors)
    detector = RuleBasedGapDetector()
    memories: list[StreamMemory] = [ReMEMBER(vectors, detector), ExpectedRecallReMEMBER(vectors, detector)]
    windows = list(cut_windows(stream))
    append, query, dense = [], [], []
    early: list[list[float]] = [[], []]
    late: list[list[float]] = [[], []]
    for number, window in enumerate(windows):
        text = window.render()
        at_end = len(windows) - number <= MEASURED_WINDOWS
        at_start = window.history_tokens >= EARLY_TOKENS and len(early[0]) < MEASURED_WINDOWS
        if at_end or at_start:
            for times, memory in zip(late if at_end else early, memories, strict=True):
                memory_ms, _ = clock(vectors, lambda each=memory, cue=window: each.recall(cue, BUDGET))
                times.append(memory_ms)
        if at_end:
            query.append(clock(vectors, lambda text=text: index.sparse(text, 30))[0])
            index.dense(text, 30)  # what is new since the last search gets its vectors outside the clock
            dense.append(clock(vectors, lambda text=text: index.dense(text, 30))[0])
        chunks = sum(chunk.complete for chunk in index.chunks)
        observe_ms, _ = clock(vectors, lambda window=window: index.observe(window.turns))
        append.append(observe_ms / max(1, sum(chunk.complete for chunk in index.chunks) - chunks))
        for memory in memories:
            memory.observe(window.turns)
    paper, variant = (statistics.median(times) for times in late)
    return {
        "append_ms_per_chunk": statistics.median(append),
        "window_query_ms": statistics.median(query),
        "dense_ms": statistics.median(dense),
        "memory_ms": paper,
        "growth_8k_to_160k": paper / statistics.median(early[0]),
        "ratio_to_rebuild": ratio_to_rebuild(windows),
        VARIANT: variant,
        f"{VARIANT}_growth": variant / statistics.median(early[1]),
    }


def ratio_to_rebuild(windows: Sequence[Window]) -> float:
    """Return the time of BM25 rebuilt for each window over ours, from the same chunks, words read by both."""
    history = StreamIndex(None)
    bm25 = IncrementalBM25()
    indexed = 0
    tail: list[str] = []
    ours = rebuilt = 0.0
    for number, window in enumerate(windows):
        texts = [chunk.text for chunk in history.chunks]
        complete = sum(chunk.complete for chunk in history.chunks)
        asked = window.render()
        if texts:
            started = time.process_time()
            if tail:
                bm25.pop(tail)
            for text in texts[indexed:complete]:
                bm25.append(words(text))
            tail = words(texts[-1]) if len(texts) > complete else []
            if tail:
                bm25.append(tail)
            bm25.search(words(asked), 30)
            ours += time.process_time() - started
            indexed = complete
        if texts and number % REBUILT_EVERY == REBUILT_EVERY // 2:
            started = time.process_time()
            BM25Okapi([words(text) for text in texts]).get_scores(words(asked))
            rebuilt += (time.process_time() - started) * REBUILT_EVERY
        history.observe(window.turns)
    return rebuilt / ours


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="folder of QMSum meetings instead of the sample")
    parser.add_argument("--tokens", type=int, default=STREAM_TOKENS)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    arguments = parser.parse_args()
    lines = sample_lines() if arguments.corpus is None else qmsum_lines(arguments.corpus)
    stream = build_stream(lines, arguments.tokens)
    vocabulary = len({word for turn in stream.turns for word in words(turn.text)})
    figures = measure(stream)
    print(f"{len(stream.turns)} turns, {sum(map(turn_tokens, stream.turns))} tokens, {vocabulary} words")
    for name, value in figures.items():
        print(f"{name:26} {value:10.3f}")
    if arguments.json:
        print(json.dumps({n: round(value, 4) for n, value in figures.items() if not n.startswith(VARIANT)}))


if __name__ == "__main__":
    main()
