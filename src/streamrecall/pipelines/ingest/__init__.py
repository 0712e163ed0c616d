"""Read a corpus into turns, questions and windows, and embed its history once."""

from streamrecall.pipelines.ingest.pipeline import create_pipeline

__all__ = ["create_pipeline"]
