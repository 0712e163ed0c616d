"""Hand-made turns and windows."""

from streamrecall.records import Turn, Window


def turns(*said: str, start: int = 0, session: str = "") -> list[Turn]:
    """Return turns of dialogue ``d`` from ``Speaker: text`` lines."""
    found = []
    for index, line in enumerate(said, start=start):
        speaker, text = line.split(": ", 1)
        found.append(Turn("d", index, f"t{index}", speaker, text, session=session))
    return found


def window_of(*said: str, start: int = 100, session: str = "") -> Window:
    """Return a window of such turns."""
    return Window("w", "d", tuple(turns(*said, start=start, session=session)), history_tokens=9000)
