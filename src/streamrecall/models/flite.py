"""Speech from flite, the small synthesizer that Linux distributions carry: four English voices, no model."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from streamrecall.errors import ModelError
from streamrecall.models.asr import read_wav
from streamrecall.models.sayable import sayable
from streamrecall.ports import Samples

VOICES = ("slt", "rms", "awb", "kal16")
_VERSION = re.compile(r"version:\s*(\S+)")
_SECONDS = 120.0
_HEADER_BYTES = 44


class Flite:
    """Runs the ``flite`` program, a process per text; the same text gives the same samples.

    Args:
        program: Its name or path.
        voices: Which of its voices to use, in order.
    """

    name = "flite"

    def __init__(self, program: str = "flite", voices: tuple[str, ...] = VOICES) -> None:
        self._program = program
        self.voices = voices

    @cached_property
    def revision(self) -> str:
        """The program's own version.

        Raises:
            ModelError: If it is not installed.
        """
        found = _VERSION.search(self._run("--version"))
        return "unknown version" if found is None else found[1]

    def synthesize(self, text: str, voice: str) -> Samples:
        """Return the text as 16 kHz speech; accents are dropped, and scripts other than Latin.

        Raises:
            ModelError: If flite is not installed, knows no such voice or fails.
        """
        if voice not in self.voices:
            raise ModelError(f"flite: no voice {voice!r}; choose one of {', '.join(self.voices)}.")
        words = sayable(text, ascii_only=True)
        if not words:
            return np.zeros(0, np.float32)
        with TemporaryDirectory(prefix="flite-") as folder:
            said, spoken = Path(folder, "said.txt"), Path(folder, "spoken.wav")
            said.write_text(words + "\n", encoding="ascii")
            self._run("-voice", voice, "-f", str(said), "-o", str(spoken))
            if not spoken.is_file() or spoken.stat().st_size <= _HEADER_BYTES:
                return np.zeros(0, np.float32)
            return read_wav(spoken)

    def _run(self, *arguments: str) -> str:
        if shutil.which(self._program) is None:
            raise ModelError(
                f"the speech synthesizer {self._program!r} is not installed: `apt-get install flite` "
                "(or another synthesizer in stem.speech.synthesizer)."
            )
        try:
            done = subprocess.run(
                [self._program, *arguments], capture_output=True, timeout=_SECONDS, check=False, text=True
            )
        except subprocess.TimeoutExpired as error:
            raise ModelError(f"flite did not finish in {_SECONDS:.0f} s.") from error
        if arguments != ("--version",) and done.returncode:
            raise ModelError(f"flite failed with status {done.returncode}: {done.stderr.strip()[:200]}")
        return done.stdout
