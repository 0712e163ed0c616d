"""The review page in a real browser: load, filter, mark, export; and the marks change the next run."""

import json
import time
from pathlib import Path

import pytest
from reviewed_sample import DIALOGUE, HOSTILE, WINDOWS, review_view

from streamrecall.benchmark.losses import rejections_of
from streamrecall.benchmark.review_marks import apply_to_instances, apply_to_stages, read_review_marks
from streamrecall.benchmark.stages.assembly import assemble_instances
from streamrecall.reporting.review_page import render_review_page


def write(folder, view):
    path = folder / "review page.html"
    path.write_text(render_review_page(view), encoding="utf-8")
    return path


@pytest.fixture
def page(chromium, tmp_path):
    path = write(tmp_path, review_view())
    with chromium.page() as page:
        page.open(path)
        yield page
        assert page.errors == []
        assert [url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))] == []


def choose(page, name, option):
    page.evaluate(
        f"(() => {{ const s = document.querySelector(\"select[aria-label='{name}']\");"
        f"s.value = {json.dumps(option)}; s.dispatchEvent(new Event('change')); }})()"
    )


def targets(page):
    return page.evaluate("[...document.querySelectorAll('.card')].map(e => e.dataset.target)")


def mark(page, target, kind):
    page.click(f"button[data-for='{target}'][data-mark='{kind}']")


def exported(page, tmp_path):
    page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    page.click("#export")
    file = tmp_path / "review_marks.json"
    end = time.monotonic() + 20
    while not file.is_file():
        assert time.monotonic() < end, "nothing was downloaded"
        time.sleep(0.05)
    return json.loads(file.read_text())


def test_a_window_shows_its_candidates_votes_and_evidence_in_context(page):
    assert page.text("h2") == "d.0"
    assert targets(page) == ["d.0.S1", "d.0.S2", "d.0.S3"]
    assert page.text("#count") == "3 of 3 candidates"
    votes = page.text("[data-target='d.0.S1'] > .votes")
    assert [line.split()[:2] for line in votes.splitlines()] == [
        ["a", "referential"],
        ["b", "referential"],
        ["c", "none"],
    ]
    gap = page.text("[data-gap='d.0.S1.G']")
    assert "Brambeck is the firm." in gap
    context = page.text("[data-gap='d.0.S1.G'] details[open] .context")
    assert "They start in May." in context
    assert page.count("[data-gap='d.0.S1.G'] details[open] .here") == 1
    assert "fewer than 2 call it salient (1 of 3)" in page.text("[data-target='d.0.S3']")
    assert "no agreed type" in page.text("[data-gap='d.0.S2.G']")


def test_dialogue_text_is_shown_and_never_run(page):
    assert page.evaluate("document.title") == "Review"
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert HOSTILE in page.text("#view")
    assert page.count("#view img, #view script") == 0


def test_filters_by_status_type_and_dispute(page):
    choose(page, "status", "rejected")
    assert targets(page) == ["d.0.S2", "d.0.S3"]
    choose(page, "status", "all")
    choose(page, "type", "referential")
    assert targets(page) == ["d.0.S1"]
    choose(page, "type", "no gap")
    assert targets(page) == ["d.0.S3"]
    choose(page, "type", "all")
    choose(page, "show", "disputed")
    assert targets(page) == ["d.0.S1", "d.0.S2", "d.0.S3"]
    choose(page, "show", "marked")
    assert targets(page) == []


def test_windows_are_stepped_through_by_button_and_key(page):
    page.click("button[aria-label='Next window']")
    assert page.text("h2") == "d.1"
    page.key("k", "k")
    page.wait("document.querySelector('h2').innerText === 'd.0'")


def test_a_candidate_points_at_its_sentence(page):
    page.evaluate("document.querySelector(\"[data-target='d.0.S2']\").focus()")
    assert page.evaluate("[...document.querySelectorAll('.pointed')].map(e => e.dataset.sentence)") == ["2"]


def test_marks_are_set_changed_taken_back_and_survive_a_reload(page, tmp_path):
    mark(page, "d.0.S1", "accept")
    mark(page, "d.0.S1", "reject")
    mark(page, "d.0.S2", "accept")
    mark(page, "d.0.S2", "accept")
    assert page.text("#marked") == "1 mark"
    assert page.evaluate("JSON.parse(exportedMarks()).marks") == [
        {"target": "d.0.S1", "mark": "reject", "note": ""}
    ]
    page.call("Page.reload")
    page.wait("document.readyState === 'complete' && document.querySelector('#marked')")
    assert page.text("#marked") == "1 mark"
    choose(page, "show", "marked")
    assert targets(page) == ["d.0.S1"]
    page.evaluate("localStorage.clear()")


def test_exported_marks_change_what_the_pipeline_keeps(page, tmp_path):
    mark(page, "d.0.S1.G", "reject")
    mark(page, "d.0.S3", "accept")
    mark(page, "d.0.S2.G", "accept")
    page.evaluate(
        "(() => { const i = document.querySelector(\".marks[aria-label='Mark d.0.S3'] input\");"
        "i.value = 'she orders'; i.dispatchEvent(new Event('input')); })()"
    )
    content = exported(page, tmp_path)
    marks = read_review_marks(content, Path("marks.json"))
    view = review_view()
    windows = {window.window_id: window for window in WINDOWS}
    reviewed = apply_to_stages(
        marks,
        windows,
        candidates=view.candidates,
        evidence=view.evidence,
        accepted=view.accepted,
        resolutions=view.resolutions,
        rejections=rejections_of(view.losses),
    )
    instances = assemble_instances(
        windows, {"d": DIALOGUE}, reviewed.candidates, reviewed.accepted, reviewed.resolutions
    )
    assert [each.utterance_id for each in instances[0].salient] == ["d.0.S1", "d.0.S2", "d.0.S3"]
    assert instances[0].gaps == ()
    assert [(each.target, each.applied) for each in reviewed.outcomes] == [
        ("d.0.S1.G", True),
        ("d.0.S2.G", False),
        ("d.0.S3", True),
    ]
    assert reviewed.outcomes[2].note == "she orders"
    page.evaluate("localStorage.clear()")


def test_on_a_corpus_only_its_own_annotations_can_be_marked(chromium, tmp_path):
    view = review_view("corpus")
    with chromium.page() as page:
        page.open(write(tmp_path, view))
        assert targets(page)[0] == "d.0.U0"
        marked = page.evaluate(
            "[...new Set([...document.querySelectorAll('[data-for]')].map(e => e.dataset.for))]"
        )
        assert marked == ["d.0.U0", "d.0.U0.G"]
        mark(page, "d.0.U0.G", "reject")
        marks = read_review_marks(page.evaluate("JSON.parse(exportedMarks())"), Path("marks.json"))
        page.evaluate("localStorage.clear()")
        assert page.errors == []
    (instance,), outcomes = apply_to_instances(marks, view.instances)
    assert instance.salient[0].gap is None
    assert [outcome.effect for outcome in outcomes] == ["gap removed"]


def test_a_narrow_screen_does_not_scroll_sideways(page):
    page.resize(380, 800, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_same_view_gives_the_same_bytes():
    assert render_review_page(review_view()) == render_review_page(review_view())
