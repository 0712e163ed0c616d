"""Chat models as configuration, and the engines they stand for; checked before anything runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from streamrecall.models.endpoints import Endpoints
from streamrecall.models.http_calls import HttpCalls
from streamrecall.models.openai_server import OpenAIServer, StructuredOutput
from streamrecall.models.retry import Backoff
from streamrecall.models.scripted import ScriptedModel, matching, read_script
from streamrecall.models.transformers_engine import TransformersEngine
from streamrecall.models.vllm_engine import VllmEngine
from streamrecall.models.vllm_replicas import VllmReplicas
from streamrecall.ports import ChatModel
from streamrecall.records import Sampling


class _Parameters(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class SamplingParameters(_Parameters):
    """How a model decodes; see ``streamrecall.records.Sampling``."""

    temperature: float = Field(default=0.0, ge=0, le=2)
    top_p: float = Field(default=1.0, gt=0, le=1)
    seed: int | None = Field(default=0, ge=0)
    max_tokens: int = Field(default=1024, gt=0)

    def sampling(self) -> Sampling:
        """Return the record."""
        return Sampling(self.temperature, self.top_p, self.seed, self.max_tokens)


class ServerParameters(_Parameters):
    """How servers are asked: addresses, key, attempts and waits.

    Attributes:
        base_urls: Such as ``http://localhost:8000/v1``; several are used in turn.
        api_key_env: Environment variable with the key; the key itself never stands in a file.
        attempts: Most times one call is asked.
        first_wait_seconds: Longest wait before the second attempt; it doubles from there.
        longest_wait_seconds: No wait is longer.
        timeout_seconds: Longest time for one attempt.
    """

    base_urls: tuple[str, ...] = Field(min_length=1)
    api_key_env: str | None = None
    attempts: int = Field(default=8, ge=1)
    first_wait_seconds: float = Field(default=0.5, gt=0)
    longest_wait_seconds: float = Field(default=30.0, gt=0)
    timeout_seconds: float = Field(default=300.0, gt=0)

    def http_calls(self) -> HttpCalls:
        """Return the client side.

        Raises:
            ConfigError: If an address is malformed or the key's variable is not set.
        """
        backoff = Backoff(self.attempts, self.first_wait_seconds, self.longest_wait_seconds)
        return HttpCalls(Endpoints(self.base_urls), backoff, self.api_key_env, self.timeout_seconds)


class OpenAIParameters(ServerParameters):
    """A model on an OpenAI-compatible server; see ``OpenAIServer``."""

    engine: Literal["openai"]
    model: str = Field(min_length=1)
    revision: str = ""
    concurrency: int = Field(default=16, ge=1)
    structured_output: StructuredOutput = "json_schema"
    template_thinking: bool = False
    token_limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    extra_body: dict[str, Any] = Field(default_factory=dict)


class VllmParameters(_Parameters):
    """A model that vLLM runs in this process; see ``VllmEngine``.

    Attributes:
        data_parallel_size: Copies of the model, each in a process of its own with
            ``tensor_parallel_size`` accelerators.
    """

    engine: Literal["vllm"]
    model: str = Field(min_length=1)
    revision: str = ""
    dtype: Literal["auto", "float16", "bfloat16", "float32"] = "float16"
    tensor_parallel_size: int = Field(default=1, ge=1)
    data_parallel_size: int = Field(default=1, ge=1)
    max_model_len: int | None = Field(default=None, gt=0)
    gpu_memory_utilization: float = Field(default=0.9, gt=0, le=1)
    portion: int = Field(default=1024, ge=1)
    extra: dict[str, Any] = Field(default_factory=dict)


class TransformersParameters(_Parameters):
    """A small model that transformers runs in this process; see ``TransformersEngine``."""

    engine: Literal["transformers"]
    model: str = Field(min_length=1)
    revision: str = ""
    device: str = "cpu"
    dtype: str = ""
    input_tokens: int = Field(default=512, gt=0)
    allow_download: bool = False


class ScriptedParameters(_Parameters):
    """Replies from a file; see ``streamrecall.models.scripted.read_script``."""

    engine: Literal["scripted"]
    model: str = "scripted"
    revision: str = ""
    script: Path


ChatModelParameters = Annotated[
    OpenAIParameters | VllmParameters | TransformersParameters | ScriptedParameters,
    Field(discriminator="engine"),
]


class LedgerParameters(_Parameters):
    """Where the calls are kept; see ``CallLedger``."""

    path: Path
    lease_seconds: float = Field(default=60.0, gt=0)
    keep_requests: bool = True
    claim_size: int | None = Field(default=None, ge=1)


def open_engine(
    parameters: OpenAIParameters | VllmParameters | TransformersParameters | ScriptedParameters,
) -> ChatModel:
    """Return the engine, without loading or asking anything yet.

    Raises:
        ConfigError: If an address is malformed or a key's variable is not set.
        ModelError: If the engine's package is not installed.
        DataError: If a script cannot be read.
    """
    if isinstance(parameters, OpenAIParameters):
        return OpenAIServer(
            parameters.model,
            parameters.http_calls(),
            revision=parameters.revision,
            concurrency=parameters.concurrency,
            structured_output=parameters.structured_output,
            template_thinking=parameters.template_thinking,
            token_limit_field=parameters.token_limit_field,
            extra_body=parameters.extra_body,
        )
    if isinstance(parameters, ScriptedParameters):
        script = matching(read_script(parameters.script))
        return ScriptedModel(script, parameters.model, parameters.revision)
    if isinstance(parameters, TransformersParameters):
        return TransformersEngine(**parameters.model_dump(exclude={"engine"}))
    arguments = parameters.model_dump(exclude={"engine", "data_parallel_size"})
    if parameters.data_parallel_size > 1:
        return VllmReplicas(arguments, parameters.data_parallel_size, parameters.tensor_parallel_size)
    return VllmEngine(**arguments)
