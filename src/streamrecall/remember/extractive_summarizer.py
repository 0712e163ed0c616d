"""The offline summarizer: quotes the window's salient utterances, each with its recovered evidence.

A sentence reads ``Pavel: "the other supplier said no" (the other supplier: Brambeck offered 8 % - Maren,
2026-03-05)``: who said what in the window, and in brackets what was said earlier, by whom and when. An
utterance about which the memory has recovered something is preferred to an equal one that stands alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from streamrecall.records import Memory, MemoryItem, Summary, SummarySentence, Turn, Window, one_line
from streamrecall.remember.evidence_links import EvidenceLinks, Link, link_words
from streamrecall.remember.salience import salience
from streamrecall.text.content_words import coverage, read_words
from streamrecall.text.sentences import split_sentences
from streamrecall.text.tokens import count_tokens, truncate_tokens

_REPEATED_SHARE = 0.7
_LABEL_WORDS = 6
_RECOVERED_BONUS = 0.8


@dataclass(frozen=True, slots=True)
class _Utterance:
    turn: Turn
    position: int
    text: str
    score: float


class ExtractiveSummarizer:
    """Summarises a window in its own words, without a model.

    Args:
        max_sentences: Most summary sentences.
        max_tokens: Most cl100k_base tokens of the whole summary.
        quote_tokens: Most tokens quoted of one utterance or of one piece of evidence.
        evidence: Most memory items quoted with one utterance.
        threshold: How much rarity an item must share with an utterance that no detected gap links it to.
    """

    name = "extractive"

    def __init__(
        self,
        *,
        max_sentences: int = 12,
        max_tokens: int = 800,
        quote_tokens: int = 80,
        evidence: int = 1,
        threshold: float = 5.0,
    ) -> None:
        if min(max_sentences, max_tokens, quote_tokens) < 1 or evidence < 0:
            raise ValueError("sentences and tokens must be at least 1, evidence at least 0")
        self.max_sentences = max_sentences
        self.max_tokens = max_tokens
        self.quote_tokens = quote_tokens
        self.evidence = evidence
        self.threshold = threshold

    def summarize(self, window: Window, memory: Memory) -> Summary:
        """Return the summary, in the window's order; without sentences for a window without text."""
        links = EvidenceLinks(window, memory, self.threshold)
        told: set[MemoryItem] = set()
        sentences: list[SummarySentence] = []
        tokens = 0
        for utterance in _merge_neighbours(self._select(window, links)):
            sentence = self._sentence(utterance, links, told)
            cost = count_tokens(sentence.text + " ")
            if sentences and tokens + cost > self.max_tokens:
                continue
            sentences.append(sentence)
            tokens += cost
        return Summary(window.window_id, memory.method, self.name, tuple(sentences))

    def _select(self, window: Window, links: EvidenceLinks) -> list[_Utterance]:
        candidates = [
            _Utterance(turn, position, text, self._score(turn, text, links))
            for turn in window.turns
            for position, text in enumerate(split_sentences(one_line(turn.text)))
        ]
        chosen: list[_Utterance] = []
        said: frozenset[str] = frozenset()
        for candidate in sorted(candidates, key=lambda utterance: -utterance.score):
            words = read_words(candidate.text).content
            if chosen and coverage(words, said) >= _REPEATED_SHARE:
                continue
            chosen.append(candidate)
            said |= words
            if len(chosen) == self.max_sentences:
                break
        return sorted(chosen, key=lambda utterance: (utterance.turn.index, utterance.position))

    def _score(self, turn: Turn, text: str, links: EvidenceLinks) -> float:
        score = salience(text)
        return score + _RECOVERED_BONUS if score > 0 and links.of(turn, text) else score

    def _sentence(
        self, utterance: _Utterance, links: EvidenceLinks, told: set[MemoryItem]
    ) -> SummarySentence:
        quote = self._cut(utterance.text)
        text = f'{one_line(utterance.turn.speaker)}: "{quote}"'
        found = [link for link in links.of(utterance.turn, utterance.text) if link.item not in told]
        found = found[: self.evidence]
        told.update(link.item for link in found)
        for link in found:
            text += f" ({self._explain(link, utterance.text, links)})"
        return SummarySentence(
            text=text.strip(),
            window_turn_ids=(utterance.turn.turn_id,),
            memory_turn_ids=tuple(dict.fromkeys(i for link in found for i in link.item.turn_ids)),
        )

    def _explain(self, link: Link, utterance: str, links: EvidenceLinks) -> str:
        speaker, said = _speaker_and_text(link.item)
        pieces = split_sentences(said) or [said]
        wanted = link_words(link, utterance)
        if count_tokens(said) > self.quote_tokens:
            best = max(range(len(pieces)), key=lambda i: (links.weight(wanted, pieces[i]), -i))
            said = self._widen(pieces, best)
        source = ", ".join(part for part in (speaker, link.item.date or "") if part)
        return f"{_label(link)}: {self._cut(said)}" + (f" \u2014 {source}" if source else "")

    def _widen(self, pieces: list[str], best: int) -> str:
        """Return the best piece and as many of its successors as fit."""
        text = pieces[best]
        for piece in pieces[best + 1 :]:
            if count_tokens(f"{text} {piece}") > self.quote_tokens:
                break
            text = f"{text} {piece}"
        return text

    def _cut(self, text: str) -> str:
        if count_tokens(text) <= self.quote_tokens:
            return text
        return truncate_tokens(text, self.quote_tokens).rstrip() + "\u2026"


def _merge_neighbours(chosen: list[_Utterance]) -> list[_Utterance]:
    """Join chosen sentences that follow one another in one turn."""
    merged: list[_Utterance] = []
    for utterance in chosen:
        last = merged[-1] if merged else None
        if last and last.turn is utterance.turn and last.position + 1 == utterance.position:
            merged[-1] = _Utterance(
                utterance.turn, utterance.position, f"{last.text} {utterance.text}", last.score
            )
        else:
            merged.append(utterance)
    return merged


def _speaker_and_text(item: MemoryItem) -> tuple[str, str]:
    """Split the line of a single turn; an item of several turns is quoted as it stands."""
    speaker, mark, said = item.text.partition(": ")
    return (speaker, said) if mark and said and len(item.turn_ids) == 1 else ("", item.text)


def _label(link: Link) -> str:
    if link.gap is not None and len(link.gap.quote.split()) <= _LABEL_WORDS:
        return one_line(link.gap.quote)
    return "earlier"
