"""How much of a window's news one utterance carries, by surface cues.

A salient utterance holds a decision, a request, an action item or a status update; greetings, thanks, praise
and bare acknowledgements do not (ReMEMBER, appendix A.3). The cues are English; in other languages numbers,
names and length decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from streamrecall.text.content_words import read_words


def _cue(*phrases: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(phrases) + r")\b", re.IGNORECASE)


_DECISION = _cue(
    r"decid\w+", r"agree[ds]?(?! with you)", r"settled", r"final(?:ly)?", r"go(?:ing)? with", r"let'?s",
    r"cho(?:se|osing)", r"instead", r"confirm\w*", r"cancel\w*", r"rather than", r"approv\w+", r"reject\w+",
    r"postpon\w+", r"we(?:'re| are) (?:not )?\w+ing", r"no longer", r"from now on", r"stick with",
)  # fmt: skip
_REQUEST = _cue(
    r"please", r"(?:can|could|would|will) (?:you|we|someone|somebody|anyone)", r"need(?:s)? (?:you|to|a|the)",
    r"make sure", r"remember to", r"let (?:me|us) know", r"don'?t forget", r"you (?:have|should|must)",
    r"has to", r"have to", r"must", r"should",
)  # fmt: skip
_COMMITMENT = _cue(
    r"i'?ll", r"we'?ll", r"will", r"gonna", r"going to", r"plan(?:s|ning|ned)?", r"try(?:ing)? to",
    r"promis\w+", r"hop(?:e|ing) to", r"looking forward to", r"about to", r"sign(?:ed|ing) up",
)  # fmt: skip
_STATUS = _cue(
    r"done", r"finished", r"ready", r"fixed", r"fail\w*", r"pass(?:ed|es)", r"delay\w*", r"mov(?:ed|es|ing)",
    r"chang(?:ed|es|ing)", r"just", r"now", r"start(?:ed|s|ing)?", r"stop(?:ped|s|ping)?", r"arriv\w+",
    r"sent", r"booked", r"bought", r"ordered", r"got", r"won", r"lost", r"finally", r"been",
    r"open(?:ed|s|ing)?", r"clos(?:ed|es|ing)", r"joined", r"left", r"met", r"went", r"working on",
    r"landed", r"shipped", r"due", r"dropp(?:ed|ing)", r"rose", r"fell",
)  # fmt: skip
_TIME = _cue(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?", r"today", r"tomorrow", r"yesterday", r"tonight",
    r"(?:this|last|next) (?:week|weekend|month|year|morning|afternoon|evening|time)", r"week\w*", r"noon",
    r"january|february|march|april|june|july|august|september|october|november|december", r"ago",
)  # fmt: skip
_PHATIC = _cue(
    r"hi", r"hey", r"hello", r"thanks?(?: you)?", r"bye", r"good (?:morning|night|evening)", r"how are you",
    r"see you", r"take care", r"no (?:worries|problem)", r"you'?re welcome", r"cheers", r"congrat\w+",
    r"good luck", r"talk soon", r"got it", r"sounds? (?:good|great|amazing|awesome|like)",
)  # fmt: skip
_REACTION = _cue(
    r"wow", r"great", r"awesome", r"amazing", r"cool", r"nice", r"lovely", r"ha(?:ha)+", r"lol",
    r"so (?:glad|happy)", r"i (?:love|bet|agree|guess)", r"that'?s (?:so|really|a)", r"fantastic",
    r"wonderful", r"exactly", r"true", r"no way", r"impressive", r"inspiring", r"beautiful",
    r"glad", r"right",
)  # fmt: skip

_CUES = ((_DECISION, 1.0), (_REQUEST, 0.8), (_COMMITMENT, 0.8), (_STATUS, 0.6), (_TIME, 0.4))
_LENGTH_CAP = 12


def salience(utterance: str) -> float:
    """Return the salience of one utterance; comparable within a window, 0 for no content at all."""
    plain = utterance.replace("\u2019", "'")
    words = read_words(plain)
    if not words.content:
        return 0.0
    score = 0.1 * min(len(words.content), _LENGTH_CAP)
    score += sum(weight for cue, weight in _CUES if cue.search(plain))
    score += 0.3 * min(len(words.numbers), 3) + 0.2 * min(len(words.names), 3)
    if _PHATIC.search(plain) or _REACTION.search(plain):
        score -= 0.8
    if plain.rstrip().endswith("?") and not _REQUEST.search(plain):
        score -= 0.8
    return max(score, 0.01)


def rank_by_salience(utterances: Sequence[str]) -> list[int]:
    """Return the positions of the utterances, most salient first; ties keep their order."""
    scores = [salience(utterance) for utterance in utterances]
    return sorted(range(len(utterances)), key=lambda position: (-scores[position], position))
