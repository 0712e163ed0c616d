"""Scores, and the tables and figures beside the paper's values."""

from streamrecall.pipelines.evaluate.pipeline import create_pipeline

__all__ = ["create_pipeline"]
