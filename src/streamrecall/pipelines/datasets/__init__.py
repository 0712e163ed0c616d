"""Datasets of this project that Kedro's own collection does not have."""

from streamrecall.pipelines.datasets.corpus import CorpusDataset
from streamrecall.pipelines.datasets.json_lines import JsonLinesDataset

__all__ = ["CorpusDataset", "JsonLinesDataset"]
