"""A local OpenAI-compatible server that answers at once and misbehaves on purpose.

It has no model: a reply is a fixed function of the request, and obeys the request's JSON schema. It
counts the answers it delivered for each idempotency key, which is what "paid" means in the tests and in
benchmarks/model_client.py. It prints its port and serves until it is killed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

FAULTS = ("429", "500", "503", "drop", "cut", "garbage")
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found"}


class Behaviour:
    """What the server does and what it has done."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.faults = options.faults.split(",") if options.faults else []
        self.share = options.share
        self.delay = options.delay
        self.refuse_schema = options.refuse_schema
        self.key = options.key
        self.chance = random.Random(options.seed)
        self.answers: Counter[str] = Counter()
        self.faulted: Counter[str] = Counter()
        self.connections = 0
        self.most_connections = 0

    def fault(self) -> str:
        """Return the fault of this request, or an empty text."""
        if not self.faults or self.chance.random() >= self.share:
            return ""
        fault = self.chance.choice(self.faults)
        self.faulted[fault] += 1
        return fault

    def counts(self) -> dict[str, Any]:
        """Return everything counted so far."""
        return {
            "answers": self.answers,
            "faulted": self.faulted,
            "most_connections": self.most_connections,
        }


class Connection(asyncio.Protocol):
    """One client connection; requests are answered one after the other."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.behaviour.connections += 1
        self.behaviour.most_connections = max(self.behaviour.most_connections, self.behaviour.connections)

    def connection_lost(self, error: Exception | None) -> None:
        """Count it out."""
        self.behaviour.connections -= 1

    def data_received(self, data: bytes) -> None:
        """Collect a whole request, then answer it."""
        self.buffer += data
        head, separator, rest = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        lines = head.decode("latin-1").split("\r\n")
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines[1:])
        }
        length = int(headers.get("content-length", "0"))
        if len(rest) < length:
            return
        self.buffer = rest[length:]
        path = lines[0].split(" ")[1]
        body = rest[:length]
        if self.behaviour.delay:
            asyncio.get_running_loop().call_later(self.behaviour.delay, self.answer, path, headers, body)
        else:
            self.answer(path, headers, body)

    def answer(self, path: str, headers: Mapping[str, str], body: bytes) -> None:
        """Answer, or misbehave."""
        if path == "/counts":
            self.send(200, self.behaviour.counts())
        elif self.behaviour.key and headers.get("authorization") != f"Bearer {self.behaviour.key}":
            self.send(401, {"error": f"wrong key: {headers.get('authorization')}"})
        elif path not in ROUTES:
            self.send(404, {"error": "no such path or model"})
        else:
            self.answer_call(path, headers, json.loads(body))

    def answer_call(self, path: str, headers: Mapping[str, str], asked: dict[str, Any]) -> None:
        """Answer a model call unless a fault is due."""
        if self.behaviour.refuse_schema and "response_format" in asked:
            self.send(400, {"error": "response_format is not supported"})
            return
        fault = self.behaviour.fault()
        if fault == "drop":
            self.transport.abort()
        elif fault.isdigit():
            self.send(int(fault), {"error": "on purpose"}, "retry-after: 0.01\r\n")
        elif fault == "garbage":
            self.send_bytes(200, b"<html>not json</html>")
        elif fault == "cut":
            self.transport.write(b'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"choices": [')
            self.transport.close()
        else:
            self.behaviour.answers[headers.get("idempotency-key", "")] += 1
            self.send(200, ROUTES[path](asked))

    def send(self, status: int, answer: dict[str, Any], extra: str = "") -> None:
        """Send a JSON object."""
        self.send_bytes(status, json.dumps(answer).encode(), extra)

    def send_bytes(self, status: int, content: bytes, extra: str = "") -> None:
        """Send a complete response."""
        head = (
            f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}\r\n{extra}content-length: {len(content)}\r\n"
        )
        self.transport.write(head.encode() + b"\r\n" + content)


def chat(asked: dict[str, Any]) -> dict[str, Any]:
    """Return a chat completion that depends on the messages and the seed alone."""
    digest = sha256(json.dumps([asked["messages"], asked.get("seed")]).encode()).hexdigest()
    schema = asked.get("response_format", {}).get("json_schema", {}).get("schema")
    text = digest
    if schema is not None:
        text = json.dumps(Filler(schema, asked["messages"][-1]["content"], digest).fill(schema))
    usage = {"prompt_tokens": len(json.dumps(asked["messages"])) // 4, "completion_tokens": len(text) // 4}
    message = {"role": "assistant", "content": text}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage}


NUMBERED = {
    "sentence_num": r"^(S\d+): ",
    "fact_id": r"^(S\d+-F\d+): ",
    "gap_num": r'"gap_num": "(G\d+)"',
    "gap_id": r'"gap_id": "(G\d+)"',
    "utterance_num": r"^(U\d+): ",
}
QUOTED = re.compile(r"^\[(\d+)\] [^:\n]+: (.+)$", re.MULTILINE)


class Filler:
    """Makes a value that obeys a JSON schema as pydantic writes them, and the numbering of the prompt.

    A list of verdicts gets one for each item that the prompt numbers, and a quote is one of its lines, so
    that the steps of the project accept the replies. What they say is decided by the digest: it is noise.
    """

    def __init__(self, schema: Mapping[str, Any], asked: str, digest: str) -> None:
        self.definitions = schema.get("$defs", {})
        self.asked = asked
        self.digest = digest

    def fill(self, schema: Mapping[str, Any], place: str = "") -> Any:
        """Return a value; ``place`` makes the values of different fields differ."""
        schema = self.resolve(schema)
        chance = int(sha256((self.digest + place).encode()).hexdigest()[:8], 16)
        if "enum" in schema:
            return schema["enum"][chance % len(schema["enum"])]
        if "anyOf" in schema:
            return self.fill(schema["anyOf"][0], place)
        kind = schema.get("type")
        if kind == "object":
            parts = schema.get("properties", {}).items()
            return {name: self.fill(part, f"{place}.{name}") for name, part in parts}
        if kind == "array":
            return self.items(self.resolve(schema["items"]), place, chance)
        if kind in {"integer", "number"}:
            return schema.get("minimum", 0)
        return True if kind == "boolean" else None if kind == "null" else f"Text {chance}."

    def resolve(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Follow a reference."""
        reference = schema.get("$ref", "").rpartition("/")[2]
        found: Mapping[str, Any] = self.definitions[reference] if reference else schema
        return found

    def items(self, item: Mapping[str, Any], place: str, chance: int) -> list[Any]:
        """Return the items of a list: one for each number in the prompt, or one."""
        fields = item.get("properties", {})
        if "quote" in fields:
            lines = QUOTED.findall(self.asked)
            number, line = lines[chance % len(lines)] if lines else ("0", "nothing")
            return [{**self.fill(item, place), "utterance_index": int(number), "quote": line[:80].strip()}]
        for name, pattern in NUMBERED.items():
            numbers = dict.fromkeys(re.findall(pattern, self.asked, re.MULTILINE))
            if name in fields and numbers:
                text = self.resolve(fields[name]).get("type") == "string"
                return [
                    {**self.fill(item, f"{place}.{number}"), name: number if text else int(number[1:])}
                    for number in numbers
                ]
        return [self.fill(item, place)]


def embed(asked: dict[str, Any]) -> dict[str, Any]:
    """Return an eight-dimensional vector per text that depends on the text alone."""
    vectors = [[byte / 255 for byte in sha256(text.encode()).digest()[:8]] for text in asked["input"]]
    data = [{"index": n, "embedding": vector} for n, vector in enumerate(vectors)]
    return {"data": data[::-1], "usage": {"prompt_tokens": sum(len(text.split()) for text in asked["input"])}}


def rerank(asked: dict[str, Any]) -> dict[str, Any]:
    """Score each document by the share of the query's words in it, best first."""
    words = set(asked["query"].lower().split())
    scores = [len(words & set(text.lower().split())) / max(1, len(words)) for text in asked["documents"]]
    rows = [{"index": n, "relevance_score": score} for n, score in enumerate(scores)]
    return {"results": sorted(rows, key=lambda row: -float(row["relevance_score"]))}


ROUTES = {"/v1/chat/completions": chat, "/v1/embeddings": embed, "/v1/rerank": rerank}


async def serve(options: argparse.Namespace) -> None:
    """Serve for ever."""
    behaviour = Behaviour(options)
    server = await asyncio.get_running_loop().create_server(
        lambda: Connection(behaviour), "127.0.0.1", options.port
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--share", type=float, default=0.0, help="share of calls that get a fault")
    parser.add_argument("--faults", default=",".join(FAULTS), help=f"of {', '.join(FAULTS)}")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--refuse-schema", action="store_true", help="answer 400 to response_format")
    parser.add_argument("--key", default="", help="the only key that is let in")
    parser.add_argument("--seed", type=int, default=0)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
