"""What one model call is, and the key under which its reply is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from streamrecall.records import ChatRequest


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model of any kind.

    Attributes:
        key: SHA-256 over kind, model, revision and request; equal calls have equal keys.
        kind: ``chat``, ``embed`` or ``rerank``.
        request: Everything that is asked, as canonical JSON.
    """

    key: str
    kind: str
    model: str
    revision: str
    request: str
    prompt_hash: str = ""
    seed: int | None = None
    sample_index: int = 0


def model_call(model: str, revision: str, request: ChatRequest, kind: str = "chat") -> Call:
    """Return the call that ``request`` is to ``model``: messages, sampling, schema, seed, sample index."""
    sampling = request.sampling
    asked = {
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "sampling": {
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            "max_tokens": sampling.max_tokens,
        },
        "json_schema": None if request.json_schema is None else json.loads(request.json_schema),
        "sample_index": request.sample_index,
        "thinking": request.thinking,
    }
    text = json.dumps(asked, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    identity = json.dumps([kind, model, revision, text], ensure_ascii=True)
    return Call(
        key=sha256(identity.encode("ascii")).hexdigest(),
        kind=kind,
        model=model,
        revision=revision,
        request=text,
        prompt_hash=request.prompt_hash,
        seed=request.sampling.seed,
        sample_index=request.sample_index,
    )
