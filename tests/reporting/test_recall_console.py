import io

from result_rows import NAMES, gap_frame
from rich.console import Console

from streamrecall.reporting.console import print_recall
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.table_1 import table_1


def printed_text(recalled: dict, printed: ExpectedValues) -> str:
    console = Console(file=io.StringIO(), width=120)
    print_recall(table_1(gap_frame(recalled), printed, NAMES), "data/08_reporting/remember", console)
    return console.file.getvalue()


def test_it_prints_recall_beside_the_paper_and_where_the_report_lies(printed: ExpectedValues) -> None:
    text = printed_text({"Hybrid": {"g1"}, "ReMEMBER [x]": {"g1"}}, printed)
    hybrid = next(line for line in text.splitlines() if "Hybrid" in line)
    for value in ("0.167", "0.250", "0.541", "-0.375"):
        assert value in hybrid
    assert "ReMEMBER [x]" in text
    assert "scored by: offline; detector: cue words; embedder: MiniLM" in text
    assert "Report: data/08_reporting/remember" in text


def test_a_run_without_gaps_says_so(printed: ExpectedValues) -> None:
    assert "no gaps were scored" in printed_text({}, printed)
