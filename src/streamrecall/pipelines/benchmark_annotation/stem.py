"""The namespace ``stem``: a stream is spoken and heard again, and its turns fall into topics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
from kedro.pipeline import Pipeline, node

from streamrecall.benchmark.record_tables import to_table
from streamrecall.benchmark.stem.speech_report import SpeechRow, summarise_speech
from streamrecall.benchmark.stem.spoken_stream import SpokenStream, SpokenTurn
from streamrecall.benchmark.stem.topics import TopicSettings, cluster_topics
from streamrecall.corpora.turn_table import dialogues_of, turn_table
from streamrecall.params import EncoderParameters, SpeechParameters, TopicParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.speech import open_synthesizer, open_transcriber
from streamrecall.progress import track
from streamrecall.records import Dialogue, Turn
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
    """Return the turns as they were heard, one row per spoken turn, and the counts of each voice.

    With the synthesizer ``none`` the turns stay as they are and both accounts are empty.
    """
    if speech.synthesizer == "none":
        return turns, to_table([], SpokenTurn), to_table([], SpeechRow)
    stream = SpokenStream(open_synthesizer(speech), open_transcriber(speech))
    dialogues: list[Dialogue] = []
    accounts: list[SpokenTurn] = []
    for dialogue in dialogues_of(turns).values():
        heard: list[Turn] = []
        for turn, account in track(
            stream.speak(dialogue), f"speaking {dialogue.dialogue_id}", total=len(dialogue.turns)
        ):
            heard.append(turn)
            accounts.append(account)
        dialogues.append(replace(dialogue, turns=tuple(heard)))
    report = summarise_speech(accounts, stream.synthesizer.name, stream.transcriber.name)
    return turn_table(dialogues), to_table(accounts, SpokenTurn), to_table(report, SpeechRow)


def find_topics(turns: pd.DataFrame, topics: TopicParameters, encoder: EncoderParameters) -> Rows:
    """Return the topics of every dialogue, in the order of the dialogues and their turns."""
    embedder = open_encoder(encoder)
    settings = TopicSettings(**topics.model_dump())
    return [
        to_plain(topic)
        for dialogue in dialogues_of(turns).values()
        for topic in cluster_topics(dialogue, embedder, settings)
    ]
