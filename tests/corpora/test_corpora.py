from pathlib import Path

import pytest
from corpus_documents import document

from streamrecall.corpora.corpora import CORPORA, load_corpus
from streamrecall.corpora.sources import SOURCES
from streamrecall.errors import ConfigError, DataError


def test_every_corpus_has_a_source() -> None:
    assert set(CORPORA) == set(SOURCES)


def test_loader_gets_its_options(tmp_path: Path) -> None:
    document("evermembench").write(tmp_path)
    corpus = load_corpus("evermembench", tmp_path, merge_groups=True)
    assert [d.dialogue_id for d in corpus.dialogues] == ["01"]
    assert corpus.report.row() == {
        "corpus": "evermembench",
        "dialogues": 1,
        "sessions": 3,
        "messages": 9,
        "turns": 9,
        "skipped": 0,
        "questions": 0,
        "evidence_resolved": 0,
        "evidence_repaired": 0,
        "evidence_partial": 0,
        "evidence_unresolved": 0,
    }


def test_unknown_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no corpus 'lokomo': choose one of sample, locomo, realtalk"):
        load_corpus("lokomo", tmp_path)


def test_damaged_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    document("locomo").write(tmp_path)
    with pytest.raises(DataError, match="expected sha256"):
        load_corpus("locomo", tmp_path)
