import pandas as pd

from streamrecall.reporting.markdown import render_table


def test_golden() -> None:
    frame = pd.DataFrame(
        {
            "method": ["Hybrid", "ReMEMBER"],
            "memory_recall": [0.5412, None],
            "gaps": [1498, 3],
            "tokens": [80574.0, 1.0],
        }
    )
    assert render_table(frame, "Table 1", ["n = 2 gaps"], command="uv run kedro run") == (
        "## Table 1\n\n"
        "| method | memory_recall | gaps | tokens |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| Hybrid | 0.5412 | 1498 | 80574 |\n"
        "| ReMEMBER |  | 3 | 1.0000 |\n\n"
        "- n = 2 gaps\n"
        "- Command: `uv run kedro run`\n"
    )


def test_text_cannot_break_out_of_its_cell() -> None:
    frame = pd.DataFrame({"method": ["a|b\n<script>*x*"]})
    assert r"| a\|b \<script\>\*x\* |" in render_table(frame, "t")


def test_a_frame_without_rows_says_so() -> None:
    assert render_table(pd.DataFrame({"method": []}), "Table 9") == "## Table 9\n\nNo rows.\n"
