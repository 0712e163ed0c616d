"""The catchup pipeline tells the same in three forms."""

from pathlib import Path

from streamrecall.params import CatchUpParameters
from streamrecall.pipelines.catchup.nodes import catch_up_on_export
from streamrecall.pipelines.datasets import ExportDataset


def test_the_three_forms_hold_the_same_points(repository: Path) -> None:
    export = ExportDataset(filepath=str(repository / "data/01_raw/sample/workplace/turns.jsonl")).load()
    markdown, plain, page = catch_up_on_export(
        export, CatchUpParameters(last_messages=40, compare="spelling")
    )
    points = [point for chat in plain["conversations"] for point in chat["happened"]]
    assert points
    for point in points:
        assert point["text"][:20] in markdown
    assert page.startswith("<!doctype html>")
