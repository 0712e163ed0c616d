"""A floor under the recall reached on annotated real windows; benchmarks/gap_recall.py has the figures."""

from collections.abc import Callable
from pathlib import Path

import pytest

from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.benchmark.annotations import read_gold
from streamrecall.benchmark.replay import replay_windows
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.ports import StreamMemory
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.reference_queries import ReferenceQueries

DIALOGUES = {"locomo1", "locomo9"}  # the shortest histories: half a minute for their vectors, once


@pytest.mark.shared_data
def test_rules_recall_far_more_than_hybrid_retrieval(shared_dir: Path, repository: Path) -> None:
    dialogues, annotated = read_gold(shared_dir / "gold" / "open.json", shared_dir / "gold" / "turns")
    by_id = {dialogue.dialogue_id: dialogue for dialogue in dialogues}
    instances = [i for i in annotated if i.gaps and i.window.dialogue_id in DIALOGUES]
    gaps = {instance.window.window_id: instance.gaps for instance in instances}
    embedder = CachedEmbedder(MiniLM(), repository / ".cache" / "embeddings.sqlite")

    def recall(new_memory: Callable[[], StreamMemory]) -> float:
        held = []
        for built in replay_windows(new_memory, by_id, [i.window for i in instances], 1024):
            recalled = built.memory.turn_ids
            held += [not recalled.isdisjoint(gap.evidence) for gap in gaps[built.window_id]]
        assert len(held) == 11
        return sum(held) / len(held)

    ours = recall(lambda: ExpectedRecallReMEMBER(embedder, RuleBasedGapDetector()))
    assert ours >= 0.58
    assert ours >= recall(lambda: HybridMemory(embedder)) + 0.2
    assert recall(lambda: ReferenceQueries(embedder, gaps)) >= 0.8
