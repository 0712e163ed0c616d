"""Discourse cues of a contextual gap: each a small pure function of one utterance in its window.

A cue returns how strongly it holds, from 0; the detector weighs them. They follow the paper's criteria: an
utterance is gap-bearing when its reading depends on prior dialogue (section 4.1, appendix A.2), and worth a
summary when it holds a decision, request, action or status rather than a reaction (appendix A.3). The
phrases are English; in other languages new words, length, numbers, names and replies still count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from streamrecall.remember.unintroduced_names import unintroduced_names
from streamrecall.remember.utterances import WindowUtterance
from streamrecall.text.content_words import NUMBER_WORDS, read_words

UtteranceCue = Callable[[WindowUtterance], float]


@dataclass(frozen=True, slots=True)
class WeightedCue:
    """A cue, its weight in log odds, and what it says is missing; cues of salience alone say nothing."""

    cue: UtteranceCue
    weight: float
    missing: str = ""


def _phrases(*alternatives: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(alternatives) + r")\b", re.IGNORECASE)


_SAYING = (
    r"sa(?:id|y|ying)|mention(?:ed)?|told|talk(?:ed|ing)|discuss(?:ed|ing)|spoke|decided|agreed"
    r"|plann(?:ed|ing)|suggest(?:ed|ing)|promised|sent"
)
_SHARED_PAST = _phrases(
    r"last (?:time|meeting)", r"earlier", r"previously",
    r"(?:like|as) (?:I|we|you) (?:said|mentioned|discussed)",
    rf"(?:you|we)(?:'d| had| have|'ve)? (?:were |was |just )?(?:{_SAYING})",
    r"you had (?:issues?|problems?|ideas?|questions?)", r"I (?:was|were) (?:talking|saying|telling)",
    r"they(?: were|'ve)? (?:said|saying)", r"I told you", r"remember (?:that|the|when|you)",
    r"remind(?:s|ed)? me of", r"(?:going|get|go|come|coming) back to (?:the|that|your)", r"ever since",
)  # fmt: skip
_DETERMINER = r"(?:the|this|that|these|those|our|my|your|his|her|their|all (?:the|of (?:them|it|that)))"
_GENERAL_NOUN = re.compile(
    rf"\b{_DETERMINER}\s+(?:[\w'-]+\s+)?(?:idea|question|issue|problem|plan|situation|budget|decision|project"
    r"|thing|stuff|deal|trip|case|result|news|story|journey|meeting|list|sheet|offer|price|cost|trend|feature"
    r"|design|concept|proposal|incident|accident|book|game|movie|show|team|class|course|job|work|event|change"
    r"|reason|answer|rule|figure|number|date)s?\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"\b(?:the|our|my|your|his|her|their)\s+((?:[^\W\d_][\w'-]*\s+){0,2}?[^\W\d_][\w'-]+)", re.IGNORECASE
)
_ITERATION = _phrases("another", "again", "same", "still", "as before", "back to", "the others?", "anymore")
_PERSON = _phrases(r"he(?:'s)?", r"she(?:'s)?", "him", "her", "his", "hers", r"they(?:'re)?", "them", "their")
_PERSON_REACH = 60
_CONTRAST = _phrases(
    "but", "though", "although", "instead", "problem", "issue", "dilemma", "can't", "cannot", "not sure",
    "rejected",
)  # fmt: skip
_FIRST_PERSON = re.compile(r"\b(?:I|[Ww]e|I'm|[Ww]e're|I've|[Ww]e've|I'll|[Ww]e'll|[Ll]et's)\b")
_ACTION = _phrases(
    r"decid\w+", r"plan\w*", "going to", "gonna", "will", "should", r"need(?:s|ed)?", "have to", "must",
    r"finish\w*", r"start\w*", "got", "bought", "made", "sent", r"ask\w*", r"chang\w+", r"move[ds]?",
    r"book\w*", r"agreed?", r"suggest\w*", r"want\w*", "went", "signed", r"cost\w*", r"price\w*",
    "problem", "issue",
)  # fmt: skip
_RECENT = _phrases(
    "yesterday",
    r"last (?:night|week|weekend|month|year|\w+day)",
    "recently",
    r"this (?:week|morning)",
    "today",
)
_FEELING = _phrases(
    "love", "amazing", "awesome", "proud", "happy", "glad", r"inspir\w+", "grateful", "great", "beautiful",
    "nice", "cool", "fun", "important", r"feel\w*",
)  # fmt: skip
_GENERAL_ADVICE = _phrases(
    r"you (?:can|could|just|need|have)", "people", "it's important", "everyone", "always"
)
_GREETING = _phrases("hey", "hi", "hello", "good morning", "good evening", "long time no see")
_ACKNOWLEDGEMENT = re.compile(
    r"\W*(?:thanks|thank you|yeah|yep|yes|ok|okay|sure|right|wow|congrat\w*|sounds|glad|aw+|haha\w*|lol"
    r"|no problem|you'?re welcome|absolutely|definitely|totally|good luck|take care|bye|great|awesome|cool"
    r"|nice)\b",
    re.IGNORECASE,
)
_NUMBER_WORD = _phrases(*NUMBER_WORDS, "thousand", "million")


def novelty(utterance: WindowUtterance) -> float:
    """Share of its content words that are new in the window: a topic the window did not lead up to."""
    return len(utterance.new) / len(utterance.content) if utterance.content else 0.0


def new_words(utterance: WindowUtterance) -> float:
    """How many content words are new, on a log scale."""
    return math.log1p(len(utterance.new))


def length(utterance: WindowUtterance) -> float:
    """Content words, on a log scale that ends at twelve."""
    return math.log1p(min(len(utterance.content), 12))


def cut_conversation(utterance: WindowUtterance) -> float:
    """The window's first turn, in a talk that began before the window."""
    return float(utterance.position == 0 and utterance.mid_conversation)


def reply_outside(utterance: WindowUtterance) -> float:
    """A reply to a message that the window does not show."""
    return float(utterance.reply_outside)


def shared_past(utterance: WindowUtterance) -> float:
    """Words that point back to earlier talk: last meeting, as you said, we were planning."""
    return float(_SHARED_PAST.search(_straight(utterance.said)) is not None)


def general_noun(utterance: WindowUtterance) -> float:
    """A definite noun that only earlier talk fills: the budget, your question, that idea."""
    return float(_GENERAL_NOUN.search(_straight(utterance.said)) is not None)


def new_definite(utterance: WindowUtterance) -> float:
    """Definite phrases (at most two) whose words the window has not used: spoken of as known."""
    found = (read_words(phrase).content for phrase in _DEFINITE.findall(_straight(utterance.said)))
    return float(min(2, sum(bool(words) and not words & utterance.known for words in found)))


def unintroduced_name(utterance: WindowUtterance) -> float:
    """A name new to the window is spoken of as known: "Agathe said no again"."""
    found = unintroduced_names(_straight(utterance.said), utterance.known, utterance.speakers)
    return float(any(found))


def iteration(utterance: WindowUtterance) -> float:
    """Another, again, same, still: a first occasion is presupposed."""
    return float(_ITERATION.search(_straight(utterance.said)) is not None)


def person_without_name(utterance: WindowUtterance) -> float:
    """A third-person pronoun near the start of the utterance, where no name can stand before it."""
    return float(_PERSON.search(_straight(utterance.said)[:_PERSON_REACH]) is not None)


def figure(utterance: WindowUtterance) -> float:
    """A number, whose meaning (price, target, date) is often settled earlier."""
    return float(bool(read_words(utterance.said).numbers) or _NUMBER_WORD.search(utterance.said) is not None)


def contrast(utterance: WindowUtterance) -> float:
    """But, instead, problem, not sure: a reason or a prior state is presupposed."""
    return float(_CONTRAST.search(_straight(utterance.said)) is not None)


def action(utterance: WindowUtterance) -> float:
    """Words of decision, plan, change or transaction, at most two."""
    return float(min(2, len(_ACTION.findall(_straight(utterance.said)))))


def first_person(utterance: WindowUtterance) -> float:
    """I or we: a status, a plan, a commitment."""
    return float(_FIRST_PERSON.search(_straight(utterance.said)) is not None)


def recent_event(utterance: WindowUtterance) -> float:
    """News with its own date: yesterday, last week."""
    return float(_RECENT.search(_straight(utterance.said)) is not None)


def feeling(utterance: WindowUtterance) -> float:
    """Praise and emotion, which a summary leaves out."""
    return float(_FEELING.search(utterance.said) is not None)


def general_advice(utterance: WindowUtterance) -> float:
    """Sentences about people in general, which need no history."""
    return float(_GENERAL_ADVICE.search(_straight(utterance.said)) is not None)


def greeting(utterance: WindowUtterance) -> float:
    """Greetings."""
    return float(_GREETING.match(utterance.said.lstrip()) is not None)


def acknowledgement(utterance: WindowUtterance) -> float:
    """Thanks, assent and bare reactions at the start."""
    return float(_ACKNOWLEDGEMENT.match(_straight(utterance.said)) is not None)


def question(utterance: WindowUtterance) -> float:
    """A question."""
    return float(any(mark in utterance.said for mark in "?\uff1f\u061f"))


def fragment(utterance: WindowUtterance) -> float:
    """Fewer than three content words."""
    return float(len(utterance.content) < 3)


def _straight(text: str) -> str:
    return text.replace("\u2019", "'")


GAP_CUES: tuple[WeightedCue, ...] = (
    WeightedCue(shared_past, 1.7, "it points back to earlier talk"),
    WeightedCue(reply_outside, 2.0, "it answers a message that the window does not show"),
    WeightedCue(cut_conversation, 1.4, "it continues a talk that began before the window"),
    WeightedCue(general_noun, 0.9, "it names a matter as known without saying what it is"),
    WeightedCue(person_without_name, 0.5, "it speaks of somebody whom the utterance does not name"),
    WeightedCue(iteration, 0.5, "it presupposes an earlier occasion"),
    WeightedCue(figure, 0.5, "it uses a figure without saying what it stands for"),
    WeightedCue(contrast, 0.4, "it rests on a reason or a state that was given before"),
    WeightedCue(new_definite, 0.2, "it speaks of something new to the window as known"),
    WeightedCue(unintroduced_name, 0.5, "it names as known what the window has not introduced"),
    WeightedCue(novelty, 1.9),
    WeightedCue(new_words, 0.3),
    WeightedCue(length, 0.3),
    WeightedCue(action, 0.3),
    WeightedCue(first_person, 0.3),
    WeightedCue(recent_event, 0.2),
    WeightedCue(feeling, -0.5),
    WeightedCue(general_advice, -0.5),
    WeightedCue(greeting, -0.5),
    WeightedCue(acknowledgement, -0.2),
    WeightedCue(question, -0.2),
    WeightedCue(fragment, -0.3),
)
"""Rounded by hand from a logistic regression on annotated windows, which ``benchmarks/held_out_recall.py``
fits again with one dialogue left out at a time. Where that fit had little to go by a weight follows the
cue's meaning: no annotated dialogue has replies, few have third persons by name, and it gives iteration and
length about 0 and acknowledgement the other sign."""

BIAS = -5.7
"""Log odds of an utterance that shows no cue."""
