"""One copy of a model in a process of its own: requests in, replies out, as JSON Lines.

Started by ``VllmReplicas``. The first line holds the arguments of ``VllmEngine``, every further line one
batch. Standard output carries replies alone; whatever the libraries print goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import Any, TextIO

from streamrecall.models.vllm_engine import VllmEngine
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling


def request_row(request: ChatRequest) -> dict[str, Any]:
    """Return a request as a JSON object."""
    return asdict(request)


def request_from_row(row: dict[str, Any]) -> ChatRequest:
    """Read what ``request_row`` wrote."""
    messages = tuple(Message(**message) for message in row["messages"])
    return ChatRequest(**{**row, "messages": messages, "sampling": Sampling(**row["sampling"])})


def serve(lines: TextIO, out: TextIO) -> None:
    """Answer batches until the input ends; an error ends the worker and is reported in its last line."""

    def report(position: int, reply: ChatReply) -> None:
        print(json.dumps({"position": position, "reply": asdict(reply)}), file=out, flush=True)

    engine = VllmEngine(**json.loads(next(lines)))
    try:
        for line in lines:
            engine.complete([request_from_row(row) for row in json.loads(line)], report)
            print(json.dumps({"done": True}), file=out, flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), file=out, flush=True)
        raise
    finally:
        engine.close()


def main() -> None:
    """Serve standard input."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        serve(sys.stdin, out)


if __name__ == "__main__":
    main()
