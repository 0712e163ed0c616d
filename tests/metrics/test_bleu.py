from math import exp

import pytest

from streamrecall.metrics.bleu import bleu_4


@pytest.mark.parametrize("text", ["Oslo", "in Oslo", "in Oslo on Monday", "the cello is in Oslo on Monday"])
def test_a_right_answer_scores_one_however_short(text):
    assert bleu_4(text, text) == pytest.approx(1.0)


def test_by_hand():
    # 1-grams 3 of 4, 2-grams 2 of 3, 3-grams 1 of 2, 4-grams 0 of 1 smoothed to 1/2
    assert bleu_4("a b c x", "a b c d") == pytest.approx((3 / 4 * 2 / 3 * 1 / 2 * 1 / 2) ** 0.25)


def test_brevity_is_penalised():
    assert bleu_4("in Oslo", "in Oslo on Monday") == pytest.approx(exp(1 - 4 / 2))


@pytest.mark.parametrize(("answer", "reference"), [("", "Oslo"), ("Oslo", ""), ("Lima", "Oslo"), (" ", " ")])
def test_nothing_in_common(answer, reference):
    assert bleu_4(answer, reference) == 0.0
