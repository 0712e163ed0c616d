from pathlib import Path

import pytest
from result_rows import gap_frame, memory_frame

from streamrecall.reporting.figure_2 import figure_2_points, plot_figure_2, save_figure_2

GAPS = gap_frame({"Hybrid": {"g1"}, "ReMEMBER": {"g1", "g3", "g4"}})
SECONDS = {"w1": 0.2, "w2": 0.5, "w3": 0.4}
POINTS = figure_2_points(GAPS, memory_frame({"ReMEMBER": SECONDS, "Hybrid": SECONDS}))


def test_golden() -> None:
    assert list(POINTS["method"]) == ["Hybrid", "Hybrid", "ReMEMBER", "ReMEMBER"]
    short, long = POINTS[POINTS["method"] == "ReMEMBER"].itertuples(index=False)
    assert (short.length_bin, short.instances, short.memory_recall) == ("-32K", 2, 0.75)
    assert short.build_seconds == pytest.approx(0.3)
    assert (long.length_bin, long.memory_recall, long.build_seconds) == ("32K-64K", 1, 0.5)


def test_the_png_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a.png", tmp_path / "sub" / "b.png"
    save_figure_2(POINTS, first)
    save_figure_2(POINTS, second)
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes().startswith(b"\x89PNG")


def test_the_browser_figure_has_a_trace_per_method() -> None:
    figure = plot_figure_2(POINTS)
    assert [trace.name for trace in figure.data] == ["Hybrid", "ReMEMBER"]
    assert list(figure.data[1].y) == [0.75, 1.0]
    assert figure.layout.xaxis.type == "log"


def test_instant_and_absent_memories_can_be_drawn(tmp_path: Path) -> None:
    instant = figure_2_points(GAPS, memory_frame({"Hybrid": dict.fromkeys(SECONDS, 0.0)}))
    assert set(instant["method"]) == {"Hybrid"}
    save_figure_2(instant, tmp_path / "instant.png")
    nothing = figure_2_points(gap_frame({}), memory_frame({}))
    save_figure_2(nothing, tmp_path / "nothing.png")
    assert plot_figure_2(nothing).data == ()
