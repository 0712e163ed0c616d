"""Every memory method by the name tables print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from streamrecall.baselines.a_mem import AMemMemory
from streamrecall.baselines.dense import DenseMemory
from streamrecall.baselines.dense_passages import DensePassages
from streamrecall.baselines.extractive_summary_writer import ExtractiveSummaryWriter
from streamrecall.baselines.full import FullMemory
from streamrecall.baselines.graph_rag import GraphRAGMemory, GraphRagParameters
from streamrecall.baselines.hierarchical_summary import HierarchicalSummaryMemory
from streamrecall.baselines.hipporag_2 import HippoRAG2Memory
from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.ideal import IdealMemory
from streamrecall.baselines.incremental_summary import IncrementalSummaryMemory
from streamrecall.baselines.memgas import MemGasMemory, MemGasParameters
from streamrecall.baselines.memo_rag import MemoRagMemory
from streamrecall.baselines.no_memory import NoMemory
from streamrecall.baselines.rag import RagMemory
from streamrecall.baselines.raptor import MOST_LAYERS, RaptorMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.baselines.rolling_summary import RollingSummaryMemory
from streamrecall.baselines.rq_rag import RqRagMemory
from streamrecall.baselines.sparse import SparseMemory
from streamrecall.baselines.steps.chat_memory import ChatMemory
from streamrecall.baselines.steps.chat_notes import ChatNotes
from streamrecall.baselines.steps.chat_refiner import ChatRefiner
from streamrecall.baselines.steps.cluster_summaries import ChatClusterSummarizer
from streamrecall.baselines.steps.graph_rag_steps import graph_rag_steps
from streamrecall.baselines.steps.hipporag_2_steps import hipporag_2_steps
from streamrecall.baselines.steps.redundancy_filter import ChatRedundancyFilter
from streamrecall.baselines.steps.rolling_summary import ChatSummaryReviser
from streamrecall.baselines.steps.session_digests import ChatSessionDigester
from streamrecall.baselines.summary_writer import SummaryWriter
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.rule_based_extractor import RuleBasedExtractor
from streamrecall.ports import Embedder, EntityExtractor, GapDetector, SceneEventSummarizer, StreamMemory
from streamrecall.prostream.extractive_summarizer import ExtractiveSummarizer
from streamrecall.prostream.memory import ProStream
from streamrecall.records import Gap
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.memory import ReMEMBER
from streamrecall.remember.reference_queries import ReferenceQueries
from streamrecall.remember.without_gap_conditioning import ReMEMBERWithoutGapConditioning
from streamrecall.remember.without_refinement import ReMEMBERWithoutRefinement
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


@dataclass(frozen=True, slots=True)
class MemoryParts:
    """What a memory may be built from.

    Attributes:
        embedder: Makes the vectors of chunks, turns and queries.
        gaps: The annotated gaps of each window, by its id; only methods whose names say so read them.
        detector: Finds the gaps of the methods in ``DETECTING``.
        writer: Writes the summaries of the methods in ``SUMMARISING``.
        model: Takes the steps of the methods in ``STRUCTURED``; None for rules in its place.
        event_summarizer: Names the events and scenes of the methods in ``PROSTREAM``.
        extractor: Finds their facts.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    embedder: Embedder
    gaps: Mapping[str, Sequence[Gap]] = field(default_factory=dict)
    detector: GapDetector = field(default_factory=RuleBasedGapDetector)
    writer: SummaryWriter = field(default_factory=ExtractiveSummaryWriter)
    event_summarizer: SceneEventSummarizer = field(default_factory=ExtractiveSummarizer)
    extractor: EntityExtractor = field(default_factory=RuleBasedExtractor)
    chunk_tokens: int = CHUNK_TOKENS
    chunk_overlap: int = CHUNK_OVERLAP
    model: PromptedModel | None = None

    @property
    def evidence(self) -> dict[str, tuple[str, ...]]:
        """The evidence turns of each window, without those whose value no longer holds."""
        return {
            window_id: tuple(
                dict.fromkeys(
                    turn_id for gap in gaps for turn_id in gap.evidence if turn_id not in gap.superseded
                )
            )
            for window_id, gaps in self.gaps.items()
        }


MemoryFactory = Callable[[MemoryParts], StreamMemory]
"""Makes a new, empty memory; one memory watches one dialogue."""

BASELINES: dict[str, MemoryFactory] = {
    IdealMemory.name: lambda parts: IdealMemory(parts.evidence),
    NoMemory.name: lambda parts: NoMemory(),
    FullMemory.name: lambda parts: FullMemory(),
    RecentMemory.name: lambda parts: RecentMemory(),
    IncrementalSummaryMemory.name: lambda parts: IncrementalSummaryMemory(parts.writer),
    HierarchicalSummaryMemory.name: lambda parts: HierarchicalSummaryMemory(parts.writer),
    SparseMemory.name: lambda parts: SparseMemory(parts.chunk_tokens, parts.chunk_overlap),
    DenseMemory.name: lambda parts: DenseMemory(parts.embedder, parts.chunk_tokens, parts.chunk_overlap),
    HybridMemory.name: lambda parts: HybridMemory(parts.embedder, parts.chunk_tokens, parts.chunk_overlap),
}
"""The diagnostic references and the memory construction baselines (ReMEMBER, section 5.1)."""

SUMMARISING: dict[str, Callable[[SummaryWriter], StreamMemory]] = {
    IncrementalSummaryMemory.name: IncrementalSummaryMemory,
    HierarchicalSummaryMemory.name: HierarchicalSummaryMemory,
}
"""Those whose memory is a summary, from what writes it."""

REMEMBER: dict[str, MemoryFactory] = {
    ReMEMBERWithoutGapConditioning.name: lambda parts: ReMEMBERWithoutGapConditioning(
        parts.embedder, chunk_tokens=parts.chunk_tokens, chunk_overlap=parts.chunk_overlap
    ),
    ReMEMBERWithoutRefinement.name: lambda parts: ReMEMBERWithoutRefinement(
        parts.embedder,
        parts.detector,
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
    ),
    ReMEMBER.name: lambda parts: ReMEMBER(
        parts.embedder,
        parts.detector,
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
    ),
    ExpectedRecallReMEMBER.name: lambda parts: ExpectedRecallReMEMBER(
        parts.embedder,
        parts.detector,
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
    ),
    ReferenceQueries.name: lambda parts: ReferenceQueries(
        parts.embedder,
        parts.gaps,
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
    ),
}
"""ReMEMBER, its ablations and its variants (section 4)."""

DETECTING = (ReMEMBERWithoutRefinement.name, ReMEMBER.name, ExpectedRecallReMEMBER.name)
"""Methods that look for the gaps ``MemoryParts.detector`` finds."""

PROSTREAM: dict[str, MemoryFactory] = {
    "ProStream": lambda parts: ProStream(parts.embedder, parts.event_summarizer, parts.extractor),
}
"""ProStream (section 5)."""


def _memgas(
    parts: MemoryParts, name: str = MemGasMemory.name, parameters: MemGasParameters | None = None
) -> StreamMemory:
    return MemGasMemory(
        parts.embedder,
        None if parts.model is None else ChatSessionDigester(parts.model),
        None if parts.model is None else ChatRedundancyFilter(parts.model),
        parameters,
        name,
    )


def _raptor(parts: MemoryParts, name: str = RaptorMemory.name, layers: int = MOST_LAYERS) -> StreamMemory:
    return RaptorMemory(
        parts.embedder,
        None if parts.model is None else ChatClusterSummarizer(parts.model),
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
        layers=layers,
        name=name,
    )


STRUCTURED: dict[str, MemoryFactory] = {
    AMemMemory.name: lambda parts: AMemMemory(
        parts.embedder, None if parts.model is None else ChatNotes(parts.model)
    ),
    "GraphRAG": lambda parts: GraphRAGMemory(
        parts.embedder, parts.chunk_tokens, parts.chunk_overlap, steps=graph_rag_steps(parts.model)
    ),
    "HippoRAG 2": lambda parts: HippoRAG2Memory(
        parts.embedder, parts.chunk_tokens, parts.chunk_overlap, steps=hipporag_2_steps(parts.model)
    ),
    MemGasMemory.name: _memgas,
    MemoRagMemory.name: lambda parts: MemoRagMemory(
        parts.embedder,
        None if parts.model is None else ChatMemory(parts.model),
        parts.chunk_tokens,
        parts.chunk_overlap,
    ),
    RaptorMemory.name: _raptor,
    RollingSummaryMemory.name: lambda parts: RollingSummaryMemory(
        reviser=None if parts.model is None else ChatSummaryReviser(parts.model)
    ),
    RqRagMemory.name: lambda parts: RqRagMemory(
        parts.embedder,
        None if parts.model is None else ChatRefiner(parts.model),
        parts.chunk_tokens,
        parts.chunk_overlap,
    ),
}
"""Baselines of ProStream's Table 1 that a language model has a part in before the answer (section 6.1).

The others are RAG, below, and Full Context, which for windows is Full Memory under another name.
"""

PLAIN: dict[str, MemoryFactory] = {
    RagMemory.name: lambda parts: RagMemory(parts.embedder, parts.chunk_tokens, parts.chunk_overlap),
}
"""Baselines of ProStream's Table 1 without such steps."""

ABLATED: dict[str, MemoryFactory] = {
    "A-Mem w/o links": lambda parts: AMemMemory(
        parts.embedder,
        None if parts.model is None else ChatNotes(parts.model),
        name="A-Mem w/o links",
        linked=False,
    ),
    "GraphRAG w/o communities": lambda parts: GraphRAGMemory(
        parts.embedder,
        parts.chunk_tokens,
        parts.chunk_overlap,
        steps=graph_rag_steps(parts.model),
        parameters=GraphRagParameters(community_share=0),
        name="GraphRAG w/o communities",
    ),
    "GraphRAG w/o graph": lambda parts: DensePassages(
        parts.embedder, parts.chunk_tokens, parts.chunk_overlap, name="GraphRAG w/o graph"
    ),
    "HippoRAG 2 w/o graph": lambda parts: DensePassages(
        parts.embedder, parts.chunk_tokens, parts.chunk_overlap, name="HippoRAG 2 w/o graph"
    ),
    "MemGAS w/o graph": lambda parts: _memgas(parts, "MemGAS w/o graph", MemGasParameters(damping=0.0)),
    "MemGAS w/o router": lambda parts: _memgas(parts, "MemGAS w/o router", MemGasParameters(routed=False)),
    "MemoRAG w/o clues": lambda parts: MemoRagMemory(
        parts.embedder,
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
        name="MemoRAG w/o clues",
        clues=False,
    ),
    "RAPTOR w/o summaries": lambda parts: _raptor(parts, "RAPTOR w/o summaries", layers=0),
    "RQ-RAG w/o refinement": lambda parts: RqRagMemory(
        parts.embedder,
        chunk_tokens=parts.chunk_tokens,
        chunk_overlap=parts.chunk_overlap,
        name="RQ-RAG w/o refinement",
        depth=0,
    ),
}
"""Each structured memory without what makes it one, named ``NAME w/o PART``; no table of the paper has it."""

MEMORIES: dict[str, MemoryFactory] = {**BASELINES, **REMEMBER, **PROSTREAM, **PLAIN, **STRUCTURED}
"""Every method, in the order of the tables."""
