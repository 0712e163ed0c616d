"""A dialogue of twelve turns whose window is its last four, small enough to count by hand."""

from streamrecall.benchmark.window_sentences import NumberedWindow, number_sentences
from streamrecall.records import Dialogue, Domain, Turn, Window

TEXTS = (
    "Morning! The webhook takes order notices from the partner channels.",
    "Which lock do we use for them?",
    "A Redis lock with a unique index. It has held since March.",
    "Good. The budget for the test is 400 euros.",
    "Lunch?",
    "At noon, as ever.",
    "The partner channels send about nine hundred notices a day.",
    "That is more than I thought.",
    "Ask the other party to send a few requests with wrong signatures. I will reuse the lock.",
    "Fine by me.",
    "The report is due on Friday. Zoe writes it.",
    "Good luck!",
)
SPEAKERS = ("Ann", "Ben")


def dialogue() -> Dialogue:
    turns = tuple(
        Turn("small", index, f"t{index}", SPEAKERS[index % 2], text) for index, text in enumerate(TEXTS)
    )
    return Dialogue("small", "invented", Domain.WORKPLACE, turns)


def window(first: int = 8, last: int = 11) -> Window:
    return Window("small.0", "small", dialogue().turns[first : last + 1], history_tokens=100)


def numbered() -> NumberedWindow:
    """Sentences: 1 Ask the other party..., 2 I will reuse the lock., 3 Fine by me., 4 The report is due on
    Friday., 5 Zoe writes it., 6 Good luck!
    """
    return number_sentences(window())
