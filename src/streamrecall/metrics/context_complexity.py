"""How hard a context is to read: the cross-entropy that a causal language model has on it (section 6.3).

The paper takes GPT-2 (Salazar et al., 2020, score texts so). ``PieceCompression`` stands in where no model is
configured; it measures repetition alone, and its values compare with no model's.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Protocol

from streamrecall.errors import ModelError

PIECE_BYTES = 2048


class ContextComplexity(Protocol):
    """Measures texts; ``name`` says what measured and ``unit`` in what."""

    name: str
    unit: str

    def measure(self, texts: Sequence[str]) -> list[float | None]:
        """Return one value per text; None for one with nothing to measure."""
        ...


class PieceCompression:
    """Bits per byte of UTF-8 that zlib needs, piece by piece: without a model, and deterministic.

    Pieces of one length keep long texts, in which zlib finds more to repeat, from looking simpler than short
    ones.
    """

    name = "zlib by pieces of 2 KiB"
    unit = "bits per byte"

    def measure(self, texts: Sequence[str]) -> list[float | None]:
        """Return one value per text; None for an empty one."""
        return [self._measure(text.encode("utf-8", errors="replace")) for text in texts]

    def _measure(self, text: bytes) -> float | None:
        pieces = [text[start : start + PIECE_BYTES] for start in range(0, len(text), PIECE_BYTES)]
        if len(pieces) > 1 and len(pieces[-1]) < PIECE_BYTES // 2:
            pieces.pop()  # a scrap would be measured by zlib's own overhead
        size = sum(map(len, pieces))
        return 8 * sum(len(zlib.compress(piece, 9)) for piece in pieces) / size if size else None


class CausalCrossEntropy:
    """Mean negative log-likelihood per token, in nats, under a causal language model of transformers.

    A text longer than the model's context goes through in strides: each token is scored once, with at least
    ``context - stride`` tokens before it where the text has them.

    Args:
        model: A folder or a hub name, such as ``openai-community/gpt2``.
        revision: The hub revision.
        context: Tokens read at once; the model's own limit where it is smaller.
        stride: Tokens scored at once; half of the context by default.
        device: Torch device.
        allow_download: Fetch a hub model that is not on this machine.
    """

    unit = "nats per token"

    def __init__(
        self,
        model: str,
        *,
        revision: str = "",
        context: int = 1024,
        stride: int | None = None,
        device: str = "cpu",
        allow_download: bool = False,
    ) -> None:
        if stride is not None and not 0 < stride < context:
            raise ValueError(f"a stride lies between 0 and the context of {context} tokens, got {stride}")
        self.name = f"{model}@{revision}" if revision else model
        self._source = model
        self._given: dict[str, Any] = {"local_files_only": not allow_download}
        if revision:
            self._given["revision"] = revision
        self._context = context
        self._stride = stride
        self._device = device
        self._tokenizer: Any = None
        self._model: Any = None

    def measure(self, texts: Sequence[str]) -> list[float | None]:
        """Return one value per text; None for one of fewer than two tokens.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        self._load()
        return [self._measure(text) for text in texts]

    def _measure(self, text: str) -> float | None:
        import torch  # noqa: PLC0415  # seconds to import, needed by this model alone

        ids = self._tokenizer(text, return_tensors="pt", add_special_tokens=False, verbose=False)["input_ids"]
        length = int(ids.shape[1])
        if length < 2:
            return None
        total, scored = 0.0, 1  # nothing stands before the first token
        stride = self._stride or self._context // 2
        while scored < length:
            # The first stretch fills the whole context; each later one adds a stride to what it has read.
            end = min(length, self._context if scored == 1 else scored + stride)
            start = max(0, end - self._context)
            piece = ids[:, start:end].to(self._device)
            with torch.inference_mode():
                logits = self._model(piece).logits[0, scored - start - 1 : -1]
            total += float(
                torch.nn.functional.cross_entropy(logits.float(), piece[0, scored - start :], reduction="sum")
            )
            scored = end
        return total / (length - 1)

    def _load(self) -> None:
        if self._model is not None:
            return
        from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: PLC0415

        try:
            self._tokenizer = AutoTokenizer.from_pretrained(self._source, **self._given)
            model: Any = AutoModelForCausalLM.from_pretrained(self._source, **self._given)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"cannot load the causal model {self._source!r} ({error}). Name a folder or a hub model such "
                "as openai-community/gpt2 and allow its download, or leave complexity.model empty."
            ) from error
        self._model = model.to(self._device).eval()
        limit = getattr(self._model.config, "max_position_embeddings", None)
        if isinstance(limit, int) and limit < self._context:
            self._context = limit
            self._stride = None if self._stride is None else min(self._stride, limit - 1)
