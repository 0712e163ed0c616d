"""What stands behind a WhatsApp header: the name and the kind of what was sent."""

# ruff: noqa: RUF001  (full-width colons)

from __future__ import annotations

import re
from functools import lru_cache

from streamrecall.exports.message import Draft, Kind
from streamrecall.exports.whatsapp_words import (
    ATTACHED_FILE,
    ATTACHED_TAG,
    ATTACHED_WORD,
    DELETED,
    EDITED,
    MARKS,
    MEDIA_PLACEHOLDER,
    NOTICE,
    OMITTED_THING,
    PLAIN_OMITTED,
    WA_FILE,
    WAITING,
)

_ANY_MARK = re.compile(f"[{MARKS}]")
_LEADING_MARKS = re.compile("^[\u200e\u200f\\s]+")
_MENTION = re.compile("@\u2068~?[\\s\u00a0\u202f]*([^\u2068\u2069\n]*)\u2069")
_QUOTES = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb", "\u300c": "\u300d"}
_NUMBER = re.compile(r"\+?[\d\s().\-\u2010-\u2015\u00a0\u202f]+")
_POLL_LINE = re.compile(
    rf"[{MARKS}]*([^\W\d_][\w ]{{1,24}})\s?[:：]\s?(.+?)\s*\([{MARKS}]*(\d+)[^()]*\)[{MARKS}]*"
)
_POLL_TITLE = re.compile(rf"[{MARKS}]*[^\W\d_][\w ]{{1,24}}\s?[:：]")
_PAGES = re.compile(rf"[^\n]*•[{MARKS}\s]*\d+[^\n]*")
_DOCUMENT = re.compile(r"([^\n\u2022<>]+\.\w{1,5}) \u2022 ")
_LONGEST_CANNED = 120
_LONGEST_NAME = 120
_LONGEST_POLL = 10_000
_NAME_WORDS_BEYOND = 4  # so many words after a known name make a sentence about that person


def split_name(rest: str) -> tuple[str | None, str]:
    """Split ``Name: words`` at the first colon outside quotes; None for a line without a name."""
    start = 0
    while (colon := rest.find(":", start)) >= 0:
        after = rest[colon + 1 : colon + 2]
        if after and not after.isspace():
            start = colon + 1
            continue
        if colon > _LONGEST_NAME:
            return None, rest
        label = rest[:colon]
        closing = _open_quote(label)
        if not closing:
            return (label, rest[colon + 2 :]) if _could_be_name(label) else (None, rest)
        ends = [position for position in (rest.find(sign, colon) for sign in closing) if position >= 0]
        if not ends:
            return None, rest
        start = min(ends)
    return None, rest


@lru_cache(maxsize=10_000)
def _could_be_name(label: str) -> bool:
    return bool(label.strip()) and NOTICE.search(label) is None


@lru_cache(maxsize=10_000)
def _open_quote(text: str) -> str:
    """Return the signs that would close the quote left open in ``text``; empty when none is open."""
    closing = ""
    for character in text:
        if closing:
            closing = "" if character in closing else closing
        else:
            closing = _QUOTES.get(character, "")
    return closing


@lru_cache(maxsize=10_000)
def clean_name(name: str) -> str:
    """Return a name without ``~`` and direction marks, numbers with plain hyphens and spaces."""
    bare = _ANY_MARK.sub("", name).strip().removeprefix("~").strip()
    if _NUMBER.fullmatch(bare):
        bare = re.sub(r"[\u00a0\u202f]", " ", re.sub(r"[\u2010-\u2015]", "-", bare))
    return bare


def is_about(label: str, names: frozenset[str]) -> bool:
    """Whether a label seen once is a sentence about a known person rather than a name of its own."""
    words = clean_name(label).split(" ")
    return any(
        " ".join(words[:size]) in names and len(words) - size >= _NAME_WORDS_BEYOND
        for size in range(1, len(words))
    )


def describe(draft: Draft, body: str, marked_file: bool) -> None:
    """Fill in kind, text, media and flags of a message from what stands after the name."""
    product = body.lstrip().startswith("\u200e")
    bare = _LEADING_MARKS.sub("", body)
    tail = bare[-_LONGEST_CANNED:]
    if ">" in tail[-6:] and (edited := EDITED.search(tail)) is not None:
        draft.edited = True
        bare = bare[: len(bare) - len(tail) + edited.start()]
    stripped = _ANY_MARK.sub("", bare).strip()
    if len(stripped) <= _LONGEST_CANNED and DELETED.fullmatch(stripped):
        draft.kind, draft.text = Kind.DELETED, ""
    elif _attachments(draft, bare, product) or _placeholder(draft, bare, product, marked_file):
        draft.kind = Kind.MESSAGE if draft.text else Kind.MEDIA
    elif (poll := _poll(bare)) is not None:
        draft.kind, draft.text = Kind.POLL, poll
    elif _is_notice(stripped, product):
        draft.kind, draft.speaker, draft.text = Kind.SYSTEM, None, stripped
    else:
        draft.text = _mentioned(bare)


def _mentioned(text: str) -> str:
    return _MENTION.sub(r"@\1", text) if "\u2068" in text else text


def _is_notice(stripped: str, product: bool) -> bool:
    if stripped.startswith("Waiting") and WAITING.fullmatch(stripped):
        return True
    one_line = "\n" not in stripped and "://" not in stripped
    return product and one_line and bool(stripped)


def _attachments(draft: Draft, body: str, product: bool) -> bool:
    tags = list(ATTACHED_TAG.finditer(body)) if "<" in body else []
    if tags:
        words = ATTACHED_TAG.sub("", body)
        draft.media = tuple(_ANY_MARK.sub("", tag[1]).strip() for tag in tags)
        draft.text = "" if _PAGES.fullmatch(words.strip()) else _mentioned(words).strip()
        return True
    line, _, caption = body.partition("\n")
    match = ATTACHED_FILE.fullmatch(line.strip()) if ")" in line[-3:] else None
    if match is None:
        return False
    if not (product or match[1] or WA_FILE.fullmatch(match[2]) or ATTACHED_WORD.search(match[3])):
        return False
    draft.media = (_ANY_MARK.sub("", match[2]).strip(),)
    draft.text = _mentioned(caption).strip()
    return True


def _placeholder(draft: Draft, body: str, product: bool, marked_file: bool) -> bool:
    """Recognise what stands for a file that was left out; a caption may follow on the next line."""
    line, _, caption = body.strip().partition("\n")
    bare = _ANY_MARK.sub("", line).strip()
    marked = product or "\u200e" in line
    unmarked = not marked_file and bare.endswith("omitted")
    if (
        (bare.startswith("<") and MEDIA_PLACEHOLDER.fullmatch(bare))
        or (marked and OMITTED_THING.fullmatch(bare))
        or (unmarked and PLAIN_OMITTED.fullmatch(bare))
    ):
        draft.text = _mentioned(caption).strip()
        document = _DOCUMENT.match(bare)
        draft.media = (document[1].strip(),) if document else ()
        return True
    return False


def _poll(body: str) -> str | None:
    if body.count("\n") < 2 or len(body) > _LONGEST_POLL:
        return None
    lines = [line.strip() for line in body.strip().split("\n") if line.strip()]
    if len(lines) < 3 or not _POLL_TITLE.fullmatch(lines[0]):
        return None
    options = [match for match in (_POLL_LINE.fullmatch(line) for line in lines[1:]) if match]
    if not options or len({match[1] for match in options}) > 1:
        return None
    question = [line for line in lines[1:] if not _POLL_LINE.fullmatch(line)]
    asked = "\n".join(_ANY_MARK.sub("", line).strip() for line in question)
    listed = [f"- {_ANY_MARK.sub('', match[2]).strip()} ({int(match[3])})" for match in options]
    return "\n".join([asked, *listed])
