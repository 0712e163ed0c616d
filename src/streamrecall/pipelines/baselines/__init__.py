"""The diagnostic references and the memory construction baselines."""

from streamrecall.pipelines.baselines.pipeline import create_pipeline

__all__ = ["create_pipeline"]
