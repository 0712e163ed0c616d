import pytest

from streamrecall.benchmark.question_runs import run_probes
from streamrecall.errors import DataError
from streamrecall.metrics.answer_scores import ANSWER_COLUMNS, answer_rows
from streamrecall.records import Answer, Dialogue, Domain, Memory, MemoryItem, Question, Turn

TURNS = tuple(Turn("d", i, f"t{i}", "Ana", f"Fact {i} about Oslo.") for i in range(6))
DIALOGUES = {"d": Dialogue("d", "c", Domain.CHITCHAT, TURNS)}


class Everything:
    name = "everything"

    def __init__(self):
        self.turns = []
        self.cues = []

    def observe(self, turns):
        self.turns += turns

    def recall(self, cue, budget):
        assert self.turns[-1].index == cue.horizon - 1
        self.cues.append(cue)
        items = tuple(MemoryItem(t.render(), (t.turn_id,), t.index, 5) for t in self.turns)
        return Memory(self.name, items, 5 * len(items), budget)


class Last:
    name = "last item"

    def answer(self, question, memory):
        return Answer(question.question_id, self.name, memory.items[-1].text)


QUESTIONS = [
    Question("q2", "d", "fact 4?", 4, "single_hop", "Fact 4", ("t4",), ("4",)),
    Question("q1", "d", "fact 0?", 1, "single_hop", "Fact 0", ("t0", "t5"), ("0",)),
    Question("q3", "d", "fact 9?", 4, "adversarial", "", ()),
]


def test_each_question_sees_the_turns_before_it_and_no_answer():
    memories = []

    def new():
        memories.append(Everything())
        return memories[-1]

    runs = list(run_probes(new, DIALOGUES, QUESTIONS, 100, Last()))
    assert [run.question.question_id for run in runs] == ["q1", "q2", "q3"]
    assert [len(run.memory.items) for run in runs] == [2, 5, 5]
    assert len(memories) == 1
    assert all(not (cue.answer or cue.evidence or cue.entities or cue.category) for cue in memories[0].cues)


def test_rows_hold_every_column_and_score_by_hand():
    runs = list(run_probes(Everything, DIALOGUES, QUESTIONS, 100, Last()))
    rows = answer_rows(runs, {("d", turn.turn_id): turn for turn in TURNS})
    assert all(tuple(row) == ANSWER_COLUMNS for row in rows)
    q1, q2, q3 = rows
    assert (q1["kem"], q1["evidence_recall"]) == (0.0, 0.5)  # answered "Fact 1", holds t0 of t0 and t5
    assert (q2["kem"], q2["evidence_recall"], q2["evidence_f1"]) == (1.0, 1.0, pytest.approx(2 / 6))
    assert (q3["kem"], q3["evidence_recall"], q3["rouge_l"]) == (0.0, None, None)
    assert q2["context_tokens"] == 25


def test_unknown_dialogues_and_turns_are_named():
    with pytest.raises(DataError, match="'other'"):
        list(run_probes(Everything, DIALOGUES, [Question("q", "other", "?", 0)], 9, Last()))
    with pytest.raises(DataError, match="has 6 turns"):
        list(run_probes(Everything, DIALOGUES, [Question("q", "d", "?", 6)], 9, Last()))
