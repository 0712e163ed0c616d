"""Everything that a language model does in GraphRAG."""

from __future__ import annotations

from dataclasses import dataclass, field

from streamrecall.baselines.steps.community_reports import ChatReports, ExtractiveReports, ReportWriter
from streamrecall.baselines.steps.element_descriptions import (
    ChatDescriptions,
    DescriptionWriter,
    TellingDescriptions,
)
from streamrecall.baselines.steps.graph_elements import ChatElements, GraphElementExtractor, RuleBasedElements
from streamrecall.baselines.steps.point_rating import ChatPoints, PointRater, SharedWordPoints
from streamrecall.models.replies.prompted_model import PromptedModel


@dataclass(frozen=True, slots=True)
class GraphRagSteps:
    """The four steps, by rules unless given.

    Attributes:
        extractor: Finds entities and relations.
        describer: Merges what is said of one.
        reporter: Writes the reports on communities.
        rater: Rates points of reports for a question.
    """

    extractor: GraphElementExtractor = field(default_factory=RuleBasedElements)
    describer: DescriptionWriter = field(default_factory=TellingDescriptions)
    reporter: ReportWriter = field(default_factory=ExtractiveReports)
    rater: PointRater = field(default_factory=SharedWordPoints)

    @property
    def failures(self) -> int:
        """Calls whose reply could not be used, all steps together."""
        steps = (self.extractor, self.describer, self.reporter, self.rater)
        return sum(step.failures for step in steps)


def graph_rag_steps(model: PromptedModel | None) -> GraphRagSteps:
    """Return the steps as a model takes them, or by rules where there is none."""
    if model is None:
        return GraphRagSteps()
    return GraphRagSteps(ChatElements(model), ChatDescriptions(model), ChatReports(model), ChatPoints(model))
