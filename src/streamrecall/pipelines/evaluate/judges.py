"""The configured judge, for as long as a node runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from streamrecall.metrics.judge_requests import load_judge_prompts
from streamrecall.metrics.judgement import Judgement
from streamrecall.metrics.llm_judge import JudgeCase, LlmJudge
from streamrecall.metrics.offline_judge import OfflineJudge
from streamrecall.params import CallParameters, JudgeParameters
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model
from streamrecall.progress import track
from streamrecall.records import Provenance

Judged = tuple[Judgement, Provenance | None]
"""A judgement, and what made it where that is a model."""

JudgeCases = Callable[[Sequence[JudgeCase]], list[Judged]]


@contextmanager
def open_judge(parameters: JudgeParameters, calls: CallParameters) -> Iterator[JudgeCases]:
    """Lend the judge; a model is asked for all cases of a step in one batch, and closed afterwards."""
    if isinstance(parameters.judge, str):
        yield lambda cases: [(each, None) for each in judge_offline(cases)]
        return
    with open_chat_model(parameters.judge, calls) as model:
        judge = LlmJudge(
            model,
            load_judge_prompts(calls.prompts),
            parameters.sampling.sampling(),
            thinking=parameters.thinking,
            retries=calls.retries,
            budget=failure_budget(calls),
        )
        yield lambda cases: [(each.judgement, each.provenance) for each in judge.account_all(cases)]


def judge_offline(cases: Sequence[JudgeCase]) -> list[Judgement]:
    """Return the offline judge's judgement of each case."""
    judge = OfflineJudge()
    return [
        judge.judge(case.instance, case.memory, case.summary, case.history)
        for case in track(cases, "judging")
    ]
