"""An annotator made of rules: it finishes every stage without a model, and says in its name what it is.

A rule set reads windows in its own way (``WindowRule``) and weighs what the history shares with them in its
own way (``Overlap``). Three such sets that have little in common stand in for three models where there is
none, so that the whole annotation runs offline.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.annotator import (
    Audit,
    Check,
    Finding,
    Given,
    ReadUtterance,
    Screening,
    Verdict,
)
from streamrecall.benchmark.annotators.overlap import Overlap, WordRarity
from streamrecall.benchmark.window_sentences import NumberedWindow
from streamrecall.records import GapType, one_line
from streamrecall.text.content_words import NEGATED, read_words

WindowRule = Callable[[NumberedWindow], Sequence[tuple[int, GapType | None, str]]]
"""Returns the salient sentences of a window: number, gap type or None, what is missing."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a rule set lets through.

    Attributes:
        chunk_share: Most chunks of a history called relevant, as a share in (0, 1].
        sentences: Most sentences that resolve one gap.
        weight: Least overlap, in nats of rarity, of a sentence that resolves.
        new_words: Content words that evidence must have beyond the window's.
    """

    chunk_share: float = 0.15
    sentences: int = 3
    weight: float = 4.0
    new_words: int = 2


class RuleBasedAnnotator:
    """Annotates by rules.

    Args:
        name: Starts with ``rules:``, so that no table mistakes it for a model.
        window_rule: Finds salient sentences and gaps.
        overlap: Weighs what a text shares with a window or an utterance.
        limits: Thresholds.
    """

    def __init__(
        self, name: str, window_rule: WindowRule, overlap: Overlap, limits: Limits | None = None
    ) -> None:
        self.name = name
        self._window_rule = window_rule
        self._overlap = overlap
        self._limits = limits or Limits()

    def read(self, windows: Sequence[NumberedWindow]) -> list[Given[tuple[ReadUtterance, ...]]]:
        """Return the salient sentences of each window (stages i and ii)."""
        return [
            Given(
                tuple(
                    ReadUtterance((number,), (window.sentence(number).text,), reason, gap_type)
                    for number, gap_type, reason in self._window_rule(window)
                )
            )
            for window in windows
        ]

    def screen(self, screenings: Sequence[Screening]) -> list[Given[tuple[bool, ...]]]:
        """Call those chunks relevant that share most with the window, up to a share of them (stage iii)."""
        by_window: dict[str, list[Screening]] = {}
        for screening in screenings:
            by_window.setdefault(screening.window.window_id, []).append(screening)
        chosen: dict[str, set[int]] = {}
        for window_id, own in by_window.items():
            chunks = [chunk for screening in own for chunk in screening.chunks]
            texts = [chunk.text for chunk in chunks]
            rarity = WordRarity(texts)
            wanted = read_words(own[0].window.render()).content - {NEGATED}
            weights = [self._overlap(wanted, text, rarity) for text in texts]
            most = max(1, int(len(chunks) * self._limits.chunk_share))
            ranked = sorted(range(len(chunks)), key=lambda position: (-weights[position], position))[:most]
            chosen[window_id] = {chunks[position].index for position in ranked if weights[position] > 0}
        return [
            Given(tuple(chunk.index in chosen[screening.window.window_id] for chunk in screening.chunks))
            for screening in screenings
        ]

    def audit(self, audits: Sequence[Audit]) -> list[Given[tuple[Finding, ...]]]:
        """Call those sentences resolving that share most with the target and add something (stage iv)."""
        by_gap: dict[str, list[Audit]] = {}
        for audit in audits:
            by_gap.setdefault(audit.target.utterance_id, []).append(audit)
        weights = {gap: self._weights(own) for gap, own in by_gap.items()}
        return [
            Given(
                tuple(
                    self._finding(sentence.source_id, weights[audit.target.utterance_id])
                    for sentence in audit.passage
                )
            )
            for audit in audits
        ]

    def validate(self, checks: Sequence[Check]) -> list[Given[tuple[Verdict, ...]]]:
        """Judge evidence by its words: shared with the target, its own, and not the window's (stage v)."""
        return [Given(self._verdicts(check)) for check in checks]

    def resolve(self, checks: Sequence[Check]) -> list[Given[str]]:
        """Quote the evidence with its speakers: a rule cannot put it into words of its own."""
        return [
            Given(
                " ".join(
                    f"{one_line(each.speaker)} said: \u201c{one_line(each.sentence)}\u201d"
                    for each in check.candidates
                )
            )
            for check in checks
        ]

    def _weights(self, audits: Sequence[Audit]) -> dict[str, float]:
        """Return the sentences that resolve one gap, with what they share with it."""
        sentences = [sentence for audit in audits for sentence in audit.passage]
        rarity = WordRarity([sentence.text for sentence in sentences])
        target = audits[0].target
        wanted = read_words(target.text).content - {NEGATED}
        said = read_words(audits[0].window.render()).content
        weights = {
            sentence.source_id: self._overlap(wanted, sentence.text, rarity)
            for sentence in sentences
            if len(read_words(sentence.text).content - said) >= self._limits.new_words
        }
        ranked = sorted(weights, key=lambda source_id: -weights[source_id])[: self._limits.sentences]
        return {each: weights[each] for each in ranked if weights[each] >= self._limits.weight}

    def _finding(self, source_id: str, weights: dict[str, float]) -> Finding:
        if source_id in weights:
            return Finding(
                source_id,
                f"It shares {weights[source_id]:.1f} nats of rare words with the target and adds words that "
                "the window does not have.",
                True,
            )
        return Finding(source_id, "It shares too little with the target, or adds nothing.", False)

    def _verdicts(self, check: Check) -> tuple[Verdict, ...]:
        said = read_words(check.window.render()).content
        wanted = read_words(check.target.text).content - {NEGATED}
        rarity = WordRarity([turn.text for turn in check.window.turns])
        verdicts = []
        for candidate in check.candidates:
            words = read_words(candidate.sentence)
            own = words.content - {NEGATED}
            added = own - said
            verdicts.append(
                Verdict(
                    source_id=candidate.source_id,
                    sufficient=self._overlap(wanted, candidate.sentence, rarity) >= self._limits.weight / 2,
                    explicit=not candidate.sentence.rstrip().endswith("?"),
                    independent=len(own) > len(own & wanted),
                    new=len(added) >= self._limits.new_words,
                )
            )
        return tuple(verdicts)
