"""A replay gives each window the turns before it, each once."""

from collections.abc import Sequence

from streamrecall.benchmark.replay import replay_windows
from streamrecall.models.replies.failure import ReplyError
from streamrecall.records import Cue, Dialogue, Domain, Memory, Turn, Window
from streamrecall.text.windows import cut_windows

TURNS = tuple(Turn("d", i, f"t{i}", "Ana", f"message number {i}") for i in range(40))
DIALOGUE = Dialogue("d", "test", Domain.CHITCHAT, TURNS)


class Recorder:
    """A memory that notes what it has seen at each recall."""

    name = "recorder"

    def __init__(self, log: list[tuple[str, list[int]]]) -> None:
        self._seen: list[int] = []
        self._log = log

    def observe(self, turns: Sequence[Turn]) -> None:
        self._seen += [turn.index for turn in turns]

    def recall(self, cue: Cue, budget: int) -> Memory:
        self._log.append((cue.window_id, list(self._seen)))  # type: ignore[union-attr]
        return Memory(self.name, (), 0, budget)


def test_every_window_sees_exactly_its_history() -> None:
    windows = list(cut_windows(DIALOGUE, 64))
    log: list[tuple[str, list[int]]] = []
    built = list(replay_windows(lambda: Recorder(log), {"d": DIALOGUE}, reversed(windows), 7))
    assert len(windows) > 3
    assert log == [(window.window_id, list(range(window.first_turn))) for window in windows]
    assert [(each.window_id, each.memory.budget) for each in built] == [(w.window_id, 7) for w in windows]
    assert all(each.seconds >= 0 for each in built)


def test_a_memory_that_a_model_failed_is_recorded_and_the_replay_goes_on() -> None:
    class Failing(Recorder):
        def recall(self, cue: Cue, budget: int) -> Memory:
            if isinstance(cue, Window) and cue.window_id == windows[1].window_id:
                raise ReplyError("the reply was cut off")
            return super().recall(cue, budget)

    windows = list(cut_windows(DIALOGUE, 64))
    built = list(replay_windows(lambda: Failing([]), {"d": DIALOGUE}, windows, 7))
    assert [each.failed for each in built] == ["", "the reply was cut off", *[""] * (len(windows) - 2)]
    assert built[1].memory == Memory("recorder", (), 0, 7)
