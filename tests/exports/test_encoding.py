# ruff: noqa: RUF001
import pytest

from streamrecall.exports.encoding import decode

GERMAN = "05.03.24, 18:17 - Jörg: Grüße aus Köln, schöne Straße, größer\n" * 3
RUSSIAN = "Иван: Привет, как дела у тебя сегодня?\nАня: Всё хорошо, спасибо большое\n" * 3
JAPANESE = "田中: 今日は会議があります。よろしくお願いします。\n佐藤: はい、わかりました。\n" * 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", [GERMAN, "A: plain\n"])
def test_unicode_encodings_with_and_without_mark(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
    ],
)
def test_legacy_code_pages_are_found(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.note.startswith("encoding: ")


def test_damaged_utf8_stays_utf8_and_is_counted() -> None:
    raw = RUSSIAN.encode()
    decoded = decode(raw[:20] + b"\xff" + raw[20:-1])
    assert decoded.encoding == "utf-8"
    assert decoded.damaged >= 1
    assert "спасибо" in decoded.text
