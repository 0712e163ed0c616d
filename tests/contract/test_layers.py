"""Data flows from raw to reporting: Kedro-Viz can draw the layers only when no node leads back."""

from typing import Any

from kedro.framework.session import KedroSession
from kedro.framework.startup import bootstrap_project

from streamrecall.pipeline_registry import register_pipelines

from .test_dvc_agrees_with_catalog import ROOT

LAYERS = ("raw", "intermediate", "primary", "model_input", "model_output", "reporting")


def layer_of(dataset: Any) -> str:
    return str(dataset.metadata["kedro-viz"]["layer"])


def test_every_dataset_has_a_layer_and_no_node_leads_back() -> None:
    bootstrap_project(ROOT)
    with KedroSession.create(project_path=ROOT) as session:
        catalog = session.load_context().catalog
    back = []
    for node in register_pipelines()["__default__"].nodes:
        sources = [name for name in node.inputs if not name.startswith("params:")]
        before = max(LAYERS.index(layer_of(catalog.get(name))) for name in sources)
        for name in node.outputs:
            if LAYERS.index(layer_of(catalog.get(name))) < before:
                back.append((node.name, name))
    assert back == []
