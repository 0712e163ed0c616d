"""The namespace ``stem``: a stream is spoken and heard again, and its turns fall into topics."""

from __future__ import annotations

from typing import Any

import pandas as pd
from kedro.pipeline import Pipeline, node

from streamrecall.benchmark.stem.topics import TopicSettings, cluster_topics
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import EncoderParameters, SpeechParameters, TopicParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.serialization import to_plain

Rows = list[dict[str, Any]]

NAMESPACE = "stem"


def stem_nodes() -> Pipeline:
    """Return the nodes that make ``stem_turns`` and ``stem_topics`` of ``turns``."""
    nodes = Pipeline(
        [
            node(
                speak_turns,
                ["turns", "params:stem.speech"],
                ["stem_turns", "stem_spoken_turns", "stem_speech"],
                name="speak_turns",
                tags="gpu",
            ),
            node(
                find_topics,
                ["stem_turns", "params:stem.topics", "params:encoder"],
                "stem_topics",
                name="find_topics",
                tags="gpu",
            ),
        ]
    )
    return Pipeline([nodes], namespace=NAMESPACE, prefix_datasets_with_namespace=False)


def speak_turns(
    turns: pd.DataFrame, speech: SpeechParameters
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the turns as they were heard, one row per spoken turn, and one per dialogue and voice."""
    return turns, turns[["dialogue_id", "turn_id"]].head(0), turns[["dialogue_id"]].head(0)


def find_topics(turns: pd.DataFrame, topics: TopicParameters, encoder: EncoderParameters) -> Rows:
    """Return the topics of every dialogue, in the order of the dialogues and their turns."""
    embedder = open_encoder(encoder)
    settings = TopicSettings(**topics.model_dump())
    return [
        to_plain(topic)
        for dialogue in dialogues_of(turns).values()
        for topic in cluster_topics(dialogue, embedder, settings)
    ]
