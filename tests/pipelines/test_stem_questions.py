"""The question nodes of STEM-Bench on the sample: nothing lost unnamed, no look ahead, calls paid once."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml
from kedro.framework.session import KedroSession
from kedro.framework.startup import bootstrap_project
from kedro.io import AbstractDataset
from kedro.io.core import DatasetError

from streamrecall.benchmark.probes import write_probes
from streamrecall.benchmark.record_tables import from_table, to_table
from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.drafts import StemLoss
from streamrecall.benchmark.stem.expert_marks import ExpertMark
from streamrecall.benchmark.stem.verification import Verification
from streamrecall.corpora.sample import load_sample
from streamrecall.corpora.turn_table import dialogues_of, turn_table
from streamrecall.errors import DataError
from streamrecall.params import CallParameters, StemQuestionParameters
from streamrecall.pipelines.benchmark_annotation import stem_questions as nodes
from streamrecall.pipelines.datasets import StemCorpusDataset
from streamrecall.pipelines.probe_nodes import read_questions
from streamrecall.quality.validator import SuiteValidator
from streamrecall.records import Dialogue, Domain, Question, Turn
from streamrecall.reporting.expected_values import load_expected
from streamrecall.serialization import from_plain

OFFLINE = StemQuestionParameters(writer="offline", verifier="offline")


@pytest.fixture(scope="module")
def turns(repository: Path) -> pd.DataFrame:
    return turn_table(load_sample(repository / "data/01_raw/sample").dialogues)


@pytest.fixture(scope="module")
def calls(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> CallParameters:
    folder = tmp_path_factory.mktemp("ledger")
    return CallParameters.model_validate(
        {
            "ledger": {"path": folder / "calls.sqlite"},
            "prompts": repository / "conf/base/prompts",
            "retries": 1,
            "failures": 1.0,
        }
    )


@pytest.fixture(scope="module")
def made(turns: pd.DataFrame, calls: CallParameters) -> dict[str, Any]:
    drafts, writing = nodes.write_questions(turns, [], OFFLINE, calls)
    audited, refused = nodes.audit_drafts(drafts, turns, [], OFFLINE)
    verified, verdicts = nodes.verify_drafts(audited, turns, [], OFFLINE, calls)
    settled, facts, settling = nodes.settle_questions(audited, verified, verdicts, (), turns)
    return {
        "drafts": drafts, "audited": audited, "verified": verified, "verdicts": verdicts,
        "questions": nodes.publish_questions(settled, facts), "facts": facts,
        "losses": nodes.gather_losses(writing, refused, settling),
    }  # fmt: skip


def test_every_draft_is_a_question_or_a_loss(made: dict[str, Any]) -> None:
    assert len(made["drafts"]) == len(made["questions"]) + len(made["losses"])
    assert set(pd.DataFrame(made["questions"])["category"]) == {str(category) for category in Category}


def test_the_suites_hold(made: dict[str, Any]) -> None:
    SuiteValidator("stem_questions").validate(made["facts"])
    SuiteValidator("stem_losses").validate(made["losses"])


def test_the_questions_have_the_form_that_memories_are_probed_in(
    made: dict[str, Any], turns: pd.DataFrame, tmp_path: Path
) -> None:
    questions = read_questions(made["questions"])
    write_probes(tmp_path / "questions.jsonl", questions)
    turns.to_parquet(tmp_path / "turns.parquet")
    places = {"turns": str(tmp_path / "turns.parquet"), "questions": str(tmp_path / "questions.jsonl")}
    corpus = StemCorpusDataset(**places).load()
    assert corpus.questions == tuple(questions)
    assert {dialogue.dialogue_id for dialogue in corpus.dialogues} == {"chitchat", "workplace"}


def test_a_benchmark_edited_to_look_ahead_is_refused_on_loading(
    made: dict[str, Any], turns: pd.DataFrame, tmp_path: Path
) -> None:
    rows = [dict(row) for row in made["questions"]]
    dialogue = dialogues_of(turns)[rows[0]["dialogue_id"]]
    rows[0]["evidence"] = [dialogue.turns[rows[0]["asked_after"]].turn_id]
    write_probes(tmp_path / "questions.jsonl", [from_plain(Question, row) for row in rows])
    turns.to_parquet(tmp_path / "turns.parquet")
    places = {"turns": str(tmp_path / "turns.parquet"), "questions": str(tmp_path / "questions.jsonl")}
    with pytest.raises((DataError, DatasetError), match="evidence_before_trigger"):
        StemCorpusDataset(**places).load()


def test_a_missing_benchmark_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="--pipelines=ingest,benchmark_annotation"):
        StemCorpusDataset(turns=str(tmp_path / "t"), questions=str(tmp_path / "q")).load()


def test_a_stream_that_gives_no_question_gives_an_empty_benchmark(
    calls: CallParameters, repository: Path, tmp_path: Path
) -> None:
    silent = tuple(Turn("d", place, f"t{place}", "Ann", "\U0001f389") for place in range(4))
    turns = turn_table([Dialogue("d", "invented", Domain.CHITCHAT, silent)])
    drafts, writing = nodes.write_questions(turns, [], OFFLINE, calls)
    audited, refused = nodes.audit_drafts(drafts, turns, [], OFFLINE)
    verified, verdicts = nodes.verify_drafts(audited, turns, [], OFFLINE, calls)
    settled, facts, settling = nodes.settle_questions(audited, verified, verdicts, (), turns)
    saved = saver("stem_question_facts", repository, tmp_path)
    saved.save(facts)
    losses = nodes.gather_losses(writing, refused, settling)
    size, flow, _ = nodes.tabulate_statistics(
        questions=nodes.publish_questions(settled, facts), turns=turns, topics=[], drafts=drafts,
        losses=losses, facts=saved.load(), expected=load_expected(repository / "expected/stem.yaml"),
    )  # fmt: skip
    assert size.set_index("statistic").loc["Questions", "count"] == 0
    assert flow["questions"].sum() == 0


@pytest.mark.parametrize("name", ["stem_verification", "stem_losses"])
def test_tables_of_texts_come_back_as_they_were(name: str, repository: Path, tmp_path: Path) -> None:
    kind, where = (
        (Verification, ("model", "failed")) if name == "stem_verification" else (StemLoss, ("audit", "one"))
    )
    said = ("12", "007", "NA", "a\rb", 'c,"d"\ne', "=1+1", "")
    columns = [field.name for field in fields(kind)]
    rows = [
        {column: where[1] if column == "verdict" else text or "x" for column in columns} | {"reason": text}
        for text in said
    ]
    if kind is StemLoss:
        rows = [row | {"step": where[0], "reason": row["reason"] or "x"} for row in rows]
    records = tuple(from_plain(kind, row) for row in rows)
    table = saver(name, repository, tmp_path)
    table.save(to_table(records, kind))
    assert from_table(table.load(), kind) == records


def saver(name: str, repository: Path, folder: Path) -> Any:
    """Return the catalog's own dataset of a name, in another folder."""
    catalog = yaml.safe_load((repository / "conf/base/catalog_stem_questions.yml").read_text())
    entry = catalog[name] | {"filepath": str(folder / name)}
    return AbstractDataset.from_config(name, entry)


def mark(expert: str, question_id: str, kind: Any) -> ExpertMark:
    return ExpertMark(expert, question_id, kind, "", Path(f"{expert}.csv"), 2)


def test_experts_remove_what_most_of_them_reject(made: dict[str, Any], turns: pd.DataFrame) -> None:
    ids = [row["question_id"] for row in made["verified"][:2]]
    marks = (
        mark("ada", ids[0], "reject"), mark("bo", ids[0], "reject"), mark("cy", ids[0], "accept"),
        mark("ada", ids[1], "reject"), mark("bo", ids[1], "accept"), mark("cy", ids[1], "accept"),
    )  # fmt: skip
    settled, _, losses = nodes.settle_questions(
        made["audited"], made["verified"], made["verdicts"], marks, turns
    )
    assert ids[0] not in {row["question_id"] for row in settled}
    assert len(settled) == len(made["verified"]) - 1
    assert losses[losses["step"] == "experts"]["question_id"].tolist() == [ids[0]]


def test_a_mark_on_another_question_stops_the_run(made: dict[str, Any], turns: pd.DataFrame) -> None:
    with pytest.raises(DataError, match=r"ada\.csv:2: no question 'nobody'"):
        nodes.settle_questions(
            made["audited"], made["verified"], made["verdicts"], (mark("ada", "nobody", "accept"),), turns
        )


def test_statistics_stand_beside_the_papers(
    made: dict[str, Any], turns: pd.DataFrame, repository: Path
) -> None:
    expected = load_expected(repository / "expected/stem.yaml")
    size, flow, page = nodes.tabulate_statistics(
        questions=made["questions"], turns=turns, topics=[], drafts=made["drafts"], losses=made["losses"],
        facts=made["facts"], expected=expected,
    )  # fmt: skip
    rows = size.set_index("statistic")
    assert rows.loc["Questions", ["count", "paper_count"]].tolist() == [len(made["questions"]), 14938]
    assert rows.loc["Utterances", "count"] == len(turns)
    assert rows.loc["Multi-hop and Comparative", "paper_count"] == 2432
    total = flow[flow["category"] == "all"].iloc[0]
    lost = sum(total[name] for name in flow.columns if name.startswith("lost_at_"))
    assert total["drafts"] == total["questions"] + lost
    assert "rule-based question writer" in page


def test_agreement_by_hand(repository: Path) -> None:
    expected = load_expected(repository / "expected/stem.yaml")
    marks = tuple(
        mark(expert, name, kind)
        for name, kinds in {"q1": "aaa", "q2": "aar", "q3": "rrr"}.items()
        for expert, kind in zip(
            "xyz", (("accept" if letter == "a" else "reject") for letter in kinds), strict=True
        )
    )
    table, page = nodes.tabulate_agreement(marks, expected)
    row = table.iloc[0]
    assert (row["experts"], row["questions"], row["marked_by_all"]) == (3, 3, 3)
    assert row["unanimous"] == pytest.approx(2 / 3)
    assert row["pairwise"] == pytest.approx(7 / 9)
    assert row["fleiss_kappa"] == pytest.approx((7 / 9 - 41 / 81) / (1 - 41 / 81))
    assert (row["paper_experts"], row["paper_kappa"]) == (3, 0.74)
    assert "Cohen" in page


def test_no_marks_give_an_empty_agreement(repository: Path) -> None:
    table, _ = nodes.tabulate_agreement((), load_expected(repository / "expected/stem.yaml"))
    assert table.loc[0, "experts"] == 0 and pd.isna(table.loc[0, "fleiss_kappa"])


def scripted(folder: Path, name: str) -> dict[str, Any]:
    """A model whose every reply fits a wording, so that passages fail and claims are reworded."""
    script = folder / f"{name}.jsonl"
    reply = {"reason": "read", "answer": "Not mentioned.", "from_evidence": True, "from_question": False}
    script.write_text(json.dumps({"contains": "", "text": json.dumps(reply)}) + "\n")
    return {"engine": "scripted", "model": name, "script": script}


def test_models_are_asked_through_the_ledger_once(
    turns: pd.DataFrame, calls: CallParameters, tmp_path: Path
) -> None:
    densities = {str(category): 2.0 for category in Category}
    parameters = StemQuestionParameters.model_validate(
        {
            "writer": scripted(tmp_path, "writer"),
            "verifier": scripted(tmp_path, "reader"),
            "per_thousand_turns": densities,
            "refused_verdicts": ["unsupported", "failed"],
        }
    )
    few = StemQuestionParameters(writer="offline", verifier="offline")
    drafts, losses = nodes.write_questions(turns, [], parameters, calls)
    assert drafts == [] and set(losses["check"]) == {"usable reply"}
    audited = nodes.audit_drafts(nodes.write_questions(turns, [], few, calls)[0], turns, [], few)[0][:20]
    first = nodes.verify_drafts(audited, turns, [], parameters, calls)
    assert set(first[1]["verdict"]) == {"supported"}
    Path(parameters.verifier.script).write_text(  # type: ignore[union-attr]
        json.dumps({"contains": "no request holds this", "text": ""}) + "\n"
    )
    again = nodes.verify_drafts(audited, turns, [], parameters, calls)  # every reply comes from the ledger
    assert again[0] == first[0]
    pd.testing.assert_frame_equal(again[1], first[1])


def test_one_model_cannot_check_itself(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="stands twice"):
        StemQuestionParameters.model_validate(
            {"writer": scripted(tmp_path, "same"), "verifier": scripted(tmp_path, "same")}
        )


def test_the_environment_reads_the_benchmark_as_its_corpus(repository: Path) -> None:
    bootstrap_project(repository)
    chosen = {"stem_bench": {"questions": "elsewhere.jsonl"}}
    with KedroSession.create(project_path=repository, env="stem", runtime_params=chosen) as session:
        context = session.load_context()
        corpus = context.catalog.get("raw_corpus")
        assert isinstance(corpus, StemCorpusDataset)
        assert corpus._describe()["questions"].endswith("elsewhere.jsonl")
        assert corpus._describe()["turns"].endswith("data/03_primary/stem/turns.parquet")
        assert str(context.catalog.get("questions")._filepath).endswith(
            "data/stem/02_intermediate/questions.jsonl"
        )
        assert context.params["annotation"].source == "rules"


def test_everything_but_the_source_of_annotations_is_as_in_the_base(repository: Path) -> None:
    base, stem = (
        yaml.safe_load((repository / "conf" / env / "parameters_benchmark_annotation.yml").read_text())[
            "annotation"
        ]
        for env in ("base", "stem")
    )
    assert base | {"source": "rules"} == stem
