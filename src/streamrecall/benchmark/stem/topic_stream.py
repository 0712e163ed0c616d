"""A dialogue as questions see it: turns by id, their topics and sessions, and the words of each turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Topic, Turn
from streamrecall.text.content_words import read_words

_ONE_PERSON = re.compile(
    r"(?!(?:all|both|everyone|everybody|others|voice|man|woman)\b)(?!.*(?:,|\band\b|[()&/:?\"]))\w.{0,40}\Z",
    re.I,
)

_LEAST_TURNS, _LEAST_SHARE = 2, 0.01


class TopicStream:
    """One dialogue with the topics its turns belong to.

    Args:
        dialogue: Its turns are numbered from 0 without a break.
        topics: Those of this dialogue; of a turn without one nothing is known.

    Raises:
        DataError: If turns are misnumbered, or a topic names an unknown turn or one that another topic has.
    """

    def __init__(self, dialogue: Dialogue, topics: Iterable[Topic] = ()) -> None:
        self.dialogue_id = dialogue.dialogue_id
        self.turns: tuple[Turn, ...] = dialogue.turns
        for position, turn in enumerate(self.turns):
            if turn.index != position:
                raise DataError(
                    f"dialogue {self.dialogue_id!r}: turn {turn.turn_id!r} has index {turn.index}, expected"
                    f" {position}."
                )
        self.positions = {turn.turn_id: turn.index for turn in self.turns}
        self.topic_of: dict[str, str] = {}
        for topic in topics:
            for turn_id in topic.turn_ids:
                if turn_id not in self.positions:
                    raise DataError(
                        f"topic {topic.topic_id!r}: no turn {turn_id!r} in dialogue {self.dialogue_id!r}."
                    )
                if turn_id in self.topic_of:
                    raise DataError(
                        f"turn {turn_id!r} of dialogue {self.dialogue_id!r} is in the topics"
                        f" {self.topic_of[turn_id]!r} and {topic.topic_id!r}; topics do not overlap."
                    )
                self.topic_of[turn_id] = topic.topic_id

    def __len__(self) -> int:
        return len(self.turns)

    def turn(self, turn_id: str) -> Turn:
        """Return the turn of an id that is known to be there."""
        return self.turns[self.positions[turn_id]]

    def apart(self, turn_ids: Sequence[str]) -> bool:
        """Whether the turns are of more than one session or, as far as is known, more than one topic."""
        sessions = {self.turn(turn_id).session for turn_id in turn_ids}
        topics = {self.topic_of[turn_id] for turn_id in turn_ids if turn_id in self.topic_of}
        return len(sessions) > 1 or len(topics) > 1

    @cached_property
    def speakers(self) -> tuple[str, ...]:
        """Who speaks, most turns first, then by name; the nameless are left out."""
        turns = Counter(turn.speaker.strip() for turn in self.turns)
        turns.pop("", None)
        return tuple(sorted(turns, key=lambda name: (-turns[name], name)))

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The speakers that a question can ask about: a name for one person, with some share in the talk."""
        turns = Counter(turn.speaker.strip() for turn in self.turns)
        least = max(_LEAST_TURNS, _LEAST_SHARE * len(self.turns))
        return tuple(name for name in self.speakers if turns[name] >= least and _ONE_PERSON.match(name))

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The content words of each turn's text, stemmed."""
        return tuple(read_words(turn.text).content for turn in self.turns)

    @cached_property
    def word_turns(self) -> Counter[str]:
        """In how many turns each content word stands."""
        return Counter(word for words in self.words for word in words)


def topic_streams(dialogues: Iterable[Dialogue], topics: Iterable[Topic]) -> dict[str, TopicStream]:
    """Return every dialogue with its own topics, by id.

    Raises:
        DataError: If a topic names an unknown dialogue or turn.
    """
    of_dialogue: dict[str, list[Topic]] = {}
    for topic in topics:
        of_dialogue.setdefault(topic.dialogue_id, []).append(topic)
    streams = {
        dialogue.dialogue_id: TopicStream(dialogue, of_dialogue.pop(dialogue.dialogue_id, []))
        for dialogue in dialogues
    }
    if of_dialogue:
        unknown = sorted(of_dialogue)[0]
        raise DataError(
            f"topic {of_dialogue[unknown][0].topic_id!r} is of an unknown dialogue {unknown!r}.",
            hint="Make topics and turns in the same run.",
        )
    return streams
