"""The namespace ``stem``: text by default, speech by configuration, topics in either case."""

import os
import shutil
from pathlib import Path

import pandas as pd
import pytest
from pydantic import ValidationError

from streamrecall.benchmark.record_tables import from_table
from streamrecall.benchmark.stem.speech_report import SpeechRow
from streamrecall.benchmark.stem.spoken_stream import SpokenTurn
from streamrecall.benchmark.stem.topics import check_causal_order
from streamrecall.corpora.sample import load_sample
from streamrecall.corpora.turn_table import dialogues_of, turn_table
from streamrecall.errors import ConfigError
from streamrecall.params import EncoderParameters, SpeechParameters, TopicParameters
from streamrecall.pipelines.benchmark_annotation.stem import NAMESPACE, find_topics, speak_turns, stem_nodes
from streamrecall.pipelines.speech import open_synthesizer, open_transcriber
from streamrecall.records import Topic
from streamrecall.serialization import from_plain

CHECKPOINT = os.environ.get("STREAMRECALL_WHISPER", "")


@pytest.fixture(scope="module")
def turns(repository: Path) -> pd.DataFrame:
    return turn_table(load_sample(repository / "data/01_raw/sample").dialogues)


def test_the_namespace_has_its_nodes_and_datasets() -> None:
    pipeline = stem_nodes()
    assert {node.namespace for node in pipeline.nodes} == {NAMESPACE}
    assert {"turns", "params:stem.speech", "params:stem.topics", "params:encoder"} <= pipeline.inputs()
    assert {"stem_turns", "stem_topics", "stem_speech", "stem_spoken_turns"} <= pipeline.all_outputs()


def test_without_a_synthesizer_the_text_stays_and_nothing_is_opened(turns: pd.DataFrame) -> None:
    heard, accounts, report = speak_turns(turns, SpeechParameters(cache="/no/such/place/speech.sqlite"))
    pd.testing.assert_frame_equal(heard, turns)
    assert from_table(accounts, SpokenTurn) == from_table(report, SpeechRow) == ()


def test_topics_of_every_dialogue_are_in_causal_order(turns: pd.DataFrame, tmp_path: Path) -> None:
    encoder = EncoderParameters(kind="hashed", cache=str(tmp_path / "vectors.sqlite"))
    rows = find_topics(turns, TopicParameters(segment_distance=1.4, join_similarity=0.1), encoder)
    topics = [from_plain(Topic, row) for row in rows]
    for dialogue in dialogues_of(turns).values():
        check_causal_order(dialogue, [t for t in topics if t.dialogue_id == dialogue.dialogue_id])
    assert len({topic.topic_id for topic in topics}) == len(topics)


@pytest.mark.parametrize(
    ("speech", "message"),
    [
        ({"synthesizer": "flite"}, "needs 'transcriber'"),
        ({"synthesizer": "flit"}, "'none', 'flite', 'hibari' or 'chattts'"),
        ({"synthesizer": "flite", "model": "m", "transcriber": {"model": "m"}}, "'model' is ChatTTS's"),
        ({"synthesizer": "none", "voice": ["slt"]}, "Extra inputs are not permitted"),
        ({"synthesizer": "flite", "transcriber": {"model": ""}}, "at least 1 character"),
    ],
)
def test_speech_that_cannot_run_is_refused_before_it_starts(speech: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        SpeechParameters.model_validate(speech)


def test_no_weights_are_fetched_unasked(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    speech = SpeechParameters.model_validate({"synthesizer": "flite", "transcriber": {"model": "tiny.en"}})
    with pytest.raises(ConfigError, match=r"'tiny\.en' is neither a checkpoint file nor in .*whisper"):
        open_transcriber(speech)
    (tmp_path / "whisper").mkdir()
    (tmp_path / "whisper" / "tiny.en.pt").touch()
    assert open_transcriber(speech).name == "whisper tiny.en"
    with pytest.raises(ConfigError, match="nobody speaks"):
        open_synthesizer(SpeechParameters())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_turns_are_spoken_and_heard_and_a_second_run_finds_them_again(
    turns: pd.DataFrame, tmp_path: Path
) -> None:
    pytest.importorskip("whisper", reason="needs the extra `speech`")
    if not Path(CHECKPOINT).is_file():
        pytest.skip("needs a whisper checkpoint: put its path in STREAMRECALL_WHISPER")
    if shutil.which("flite") is None:
        pytest.skip("needs the speech synthesiser flite")
    speech = SpeechParameters.model_validate(
        {
            "synthesizer": "flite",
            "cache": str(tmp_path / "speech.sqlite"),
            "transcriber": {"model": CHECKPOINT},
        }
    )
    few = turns.groupby("dialogue_id", sort=False).head(3).reset_index(drop=True)
    heard, accounts, report = speak_turns(few, speech)
    assert list(heard.drop(columns="text").itertuples()) == list(few.drop(columns="text").itertuples())
    assert set(report["voice"]) >= {"all", "slt", "rms"}
    overall = report[report["voice"] == "all"]
    assert overall["errors"].sum() / overall["words"].sum() < 0.3
    assert (accounts["outcome"] == "heard").all()
    size = (tmp_path / "speech.sqlite").stat().st_size
    for first, second in zip((heard, accounts, report), speak_turns(few, speech), strict=True):
        pd.testing.assert_frame_equal(first, second)
    assert (tmp_path / "speech.sqlite").stat().st_size == size
