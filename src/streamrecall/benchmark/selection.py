"""Which annotated windows become benchmark instances (ReMEMBER, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamrecall.records import Instance


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
