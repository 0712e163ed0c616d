import json

import pytest
import typer
from typer.testing import CliRunner

from streamrecall.commands.read import EXIT_UNREADABLE, read


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(read)
    runner = CliRunner()
    return lambda *words: runner.invoke(app, [str(word) for word in words])


def test_list_goes_to_output_and_counts_to_error(run, tmp_path) -> None:
    path = tmp_path / "x"
    path.write_text("intro\n\n" + "".join(f"12/03/2024, 09:1{n} - Jörg: hi {n}\n" for n in range(3)))
    result = run("--format", "json", path)
    assert result.exit_code == 0
    assert [one["text"] for one in json.loads(result.stdout)] == ["hi 0", "hi 1", "hi 2"]
    assert "WhatsApp: 3 read, 1 skipped, 0 without time" in result.stderr
    assert "skipped: 1 lines before the first message" in result.stderr
    assert "dates: day-month-year" in result.stderr


def test_other_forms(run, tmp_path) -> None:
    path = tmp_path / "x"
    path.write_text("Ruta: one\nEmil: two\n")
    assert run("--format", "text", path).stdout == "[-] Ruta: one\n[-] Emil: two\n"
    assert [json.loads(line)["speaker"] for line in run("--format", "jsonl", path).stdout.splitlines()] == [
        "Ruta",
        "Emil",
    ]


def test_exit_codes(run, tmp_path) -> None:
    assert run(tmp_path / "absent").exit_code == EXIT_UNREADABLE
    (tmp_path / "story").write_text("Once upon a time.\n")
    result = run(tmp_path / "story")
    assert (result.exit_code, result.stdout) == (EXIT_UNREADABLE, "")
    assert "unknown format" in result.stderr
    assert run("--format", "xml", tmp_path / "story").exit_code == 2


def test_nothing_that_a_terminal_obeys_is_printed(run, tmp_path) -> None:
    path = tmp_path / "na\x1b[31mme"
    path.write_text("12/03/2024, 09:10 - A\x1bnn: \x1b]0;title\x07 \x9b31m\n12/03/2024, 09:11 - Bo: yes\n")
    for form in ("text", "json", "jsonl"):
        result = run("--format", form, path)
        assert result.exit_code == 0
        assert not set(result.stdout + result.stderr) & set("\x1b\x07\x9b")
    missing = run(tmp_path / "no\x1b[31mne")
    assert missing.exit_code == EXIT_UNREADABLE
    assert "\x1b" not in missing.stderr
    assert "no\ufffd[31mne" in missing.stderr


def test_a_message_without_words_says_what_it_is(run, tmp_path) -> None:
    path = tmp_path / "x"
    path.write_text("12/03/2024, 09:10 - Jon: <Media omitted>\n12/03/2024, 09:11 - Bo: nice\n")
    assert run("--format", "text", path).stdout == (
        "[2024-03-12T09:10:00] Jon: (media)\n[2024-03-12T09:11:00] Bo: nice\n"
    )
