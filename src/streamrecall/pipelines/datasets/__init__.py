"""Datasets of this project that Kedro's own collection does not have."""

from streamrecall.pipelines.datasets.corpus import (
    CorpusAnnotationsDataset,
    CorpusDataset,
    GoldAnnotationsDataset,
    GoldCorpusDataset,
)
from streamrecall.pipelines.datasets.expected import ExpectedValuesDataset
from streamrecall.pipelines.datasets.json_lines import JsonLinesDataset

__all__ = [
    "CorpusAnnotationsDataset",
    "CorpusDataset",
    "ExpectedValuesDataset",
    "GoldAnnotationsDataset",
    "GoldCorpusDataset",
    "JsonLinesDataset",
]
