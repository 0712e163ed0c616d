import pytest

from streamrecall.corpora.corpus import Corpus, Oddity, build_corpus
from streamrecall.corpora.joined import join_corpora
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Question, Turn


def corpus(name: str, dialogue_id: str, skipped: int) -> Corpus:
    dialogue = Dialogue(dialogue_id, name, Domain.CHITCHAT, (Turn(dialogue_id, 0, "t", "Ann", "hello"),))
    question = Question(f"{name}.q", dialogue_id, "who?", 0)
    oddity = Oddity(name, dialogue_id, "empty message", skipped, "line 1")
    return build_corpus(name, [dialogue], [question], oddities=[oddity], skipped=skipped)


def test_counts_add_up_and_dialogues_keep_their_corpus() -> None:
    joined = join_corpora([corpus("one", "a", 1), corpus("two", "b", 2)])
    assert joined.name == "one+two"
    assert [dialogue.corpus for dialogue in joined.dialogues] == ["one", "two"]
    assert [question.question_id for question in joined.questions] == ["one.q", "two.q"]
    report = joined.report
    assert (report.dialogues, report.turns, report.skipped, report.messages) == (2, 2, 3, 5)
    assert [oddity.count for oddity in report.oddities] == [1, 2]


def test_two_dialogues_of_one_id_are_refused() -> None:
    with pytest.raises(DataError, match="'a' stands in two corpora"):
        join_corpora([corpus("one", "a", 0), corpus("two", "a", 0)])
