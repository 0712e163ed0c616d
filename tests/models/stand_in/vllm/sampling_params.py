"""The parameters the engine hands over."""

from dataclasses import dataclass


@dataclass
class StructuredOutputsParams:
    json: str | None = None


@dataclass
class SamplingParams:
    temperature: float
    top_p: float
    max_tokens: int
    seed: int | None
    structured_outputs: StructuredOutputsParams | None
