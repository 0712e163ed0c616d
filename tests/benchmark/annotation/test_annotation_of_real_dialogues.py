"""The whole annotation by three scripted models on AMI and LoCoMo dialogues, faults included."""

from collections import Counter
from dataclasses import replace

import pytest
from scripted_models import NAMES, scripted_model

from streamrecall.benchmark.annotation_run import annotate
from streamrecall.benchmark.annotators.model_annotator import AnnotatorSettings, ModelAnnotator
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.votes import Stage
from streamrecall.corpora.locomo import load_locomo
from streamrecall.corpora.qmsum import load_qmsum
from streamrecall.quality.facts import gap_facts, salient_facts
from streamrecall.text.windows import cut_windows

pytestmark = pytest.mark.shared_data


def panel(repository, *, stubborn=False):
    settings = AnnotatorSettings(failures=1.0)
    prompts = repository / "conf/base/prompts"
    models = [scripted_model(name, stubborn=stubborn) for name in NAMES]
    return Panel(tuple(ModelAnnotator(m, prompts, settings) for m in models), 2, ("beta",))


@pytest.fixture(scope="module", params=["locomo", "ami"])
def real(request, shared_dir):
    """Return a dialogue and two of its windows with a history of at least 7,000 tokens."""
    if request.param == "locomo":
        dialogues = load_locomo(shared_dir / "data/locomo").dialogues
        dialogue = dialogues[0]
    else:
        dialogues = load_qmsum(shared_dir / "data/qmsum").dialogues
        dialogue = next(each for each in dialogues if each.dialogue_id.startswith("ES2004"))
    windows = [each for each in cut_windows(dialogue) if each.history_tokens >= 7000]
    return dialogue, windows[:2]


@pytest.fixture(scope="module")
def annotation(real, repository):
    dialogue, windows = real
    return annotate(windows, {dialogue.dialogue_id: dialogue}, panel(repository))


def test_every_reply_is_read_after_a_retry(annotation):
    assert annotation.record.failures == ()
    assert len(annotation.instances) == 2
    assert sum(len(instance.gaps) for instance in annotation.instances) >= 2


def test_the_majority_is_that_of_the_votes(annotation):
    votes = {}
    for vote in annotation.record.votes:
        if vote.stage == Stage.DEPENDENCE:
            votes.setdefault(vote.target, []).append(vote.label)
    assert set(votes) == {candidate.utterance_id for candidate in annotation.candidates}
    for candidate in annotation.candidates:
        label, count = (
            Counter(
                each for each in votes[candidate.utterance_id] if each not in ("none", "not_salient")
            ).most_common(1)[0]
            if any(each not in ("none", "not_salient") for each in votes[candidate.utterance_id])
            else ("", 0)
        )
        assert (candidate.gap_type is not None) == (count >= 2)
        assert candidate.gap_type is None or candidate.gap_type.value == label


def test_every_gap_on_the_way_ends_as_a_gap_or_as_a_rejection(annotation):
    kept = {gap.gap_id for instance in annotation.instances for gap in instance.gaps}
    rejected = {each.target for each in annotation.record.rejections if each.target.endswith(".G")}
    dependent = {each.gap_id for each in annotation.candidates if each.gap_type is not None}
    assert dependent
    assert dependent <= kept | rejected
    assert not kept & rejected
    accepted = {f"{each.utterance_id}/{each.source_id}" for each in annotation.accepted}
    refused = {each.target for each in annotation.record.rejections if each.stage == Stage.VALIDATION}
    for each in annotation.evidence:
        assert f"{each.utterance_id}/{each.source_id}" in accepted | refused


def test_evidence_lies_before_the_window_and_utterances_stand_in_it(annotation, real):
    dialogue, _ = real
    gaps = gap_facts(annotation.instances, [dialogue])
    assert gaps["evidence_before_window"].all()
    assert gaps["evidence_resolvable"].all()
    salient = salient_facts(annotation.instances)
    assert salient["turns_inside_window"].all()
    assert salient["span_inside_window"].all()


def test_what_is_said_after_a_window_changes_nothing(annotation, real, repository):
    dialogue, windows = real
    first = windows[0]
    rewritten = replace(
        dialogue,
        turns=dialogue.turns[: first.last_turn + 1]
        + tuple(replace(turn, text="All of this is new.") for turn in dialogue.turns[first.last_turn + 1 :]),
    )
    again = annotate([first], {dialogue.dialogue_id: rewritten}, panel(repository))
    assert again.instances == annotation.instances[:1]


def test_models_that_never_mend_their_replies_lose_votes_but_nothing_goes_unsaid(real, repository):
    dialogue, windows = real
    annotation = annotate(windows, {dialogue.dialogue_id: dialogue}, panel(repository, stubborn=True))
    assert annotation.record.failures
    reasons = " ".join(failure.reason for failure in annotation.record.failures)
    assert "labels" in reasons
    kept = {gap.gap_id for instance in annotation.instances for gap in instance.gaps}
    rejected = {each.target for each in annotation.record.rejections}
    assert {each.gap_id for each in annotation.candidates if each.gap_type is not None} <= kept | rejected
