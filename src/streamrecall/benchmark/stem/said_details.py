"""Questions of what somebody said as such: a quantity, a name nobody else says, a reply."""

from __future__ import annotations

import re
from collections.abc import Iterator

from streamrecall.benchmark.stem.claims import Claim, ClaimKind
from streamrecall.benchmark.stem.details import WHO, Detail, Form
from streamrecall.benchmark.stem.mentions import Mentions
from streamrecall.benchmark.stem.quantities import quantities
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.records import Turn, one_line
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import split_sentences

_QUESTION_WORDS = (5, 18)
_REPLY_WORDS = (2, 24)
_POLAR = re.compile(
    r"(?:oh,? |well,? |uh,? |um,? )?(?:yes|yeah|yep|no|nope|of course|actually|technically|maybe|not|because"
    r"|i do|i did|sure)\b",
    re.I,
)
_ASKS_FOR = re.compile(
    r"(?:\w+, |so,? |and |but |oh,? |well,? )*(?:how|when|where|who|which|why|what)\b", re.I
)
_FILLER = re.compile(
    r"^(?:(?:oh|well|um|uh|no|yeah|yes|ok|okay|so|and|but|hey|look|right)\b[\s,.!\u2026-]*)+", re.I
)


def quantity_details(stream: TopicStream) -> Iterator[Detail]:
    """Yield a question for each counted noun that a person puts one number to in the whole stream."""
    for person in stream.people:
        numbers: dict[str, set[str]] = {}
        found: dict[str, tuple[str, list[int]]] = {}
        for turn in stream.turns:
            if turn.speaker.strip() != person:
                continue
            for noun, number in quantities(turn.text):
                numbers.setdefault(noun, set()).add(number)
                found.setdefault(noun, (number, []))[1].append(turn.index)
        for noun, (number, turns) in found.items():
            if len(numbers[noun]) > 1:
                continue
            yield Detail(
                Form.QUANTITY, f"How many {noun} did {WHO} speak of?", number, (number,), person,
                tuple(dict.fromkeys(turns)), noun, claim=Claim(ClaimKind.QUANTITY, (noun,), (person,)),
            )  # fmt: skip


def name_details(mentions: Mentions) -> Iterator[Detail]:
    """Yield a question for each name that one person alone says in the whole stream."""
    stream = mentions.stream
    for name in mentions.rare_names:
        turns = mentions.turns_saying(name)
        speakers = {stream.turns[index].speaker.strip() for index in turns}
        if len(speakers) != 1 or len(turns) > 3 or not speakers <= set(stream.people):
            continue
        (person,) = speakers
        yield Detail(
            Form.SPOKE_OF, f"Who spoke of {name}?", person, (person,), person, turns, name,
            f"the person who spoke of {name}", premise=f"What did {WHO} say about {name}?",
            claim=Claim(ClaimKind.ONLY_SPEAKER, (name,)),
        )  # fmt: skip


def reply_details(stream: TopicStream) -> Iterator[Detail]:
    """Yield a question for each question of one person that the very next turn replies to."""
    asked_before: set[str] = set()
    people = set(stream.people)
    for asking, replying in zip(stream.turns, stream.turns[1:], strict=False):
        asker, replier = asking.speaker.strip(), replying.speaker.strip()
        if asker == replier or not {asker, replier} <= people or asking.session != replying.session:
            continue
        question = _last_question(asking)
        reply = one_line(replying.text)
        if not question or question.casefold() in asked_before:
            continue
        asked_before.add(question.casefold())
        if not _tells(reply) or not _takes_up(question, reply):
            continue
        said = _FILLER.sub("", reply) or reply
        yield Detail(
            Form.REPLY,
            f'What did {WHO} reply when {asker} asked, "{question}"',
            reply,
            _reply_words(said),
            replier,
            (asking.index, replying.index),
            question,
        )


def _last_question(turn: Turn) -> str:
    """Return the question that a turn ends with, where it stands by itself and tells what it is about."""
    sentences = split_sentences(one_line(turn.text))
    if not sentences or not sentences[-1].endswith("?") or '"' in sentences[-1]:
        return ""
    question = sentences[-1].lstrip(" .-\u2026")
    words = len(question.split())
    least, most = _QUESTION_WORDS
    enough = len(read_words(question).content) >= 3
    return question if least <= words <= most and enough else ""


def _takes_up(question: str, reply: str) -> bool:
    """Whether a reply says yes or no, or a word of the question, or the question asks for something."""
    shared = read_words(question).content & read_words(reply).content
    return bool(shared or _POLAR.match(reply) or _ASKS_FOR.match(question))


def _tells(reply: str) -> bool:
    least, most = _REPLY_WORDS
    if not least <= len(reply.split()) <= most or reply.rstrip("\"' ").endswith(("?", "-", "\u2026", "..")):
        return False
    return len(read_words(reply).content) >= 3 and '"' not in reply


def _reply_words(reply: str) -> tuple[str, ...]:
    """Return the two longest telling words, adverbs and the first word only where there are no others."""
    words = [
        word for word in re.findall(r"[\w'\u2019-]+", reply) if read_words(word).content and len(word) > 2
    ]
    telling = list(dict.fromkeys(word for word in words[1:] if not word.endswith("ly"))) or words
    longest = sorted(telling, key=lambda word: (-len(word), word))[:2]
    return tuple(word for word in telling if word in longest)
