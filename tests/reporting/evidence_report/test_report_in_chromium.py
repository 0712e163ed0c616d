"""The page in a real browser: opened from the file system, clicked, typed at, and made narrow."""

import dataclasses

import pytest
from sample_report import sample_report

from streamrecall.records import Dialogue, Domain, Instance, Summary, SummarySentence, Turn, Window
from streamrecall.reporting.evidence_report import ReportView, build_report_view, render_evidence_report

HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=document.title='owned'><!-- &amp;"
)


@pytest.fixture(scope="module")
def view(repository):
    return sample_report(repository / "data/01_raw/sample/workplace")


@pytest.fixture(scope="module")
def report(view, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "evidence report.html"
    path.write_text(render_evidence_report(view), encoding="utf-8")
    return path


@pytest.fixture
def page(chromium, report):
    with chromium.page() as page:
        page.open(report)
        yield page
        assert page.errors == []
        assert [url for url in page.requests if not url.startswith(("file:", "data:"))] == []


def test_the_overview_counts_recalled_gaps_and_leads_to_a_window(page, view):
    assert page.count(".matrix .score") == 14
    assert "7 windows, 28 gaps, 2 methods" in page.text(".lead")
    assert page.text(".matrix .total td:last-child") == "100 %"
    page.click(".matrix tbody tr:nth-child(3) .score")
    assert page.evaluate("currentWindow().id") == "workplace.9"
    shown = page.count("#pane-window [data-turn]")
    assert shown == len(view.windows[2].instance.window.turns)
    assert "method=recent" in page.evaluate("location.hash")


def test_a_gap_leads_to_its_turn_and_to_its_evidence(page, view):
    page.click(".matrix tbody tr:first-child .score")
    page.click("[data-gap-open='1']")
    gap = view.windows[0].instance.gaps[1]
    marked = page.evaluate(
        "[...document.querySelectorAll('#pane-history .turn.selected')].map("
        "e => currentWindow().source.at.get(Number(e.dataset.turn)).id)"
    )
    assert set(marked) == {*gap.evidence, *gap.superseded}
    assert page.count("#pane-history .turn.selected.superseded") == len(gap.superseded)
    assert "credit note for Agathe" in page.text("#pane-window .turn.selected")
    inside = page.evaluate(
        "(() => { const r = document.querySelector('#pane-history .turn.selected:not(.superseded)')"
        ".getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight; })()"
    )
    assert inside


def test_a_sentence_leads_to_its_turns(page):
    page.click(".matrix tbody tr:first-child .score:last-child")
    page.evaluate("open({method: 1})")
    page.click("[data-sentence='3']")
    assert page.count("#pane-window .turn.selected") == 1
    assert "8 %" in page.text("#pane-history .turn.selected")


def test_filters_by_type_and_by_outcome(page):
    page.click(".matrix tbody tr:first-child .score")
    assert page.count(".gap-card") == 4
    page.click(".chip.referential")
    assert page.count(".gap-card") == 2
    assert page.count(".gap-card.referential") == 0
    page.click(".chip.referential")
    page.evaluate(
        "(() => { const s = document.querySelector('select[aria-label=gaps]');"
        "s.value = 'missed'; s.dispatchEvent(new Event('change')); })()"
    )
    assert page.count(".gap-card") == 2
    assert page.count(".gap-card .badge.good") == 0
    page.click("[data-gap-open]")
    page.evaluate("open({method: 1})")
    assert "No gap matches the filters" in page.text("#pane-gaps")
    page.click("#pane-gaps .empty .plain")
    assert page.count(".gap-card") == 4


def test_another_method_is_one_press_away_from_a_gap(page):
    page.click(".matrix tbody tr:first-child .score")
    assert page.count("[data-gap-card='0'] .pip") == 2
    before = page.text("[data-gap-card='0'] .gap-line")
    page.click("[data-gap-card='0'] .pip[aria-pressed='false']")
    assert page.evaluate("DATA.methods[state.method]") == "ideal"
    assert (before, page.text("[data-gap-card='0'] .gap-line")) == (
        "relational\n✗ not in memory",
        "relational\n✓ in memory",
    )


def test_memories_stand_side_by_side(page):
    page.key("3")
    assert page.count(".column") == 2
    assert page.count(".column:nth-child(2) .item.evidence") == 4
    page.click(".chips[aria-label='Methods shown'] .chip")
    assert page.count(".column") == 1
    page.click(".column .item-open")
    page.wait("document.querySelector('#pane-history .turn.selected')")
    assert page.evaluate("state.tab") == "window"


def test_the_keyboard_alone_is_enough(page):
    page.key("2")
    page.key("j")
    page.key("ArrowRight")
    assert page.evaluate("currentWindow().id") == "workplace.9"
    page.key("k")
    assert page.evaluate("currentWindow().id") == "workplace.8"
    page.key("n")
    assert page.evaluate("document.activeElement.dataset.gapOpen") == "0"
    page.key("m")
    assert page.evaluate("DATA.methods[state.method]") == "ideal"
    page.evaluate("document.querySelector('[data-sentence]').focus()")
    page.key("Tab")
    assert page.evaluate("document.activeElement.dataset.sentence") == "1"
    page.key("Enter", "\r")
    assert page.count("[data-sentence].selected") == 1
    page.key("?")
    assert page.evaluate("document.getElementById('help').open")
    page.key("Escape")
    page.wait("!document.getElementById('help').open")
    page.key("Escape")
    assert page.count(".selected") == 0


def test_a_link_to_a_gap_opens_it(page, report):
    page.open(report, "#view=window&window=workplace.10&method=ideal&gap=workplace.10.G2")
    page.wait("document.querySelector('.gap-card.selected')")
    assert page.evaluate("document.querySelector('.gap-card.selected').dataset.gapCard") == "2"


def test_turns_between_can_be_opened(page):
    page.click(".matrix tbody tr:first-child .score")
    before = page.count("#pane-history .turn")
    page.click("#pane-history .elide")
    assert page.count("#pane-history .turn") > before


def test_a_phone_reads_it_without_scrolling_sideways(page):
    page.resize(390, 844, phone=True)
    for key in "123":
        page.key(key)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.key("2")
    tops = page.evaluate("[...document.querySelectorAll('.pane')].map(e => e.getBoundingClientRect().top)")
    assert tops == sorted(tops) and len(set(tops)) == 4
    page.click("[data-gap-open='0']")
    page.wait("document.querySelector('.return')")
    assert page.evaluate(
        "(() => { const r = document.querySelector('#pane-history .turn.selected').getBoundingClientRect();"
        "return r.bottom > 0 && r.top < innerHeight; })()"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_schemes(page, scheme):
    page.prefer(scheme)
    page.key("2")
    ratios = page.evaluate(CONTRAST)
    assert min(ratios.values()) >= 4.5, ratios


def test_hostile_messages_stay_text(chromium, tmp_path):
    turns = tuple(
        Turn("d<b>", i, f't"{i}', HOSTILE, f"{HOSTILE} {i}", time="2026-01-01T00:00:00") for i in range(4)
    )
    window = Window("w'>", "d<b>", turns[2:], 10)
    sentence = SummarySentence(HOSTILE, (turns[2].turn_id,))
    view = build_report_view(
        [Instance(window, "c", Domain.CHITCHAT, ())],
        [Dialogue("d<b>", "c", Domain.CHITCHAT, turns)],
        {},
        [Summary("w'>", HOSTILE, HOSTILE, (sentence,))],
        title=HOSTILE,
        provenance=[(HOSTILE, HOSTILE)],
    )
    path = tmp_path / "hostile.html"
    path.write_text(render_evidence_report(view), encoding="utf-8")
    with chromium.page() as page:
        page.open(path)
        assert page.evaluate("document.title") == HOSTILE
        assert page.count("img") == 0
        assert page.count("script") == 2
        assert f"{HOSTILE} 2" in page.text("#pane-window")
        assert HOSTILE in page.text("#pane-summary")
        assert page.errors == []


def test_an_injected_script_would_not_run(chromium, report):
    with chromium.page() as page:
        page.open(report)
        page.evaluate(
            "(() => { const s = document.createElement('script'); s.textContent = 'window.owned = 1';"
            "document.body.append(s); })()"
        )
        assert page.evaluate("window.owned") is None
        assert any("Content Security Policy" in error for error in page.errors)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"windows": (), "dialogues": (), "methods": ()}, "No windows to show"),
        ({"methods": ()}, "No summary"),
    ],
)
def test_empty_reports_say_so(chromium, tmp_path, view, change, text):
    path = tmp_path / "empty.html"
    emptied: ReportView = dataclasses.replace(view, **change)
    path.write_text(render_evidence_report(emptied), encoding="utf-8")
    with chromium.page() as page:
        page.open(path, "#view=window")
        assert text in page.text("#view")
        assert page.errors == []


CONTRAST = """(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const paint = (colours) => { canvas.clearRect(0, 0, 1, 1);
    for (const c of colours) { canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
  const light = (rgb) => { const [r, g, b] = rgb.map(v => { v /= 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126*r + 0.7152*g + 0.0722*b; };
  const ratios = {};
  for (const selector of ['.turn-text', '.turn-head .meta', '.badge.referential', '.badge.attribute',
      '.badge.relational', '.badge.good', '.badge.bad', '.reason', '.refs', '.elide', '.tab', '.foot dd']) {
    const element = document.querySelector(selector);
    if (!element) continue;
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.unshift(getComputedStyle(e).backgroundColor);
    const under = paint(['white', ...layers]);
    const over = paint(['white', ...layers, getComputedStyle(element).color]);
    const [a, b] = [light(under), light(over)].sort((x, y) => y - x);
    ratios[selector] = (a + 0.05) / (b + 0.05);
  }
  return ratios;
})()"""
