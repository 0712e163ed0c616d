"""Who annotates in a run: three annotators by rule, or language models behind the call ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from streamrecall.benchmark.annotator import Annotator
from streamrecall.benchmark.annotators.model_annotator import STEPS, AnnotatorSettings, ModelAnnotator
from streamrecall.benchmark.annotators.rule_panel import rule_based_annotators
from streamrecall.benchmark.panel import Panel
from streamrecall.models.endpoints import Endpoints
from streamrecall.models.http_calls import HttpCalls
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.openai_server import OpenAIServer
from streamrecall.models.retry import Backoff
from streamrecall.params import AnnotationParameters, AnnotatorModelParameters
from streamrecall.records import Sampling
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.salience import salience
from streamrecall.text.prompts import load_prompt


@contextmanager
def open_panel(annotation: AnnotationParameters) -> Iterator[Panel]:
    """Lend the panel for a block; models are closed and the ledger committed afterwards."""
    if annotation.source != "models":
        yield Panel(
            rule_based_annotators(salience, RuleBasedGapDetector())[: annotation.annotators],
            annotation.majority,
            annotation.auditors,
        )
        return
    with ExitStack() as stack:
        ledger = stack.enter_context(CallLedger(Path(annotation.ledger)))
        annotators: list[Annotator] = []
        for each in annotation.models[: annotation.annotators]:
            model = LedgeredChatModel(_server(each), ledger)
            stack.callback(model.close)
            settings = AnnotatorSettings(
                sampling=Sampling(max_tokens=each.max_tokens),
                thinking=each.thinking,
                thinking_tokens=each.thinking_tokens,
                failures=annotation.failures,
            )
            annotators.append(ModelAnnotator(model, Path(annotation.prompts), settings, name=each.name))
        yield Panel(tuple(annotators), annotation.majority, annotation.auditors)


def panel_names(annotation: AnnotationParameters) -> tuple[str, ...]:
    """Return the names of the annotators, in order, without opening a model."""
    if annotation.source == "models":
        return tuple(each.name for each in annotation.models[: annotation.annotators])
    by_rule = rule_based_annotators(salience, RuleBasedGapDetector())
    return tuple(each.name for each in by_rule[: annotation.annotators])


def prompt_hashes(annotation: AnnotationParameters) -> dict[str, str]:
    """Return the hash of each prompt that models are asked with."""
    folder = Path(annotation.prompts)
    return {step: load_prompt(folder, f"benchmark_annotation/{step}").hash for step in STEPS}


def _server(parameters: AnnotatorModelParameters) -> OpenAIServer:
    http = HttpCalls(
        Endpoints(parameters.base_urls),
        Backoff(),
        parameters.api_key_env or None,
        parameters.timeout_seconds,
    )
    return OpenAIServer(
        parameters.model,
        http,
        revision=parameters.revision,
        concurrency=parameters.concurrency,
        template_thinking=parameters.template_thinking,
    )
