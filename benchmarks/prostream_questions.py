"""LoCoMo questions at equal context tokens: ProStream beside RAG, Full Context and Rolling Summary.

    python benchmarks/prostream_questions.py --locomo data/01_raw/locomo --budget 1024 --json

Every memory sees the same turns, has the same budget and the same extractive answerer, and is read without
side effects (ProStream counts no accesses). ``ProStream`` searches within the paper's limits and so leaves
part of the budget unused; ``ProStream (budget filled)`` searches the same tree without them. Means have 95 %
intervals, resampled by dialogue. With ``--audit`` the questions that a third party calls wrong are left out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from streamrecall.baselines.full_context import FullContextMemory
from streamrecall.baselines.rag import RagMemory
from streamrecall.baselines.rolling_summary import RollingSummaryMemory
from streamrecall.benchmark.question_runs import run_probes
from streamrecall.corpora.locomo import load_locomo, read_audit
from streamrecall.metrics.answer_scores import answer_rows
from streamrecall.metrics.cluster_bootstrap import cluster_bootstrap
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import FILL_BUDGET, ProStreamParameters

SCORES = ("evidence_recall", "kem", "rouge_l", "bleu_4", "context_tokens", "answer_tokens", "query_seconds")


def memories(embedder: Embedder) -> dict[str, Callable[[], StreamMemory]]:
    """Return the compared memories by the name in the table."""
    paper = ProStreamParameters(count_accesses=False)
    filled = replace(paper, limits=FILL_BUDGET)
    name = "ProStream (budget filled)"
    return {
        "ProStream": lambda: ProStream(embedder, parameters=paper),
        name: lambda: ProStream(embedder, parameters=filled, name=name),
        "RAG": lambda: RagMemory(embedder),
        "Full Context": FullContextMemory,
        "Rolling Summary": RollingSummaryMemory,
    }


def intervals(rows: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return mean and interval of every score by group."""
    table: list[dict[str, object]] = []
    for keys, group in rows.groupby(by, sort=False):
        row: dict[str, object] = dict(zip(by, keys, strict=True))
        for score in SCORES:
            part = group[group[score].notna()]
            found = cluster_bootstrap(part[score].astype(float).to_numpy(), part["dialogue_id"].tolist())
            row |= {score: found.mean, f"{score}_low": found.low, f"{score}_high": found.high}
        table.append({**row, "questions": len(group)})
    return pd.DataFrame(table)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--locomo", type=Path, default=Path("data/01_raw/locomo"))
    parser.add_argument("--budget", type=int, default=1024)
    parser.add_argument("--dialogues", type=int, default=10)
    parser.add_argument("--audit", action="store_true", help="leave the audited errors out")
    parser.add_argument("--embedder", choices=["minilm", "hashed"], default="minilm")
    parser.add_argument("--cache", type=Path, default=Path(".cache/locomo-vectors.sqlite"))
    parser.add_argument("--rows", type=Path, help="write every question's row to this CSV file")
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    given = parser.parse_args()
    corpus = load_locomo(given.locomo)
    dialogues = {each.dialogue_id: each for each in corpus.dialogues[: given.dialogues]}
    wrong: set[str] = set()
    if given.audit:
        audit = read_audit(given.locomo / "locomo_audit_errors.json", corpus)
        wrong = {entry.question_id for entry in audit}
    asked = [q for q in corpus.questions if q.dialogue_id in dialogues and q.question_id not in wrong]
    turns = {(each.dialogue_id, turn.turn_id): turn for each in dialogues.values() for turn in each.turns}
    embedder: Embedder = HashedEmbedder()
    if given.embedder == "minilm":
        given.cache.parent.mkdir(parents=True, exist_ok=True)
        embedder = CachedEmbedder(MiniLM(), given.cache)
    rows: list[dict[str, object]] = []
    for name, new_memory in memories(embedder).items():
        started = time.perf_counter()
        runs = list(run_probes(new_memory, dialogues, asked, given.budget, ExtractiveAnswerer()))
        rows += [{**row, "method": name} for row in answer_rows(runs, turns)]
        print(f"{name}: {len(runs)} questions, {time.perf_counter() - started:.0f} s", flush=True)
    frame = pd.DataFrame(rows)
    if given.rows is not None:
        frame.to_csv(given.rows, index=False)
    overall = intervals(frame, ["method"])
    answerable = intervals(frame[frame["category"] != "adversarial"], ["method"])
    with pd.option_context("display.width", 250, "display.max_columns", 40, "display.precision", 3):
        print(f"\nall {len(asked)} questions\n{overall.to_string(index=False)}")
        print(f"\nwithout the adversarial ones\n{answerable.to_string(index=False)}")
        for score in ("evidence_recall", "kem"):
            frame[score] = frame[score].astype(float)
            table = frame.pivot_table(index="method", columns="category", values=score, sort=False)
            print(f"\n{score} by category\n{table.to_string()}")
    if given.json:
        figures = {"embedder": embedder.name, "budget": given.budget, "questions": len(asked)}
        print(json.dumps({**figures, "methods": overall.round(4).to_dict("records")}))


if __name__ == "__main__":
    main()
