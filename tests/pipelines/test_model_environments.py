"""The configurations with models are valid, name the paper's models, and load none."""

import sys
from pathlib import Path
from typing import Any

import pytest
from kedro.framework.session import KedroSession
from kedro.framework.startup import bootstrap_project
from pydantic import ValidationError

from streamrecall.models.engine_parameters import OpenAIParameters, TransformersParameters, VllmParameters
from streamrecall.params import DetectionParameters, ProbeParameters, SummaryParameters
from streamrecall.pipelines.summarize.summarizers import name_summarizers

SMALL = ("Qwen/Qwen3.5-4B", "Qwen/Qwen3.5-9B", "google/gemma-4-E2B-it")
JUDGE = "Qwen/Qwen3.6-27B"
SERVER = {"engine": "openai", "model": "m", "base_urls": ["http://localhost:1/v1"]}
LENGTHS = {"max_sentences": 10, "max_tokens": 640}


def parameters(repository: Path, env: str | None, **runtime: object) -> dict[str, Any]:
    bootstrap_project(repository)
    with KedroSession.create(project_path=repository, env=env, runtime_params=runtime) as session:
        return dict(session.load_context().params)


@pytest.mark.parametrize(("env", "engine"), [("paper", VllmParameters), ("endpoint", OpenAIParameters)])
def test_the_paper_s_models_in_their_roles(repository: Path, env: str, engine: type) -> None:
    found = parameters(repository, env)
    summarizers = found["summary"].summarizers
    assert tuple(each.model for each in summarizers) == SMALL
    assert found["summary"].sampling.temperature == 0.7
    assert (found["detection"].detector.model, found["detection"].sampling.temperature) == (SMALL[0], 0)
    assert (found["judge"].judge.model, found["judge"].sampling.temperature) == (JUDGE, 0)
    for each in (*summarizers, found["detection"].detector, found["judge"].judge):
        assert isinstance(each, engine)
    for each in (found["probes"].answerer, found["answer_scores"].judge):
        assert isinstance(each, engine)
    assert found["answer_scores"].judge.model == JUDGE
    assert found["calls"].ledger.path == Path(".cache/calls.sqlite")
    assert "vllm" not in sys.modules


def test_paper_sizes(repository: Path) -> None:
    found = parameters(repository, "paper")
    assert tuple(each.model for each in found["detection"].variants) == SMALL[1:]
    assert {each.dtype for each in found["summary"].summarizers} == {"float16"}
    encoder = found["encoder"]
    assert (encoder.model, encoder.dtype) == ("Qwen/Qwen3-Embedding-0.6B", "float16")
    assert encoder.query_instruction.endswith("Query:")
    annotators = {each.model: each.thinking for each in found["annotation"].models}
    assert annotators == {JUDGE: False, "google/gemma-4-31B-it": True, "zai-org/GLM-4.7-Flash": False}
    assert (found["memory"].budget, found["windows"].tokens) == (1024, 1024)


def test_prostream_as_in_the_paper(repository: Path) -> None:
    found = parameters(repository, "paper")
    distillation = found["prostream"].distillation
    assert isinstance(distillation.summarizer, TransformersParameters)
    assert distillation.summarizer.model == "MBZUAI/LaMini-Flan-T5-783M"
    assert "gliner" in distillation.extractor.model
    asked = (found["probes"].answerer, *found["probes"].backbones)
    assert [each.model.partition("-")[2] for each in asked] == ["7B-Instruct", "3B-Instruct", "14B-Instruct"]
    assert set(found["probes"].encoders) == {"MiniLM", "UAE-Large-V1", "BGE-M3"}
    assert found["complexity"].model == "openai-community/gpt2"
    assert found["answer_scores"].bert_score_model == "microsoft/deberta-xlarge-mnli"
    assert found["memory"].question_tokens < 32_768


def test_one_model_on_one_server_plays_every_role(repository: Path) -> None:
    found = parameters(
        repository, "endpoint", endpoint={"base_url": "http://localhost:1/v1", "model": "tiny"}
    )
    assert found["judge"].judge.base_urls == ("http://localhost:1/v1",)
    names = [each.name for each in name_summarizers(found["summary"])]
    assert names == ["tiny", "tiny (sample 2)", "tiny (sample 3)"]
    assert found["memory"].budget == 1024
    for each in (
        found["prostream"].distillation.summarizer,
        found["probes"].answerer,
        found["answer_scores"].judge,
    ):
        assert (each.model, each.base_urls) == ("tiny", ("http://localhost:1/v1",))


def test_the_default_asks_no_model(repository: Path) -> None:
    found = parameters(repository, None)
    assert found["detection"].detector == found["judge"].judge == "offline"
    assert found["summary"].summarizers == ("offline",)
    assert found["summary_memories"].writer == "offline"
    assert found["prostream"].distillation == found["answer_scores"].judge == "offline"
    assert (found["probes"].answerer, found["probes"].backbones) == ("extractive", ())
    assert found["complexity"].model == ""


@pytest.mark.parametrize(
    ("model", "values", "named"),
    [
        (DetectionParameters, {"detector": "online"}, "offline"),
        (DetectionParameters, {"detector": {**SERVER, "temperature": 1}}, "temperature"),
        (DetectionParameters, {"detector": {**SERVER, "engine": "magic"}}, "engine"),
        (DetectionParameters, {"detector": SERVER, "variants": [SERVER]}, "m stands twice"),
        (
            ProbeParameters,
            {"answerer": SERVER, "backbones": [SERVER], "sweeps": [], "perturbed_share": 0.5},
            "m stands twice",
        ),
        (SummaryParameters, {"summarizers": [], **LENGTHS}, "summarizers"),
        (SummaryParameters, {"summarizers": ["offline", "offline"], **LENGTHS}, "no second sample"),
    ],
)
def test_an_impossible_role_is_refused(model: type, values: dict[str, object], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        model(**values)
