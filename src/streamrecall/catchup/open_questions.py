"""Which questions nobody has answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from streamrecall.catchup.cues import ANSWER
from streamrecall.catchup.dialogue_acts import is_question
from streamrecall.records import Turn
from streamrecall.text.content_words import read_words

_ANSWER = re.compile(ANSWER, re.IGNORECASE)
_REACH = 6
_PROMPT = timedelta(minutes=30)


def is_answered(question: str, asked: Turn, following: Sequence[Turn]) -> bool:
    """Return whether a later turn of another speaker answers the question.

    An answer replies to the turn by its id; or it comes next and soon; or it comes within a few turns and
    opens like an answer, or shares a content word, or is by someone the question names. A turn that only
    asks back is no answer. When in doubt a question counts as answered, so that those listed are open.
    """
    words = read_words(question).content
    named = {word.casefold() for word in re.findall(r"\w+", question)}
    nearby = 0
    for turn in following:
        if turn.speaker == asked.speaker or not turn.text.strip():
            continue
        if turn.reply_to == asked.turn_id:
            return True
        if turn.reply_to is not None or nearby >= _REACH:
            continue
        nearby += 1
        if _only_asks(turn.text):
            continue
        if nearby == 1 and _soon(asked, turn):
            return True
        shared = words & read_words(turn.text).content
        if _ANSWER.search(turn.text) or shared or _first_name(turn.speaker) in named:
            return True
    return False


def _only_asks(text: str) -> bool:
    return is_question(text) and not re.search(r"[.!]\s", text)


def _first_name(speaker: str) -> str:
    parts = speaker.casefold().split()
    return parts[0] if parts else "\0"


def _soon(asked: Turn, turn: Turn) -> bool:
    if asked.time is None or turn.time is None:
        return True
    try:
        gap = datetime.fromisoformat(turn.time) - datetime.fromisoformat(asked.time)
    except (ValueError, TypeError):
        return True
    return gap <= _PROMPT
