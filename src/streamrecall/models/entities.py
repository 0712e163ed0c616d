"""Entities and relations with GLiNER (ProStream, section 5.2)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from streamrecall.errors import ModelError
from streamrecall.records import SemanticBlock, Triple, Turn, one_line
from streamrecall.text.sentences import sentence_spans

LABELS = (
    "person", "place", "organization", "event", "date", "time", "object", "product", "work of art", "food",
    "animal", "hobby", "job", "health condition", "amount of money", "number",
)  # fmt: skip
RELATIONS = (
    "lives in", "works at", "works as", "located in", "member of", "family of", "friend of", "owns", "likes",
    "plans", "attends", "happened on", "costs",
)  # fmt: skip
_BATCH = 8


@dataclass(frozen=True, slots=True)
class _Piece:
    turn: Turn
    text: str


class GlinerExtractor:
    """Finds entities of given kinds in each turn; long turns go through in pieces of whole sentences.

    Models that extract relations too (GLiNER's Relex family) give triples of head, relation and tail. With
    the others, an entity's triple is the speaker, the sentence it stands in, and the entity.

    Args:
        model: A hub name such as ``urchade/gliner_medium-v2.1``, or a folder.
        labels: Kinds of entities to look for.
        relations: Relations to look for, where the model can.
        threshold: Least confidence, in [0, 1].
        piece_words: Most words of one piece; GLiNER cuts silently at its ``max_len``, 384 words by default.
        device: Torch device.
        local_files_only: Never ask the hub.
    """

    def __init__(
        self,
        model: str,
        *,
        labels: Sequence[str] = LABELS,
        relations: Sequence[str] = RELATIONS,
        threshold: float = 0.5,
        piece_words: int = 200,
        device: str = "cpu",
        local_files_only: bool = False,
    ) -> None:
        self.name = f"GLiNER {model}"
        self.labels = tuple(labels)
        self.relations = tuple(relations)
        self.threshold = threshold
        self.piece_words = piece_words
        self._source = model
        self._device = device
        self._local = local_files_only
        self._model: Any = None

    @property
    def finds_relations(self) -> bool:
        """Whether the loaded model extracts relations.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        return bool(self.relations) and "relations" in inspect.signature(self._load().inference).parameters

    def extract(self, block: SemanticBlock) -> tuple[Triple, ...]:
        """Return the triples of the block's turns, in the order of the text.

        Raises:
            ModelError: If gliner is not installed or the model cannot be loaded.
        """
        pieces = [piece for turn in block.turns for piece in self._pieces(turn)]
        if not pieces:
            return ()
        texts = [piece.text for piece in pieces]
        given = {"threshold": self.threshold, "batch_size": _BATCH}
        if self.finds_relations:
            entities, found = self._load().inference(texts, list(self.labels), list(self.relations), **given)
        else:
            entities, found = self._load().inference(texts, list(self.labels), **given), [[]] * len(texts)
        triples: dict[Triple, None] = {}
        for piece, spans, relations in zip(pieces, entities, found, strict=True):
            triples.update(dict.fromkeys(_related(piece, relations)))
            named = {
                span
                for relation in relations
                for span in (relation["head"]["text"], relation["tail"]["text"])
            }
            triples.update(dict.fromkeys(_stated(piece, [s for s in spans if s["text"] not in named])))
        return tuple(triples)

    def _pieces(self, turn: Turn) -> Iterator[_Piece]:
        text = one_line(turn.text)
        piece: list[str] = []
        for start, end in sentence_spans(text):
            words = text[start:end].split()
            for cut in range(0, len(words), self.piece_words):
                part = words[cut : cut + self.piece_words]
                if piece and len(piece) + len(part) > self.piece_words:
                    yield _Piece(turn, " ".join(piece))
                    piece = []
                piece += part
        if piece:
            yield _Piece(turn, " ".join(piece))

    def _load(self) -> Any:
        if self._model is None:
            try:
                from gliner import GLiNER  # noqa: PLC0415  # an extra, and seconds to import
            except ImportError as error:
                raise ModelError(
                    "gliner is not installed: `uv sync --extra entities`, or use the rule-based extractor."
                ) from error
            try:
                model = GLiNER.from_pretrained(self._source, local_files_only=self._local)
            except (OSError, ValueError) as error:
                raise ModelError(f"cannot load GLiNER model {self._source!r}: {error}") from error
            self._model = model.to(self._device).eval()
        return self._model


def _related(piece: _Piece, relations: Sequence[dict[str, Any]]) -> Iterator[Triple]:
    for found in sorted(relations, key=lambda each: (each["head"]["start"], each["tail"]["start"])):
        head, tail = found["head"]["text"], found["tail"]["text"]
        yield Triple(head, str(found["relation"]), tail, piece.turn.index)


def _stated(piece: _Piece, spans: Sequence[dict[str, Any]]) -> Iterator[Triple]:
    sentences = sentence_spans(piece.text)
    for span in sorted(spans, key=lambda each: (each["start"], each["end"])):
        inside = [piece.text[a:b] for a, b in sentences if a <= span["start"] and span["end"] <= b]
        clause = inside[0] if inside else piece.text
        yield Triple(one_line(piece.turn.speaker), clause, span["text"], piece.turn.index)
