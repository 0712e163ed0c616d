"""Impossible parameters stop a run before it starts, and the message names them."""

import pytest
from pydantic import ValidationError

from streamrecall.params import EncoderParameters, EvaluationParameters, MemoryParameters, WindowParameters


@pytest.mark.parametrize(
    ("model", "values", "named"),
    [
        (WindowParameters, {"tokens": 0, "minimum_history": 0}, "tokens"),
        (WindowParameters, {"tokens": 1024, "minimum_history": 7000, "minimun": 1}, "minimun"),
        (MemoryParameters, {"budget": -1, "full_memory_tokens": 10}, "budget"),
        (EncoderParameters, {"kind": "magic", "cache": "x"}, "packaged-minilm"),
        (EncoderParameters, {"kind": "sentence-transformers", "cache": "x"}, "a folder or a hub name"),
        (EncoderParameters, {"kind": "openai", "model": "m", "cache": "x"}, "needs 'model' and 'server'"),
        (
            EvaluationParameters,
            {"resamples": 2000, "confidence": 1.0, "reference": "Hybrid", "seed": 0},
            "confidence",
        ),
    ],
)
def test_the_message_names_what_is_wrong(model: type, values: dict[str, object], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        model(**values)
