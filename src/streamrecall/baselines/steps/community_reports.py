"""What a community of entities is about, in short (GraphRAG, section 3.1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import Field

from streamrecall.baselines.steps.sourced_text import SourcedText, sources_of
from streamrecall.baselines.steps.telling_choice import telling_texts
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import one_line

REPORT_TOKENS = 160


@dataclass(frozen=True, slots=True)
class ReportTask:
    """What a report is written from.

    Attributes:
        names: The entities, the best connected first.
        texts: What is known of them and their relations, or reports of parts, most prominent first.
        weight: Strength of the relations inside.
    """

    names: tuple[str, ...]
    texts: tuple[SourcedText, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class CommunityReport:
    """A report; a higher ``rating`` says that it matters more."""

    title: str
    texts: tuple[SourcedText, ...]
    rating: float


def numbered(reports: Sequence[CommunityReport]) -> str:
    """Return reports as text, numbered from 1."""
    return "\n\n".join(
        f"{number}. {report.title}\n" + "\n".join(text.text for text in report.texts)
        for number, report in enumerate(reports, start=1)
    )


class ReportWriter(Protocol):
    """Writes reports.

    Attributes:
        failures: Communities that were left without a report because no reply could be used.
    """

    name: str
    failures: int

    def write(self, tasks: Sequence[ReportTask]) -> list[CommunityReport | None]:
        """Return one report per community, None where there can be none.

        Args:
            tasks: The communities.
        """
        ...


class ExtractiveReports:
    """Titles a community by its best connected entities and keeps its most telling sentences.

    The rating is the strength of the relations inside.
    """

    name = "extractive"
    failures = 0

    def write(self, tasks: Sequence[ReportTask]) -> list[CommunityReport | None]:
        """Return one report of at most about 160 tokens per community."""
        return [
            CommunityReport(
                ", ".join(task.names[:3]),
                telling_texts(task.texts, REPORT_TOKENS),
                task.weight,
            )
            for task in tasks
        ]


class WrittenReport(Reply):
    """The reply for one community; ``rating`` from 0 to 10."""

    title: str = Field(min_length=1)
    report: str = Field(min_length=1)
    rating: float = Field(ge=0, le=10)


class ChatReports:
    """Asks for a report on each community.

    The original goes on without a report that it cannot read; so does this, and counts the community.

    Args:
        model: Who is asked; the prompt is ``baselines/graph_rag_report``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def write(self, tasks: Sequence[ReportTask]) -> list[CommunityReport | None]:
        """Return one written report per community, all asked in one batch."""
        asked = [
            {"entities": "\n".join(task.names), "facts": "\n".join(text.text for text in task.texts)}
            for task in tasks
        ]
        settings = {"max_tokens": REPORT_TOKENS}
        answers = self._model.ask("baselines/graph_rag_report", WrittenReport, asked, settings)
        self.failures += sum(answer.value is None for answer in answers)
        return [
            None
            if answer.value is None
            else CommunityReport(
                one_line(answer.value.title),
                (SourcedText(answer.value.report, sources_of(task.texts)),),
                answer.value.rating,
            )
            for task, answer in zip(tasks, answers, strict=True)
        ]
