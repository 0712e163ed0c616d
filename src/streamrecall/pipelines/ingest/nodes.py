"""From a corpus to tables of turns, questions and windows."""

from __future__ import annotations

import time
from typing import Any

import pandas as pd

from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.turn_table import dialogues_of, turn_table
from streamrecall.params import EncoderParameters, WindowParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.progress import track
from streamrecall.serialization import to_plain
from streamrecall.text.chunks import StreamChunker
from streamrecall.text.windows import cut_windows, turn_tokens

Rows = list[dict[str, Any]]
_BATCH = 256


def read_corpus(corpus: Corpus) -> tuple[pd.DataFrame, Rows, pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the turns, the questions, the counts, the oddities and the evidence that names no turn."""
    report = pd.DataFrame([corpus.report.row()])
    oddities = pd.DataFrame(
        [to_plain(oddity) for oddity in corpus.report.oddities],
        columns=["corpus", "dialogue_id", "kind", "count", "example"],
    )
    unresolved = pd.DataFrame(
        [reference.row() for reference in corpus.report.unresolved()],
        columns=["dialogue_id", "question_id", "raw", "outcome", "turn_ids", "reason", "left"],
    )
    questions = [to_plain(question) for question in corpus.questions]
    return turn_table(corpus.dialogues), questions, report, oddities, unresolved


def cut_stream_windows(turns: pd.DataFrame, windows: WindowParameters) -> pd.DataFrame:
    """Return one row per window of every dialogue (ReMEMBER, section 3.2)."""
    rows = [
        {
            "window_id": window.window_id,
            "dialogue_id": window.dialogue_id,
            "first_turn": window.first_turn,
            "last_turn": window.last_turn,
            "window_tokens": sum(map(turn_tokens, window.turns)),
            "history_tokens": window.history_tokens,
            "eligible": window.history_tokens >= windows.minimum_history,
        }
        for dialogue in dialogues_of(turns).values()
        for window in cut_windows(dialogue, windows.tokens)
    ]
    return pd.DataFrame(rows)


def embed_history(turns: pd.DataFrame, encoder: EncoderParameters) -> pd.DataFrame:
    """Embed every complete chunk and every turn once, so that no method pays for another's vectors.

    Texts of like length go through together, which is several times faster than a few at a time later on.

    Returns:
        One row: the encoder, the numbers of chunks and of turns with text, how many texts were not in the
        cache yet, and the seconds.
    """
    embedder = open_encoder(encoder)
    dialogues = dialogues_of(turns).values()
    chunks = [chunk.text for each in dialogues for chunk in StreamChunker().append(each.turns)]
    said = [turn.render() for each in dialogues for turn in each.turns if turn.text.strip()]
    texts = sorted(dict.fromkeys([*chunks, *said]), key=len, reverse=True)
    started = time.perf_counter()
    for position in track(range(0, len(texts), _BATCH), "embedding the history"):
        embedder.embed(texts[position : position + _BATCH])
    return pd.DataFrame(
        [
            {
                "encoder": embedder.name,
                "revision": embedder.revision,
                "dimension": embedder.dimension,
                "chunks": len(chunks),
                "turns": len(said),
                "embedded_now": embedder.misses,
                "seconds": round(time.perf_counter() - started, 3),
            }
        ]
    )
