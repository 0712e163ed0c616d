"""Text encoding of a file, decided once and said."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from charset_normalizer import from_bytes

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LEGACY = [
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r",
    "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr", "cp437", "cp850", "mac_roman",
]  # fmt: skip
_JAPANESE = ("shift_jis", "euc_jp", "iso2022_jp")
_SAMPLE = 100_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, the encoding that was decided, why, and how many places did not fit it."""

    text: str
    encoding: str
    reason: str
    damaged: int = 0

    @property
    def note(self) -> str:
        """One line for the reader's notes."""
        return f"encoding: {self.encoding} ({self.reason})"


def decode(raw: bytes) -> Decoded:
    """Decode a file by its byte-order mark, as UTF-8, as unmarked UTF-16, or as a legacy code page.

    Never fails: what does not fit the decided encoding becomes U+FFFD and is counted in ``damaged``.
    """
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return _lenient(raw, name, "byte-order mark")
    wide = _unmarked_utf16(raw)
    if wide is not None:
        return _lenient(raw, wide, "every second byte is zero")
    try:
        return Decoded(raw.decode("utf-8"), "utf-8", "valid UTF-8")
    except UnicodeDecodeError:
        pass
    if _mostly_utf8(raw):
        return _lenient(raw, "utf-8", "UTF-8 apart from damaged places")
    return _lenient(raw, _legacy(raw), "best match of the legacy code pages")


def _lenient(raw: bytes, name: str, reason: str) -> Decoded:
    text = raw.decode(name, errors="replace")
    bare = name.removesuffix("-sig")
    return Decoded(text.removeprefix("\ufeff"), bare, reason, text.count("\ufffd"))


def _unmarked_utf16(raw: bytes) -> str | None:
    head = raw[:4000]
    if len(head) < 4 or b"\0" not in head:
        return None
    pairs = len(head) // 2
    if head[1::2].count(0) > 0.6 * pairs and head[0::2].count(0) < 0.1 * pairs:
        return "utf-16-le"
    if head[0::2].count(0) > 0.6 * pairs and head[1::2].count(0) < 0.1 * pairs:
        return "utf-16-be"
    return None


def _mostly_utf8(raw: bytes) -> bool:
    text = raw.decode("utf-8", errors="replace")
    damaged = text.count("\ufffd")
    sound = sum(ord(character) > 127 for character in text) - damaged
    return damaged * 10 <= sound or (damaged == 1 and text.endswith("\ufffd"))


def _legacy(raw: bytes) -> str:
    lines = [line for line in raw.splitlines() if not line.isascii()]
    sample = b"\n".join(lines)[:_SAMPLE]
    japanese = next((name for name in _JAPANESE if _kana_share(sample, name) > 0.2), None)
    if japanese is not None:
        return japanese
    matches = list(from_bytes(sample, cp_isolation=_LEGACY))
    if not matches:
        return "cp1252"
    least = min(match.chaos for match in matches)
    close = [match for match in matches if match.chaos <= least + 0.02]
    best = max(close, key=lambda match: (match.coherence, match.encoding == "cp1252"))
    return best.encoding


def _kana_share(sample: bytes, name: str) -> float:
    """Return the share of kana among the letters beyond ASCII, which only Japanese code pages give."""
    text = sample.decode(name, errors="ignore")
    beyond = [character for character in text if ord(character) > 127]
    return sum("\u3041" <= character <= "\u30fe" for character in beyond) / max(len(beyond), 1)
