"""The heaps name the same node that a scan of all nodes would."""

from math import exp, log1p

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.prostream.pruning import RegretQueue
from streamrecall.prostream.utility import Utility

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "add", "read", "touch", "drop", "least"]),
        st.integers(0, 30),
        st.integers(1, 12),
        st.integers(0, 3),
    ),
    max_size=120,
)


def densities(utility, nodes, now):
    return {
        uid: (
            utility.frequency_weight * log1p(f)
            + utility.recency_weight * exp((touched - now) / utility.decay_turns)
        )
        / cost
        for uid, (f, touched, cost) in nodes.items()
    }


@settings(max_examples=80, deadline=None)
@given(STEPS, st.sampled_from([Utility(0.6, 0.4, 20.0), Utility(0.0, 1.0, 3.0), Utility(1.0, 0.0, 5.0)]))
def test_least_is_the_least_of_a_full_scan(steps, utility):
    queue = RegretQueue(utility)
    nodes: dict[int, tuple[int, int, int]] = {}
    now = 0
    for action, uid, cost, passed in steps:
        now += passed
        if action == "add":
            nodes[uid] = (0, now, cost)
        elif action == "drop":
            nodes.pop(uid, None)
            queue.discard(uid)
        elif uid in nodes and action in ("read", "touch"):
            f, _, c = nodes[uid]
            nodes[uid] = (f + (action == "read"), now, c)
        if uid in nodes:
            queue.put(uid, *nodes[uid])
        scan = densities(utility, nodes, now)
        least = queue.least(now)
        if not scan:
            assert least is None
        else:
            assert scan[least] == pytest.approx(min(scan.values()), rel=1e-9, abs=1e-300)
    assert len(queue) == len(nodes)


def test_a_node_that_was_never_read_outlives_a_dearer_one_of_the_same_age():
    queue = RegretQueue(Utility(0.6, 0.4, 100.0))
    queue.put(1, 0, 10, 20)
    queue.put(2, 0, 10, 5)
    assert queue.least(5000) == 1


def test_a_read_node_is_pruned_before_a_fresh_one_when_it_costs_much():
    queue = RegretQueue(Utility(0.6, 0.4, 100.0))
    queue.put(1, 1, 0, 400)
    queue.put(2, 0, 5000, 4)
    assert queue.least(5000) == 1


def test_order_survives_where_the_recency_term_underflows():
    queue = RegretQueue(Utility(0.6, 0.4, 1.0))
    queue.put(1, 0, 3, 4)
    queue.put(2, 0, 2, 4)
    assert queue.least(1_000_000) == 2


def test_stale_entries_do_not_pile_up():
    queue = RegretQueue(Utility(0.6, 0.4, 100.0))
    for now in range(10_000):
        queue.put(now % 7, 0, now, 3)
    assert len(queue._unread) < 200
