"""The flow counts targets, votes and losses stage by stage; chunk labels count one by one."""

import pandas as pd

from streamrecall.benchmark.losses import Loss
from streamrecall.benchmark.record_tables import to_table
from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.reporting.annotation_flow import UNITS, annotation_flow

VOTES = [
    Vote(Stage.SALIENCE, "a", "w", "S1", "none"),
    Vote(Stage.SALIENCE, "b", "w", "S1", "none"),
    Vote(Stage.SALIENCE, "b", "v", "S1", "none"),
    Vote(Stage.HISTORY_FILTERING, "a", "w", "C0-C2", "010"),
    Vote(Stage.HISTORY_FILTERING, "b", "w", "C0-C2", "011"),
]
LOSSES = [
    Loss("rejected", Stage.SALIENCE, "v", "S1", "x", "one only", 1, 2),
    Loss("failed", Stage.HISTORY_FILTERING, "w", "C3-C5", "", "two labels of three"),
]


def test_counts_by_hand():
    kept = dict.fromkeys(UNITS, 0) | {Stage.SALIENCE: 1, Stage.HISTORY_FILTERING: 1}
    flow = annotation_flow(to_table(VOTES, Vote), to_table(LOSSES, Loss), kept).set_index("stage")
    assert flow.loc["salience"].tolist() == ["spans", 2, 1, 1, 0, 2, 3]
    assert flow.loc["history_filtering"].tolist() == ["chunks", 3, 1, 0, 1, 2, 6]
    assert flow.loc["validation"].tolist() == ["gap and evidence", 0, 0, 0, 0, 0, 0]


def test_nothing_at_all_is_a_row_of_zeros_per_stage():
    flow = annotation_flow(to_table([], Vote), to_table([], Loss), dict.fromkeys(UNITS, 0))
    assert len(flow) == 6
    assert flow.select_dtypes("number").to_numpy().sum() == 0
    assert isinstance(flow, pd.DataFrame)
