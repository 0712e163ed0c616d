import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from streamrecall.corpora.download import download_corpus, verify_corpus
from streamrecall.corpora.sources import SOURCES, Source, SourceFile
from streamrecall.errors import DataError

CONTENT = b'[{"a": 1}]'
SHA256 = hashlib.sha256(CONTENT).hexdigest()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    served = tmp_path / "served"
    served.mkdir()
    (served / "talk.json").write_bytes(CONTENT)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("repo/data/ALL/train/ES2002a.json", "{}")
        opened.writestr("repo/README.md", "no corpus")
        opened.writestr("../escape.json", "{}")
    (served / "repo.zip").write_bytes(archive.getvalue())
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(served)))
    thread = Thread(target=partial(httpd.serve_forever, poll_interval=0.01))
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}"
    httpd.shutdown()
    httpd.server_close()
    thread.join()


def source(*files: SourceFile) -> Source:
    return Source("https://example.org/talks", "CC BY 4.0", files)


def test_file_is_fetched_checked_and_kept(tmp_path: Path, server: str) -> None:
    origin = source(SourceFile("01/talk.json", f"{server}/talk.json", SHA256))
    (path,) = download_corpus("locomo", tmp_path / "raw", origin)
    assert path == tmp_path / "raw" / "01" / "talk.json"
    assert path.read_bytes() == CONTENT
    unreachable = source(SourceFile("01/talk.json", "http://127.0.0.1:1/talk.json", SHA256))
    assert download_corpus("locomo", tmp_path / "raw", unreachable) == (path,)


def test_wrong_checksum_leaves_no_file(tmp_path: Path, server: str) -> None:
    origin = source(SourceFile("talk.json", f"{server}/talk.json", "0" * 64))
    with pytest.raises(DataError, match=rf"expected sha256 0+, found {SHA256}.*talk\.json\..*CC BY 4\.0"):
        download_corpus("locomo", tmp_path / "raw", origin)
    assert not (tmp_path / "raw").exists()


def test_damaged_copy_is_named(tmp_path: Path) -> None:
    (tmp_path / "locomo10.json").write_text("[]")
    with pytest.raises(DataError, match=r"locomo10\.json: expected sha256 79fa87.*damaged.*CC BY-NC 4\.0"):
        verify_corpus("locomo", tmp_path)
    with pytest.raises(DataError, match="damaged"):
        download_corpus("locomo", tmp_path)


@pytest.mark.parametrize("address", ["missing.json", "http://127.0.0.1:1/talk.json"])
def test_failed_fetch_says_what_to_do(tmp_path: Path, server: str, address: str) -> None:
    url = address if address.startswith("http") else f"{server}/{address}"
    with pytest.raises(DataError, match=rf"talk\.json: cannot be fetched from {url}.*example\.org.*yourself"):
        download_corpus("locomo", tmp_path / "raw", source(SourceFile("talk.json", url)))
    assert not (tmp_path / "raw").exists()


def test_archive_becomes_the_folder(tmp_path: Path, server: str) -> None:
    origin = source(SourceFile("repo.zip", f"{server}/repo.zip", members="repo/data/ALL"))
    paths = download_corpus("qmsum", tmp_path / "raw", origin)
    assert paths == (tmp_path / "raw" / "train" / "ES2002a.json",)
    assert sorted(p.name for p in tmp_path.rglob("*") if p.is_file() and "served" not in p.parts) == [
        "ES2002a.json"
    ]
    assert download_corpus("qmsum", tmp_path / "raw", origin) == paths


def test_archive_without_the_folder_is_refused(tmp_path: Path, server: str) -> None:
    with pytest.raises(DataError, match=r"repo\.zip has no folder repo/data/NONE"):
        download_corpus(
            "qmsum",
            tmp_path / "raw",
            source(SourceFile("repo.zip", f"{server}/repo.zip", members="repo/data/NONE")),
        )
    with pytest.raises(DataError, match=r"talk\.json is no zip archive"):
        download_corpus(
            "qmsum", tmp_path / "raw", source(SourceFile("a.zip", f"{server}/talk.json", members="repo"))
        )


def test_shipped_corpus_is_not_downloaded(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="corpus 'sample' cannot be downloaded"):
        download_corpus("sample", tmp_path)


def test_every_address_is_pinned_and_secure() -> None:
    files = [file for origin in SOURCES.values() for file in origin.files]
    assert len({file.url for file in files}) == len(files) == 27
    assert all(file.url.startswith("https://") for file in files)


@pytest.mark.shared_data
@pytest.mark.parametrize(("corpus", "files"), [("locomo", 2), ("realtalk", 10)])
def test_known_checksums_are_those_of_the_real_files(shared_dir: Path, corpus: str, files: int) -> None:
    assert verify_corpus(corpus, shared_dir / "data" / corpus) == files
