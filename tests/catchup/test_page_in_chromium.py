"""The catch-up page in a real browser."""

import pytest
from catchup_samples import quick_tools, sample_turns, write_jsonl
from test_forms import EVIL, evil_catch_up

from streamrecall.catchup import CatchUp, catch_up, to_html


@pytest.fixture(scope="module")
def path(tmp_path_factory, repository):
    folder = tmp_path_factory.mktemp("page")
    chat = write_jsonl(folder / "chat.jsonl", sample_turns(repository))
    page = folder / "catch up.html"
    page.write_text(to_html(catch_up(chat, last_messages=60, tools=quick_tools())), encoding="utf-8")
    return page


@pytest.fixture
def page(chromium, path):
    with chromium.page() as page:
        page.open(path)
        yield page
        assert page.errors == []
        assert all(url.startswith(("file:", "data:")) for url in page.requests)


def test_a_point_leads_to_its_message(page):
    target = page.evaluate("document.querySelector('.points .references a').getAttribute('href')")
    page.click(".points .references a")
    assert page.evaluate("location.hash") == target
    assert page.evaluate(f"document.querySelector('{target}').matches(':target')")
    assert page.text(".points li p").split(" ", 1)[1][:20] in page.text(target)


def test_recovered_context_leads_to_the_history(page):
    page.click(".context .references a")
    assert page.evaluate("document.querySelector(':target').classList.contains('evidence')")


def test_every_link_has_a_target(page):
    assert (
        page.evaluate(
            "[...document.querySelectorAll('a')]"
            ".filter(a => !document.querySelector(a.getAttribute('href'))).length"
        )
        == 0
    )


def test_a_phone_reads_it_without_scrolling_sideways(page):
    page.resize(390, 844, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_it_has_no_script(page):
    assert page.count("script") == 0


def test_hostile_messages_stay_text(chromium, tmp_path):
    path = tmp_path / "evil.html"
    path.write_text(to_html(evil_catch_up()), encoding="utf-8")
    with chromium.page() as page:
        page.open(path)
        assert page.count("img") == 0
        assert EVIL.split("\n")[0] in page.text(".points")
        assert page.errors == []


def test_nothing_new_is_said(chromium, tmp_path):
    path = tmp_path / "none.html"
    path.write_text(to_html(CatchUp("a.txt", "the last run", (), ("a",))), encoding="utf-8")
    with chromium.page() as page:
        page.open(path)
        assert "Nothing new" in page.text("main")
