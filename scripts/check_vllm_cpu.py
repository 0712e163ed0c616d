"""Run the vLLM engine for real on CPU: structured output, and batch against sequential throughput.

Called by ``check_vllm_cpu.sh`` in an environment of its own. The model is SmolLM2-135M-Instruct: what it
writes is worthless, what is checked is the engine. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.models.vllm_engine import VllmEngine
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling


def make_requests(count: int, tokens: int) -> list[ChatRequest]:
    """Return different requests whose replies run to their limit."""
    return [
        ChatRequest(
            (Message("user", f"Write a long story about the number {n}."),), Sampling(0.8, 1.0, n, tokens)
        )
        for n in range(count)
    ]


def tokens_per_second(replies: list[ChatReply], seconds: float) -> float:
    """Return reply tokens per second of wall clock."""
    return sum(reply.tokens_out for reply in replies) / seconds


def main() -> None:
    """Check and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", help="folder with the model as safetensors")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--sequential", type=int, default=4)
    parser.add_argument("--tokens", type=int, default=64, help="limit of each reply")
    parser.add_argument("--eager", action="store_true", help="do not compile the model")
    parser.add_argument("--ledger", type=Path, required=True)
    options = parser.parse_args()

    engine = VllmEngine(
        options.model,
        dtype="float32",
        max_model_len=1024,
        extra={"enforce_eager": options.eager, "max_num_seqs": options.batch},
    )
    started = time.perf_counter()
    engine.complete(make_requests(1, 4))
    load_seconds = time.perf_counter() - started

    structured = ChatRequest(
        (Message("user", "Summarise: Ann bought a boat."),),
        Sampling(0.0, 1.0, 0, 200),
        json_schema=SummaryReply.json_schema(),
    )
    too_long = ChatRequest((Message("user", "boat " * 2000),))
    with_schema, refused = engine.complete([structured, too_long])
    obeyed = with_schema.finish_reason == "length" or "summary" in json.loads(with_schema.text)

    started = time.perf_counter()
    alone = [engine.complete([request])[0] for request in make_requests(options.sequential, options.tokens)]
    sequential = tokens_per_second(alone, time.perf_counter() - started)

    with CallLedger(options.ledger) as ledger:
        model = LedgeredChatModel(engine, ledger)
        started = time.perf_counter()
        together = model.complete(make_requests(options.batch, options.tokens))
        batch = tokens_per_second(together, time.perf_counter() - started)
        again = model.complete(make_requests(options.batch, options.tokens))
    engine.close()
    result = {
        "load_seconds": round(load_seconds, 1),
        "schema_obeyed": obeyed,
        "too_long_refused": refused.finish_reason == "rejected",
        "sequential_tokens_per_second": round(sequential, 1),
        "batch_tokens_per_second": round(batch, 1),
        "speedup": round(batch / sequential, 1),
        "rerun_from_ledger": all(reply.cached for reply in again),
        "batch": options.batch,
    }
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
