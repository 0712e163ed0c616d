"""Questions of a corpus at equal context tokens: every memory that answers questions, side by side.

    python benchmarks/question_probes.py --corpus locomo --folder data/01_raw/locomo --budget 1024 --json
    python benchmarks/question_probes.py --corpus longmemeval --folder FOLDER --file longmemeval_oracle.json
    python benchmarks/question_probes.py --corpus realtalk --memories "ProStream,RAG,Full Context"
    python benchmarks/question_probes.py --memories "RAG,RAPTOR,RAPTOR w/o summaries"

Every memory sees the same turns, works by rules where it could have a model, has the same budget and the same
extractive answerer, and is read without side effects (ProStream counts no accesses). ``ProStream`` searches
within the paper's limits and so leaves part of the budget unused; ``ProStream (budget filled)`` searches the
same tree without them. Full Context keeps the newest turns that fit. Means have 95 % intervals, resampled by
dialogue. Each memory is paired with RAG and with its own trivial forms (``NAME w/o PART``) where these are in
the run. Costs count the calls that a model in the place of rules would be put. With ``--audit`` the LoCoMo
questions that a third party calls wrong are left out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd

from streamrecall.benchmark.question_runs import ProbeRun, run_probes
from streamrecall.corpora.corpora import load_corpus
from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.locomo import read_audit
from streamrecall.corpora.longmemeval import load_longmemeval
from streamrecall.memories import ABLATED, STRUCTURED, MemoryParts
from streamrecall.metrics.answer_scores import answer_rows
from streamrecall.metrics.cluster_bootstrap import cluster_bootstrap
from streamrecall.metrics.paired_test import paired_test
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.models.minilm import MiniLM
from streamrecall.pipelines.probed_memories import PROBED_BASELINES, PROBED_REMEMBER
from streamrecall.pipelines.prostream_memory.probes import BUDGET_FILLED, READ_ONLY
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import FILL_BUDGET
from streamrecall.records import Dialogue, MethodCost, Question

CORPORA = ("sample", "locomo", "realtalk", "longmemeval")
SCORES = ("evidence_recall", "kem", "rouge_l", "bleu_4", "context_tokens", "answer_tokens", "query_seconds")
MOST_CATEGORIES = 12


def memories(embedder: Embedder, questions: Sequence[Question]) -> dict[str, Callable[[], StreamMemory]]:
    """Return every memory by the name in the table."""
    made: dict[str, Callable[[], StreamMemory]] = {
        "ProStream": lambda: ProStream(embedder, parameters=READ_ONLY),
        BUDGET_FILLED: lambda: ProStream(
            embedder, parameters=replace(READ_ONLY, limits=FILL_BUDGET), name=BUDGET_FILLED
        ),
    }
    for name, probed in (PROBED_BASELINES | PROBED_REMEMBER).items():
        made[name] = partial(probed.new, embedder, questions)
    for name, new_memory in (STRUCTURED | ABLATED).items():
        made[name] = partial(new_memory, MemoryParts(embedder))
    return made


def read_corpus(given: argparse.Namespace) -> Corpus:
    """Return the corpus; of LongMemEval the files named."""
    folder = given.folder or Path("data/01_raw") / given.corpus
    if given.corpus == "longmemeval" and given.file:
        parts = [load_longmemeval(folder, file) for file in given.file]
        return replace(
            parts[0],
            dialogues=tuple(each for part in parts for each in part.dialogues),
            questions=tuple(each for part in parts for each in part.questions),
        )
    return load_corpus(given.corpus, folder)


def chosen_questions(given: argparse.Namespace) -> tuple[dict[str, Dialogue], list[Question]]:
    """Return the first dialogues and the questions about them, without the audited errors if so asked."""
    corpus = read_corpus(given)
    dialogues = {each.dialogue_id: each for each in corpus.dialogues[: given.dialogues]}
    wrong: set[str] = set()
    if given.audit:
        folder = given.folder or Path("data/01_raw/locomo")
        wrong = {entry.question_id for entry in read_audit(folder / "locomo_audit_errors.json", corpus)}
    asked = [q for q in corpus.questions if q.dialogue_id in dialogues and q.question_id not in wrong]
    return dialogues, asked


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


def pairs(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the differences in evidence recall from RAG and from each method's own trivial forms."""
    by_method = {
        str(name): own.set_index("question_id")
        for name, own in rows[rows["evidence_recall"].notna()].groupby("method")
    }
    table: list[dict[str, object]] = []
    for name, own in by_method.items():
        for other in ("RAG", *(each for each in by_method if each.startswith(f"{name} w/o "))):
            if other not in by_method or other == name:
                continue
            shared = own.index.intersection(by_method[other].index)
            found = paired_test(
                own.loc[shared, "evidence_recall"].astype(float).tolist(),
                by_method[other].loc[shared, "evidence_recall"].astype(float).tolist(),
                own.loc[shared, "dialogue_id"].tolist(),
            )
            table.append(
                {
                    "method": name,
                    "against": other,
                    "difference": found.difference,
                    "low": found.low,
                    "high": found.high,
                    "p": found.p,
                    "pairs": found.pairs,
                }
            )
    return pd.DataFrame(table)


def costs(runs: Sequence[ProbeRun]) -> dict[str, float]:
    """Return calls, tokens and seconds of a memory's own steps over a run."""
    spent = [run.cost or MethodCost() for run in runs]
    return {
        "build_calls": sum(each.build_calls for each in spent),
        "build_tokens": sum(each.build_tokens for each in spent),
        "build_seconds": round(sum(each.build_seconds for each in spent), 3),
        "recall_calls_per_question": sum(each.recall_calls for each in spent) / len(runs),
        "recall_tokens_per_question": sum(each.recall_tokens for each in spent) / len(runs),
        "recall_seconds_per_question": sum(run.recall_seconds for run in runs) / len(runs),
        "observe_seconds": round(sum(run.observe_seconds for run in runs), 3),
    }


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", choices=CORPORA, default="sample")
    parser.add_argument("--folder", type=Path, help="where the corpus lies; data/01_raw/CORPUS by default")
    parser.add_argument("--file", action="append", help="a file of LongMemEval; may be given several times")
    parser.add_argument("--budget", type=int, default=1024)
    parser.add_argument("--dialogues", type=int, help="only the first so many")
    parser.add_argument("--memories", default="", help="names, with commas between; all by default")
    parser.add_argument("--audit", action="store_true", help="LoCoMo: leave the audited errors out")
    parser.add_argument("--embedder", choices=["minilm", "hashed"], default="minilm")
    parser.add_argument("--cache", type=Path, default=Path(".cache/question-vectors.sqlite"))
    parser.add_argument("--rows", type=Path, help="write every question's row to this CSV file")
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    given = parser.parse_args()
    if given.audit and given.corpus != "locomo":
        parser.error("--audit is about LoCoMo")
    return given


def main() -> None:
    """Run and print."""
    given = arguments()
    dialogues, asked = chosen_questions(given)
    turns = {(each.dialogue_id, turn.turn_id): turn for each in dialogues.values() for turn in each.turns}
    embedder: Embedder = HashedEmbedder()
    if given.embedder == "minilm":
        given.cache.parent.mkdir(parents=True, exist_ok=True)
        embedder = CachedEmbedder(MiniLM(), given.cache)
    made = memories(embedder, asked)
    names = [name.strip() for name in given.memories.split(",")] if given.memories else list(made)
    if unknown := [name for name in names if name not in made]:
        raise SystemExit(f"no memory is called {unknown[0]!r}; there are: {', '.join(made)}")
    rows: list[dict[str, object]] = []
    spent: list[dict[str, object]] = []
    for name in names:
        started = time.perf_counter()
        runs = list(run_probes(made[name], dialogues, asked, given.budget, ExtractiveAnswerer()))
        rows += [{**row, "method": name} for row in answer_rows(runs, turns)]
        spent.append({"method": name, **costs(runs)})
        print(f"{name}: {len(runs)} questions, {time.perf_counter() - started:.0f} s", flush=True)
    frame = pd.DataFrame(rows)
    if given.rows is not None:
        frame.to_csv(given.rows, index=False)
    overall = intervals(frame, ["method"])
    with pd.option_context("display.width", 250, "display.max_columns", 40, "display.precision", 3):
        print(f"\nall {len(asked)} questions of {len(dialogues)} dialogues\n{overall.to_string(index=False)}")
        print(f"\ncosts of the memories' own steps\n{pd.DataFrame(spent).to_string(index=False)}")
        compared = pairs(frame)
        if len(compared):
            print(f"\nevidence recall, paired by question\n{compared.to_string(index=False)}")
        answerable = frame[frame["reference"] != ""]
        if len(answerable) < len(frame):
            part = intervals(answerable, ["method"])
            print(f"\nwithout those that have no answer\n{part.to_string(index=False)}")
        if frame["category"].nunique() <= MOST_CATEGORIES:
            for score in ("evidence_recall", "kem"):
                frame[score] = frame[score].astype(float)
                table = frame.pivot_table(index="method", columns="category", values=score, sort=False)
                print(f"\n{score} by category\n{table.to_string()}")
    if given.json:
        figures: dict[str, object] = {
            "corpus": given.corpus,
            "embedder": embedder.name,
            "budget": given.budget,
            "questions": len(asked),
            "dialogues": len(dialogues),
        }
        figures |= {"methods": overall.round(4).to_dict("records"), "costs": spent}
        print(json.dumps({**figures, "pairs": compared.round(4).to_dict("records")}))


if __name__ == "__main__":
    main()
