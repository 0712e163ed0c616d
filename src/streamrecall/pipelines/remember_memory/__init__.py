"""The memories of ReMEMBER, its ablations and its variants."""

from streamrecall.pipelines.remember_memory.pipeline import create_pipeline

__all__ = ["create_pipeline"]
