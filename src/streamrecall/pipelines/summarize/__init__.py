"""One summary per window and memory."""

from streamrecall.pipelines.summarize.pipeline import create_pipeline

__all__ = ["create_pipeline"]
