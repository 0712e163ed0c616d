"""The draw by domain: quotas, seed, and a reason for everything left out."""

import pytest

from streamrecall.benchmark.selection import sample_by_domain, select_instances
from streamrecall.errors import ConfigError
from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window

GAP = Gap("g", GapType.ATTRIBUTE, "r", ("h",), "s")


def instance(number, domain, *, history=8000, gap=GAP):
    turn = Turn("d", number, f"t{number}", "Ann", "x")
    salient = (SalientUtterance(f"u{number}", (turn.turn_id,), "x", gap),)
    return Instance(Window(f"{domain}.{number}", "d", (turn,), history), "c", domain, salient)


CHAT, WORK = Domain.CHITCHAT, Domain.WORKPLACE
MANY = [
    *(instance(n, CHAT) for n in range(10)),
    *(instance(n, WORK) for n in range(20)),
    instance(30, CHAT, history=6999),
    instance(31, WORK, gap=None),
]
QUOTAS = {CHAT: 4, WORK: 50}


def draw(instances=MANY, seed=7):
    return sample_by_domain(select_instances(instances, 7000), QUOTAS, seed)


def kept(decisions):
    return [decision.instance.window.window_id for decision in decisions if decision.kept]


def test_each_domain_gives_its_quota_or_all_it_has():
    names = kept(draw())
    assert sum(name.startswith("chitchat") for name in names) == 4
    assert sum(name.startswith("workplace") for name in names) == 20


def test_every_window_has_its_fate():
    decisions = draw()
    assert [each.instance for each in decisions] == MANY
    reasons = [each.reason for each in decisions if not each.kept]
    assert reasons.count("not among the 4 drawn from 10 chitchat windows") == 6
    assert "history of 6999 tokens is shorter than 7000" in reasons
    assert "no salient utterance depends on the history" in reasons
    assert len(reasons) == 8


def test_the_draw_is_the_seeds_whatever_the_order():
    assert set(kept(draw())) == set(kept(draw(list(reversed(MANY)))))
    assert {frozenset(kept(draw(seed=seed))) for seed in range(8)} != {frozenset(kept(draw()))}


def test_a_domain_without_a_quota_is_an_error():
    with pytest.raises(ConfigError, match="workplace"):
        sample_by_domain(select_instances(MANY, 7000), {CHAT: 1}, 0)
