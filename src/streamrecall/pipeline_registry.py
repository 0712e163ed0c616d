"""The seven pipelines and the one DAG they make."""

from __future__ import annotations

from importlib import import_module

from kedro.pipeline import Pipeline

PIPELINES = (
    "ingest",
    "benchmark_annotation",
    "baselines",
    "remember_memory",
    "prostream_memory",
    "summarize",
    "evaluate",
)


def register_pipelines() -> dict[str, Pipeline]:
    """Return every pipeline by name; ``__default__`` is all of them."""
    pipelines: dict[str, Pipeline] = {
        name: import_module(f"streamrecall.pipelines.{name}").create_pipeline() for name in PIPELINES
    }
    pipelines["__default__"] = sum(pipelines.values(), start=Pipeline([]))
    return pipelines
