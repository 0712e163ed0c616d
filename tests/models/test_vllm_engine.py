"""The vLLM engine and its copies, with a stand-in for vLLM; scripts/check_vllm_cpu.sh runs the real one."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from streamrecall.errors import ModelError
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.models.vllm_engine import VllmEngine
from streamrecall.models.vllm_replicas import VllmReplicas
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling

STAND_IN = str(Path(__file__).parent / "stand_in")


def ask(text: str, max_tokens: int = 20, **fields: object) -> ChatRequest:
    return ChatRequest((Message("user", text),), Sampling(max_tokens=max_tokens), **fields)  # type: ignore[arg-type]


@pytest.fixture
def vllm(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(STAND_IN)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([STAND_IN, os.environ.get("PYTHONPATH", "")]))
    import vllm

    yield vllm
    for name in ("vllm", "vllm.sampling_params"):
        del sys.modules[name]


def test_one_model_is_loaded_per_node_and_released(vllm) -> None:
    engine = VllmEngine("small", revision="abc", tensor_parallel_size=2, max_model_len=50, extra={"seed": 0})
    assert vllm.LOADED == []
    engine.complete([ask("a")])
    engine.complete([ask("b")])
    (loaded,) = vllm.LOADED
    assert loaded.arguments == {
        "model": "small",
        "revision": "abc",
        "dtype": "float16",
        "tensor_parallel_size": 2,
        "gpu_memory_utilization": 0.9,
        "max_model_len": 50,
        "seed": 0,
    }
    engine.close()
    engine.close()
    assert vllm.LOADED == []


def test_replies_keep_their_order_over_portions_and_thinking_modes(vllm) -> None:
    engine = VllmEngine("small", portion=2)
    requests = [ask(letter, thinking=letter in "bd") for letter in "abcde"]
    arrived: list[int] = []
    replies = engine.complete(requests, lambda position, _: arrived.append(position))
    assert [reply.text for reply in replies] == ["A 0", "B 0", "C 0", "D 0", "E 0"]
    assert vllm.LOADED[0].batches == [(2, False), (1, False), (2, True)]
    assert arrived == [0, 2, 4, 1, 3]
    engine.close()


def test_schemas_seeds_limits_and_contexts(vllm) -> None:
    engine = VllmEngine("small", max_model_len=30)
    requests = [
        ask("a", json_schema=SummaryReply.json_schema()),
        ask("a b c d", max_tokens=2),
        ask("word " * 11),
        ask("a", sample_index=3),
    ]
    structured, cut, long, sample = engine.complete(requests)
    assert structured.text == '{"summary": "x"}'
    assert (cut.text, cut.finish_reason, cut.tokens_in, cut.tokens_out) == ("A B", "length", 4, 2)
    assert (long.finish_reason, long.answered) == ("rejected", False)
    assert "11 tokens" in long.error
    assert sample.text == "A 3"
    engine.close()


def test_a_model_that_cannot_be_loaded_says_what_to_look_at(vllm) -> None:
    with pytest.raises(ModelError, match=r"cannot load missing \(missing is not a local folder\).*dtype"):
        VllmEngine("missing").complete([ask("a")])


@pytest.mark.skipif(find_spec("vllm") is not None, reason="vLLM is installed")
def test_without_vllm_the_error_says_what_to_install() -> None:
    with pytest.raises(ModelError, match=r"install streamrecall\[gpu\]"):
        VllmEngine("small")


def test_copies_share_a_batch_and_end(vllm) -> None:
    engine = VllmReplicas({"model": "small", "portion": 2}, replicas=2)
    arrived: list[tuple[int, str]] = []

    def on_reply(position: int, reply: ChatReply) -> None:
        arrived.append((position, reply.text))

    replies = engine.complete([ask(letter) for letter in "abcde"], on_reply)
    assert [reply.text for reply in replies] == ["A 0", "B 0", "C 0", "D 0", "E 0"]
    assert sorted(arrived) == list(enumerate(reply.text for reply in replies))
    assert engine.complete([ask("again")])[0].text == "AGAIN 0"
    workers = list(engine._workers)
    engine.close()
    assert [worker.returncode for worker in workers] == [0, 0]


@pytest.mark.parametrize(
    ("text", "message"), [("die", "ended without an answer"), ("fail", "RuntimeError: out of memory")]
)
def test_a_copy_that_fails_stops_the_batch_and_keeps_what_came(vllm, text: str, message: str) -> None:
    engine = VllmReplicas({"model": "small", "portion": 1}, replicas=2)
    arrived: list[str] = []
    with pytest.raises(ModelError, match=message):
        engine.complete([ask("a"), ask("b"), ask(text)], lambda _, reply: arrived.append(reply.text))
    assert "A 0" in arrived
    assert engine._workers == []
