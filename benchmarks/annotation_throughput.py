"""Candidate sentences a minute that the annotation handles outside the models; prints JSON.

Three models that answer at once (well-formed, agreeing) annotate the sample's dialogues, or those of a LoCoMo
or QMSum folder. The time inside the models is measured and taken off; everything else counts: prompts, the
call ledger, reading and checking replies, locating quotes, votes. A candidate sentence is a history sentence
audited for one gap; sentences audited by several models count once.

    uv run python benchmarks/annotation_throughput.py [--locomo FOLDER | --qmsum FOLDER] [--windows N]
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from streamrecall.benchmark.annotation_run import annotate
from streamrecall.benchmark.annotators.model_annotator import ModelAnnotator
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.votes import Stage
from streamrecall.corpora.locomo import load_locomo
from streamrecall.corpora.qmsum import load_qmsum
from streamrecall.corpora.sample import load_sample
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.records import ChatReply, ChatRequest, Dialogue
from streamrecall.text.windows import cut_windows

ROOT = Path(__file__).resolve().parents[1]
_FENCED = re.compile(r"^<<(?P<name>[a-z_]+) [0-9a-f]{16}>>\n(?P<text>.*?)\n<<end", re.M | re.S)
_LINE = re.compile(r"^(\d+)\. [^:]*: (.*)$", re.M)
_SOURCE = re.compile(r"^(T\d+-S\d+) [^\n]*?: (.*)$", re.M)


class InstantModel:
    """Answers every stage in the form asked for, and keeps the time it took to do so."""

    revision = ""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = 0.0
        self.calls = 0

    def complete(
        self, requests: Sequence[ChatRequest], on_reply: Callable[[int, ChatReply], None] | None = None
    ) -> list[ChatReply]:
        """Return the replies."""
        started = time.perf_counter()
        replies = [ChatReply(json.dumps(_answer(request))) for request in requests]
        self.calls += len(requests)
        self.seconds += time.perf_counter() - started
        if on_reply is not None:
            for position, reply in enumerate(replies):
                on_reply(position, reply)
        return replies

    def close(self) -> None:
        """Nothing is held."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--qmsum", type=Path)
    parser.add_argument("--windows", type=int, default=8, help="windows annotated")
    options = parser.parse_args()
    dialogues = {each.dialogue_id: each for each in _dialogues(options)}
    windows = [
        window
        for dialogue in dialogues.values()
        for window in cut_windows(dialogue)
        if window.history_tokens >= 7000
    ][: options.windows]
    models = [InstantModel(name) for name in ("first", "second", "third")]
    prompts = ROOT / "conf" / "base" / "prompts"
    with TemporaryDirectory() as folder, CallLedger(Path(folder) / "calls.sqlite") as ledger:
        ledgered = [LedgeredChatModel(model, ledger) for model in models]
        panel = Panel(tuple(ModelAnnotator(model, prompts) for model in ledgered))
        started = time.perf_counter()
        annotation = annotate(windows, dialogues, panel)
        seconds = time.perf_counter() - started - sum(model.seconds for model in models)
    audited = {vote.target for vote in annotation.record.votes if vote.stage == Stage.EVIDENCE}
    print(
        json.dumps(
            {
                "windows": len(windows),
                "gaps": sum(len(instance.gaps) for instance in annotation.instances),
                "calls": sum(model.calls for model in models),
                "votes": len(annotation.record.votes),
                "failures": len(annotation.record.failures),
                "candidate_sentences": len(audited),
                "seconds_outside_the_models": round(seconds, 3),
                "candidate_sentences_per_minute": round(len(audited) / seconds * 60),
            },
            indent=1,
        )
    )


def _dialogues(options: argparse.Namespace) -> Sequence[Dialogue]:
    if options.locomo:
        return load_locomo(options.locomo).dialogues
    if options.qmsum:
        return load_qmsum(options.qmsum).dialogues
    return load_sample(ROOT / "data" / "01_raw" / "sample").dialogues


def _answer(request: ChatRequest) -> dict[str, Any]:
    system, asked = request.messages[0].content, request.messages[1].content
    texts = {match["name"]: match["text"] for match in _FENCED.finditer(asked)}
    if '"utterances"' in system:
        lines = [(int(number), text) for number, text in _LINE.findall(texts["window"]) if len(text) > 40]
        return {
            "utterances": [
                {"sentence_numbers": [number], "sentences": [text], "reason": "open", "gap_type": gap_type}
                for place, (number, text) in enumerate(lines[:10])
                for gap_type in ["referential" if place < 2 else "none"]
            ]
        }
    if '"labels"' in system:
        return {"labels": [1] * len(re.findall(r"^\[\d+\] ", texts["history"], re.M))}
    if "not_resolve" in system:
        return {
            "sentences": [
                {
                    "source_id": source,
                    "sentence": sentence,
                    "reasoning": "It names what is missing." if place == 0 else "It is about something else.",
                    "status": "resolve" if place == 0 else "not_resolve",
                }
                for place, (source, sentence) in enumerate(_SOURCE.findall(texts["passage"]))
            ]
        }
    sources = [source for source, _ in _SOURCE.findall(texts["candidates"])]
    if '"verdicts"' in system:
        met = dict.fromkeys(("sufficient", "explicit", "independent", "new"), True)
        return {"verdicts": [{"source_id": source} | met for source in sources]}
    return {"resolution": f"It is what {', '.join(sources)} say."}


if __name__ == "__main__":
    main()
