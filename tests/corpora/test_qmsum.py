import json
import re
from collections import Counter
from pathlib import Path

import pytest
from corpus_documents import document, meeting

from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.qmsum import group_of, load_qmsum
from streamrecall.errors import DataError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, contents in {
        "test/ES2002b.json": ("Hello .", "{vocalsound} Hi ."),
        "train/ES2002a.json": ("Okay . {vocalsound}", "{gap}", ""),
        "val/covid_3.json": ("Order, order.", "Thank you."),
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(meeting(*contents)))
    return tmp_path


def test_meetings_of_a_group_follow_each_other(folder: Path) -> None:
    corpus = load_qmsum(folder)
    assert [d.dialogue_id for d in corpus.dialogues] == ["ES2002", "covid_3"]
    assert [(t.turn_id, t.session, t.text, t.time) for t in corpus.dialogues[0].turns] == [
        ("ES2002a:0", "ES2002a", "Okay . {vocalsound}", None),
        ("ES2002a:1", "ES2002a", "{gap}", None),
        ("ES2002a:2", "ES2002a", "", None),
        ("ES2002b:0", "ES2002b", "Hello .", None),
        ("ES2002b:1", "ES2002b", "{vocalsound} Hi .", None),
    ]
    counts = {(o.dialogue_id, o.kind): o.count for o in corpus.report.oddities}
    assert counts == {
        ("ES2002", "turn with markup"): 3,
        ("ES2002", "turn of markup alone"): 1,
        ("ES2002", "turn without text"): 1,
        ("ES2002", "same speaker as the turn before"): 1,
        ("ES2002", "group spread over splits"): 1,
        ("ES2002", "meeting of the group not in QMSum"): 2,
    }


def test_a_question_is_asked_after_its_meeting(folder: Path) -> None:
    asked = {q.question_id: (q.asked_after, q.category, q.evidence) for q in load_qmsum(folder).questions}
    assert asked["ES2002a.general0"] == (2, "general", ())
    assert asked["ES2002a.specific0"] == (2, "specific", ("ES2002a:0", "ES2002a:1"))
    assert asked["ES2002b.specific0"] == (4, "specific", ("ES2002b:0", "ES2002b:1"))


def test_meetings_stand_alone_unless_chained(folder: Path) -> None:
    corpus = load_qmsum(folder, chain=False)
    assert [(d.dialogue_id, len(d.turns)) for d in corpus.dialogues] == [
        ("ES2002a", 3),
        ("ES2002b", 2),
        ("covid_3", 2),
    ]


def test_splits_can_be_chosen(folder: Path) -> None:
    assert [d.dialogue_id for d in load_qmsum(folder, splits=("val",)).dialogues] == ["covid_3"]


def test_a_meeting_in_two_splits_is_refused(folder: Path) -> None:
    (folder / "val" / "ES2002a.json").write_text(json.dumps(document("qmsum").content))
    with pytest.raises(DataError, match=r"val/ES2002a\.json: the same meeting as .*train/ES2002a\.json"):
        load_qmsum(folder)


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("ES2004a", "ES2004"),
        ("Bmr003", "Bmr"),
        ("Buw001", "Buw"),
        ("covid_4", "covid_4"),
        ("education_13",) * 2,
    ],
)
def test_group_of(name: str, group: str) -> None:
    assert group_of(name) == group


@pytest.fixture(scope="module")
def whole(shared_dir: Path) -> Corpus:
    return load_qmsum(shared_dir / "data" / "qmsum")


@pytest.mark.shared_data
def test_real_counts(whole: Corpus) -> None:
    counts: Counter[str] = Counter()
    for oddity in whole.report.oddities:
        counts[oddity.kind] += oddity.count
    assert (whole.report.sessions, whole.report.turns) == (232, 129177)
    assert (counts["turn with markup"], counts["turn without text"]) == (47422, 115)
    meetings = {d.dialogue_id: len({t.session for t in d.turns}) for d in whole.dialogues}
    assert (meetings["Bmr"], meetings["Bro"], meetings["Bed"]) == (20, 22, 15)
    assert sum(count == 4 for name, count in meetings.items() if re.fullmatch(r"[A-Z]{2}\d{4}", name)) == 32
    assert sum(name.startswith(("covid", "education")) for name in meetings) == 36
    assert not whole.report.unresolved()


@pytest.mark.shared_data
@pytest.mark.parametrize("group", ["ES2004", "IS1000", "IS1008"])
def test_turns_agree_with_gold(shared_dir: Path, whole: Corpus, group: str) -> None:
    """Gold leaves out markup, turns with at most one other character, and blanks before punctuation."""
    lines = (shared_dir / "gold" / "turns" / f"{group}.jsonl").read_text().split("\n")
    gold = {row["ref"]: row for row in (json.loads(line) for line in lines if line)}
    turns = [t for d in whole.dialogues if d.dialogue_id == group for t in d.turns]
    assert [t.turn_id for t in turns if t.turn_id in gold] == list(gold)
    for turn in turns:
        plain = re.sub(r"[\s.,]+", "", re.sub(r"\{\w+\}", "", turn.text))
        if row := gold.get(turn.turn_id):
            assert (turn.speaker, plain) == (row["speaker"], re.sub(r"[\s.,]+", "", row["text"]))
        else:
            assert len(plain) <= 1
