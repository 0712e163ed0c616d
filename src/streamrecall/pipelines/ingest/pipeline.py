"""The ingest pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.pipelines.ingest.nodes import cut_stream_windows, embed_history, read_corpus


def create_pipeline() -> Pipeline:
    """Return the pipeline that reads the corpus, cuts its windows and embeds its chunks."""
    return Pipeline(
        [
            node(
                read_corpus,
                inputs="raw_corpus",
                outputs=["turns", "questions", "corpus_report", "corpus_oddities", "unresolved_evidence"],
                name="read_corpus",
            ),
            node(
                cut_stream_windows,
                inputs=["turns", "params:windows"],
                outputs="windows",
                name="cut_stream_windows",
            ),
            node(
                embed_history,
                inputs=["turns", "params:encoder"],
                outputs="embedding_report",
                name="embed_history",
                tags="gpu",
            ),
        ]
    )
