"""Three annotators by rule: named so, different, blind to what comes later, and as good as stated."""

from dataclasses import replace

import pytest

from streamrecall.benchmark.annotation_run import annotate
from streamrecall.benchmark.annotations import read_gold
from streamrecall.benchmark.annotators.overlap import WordRarity, dense_overlap, shared_anchors, summed_rarity
from streamrecall.benchmark.annotators.rule_panel import rule_based_annotators
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.votes import Stage
from streamrecall.corpora.sample import load_sample
from streamrecall.metrics.annotation_scores import score_annotation
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.salience import salience
from streamrecall.text.windows import cut_windows


def panel():
    return Panel(rule_based_annotators(salience, RuleBasedGapDetector()))


@pytest.fixture(scope="module")
def dialogue(repository):
    return load_sample(repository / "data/01_raw/sample").dialogues[1]


@pytest.fixture(scope="module")
def windows(dialogue):
    return [window for window in cut_windows(dialogue) if window.history_tokens >= 7000][:3]


@pytest.fixture(scope="module")
def annotation(dialogue, windows):
    return annotate(windows, {dialogue.dialogue_id: dialogue}, panel())


def test_each_says_in_its_name_that_it_is_made_of_rules(annotation):
    names = {vote.annotator for vote in annotation.record.votes}
    assert len(names) == 3
    assert all(name.startswith("rules: ") for name in names)


def test_they_finish_every_stage_and_differ(annotation):
    by_annotator = {}
    for vote in annotation.record.votes:
        by_annotator.setdefault(vote.annotator, set()).add((vote.stage, vote.target, vote.label))
    assert len({frozenset(said) for said in by_annotator.values()}) == 3
    for said in by_annotator.values():
        assert {stage for stage, _, _ in said} >= set(Stage) - {Stage.RESOLUTION, Stage.REVIEW}
    assert annotation.record.failures == ()


def test_a_resolution_quotes_its_evidence(annotation):
    gaps = [gap for instance in annotation.instances for gap in instance.gaps]
    assert gaps
    sentences = {each.utterance_id: each.sentence for each in annotation.accepted}
    for gap in gaps:
        assert sentences[gap.gap_id.removesuffix(".G")] in gap.resolution


def test_what_is_said_after_a_window_changes_nothing(annotation, dialogue, windows):
    last = windows[0].last_turn
    later = tuple(replace(turn, text="Brand new words here.") for turn in dialogue.turns[last + 1 :])
    changed = replace(dialogue, turns=dialogue.turns[: last + 1] + later)
    again = annotate(windows[:1], {dialogue.dialogue_id: changed}, panel())
    assert again.instances == annotation.instances[:1]


def test_overlaps_by_hand():
    texts = ["the crane lifts tiles", "the crane is late", "Zoe said 900 euros"]
    rarity = WordRarity(texts)
    wanted = frozenset({"cran", "900"})
    assert rarity.of("unheard") == rarity.of("900") > rarity.of("cran") > 0
    assert summed_rarity(wanted, texts[0], rarity) == pytest.approx(rarity.of("cran"))
    assert shared_anchors(wanted, texts[2], rarity) == pytest.approx(rarity.of("900"))
    assert dense_overlap(wanted, "crane", rarity) > dense_overlap(wanted, texts[0], rarity) > 0
    assert dense_overlap(wanted, "", rarity) == 0


@pytest.mark.shared_data
def test_their_vote_on_real_windows_is_not_worse_than_stated(shared_dir):
    dialogues, reference = read_gold(shared_dir / "gold/open.json", shared_dir / "gold/turns")
    found = annotate(
        [instance.window for instance in reference], {each.dialogue_id: each for each in dialogues}, panel()
    )
    f1 = {score.level: score.f1 for score in score_annotation(found.instances, reference)}
    assert f1["salient utterances"] >= 0.53
    assert f1["gaps"] >= 0.27
