"""Everything that a language model does in HippoRAG 2."""

from __future__ import annotations

from dataclasses import dataclass, field

from streamrecall.baselines.steps.open_information_extraction import (
    ChatTriples,
    OpenInformationExtractor,
    RuleBasedTriples,
)
from streamrecall.baselines.steps.recognition_memory import ChatRecognition, RecognitionMemory, SharedWords
from streamrecall.models.replies.prompted_model import PromptedModel


@dataclass(frozen=True, slots=True)
class HippoRag2Steps:
    """The two steps, by rules unless given.

    Attributes:
        extractor: Finds the triples of passages.
        recognition: Filters the triples that a question was linked to.
    """

    extractor: OpenInformationExtractor = field(default_factory=RuleBasedTriples)
    recognition: RecognitionMemory = field(default_factory=SharedWords)

    @property
    def failures(self) -> int:
        """Calls whose reply could not be used, both steps together."""
        return self.extractor.failures + self.recognition.failures


def hipporag_2_steps(model: PromptedModel | None) -> HippoRag2Steps:
    """Return the steps as a model takes them, or by rules where there is none."""
    return HippoRag2Steps() if model is None else HippoRag2Steps(ChatTriples(model), ChatRecognition(model))
