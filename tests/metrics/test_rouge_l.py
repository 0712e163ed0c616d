import pytest

from streamrecall.metrics.rouge_l import rouge_l


def test_by_hand():
    # longest common subsequence "the is in oslo" of 5 and 6 words
    assert rouge_l("the cello is in oslo", "the old violin is in oslo") == pytest.approx(2 * 4 / (5 + 6))


def test_line_breaks_do_not_make_sentences():
    # rougeLsum would match both lines; rougeL follows one order
    assert rouge_l("b\na", "a\nb") == pytest.approx(0.5)


@pytest.mark.parametrize(("answer", "reference"), [("", "Oslo"), ("Lima", "Oslo"), ("", "")])
def test_nothing_in_common(answer, reference):
    assert rouge_l(answer, reference) == 0.0


def test_chinese_needs_the_other_tokenizer():
    assert rouge_l("会议在明天", "会议在明天") == 0.0
    assert rouge_l("会议在明天", "会议在今天", any_script=True) == pytest.approx(4 / 5)
    assert rouge_l("встреча завтра", "встреча сегодня", any_script=True) == pytest.approx(1 / 2)
