"""dvc.yaml and the catalog name the same files: one stage per pipeline, deps and outs as the DAG has them."""

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from kedro.framework.session import KedroSession
from kedro.framework.startup import bootstrap_project
from kedro.pipeline import Pipeline

from streamrecall.pipeline_registry import PIPELINES, register_pipelines

ROOT = Path(__file__).resolve().parents[2]


@cache
def stages() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"])


@cache
def pipelines() -> dict[str, Pipeline]:
    return register_pipelines()


@cache
def catalog() -> Any:
    bootstrap_project(ROOT)
    with KedroSession.create(project_path=ROOT) as session:
        return session.load_context().catalog


def paths(names: set[str]) -> set[str]:
    """Return the project-relative path of each dataset that is a file or folder."""
    found = set()
    for name in names:
        dataset = catalog().get(name)
        assert dataset is not None, f"{name} is in a pipeline but not in the catalog"
        path = getattr(dataset, "_filepath", None)
        assert path is not None, f"{name} is not written to a file: it would be lost between stages"
        found.add(Path(str(path)).relative_to(ROOT).as_posix())
    return found


def datasets(names: set[str]) -> set[str]:
    return {name for name in names if not name.startswith("params:") and name != "parameters"}


def test_dvc_yaml_is_what_its_script_writes() -> None:
    path = ROOT / "scripts" / "update_dvc.py"
    spec = importlib.util.spec_from_file_location("update_dvc", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert (ROOT / "dvc.yaml").read_text() == script.written(), "run: uv run python scripts/update_dvc.py"


def test_there_is_one_stage_per_pipeline() -> None:
    assert set(stages()) == set(PIPELINES)


@pytest.mark.parametrize("name", PIPELINES)
def test_a_stage_runs_its_pipeline_without_runtime_parameters(name: str) -> None:
    assert stages()[name]["cmd"] == f"kedro run --pipeline={name}"


@pytest.mark.parametrize("name", PIPELINES)
def test_dependencies_are_the_free_inputs(name: str) -> None:
    declared = set(stages()[name]["deps"])
    data = {path for path in declared if path.startswith(("data/", "expected/"))}
    assert data == paths(datasets(pipelines()[name].inputs()))


@pytest.mark.parametrize("name", PIPELINES)
def test_outputs_are_all_outputs(name: str) -> None:
    declared: set[str] = set()
    for kind in ("outs", "metrics", "plots"):
        for entry in stages()[name].get(kind, []):
            declared.add(entry if isinstance(entry, str) else next(iter(entry)))
    assert declared == paths(datasets(pipelines()[name].all_outputs()))


@pytest.mark.parametrize("name", PIPELINES)
def test_parameters_are_those_the_nodes_read(name: str) -> None:
    read = {
        each.removeprefix("params:").split(".")[0] for each in pipelines()[name].inputs() if "params:" in each
    }
    declared: set[str] = set()
    for entry in stages()[name].get("params", []):
        for file, keys in entry.items():
            content = yaml.safe_load((ROOT / file).read_text())
            assert set(keys) <= set(content), f"{file} lacks {set(keys) - set(content)}"
            declared |= set(keys)
    assert declared == read


@pytest.mark.parametrize("name", PIPELINES)
def test_code_dependencies_exist(name: str) -> None:
    code = [path for path in stages()[name]["deps"] if path.startswith("src/")]
    assert f"src/streamrecall/pipelines/{name}" in code
    assert [path for path in code if not (ROOT / path).exists()] == []
