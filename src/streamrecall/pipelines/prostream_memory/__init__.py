"""The memories of ProStream."""

from streamrecall.pipelines.prostream_memory.pipeline import create_pipeline

__all__ = ["create_pipeline"]
