"""The experts' sheet in a real browser: cards by category, marks that are exported and read back."""

import time
from pathlib import Path

import pytest

from streamrecall.benchmark.stem.expert_marks import ratings, read_expert_marks
from streamrecall.benchmark.stem.expert_sheet import SheetRow
from streamrecall.reporting.stem.sheet_page import render_sheet_page

HOSTILE = "</script><img src=x onerror=alert(1)> \U0001f3fd"
ROWS = [
    SheetRow(
        "d.single_hop.1", "d", "single_hop", 4, f"Who said {HOSTILE}?", "Ann", f"[2026-03-02] Ann: {HOSTILE}"
    ),
    SheetRow("d.temporal.2", "d", "temporal", 9, "Who came first?", "Ben", "Ben: hello\nAnn: hi"),
]


@pytest.fixture
def page(chromium, tmp_path):
    path = tmp_path / "sheet.html"
    path.write_text(render_sheet_page(ROWS), encoding="utf-8")
    with chromium.page() as page:
        page.open(path)
        yield page
        assert page.errors == []
        assert [url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))] == []


def targets(page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('.card')].map(e => e.dataset.target)")


def test_questions_are_shown_as_text_and_by_category(page) -> None:
    assert targets(page) == ["d.single_hop.1", "d.temporal.2"]
    assert HOSTILE in page.text(".card blockquote")
    page.evaluate(
        "(() => { const s = document.querySelector(\"select[aria-label='category']\");"
        "s.value = 'temporal'; s.dispatchEvent(new Event('change')); })()"
    )
    assert targets(page) == ["d.temporal.2"]


def test_exported_marks_are_read_back(page, tmp_path: Path) -> None:
    page.click("button[data-for='d.single_hop.1'][data-mark='reject']")
    page.click("button[data-for='d.temporal.2'][data-mark='accept']")
    folder = tmp_path / "marks"
    folder.mkdir()
    page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    page.click("#export")
    file, end = folder / "review_marks.json", time.monotonic() + 20
    while not file.is_file():
        assert time.monotonic() < end, "nothing was downloaded"
        time.sleep(0.05)
    file.rename(folder / "ada.json")
    assert ratings(read_expert_marks(folder)) == {
        "d.single_hop.1": {"ada": "reject"},
        "d.temporal.2": {"ada": "accept"},
    }
