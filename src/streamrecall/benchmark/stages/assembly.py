"""From what the stages kept to benchmark instances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.stages.resolution import Resolution
from streamrecall.errors import LookAheadError
from streamrecall.records import Dialogue, Gap, Instance, SalientUtterance, Window


def assemble_instances(
    windows: Mapping[str, Window],
    dialogues: Mapping[str, Dialogue],
    candidates: Iterable[SalientCandidate],
    accepted: Iterable[EvidenceCandidate],
    resolutions: Iterable[Resolution],
) -> tuple[Instance, ...]:
    """Return one instance per window, those without a salient utterance included.

    An utterance whose gap lost its way (no agreed type, no valid evidence) stays salient, without a gap.

    Raises:
        LookAheadError: If evidence does not lie before its window.
    """
    evidence: dict[str, list[EvidenceCandidate]] = {}
    for each in accepted:
        if each.turn_index >= windows[each.window_id].first_turn:
            raise LookAheadError(
                f"{each.utterance_id}: evidence {each.source_id} is not before window {each.window_id}."
            )
        evidence.setdefault(each.utterance_id, []).append(each)
    statements = {each.utterance_id: each.text for each in resolutions}
    by_window: dict[str, list[SalientCandidate]] = {}
    for candidate in candidates:
        by_window.setdefault(candidate.window_id, []).append(candidate)
    return tuple(
        Instance(
            window=window,
            corpus=dialogues[window.dialogue_id].corpus,
            domain=dialogues[window.dialogue_id].domain,
            salient=tuple(
                SalientUtterance(
                    candidate.utterance_id,
                    candidate.turns,
                    candidate.text,
                    _gap(candidate, evidence, statements),
                )
                for candidate in by_window.get(window_id, ())
            ),
        )
        for window_id, window in windows.items()
    )


def _gap(
    candidate: SalientCandidate,
    evidence: Mapping[str, list[EvidenceCandidate]],
    statements: Mapping[str, str],
) -> Gap | None:
    own = sorted(evidence.get(candidate.utterance_id, ()), key=lambda each: (each.turn_index, each.source_id))
    if candidate.gap_type is None or not own:
        return None
    return Gap(
        gap_id=candidate.gap_id,
        type=candidate.gap_type,
        reason=candidate.reason,
        evidence=tuple(dict.fromkeys(each.turn_id for each in own)),
        resolution=statements[candidate.utterance_id],
    )
