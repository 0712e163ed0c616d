"""Short forms of the records that metric tests are made of."""

from streamrecall.records import (
    Domain,
    Gap,
    GapType,
    Instance,
    Memory,
    MemoryItem,
    SalientUtterance,
    Summary,
    SummarySentence,
    Turn,
    Window,
)


def turn(index: int, speaker: str, text: str, time: str | None = None) -> Turn:
    return Turn("d", index, f"t{index}", speaker, text, time=time)


def quoting(*turns: Turn, method: str = "m") -> Memory:
    items = tuple(MemoryItem(t.render(), (t.turn_id,), t.index, 5, t.date) for t in turns)
    return Memory(method, items, 5 * len(items), 1024)


def paraphrasing(*texts: str) -> Memory:
    items = tuple(MemoryItem(text, ("t0",), 0, 5) for text in texts)
    return Memory("Inc. Summary", items, 5, 1024, abstractive=True)


def summary(*sentences: str | SummarySentence) -> Summary:
    return Summary(
        "w",
        "m",
        "hand",
        tuple(SummarySentence(s) if isinstance(s, str) else s for s in sentences),
    )


HISTORY = {
    t.turn_id: t
    for t in (
        turn(0, "Maren", "Brambeck offered us a credit of 8 % on the order.", "2026-03-05T09:00:00"),
        turn(1, "Pavel", "Velmira offered 12 % at first, then withdrew.", "2026-03-05T09:01:00"),
        turn(2, "Maren", "The warranty runs three years, so orders go back to January 2023."),
        turn(3, "Pavel", "Brambeck offered us 5 % on the order."),
    )
}
WINDOW = Window(
    "w",
    "d",
    (
        turn(10, "Pavel", "Good morning!"),
        turn(11, "Pavel", "The other supplier said no."),
        turn(12, "Maren", "Then we take their offer today."),
        turn(13, "Pavel", "We leave 2023 in the backfill."),
    ),
    9000,
)
OFFER = Gap(
    "g0",
    GapType.ATTRIBUTE,
    "The offer is not stated.",
    ("t0", "t1"),
    "The offer is a credit of 8 % on the order, from Brambeck.",
    superseded=("t3",),
)
BACKFILL = Gap(
    "g1", GapType.RELATIONAL, "The reason is missing.", ("t2",), "The warranty runs for three years."
)
INSTANCE = Instance(
    WINDOW,
    "sample",
    Domain.WORKPLACE,
    (
        SalientUtterance("u0", ("t11",), "The other supplier said no."),
        SalientUtterance("u1", ("t12",), "Then we take their offer today.", OFFER),
        SalientUtterance("u2", ("t13",), "We leave 2023 in the backfill.", BACKFILL),
    ),
)
