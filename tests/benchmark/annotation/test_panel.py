"""Who annotates and how many must agree."""

import pytest
from stage_questions import Prepared

from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.votes import majority_label
from streamrecall.errors import ConfigError

THREE = tuple(Prepared(name) for name in "abc")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((THREE, 4), "choose 1 to 3"),
        ((THREE, 0), "choose 1 to 3"),
        (((Prepared("a"), Prepared("a")), 1), "one name"),
        ((THREE, 2, ("d",)), "the annotators are a, b, c"),
    ],
)
def test_a_panel_that_cannot_decide_is_refused(arguments, message):
    with pytest.raises(ConfigError, match=message):
        Panel(*arguments)


def test_auditors_are_everybody_or_those_named():
    assert [each.name for each in Panel(THREE).evidence_annotators] == ["a", "b", "c"]
    panel = Panel(THREE, 2, ("b",))
    assert [each.name for each in panel.evidence_annotators] == ["b"]
    assert panel.evidence_majority == 1


@pytest.mark.parametrize(
    ("labels", "needed", "agreed"),
    [("aab", 2, "a"), ("abc", 2, None), ("aabb", 2, None), ("aaa", 3, "a"), ("aab", 3, None), ("", 1, None)],
)
def test_a_label_needs_the_majority_alone(labels, needed, agreed):
    assert majority_label(labels, needed) == agreed
