"""Parameters as pydantic models: unknown keys and impossible values stop a run before it starts."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Parameters(BaseModel):
    """Base of all parameter groups: frozen, unknown keys forbidden."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class WindowParameters(Parameters):
    """How a stream is cut (ReMEMBER, section 3.2).

    Attributes:
        tokens: Window size in cl100k_base tokens.
        minimum_history: Windows with fewer history tokens are left out of the benchmark.
    """

    tokens: int = Field(gt=0)
    minimum_history: int = Field(ge=0)


class EncoderParameters(Parameters):
    """The sentence encoder of dense retrieval and chunk refinement.

    Attributes:
        kind: ``packaged-minilm`` (all-MiniLM-L6-v2 from a package, no hub), ``sentence-transformers``
            (a folder or a hub name in ``model``) or ``hashed`` (no weights at all).
        query_instruction: Put before queries, for encoders trained with one.
        device: ``cpu``, ``cuda``, ...; empty for the best there is.
        allow_download: Fetch a hub model that is not on this machine.
        cache: SQLite file that keeps each vector, by content; outside ``data``.
    """

    kind: Literal["packaged-minilm", "sentence-transformers", "hashed"]
    model: str = ""
    revision: str = ""
    query_instruction: str = ""
    device: str = ""
    allow_download: bool = False
    batch_size: int = Field(default=32, gt=0)
    cache: str

    @model_validator(mode="after")
    def _a_named_model_has_a_name(self) -> EncoderParameters:
        if self.kind == "sentence-transformers" and not self.model:
            raise ValueError("kind 'sentence-transformers' needs 'model': a folder or a hub name")
        return self


class MemoryParameters(Parameters):
    """What every memory works under (ReMEMBER, section 5.1).

    Attributes:
        budget: Tokens of a memory.
        full_memory_tokens: Context limit of the reader of Full Memory; oldest turns are cut first.
    """

    budget: int = Field(gt=0)
    full_memory_tokens: int = Field(gt=0)


class SummaryParameters(Parameters):
    """The summarizer.

    Attributes:
        summarizer: ``extractive`` quotes salient utterances and the evidence recovered for them.
        max_sentences: Most sentences of a summary.
        max_tokens: Most cl100k_base tokens of a summary.
    """

    summarizer: Literal["extractive"]
    max_sentences: int = Field(gt=0)
    max_tokens: int = Field(gt=0)


class EvaluationParameters(Parameters):
    """Intervals and tests (clustered by dialogue).

    Attributes:
        resamples: Bootstrap resamples.
        confidence: Coverage of the intervals.
        reference: The method every other one is tested against.
    """

    resamples: int = Field(ge=100)
    confidence: float = Field(gt=0, lt=1)
    reference: str
    seed: int = Field(ge=0)
