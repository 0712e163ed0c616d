"""Time and memory of ProStream's updates over a long generated stream, outside the models.

    python benchmarks/prostream_stream.py --turns 1000000 --json

Every turn of the stream is observed on its own and a question is asked after every thousandth. The clock
runs while the sensing buffer, the pending buffer, the tree, the pruning and the merging work; it stands
still while the stand-ins for the models do (embedding, events, scenes and facts). An update is one turn that
closes a semantic block; turns that only fill the buffer are reported apart.

The last line is one JSON object. ``growth`` is the median of the last tenth of the stream over that of the
second tenth, ``rss_growth_mb`` the growth of the process since the end of the first tenth. ``machine_growth``
is the same quotient for a fixed piece of work that is timed after every hundredth turn: on a machine that
others use too it says how much slower the machine became, and ``growth_corrected`` divides by it.
``ratio_to_naive`` says how many times longer an update takes when each node to prune is found by a loop over
all nodes, ``ratio_to_array_scan`` when it is found by one NumPy pass over all of them.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from math import exp, log1p
from pathlib import Path
from typing import Literal

import numpy as np

from streamrecall.ports import Vectors
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import ProStreamParameters
from streamrecall.prostream.pruning import RegretQueue
from streamrecall.records import Question, SemanticBlock, Triple, Turn

TOPICS = 4_000
WORDS = 6_000
PAGE = os.sysconf("SC_PAGE_SIZE")


class Watch:
    """Wall and processor time, less what was spent in ``with watch.stopped():``."""

    def __init__(self) -> None:
        self.away = np.zeros(2)

    def read(self) -> np.ndarray:
        """Return wall and processor seconds."""
        return np.array([time.perf_counter(), time.thread_time()]) - self.away

    def stopped(self) -> Stopped:
        """Return a context in which the watch stands still."""
        return Stopped(self)


class Stopped:
    """Adds the time of a ``with`` block to what a watch leaves out."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __enter__(self) -> None:
        self.entered = self.watch.read()

    def __exit__(self, *_: object) -> None:
        self.watch.away += self.watch.read() - self.entered


class RandomWordEmbedder:
    """Sum of one fixed random vector per word: cheap, and texts that share words are alike."""

    name = "random words"
    revision = "1"

    def __init__(self, dimension: int, watch: Watch) -> None:
        self.dimension = dimension
        self.watch = watch
        self._table = np.random.default_rng(7).standard_normal((WORDS, dimension)).astype(np.float32)

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text."""
        with self.watch.stopped():
            rows = np.array([self._sum(text) for text in texts], np.float32).reshape(-1, self.dimension)
            return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _sum(self, text: str) -> np.ndarray:
        numbers = [int(word[1:]) for word in text.split() if word[0] == "w" and word[1:].isdigit()]
        return self._table[numbers or [0]].sum(axis=0)


class GeneratedDistiller:
    """Stands in for summariser and extractor: the generator wrote the facts into the turns."""

    name = "generated"
    reads_leading = False

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def event(self, block: SemanticBlock) -> str:
        """Return the first words of the block."""
        with self.watch.stopped():
            return " ".join(block.turns[0].text.split()[:5])

    def scene(self, event: str) -> str:
        """Return the group of the event's topic."""
        with self.watch.stopped():
            return f"scene w{int(event.split(maxsplit=1)[0][1:]) % 40}"

    def extract(self, block: SemanticBlock) -> tuple[Triple, ...]:
        """Return one fact per turn."""
        with self.watch.stopped():
            return tuple(Triple(t.speaker, t.text, t.text.split()[1], t.index) for t in block.turns)


def generate(turns: int, seed: int = 3) -> Iterator[Turn]:
    """Yield a stream whose topics last a few turns and whose facts are mostly new and sometimes return."""
    draw = random.Random(seed)
    said: list[str] = []
    topic = left = 0
    for index in range(turns):
        if not left:
            topic, left = draw.randrange(TOPICS), draw.randint(1, 7)
        left -= 1
        if said and draw.random() < 0.05:
            text = said[draw.randrange(len(said))]
        else:
            detail = " ".join(f"w{TOPICS + draw.randrange(WORDS - TOPICS)}" for _ in range(4))
            text = f"w{topic} {detail} {index}"
            said.append(text)
            del said[: max(0, len(said) - 2_000)]
        yield Turn("generated", index, f"g{index}", f"S{index % 3}", text, time="2026-01-01T00:00:00")


class LoopQueue(RegretQueue):
    """Finds the least node by a loop over all nodes."""

    def least(self, now: int) -> int | None:
        """Return the node of least utility density."""
        weights = self.utility

        def density(uid: int) -> float:
            accesses, touched, cost = self._entries[uid]
            recency = exp((touched - now) / weights.decay_turns)
            return (weights.frequency_weight * log1p(accesses) + weights.recency_weight * recency) / cost

        return min(self._entries, key=density)


class ArrayQueue(RegretQueue):
    """Finds the least node by one NumPy pass over the arrays of the tree."""

    memory: ProStream

    def least(self, now: int) -> int | None:
        """Return the node of least utility density."""
        candidates: list[tuple[float, int]] = []
        for nodes, always in ((self.memory.tree.events, False), (self.memory.tree.amus, True)):
            live = nodes.uid[: nodes.high] >= 0
            slots = np.flatnonzero(live & (always | (nodes.children[: nodes.high] == 0)))
            if slots.size:
                utility = self.utility.of(nodes.accesses[slots], now - nodes.touched[slots])
                density = utility / nodes.cost[slots]
                place = int(density.argmin())
                candidates.append((float(density[place]), int(nodes.uid[slots[place]])))
        return min(candidates)[1]


def new_memory(watch: Watch, dimension: int, budget: int) -> ProStream:
    """Return an empty memory over the stand-ins."""
    distiller = GeneratedDistiller(watch)
    parameters = ProStreamParameters(budget=budget, drift_threshold=0.1)
    return ProStream(RandomWordEmbedder(dimension, watch), distiller, distiller, parameters)


def ask(memory: ProStream, turn: Turn) -> None:
    """Ask about what was just said, which raises access counts."""
    memory.recall(Question(f"q{turn.index}", turn.dialogue_id, turn.text, turn.index), 1024)


def resident_mb() -> float:
    """Return the memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


def take(memory: ProStream, watch: Watch, turn: Turn) -> tuple[bool, np.ndarray]:
    """Observe a turn; return whether it closed a block and its wall and processor milliseconds."""
    blocks, before = memory.counts.blocks, watch.read()
    memory.observe([turn])
    spent = (watch.read() - before) * 1000
    closed = memory.counts.blocks > blocks
    if turn.index % 1000 == 999:
        ask(memory, turn)
    return closed, spent


class FixedWork:
    """A search of fixed size and some heap work, never the same memory as the stream's."""

    def __init__(self, dimension: int) -> None:
        draw = np.random.default_rng(5)
        self.nodes = draw.standard_normal((4_000, dimension)).astype(np.float32)
        self.query = draw.standard_normal((dimension, 2)).astype(np.float32)
        self.keys = draw.random(300).tolist()

    def milliseconds(self) -> float:
        """Do the work once and return its wall time."""
        started = time.perf_counter()
        (self.nodes @ self.query).argmax(axis=0)
        heap: list[float] = []
        for key in self.keys:
            heapq.heappush(heap, key)
        while heap:
            heapq.heappop(heap)
        return (time.perf_counter() - started) * 1000


def median_with(kind: type[RegretQueue], dimension: int, budget: int, fill: int, sample: int) -> float:
    """Return the median update in ms over ``sample`` turns, pruned by ``kind``, after ``fill`` turns."""
    watch = Watch()
    memory = new_memory(watch, dimension, budget)
    times: list[float] = []
    for turn in generate(fill + sample):
        if turn.index == fill:
            queue = kind(memory.tree.regret.utility)
            if isinstance(queue, ArrayQueue):
                queue.memory = memory
            for uid, entry in memory.tree.regret._entries.items():
                queue.put(uid, *entry)
            memory.tree.regret = queue
        closed, spent = take(memory, watch, turn)
        if closed and turn.index >= fill:
            times.append(float(spent[0]))
    return statistics.median(times)


def measure(turns: int, dimension: int, budget: int) -> dict[str, float | int]:
    """Run the stream and return its figures."""
    watch = Watch()
    memory = new_memory(watch, dimension, budget)
    spent = np.zeros((turns, 2), np.float32)
    updates = np.zeros(turns, bool)
    tenth = max(1, turns // 10)
    resident = 0.0
    work = FixedWork(dimension)
    machine: list[float] = []
    began = time.perf_counter()
    for turn in generate(turns):
        updates[turn.index], spent[turn.index] = take(memory, watch, turn)
        if turn.index % 100 == 99:
            machine.append(work.milliseconds())
        if turn.index % tenth == tenth - 1:
            print(
                f"turn {turn.index + 1:>8}: {len(memory.tree)} nodes, {memory.tree.cost} tokens,"
                f" {resident_mb():.0f} MB, {time.perf_counter() - began:.0f} s",
                flush=True,
            )
            resident = resident or resident_mb()

    def median(start: int, stop: int, clock: int) -> float:
        return float(np.median(spent[start:stop, clock][updates[start:stop]]))

    counts = memory.tree.counts
    growth = median(turns - tenth, turns, 0) / median(tenth, 2 * tenth, 0)
    part = max(1, len(machine) // 10)
    machine_growth = statistics.median(machine[-part:]) / statistics.median(machine[part : 2 * part])
    return {
        "turns": turns,
        "dimension": dimension,
        "budget": budget,
        "updates": int(updates.sum()),
        "update_ms_median": round(median(0, turns, 0), 4),
        "update_ms_p99": round(float(np.percentile(spent[updates, 0], 99)), 4),
        "growth": round(growth, 4),
        "machine_growth": round(machine_growth, 4),
        "growth_corrected": round(growth / machine_growth, 4),
        "cpu_update_ms_median": round(median(0, turns, 1), 4),
        "cpu_growth": round(median(turns - tenth, turns, 1) / median(tenth, 2 * tenth, 1), 4),
        "filling_turn_ms_median": round(float(np.median(spent[~updates, 0])), 4),
        "rss_growth_mb": round(resident_mb() - resident, 2),
        "nodes": len(memory.tree),
        "tokens": memory.tree.cost,
        "turn_references": len(memory.turns),
        "pruned": counts.pruned,
        "merged": counts.merged,
        "repeated": counts.repeated,
        "cascaded": counts.cascaded,
        "seconds": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--budget", type=int, default=100_000, help="T_max in tokens")
    parser.add_argument("--dimension", type=int, default=384)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    given = parser.parse_args()
    figures = measure(given.turns, given.dimension, given.budget)
    fill, sample = max(10, min(given.turns, 10_000)), 1_000
    queues = (RegretQueue, LoopQueue, ArrayQueue)
    heap, loop, scan = (median_with(kind, given.dimension, given.budget, fill, sample) for kind in queues)
    figures["ratio_to_naive"] = round(loop / heap, 2)
    figures["ratio_to_array_scan"] = round(scan / heap, 2)
    for key, value in figures.items():
        print(f"{key:>22}: {value}")
    if given.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
