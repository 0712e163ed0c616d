"""Datasets of this project that Kedro's own collection does not have."""

from streamrecall.pipelines.datasets.corpus import (
    CorpusAnnotationsDataset,
    CorpusDataset,
    GoldAnnotationsDataset,
    GoldCorpusDataset,
)
from streamrecall.pipelines.datasets.exchange import (
    BenchmarkExportDataset,
    ImportedAnnotationsDataset,
    ImportedCorpusDataset,
    ReviewMarksDataset,
)
from streamrecall.pipelines.datasets.expected import ExpectedValuesDataset
from streamrecall.pipelines.datasets.export import ExportDataset
from streamrecall.pipelines.datasets.json_lines import JsonLinesDataset
from streamrecall.pipelines.datasets.stem import ExpertMarksDataset, StemCorpusDataset

__all__ = [
    "BenchmarkExportDataset",
    "CorpusAnnotationsDataset",
    "CorpusDataset",
    "ExpectedValuesDataset",
    "ExpertMarksDataset",
    "ExportDataset",
    "GoldAnnotationsDataset",
    "GoldCorpusDataset",
    "ImportedAnnotationsDataset",
    "ImportedCorpusDataset",
    "JsonLinesDataset",
    "ReviewMarksDataset",
    "StemCorpusDataset",
]
