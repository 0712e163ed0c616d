"""Messages per second of reading a WhatsApp export: ``python benchmarks/read_export.py [messages]``.

Writes an invented Android chat of the given size (100,000 by default), reads it three times and prints one
JSON line with the best time.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path

from streamrecall.exports.reader import read_export

PEOPLE = ("Mira Sol", "Jon Pike", "Ada", "+44 7700 900123", "Piet - garage")
WORDS = (
    "the van leaves at eight bring keys and list who has it I do see you there ok fine later: maybe".split()
)


def write_chat(path: Path, messages: int, seed: int = 7) -> None:
    """Write a chat with notices, media and multi-line messages."""
    chance = random.Random(seed)
    moment = datetime(2019, 1, 1, 8)
    with path.open("w", encoding="utf-8") as file:
        for number in range(messages):
            moment += timedelta(seconds=chance.randrange(1, 3000))
            head = f"{moment:%d/%m/%Y, %H:%M} - "
            words = " ".join(chance.choices(WORDS, k=chance.randrange(1, 25)))
            speaker = chance.choice(PEOPLE)
            kind = number % 40
            if kind == 0:
                file.write(f'{head}{speaker} changed the group name to "Trip: {number}"\n')
            elif kind == 1:
                file.write(f"{head}{speaker}: <Media omitted>\n")
            elif kind == 2:
                file.write(f"{head}{speaker}: {words}\n{words}\n\n{words}\n")
            else:
                file.write(f"{head}{speaker}: {words}\n")


def main() -> None:
    """Run and print."""
    messages = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chat.txt"
        write_chat(path, messages)
        seconds = []
        for _ in range(3):
            start = time.perf_counter()
            export = read_export(path)
            seconds.append(time.perf_counter() - start)
        if export.counts.read != messages:
            raise SystemExit(f"{export.counts} of {messages} messages")
        result = {
            "benchmark": "read_export",
            "messages": messages,
            "megabytes": round(path.stat().st_size / 1e6, 2),
            "seconds": round(min(seconds), 3),
            "messages_per_second": round(messages / min(seconds)),
        }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
