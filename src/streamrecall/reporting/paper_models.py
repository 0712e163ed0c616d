"""The paper's short names of models, from the identifiers in its Table 10."""

from __future__ import annotations

from streamrecall.reporting.expected_values import ExpectedValues


def paper_model(model: str, expected: ExpectedValues) -> str:
    """Return the paper's name of a model by its identifier, or "" where the paper did not use it."""
    for cell in expected.table(10):
        if cell.column == "Source / ID" and cell.value == model:
            return cell.row
    return ""
