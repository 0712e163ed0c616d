"""Writes dvc.yaml: one stage per pipeline, with the files its nodes read and write and the code it runs.

python scripts/update_dvc.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grimp
import yaml
from kedro.framework.session import KedroSession
from kedro.framework.startup import bootstrap_project
from kedro.pipeline import Pipeline

from streamrecall.pipeline_registry import PIPELINES, register_pipelines

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "streamrecall"
SOURCE = Path("src") / PACKAGE
HEADER = "# One stage per pipeline, written by scripts/update_dvc.py from the DAG and the catalog.\n"
PLOTS = ("figure_2.png",)


def stages() -> dict[str, Any]:
    """Return the stages as dvc.yaml has them."""
    bootstrap_project(ROOT)
    with KedroSession.create(project_path=ROOT) as session:
        catalog = session.load_context().catalog
    pipelines, graph = register_pipelines(), grimp.build_graph(PACKAGE)
    return {name: _stage(name, pipelines[name], catalog, graph) for name in PIPELINES}


def written() -> str:
    """Return the text of dvc.yaml."""
    return HEADER + yaml.safe_dump({"stages": stages()}, sort_keys=False, width=110)


def _stage(name: str, pipeline: Pipeline, catalog: Any, graph: grimp.ImportGraph) -> dict[str, Any]:
    prompts = Path("conf/base/prompts") / name
    read = {each.removeprefix("params:").split(".")[0] for each in pipeline.inputs() if "params:" in each}
    stage: dict[str, Any] = {
        "cmd": f"kedro run --pipeline={name}",
        "deps": [
            *_paths(pipeline.inputs(), catalog),
            *([prompts.as_posix()] if (ROOT / prompts).exists() else []),
            *_code(name, graph),
        ],
        "params": [{file: keys} for file, keys in _parameter_files(read).items()],
        "outs": [],
        "metrics": [],
        "plots": [],
    }
    for path in _paths(pipeline.all_outputs(), catalog):
        if path.endswith("metrics.json"):
            stage["metrics"].append({path: {"cache": False}})
        elif path.endswith(PLOTS):
            stage["plots"].append({path: {"cache": True}})
        else:
            stage["outs"].append({path: {"cache": False}} if _is_in_git(path) else path)
    return {key: value for key, value in stage.items() if value}


def _paths(names: set[str], catalog: Any) -> list[str]:
    """Return the files and folders behind datasets; parameters have none."""
    files = [name for name in names if not name.startswith("params:") and name != "parameters"]
    return sorted(Path(str(catalog.get(each)._filepath)).relative_to(ROOT).as_posix() for each in files)


def _code(name: str, graph: grimp.ImportGraph) -> list[str]:
    """Return the rooms and pipeline modules that a pipeline imports, directly or not."""
    own = f"{PACKAGE}.pipelines.{name}"
    modules = {own} | graph.find_descendants(own)
    modules |= {each for module in modules for each in graph.find_upstream_modules(module)}
    found = set()
    for module in modules - {PACKAGE, f"{PACKAGE}.pipelines"}:
        parts = module.split(".")[1:]
        place = SOURCE.joinpath(*parts[: 2 if parts[0] == "pipelines" else 1])
        found.add(place if (ROOT / place).is_dir() else place.with_suffix(".py"))
    return sorted(path.as_posix() for path in found)


def _parameter_files(keys: set[str]) -> dict[str, list[str]]:
    """Return, by file under conf/base, which of the keys stand in it."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "conf/base").glob("parameters_*.yml")):
        own = sorted(keys & set(yaml.safe_load(file.read_text(encoding="utf-8")) or {}))
        if own:
            found[file.relative_to(ROOT).as_posix()] = own
    return found


def _is_in_git(path: str) -> bool:
    """Return whether a result is small enough to be read in the repository itself."""
    return "/08_reporting/" in path and path.endswith((".md", ".csv")) and "/rows/" not in path


if __name__ == "__main__":
    (ROOT / "dvc.yaml").write_text(written(), encoding="utf-8")
