"""The records everything else speaks in: frozen, without behaviour beyond rendering.

Positions are counted from 0. A turn's ``index`` is its position in its dialogue; a window's history
is every turn before ``first_turn``. Token counts are cl100k_base.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

_BREAKS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
_LINE_BREAKS = re.compile(rf"(?<!\s)[^\S{_BREAKS}]*+[{_BREAKS}]\s*+")  # tried once in a run of blanks: linear


class GapType(StrEnum):
    """What the window omits (ReMEMBER, appendix A.2)."""

    REFERENTIAL = "referential"
    ATTRIBUTE = "attribute"
    RELATIONAL = "relational"


class Domain(StrEnum):
    """The two domains of the ReMEMBER benchmark (section 3.2)."""

    CHITCHAT = "chitchat"
    WORKPLACE = "workplace"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a dialogue.

    Attributes:
        dialogue_id: The dialogue it belongs to.
        index: Position in the dialogue, from 0.
        turn_id: The source's own id; unique within the dialogue.
        speaker: The speaker as the source names them.
        text: The message, unchanged. May be empty.
        session: The source's session, meeting or day; empty where it has none.
        time: ISO 8601, with an offset only where the source gives one; None where it has no time.
        reply_to: The ``turn_id`` this turn answers, where the source says so.
    """

    dialogue_id: str
    index: int
    turn_id: str
    speaker: str
    text: str
    session: str = ""
    time: str | None = None
    reply_to: str | None = None

    def render(self) -> str:
        """Return ``Speaker: text`` on one line; the form that windows, chunks and memories count."""
        return f"{one_line(self.speaker)}: {one_line(self.text)}".strip()

    @property
    def date(self) -> str | None:
        """The calendar date (``YYYY-MM-DD``) the turn was said on, or None."""
        return None if self.time is None else self.time[:10]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One endless conversation: its turns in the order they were said."""

    dialogue_id: str
    corpus: str
    domain: Domain
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """The recent turns to be summarised; everything before ``first_turn`` is its history.

    Attributes:
        window_id: Unique over all dialogues.
        turns: The window's turns, whole and consecutive.
        history_tokens: Tokens of the rendered turns before the window.
    """

    window_id: str
    dialogue_id: str
    turns: tuple[Turn, ...]
    history_tokens: int

    def __post_init__(self) -> None:
        """Refuse a window without turns.

        Raises:
            ValueError: If there are none.
        """
        if not self.turns:
            raise ValueError(f"window {self.window_id!r}: a window has at least one turn, got none")

    @property
    def first_turn(self) -> int:
        """Index of the window's first turn; the history ends just before it."""
        return self.turns[0].index

    @property
    def last_turn(self) -> int:
        """Index of the window's last turn (inclusive)."""
        return self.turns[-1].index

    @property
    def horizon(self) -> int:
        """Number of leading turns of the dialogue that a memory may use for this cue."""
        return self.first_turn

    def render(self) -> str:
        """Return the window as one ``Speaker: text`` line per turn."""
        return render_turns(self.turns)


@dataclass(frozen=True, slots=True)
class Question:
    """A probe asked while the stream runs; it may use the turns up to and including ``asked_after``."""

    question_id: str
    dialogue_id: str
    text: str
    asked_after: int
    category: str = ""
    answer: str = ""
    evidence: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()

    @property
    def horizon(self) -> int:
        """Number of leading turns of the dialogue that a memory may use for this cue."""
        return self.asked_after + 1


Cue = Window | Question
"""What a memory is asked for: a window to complete or a question to answer."""


@dataclass(frozen=True, slots=True)
class Gap:
    """An annotated contextual gap: what a salient utterance leaves to the history (section 3.2).

    Attributes:
        evidence: ``turn_id`` of each history turn that states what is missing.
        resolution: One sentence that says it.
        query: A reference retrieval query, where the annotation carries one; never shown to a method
            under test unless its name says so.
        superseded: Earlier turns whose value no longer held when the window was written.
        queries: Every reference query where several readers wrote one; ``query`` is the first.
    """

    gap_id: str
    type: GapType
    reason: str
    evidence: tuple[str, ...]
    resolution: str
    query: str = ""
    keywords: tuple[str, ...] = ()
    superseded: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SalientUtterance:
    """What a summary of the window must keep; ``gap`` is None when the window alone explains it."""

    utterance_id: str
    turns: tuple[str, ...]
    utterance: str
    gap: Gap | None = None


@dataclass(frozen=True, slots=True)
class Instance:
    """One benchmark instance: a window with its salient utterances and gaps."""

    window: Window
    corpus: str
    domain: Domain
    salient: tuple[SalientUtterance, ...]

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """The contextual gaps of the window, in the order of their utterances."""
        return tuple(utterance.gap for utterance in self.salient if utterance.gap is not None)


@dataclass(frozen=True, slots=True)
class DetectedGap:
    """A gap that a detector found in the window alone; the fields of ReMEMBER's Figure 3.

    Attributes:
        turn_id: The window turn the quote stands in.
        quote: An exact span of that turn's text.
        reason: What is missing and why the quote does not stand alone.
        query: The evidence need in words of the window, never a guessed answer.
        keywords: Anchor terms copied from the window.
        confidence: The detector's own weight in (0, 1]; 1 where it has none.
    """

    turn_id: str
    quote: str
    reason: str
    query: str
    keywords: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of tokens of the rendered history and the turns it overlaps (section 4.1).

    Attributes:
        index: Position in the dialogue's chunk sequence; chunk k starts at token k * (size - overlap).
        text: The chunk's text; a token that starts or ends inside a character is left out.
        tokens: Number of tokens, at most the chunk size.
        first_turn: Index of the first turn it overlaps.
        last_turn: Index of the last turn it overlaps (inclusive).
        complete: False for the tail that later turns will still extend.
    """

    index: int
    text: str
    tokens: int
    first_turn: int
    last_turn: int
    complete: bool = True


@dataclass(frozen=True, slots=True)
class MemoryItem:
    """One entry of a memory and where it came from.

    Attributes:
        text: What the reader of the memory sees; one line that starts with a visible character.
        turn_ids: The history turns it was made from; never empty.
        first_turn: Index of the earliest of them, which orders the memory.
        tokens: Its cost: tokens of ``text`` and a line feed.
        date: The date heading it stands under, where the source has times.
        score: The method's own score, where it has one.
        reason: Which cue, gap or query brought it in.
        partial_turn_ids: The turns it quotes only a part of. Those it quotes in substance are in
            ``turn_ids`` too; of the others it holds a scrap at the edge of a chunk.
    """

    text: str
    turn_ids: tuple[str, ...]
    first_turn: int
    tokens: int
    date: str | None = None
    score: float | None = None
    reason: str = ""
    partial_turn_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """What a method hands to the reader of a window or question.

    Attributes:
        method: Name of the memory method.
        items: In the order of the stream.
        tokens: Tokens of the rendered memory, date headings included; never above ``budget``.
        budget: The budget it was built under.
        abstractive: True when items paraphrase their turns instead of quoting them.
    """

    method: str
    items: tuple[MemoryItem, ...]
    tokens: int
    budget: int
    abstractive: bool = False
    gaps: tuple[DetectedGap, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a budget below 0; 0 leaves a memory empty.

        Raises:
            ValueError: If it is.
        """
        if self.budget < 0:
            raise ValueError(f"the budget of a memory must be at least 0 tokens, got {self.budget}")

    @property
    def turn_ids(self) -> frozenset[str]:
        """Every history turn the memory draws on."""
        return frozenset(turn_id for item in self.items for turn_id in item.turn_ids)

    def render(self) -> str:
        """Return the memory in time order, each run of one date under a heading ``[YYYY-MM-DD]``."""
        lines: list[str] = []
        date: str | None = None
        for item in self.items:
            if item.date is not None and item.date != date:
                lines.append(date_heading(item.date))
                date = item.date
            lines.append(item.text)
        return "".join(line + "\n" for line in lines)


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """One sentence of a summary with the window and history turns it rests on."""

    text: str
    window_turn_ids: tuple[str, ...] = ()
    memory_turn_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of one window, sentence by sentence."""

    window_id: str
    method: str
    summarizer: str
    sentences: tuple[SummarySentence, ...]
    failed: str = ""

    @property
    def text(self) -> str:
        """The summary as one paragraph."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class SemanticBlock:
    """A run of turns that the sensing buffer consolidated (ProStream, section 5.1).

    Attributes:
        turns: The block's own turns, in order.
        leading: Turns just before the block that help to read it; they belong to earlier blocks.
        reason: ``drift`` or ``capacity``: what closed the block.
    """

    turns: tuple[Turn, ...]
    leading: tuple[Turn, ...] = ()
    reason: str = ""

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who speaks in the block, in the order of their first turn."""
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns))

    def render(self) -> str:
        """Return the block's own turns, one ``Speaker: text`` line each."""
        return render_turns(self.turns)


@dataclass(frozen=True, slots=True)
class Topic:
    """Turns of one dialogue about one matter (STEM-Bench; ProStream, section 3.3).

    Attributes:
        turn_ids: In the order of the stream; topics do not overlap.
        sessions: Those it runs through, in the order of the stream.
        label: A few telling words.
    """

    topic_id: str
    dialogue_id: str
    turn_ids: tuple[str, ...]
    sessions: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Triple:
    """Subject, relation and object found in one turn (ProStream, section 5.2).

    A relation that already contains the object is a clause; otherwise it is the predicate between both.

    Attributes:
        turn_index: ``index`` of the turn that states it.
    """

    subject: str
    relation: str
    object: str
    turn_index: int

    def render(self) -> str:
        """Return the triple as one line: ``subject: clause`` or ``subject relation object``."""
        if self.object in self.relation:
            return one_line(f"{self.subject}: {self.relation}")
        return one_line(f"{self.subject} {self.relation} {self.object}")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answerer said to a question, and the turns its words were taken from where it knows them.

    Attributes:
        abstained: True when it says that the memory does not tell.
        failed: Why there is no answer, where a model gave none.
    """

    question_id: str
    answerer: str
    text: str
    turn_ids: tuple[str, ...] = ()
    abstained: bool = False
    failed: str = ""


@dataclass(frozen=True, slots=True)
class SpokenSegment:
    """A stretch of speech and its words; ``start`` and ``end`` are seconds from the start of the audio."""

    start: float
    end: float
    text: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What made a result: enough to rerun it. Written beside every row of results."""

    model: str
    revision: str = ""
    prompt_hash: str = ""
    seed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    parameters: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MethodCost:
    """What a method's own steps took, the answerer's call apart.

    A call is one question to a language model; a step that works by rules counts the calls and tokens that
    a model in its place would be put, so that costs do not depend on what stands in.

    Attributes:
        build_calls: Calls that organise what was said.
        build_tokens: cl100k_base tokens of the texts put to them, instructions apart.
        build_seconds: Wall time of organising.
        recall_calls: Calls that a question or window costs before it is answered.
        recall_tokens: Tokens of the texts put to those.
    """

    build_calls: int = 0
    build_tokens: int = 0
    build_seconds: float = 0.0
    recall_calls: int = 0
    recall_tokens: int = 0

    def plus(self, other: MethodCost) -> MethodCost:
        """Return the sum of both."""
        return MethodCost(
            self.build_calls + other.build_calls,
            self.build_tokens + other.build_tokens,
            self.build_seconds + other.build_seconds,
            self.recall_calls + other.recall_calls,
            self.recall_tokens + other.recall_tokens,
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat request; ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model decodes.

    Attributes:
        temperature: 0 decodes greedily.
        seed: Sent to engines that take one; None leaves it out.
        max_tokens: Most tokens of the reply, in the model's own tokens.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int | None = 0
    max_tokens: int = 1024


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One call of a chat model.

    Attributes:
        json_schema: The JSON schema of the reply as JSON text, or None for free text.
        sample_index: Tells repeated samples of one request apart.
        thinking: Whether a model that can think before it answers should.
        prompt_hash: Which prompt made the messages; recorded, not part of what is asked.
    """

    messages: tuple[Message, ...]
    sampling: Sampling = Sampling()
    json_schema: str | None = None
    sample_index: int = 0
    thinking: bool = False
    prompt_hash: str = ""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What came back for one request; a call without an answer says why instead of looking like one.

    Attributes:
        finish_reason: ``stop``; ``length`` where the reply was cut off; ``rejected`` where the engine
            refused this request; ``unreachable`` where no answer came after all attempts.
        tokens_in: Prompt tokens as the engine counts them.
        tokens_out: Reply tokens as the engine counts them.
        seconds: Time of the answered attempt; in a batch engine, the batch's time over its calls.
        error: Why there is no answer; empty for ``stop`` and ``length``.
        cached: True when it comes from the call ledger and cost nothing now.
        attempts: Times the engine asked.
    """

    text: str
    finish_reason: str = "stop"
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    error: str = ""
    cached: bool = False
    attempts: int = 1

    @property
    def answered(self) -> bool:
        """Whether the model said anything; a cut-off reply counts, since it was paid for."""
        return self.finish_reason in {"stop", "length"}


def one_line(text: str) -> str:
    """Fold every run of line breaks (any Unicode kind) into one blank and strip the ends."""
    return _LINE_BREAKS.sub(" ", text).strip()


def date_heading(date: str) -> str:
    """Return the line a memory writes above the items of one date."""
    return f"[{date}]"


def render_turns(turns: Iterable[Turn]) -> str:
    """Return one ``Speaker: text`` line per turn, each ended by a line feed."""
    return "".join(turn.render() + "\n" for turn in turns)
