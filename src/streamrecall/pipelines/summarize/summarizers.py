"""The configured summarizers, each put to all cases at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from streamrecall.models.engine_parameters import ChatModelParameters
from streamrecall.params import CallParameters, SummaryParameters
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model
from streamrecall.progress import track
from streamrecall.records import Memory, Provenance, Summary, Window
from streamrecall.remember.extractive_summarizer import ExtractiveSummarizer
from streamrecall.remember.model_summarizer import ModelSummarizer
from streamrecall.text.prompts import load_prompt

Written = tuple[Summary, Provenance | None]
"""A summary, and what made it where that is a model."""


@dataclass(frozen=True, slots=True)
class NamedSummarizer:
    """One of the configured summarizers.

    Attributes:
        name: What tables call it.
        model: None where it is the offline one.
        sample: Which sample of its model it writes, from 0.
    """

    name: str
    model: ChatModelParameters | None = None
    sample: int = 0


def name_summarizers(parameters: SummaryParameters) -> list[NamedSummarizer]:
    """Return the summarizers with their names in tables; a model's second sample is named as that."""
    samples: Counter[str] = Counter()
    named = []
    for each in parameters.summarizers:
        if isinstance(each, str):
            named.append(NamedSummarizer(ExtractiveSummarizer.name))
            continue
        sample = samples[each.model]
        samples[each.model] += 1
        label = f"{each.model} (sample {sample + 1})" if sample else each.model
        named.append(NamedSummarizer(label, each, sample))
    return named


def write_summaries(
    summarizer: NamedSummarizer,
    cases: Sequence[tuple[Window, Memory]],
    parameters: SummaryParameters,
    calls: CallParameters,
) -> Iterator[Written]:
    """Yield the summary of each case, in order; a model is asked for all of them in one batch.

    Raises:
        TooManyFailures: If too many replies are unusable.
        ModelError: If the model cannot be reached.
    """
    if summarizer.model is None:
        offline = ExtractiveSummarizer(
            max_sentences=parameters.max_sentences, max_tokens=parameters.max_tokens
        )
        for window, memory in track(cases, "summaries"):
            yield offline.summarize(window, memory), None
        return
    with open_chat_model(summarizer.model, calls) as model:
        writer = ModelSummarizer(
            model,
            load_prompt(calls.prompts, "summarize/memory_augmented"),
            load_prompt(calls.prompts, "summarize/memory_free"),
            parameters.sampling.sampling(),
            sample_index=summarizer.sample,
            thinking=parameters.thinking,
            retries=calls.retries,
            budget=failure_budget(calls),
        )
        written = writer.write_all(cases)
    for each in written:
        yield replace(each.summary, summarizer=summarizer.name), each.provenance
