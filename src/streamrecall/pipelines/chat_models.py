"""The chat model that a step's parameters name, behind the call ledger, for as long as the step runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from streamrecall.models.engine_parameters import ChatModelParameters, SamplingParameters, open_engine
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.params import CallParameters


@contextmanager
def open_chat_model(parameters: ChatModelParameters, calls: CallParameters) -> Iterator[LedgeredChatModel]:
    """Lend a model; afterwards its engine is closed and every reply is committed."""
    ledger = calls.ledger
    with CallLedger(ledger.path, ledger.lease_seconds, ledger.keep_requests) as opened:
        model = LedgeredChatModel(open_engine(parameters), opened, ledger.claim_size)
        try:
            yield model
        finally:
            model.close()


@contextmanager
def open_prompted_model(
    parameters: ChatModelParameters, sampling: SamplingParameters, calls: CallParameters
) -> Iterator[PromptedModel]:
    """Lend a model that is asked by the names of prompts; afterwards it is closed."""
    with open_chat_model(parameters, calls) as model:
        yield PromptedModel(
            model,
            calls.prompts,
            sampling.sampling(),
            retries=calls.retries,
            budget=failure_budget(calls),
        )


def failure_budget(calls: CallParameters) -> FailureBudget:
    """Return a fresh budget of unusable replies for one step of one model."""
    return FailureBudget(calls.failures)
