"""A talk of two sessions and three people, small enough to count by hand."""

from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.records import Dialogue, Domain, Topic, Turn

SAID = (
    ("1", "2026-03-02", "Ann", "I bought seven lanterns at the Harbour Market."),
    ("1", "2026-03-02", "Ben", "Seven! Did you ask Marlow about the boat?"),
    ("1", "2026-03-02", "Ann", "Yes, and Marlow laughed."),
    ("1", "2026-03-02", "Cem", "I play the cello when it rains."),
    ("1", "2026-03-02", "Ben", "Ok."),
    ("2", "2026-03-05", "Cem", "Nobody told Marlow about the storm."),
    ("2", "2026-03-05", "Ben", "We leave on Friday with Marlow, and Ottilie brings soup."),
    ("2", "2026-03-05", "Ann", "My sister works at the Lighthouse Museum."),
    ("2", "2026-03-05", "Cem", "Then Ottilie can come along."),
    ("2", "2026-03-05", "Ben", "Fine by me."),
    ("2", "2026-03-05", "Ann", "Good night!"),
    ("2", "2026-03-05", "Cem", "Good night to all."),
    ("2", "2026-03-06", "Ben", "Marlow has the keys."),
    ("2", "2026-03-06", "Ann", "Ottilie called."),
    ("2", "2026-03-06", "Ben", "Fine."),
)


def dialogue() -> Dialogue:
    turns = tuple(
        Turn("lanterns", index, f"t{index}", speaker, text, session, day)
        for index, (session, day, speaker, text) in enumerate(SAID)
    )
    return Dialogue("lanterns", "invented", Domain.CHITCHAT, turns)


def stream() -> TopicStream:
    """Topics: the market (t0 to t2), music (t3, t4), the journey (t5 to t14)."""
    return TopicStream(
        dialogue(),
        [
            Topic("lanterns.0", "lanterns", ("t0", "t1", "t2")),
            Topic("lanterns.1", "lanterns", ("t3", "t4")),
            Topic("lanterns.2", "lanterns", tuple(f"t{index}" for index in range(5, 15))),
        ],
    )
