"""The lines of a television script: who speaks, what, and what the transcript got wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

_SPOKEN = re.compile(r"(?P<speaker>[^:]{1,60}):(?!\d|//)(?P<text>.*)", re.DOTALL)  # no 10:30, no http://
_CREDITS = frozenset({"teleplay", "story"})
_JOINT = re.compile(r",|\s(?:and|&)\s", re.IGNORECASE)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|[A-Z])\.")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One utterance.

    Attributes:
        speaker: As the script names them; empty for a line that nobody is named for.
        text: What is said; may be empty.
        credit: Whether the line names the authors and nothing is said.
        oddities: What is irregular about the line, in a few words each.
    """

    speaker: str
    text: str
    credit: bool = False
    oddities: tuple[str, ...] = ()


def read_script(lines: Iterable[str]) -> Iterator[ScriptLine]:
    """Yield the utterances of a script.

    A line without a speaker, such as the next line of a song, goes on with the utterance before it. Names
    are kept as they stand, also where they are the rest of a stage direction or several people at once.
    """
    waiting: ScriptLine | None = None
    for raw in lines:
        if not raw.strip():
            continue
        line = _read_line(raw.strip())
        if not line.speaker and waiting is not None and not waiting.credit:
            waiting = replace(
                waiting,
                text=f"{waiting.text}\n{line.text}".strip(),
                oddities=(*waiting.oddities, "line without speaker joined to the one before", *line.oddities),
            )
            continue
        if waiting is not None:
            yield waiting
        waiting = line
    if waiting is not None:
        yield waiting


def _read_line(line: str) -> ScriptLine:
    oddities = ["replacement character"] * ("\ufffd" in line)
    match = _SPOKEN.fullmatch(line)
    if match is None or _is_sentence(match["speaker"]):
        return ScriptLine("", line, oddities=tuple(oddities))
    speaker = match["speaker"].strip()
    text = match["text"].strip()
    if speaker.casefold() in _CREDITS:
        return ScriptLine(speaker, text, credit=True)
    if speaker.startswith("(") or speaker.endswith(")"):
        oddities.append("stage direction as speaker")
    elif speaker[:1].islower():
        oddities.append("speaker in lower case")
    if _JOINT.search(speaker):
        oddities.append("several speakers at once")
    return ScriptLine(speaker, text, oddities=tuple(oddities))


def _is_sentence(words: str) -> bool:
    """Tell whether what stands before a colon ends a sentence, so that it is no name."""
    return bool(re.search(r"[.!?\u2026](?:\s|\Z)", _ABBREVIATION.sub("", words)))
