"""Questions by rule over random streams and the sample: never ahead, repeatable, few refused."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lantern_talk import stream
from random_streams import streams

from streamrecall.benchmark.stem.audits import audit_questions
from streamrecall.benchmark.stem.categories import LEAST_EVIDENCE, NOT_MENTIONED, Category
from streamrecall.benchmark.stem.drafts import QuestionDraft
from streamrecall.benchmark.stem.question_writer import WritingPlan
from streamrecall.benchmark.stem.quotas import keep_quotas
from streamrecall.benchmark.stem.rule_based_writer import RuleBasedQuestionWriter
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.benchmark.stem.triggers import DISTANCES
from streamrecall.corpora.sample import load_sample
from streamrecall.records import Dialogue, Domain, Turn

PLAN = WritingPlan(dict.fromkeys(Category, 40.0), surplus=1.5, seed=3)
WRITER = RuleBasedQuestionWriter()


def check_places(drafts: tuple[QuestionDraft, ...], of: TopicStream) -> None:
    for draft in drafts:
        positions = [of.positions[turn_id] for turn_id in draft.evidence]
        assert positions == sorted(set(positions))
        assert max(positions) < draft.asked_after < len(of)
        assert len(positions) >= LEAST_EVIDENCE[draft.category]
        assert draft.entities and draft.answer


SENTENCES = st.lists(
    st.sampled_from(
        [
            "I bought seven lanterns at the Harbour Market.",
            "Did Marlow tell you about the boat on the lake?",
            "Yes, Marlow did.",
            "My sister lives in Lisbon.",
            "I play the cello.",
            "Marlow has three boats.",
            "We saw Ottilie.",
            "\u660e\u65e5\u306e\u4f1a\u8b70\u306f\u5ef6\u671f\u3067\u3059",
            "{{ 7 * 7 }} <b>",
            "",
        ]
    ),
    max_size=3,
).map(" ".join)


@given(
    st.lists(st.tuples(st.sampled_from(["Ann", "Ben", "\u674e", ""]), SENTENCES), max_size=24),
    st.integers(0, 5),
)
@settings(max_examples=60, deadline=None)
def test_drafts_of_talk_never_look_ahead(said: list[tuple[str, str]], seed: int) -> None:
    turns = tuple(
        Turn("d", index, f"t{index}", speaker, text, str(index // 5), f"2026-03-{1 + index // 4:02}")
        for index, (speaker, text) in enumerate(said)
    )
    of = TopicStream(Dialogue("d", "c", Domain.CHITCHAT, turns))
    check_places(WRITER.write([of], replace(PLAN, seed=seed)).drafts, of)


@given(streams())
@settings(max_examples=40, deadline=None)
def test_any_stream_can_be_written_about(turns: list[Turn]) -> None:
    numbered = tuple(replace(turn, index=place) for place, turn in enumerate(turns))
    of = TopicStream(Dialogue("d", "c", Domain.CHITCHAT, numbered))
    check_places(WRITER.write([of], PLAN).drafts, of)


def test_an_empty_stream_gives_nothing() -> None:
    assert WRITER.write([TopicStream(Dialogue("d", "c", Domain.CHITCHAT, ()))], PLAN).drafts == ()


def test_what_it_asks_of_a_small_talk() -> None:
    of = stream()
    drafts = WRITER.write([of], WritingPlan(dict.fromkeys(Category, 1000.0), surplus=3.0)).drafts
    asked = {(draft.text, draft.answer) for draft in drafts}
    assert ("How many lanterns did Ann buy at the Harbour Market?", "seven") in asked
    assert ("Whose sister works at the Lighthouse Museum?", "Ann") in asked
    assert ("Which musical instrument did Cem mention on 2 March 2026?", "cello") in asked
    assert any(draft.answer == NOT_MENTIONED and draft.about != "Ann" for draft in drafts)


@pytest.fixture(scope="module")
def sample(repository_streams: dict[str, TopicStream]) -> dict[str, TopicStream]:
    return repository_streams


@pytest.fixture(scope="module")
def repository_streams(request: pytest.FixtureRequest) -> dict[str, TopicStream]:
    folder = request.config.rootpath / "data" / "01_raw" / "sample"
    return {each.dialogue_id: TopicStream(each) for each in load_sample(folder).dialogues}


def test_the_sample_gets_every_category_within_its_quota(sample: dict[str, TopicStream]) -> None:
    written = WRITER.write(list(sample.values()), PLAN)
    assert written == WRITER.write(list(sample.values()), PLAN)
    for dialogue_id, of in sample.items():
        check_places(tuple(d for d in written.drafts if d.dialogue_id == dialogue_id), of)
    audited = audit_questions(written.drafts, sample)
    kept = keep_quotas(audited.accepted, sample, PLAN)
    assert len(kept.accepted) + len(kept.losses) + len(audited.losses) == len(written.drafts)
    per_place = Counter((draft.dialogue_id, draft.category) for draft in kept.accepted)
    assert set(per_place) == {(name, category) for name in sample for category in Category}
    assert all(count <= PLAN.wanted(place[1], len(sample[place[0]])) for place, count in per_place.items())
    assert len(audited.losses) < 0.05 * len(written.drafts)
    assert len({draft.question_id for draft in kept.accepted}) == len(kept.accepted)


def test_triggers_are_spread_over_distances(sample: dict[str, TopicStream]) -> None:
    drafts = WRITER.write(list(sample.values()), PLAN).drafts
    strata: Counter[int] = Counter()
    for draft in (each for each in drafts if each.category is Category.SINGLE_HOP):
        distance = draft.asked_after - max(sample[draft.dialogue_id].positions[e] for e in draft.evidence)
        strata[next(n for n, (least, most) in enumerate(DISTANCES) if least <= distance <= most)] += 1
    assert all(strata[place] >= 0.1 * strata.total() for place in range(4))
