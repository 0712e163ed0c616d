from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.baselines.extractive_summary_writer import ExtractiveSummaryWriter
from streamrecall.text.tokens import count_tokens

WRITER = ExtractiveSummaryWriter()
SEGMENT = """Ann: Good morning! The lease of the workshop in Porto ends in May.
Ben: Ok.
Ann: Then we need 40 crates, and Rita drives the van. Fine?
Ben: Rita drives the van."""


def write(texts: dict[str, str], limit: int) -> str:
    return WRITER.write_all("incremental_update", [texts], limit)[0]


def test_sentences_stand_as_they_were_said_with_their_speaker_and_in_order() -> None:
    assert write({"segment": SEGMENT}, 200).splitlines() == [
        "Ann: Good morning!",
        "Ann: The lease of the workshop in Porto ends in May.",
        "Ann: Then we need 40 crates, and Rita drives the van.",
        "Ben: Rita drives the van.",
    ]


def test_a_running_summary_competes_with_the_new_segment() -> None:
    both = write({"running_summary": "Zoe: The boat is called Heron.", "segment": SEGMENT}, 200)
    assert both.splitlines()[0] == "Zoe: The boat is called Heron."
    assert "Porto" in both


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=12), st.integers(1, 60))
def test_the_limit_holds_and_nothing_is_invented(lines: list[str], limit: int) -> None:
    segment = "\n".join(f"Ann: {line}" for line in lines)
    extract = write({"segment": segment}, limit)
    assert count_tokens(extract) <= limit
    for line in extract.splitlines():
        assert line.removeprefix("Ann: ") in segment
