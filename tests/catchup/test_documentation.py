"""The page on catching up says what the program does."""

import re

import pytest
from catchup_samples import sample_turns, write_jsonl

from streamrecall.cli import load_command
from streamrecall.commands.exit_codes import ExitCode


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "docs/catchup.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_python_example_runs(page, repository, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "chat.jsonl", sample_turns(repository)[:30])
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "docs/catchup.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_every_exit_code_is_described(page):
    described = {int(code) for code in re.findall(r"^\| (\d) \|", page, re.MULTILINE)}
    assert described == {int(code) for code in ExitCode}


def test_every_option_that_is_named_exists(page):
    (command,) = load_command("catchup").registered_commands
    names = {"--" + name.replace("_", "-") for name in command.callback.__annotations__}
    assert set(re.findall(r"--[a-z][a-z-]+", page)) <= names
