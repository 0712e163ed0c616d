"""The command line as a whole: help at once, exit codes, one-line errors."""

import subprocess
import sys

import pytest

from streamrecall import cli
from streamrecall.commands.exit_codes import ExitCode, exit_code
from streamrecall.errors import ConfigError, DataError, ModelError, StreamrecallError


def run(*arguments, env=None):
    return subprocess.run(
        [sys.executable, "-m", "streamrecall.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=env,
    )


def test_help_names_every_command_and_the_exit_codes():
    done = run("--help")
    assert done.returncode == 0
    for word in (*cli.COMMANDS, "Exit codes", "3 input that cannot be read"):
        assert word in " ".join(done.stdout.split())


def test_help_imports_nothing_heavy():
    code = (
        "import sys; import streamrecall.cli; "
        "print([m for m in ('torch', 'numpy', 'pandas', 'kedro', 'bs4', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_can_be_loaded_and_has_help(name):
    done = run(name, "--help")
    assert done.returncode == 0
    assert f" {name} [OPTIONS]" in done.stdout


def test_a_mistyped_command_is_wrong_usage_and_the_near_match_is_named():
    done = run("catchip")
    assert done.returncode == ExitCode.USAGE
    assert "catchup" in done.stderr


def test_the_version():
    assert run("--version").stdout.startswith("streamrecall ")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DataError("x"), 3),
        (ConfigError("x"), 4),
        (ModelError("x"), 5),
        (StreamrecallError("x"), 1),
    ],
)
def test_exit_codes(error, code):
    assert exit_code(error) == code
