"""Dialogues survive the table of turns, also through Parquet."""

from pathlib import Path

import pandas as pd

from streamrecall.corpora.sample import load_sample
from streamrecall.corpora.turn_table import dialogues_of, turn_table
from streamrecall.records import Dialogue, Domain, Turn


def test_the_sample_comes_back_from_parquet(repository: Path, tmp_path: Path) -> None:
    dialogues = load_sample(repository / "data/01_raw/sample").dialogues
    turn_table(dialogues).to_parquet(tmp_path / "turns.parquet")
    assert tuple(dialogues_of(pd.read_parquet(tmp_path / "turns.parquet")).values()) == dialogues


def test_empty_texts_missing_times_and_replies_are_kept() -> None:
    turns = (
        Turn("d", 0, "a", "Ana", "", session="", time=None),
        Turn("d", 1, "b", "", "None", session="1", time="2026-01-02T10:00:00", reply_to="a"),
    )
    dialogue = Dialogue("d", "test", Domain.WORKPLACE, turns)
    assert dialogues_of(turn_table([dialogue])) == {"d": dialogue}
