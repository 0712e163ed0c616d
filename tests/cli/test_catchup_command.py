"""``streamrecall catchup`` as a person or a script calls it."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from streamrecall.catchup.tools import offline_tools
from streamrecall.cli import load_command
from streamrecall.errors import ConfigError, DataError

CHAT = """04/03/2024, 09:01 - Ann: The other caterer wants 450 euros for the summer party.
04/03/2024, 09:05 - Bo: That is a lot for soup.
05/03/2024, 10:00 - Ann: We decided to take the other caterer.
05/03/2024, 10:02 - Bo: Who tells the office?
"""
MORE = "06/03/2024, 08:00 - Bo: I'll send the deposit to the other caterer today.\n"


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "WhatsApp Chat with Party.txt"
    path.write_text(CHAT, encoding="utf-8")
    return path


@pytest.fixture
def call(tmp_path):
    def call(*arguments, ok=True):
        options = ("--compare", "spelling", "--state", tmp_path / "state.json")
        result = CliRunner().invoke(
            load_command("catchup"), list(map(str, (*arguments, *options))), catch_exceptions=not ok
        )
        if ok:
            assert result.exit_code == 0, result.output
        return result

    return call


def test_a_catch_up_in_one_command(call, chat):
    output = call(chat, "--last", 2).stdout
    for text in ("Decisions", "We decided to take the other caterer.", "said on 2024-03-04 by Ann", "[#3]"):
        assert text in output
    assert "Open questions" in output


def test_since_the_last_run_tells_only_what_is_new(call, chat):
    call(chat)
    assert "Nothing new." in call(chat, "--since-last-run").stdout
    chat.write_text(CHAT + MORE, encoding="utf-8")
    renamed = chat.rename(chat.with_name("WhatsApp Chat with Party (1).txt"))
    form = json.loads(call(renamed, "--since-last-run", "--format", "json").stdout)
    (conversation,) = form["conversations"]
    assert conversation["coverage"]["window_turns"] == 1
    assert [point["text"] for point in conversation["action_items"]] == [
        "I'll send the deposit to the other caterer today."
    ]
    assert "Nothing new." in call(renamed, "--since-last-run").stdout


@pytest.mark.parametrize(
    ("format", "start"),
    [("markdown", "# Catch-up"), ("json", "{"), ("html", "<!doctype html>"), ("terminal", "WhatsApp")],
)
def test_every_form_goes_to_a_file(call, chat, tmp_path, format, start):
    path = tmp_path / "out"
    call(chat, "--format", format, "--output", path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith(start)
    assert "other caterer" in text


def test_two_windows_are_a_setting_that_cannot_be_met(call, chat):
    assert isinstance(call(chat, "--last", 2, "--last-tokens", 50, ok=False).exception, ConfigError)


def test_an_unknown_conversation_is_a_setting_that_cannot_be_met(call, chat):
    result = call(chat, "--conversation", "WhatsApp Chat with Partyy", ok=False)
    assert "WhatsApp Chat with Party" in str(result.exception)
    assert isinstance(result.exception, ConfigError)


def test_a_missing_file_cannot_be_read(call, tmp_path):
    assert isinstance(call(tmp_path / "none.txt", ok=False).exception, DataError)


def test_a_run_that_fails_notes_nothing(call, chat, tmp_path):
    call(chat, "--since", "not a time", ok=False)
    assert not (tmp_path / "state.json").exists()


def wait_for(path):
    end = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.02)


def heed_interrupts():
    """A shell that starts the tests in the background has them, and their children, ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_watch_prints_what_is_added_until_it_is_stopped(chat, tmp_path):
    command = [sys.executable, "-m", "streamrecall.cli", "catchup", str(chat), "--watch", "--every", "0.1"]
    command += ["--format", "json", "--compare", "spelling", "--state", str(tmp_path / "state.json")]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        preexec_fn=heed_interrupts,  # noqa: PLW1509
    ) as process:
        assert process.stderr.readline().startswith("Following")
        with chat.open("a", encoding="utf-8") as file:
            file.write(MORE)
        digest = json.loads(process.stdout.readline())
        wait_for(tmp_path / "state.json")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert digest["coverage"]["window_turns"] == 1
    assert digest["coverage"]["history_turns"] == 4
    assert process.returncode == 0
    assert "Stopped." in errors
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["marks"]


@pytest.fixture
def server(repository):
    command = [sys.executable, str(repository / "benchmarks" / "chat_server.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        process.kill()


def test_a_model_that_invents_is_not_believed(call, chat, server, repository):
    prompts = repository / "conf/base/prompts"
    output = call(chat, "--base-url", server, "--model", "nonsense", "--prompts", prompts).stdout
    flat = " ".join(output.split())
    assert "Left out: 1 sentence of the model that its messages do not bear out." in flat
    assert "450 euros for the summer party." in flat
    assert "Text " not in flat


def test_a_server_without_a_model_name_is_a_setting_that_cannot_be_met(call, chat):
    result = call(chat, "--base-url", "http://127.0.0.1:9/v1", ok=False)
    assert isinstance(result.exception, ConfigError)


def test_an_output_that_cannot_be_written_is_a_setting_that_cannot_be_met(call, chat, tmp_path):
    for place in (tmp_path, tmp_path / "missing" / "x.md", chat / "x.md"):
        result = call(chat, "--output", place, ok=False)
        assert isinstance(result.exception, ConfigError), result.output
        assert "cannot write" in str(result.exception)
    if Path("/dev/full").exists():
        for format in ("terminal", "markdown"):
            result = call(chat, "--output", "/dev/full", "--format", format, ok=False)
            assert isinstance(result.exception, ConfigError), result.output


@pytest.mark.parametrize("format", ["terminal", "markdown", "json", "html"])
def test_hostile_names_and_words_in_every_form(call, tmp_path, format):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 \x1b[31m.txt"))
    path.write_text(
        "04/03/2024, 09:01 - A\x1bnn: We decided to take the \x1b]0;x\x07 \x9b31m other caterer for lunch.\n"
        "04/03/2024, 09:05 - Bo: <Media omitted>\n",
        encoding="utf-8",
    )
    shown = call(path, "--format", format)
    assert not set(shown.output) & set("\x1b\x07\x9b")
    assert "other caterer" in shown.stdout
    call(path, "--format", format, "--output", tmp_path / "out")
    (tmp_path / "out").read_text(encoding="utf-8")
    if format == "html":
        assert "(media)" in shown.stdout


def test_loading_the_encoder_is_said_where_no_terminal_shows_it(chat, tmp_path, monkeypatch):
    monkeypatch.setattr("streamrecall.catchup.tools.offline_tools", lambda comparison: quick())
    quick = partial(offline_tools, "spelling")
    options = [str(chat), "--state", str(tmp_path / "s")]
    result = CliRunner().invoke(load_command("catchup"), options)
    assert result.exit_code == 0, result.output
    assert result.stderr == "loading the encoder (some seconds) ...\n"
    result = CliRunner().invoke(load_command("catchup"), [*options, "--compare", "spelling"])
    assert result.stderr == ""
