"""Benchmark instances: windows with their salient utterances and contextual gaps."""

from streamrecall.pipelines.benchmark_annotation.pipeline import create_pipeline

__all__ = ["create_pipeline"]
