"""Adding a later export of the same chats: only what is new."""

from __future__ import annotations

from collections.abc import Collection

from streamrecall.exports.reader import Export
from streamrecall.records import Turn


def new_turns(known: Collection[str], export: Export) -> tuple[Turn, ...]:
    """Return the export's turns whose id is not known, in order.

    Turn ids depend on the product's own message id or, where it has none, on the record as written, so a
    longer export of the same chat repeats them. A message that was edited keeps its id where the product
    has ids (Slack, Telegram, Discord, Graph, ChatGPT) and counts as new where it has none.

    Args:
        known: Ids of the turns that are already there.
        export: A newly read export.
    """
    known = frozenset(known)
    return tuple(turn for turn in export.turns if turn.turn_id not in known)
