"""The nodes of the structured baselines on a scripted model: what stayed unusable is counted and shown."""

import json
from pathlib import Path

import pandas as pd
import pytest

from streamrecall.corpora.turn_table import turn_table
from streamrecall.memories import STRUCTURED
from streamrecall.models.engine_parameters import LedgerParameters, ScriptedParameters
from streamrecall.params import (
    CallParameters,
    EncoderParameters,
    MemoryParameters,
    StructuredMemoryParameters,
)
from streamrecall.pipelines.baselines.structured_memories import probe_structured_memory
from streamrecall.records import Dialogue, Domain, Question, Turn
from streamrecall.reporting.prostream.costs import costs_table
from streamrecall.serialization import to_plain

TURNS = tuple(
    Turn("d", i, f"t{i}", "Ana" if i % 2 else "Ben", f"Bridie sold boat {i} to the harbour of Porto in May.")
    for i in range(320)
)
TABLE = turn_table([Dialogue("d", "sample", Domain.CHITCHAT, TURNS)])
QUESTIONS = [to_plain(Question(f"q{last}", "d", "Who sold boat 3?", last)) for last in (300, 319)]
NEEDED = ("MemGAS", "MemoRAG", "RAPTOR", "Rolling Summary")
"""Those that have no context without a usable reply to what they build with."""


def probe(method: str, repository: Path, folder: Path, reply: str) -> tuple[list[dict], pd.DataFrame]:
    script = folder / "script.jsonl"
    script.write_text(json.dumps({"contains": "", "text": reply}))
    rows, _, accounts = probe_structured_memory(method)(
        QUESTIONS,
        TABLE,
        pd.DataFrame(),
        MemoryParameters(budget=256, full_memory_tokens=1000),
        EncoderParameters(kind="hashed", cache=str(folder / "vectors.sqlite")),
        StructuredMemoryParameters(steps=ScriptedParameters(engine="scripted", model="s", script=script)),
        CallParameters(
            ledger=LedgerParameters(path=folder / "calls.sqlite"),
            prompts=repository / "conf/base/prompts",
            retries=0,
            failures=1.0,
        ),
    )
    return rows, accounts


@pytest.mark.parametrize("method", STRUCTURED)
def test_replies_that_stay_unusable_show_in_the_account_and_in_the_costs(
    method: str, repository: Path, tmp_path: Path
) -> None:
    rows, accounts = probe(method, repository, tmp_path, "no JSON at all")
    assert list(accounts["unusable"]) == [row.get("unusable_replies", 0) for row in rows]
    assert (accounts["unusable"] == accounts["calls"]).all()
    assert accounts["unusable"].sum() > 0
    charged = [row["cost"]["build_calls"] + row["cost"]["recall_calls"] for row in rows]
    assert charged == list(accounts["calls"])
    table = costs_table(rows, lambda _: "s").set_index("method")
    assert table.loc[method, "unusable_replies"] == accounts["unusable"].sum()
    assert table.loc[method, "failed_questions"] == (2 if method in NEEDED else 0)
    assert [bool(row["memory"]["items"]) for row in rows] == [method not in NEEDED] * 2


def test_usable_replies_leave_no_trace(repository: Path, tmp_path: Path) -> None:
    rows, accounts = probe("HippoRAG 2", repository, tmp_path, '{"names": [], "triples": [], "keep": []}')
    assert accounts["calls"].sum() > 0
    assert accounts["unusable"].sum() == 0
    assert not any("unusable_replies" in row for row in rows)
