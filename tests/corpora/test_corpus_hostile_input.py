"""Random, truncated and reordered files: an error with the place, or every message a turn."""

import json
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from corpus_documents import DOCUMENTS, EVERMEMBENCH_QA, Document, document
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.benchmark.instances import instance_row, read_instances
from streamrecall.benchmark.probes import read_probes
from streamrecall.corpora.sample import load_sample
from streamrecall.corpora.turn_files import read_dialogues, turn_row
from streamrecall.errors import DataError

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "01_raw" / "sample"

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["D1:1", "\ud83d"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
EACH = pytest.mark.parametrize("form", DOCUMENTS, ids=lambda form: form.corpus)


def containers(value: Any) -> list[Any]:
    """Return every object and list inside a value that has something in it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return ([value] if inner else []) + [c for item in inner for c in containers(item)]


@st.composite
def mutated(draw: st.DrawFn, content: Any) -> Any:
    """Replace, drop, double or move values at random places."""
    content = deepcopy(content)
    for _ in range(draw(st.integers(1, 3))):
        places = containers(content)
        if not places:
            break
        place = draw(st.sampled_from(places))
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        action = draw(st.sampled_from(["replace", "drop", "reorder", "double", "rename"]))
        if action == "replace":
            place[key] = draw(JSON_VALUES)
        elif action == "drop":
            del place[key]
        elif isinstance(place, dict):
            if action == "rename":
                place[draw(st.text())] = place.pop(key)
            else:
                items = draw(st.permutations(list(place.items())))
                place.clear()
                place.update(items)
        elif action == "double":
            place.insert(draw(st.integers(0, len(place))), deepcopy(place[key]))
        else:
            place[:] = draw(st.permutations(place))
    return content


def check(form: Document, text: str) -> None:
    """Load a file; an error names it, and without one the turns are all of its messages."""
    with tempfile.TemporaryDirectory() as folder:
        form.write(Path(folder), text)
        try:
            corpus = form.load(Path(folder))
        except DataError as error:
            assert error.path is not None and error.path.startswith(folder)
            return
    report = corpus.report
    assert report.messages == report.turns + report.skipped == form.messages(json.loads(text))
    for dialogue in corpus.dialogues:
        assert [turn.index for turn in dialogue.turns] == list(range(len(dialogue.turns)))
        assert len({turn.turn_id for turn in dialogue.turns}) == len(dialogue.turns)
    turn_ids = {d.dialogue_id: {turn.turn_id for turn in d.turns} for d in corpus.dialogues}
    for question in corpus.questions:
        assert set(question.evidence) <= turn_ids[question.dialogue_id]


@EACH
def test_valid_document_is_read_whole(form: Document) -> None:
    check(form, json.dumps(form.content))


@EACH
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_mutated_document(form: Document, data: st.DataObject) -> None:
    content = data.draw(mutated(form.content))
    try:
        form.messages(content)
    except (AttributeError, KeyError, TypeError):
        with tempfile.TemporaryDirectory() as folder, pytest.raises(DataError):
            form.write(Path(folder), json.dumps(content))
            form.load(Path(folder))
    else:
        check(form, json.dumps(content))


@EACH
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_truncated_document(form: Document, data: st.DataObject) -> None:
    text = json.dumps(form.content)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with tempfile.TemporaryDirectory() as folder:
        path = form.write(Path(folder), cut)
        with pytest.raises(DataError) as caught:
            form.load(Path(folder))
        assert caught.value.path == str(path)


@EACH
@settings(max_examples=25, deadline=None)
@given(content=st.binary(max_size=60) | JSON_VALUES.map(lambda value: json.dumps(value).encode()))
def test_arbitrary_bytes(form: Document, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        form.write(Path(folder)).write_bytes(content)
        try:
            corpus = form.load(Path(folder))
        except DataError as error:
            assert error.path is not None
        else:
            assert corpus.report.turns == 0


@settings(max_examples=60, deadline=None)
@given(mutated(EVERMEMBENCH_QA))
def test_mutated_evermembench_questions(content: Any) -> None:
    form = document("evermembench")
    with tempfile.TemporaryDirectory() as folder:
        form.write(Path(folder))
        path = Path(folder) / "01" / "qa_01.json"
        path.write_text(json.dumps(content))
        try:
            corpus = form.load(Path(folder))
        except DataError as error:
            assert error.path == str(path)
            return
    left_out = sum(o.count for o in corpus.report.oddities if o.kind.endswith("left out"))
    assert corpus.report.questions + left_out == len(content)


CHITCHAT = load_sample(SAMPLE).dialogues[0]
GAPS = json.loads((SAMPLE / "chitchat" / "gaps.json").read_text())[:2]
SAMPLE_TURNS = list(map(json.loads, (SAMPLE / "chitchat" / "turns.jsonl").read_text().split("\n")[:3]))
QUESTION = json.loads((SAMPLE / "chitchat" / "questions.json").read_text())[0]
INSTANCE = instance_row(read_sample_annotations(SAMPLE / "chitchat" / "gaps.json", CHITCHAT)[0])
SHORT_INSTANCE = INSTANCE | {"turns": INSTANCE["turns"][:3], "salient": INSTANCE["salient"][:2]}  # type: ignore[index]
TURNS = [{"corpus": "sample", "domain": "chitchat", **turn_row(turn)} for turn in CHITCHAT.turns[:4]]
PROBE = {
    "question_id": "q1",
    "dialogue_id": "chitchat",
    "text": "Who?",
    "asked_after": 3,
    "category": "temporal",
    "answer": "Sami",
    "evidence": ["c0001"],
    "entities": ["Sami"],
}
GOLD_TURNS = [
    {"turn": i, "ref": f"D1:{i}", "speaker": "Ann", "text": f"Word {i}", "session": "s", "time": None}
    for i in range(3)
]


@settings(max_examples=60, deadline=None)
@given(mutated(GAPS))
def test_mutated_sample_annotations(content: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gaps.json"
        path.write_text(json.dumps(content))
        try:
            instances = read_sample_annotations(path, CHITCHAT)
        except DataError as error:
            assert error.path == str(path)
            return
    assert len(instances) == len(content)
    assert sum(len(i.salient) for i in instances) == sum(len(window["salient"]) for window in content)


@settings(max_examples=60, deadline=None)
@given(mutated(GOLD_TURNS))
def test_mutated_gold_turns(rows: Any) -> None:
    window = {
        "id": "talk.W0",
        "conversation": "talk",
        "source": "locomo",
        "domain": "chit-chat",
        "first_turn": 1,
        "last_turn": 2,
        "history_tokens": 6,
        "salient": [],
    }
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "windows.json").write_text(json.dumps([window]))
        (Path(folder) / "talk.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        try:
            (dialogue,), _ = read_gold(Path(folder) / "windows.json", Path(folder))
        except DataError as error:
            assert error.path is not None and error.path.startswith(folder)
        else:
            assert len(dialogue.turns) == len(rows)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_mutated_lines(data: st.DataObject) -> None:
    """Instances, turns and probes: every line becomes a record or is named."""
    read, lines = data.draw(
        st.sampled_from(
            [
                (read_instances, [SHORT_INSTANCE]),
                (read_probes, [PROBE, PROBE | {"question_id": "q2"}]),
                (read_dialogues, TURNS),
            ]
        )
    )
    rows = data.draw(mutated(lines))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        try:
            records = read(path)
        except DataError as error:
            assert error.path == str(path) and error.line is not None
            return
    turns = sum(len(record.turns) for record in records) if read is read_dialogues else len(records)
    assert turns == len(rows)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_mutated_sample_turns_and_questions(data: st.DataObject) -> None:
    questions = [QUESTION | {"asked_after": "c0003", "evidence": ["c0002"]}]
    turns, questions = data.draw(mutated(SAMPLE_TURNS)), data.draw(mutated(questions))
    with tempfile.TemporaryDirectory() as folder:
        stream = Path(folder) / "chitchat"
        stream.mkdir()
        (stream / "turns.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
        (stream / "questions.json").write_text(json.dumps(questions))
        try:
            corpus = load_sample(Path(folder))
        except DataError as error:
            assert error.path is not None and error.path.startswith(folder)
            return
    assert (corpus.report.turns, corpus.report.questions) == (len(turns), len(questions))
