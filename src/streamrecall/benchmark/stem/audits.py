"""Rule audits: named checks that a question must pass to become part of the benchmark (section 3.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from streamrecall.benchmark.stem.categories import LEAST_EVIDENCE, NOT_MENTIONED, Category
from streamrecall.benchmark.stem.claim_wording import CHOICES
from streamrecall.benchmark.stem.claims import ClaimKind
from streamrecall.benchmark.stem.drafts import QuestionDraft, StemLoss, loss_of
from streamrecall.benchmark.stem.duplicates import Duplicates
from streamrecall.benchmark.stem.mentions import mention_pattern
from streamrecall.benchmark.stem.recount import recount
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.text.content_words import coverage, read_words

Check = Callable[[QuestionDraft, TopicStream], str]
"""Returns why a draft is refused; empty where it passes."""

_QUOTED = re.compile(r"[\"\u201c][^\"\u201d]*[\"\u201d]")
_POINTS_OUTSIDE = re.compile(
    r"\b(?:i|i'm|me|my|mine|we|us|our|you|your|this|these|those|here|yesterday|today|tomorrow|tonight)\b",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:he|she|him|his|her|hers|they|them|their|it|its)\b", re.I)
_ANCHOR = re.compile(r"\b(?:who|whose|person|[A-Z]\w+)\b")
_LEAST_WORDS = 4
_SUPPORTED = 0.6
_SAME_DETAIL = 0.8
_HALF = 0.5
_COMPUTED = frozenset({Category.AGGREGATIVE, Category.COMPARATIVE, Category.TEMPORAL})


@dataclass(frozen=True, slots=True)
class Audited:
    """What passed every check, in order, and what did not, each with the first check that refused it."""

    accepted: tuple[QuestionDraft, ...]
    losses: tuple[StemLoss, ...]


def audit_questions(drafts: Iterable[QuestionDraft], streams: Mapping[str, TopicStream]) -> Audited:
    """Hold every draft against every check, the checks in the order of ``CHECKS``, duplicates last."""
    accepted: list[QuestionDraft] = []
    losses: list[StemLoss] = []
    seen = Duplicates()
    for draft in drafts:
        check, reason = first_problem(draft, streams)
        if not reason:
            check, reason = "no duplicates", seen.admit(draft)
        if reason:
            losses.append(loss_of(draft, "audit", check, reason))
        else:
            accepted.append(draft)
    return Audited(tuple(accepted), tuple(losses))


def first_problem(draft: QuestionDraft, streams: Mapping[str, TopicStream]) -> tuple[str, str]:
    """Return the first check that refuses a draft and why; two empty texts where none does."""
    stream = streams.get(draft.dialogue_id)
    if stream is None:
        return "known dialogue", f"there is no dialogue {draft.dialogue_id!r}"
    for name, check in CHECKS.items():
        if reason := check(draft, stream):
            return name, reason
    return "", ""


def _known_turns(draft: QuestionDraft, stream: TopicStream) -> str:
    if not 0 <= draft.asked_after < len(stream):
        return f"asked after turn {draft.asked_after} of {len(stream)}"
    unknown = [turn_id for turn_id in draft.evidence if turn_id not in stream.positions]
    if unknown:
        return f"no turn {unknown[0]!r} in the dialogue"
    least = LEAST_EVIDENCE[draft.category]
    return (
        "" if len(set(draft.evidence)) >= least else f"{len(draft.evidence)} turns of evidence, needs {least}"
    )


def _no_look_ahead(draft: QuestionDraft, stream: TopicStream) -> str:
    late = [turn_id for turn_id in draft.evidence if stream.positions[turn_id] >= draft.asked_after]
    return f"evidence {late[0]!r} is not before the trigger turn {draft.asked_after}" if late else ""


def _stands_alone(draft: QuestionDraft, stream: TopicStream) -> str:
    if not draft.text.endswith(("?", '?"', "?\u201d")):
        return "it is no question"
    own = _QUOTED.sub(" ", draft.text)
    if len(own.split()) < _LEAST_WORDS or not read_words(own).content:
        return "it says too little"
    if (outside := _POINTS_OUTSIDE.search(own)) is not None:
        return f"{outside.group()!r} has no meaning outside the talk"
    pronoun = _PRONOUN.search(own)
    if pronoun is not None and not _ANCHOR.search(own[own.find(" ") : pronoun.start()] or ""):
        opened = own.split()[0].casefold() in ("who", "whose")
        return "" if opened else f"nobody is named before {pronoun.group()!r}"
    return ""


def _answer_supported(draft: QuestionDraft, stream: TopicStream) -> str:
    if draft.category is Category.ADVERSARIAL:
        return "" if draft.answer == NOT_MENTIONED else f"an adversarial answer is {NOT_MENTIONED!r}"
    if not draft.answer.strip():
        return "there is no answer"
    if draft.claim is not None:
        return _recounted(draft, stream)
    if draft.category in _COMPUTED:
        return "nothing says what was counted or ordered"
    return "" if draft.category is Category.OPEN_DOMAIN else _quoted(draft, stream)


def _quoted(draft: QuestionDraft, stream: TopicStream) -> str:
    answer, evidence = read_words(draft.answer), read_words(_evidence_text(draft, stream))
    if missing := answer.numbers - evidence.content:
        return f"the evidence does not say {min(missing)!r}"
    return "" if coverage(answer.content, evidence.content) >= _SUPPORTED else "the evidence does not say it"


def _recounted(draft: QuestionDraft, stream: TopicStream) -> str:
    assert draft.claim is not None
    before = recount(draft.claim, stream.turns[: draft.asked_after])
    if before != draft.answer:
        return f"counted again, the answer is {before!r}"
    with_trigger = recount(draft.claim, stream.turns[: draft.asked_after + 1])
    return "" if with_trigger == before else "the trigger turn itself changes the answer"


def _answer_not_given_away(draft: QuestionDraft, stream: TopicStream) -> str:
    if draft.category is Category.ADVERSARIAL:
        return ""
    asked = read_words(draft.text).content
    if draft.claim is not None and draft.claim.kind in CHOICES:
        options = draft.claim.wordings or (
            draft.claim.speakers if draft.claim.kind is ClaimKind.NAMES_MORE else draft.claim.terms
        )
        return (
            ""
            if all(read_words(each).content <= asked for each in options)
            else "it does not name all choices"
        )
    answer = read_words(draft.answer).content
    return "the question holds the answer" if answer and answer <= asked else ""


def _entities_present(draft: QuestionDraft, stream: TopicStream) -> str:
    if draft.category is Category.ADVERSARIAL:
        return "" if draft.entities == ("not mentioned",) else "its entity is 'not mentioned'"
    if not draft.entities:
        return "it names no entity"
    evidence = read_words(_evidence_text(draft, stream)).content
    answer = read_words(draft.answer).content
    for entity in draft.entities:
        words = read_words(entity).content
        if not words <= answer:
            return f"the answer does not hold {entity!r}"
        if draft.claim is None and draft.category is not Category.OPEN_DOMAIN and not words <= evidence:
            return f"the evidence does not hold {entity!r}"
    return ""


def _false_premise(draft: QuestionDraft, stream: TopicStream) -> str:
    """Refuse an adversarial question whose premise somebody supports up to the trigger turn."""
    if draft.category is not Category.ADVERSARIAL:
        return ""
    wanted = read_words(draft.predicate).content
    if not draft.about or not wanted:
        return "it does not say about whom the premise is false, or what it is"
    if coverage(wanted, read_words(_evidence_text(draft, stream)).content) < _HALF:
        return "the evidence does not say what is true instead"
    if any(stream.turn(turn_id).speaker.strip() == draft.about for turn_id in draft.evidence):
        return f"{draft.about} is among those who say it"
    name = mention_pattern(draft.about)
    supporting = (
        turn.turn_id
        for turn in stream.turns[: draft.asked_after + 1]
        if coverage(wanted, stream.words[turn.index]) >= _HALF
        and (turn.speaker.strip() == draft.about or name.search(turn.text))
    )
    found = next(supporting, None)
    return "" if found is None else f"turn {found!r} may support it"


def _one_answer(draft: QuestionDraft, stream: TopicStream) -> str:
    """Refuse a question that another turn up to the trigger answers as well."""
    wanted = read_words(draft.predicate).content
    if draft.category is Category.ADVERSARIAL or draft.claim is not None or len(wanted) < 2:
        return ""
    for turn in stream.turns[: draft.asked_after + 1]:
        if turn.turn_id not in draft.evidence and coverage(wanted, stream.words[turn.index]) >= _SAME_DETAIL:
            return f"turn {turn.turn_id!r} may answer it as well"
    return ""


def _needs_both(draft: QuestionDraft, stream: TopicStream) -> str:
    if draft.category is Category.MULTI_HOP and not stream.apart(draft.evidence):
        return "its evidence is of one topic and session"
    return ""


def _evidence_text(draft: QuestionDraft, stream: TopicStream) -> str:
    turns = [stream.turn(turn_id) for turn_id in draft.evidence]
    return "\n".join(f"{turn.date or ''} {turn.render()}" for turn in turns)


CHECKS: dict[str, Check] = {
    "known turns": _known_turns,
    "no look-ahead": _no_look_ahead,
    "stands alone": _stands_alone,
    "answer supported": _answer_supported,
    "answer not given away": _answer_not_given_away,
    "entities present": _entities_present,
    "false premise": _false_premise,
    "one answer": _one_answer,
    "needs both hops": _needs_both,
}
"""Name -> check. Each is asked only where those before it are content."""
