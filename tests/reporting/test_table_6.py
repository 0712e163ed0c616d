"""Table 6 prints the example that its rule names, every time."""

from streamrecall.records import Dialogue, Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window
from streamrecall.reporting.table_6 import LEAST_CHARACTERS, table_6

LONG = "a sentence that is long enough to be an example of anything"
TEXTS = (LONG, LONG + " and longer still", "short", LONG + " too", "window")
DIALOGUE = Dialogue(
    "d",
    "invented",
    Domain.WORKPLACE,
    tuple(Turn("d", index, f"t{index}", "Ann", text) for index, text in enumerate(TEXTS)),
)


def utterance(name, gap_type, evidence, text=LONG):
    gap = (
        None if gap_type is None else Gap(f"{name}.G", gap_type, f"why {name}", tuple(evidence), f"so {name}")
    )
    return SalientUtterance(name, ("t4",), text, gap)


def table(*utterances):
    window = Window("w", "d", DIALOGUE.turns[4:], 10)
    instance = Instance(window, "invented", Domain.WORKPLACE, tuple(utterances))
    return table_6([instance], {"d": DIALOGUE})


def test_one_row_per_type_that_has_a_gap():
    frame = table(
        utterance("a", GapType.RELATIONAL, ["t0"]),
        utterance("b", GapType.REFERENTIAL, ["t0"]),
        utterance("c", None, []),
    )
    assert frame["gap_type"].tolist() == ["referential", "relational"]
    assert frame["evidence"].tolist() == [f"Ann: {LONG}"] * 2
    assert frame["resolution"].tolist() == ["so b", "so a"]


def test_the_shortest_with_one_evidence_turn_and_enough_words_wins():
    frame = table(
        utterance("two", GapType.ATTRIBUTE, ["t2", "t0"]),
        utterance("longer", GapType.ATTRIBUTE, ["t1"]),
        utterance("tiny", GapType.ATTRIBUTE, ["t0"], text="too short"),
        utterance("right", GapType.ATTRIBUTE, ["t3"]),
    )
    assert len("too short") < LEAST_CHARACTERS <= len(LONG)
    assert frame["gap_id"].tolist() == ["right.G"]


def test_without_single_evidence_the_fewest_turns_win_and_ties_go_to_the_smaller_id():
    frame = table(
        utterance("c", GapType.ATTRIBUTE, ["t0", "t1", "t3"]),
        utterance("b", GapType.ATTRIBUTE, ["t0", "t3"]),
        utterance("a", GapType.ATTRIBUTE, ["t0", "t3"]),
    )
    assert frame["gap_id"].tolist() == ["a.G"]


def test_a_benchmark_without_gaps_has_no_examples():
    assert table(utterance("a", None, [])).empty
