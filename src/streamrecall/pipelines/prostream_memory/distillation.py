"""The configured distillation of ProStream, for as long as a node runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamrecall.models.engine_parameters import TransformersParameters
from streamrecall.models.entities import GlinerExtractor
from streamrecall.models.rule_based_extractor import RuleBasedExtractor
from streamrecall.params import (
    CallParameters,
    DistillationParameters,
    GlinerParameters,
    ProStreamParameterGroup,
)
from streamrecall.pipelines.call_accounts import CallAccount
from streamrecall.pipelines.chat_models import open_chat_model
from streamrecall.ports import EntityExtractor, SceneEventSummarizer
from streamrecall.prostream.chat_summarizer import ChatSummarizer
from streamrecall.prostream.extractive_summarizer import ExtractiveSummarizer
from streamrecall.prostream.instruction_summarizer import InstructionSummarizer


@dataclass(frozen=True, slots=True)
class Distillation:
    """Both paths of the distillation, and what the calls of the first took so far.

    Attributes:
        accounts: One per stretch of a stream that ``settle`` closed and that asked a model.
    """

    summarizer: SceneEventSummarizer
    extractor: EntityExtractor
    accounts: list[CallAccount] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What tables call it."""
        return f"{self.summarizer.name}; {self.extractor.name}"

    def settle(self, method: str, where: str) -> float:
        """Book the calls since the last time under a method and a place; return their seconds."""
        if not isinstance(self.summarizer, ChatSummarizer | InstructionSummarizer):
            return 0.0
        made = self.summarizer.take_provenance()
        if made.parameters["calls"]:
            self.accounts.append(CallAccount("distillation", where, made.model, made, method=method))
        return made.seconds


@contextmanager
def open_distillation(parameters: ProStreamParameterGroup, calls: CallParameters) -> Iterator[Distillation]:
    """Lend the configured distillation; a chat model is closed afterwards."""
    given = parameters.distillation
    if isinstance(given, str):
        given = DistillationParameters()
    extractor = _extractor(given.extractor)
    if isinstance(given.summarizer, str):
        yield Distillation(ExtractiveSummarizer(), extractor)
        return
    sampling = given.sampling.sampling()
    with open_chat_model(given.summarizer, calls) as model:
        if isinstance(given.summarizer, TransformersParameters):
            yield Distillation(InstructionSummarizer(model, sampling), extractor)
        else:
            yield Distillation(ChatSummarizer(model, calls.prompts, sampling), extractor)


def distillation_name(parameters: ProStreamParameterGroup) -> str:
    """Return what tables call the distillation, without opening a model."""
    given = parameters.distillation
    if isinstance(given, str):
        given = DistillationParameters()
    summarizer = ExtractiveSummarizer.name if isinstance(given.summarizer, str) else given.summarizer.model
    return f"{summarizer}; {_extractor(given.extractor).name}"


def _extractor(parameters: str | GlinerParameters) -> EntityExtractor:
    if isinstance(parameters, str):
        return RuleBasedExtractor()
    return GlinerExtractor(
        parameters.model,
        threshold=parameters.threshold,
        device=parameters.device,
        local_files_only=not parameters.allow_download,
    )
