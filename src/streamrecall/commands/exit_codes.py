"""What the exit status of a command means."""

from __future__ import annotations

from enum import IntEnum

from streamrecall.errors import ConfigError, DataError, ModelError, StreamrecallError


class ExitCode(IntEnum):
    """0 done (also when there is nothing new), 1 an error in the program, 2 wrong usage,
    3 input that cannot be read, 4 a setting that cannot be met, 5 a model that does not answer.
    """  # noqa: D205

    DONE = 0
    PROGRAM = 1
    USAGE = 2
    UNREADABLE = 3
    SETTING = 4
    MODEL = 5


def exit_code(error: StreamrecallError) -> ExitCode:
    """Return the exit status of an error."""
    for kind, code in (
        (DataError, ExitCode.UNREADABLE),
        (ConfigError, ExitCode.SETTING),
        (ModelError, ExitCode.MODEL),
    ):
        if isinstance(error, kind):
            return code
    return ExitCode.PROGRAM
