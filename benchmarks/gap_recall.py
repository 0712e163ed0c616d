"""Gap recall of ReMEMBER and its parts on annotated windows: the ablation behind every figure we state.

    python benchmarks/gap_recall.py --windows open.json --turns turns/ [--json] [--rows rows.jsonl]
    python benchmarks/gap_recall.py --sample data/01_raw/sample

Per gap, ``any``: at least one evidence turn is in the memory verbatim; ``all``: each of them. The last line
of ``--json`` is one object; ``--rows`` writes one line per method and gap. Each method's overall recall is
followed by that of every dialogue, so that a gain that hangs on one dialogue shows.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.benchmark.replay import replay_windows
from streamrecall.corpora.sample import read_sample
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.records import Dialogue, Instance
from streamrecall.remember.evidence_model import EvidenceWeights
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.memory import ReMEMBER
from streamrecall.remember.reference_gaps import AnnotatedGaps
from streamrecall.remember.without_gap_conditioning import ReMEMBERWithoutGapConditioning
from streamrecall.remember.without_refinement import ReMEMBERWithoutRefinement

Row = dict[str, object]
