"""The forward pass of a BERT encoder, straight from its weights (Devlin et al., 2019).

``sentence-transformers`` gives the same vectors but takes ten seconds to import; this takes the time of
importing torch. Texts go through one at a time, without padding, so that a vector does not depend on the
batch its text came in.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import torch
import torch.nn.functional as nn
from safetensors.torch import load_file
from torch import Tensor


class BertEncoder:
    """Token states of the last layer, on the CPU in float32.

    Args:
        folder: Holds ``config.json`` and ``model.safetensors`` of a BERT model with GELU.
    """

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._layers: int = config["num_hidden_layers"]
        self._heads: int = config["num_attention_heads"]
        self._eps: float = config["layer_norm_eps"]
        self._weights: dict[str, Tensor] = load_file(folder / "model.safetensors")

    @torch.inference_mode()
    def states(self, ids: Sequence[int]) -> Tensor:
        """Return the states of one sequence of token ids, shape (tokens, hidden size)."""
        words = self._weights["embeddings.word_embeddings.weight"][list(ids)]
        positions = self._weights["embeddings.position_embeddings.weight"][: len(ids)]
        segment = self._weights["embeddings.token_type_embeddings.weight"][0]
        states = self._norm(words + positions + segment, "embeddings.LayerNorm")
        for layer in range(self._layers):
            states = self._layer(states, f"encoder.layer.{layer}.")
        return states

    def _layer(self, states: Tensor, layer: str) -> Tensor:
        query, key, value = (
            self._heads_apart(self._linear(states, f"{layer}attention.self.{role}"))
            for role in ("query", "key", "value")
        )
        context = nn.scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(states.shape)
        attended = self._linear(context, f"{layer}attention.output.dense") + states
        attended = self._norm(attended, f"{layer}attention.output.LayerNorm")
        inner = nn.gelu(self._linear(attended, f"{layer}intermediate.dense"))
        return self._norm(self._linear(inner, f"{layer}output.dense") + attended, f"{layer}output.LayerNorm")

    def _heads_apart(self, states: Tensor) -> Tensor:
        return states.view(1, len(states), self._heads, -1).transpose(1, 2)

    def _linear(self, states: Tensor, name: str) -> Tensor:
        return nn.linear(states, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])

    def _norm(self, states: Tensor, name: str) -> Tensor:
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        return nn.layer_norm(states, weight.shape, weight, bias, self._eps)
