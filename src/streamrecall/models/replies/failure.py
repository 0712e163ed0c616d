"""What happens when replies fail: recorded each, and above a set share the run stops."""

from __future__ import annotations

from streamrecall.errors import ModelError


class ReplyError(ModelError):
    """A call whose reply stayed unusable after all retries."""


class TooManyFailures(ModelError):
    """More replies failed than a run may lose."""


class FailureBudget:
    """Stops a run whose model answers too badly to be worth its cost.

    Args:
        share: Largest share of failed calls, in [0, 1].
        grace: This many failures never stop a run, whatever their share.
    """

    def __init__(self, share: float = 0.1, grace: int = 2) -> None:
        if not 0 <= share <= 1:
            raise ValueError(f"a share of failures must lie in [0, 1], got {share}")
        self.share = share
        self.grace = grace
        self.calls = 0
        self.failures = 0

    def record(self, calls: int, failures: int, example: str = "") -> None:
        """Count finished calls.

        Raises:
            TooManyFailures: If the share of failures is now above the budget.
        """
        self.calls += calls
        self.failures += failures
        if self.failures > self.grace and self.failures > self.share * self.calls:
            raise TooManyFailures(
                f"{self.failures} of {self.calls} replies could not be used, more than the "
                f"{self.share:.0%} that this run may lose. The last one: {example or 'unknown'}. Look at the "
                "replies with `streamrecall ledger list`; use a larger model, raise max_tokens, or allow a "
                "larger share."
            )
