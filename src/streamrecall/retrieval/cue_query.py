"""A whole cue as one query, the way the retrieval baselines ask (ReMEMBER, section 5.1)."""

from __future__ import annotations

from streamrecall.records import Cue, Window


def cue_query(cue: Cue) -> str:
    """Return the rendered window, or the question's text."""
    return cue.render() if isinstance(cue, Window) else cue.text


def cue_id(cue: Cue) -> str:
    """Return the window's or question's id."""
    return cue.window_id if isinstance(cue, Window) else cue.question_id
