"""The context that a question is answered from: short-term, pending and long-term (section 5.4, B.2)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.prostream.distillation import Distillate
from streamrecall.prostream.packing import Packing
from streamrecall.prostream.parameters import LONG_TERM, PARTS, PENDING, SHORT_TERM
from streamrecall.prostream.recall import EvidencePath
from streamrecall.prostream.tree import MemoryTree
from streamrecall.prostream.turn_references import TurnReferences
from streamrecall.records import Memory, MemoryItem, Turn
from streamrecall.text.tokens import count_tokens

_MISSES = 32  # entries that do not fit in a row before the search for smaller ones ends
_TITLES = {SHORT_TERM: "Short-term memory", PENDING: "Pending memory", LONG_TERM: "Long-term memory"}


def pack_turns(packing: Packing, turns: Sequence[tuple[str, Turn]], limit: int) -> None:
    """Add turns of the sensing buffer, newest first, while the memory stays within ``limit`` tokens."""
    for key, turn in reversed(turns):
        if key in packing:
            continue
        text = turn.render()
        item = MemoryItem(
            text, (turn.turn_id,), turn.index, count_tokens(text + "\n"), turn.date, reason=SHORT_TERM
        )
        if not packing.put(key, item, limit):
            return


def pack_pending(
    packing: Packing,
    waiting: Sequence[tuple[str, Distillate]],
    table: TurnReferences,
    limit: int,
    *,
    show_paths: bool,
) -> None:
    """Add pending blocks, newest first; of a block that does not fit whole, the facts that do."""
    for key, block in reversed(waiting):
        facts = list(block.facts)
        while True:
            turns = sorted({fact.turn_index for fact in facts}) or list(block.sources.origin)
            path = _path_text(block.scene, block.event, [fact.text for fact in facts], show_paths)
            if packing.put(key, _item(path, turns, table, PENDING), limit) or not facts:
                break
            facts.pop()


def pack_paths(
    packing: Packing,
    tree: MemoryTree,
    paths: Sequence[tuple[str, EvidencePath]],
    limit: int,
    *,
    show_paths: bool,
) -> list[EvidencePath]:
    """Add evidence paths, best first, AMUs of one event on one line, and return those that fitted."""
    packed: list[EvidencePath] = []
    by_event: dict[int, list[EvidencePath]] = {}
    misses = 0
    for _, path in paths:
        group = [*by_event.get(path.event, ()), path]
        if packing.put(f"{LONG_TERM}:{path.event}", _event_item(tree, group, show_paths), limit):
            by_event[path.event] = group
            packed.append(path)
            misses = 0
        elif (misses := misses + 1) == _MISSES:
            break
    return packed


def _event_item(tree: MemoryTree, group: list[EvidencePath], show_paths: bool) -> MemoryItem:
    event = group[0].event
    slots = sorted(path.amu for path in group if path.amu is not None)
    slots.sort(key=lambda slot: tree.amus.uid[slot])
    sources = [tree.amus.sources[slot] for slot in slots] or [tree.events.sources[event]]
    turns = sorted({turn for source in sources for turn in source.stated_in})
    facts = [tree.amus.text[slot] for slot in slots]
    text = _path_text(tree.scenes.text[group[0].scene], tree.events.text[event], facts, show_paths)
    return _item(text, turns, tree.turns, LONG_TERM, max(path.score for path in group))


def _path_text(scene: str, event: str, facts: Sequence[str], show_paths: bool) -> str:
    if facts and not show_paths:
        return " | ".join(facts)
    head = f"{scene} > {event}"
    return f"{head} ({len(facts)}): {' | '.join(facts)}" if facts else head


def _item(
    text: str, turns: Sequence[int], table: TurnReferences, part: str, score: float | None = None
) -> MemoryItem:
    return MemoryItem(
        text=text,
        turn_ids=tuple(table[turn].turn_id for turn in turns),
        first_turn=turns[0],
        tokens=count_tokens(text + "\n"),
        date=table[turns[0]].date,
        score=score,
        reason=part,
    )


def render_context(memory: Memory) -> str:
    """Return a memory under the paper's three headings, empty parts left out.

    Items keep the date they were said on. The headings and dates are the prompt's own and come on top of
    ``memory.tokens``. Items of other methods, which know no parts, stand under long-term memory.
    """
    parts: dict[str, list[str]] = {part: [] for part in PARTS}
    for item in memory.items:
        part = item.reason if item.reason in PARTS else LONG_TERM
        date = f"[{item.date}] " if item.date else ""
        parts[part].append(f"- {date}{item.text}\n")
    return "\n".join(f"## {_TITLES[part]}\n{''.join(lines)}" for part, lines in parts.items() if lines)
