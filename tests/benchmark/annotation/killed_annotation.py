"""Annotates the sample with three ledgered models and, where asked to, dies in the middle of a call.

Arguments: the repository, the ledger, the number of calls after which to die (0: never). Prints the digest of
the instances and the number of calls paid for.
"""

import json
import os
import signal
import sys
from hashlib import sha256
from pathlib import Path

from scripted_models import NAMES, scripted_model

from streamrecall.benchmark.annotation_run import annotate
from streamrecall.benchmark.annotators.model_annotator import AnnotatorSettings, ModelAnnotator
from streamrecall.benchmark.instances import instance_row
from streamrecall.benchmark.panel import Panel
from streamrecall.corpora.sample import load_sample
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.text.windows import cut_windows


class Mortal:
    """An engine that answers one request at a time and kills its process after some of them."""

    calls = 0

    def __init__(self, engine, lifetime):
        self.name, self.revision = engine.name, engine.revision
        self._engine, self._lifetime = engine, lifetime

    def complete(self, requests, on_reply=None):
        replies = []
        for position, request in enumerate(requests):
            Mortal.calls += 1
            if self._lifetime and Mortal.calls > self._lifetime:
                os.kill(os.getpid(), signal.SIGKILL)
            replies += self._engine.complete([request])
            if on_reply is not None:
                on_reply(position, replies[-1])
        return replies

    def close(self):
        self._engine.close()


def main(repository, path, lifetime):
    dialogue = load_sample(repository / "data/01_raw/sample").dialogues[0]
    windows = [each for each in cut_windows(dialogue) if each.history_tokens >= 7000][:2]
    with CallLedger(path, lease_seconds=1.0) as ledger:
        models = [LedgeredChatModel(Mortal(scripted_model(name), lifetime), ledger) for name in NAMES]
        settings = AnnotatorSettings(failures=1.0)
        prompts = repository / "conf/base/prompts"
        panel = Panel(tuple(ModelAnnotator(model, prompts, settings) for model in models), 2, ("beta",))
        annotation = annotate(windows, {dialogue.dialogue_id: dialogue}, panel)
        paid = sum(model.paid for model in models)
    rows = json.dumps([instance_row(instance) for instance in annotation.instances])
    sys.stdout.write(json.dumps({"digest": sha256(rows.encode()).hexdigest(), "paid": paid}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
