"""Catching up on a chat export: what happened, with what it leaves unsaid recovered from before."""

from streamrecall.catchup.catch_up import catch_up
from streamrecall.catchup.digest import (
    CatchUp,
    Coverage,
    Digest,
    Point,
    PointKind,
    RecoveredContext,
    Unresolved,
)
from streamrecall.catchup.json_form import to_json
from streamrecall.catchup.last_seen import LastSeen
from streamrecall.catchup.markdown import to_markdown
from streamrecall.catchup.page import to_html

__all__ = [
    "CatchUp",
    "Coverage",
    "Digest",
    "LastSeen",
    "Point",
    "PointKind",
    "RecoveredContext",
    "Unresolved",
    "catch_up",
    "to_html",
    "to_json",
    "to_markdown",
]
