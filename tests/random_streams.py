"""Random streams for property tests: any script, emoji, empty and huge turns, left-out indexes."""

from hypothesis import strategies as st

from streamrecall.records import Turn

SCRIPTS = st.sampled_from(
    [
        "we agreed on the budget",
        "Don\u2019t forget Ana's cake!",
        "明日の会議は延期です",
        "Встреча переносится на пятницу",
        "मुझे याद है",
        "👍🏽 🎂 💐",
        "line one\nline two\r\n\u2028three",
        "same again",
        "[2023-05-08]",
        "{{ 7 * 7 }} <b>",
    ]
)
TEXTS = st.one_of(
    SCRIPTS,
    st.just(""),
    st.just(" \n "),
    st.text(max_size=30),
    st.lists(SCRIPTS, min_size=10, max_size=60).map(" ".join),
)
TIMES = st.sampled_from([None, "2023-05-08T13:56:00", "2023-05-09", "2022-12-31T23:59:00+02:00"])


@st.composite
def streams(draw: st.DrawFn, max_turns: int = 14) -> list[Turn]:
    """Return turns of one dialogue; dates may go back and indexes may be missing."""
    turns: list[Turn] = []
    index = 0
    for _ in range(draw(st.integers(0, max_turns))):
        index += draw(st.sampled_from([0, 0, 0, 1, 3]))
        speaker = draw(st.sampled_from(["Ana", "Béla", "李", ""]))
        turns.append(Turn("d", index, f"t{index}", speaker, draw(TEXTS), time=draw(TIMES)))
        index += 1
    return turns


def batches(draw: st.DataObject, turns: list[Turn]) -> list[list[Turn]]:
    """Cut the stream into batches of any size."""
    cut: list[list[Turn]] = []
    position = 0
    while position < len(turns):
        size = draw.draw(st.integers(1, 5))
        cut.append(turns[position : position + size])
        position += size
    return cut
