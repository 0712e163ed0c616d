"""The memories that answer questions, by the names that ProStream's tables print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from streamrecall.baselines.dense import DenseMemory
from streamrecall.baselines.full_context import FullContextMemory
from streamrecall.baselines.hierarchical_summary import HierarchicalSummaryMemory
from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.ideal import IdealMemory
from streamrecall.baselines.incremental_summary import IncrementalSummaryMemory
from streamrecall.baselines.no_memory import NoMemory
from streamrecall.baselines.rag import RagMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.baselines.sparse import SparseMemory
from streamrecall.memories import MEMORIES, MemoryParts
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.records import Question
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.memory import ReMEMBER
from streamrecall.remember.without_gap_conditioning import ReMEMBERWithoutGapConditioning
from streamrecall.remember.without_refinement import ReMEMBERWithoutRefinement


@dataclass(frozen=True, slots=True)
class ProbedMemory:
    """How a memory is made that watches one dialogue and answers its questions.

    What summarises writes by extraction here, whatever writes for the windows: with a model each question
    would cost it a call of its own.

    Attributes:
        new: Makes an empty memory from an embedder and the questions of the run; only Ideal Memory looks
            at the questions.
        embeds: Whether the embedder has a part in it.
        reads_all: Whether it may take the tokens of a long-context reader instead of the common budget.
    """

    new: Callable[[Embedder, Sequence[Question]], StreamMemory]
    embeds: bool = False
    reads_all: bool = False


def _as_for_windows(name: str, *, embeds: bool) -> ProbedMemory:
    return ProbedMemory(lambda embedder, _: MEMORIES[name](MemoryParts(embedder)), embeds)


def _evidence(questions: Sequence[Question]) -> dict[str, tuple[str, ...]]:
    return {question.question_id: tuple(dict.fromkeys(question.evidence)) for question in questions}


PROBED_BASELINES: dict[str, ProbedMemory] = {
    RagMemory.name: _as_for_windows(RagMemory.name, embeds=True),
    FullContextMemory.name: ProbedMemory(lambda *_: FullContextMemory(), reads_all=True),
    IdealMemory.name: ProbedMemory(lambda _, questions: IdealMemory(_evidence(questions))),
    f"{IncrementalSummaryMemory.name} (extractive)": _as_for_windows(
        IncrementalSummaryMemory.name, embeds=False
    ),
    f"{HierarchicalSummaryMemory.name} (extractive)": _as_for_windows(
        HierarchicalSummaryMemory.name, embeds=False
    ),
    NoMemory.name: _as_for_windows(NoMemory.name, embeds=False),
    RecentMemory.name: _as_for_windows(RecentMemory.name, embeds=False),
    SparseMemory.name: _as_for_windows(SparseMemory.name, embeds=False),
    DenseMemory.name: _as_for_windows(DenseMemory.name, embeds=True),
    HybridMemory.name: _as_for_windows(HybridMemory.name, embeds=True),
}
"""The baselines of ProStream's Table 1 that are not in ``memories.STRUCTURED``, then those of ReMEMBER's."""

PROBED_REMEMBER: dict[str, ProbedMemory] = {
    each.name: _as_for_windows(each.name, embeds=True)
    for each in (
        ReMEMBERWithoutGapConditioning,
        ReMEMBERWithoutRefinement,
        ReMEMBER,
        ExpectedRecallReMEMBER,
    )
}
"""ReMEMBER and its variants; the one that reads the annotated gaps has nothing to read here."""
