"""Which annotated windows become benchmark instances (ReMEMBER, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from streamrecall.errors import ConfigError
from streamrecall.records import Domain, Instance


@dataclass(frozen=True, slots=True)
class Decision:
    """One window and whether it is kept; ``reason`` is empty for a kept one."""

    instance: Instance
    reason: str

    @property
    def kept(self) -> bool:
        """True when the window becomes an instance."""
        return not self.reason


def select_instances(instances: Iterable[Instance], minimum_history: int) -> list[Decision]:
    """Decide on every window, in order.

    A window is left out when its history has fewer than ``minimum_history`` tokens or when each of its
    salient utterances explains itself.
    """
    return [Decision(instance, _reason(instance, minimum_history)) for instance in instances]


def _reason(instance: Instance, minimum_history: int) -> str:
    if instance.window.history_tokens < minimum_history:
        return f"history of {instance.window.history_tokens} tokens is shorter than {minimum_history}"
    if not instance.gaps:
        return "no salient utterance depends on the history"
    return ""


def sample_by_domain(
    decisions: Iterable[Decision], quotas: Mapping[Domain, int], seed: int
) -> list[Decision]:
    """Draw at most ``quotas`` kept windows of each domain; the others are dropped with a reason.

    The draw depends on the seed and the window ids alone, not on the order of the windows. A domain with
    fewer windows than its quota keeps them all (section 3.2: 300 chit-chat and 600 workplace).

    Raises:
        ConfigError: If a domain of the windows has no quota.
    """
    decisions = list(decisions)
    by_domain: dict[Domain, list[Decision]] = {}
    for decision in decisions:
        if decision.kept:
            by_domain.setdefault(decision.instance.domain, []).append(decision)
    drawn: set[str] = set()
    for domain, own in by_domain.items():
        if domain not in quotas:
            raise ConfigError(f"annotation.sampling has no number for the domain '{domain}'.")
        names = sorted((each.instance.window.window_id for each in own), key=lambda name: _lot(seed, name))
        drawn.update(names[: quotas[domain]])
    return [
        decision
        if not decision.kept or decision.instance.window.window_id in drawn
        else Decision(decision.instance, _not_drawn(decision, by_domain, quotas))
        for decision in decisions
    ]


def _lot(seed: int, window_id: str) -> bytes:
    return blake2b(f"{seed}\0{window_id}".encode()).digest()


def _not_drawn(
    decision: Decision, by_domain: Mapping[Domain, list[Decision]], quotas: Mapping[Domain, int]
) -> str:
    domain = decision.instance.domain
    return f"not among the {quotas[domain]} drawn from {len(by_domain[domain])} {domain} windows"
