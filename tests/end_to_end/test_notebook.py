"""The notebook runs on the outputs of the main job."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient


@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs_on_the_outputs(finished_run: Path) -> None:
    notebook = nbformat.read(finished_run / "notebooks" / "memory_recall.ipynb", as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(finished_run)}}
    ).execute()
    text = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))
    assert "gaps are missed by every method under the budget" in text
