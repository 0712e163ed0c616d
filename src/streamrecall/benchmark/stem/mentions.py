"""Which names a stream says, and in which turns: what counts and orders are computed from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from streamrecall.benchmark.stem.kinds import KINDS, mentioned
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.text.content_words import STOP_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\-][^\W\d_]+)*")
_NAME = re.compile(r"[A-Z][^\W\d_]+(?:['\u2019\-][^\W\d_]+)*(?: [A-Z][^\W\d_]+(?:['\u2019\-][^\W\d_]+)*)*")
_SENTENCE_START = re.compile(
    r"(?:\A|[.!?:;\u2026\n\"'(\[\u201c\u2018*\u2014\u2013-])[\s\"'(\[\u201c\u2018]*\Z"
)
_DETERMINED = re.compile(
    r"\b(?:the|an?|this|that|these|those|some|any|no|every|one|two|my|your|his|her|our|their)\s\Z",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december god lord jesus christ christmas mr mrs ms dr mom dad mum
    mondays tuesdays wednesdays thursdays fridays saturdays sundays mommy daddy honey sir madam ok okay
    oh ah hey hi hello yeah yes no tv english american french german spanish chinese italian russian
    indian thai dutch greek arabic turkish swedish danish polish jewish hawaiian canadian african asian
    european british scottish irish welsh korean mexican brazilian swiss i'm i'll i've i'd all ooh wow
    whoa bye dude man boy girl goddess mind sun moon earth king queen prince princess president
    university school
    """.split()
)


def mention_pattern(term: str) -> re.Pattern[str]:
    """Return the pattern that says whether a text says a name: whole words, in any case.

    A part of another word is no mention: *Mon* in *C'mon*, *Willick* in *Willick-Bunch*.
    """
    return re.compile(rf"(?<![\w'\u2019-]){re.escape(term)}(?![\w-])", re.IGNORECASE)


class Mentions:
    """The names of a stream and the turns that say them.

    A name is a run of capitalised words inside a sentence that more than one turn says, or a speaker. A word
    that people who use capitals also write without, or that always has an article or the like before it, is
    an ordinary word and left out.
    """

    def __init__(self, stream: TopicStream) -> None:
        self.stream = stream
        self._turns: dict[str, tuple[int, ...]] = {}
        self._things: dict[str, tuple[int, ...]] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name, most turns first, then by itself."""
        counted = {name: len(self.turns_saying(name)) for name in self._candidates()}
        kept = [
            name
            for name, turns in counted.items()
            if turns >= 2
            and 2 * sum(self._is_fragment(name, index) for index in self.turns_saying(name)) <= turns
        ]
        whole = [name for name in kept if not self._part_of_longer(name, kept)]
        return tuple(sorted(whole, key=lambda name: (-counted[name], name)))

    @cached_property
    def rare_names(self) -> tuple[str, ...]:
        """Names that one to three turns say and that no speaker bears, in the order of the stream."""
        speakers = {word.casefold() for name in self.stream.speakers for word in name.split()}
        rare = {
            name: self.turns_saying(name)
            for name in self._candidates()
            if not set(name.casefold().split()) & speakers
        }
        kept = {
            name: turns
            for name, turns in rare.items()
            if 1 <= len(turns) <= 3 and not any(self._is_fragment(name, index) for index in turns)
        }
        whole = [name for name in kept if not self._part_of_longer(name, kept)]
        return tuple(sorted(whole, key=lambda name: (kept[name], name)))

    def turns_saying(self, term: str) -> tuple[int, ...]:
        """Return the indices of the turns whose text says ``term``, in order."""
        if term not in self._turns:
            says = mention_pattern(term)
            first = term.split(maxsplit=1)[0].casefold()
            self._turns[term] = tuple(
                index
                for index, text in enumerate(self._folded)
                if first in text and says.search(self.stream.turns[index].text)
            )
        return self._turns[term]

    def before(self, term: str, trigger: int, speaker: str = "") -> tuple[int, ...]:
        """Return the turns before ``trigger`` that say ``term``; those of one speaker, where given."""
        said = self.turns_saying(term)
        said = said[: bisect_left(said, trigger)]
        if not speaker:
            return said
        return tuple(index for index in said if self.stream.turns[index].speaker.strip() == speaker)

    def things_of(self, kind: str, speaker: str) -> tuple[int, ...]:
        """Return the turns of a speaker that name something of a kind (``kinds.KINDS``), in order."""
        if kind not in self._things:
            things = KINDS[kind]
            self._things[kind] = tuple(
                turn.index for turn in self.stream.turns if mentioned(things, turn.text)
            )
        return tuple(i for i in self._things[kind] if self.stream.turns[i].speaker.strip() == speaker)

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple(turn.text.casefold() for turn in self.stream.turns)

    def _candidates(self) -> Iterable[str]:
        found: Counter[str] = Counter()
        determined: Counter[str] = Counter()
        for turn in self.stream.turns:
            for match in _NAME.finditer(turn.text):
                words = match.group().split()
                if _SENTENCE_START.search(turn.text, max(0, match.start() - 4), match.start()):
                    words = words[1:]
                while words and _is_ordinary(words[0]):
                    words = words[1:]
                name = " ".join(words).replace("\u2019", "'").removesuffix("'s")
                if name and not any(_is_ordinary(word) for word in words) and len(name) > 2:
                    found[name] += 1
                    determined[name] += bool(
                        _DETERMINED.search(turn.text, max(0, match.start() - 8), match.start())
                    )
        spoken = {name for name in self.stream.speakers if name.istitle() and " " not in name}
        named = {name for name in found if " " in name or determined[name] < found[name]}
        return sorted(
            name for name in named | spoken if not set(name.casefold().split()) & self._lower_case_words
        )

    @cached_property
    def _lower_case_words(self) -> frozenset[str]:
        """Words that stand without a capital in turns that begin with one."""
        return frozenset(
            word
            for turn in self.stream.turns
            if turn.text[:1].isupper()
            for word in _WORD.findall(turn.text.replace("\u2019", "'"))
            if word[0].islower()
        )

    def _is_fragment(self, name: str, index: int) -> bool:
        """Whether a turn says the name only as a part of a longer run of capitalised words."""
        escaped, joint = re.escape(name), r"(?: of| and| for)?(?: the)?"
        longer = rf"(?:[A-Z][\w'-]{{0,40}},?{joint} {escaped}(?!\w)|{escaped}(?:'s)?{joint} [A-Z])"
        return re.search(longer, self.stream.turns[index].text) is not None

    def _part_of_longer(self, name: str, kept: Iterable[str]) -> bool:
        """Whether a longer name says it nearly every time, as in ``Paper Herons`` for ``Herons``."""
        own = set(self.turns_saying(name))
        return any(
            name != longer
            and f" {name} " in f" {longer} "
            and len(own & set(self.turns_saying(longer))) >= 0.8 * len(own)
            for longer in kept
        )


def _is_ordinary(word: str) -> bool:
    folded = word.casefold().replace("\u2019", "'").removesuffix("'s")
    return folded in _NO_NAMES or folded in STOP_WORDS or word.isupper()
