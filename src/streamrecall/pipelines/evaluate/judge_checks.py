"""What the judges of a run are worth: bad answers they let pass, and how far they agree."""

from __future__ import annotations

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.metrics.judge_stress import stress_judge
from streamrecall.params import CallParameters, JudgeParameters
from streamrecall.pipelines.evaluate.judges import judge_offline, open_judge
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.reporting import judge_checks
from streamrecall.reporting.markdown import render_table


def stress_judges(
    benchmark: Rows, turns: pd.DataFrame, judge: JudgeParameters, calls: CallParameters
) -> tuple[pd.DataFrame, str]:
    """Return the share of vague, wrong, empty and swapped answers that the judges accept.

    The offline judge is always tried, the configured one too where it is a model.
    """
    instances = read_instance_rows(benchmark)
    histories = {
        dialogue_id: {turn.turn_id: turn for turn in dialogue.turns}
        for dialogue_id, dialogue in dialogues_of(turns).items()
    }
    rows = []
    if len(instances) > 1:
        rows += stress_judge(judge_offline, instances, histories)
        if not isinstance(judge.judge, str):
            with open_judge(judge, calls) as judge_cases:
                rows += stress_judge(
                    lambda cases: [judgement for judgement, _ in judge_cases(cases)], instances, histories
                )
    frame = judge_checks.stress_frame(rows)
    return frame, render_table(frame, "Answers that the judges accept", judge_checks.STRESS_NOTES)


def show_agreement(agreement: pd.DataFrame) -> str:
    """Return the agreement of the model judge and the offline judge as a page."""
    return render_table(
        agreement, "Agreement of the judge with the offline judge", judge_checks.AGREEMENT_NOTES
    )
