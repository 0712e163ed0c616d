"""The corpora by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.download import download_corpus, verify_corpus
from streamrecall.corpora.evermembench import load_evermembench
from streamrecall.corpora.locomo import load_locomo
from streamrecall.corpora.longdialqa import load_longdialqa
from streamrecall.corpora.longmemeval import load_longmemeval
from streamrecall.corpora.qmsum import load_qmsum
from streamrecall.corpora.realtalk import load_realtalk
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import ConfigError

CORPORA: dict[str, Callable[..., Corpus]] = {
    "sample": load_sample,
    "locomo": load_locomo,
    "realtalk": load_realtalk,
    "qmsum": load_qmsum,
    "evermembench": load_evermembench,
    "longmemeval": load_longmemeval,
    "longdialqa": load_longdialqa,
}


def load_corpus(name: str, folder: Path, *, download: bool = False, **options: object) -> Corpus:
    """Read a corpus from a folder.

    Args:
        name: A key of ``CORPORA``.
        folder: Where its files lie, or go when they are downloaded.
        download: Fetch what is missing first.
        **options: Further arguments of the corpus's loader.

    Raises:
        ConfigError: If there is no such corpus.
        DataError: If a file is missing, damaged or malformed, or cannot be fetched.
    """
    if name not in CORPORA:
        raise ConfigError(f"no corpus {name!r}: choose one of {', '.join(CORPORA)}.")
    if download:
        download_corpus(name, folder)
    else:
        verify_corpus(name, folder)
    return CORPORA[name](folder, **options)
