"""What the view carries, and what it refuses."""

import pytest
from sample_report import memory_of, sample_dialogue, sample_instances, sample_report

from streamrecall.errors import DataError
from streamrecall.reporting.evidence_report import build_report_view, render_evidence_report
from streamrecall.reporting.evidence_report.payload import report_payload


@pytest.fixture(scope="module")
def folder(repository):
    return repository / "data/01_raw/sample/workplace"


def test_a_short_dialogue_is_carried_whole(folder):
    view = sample_report(folder)
    assert [len(dialogue.turns) for dialogue in view.dialogues] == [626]
    assert view.methods == ("recent", "ideal")


def test_of_a_long_dialogue_windows_evidence_and_quoted_turns_are_carried(folder):
    dialogue = sample_dialogue(folder)
    instance = sample_instances(folder, dialogue)[0]
    quoted = memory_of("one", [dialogue.turns[200]])
    view = build_report_view(
        [instance], [dialogue], {instance.window.window_id: [quoted]}, whole_history_characters=1000
    )
    carried = {turn.index for turn in view.dialogues[0].turns}
    window = instance.window
    assert carried >= set(range(window.first_turn, window.last_turn + 1))
    assert {199, 200, 201} <= carried
    position = {turn.turn_id: turn.index for turn in dialogue.turns}
    for gap in instance.gaps:
        for reference in gap.evidence:
            assert {position[reference] - 4, position[reference], position[reference] + 4} <= carried
    assert len(carried) < 150
    assert view.dialogues[0].total == 626
    assert report_payload(view)["dialogues"][0]["total"] == 626


def test_turns_after_the_last_window_are_left_out(folder):
    dialogue = sample_dialogue(folder)
    instance = sample_instances(folder, dialogue)[0]
    view = build_report_view([instance], [dialogue], {})
    assert view.dialogues[0].turns[-1].index == instance.window.last_turn


def test_a_memory_of_unknown_turns_is_refused_by_name(folder):
    dialogue = sample_dialogue(folder)
    instance = sample_instances(folder, dialogue)[0]
    memory = memory_of("stray", [dialogue.turns[600]])
    view = build_report_view([instance], [dialogue], {instance.window.window_id: [memory]})
    with pytest.raises(DataError, match=r"'stray' for window 'workplace.7' names turn 'w0601'"):
        render_evidence_report(view)


def test_an_unknown_dialogue_is_refused_by_name(folder):
    dialogue = sample_dialogue(folder)
    with pytest.raises(DataError, match="'workplace', which was not given"):
        build_report_view(sample_instances(folder, dialogue), [], {})


def test_a_verbatim_item_is_stored_as_its_turn_alone(folder):
    runs = report_payload(sample_report(folder))["windows"][0]["runs"]
    assert all(item[1] is None for item in runs[1]["memory"]["items"])


def test_fourteen_windows_and_twelve_methods_stay_below_three_megabytes(folder):
    dialogue = sample_dialogue(folder)
    instances = sample_instances(folder, dialogue) * 2
    memories = {
        instance.window.window_id: [
            memory_of(f"method {number}", list(dialogue.turns[: instance.window.first_turn]))
            for number in range(12)
        ]
        for instance in instances
    }
    html = render_evidence_report(build_report_view(instances, [dialogue], memories))
    assert len(html.encode()) < 3_000_000
