"""A notice to the reader of a chat, "you changed the subject to: X", has no speaker."""

from pathlib import Path

import pytest

from streamrecall.exports.message import Kind
from streamrecall.exports.reader import read_export


@pytest.mark.parametrize(
    "notice",
    [
        "You changed the subject to: Trip",
        "Du hast den Betreff geändert zu: Ausflug",
        "Anna hat den Betreff geändert zu: Ausflug",
        "Vous avez changé le sujet : Sortie",
        "Cambiaste el asunto a: Viaje",
        "Você alterou o assunto para: Festa",
        "Hai modificato l'oggetto: Gita",
        "Je hebt het onderwerp gewijzigd in: Uitje",
    ],
)
def test_a_notice_with_a_colon_is_no_speaker(tmp_path: Path, notice: str) -> None:
    lines = ["14.05.24, 10:00 - Anna: hallo", f"14.05.24, 10:01 - {notice}", "15.05.24, 10:02 - Ben: ja"]
    (tmp_path / "chat.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = read_export(tmp_path / "chat.txt").messages
    assert [message.speaker for message in said] == ["Anna", None, "Ben"]
    assert (said[1].kind, said[1].text) == (Kind.SYSTEM, notice)


def test_the_same_words_said_by_somebody_keep_their_speaker(tmp_path: Path) -> None:
    lines = ["14.05.24, 10:00 - Anna: was war das?", "14.05.24, 10:01 - Ben: Du hast den Ausflug: geändert"]
    (tmp_path / "chat.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert [message.speaker for message in read_export(tmp_path / "chat.txt").messages] == ["Anna", "Ben"]
