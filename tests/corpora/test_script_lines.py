import pytest

from streamrecall.corpora.script_lines import ScriptLine, read_script


@pytest.mark.parametrize(
    ("line", "speaker", "text"),
    [
        ("Ana: We leave at nine.", "Ana", "We leave at nine."),
        ("Ana:...Then no.", "Ana", "...Then no."),
        ("see http://a.example", "", "see http://a.example"),
        ("Mrs. Vale:  Sit down.", "Mrs. Vale", "Sit down."),
        ("Ana: The time is 10:30: late.", "Ana", "The time is 10:30: late."),
        ("Ana:", "Ana", ""),
        ("Ana, Bo, and Cy: Surprise!", "Ana, Bo, and Cy", "Surprise!"),
        ("off): Who is there?", "off)", "Who is there?"),
        ("It is 10:30 already", "", "It is 10:30 already"),
        ("So he said it. Then this: nothing.", "", "So he said it. Then this: nothing."),
        ("The moon, the moon", "", "The moon, the moon"),
    ],
)
def test_a_line_is_split_where_its_speaker_ends(line: str, speaker: str, text: str) -> None:
    (found,) = read_script([line])
    assert (found.speaker, found.text) == (speaker, text)


def test_a_line_without_speaker_goes_on_with_the_one_before() -> None:
    lines = list(read_script(["la la", "Ana: Row, row", "", "row your boat", "Bo: Stop."]))
    assert [(line.speaker, line.text) for line in lines] == [
        ("", "la la"),
        ("Ana", "Row, row\nrow your boat"),
        ("Bo", "Stop."),
    ]
    assert lines[1].oddities == ("line without speaker joined to the one before",)


@pytest.mark.parametrize(
    ("line", "oddity"),
    [
        ("(entering): Hi.", "stage direction as speaker"),
        ("door): Hi.", "stage direction as speaker"),
        ("buzzer: Hi.", "speaker in lower case"),
        ("Ana and Bo: Hi.", "several speakers at once"),
        ("Ana: Caf\ufffd.", "replacement character"),
    ],
)
def test_oddities_are_named_and_nothing_is_changed(line: str, oddity: str) -> None:
    (found,) = read_script([line])
    assert found.oddities == (oddity,)
    assert f"{found.speaker}: {found.text}" == line


def test_credits_are_no_utterances() -> None:
    assert list(read_script(["Teleplay: Jo Doe & Al Roe"])) == [
        ScriptLine("Teleplay", "Jo Doe & Al Roe", credit=True)
    ]
