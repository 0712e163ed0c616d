import pytest
from annotated_window import HISTORY, INSTANCE, paraphrasing, quoting, summary

from streamrecall.metrics.offline_judge import OfflineJudge

JUDGE = OfflineJudge()


def test_one_instance_by_hand() -> None:
    memory = quoting(HISTORY["t0"])
    verdict = JUDGE.judge(
        INSTANCE,
        memory,
        summary(
            "Pavel: the other supplier said no.",
            "Maren takes the credit of 8 % on the order that Brambeck offered.",
            "The weather was fine.",
        ),
        HISTORY,
    )
    assert [(gap.gap_id, gap.recalled, gap.recalled_all, gap.resolved) for gap in verdict.gaps] == [
        ("g0", True, False, True),
        ("g1", False, False, None),
    ]
    assert [utterance.covered for utterance in verdict.utterances] == [True, True, False]
    assert [fact.supported for fact in verdict.facts] == [True, True, False]
    scores = verdict.scores
    assert scores.memory_recall == 0.5
    assert scores.memory_recall_all == 0
    assert scores.window_completeness == pytest.approx(2 / 3)
    assert scores.gap_resolution_completeness == 1
    assert scores.conciseness == pytest.approx(2 / 3)
    assert scores.faithfulness == pytest.approx(2 / 3)
    assert scores.composite == pytest.approx((2 / 3 + 1 + 2 / 3 + 2 / 3) / 4)
    assert (verdict.scored_by, verdict.summarizer, verdict.failed) == ("offline", "hand", "")


def test_a_memory_is_judged_alone() -> None:
    verdict = JUDGE.judge(INSTANCE, quoting(*HISTORY.values()), None, HISTORY)
    assert [gap.recalled_all for gap in verdict.gaps] == [True, True]
    assert [gap.resolved for gap in verdict.gaps] == [None, None]
    assert verdict.scores.memory_recall == 1
    assert verdict.scores.composite is None
    assert verdict.utterances == verdict.facts == ()


def test_no_memory_counts_zero_resolved() -> None:
    verdict = JUDGE.judge(INSTANCE, quoting(), summary("The other supplier said no."), HISTORY)
    assert verdict.scores.gap_resolution_completeness == 0
    assert verdict.scores.composite is not None


def test_a_memory_that_resolves_nothing_leaves_resolution_undefined() -> None:
    verdict = JUDGE.judge(INSTANCE, quoting(HISTORY["t3"]), summary("The other supplier said no."), HISTORY)
    assert verdict.scores.memory_recall == 0
    assert verdict.scores.gap_resolution_completeness is None
    assert verdict.scores.composite is None


def test_an_empty_summary_scores_zero_and_keeps_its_reason() -> None:
    failed = summary()
    verdict = JUDGE.judge(INSTANCE, quoting(HISTORY["t0"]), failed, HISTORY, failed="no reply")
    scores = verdict.scores
    assert (scores.window_completeness, scores.gap_resolution_completeness) == (0, 0)
    assert (scores.conciseness, scores.faithfulness, scores.composite) == (0, 0, 0)
    assert verdict.failed == "no reply"


def test_a_paraphrasing_memory_recalls_by_its_words() -> None:
    verdict = JUDGE.judge(
        INSTANCE, paraphrasing("Brambeck gives a credit of 8 % on the order."), None, HISTORY
    )
    assert [gap.recalled for gap in verdict.gaps] == [True, False]
