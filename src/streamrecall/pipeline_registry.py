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

ON_DEMAND = ("catchup",)
"""Pipelines on inputs of one's own, which the default run leaves out."""


def register_pipelines() -> dict[str, Pipeline]:
    """Return every pipeline by name; ``__default__`` is the seven of the papers."""
    pipelines: dict[str, Pipeline] = {
        name: import_module(f"streamrecall.pipelines.{name}").create_pipeline() for name in PIPELINES
    }
    pipelines["__default__"] = sum(pipelines.values(), start=Pipeline([]))
    for name in ON_DEMAND:
        pipelines[name] = import_module(f"streamrecall.pipelines.{name}").create_pipeline()
    return pipelines
