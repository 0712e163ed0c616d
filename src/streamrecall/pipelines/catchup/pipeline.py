"""The catchup pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.pipelines.catchup.nodes import catch_up_on_export


def create_pipeline() -> Pipeline:
    """Return the pipeline that catches up on one export."""
    return Pipeline(
        [
            node(
                catch_up_on_export,
                inputs=["chat_export", "params:catchup"],
                outputs=["catchup_markdown", "catchup_json", "catchup_page"],
                name="catch_up_on_export",
            )
        ]
    )
