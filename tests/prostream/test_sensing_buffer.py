import numpy as np
from prostream_streams import turn

from streamrecall.prostream.sensing_buffer import SensingBuffer

EAST = np.array([1, 0], np.float32)
NORTH = np.array([0, 1], np.float32)


def near(cosine: float) -> np.ndarray:
    return np.array([cosine, (1 - cosine**2) ** 0.5], np.float32)


def pushed(buffer, *vectors):
    return [buffer.push(turn(i, f"unit {i}"), vector) for i, vector in enumerate(vectors)]


def test_drift_closes_the_block_before_the_new_unit():
    buffer = SensingBuffer(0.7, 5, 10)
    closed = pushed(buffer, EAST, near(0.8), NORTH)
    assert closed[:2] == [[], []]
    assert [t.index for t in closed[2][0].turns] == [0, 1]
    assert closed[2][0].reason == "drift"
    assert [t.index for t in buffer.units] == [2]


def test_cosine_at_the_threshold_is_no_drift():
    buffer = SensingBuffer(0.0, 5, 10)
    assert pushed(buffer, EAST, NORTH) == [[], []]


def test_capacity_closes_the_block_with_its_last_unit():
    closed = pushed(SensingBuffer(0.7, 3, 10), EAST, EAST, EAST, EAST)
    assert [len(blocks) for blocks in closed] == [0, 0, 1, 0]
    assert closed[2][0].reason == "capacity"


def test_leading_context_is_kept_and_what_leaves_is_named():
    buffer = SensingBuffer(0.7, 2, 3)
    blocks = [block for blocks in pushed(buffer, *[EAST] * 7) for block in blocks]
    assert [[t.index for t in block.leading] for block in blocks] == [[], [0, 1], [1, 2, 3]]
    assert [t.index for t in buffer.turns] == [3, 4, 5, 6]
    assert [t.index for t in buffer.departed] == [0, 1, 2]


def test_without_leading_context_nothing_stays():
    buffer = SensingBuffer(0.7, 2, 0)
    pushed(buffer, EAST, EAST)
    assert buffer.turns == ()
    assert [t.index for t in buffer.departed] == [0, 1]
