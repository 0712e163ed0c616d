"""All stages in a row, in memory: what the pipeline does node by node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.stages.assembly import assemble_instances
from streamrecall.benchmark.stages.evidence import find_evidence
from streamrecall.benchmark.stages.history_filtering import RelevantChunk, filter_history
from streamrecall.benchmark.stages.resolution import Resolution, state_resolutions
from streamrecall.benchmark.stages.salience_and_dependence import identify_salient
from streamrecall.benchmark.stages.validation import validate_evidence
from streamrecall.benchmark.votes import StageRecord
from streamrecall.benchmark.window_sentences import number_sentences
from streamrecall.records import Dialogue, Instance, Window


@dataclass(frozen=True, slots=True)
class CallSizes:
    """How much is put into one question.

    Attributes:
        chunks: Chunks labelled at once (stage iii).
        sentences: About how many sentences are audited at once (stage iv).
        candidates: Pieces of evidence validated at once (stage v).
    """

    chunks: int = 40
    sentences: int = 40
    candidates: int = 20


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a panel made of some windows; ``record`` accounts for everything on the way."""

    instances: tuple[Instance, ...]
    candidates: tuple[SalientCandidate, ...]
    chunks: tuple[RelevantChunk, ...]
    evidence: tuple[EvidenceCandidate, ...]
    accepted: tuple[EvidenceCandidate, ...]
    resolutions: tuple[Resolution, ...]
    record: StageRecord


def annotate(
    windows: Sequence[Window],
    dialogues: Mapping[str, Dialogue],
    panel: Panel,
    sizes: CallSizes | None = None,
) -> Annotation:
    """Annotate windows with a panel."""
    sizes = sizes or CallSizes()
    known = {window.window_id: window for window in windows}
    candidates, identified = identify_salient([number_sentences(window) for window in windows], panel)
    chunks, filtered = filter_history(known, dialogues, candidates, panel, sizes.chunks)
    evidence, found = find_evidence(
        known, dialogues, candidates, chunks, panel, passage_sentences=sizes.sentences
    )
    accepted, validated = validate_evidence(known, candidates, evidence, panel, sizes.candidates)
    resolutions, stated = state_resolutions(known, candidates, accepted, panel)
    return Annotation(
        instances=assemble_instances(known, dialogues, candidates, accepted, resolutions),
        candidates=candidates,
        chunks=chunks,
        evidence=evidence,
        accepted=accepted,
        resolutions=resolutions,
        record=identified + filtered + found + validated + stated,
    )
