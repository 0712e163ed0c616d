"""Writes and verifies questions with a ledgered model and, where asked to, dies in the middle of a call.

Arguments: the repository, the ledger, the number of calls after which to die (0: never). Prints the digest of
drafts and verdicts and the number of calls paid for.
"""

import json
import os
import signal
import sys
from hashlib import sha256
from pathlib import Path

from lantern_talk import stream
from test_model_writer import PLAN, reply

from streamrecall.benchmark.stem.model_verifier import ModelVerifier
from streamrecall.benchmark.stem.model_writer import ModelQuestionWriter
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatRequest, Sampling
from streamrecall.serialization import to_plain


def main(repository: Path, path: Path, lifetime: int) -> None:
    calls = 0

    def mortal(request: ChatRequest) -> str:
        nonlocal calls
        calls += 1
        if lifetime and calls > lifetime:
            os.kill(os.getpid(), signal.SIGKILL)
        if "You compare answers" in request.messages[0].content:
            return json.dumps({"reason": "compared", "from_evidence": True, "from_question": False})
        if "You check" in request.messages[0].content:
            return json.dumps({"reason": "read", "answer": "seven"})
        return reply(request)

    prompts = repository / "conf/base/prompts"
    with CallLedger(path, lease_seconds=1.0) as ledger:
        model = LedgeredChatModel(ScriptedModel(mortal, "script"), ledger, claim_size=1)
        drafts = ModelQuestionWriter(model, prompts, Sampling()).write([stream()], PLAN).drafts
        verdicts = ModelVerifier(PromptedModel(model, prompts)).verify(drafts, {"lanterns": stream()})
        paid = model.paid
    rows = json.dumps([to_plain(each) for each in (*drafts, *verdicts)])
    sys.stdout.write(json.dumps({"digest": sha256(rows.encode()).hexdigest(), "paid": paid}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
