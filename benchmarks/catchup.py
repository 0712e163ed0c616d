"""Seconds to read and catch up on a large WhatsApp export, offline.

    uv run python benchmarks/catchup.py --messages 100000

The export is made from the sample streams: their messages with words in a random order, and the true stream
at its end. The reading, the search and the memory of the process are printed apart.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from streamrecall.catchup import catch_up
from streamrecall.catchup.tools import offline_tools
from streamrecall.corpora.sample import load_sample
from streamrecall.exports.reader import read_export

SAMPLE = Path(__file__).parents[1] / "data/01_raw/sample"


def write_export(path: Path, messages: int, seed: int = 0) -> None:
    """Write a WhatsApp export of so many messages."""
    chance = random.Random(seed)
    time_said = datetime(2021, 1, 1, 8)
    turns = [turn for dialogue in load_sample(SAMPLE).dialogues for turn in dialogue.turns]
    ending = load_sample(SAMPLE).dialogues[-1].turns
    with path.open("w", encoding="utf-8") as file:
        for number in range(messages):
            time_said += timedelta(minutes=chance.randint(1, 20))
            left = messages - number
            if left > len(ending):
                turn = turns[number % len(turns)]
                text = " ".join(chance.sample(words := turn.text.split(), len(words))) + f" {number}"
            else:
                turn = ending[-left]
                text = turn.text
            file.write(f"{time_said:%d/%m/%Y, %H:%M} - {turn.speaker}: {text}\n")


def main() -> None:
    """Time both ways to compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "WhatsApp Chat with Everyone.txt"
        write_export(path, options.messages)
        started = time.perf_counter()
        export = read_export(path)
        print(f"read {export.counts.read:,} messages: {time.perf_counter() - started:.1f} s")
        for comparison in ("spelling", "minilm"):
            started, used = time.perf_counter(), time.process_time()
            (digest,) = catch_up(export, tools=offline_tools(comparison)).conversations
            print(
                f"catch up, compared by {comparison}: {time.perf_counter() - started:.1f} s "
                f"({time.process_time() - used:.1f} s of processor), "
                f"{digest.coverage.compared_turns} of {digest.coverage.history_turns:,} turns embedded"
            )
    print(f"largest resident memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")


if __name__ == "__main__":
    main()
