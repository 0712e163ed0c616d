"""A catch-up on one export, in three forms."""

from __future__ import annotations

from typing import Any

from streamrecall.catchup.catch_up import catch_up
from streamrecall.catchup.json_form import json_form
from streamrecall.catchup.markdown import to_markdown
from streamrecall.catchup.page import to_html
from streamrecall.catchup.tools import offline_tools
from streamrecall.exports.reader import Export
from streamrecall.params import CatchUpParameters


def catch_up_on_export(export: Export, catchup: CatchUpParameters) -> tuple[str, dict[str, Any], str]:
    """Return what was missed as Markdown, as JSON values and as a self-contained page."""
    told = catch_up(
        export,
        since=catchup.since or None,
        last_messages=catchup.last_messages,
        last_tokens=catchup.last_tokens,
        conversations=catchup.conversations or None,
        points=catchup.points,
        tools=offline_tools(catchup.compare),
    )
    return to_markdown(told), json_form(told), to_html(told)
