"""Twenty questions of LoCoMo through the offline ProStream, from file to scores."""

from math import isnan

import pytest

from streamrecall.baselines.full_context import FullContextMemory
from streamrecall.benchmark.question_runs import run_probes
from streamrecall.corpora.locomo import load_locomo
from streamrecall.metrics.answer_scores import answer_rows
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import FILL_BUDGET, ProStreamParameters

BUDGET = 1024


@pytest.mark.shared_data
def test_twenty_questions(shared_dir):
    corpus = load_locomo(shared_dir / "data" / "locomo")
    dialogue = corpus.dialogues[0]
    asked = [q for q in corpus.questions if q.dialogue_id == dialogue.dialogue_id and q.evidence][:20]
    turns = {(dialogue.dialogue_id, turn.turn_id): turn for turn in dialogue.turns}
    embedder = HashedEmbedder(256)
    parameters = ProStreamParameters(limits=FILL_BUDGET, count_accesses=False)

    def rows(new_memory):
        runs = run_probes(new_memory, {dialogue.dialogue_id: dialogue}, asked, BUDGET, ExtractiveAnswerer())
        return answer_rows(list(runs), turns, embedder=embedder)

    ours = rows(lambda: ProStream(embedder, parameters=parameters))
    newest = rows(FullContextMemory)
    assert [row["question_id"] for row in ours] == [q.question_id for q in asked]
    assert all(0 < row["context_tokens"] <= BUDGET for row in ours)
    assert all(not row["failed"] and not isnan(row["evidence_similarity"]) for row in ours)

    def mean(found, column):
        return sum(row[column] for row in found) / len(found)

    assert mean(ours, "evidence_recall") > mean(newest, "evidence_recall") + 0.2
    assert mean(ours, "rouge_l") > mean(newest, "rouge_l")
