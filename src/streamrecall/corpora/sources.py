"""Where each corpus comes from, under which licence, and what its files must be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from streamrecall.errors import DataError


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to fetch.

    Attributes:
        name: Path below the corpus's folder; an archive is unpacked and not kept under this name.
        sha256: Checksum of the file, where it is known.
        members: For a zip archive: the folder inside it whose content becomes the corpus's folder.
    """

    name: str
    url: str
    sha256: str | None = None
    members: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus's origin.

    Attributes:
        homepage: Where a person finds it.
        licence: Its licence and what that asks.
        files: What to fetch by default.
    """

    homepage: str
    licence: str
    files: tuple[SourceFile, ...] = ()

    @property
    def hint(self) -> str:
        """How to get the corpus, as an error says it."""
        return f"Get it from {self.homepage} (licence: {self.licence})."


_LOCOMO = "https://raw.githubusercontent.com/snap-research/locomo/3eb6f2c585f5e1699204e3c3bdf7adc5c28cb376"
_LOCOMO_AUDIT = (
    "https://raw.githubusercontent.com/dial481/locomo-audit/9493fb4b4af4256ed17a18e8fd0b3cfdeec29539"
)
_REALTALK = "https://raw.githubusercontent.com/danny911kr/REALTALK/b903e06a9770bf4e5fe9018c3e132889666d3b4a"
_QMSUM = "83d7768c1f2b4dfeb091385d3dc7e239b8e5bb7e"
_EVERMEMBENCH = (
    "https://huggingface.co/datasets/EverMind-AI/EverMemBench-Dynamic/resolve/"
    "a6b210a32248e841967b7b64a64281d2ff3f669d"
)
_LONGMEMEVAL = "https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned/resolve/main"

_DIALSIM = (
    "https://huggingface.co/datasets/jiho283/dialsim-{show}/resolve/main/data/train-00000-of-00001.parquet"
)

_REALTALK_CHATS = {
    "Chat_1_Emi_Elise": "4e947998a751a1ba2c3710fc873b90fbcbc234fda7a5e4e75db2b762e0f25a36",
    "Chat_2_Kevin_Elise": "4ac6e319c206731aa9a025c93325eb1edb43686cf39473f058c87ae7deb2d62a",
    "Chat_3_Kevin_Paola": "10c9208016538cbe7a28aafa6cfd72587b072677964c36ec242159fdf58961f2",
    "Chat_4_Emi_Paola": "80aa012ed6a918f5b317bd942b4d4811a158d27a6e07b7a5c6182994107a9367",
    "Chat_5_Nicolas_Nebraas": "32dd7c45786b1a26861dc1574a1bb698a855196fd2ae3fc0c091f3c9ab2d6d06",
    "Chat_6_Vanessa_Nicolas": "9d5ee072ab5a0667ef71d5644d7cd3a4c6777a1e6e2252bf306f310d982e40ac",
    "Chat_7_Nebraas_Vanessa": "b5716bb093217980e747dec0d98996829b569febc09587a025efc6b79806e9ce",
    "Chat_8_Akib_Muhhamed": "814f64ad7e8a46f0398f550fe84184e2ba495a292290b9ff96ffc95448280800",
    "Chat_9_Fahim_Akib": "05b9b4331bf0e25a2a64dc89c404622c83a61ab5e7c935fb7d844449caf6dd39",
    "Chat_10_Fahim_Muhhamed": "26135a9e3482f40bea4c71de570a2d994a361848111067e60587be1dd82a0127",
}

SOURCES: dict[str, Source] = {
    "sample": Source(
        homepage="the repository's folder data/01_raw/sample",
        licence="Apache-2.0",
    ),
    "locomo": Source(
        homepage="https://github.com/snap-research/locomo (data/locomo10.json)",
        licence="CC BY-NC 4.0: non-commercial use, with credit",
        files=(
            SourceFile(
                "locomo10.json",
                f"{_LOCOMO}/data/locomo10.json",
                "79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4",
            ),
            SourceFile(
                "locomo_audit_errors.json",
                f"{_LOCOMO_AUDIT}/errors.json",
                "f298ef46263fada20688a1d672be37d4f488c6da3b19343eea55ae5c1b5fe55e",
            ),
        ),
    ),
    "realtalk": Source(
        homepage="https://github.com/danny911kr/REALTALK (data/Chat_*.json)",
        licence="none stated; chats of real people, do not pass them on",
        files=tuple(
            SourceFile(f"{chat}.json", f"{_REALTALK}/data/{chat}.json", sha256)
            for chat, sha256 in _REALTALK_CHATS.items()
        ),
    ),
    "qmsum": Source(
        homepage="https://github.com/Yale-LILY/QMSum (data/ALL)",
        licence="MIT; transcripts of AMI and ICSI under CC BY 4.0, of parliaments under their own terms",
        files=(
            SourceFile(
                "qmsum.zip",
                f"https://github.com/Yale-LILY/QMSum/archive/{_QMSUM}.zip",
                members=f"QMSum-{_QMSUM}/data/ALL",
            ),
        ),
    ),
    "evermembench": Source(
        homepage="https://huggingface.co/datasets/EverMind-AI/EverMemBench-Dynamic",
        licence="Apache-2.0",
        files=tuple(
            SourceFile(f"{topic}/{name}", f"{_EVERMEMBENCH}/{topic}/{name}")
            for topic in ("01", "02", "03", "04", "05")
            for name in ("dialogue.json", f"qa_{topic}.json")
        ),
    ),
    "longmemeval": Source(
        homepage="https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned",
        licence="MIT",
        files=(SourceFile("longmemeval_oracle.json", f"{_LONGMEMEVAL}/longmemeval_oracle.json"),),
    ),
    "longdialqa": Source(
        homepage="https://huggingface.co/jiho283 (dialsim-friends, dialsim-bigbang, dialsim-theoffice)",
        licence="none stated; scripts of TV shows under others' copyright, do not pass them on",
        files=tuple(
            SourceFile(f"{show}.parquet", _DIALSIM.format(show=show))
            for show in ("friends", "bigbang", "theoffice")
        ),
    ),
}
"""Origin of each corpus. LongMemEval's larger files (``longmemeval_s_cleaned.json``, 277 MB, and
``longmemeval_m_cleaned.json``, 2.7 GB) lie beside the oracle file."""


def require_file(folder: Path, corpus: str, name: str) -> Path:
    """Return a file of a corpus.

    Raises:
        DataError: If it is not there; says where to get it and its licence.
    """
    path = folder / name
    if not path.is_file():
        raise DataError(f"no such file of corpus {corpus!r}.", path=path, hint=SOURCES[corpus].hint)
    return path


def require_files(folder: Path, corpus: str, *patterns: str) -> list[Path]:
    """Return the files of a corpus that match any pattern, by name.

    Raises:
        DataError: If there is none; says where to get them and their licence.
    """
    paths = sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()})
    if not paths:
        wanted = " or ".join(patterns)
        raise DataError(f"no file {wanted} of corpus {corpus!r}.", path=folder, hint=SOURCES[corpus].hint)
    return paths
