"""The annotation's nodes by rules and by models over HTTP, on a corpus without annotations of its own."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pandas as pd
import pytest

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.benchmark.review_marks import ReviewMark
from streamrecall.corpora.locomo import load_locomo
from streamrecall.corpora.sample import load_sample
from streamrecall.corpora.turn_table import turn_table
from streamrecall.errors import ConfigError
from streamrecall.params import AnnotationParameters, WindowParameters
from streamrecall.pipelines.benchmark_annotation import nodes, reports, stages
from streamrecall.records import ChatRequest, Message

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmark" / "annotation"))
from scripted_models import NAMES, scripted_model

WINDOWS = WindowParameters(tokens=1024, minimum_history=7000)


def parameters(repository, tmp_path, **changes):
    values = {
        "source": "rules",
        "annotators": 3,
        "majority": 2,
        "chunks_per_call": 40,
        "sentences_per_call": 40,
        "candidates_per_call": 20,
        "sampling": {"chitchat": 3, "workplace": 2, "seed": 1},
        "ledger": str(tmp_path / "calls.sqlite"),
        "prompts": str(repository / "conf/base/prompts"),
        "failures": 1.0,
    }
    return AnnotationParameters.model_validate(values | changes)


def run(turns, annotation, marks=(), annotations=()):
    """Run the nodes as the pipeline wires them; return everything by name."""
    windows = stages.propose_windows(list(annotations), turns, WINDOWS)
    candidates, votes, lost = stages.identify_salient_utterances(windows, turns, annotation)
    chunks, chunk_votes, chunk_lost = stages.filter_histories(windows, turns, candidates, annotation)
    evidence, audits, audit_lost = stages.find_evidence(windows, turns, candidates, chunks, annotation)
    accepted, verdicts, verdict_lost = stages.validate_evidence(
        windows, turns, candidates, evidence, annotation
    )
    stated, statements, state_lost = stages.state_resolutions(
        windows, turns, candidates, accepted, annotation
    )
    losses = reports.gather_stages(lost, chunk_lost, audit_lost, verdict_lost, state_lost)
    reviewed, outcomes = nodes.apply_review(
        annotations=list(annotations),
        candidate_windows=windows,
        turns=turns,
        candidates=candidates,
        evidence=evidence,
        accepted=accepted,
        resolutions=stated,
        losses=losses,
        marks=tuple(marks),
        annotation=annotation,
    )
    selected, selection = nodes.select_windows(reviewed, windows, WINDOWS, annotation)
    agreement, page = reports.measure_vote_agreement(
        windows, turns, losses, annotation, votes, chunk_votes, audits, verdicts, statements
    )
    _, card = reports.export_benchmark(selected, turns, selection, annotation)
    return {
        "windows": windows, "votes": votes, "losses": losses, "selected": selected, "selection": selection,
        "outcomes": outcomes, "agreement": agreement, "page": page, "card": card, "reviewed": reviewed,
    }  # fmt: skip


@pytest.fixture(scope="module")
def sample(repository):
    return turn_table(load_sample(repository / "data/01_raw/sample").dialogues)


class Served(BaseHTTPRequestHandler):
    """Answers chat requests with the scripted model that the request names."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages = tuple(Message(each["role"], each["content"]) for each in asked["messages"])
        (reply,) = scripted_model(asked["model"]).complete([ChatRequest(messages)])
        choice = {"message": {"role": "assistant", "content": reply.text}, "finish_reason": "stop"}
        body = json.dumps(
            {"choices": [choice], "usage": {"prompt_tokens": 1, "completion_tokens": 1}}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.server.calls += 1

    def log_message(self, *arguments):
        """Nothing: the test counts."""


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Served) as running:
        running.calls = 0
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def test_three_models_over_http_make_a_benchmark_and_a_rerun_pays_nothing(
    repository, tmp_path, sample, server
):
    short = sample[(sample["dialogue_id"] == "chitchat") & (sample["index"] < 350)]
    models = [
        {"name": f"the {name}", "model": name, "base_urls": [f"http://127.0.0.1:{server.server_port}/v1"]}
        for name in NAMES
    ]
    annotation = parameters(repository, tmp_path, source="models", models=models, auditors=["the beta"])
    first = run(short, annotation)
    paid = server.calls
    assert paid > 0
    assert run(short, annotation)["selected"] == first["selected"]
    assert server.calls == paid
    instances = read_instance_rows(first["selected"])
    assert instances
    assert all(instance.gaps for instance in instances)
    assert set(first["votes"]["annotator"]) == {"the alpha", "the beta", "the gamma"}
    assert first["votes"]["reference"].str.len().eq(64).all()
    assert "- auditors of evidence: the beta" in first["card"]
    assert "- prompts: salience_and_dependence " in first["card"]
    assert "the alpha / the beta" in " ".join(first["agreement"].columns)


def test_rules_annotate_a_corpus_that_carries_nothing(repository, tmp_path, sample):
    done = run(sample, parameters(repository, tmp_path))
    selection = done["selection"]
    assert set(selection["window_id"]) == set(done["windows"]["window_id"])
    assert (selection.loc[~selection["kept"], "reason"] != "").all()
    assert selection.loc[selection["kept"], "history_tokens"].min() >= 7000
    assert "history of" in " ".join(selection["reason"])
    assert {instance.domain for instance in read_instance_rows(done["selected"])} <= {"chitchat", "workplace"}


@pytest.mark.shared_data
def test_rules_annotate_locomo(repository, tmp_path, shared_dir):
    turns = turn_table(load_locomo(shared_dir / "data/locomo").dialogues[:4])
    done = run(turns, parameters(repository, tmp_path))
    assert read_instance_rows(done["selected"])
    assert "no salient utterance depends on the history" in set(done["selection"]["reason"])
    assert set(done["agreement"]["stage"]) == {
        "salience", "dependence", "history_filtering", "evidence", "validation",
    }  # fmt: skip


def test_a_corpus_without_annotations_cannot_be_its_own_source(repository, tmp_path, sample):
    with pytest.raises(ConfigError, match="'rules' or 'models', or give annotated windows with --env=gold"):
        run(sample, parameters(repository, tmp_path, source="corpus"))


def test_a_mark_takes_an_utterance_out_of_the_vote(repository, tmp_path, sample):
    annotation = parameters(repository, tmp_path)
    before = read_instance_rows(run(sample, annotation)["reviewed"])
    target = before[0].salient[0].utterance_id
    done = run(sample, annotation, marks=[ReviewMark(target, "reject"), ReviewMark("nowhere", "reject")])
    after = read_instance_rows(done["reviewed"])
    assert target not in {each.utterance_id for each in after[0].salient}
    assert len(after[0].salient) == len(before[0].salient) - 1
    assert done["outcomes"]["applied"].tolist() == [True, False]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"annotators": 4}, "annotators is 4, but source 'rules' has 3"),
        ({"source": "models"}, "annotators is 3, but source 'models' has 0"),
        ({"annotators": 2, "majority": 3}, "a majority of 3 cannot be had from 2"),
        ({"sauce": "rules"}, "sauce"),
    ],
)
def test_parameters_that_cannot_be_run_are_refused(repository, tmp_path, changes, said):
    with pytest.raises(ValueError, match=said):
        parameters(repository, tmp_path, **changes)


def test_two_annotators_may_be_asked_alone(repository, tmp_path, sample):
    short = sample[(sample["dialogue_id"] == "chitchat") & (sample["index"] < 350)]
    done = run(short, parameters(repository, tmp_path, annotators=2))
    assert set(done["votes"]["annotator"]) == {"rules: surface cues", "rules: unseen mentions"}
    assert set(done["agreement"]["annotators"]) == {2}


def test_no_losses_at_all_are_a_table_without_rows():
    empty = pd.DataFrame(columns=["kind", "stage"])
    assert reports.gather_stages(empty, empty).empty
