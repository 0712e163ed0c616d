"""Records survive tables, Parquet and CSV."""

import pandas as pd
import pytest

from streamrecall.benchmark.annotator import SalientCandidate
from streamrecall.benchmark.losses import Loss, losses_of, rejections_of
from streamrecall.benchmark.record_tables import from_table, to_table
from streamrecall.benchmark.votes import Failure, Rejection, Stage, StageRecord, Vote
from streamrecall.errors import DataError
from streamrecall.records import GapType

CANDIDATES = (
    SalientCandidate("w", "w.S1", (1, 2), ("t1",), 'He said "no", None', GapType.ATTRIBUTE, "r", ("a", "b")),
    SalientCandidate("w", "w.S3", (3,), ("t2",), "\N{SNOWMAN}"),
)
VOTES = (
    Vote(Stage.EVIDENCE, "a", "w", "t", "resolve", "because"),
    Vote(Stage.SALIENCE, "b", "w", "S1", "none"),
)


@pytest.mark.parametrize(("records", "kind"), [(CANDIDATES, SalientCandidate), (VOTES, Vote), ((), Vote)])
def test_records_come_back_from_parquet(tmp_path, records, kind):
    to_table(records, kind).to_parquet(tmp_path / "t.parquet")
    assert from_table(pd.read_parquet(tmp_path / "t.parquet"), kind) == records


def test_texts_that_look_like_missing_values_come_back_from_csv(tmp_path):
    losses = (
        Loss("rejected", Stage.SALIENCE, "w", "S1", "None", "NA", 1, 3),
        Loss("failed", Stage.EVIDENCE, "w", "t", "", "cut"),
    )
    to_table(losses, Loss).to_csv(tmp_path / "t.csv", index=False)
    assert from_table(pd.read_csv(tmp_path / "t.csv", keep_default_na=False), Loss) == losses


def test_a_table_of_another_kind_is_named():
    with pytest.raises(DataError, match="a table of Vote lacks the columns stage"):
        from_table(to_table(CANDIDATES, SalientCandidate), Vote)


def test_a_record_is_split_into_losses_and_its_rejections_come_back():
    rejections = (Rejection(Stage.VALIDATION, "w", "t", "x", "why", 1, 3, "a"),)
    record = StageRecord(VOTES, rejections, (Failure(Stage.EVIDENCE, "b", "w", "t", "cut off", "key"),))
    losses = losses_of(record)
    assert [loss.kind for loss in losses] == ["rejected", "failed"]
    assert losses[1].reference == "key"
    assert rejections_of(losses) == rejections
