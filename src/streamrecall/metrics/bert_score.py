"""BERTScore of answers against their references (ProStream, appendix B.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from streamrecall.errors import ModelError


@dataclass(frozen=True, slots=True)
class BertScore:
    """Precision, recall and F measure of one answer.

    The formula printed in the paper is ``recall``: the mean, over the reference's tokens, of the most
    similar token of the answer. Libraries and most papers report ``f1``.
    """

    precision: float
    recall: float
    f1: float


NO_ANSWER = BertScore(0.0, 0.0, 0.0)


class BertScorer:
    """Scores pairs of texts with bert-score, not rescaled: unrelated pairs may lie near .8.

    The paper names DeBERTa-v3-xlarge, a size that does not exist; ``microsoft/deberta-xlarge-mnli`` is the
    nearest that bert-score lists. Scores of different models cannot be compared.

    Args:
        model: A name that bert-score lists, or a folder with a model.
        layers: The layer whose vectors are compared; needed for a model that bert-score does not list.
        batch_size: Pairs at a time.
        device: Torch device.
    """

    def __init__(
        self, model: str, layers: int | None = None, *, batch_size: int = 64, device: str = "cpu"
    ) -> None:
        self.name = f"{model}@{layers}" if layers is not None else model
        self.model = model
        self.layers = layers
        self.batch_size = batch_size
        self.device = device
        self._scorer: Any = None

    def score(self, answers: Sequence[str], references: Sequence[str]) -> list[BertScore]:
        """Return one score per pair; 0 where either text is empty.

        Raises:
            ModelError: If the model cannot be loaded.
            ValueError: If there are not as many answers as references.
        """
        if len(answers) != len(references):
            raise ValueError(f"{len(answers)} answers but {len(references)} references")
        pairs = list(zip(answers, references, strict=True))
        scored = [place for place, (a, r) in enumerate(pairs) if a.strip() and r.strip()]
        scores = [NO_ANSWER] * len(pairs)
        if scored:
            parts = self._load().score([answers[i] for i in scored], [references[i] for i in scored])
            for place, *values in zip(scored, *(part.tolist() for part in parts), strict=True):
                scores[place] = BertScore(*values)
        return scores

    def _load(self) -> Any:
        if self._scorer is None:
            import bert_score  # noqa: PLC0415  # torch and transformers, seconds to import

            try:
                self._scorer = bert_score.BERTScorer(
                    model_type=self.model,
                    num_layers=self.layers,
                    batch_size=self.batch_size,
                    device=self.device,
                )
            except (OSError, KeyError, ValueError) as error:
                raise ModelError(
                    f"BERTScore cannot load {self.model!r} ({error}). Name a folder or a hub model, and its "
                    "layer where bert-score does not list it."
                ) from error
        return self._scorer
