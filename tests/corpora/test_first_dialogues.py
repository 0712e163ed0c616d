import pytest

from streamrecall.corpora.first_dialogues import LEFT_OUT, first_dialogues
from streamrecall.corpora.sample import load_sample


def test_what_is_left_out_is_counted_and_named(repository):
    whole = load_sample(repository / "data/01_raw/sample")
    first = first_dialogues(whole, 1)
    assert first.dialogues == whole.dialogues[:1]
    assert {question.dialogue_id for question in first.questions} == {whole.dialogues[0].dialogue_id}
    assert {each.dialogue_id for each in first.report.references} <= {whole.dialogues[0].dialogue_id}
    assert (first.report.messages, first.report.dialogues) == (whole.report.messages, 1)
    assert first.report.skipped == whole.report.messages - len(first.dialogues[0].turns)
    (named,) = [each for each in first.report.oddities if each.kind == LEFT_OUT]
    assert (named.dialogue_id, named.count) == (whole.dialogues[1].dialogue_id, len(whole.dialogues[1].turns))


def test_a_limit_above_the_corpus_changes_nothing(repository):
    whole = load_sample(repository / "data/01_raw/sample")
    assert first_dialogues(whole, 9) == whole
    with pytest.raises(ValueError, match="at least one"):
        first_dialogues(whole, 0)
