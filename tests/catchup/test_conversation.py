"""The digest of a conversation: real sentences, known turns, honest counts."""

from dataclasses import replace

import pytest
from catchup_samples import quick_tools, sample_turns

from streamrecall.catchup.conversation import digest_conversation
from streamrecall.catchup.digest import PointKind
from streamrecall.catchup.history import SearchedHistory
from streamrecall.records import Summary, SummarySentence, Turn


def digest(turns, first, tools=None, **options):
    tools = tools or quick_tools()
    history = SearchedHistory(tools)
    history.observe(turns[:first])
    return digest_conversation(history, turns[first:], tools, **options)


@pytest.fixture(scope="module", params=[("workplace", 578), ("chitchat", 420)], ids=lambda param: param[0])
def case(request, repository):
    name, first = request.param
    turns = sample_turns(repository, name)
    return turns, first, digest(turns, first)


def points(result):
    return [point for _, section in result.sections for point in section]


def test_every_point_quotes_its_turn_of_the_window(case):
    turns, first, result = case
    assert len(points(result)) > 8
    for point in points(result):
        assert point.text in point.turns[0].text
        assert all(turn in turns[first:] for turn in point.turns)


def test_every_context_quotes_an_earlier_turn(case):
    turns, _, result = case
    contexts = [(point, context) for point in points(result) for context in point.context]
    assert contexts
    for point, context in contexts:
        assert context.text == context.turn.text.strip()
        assert context.turn.index < point.turns[0].index
        assert context.turn is turns[context.turn.index]
        assert context.phrase in point.text


def test_points_stand_in_the_order_of_the_window_in_their_section(case):
    for kind, section in zip(PointKind, [section for _, section in case[2].sections], strict=True):
        assert all(point.kind is kind for point in section)
        assert [p.turns[0].index for p in section] == sorted(p.turns[0].index for p in section)


def test_counts_add_up(case):
    turns, first, result = case
    coverage = result.coverage
    assert coverage.window_turns == len(turns) - first
    assert coverage.history_turns == first
    quoted = {turn.turn_id for point in points(result) for turn in point.turns}
    assert coverage.quoted_turns == len(quoted)
    assert coverage.unquoted_turns == coverage.window_turns - len(quoted)
    assert 0 < coverage.compared_turns <= first


def test_a_long_window_is_read_in_parts_of_1024_tokens_and_every_part_is_told(case):
    turns, _, result = case
    whole = digest(turns, 0, points=4)
    assert whole.coverage.parts == 14
    told = {point.turns[0].index * 14 // len(turns) for point in whole.happened}
    assert len(told) >= 12
    assert len(whole.decisions) <= 4 + 13
    assert result.coverage.parts == -(-result.coverage.window_tokens // 1024)
    assert whole.coverage.history_turns == 0


def test_what_a_later_part_leaves_unsaid_is_found_in_an_earlier_one(repository):
    turns = sample_turns(repository)
    result = digest(turns, 300)
    inside = [c for point in points(result) for c in point.context if c.turn.index >= 300]
    assert inside
    assert all(turn.index < 300 for turn in result.nearby)


def test_points_beyond_the_limit_are_counted(repository):
    turns = sample_turns(repository)
    few, many = digest(turns, 578, points=1), digest(turns, 578, points=50)
    assert len(few.actions) == 1
    assert few.coverage.not_shown["action items"] == len(many.actions) - 1
    assert many.coverage.not_shown == {}


def test_skipped_and_empty_turns_are_never_quoted_and_are_counted():
    turns = [
        Turn("d", 0, "a", "", "Ann changed the topic to Budget decided by the whole team."),
        Turn("d", 1, "b", "Bo", "We decided to buy the blue tent for the whole team."),
        Turn("d", 2, "c", "Bo", "   "),
    ]
    result = digest(turns, 0, skipped={"a": "notices"})
    assert [point.turns[0].turn_id for point in points(result)] == ["b"]
    assert result.coverage.skipped == {"notices": 1, "without words": 1}
    assert result.coverage.unquoted_turns == 0


def test_a_window_of_notices_alone_has_no_points():
    result = digest([Turn("d", 0, "a", "", "You joined")], 0, skipped={"a": "notices"})
    assert points(result) == []
    assert result.coverage.parts == 1


def test_what_leans_on_the_past_without_evidence_is_listed():
    turns = [
        Turn("d", i, f"t{i}", "Ann", text)
        for i, text in enumerate(
            ["The roses bloom.", "Lunch was soup.", "I'll send the contract to the other supplier on Monday."]
        )
    ]
    result = digest(turns, 2)
    assert [(entry.phrase, entry.turn.turn_id) for entry in result.unresolved] == [
        ("the other supplier", "t2")
    ]


def test_a_summarizer_writes_what_happened_and_its_sentences_keep_their_turns(repository):
    turns = sample_turns(repository)

    class Writer:
        name = "writer"

        def summarize(self, window, memory):
            assert memory.tokens <= memory.budget == 1024
            first = window.turns[0].turn_id
            return Summary(
                window.window_id,
                memory.method,
                self.name,
                (
                    SummarySentence(window.turns[0].text, (first,), memory.items[0].turn_ids[:1]),
                    SummarySentence("Made up.", ()),
                    SummarySentence("Heron costs 9,000 euros.", (first,)),
                ),
            )

    result = digest(turns, 578, replace(quick_tools(), summarizer=Writer()))
    assert [(p.text, p.written_by, p.turns[0].turn_id) for p in result.happened] == [
        (turns[578].text, "writer", "w0579")
    ]
    assert result.coverage.unsupported == 2
    assert result.happened[0].context[0].turn.index < 578
    assert result.actions


def written(*texts):
    return [Turn("d", i, f"t{i}", "Ann", text) for i, text in enumerate(texts)]


def test_what_points_back_and_is_not_quoted_is_listed():
    turns = written("The roses bloom.", "Lunch was soup.", "As before.")
    result = digest(turns, 2)
    assert points(result) == []
    assert [(entry.phrase, entry.turn.turn_id) for entry in result.unresolved] == [("As before", "t2")]
    assert "nothing earlier was found that explains it" in result.unresolved[0].reason


def test_a_question_that_points_back_is_quoted_or_listed_even_beyond_the_limit():
    questions = [f"Who brings the {thing} to the garden party?" for thing in "tent grill salad lamp".split()]
    turns = written("The roses bloom.", *questions, "What about the bill? Same split as last time?")
    for limit in (1, 2, 8):
        result = digest(turns, 1, points=limit)
        quoted = " ".join(point.text for point in points(result))
        listed = [entry.phrase for entry in result.unresolved]
        assert ("Same split as last time" in quoted) or ("Same split as last time" in listed)


def test_more_phrases_that_point_back_than_points_are_counted():
    turns = written("The roses bloom.", *["As before."] * 6)
    result = digest(turns, 1, points=2)
    assert len(result.unresolved) == 2
    assert result.coverage.not_shown["phrases that point back"] == 4


def test_turns_without_words_have_something_that_stands_for_them():
    turns = [*written("The roses bloom in the garden of the house."), Turn("d", 1, "m", "Bo", "")]
    assert digest(turns, 0, skipped={"m": "media without words"}).stand_ins == {"m": "(media)"}
