"""What each baseline keeps."""

import pytest

from streamrecall.baselines.dense import DenseMemory
from streamrecall.baselines.full import FullMemory
from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.ideal import IdealMemory
from streamrecall.baselines.no_memory import NoMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.baselines.sparse import SparseMemory
from streamrecall.errors import DataError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.ports import StreamMemory
from streamrecall.records import Turn, Window
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.windows import turn_tokens

TOPICS = ["the kayak leaks again", "cake for the birthday", "new batteries arrived", "adoption papers"]
TURNS = [
    Turn("d", i, f"t{i}", "Ana", f"{TOPICS[i // 30 % 4]}, message {i}, told with some more words to it")
    for i in range(240)
]
WINDOW = Window("d.w", "d", (Turn("d", 240, "t240", "Ana", "Did the adoption papers arrive?"),), 0)


def observed(memory: StreamMemory, turns: list[Turn] = TURNS) -> StreamMemory:
    memory.observe(turns)
    return memory


def test_recent_keeps_the_newest_turns_without_a_hole() -> None:
    recalled = observed(RecentMemory()).recall(WINDOW, 100)
    kept = [item.first_turn for item in recalled.items]
    assert kept == list(range(kept[0], 240))
    assert recalled.tokens + turn_tokens(TURNS[kept[0] - 1]) > 100


def test_recent_passes_over_a_turn_no_budget_could_hold() -> None:
    pasted = Turn("d", 240, "t240", "Ana", "log line " * 500)
    window = Window("d.w", "d", (Turn("d", 241, "t241", "Ana", "see above"),), 0)
    recalled = observed(RecentMemory(), [*TURNS, pasted]).recall(window, 100)
    assert recalled.items[-1].turn_ids == ("t239",)


def test_full_keeps_everything_the_limit_allows_and_cuts_the_oldest() -> None:
    memory = observed(FullMemory())
    assert len(memory.recall(WINDOW, 1_000_000).items) == 240
    cut = memory.recall(WINDOW, 2000)
    assert [item.first_turn for item in cut.items] == list(range(240 - len(cut.items), 240))


def test_no_memory_is_empty() -> None:
    assert observed(NoMemory()).recall(WINDOW, 1000).items == ()


def test_ideal_recalls_the_evidence_in_time_order() -> None:
    memory = observed(IdealMemory({"d.w": ["t95", "t3"]}))
    assert [item.turn_ids for item in memory.recall(WINDOW, 1000).items] == [("t3",), ("t95",)]


@pytest.mark.parametrize(
    ("evidence", "message"),
    [({"d.w": ["t240"]}, "t240.*not in the history"), ({"other": ["t3"]}, "no evidence for 'd.w'")],
)
def test_ideal_refuses_evidence_that_is_not_before_the_window(
    evidence: dict[str, list[str]], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        observed(IdealMemory(evidence)).recall(WINDOW, 1000)


@pytest.mark.parametrize("memory", [SparseMemory(), DenseMemory(HashedEmbedder())])
def test_search_packs_the_eight_best_chunks(memory: StreamMemory) -> None:
    index = StreamIndex(HashedEmbedder())
    index.observe(TURNS)
    search = index.sparse if memory.name == "Sparse" else index.dense
    recalled = observed(memory).recall(WINDOW, 1024)
    best = [hit.chunk for hit in search(WINDOW.render(), 8)]
    assert {item.text for item in recalled.items} == {chunk.text.replace("\n", " ") for chunk in best}
    assert any("adoption papers" in item.text for item in recalled.items)


def test_hybrid_packs_the_four_best_of_each_ranking_once() -> None:
    index = StreamIndex(HashedEmbedder())
    index.observe(TURNS)
    query = WINDOW.render()
    best = {hit.chunk.index: hit.chunk for hit in [*index.sparse(query, 4), *index.dense(query, 4)]}
    recalled = observed(HybridMemory(HashedEmbedder())).recall(WINDOW, 1024)
    assert [item.text for item in recalled.items] == [best[i].text.replace("\n", " ") for i in sorted(best)]
