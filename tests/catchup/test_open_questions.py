"""When a question counts as answered."""

import pytest

from streamrecall.catchup.open_questions import is_answered
from streamrecall.records import Turn

ASKED = Turn("d", 0, "t0", "Ann", "Who pays for the harbour cafe?", time="2026-03-01T10:00:00")


def following(*rows):
    return [
        Turn("d", index, f"t{index}", speaker, text, time=time, reply_to=reply)
        for index, (speaker, text, time, reply) in enumerate(rows, start=1)
    ]


NIGHT = "2026-03-01T22:00:00"
SOON = "2026-03-01T10:05:00"


@pytest.mark.parametrize(
    "rows",
    [
        [("Bo", "The firm does.", SOON, None)],
        [("Cy", "Look at this sunset", NIGHT, None), ("Bo", "Yes, I can.", NIGHT, None)],
        [
            ("Cy", "Look at this sunset", NIGHT, None),
            ("Bo", "The cafe sends a bill to the office.", NIGHT, None),
        ],
        [("Cy", "a", NIGHT, None)] * 8 + [("Bo", "Me.", NIGHT, "t0")],
    ],
)
def test_answered(rows):
    assert is_answered(ASKED.text, ASKED, following(*rows))


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [("Ann", "Anyone?", SOON, None)],
        [("Bo", "Which one?", SOON, None)],
        [("Bo", "Look at this sunset", NIGHT, None)],
        [("Bo", "Blue, I think it suits you", SOON, "t-9")],
        [("Bo", "", SOON, None)],
    ],
)
def test_open(rows):
    assert not is_answered(ASKED.text, ASKED, following(*rows))


def test_somebody_who_is_asked_by_name_answers():
    asked = Turn("d", 0, "t0", "Ann", "What did it cost, Bo?", time="2026-03-01T10:00:00")
    rows = [("Cy", "Sunset!", NIGHT, None), ("Bo Berg", "450 euros.", NIGHT, None)]
    assert is_answered(asked.text, asked, following(*rows))
    assert not is_answered(asked.text, asked, following(rows[0]))
