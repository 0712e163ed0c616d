"""A memory of quoted statements: the most telling of each segment, recalled by words and by cosine."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.kept_vectors import KeptVectors
from streamrecall.baselines.steps.global_memory import Clues
from streamrecall.baselines.telling_sentences import choose_among
from streamrecall.ports import Embedder
from streamrecall.records import Turn, one_line
from streamrecall.retrieval.bm25 import IncrementalBM25
from streamrecall.retrieval.rank_fusion import fuse_rankings
from streamrecall.retrieval.top_ranked import top_ranked
from streamrecall.retrieval.words import words
from streamrecall.text.clauses import statements
from streamrecall.text.content_words import read_words
from streamrecall.text.tokens import count_tokens

_CLUES = 3
_POOL = 30
_LONGEST_QUESTION = 64


class ExtractiveMemory:
    """Stands in for MemoRAG's memory model.

    Keeps of each segment the statements that tell most, each with its speaker. What it recalls for a query
    are the statements nearest to it, by words and by cosine; a clue is the query together with one of them,
    since by itself a statement that happens to be near leads away. Of a query as long as a window the
    statement alone is the clue. Nothing is drafted in other words.

    Args:
        embedder: Makes the vectors of kept statements, once each.
        clues: Statements recalled for a query.
    """

    name = "extractive memory"

    def __init__(self, embedder: Embedder, clues: int = _CLUES) -> None:
        self.failures = 0
        self._embedder = embedder
        self._clues = clues
        self._vectors = KeptVectors(embedder)
        self._lexicon = IncrementalBM25()
        self._lines: list[str] = []

    def compress(self, segments: Sequence[Sequence[Turn]], limit: int) -> list[tuple[str, ...]]:
        """Return the telling statements of each segment, in their order."""
        return [_gist(segment, limit) for segment in segments]

    def recall(self, memory: Sequence[str], query: str) -> Clues:
        """Return the statements nearest to the query, each after the query where that is short."""
        similarities = self._vectors.rows(memory) @ self._embedder.embed([query], kind="query")[0]
        by_words = [place for place, _ in self._searched(memory).search(words(query), _POOL)]
        ranked = fuse_rankings([top_ranked(similarities, _POOL).tolist(), by_words])
        said = (memory[place].partition(": ")[2] or memory[place] for place, _ in ranked[: self._clues])
        short = count_tokens(query) <= _LONGEST_QUESTION
        return Clues(tuple(f"{query} {statement}" if short else statement for statement in said))

    def _searched(self, memory: Sequence[str]) -> IncrementalBM25:
        """Return the word index over the memory; only lines after the first that changed are read again."""
        pairs = zip(self._lines, memory, strict=False)
        same = next((place for place, (old, new) in enumerate(pairs) if old != new), len(self._lines))
        same = min(same, len(memory))
        while len(self._lines) > same:
            self._lexicon.pop(words(self._lines.pop()))
        for line in memory[same:]:
            self._lexicon.append(words(line))
            self._lines.append(line)
        return self._lexicon


def _gist(segment: Sequence[Turn], limit: int) -> tuple[str, ...]:
    lines, said = [], []
    for turn in segment:
        for statement in statements(turn):
            content = read_words(statement).content
            if content:
                lines.append(f"{one_line(turn.speaker)}: {statement}".removeprefix(": "))
                said.append(content)
    costs = [count_tokens(line + "\n") for line in lines]
    return tuple(lines[place] for place in sorted(choose_among(said, costs, limit)))
