"""Engines from configuration, checked before anything runs."""

from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from streamrecall.errors import ConfigError, DataError, ModelError
from streamrecall.models.engine_parameters import (
    ChatModelParameters,
    LedgerParameters,
    SamplingParameters,
    open_engine,
)
from streamrecall.models.openai_server import OpenAIServer
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatRequest, Message, Sampling


class Group(BaseModel):
    detector: ChatModelParameters


def read(**detector: object) -> Group:
    return Group.model_validate({"detector": detector})


def test_an_openai_server() -> None:
    group = read(engine="openai", model="m", base_urls=["http://localhost:8000/v1"], concurrency=64)
    engine = open_engine(group.detector)
    assert isinstance(engine, OpenAIServer)
    assert (engine.name, engine.concurrency) == ("m", 64)


def test_a_script(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text('{"contains": "hi", "text": "ho"}\n')
    engine = open_engine(read(engine="scripted", script=str(path)).detector)
    assert isinstance(engine, ScriptedModel)
    assert engine.complete([ChatRequest((Message("user", "hi"),))])[0].text == "ho"
    path.write_text("{}")
    with pytest.raises(DataError):
        open_engine(read(engine="scripted", script=str(path)).detector)


@pytest.mark.parametrize(
    "wrong",
    [
        {"engine": "openai", "model": "m"},
        {"engine": "openai", "model": "m", "base_urls": []},
        {"engine": "openai", "model": "m", "base_urls": ["http://a/v1"], "api_key": "sk-1"},
        {"engine": "vllm", "model": "m", "dtype": "float8"},
        {"engine": "vllm", "model": "", "dtype": "float16"},
        {"engine": "ollama", "model": "m"},
        {"model": "m"},
    ],
)
def test_impossible_parameters_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read(**wrong)


def test_what_only_the_machine_can_tell_is_checked_when_the_engine_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    group = read(engine="openai", model="m", base_urls=["http://a/v1"], api_key_env="NO_SUCH_KEY")
    with pytest.raises(ConfigError, match="NO_SUCH_KEY is not set"):
        open_engine(group.detector)
    monkeypatch.setattr("streamrecall.models.vllm_engine.find_spec", lambda name: None)
    for copies in (1, 2):
        with pytest.raises(ModelError, match=r"streamrecall\[gpu\]"):
            open_engine(read(engine="vllm", model="m", data_parallel_size=copies).detector)


def test_sampling_and_ledger_parameters() -> None:
    assert SamplingParameters(temperature=0.7, seed=None).sampling() == Sampling(0.7, 1.0, None, 1024)
    with pytest.raises(ValidationError):
        SamplingParameters(temperature=3)
    with pytest.raises(ValidationError):
        LedgerParameters(path=Path("a"), lease_seconds=0)
