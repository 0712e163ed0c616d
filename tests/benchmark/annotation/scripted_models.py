"""Three scripted models that read what they are asked, and agree, differ and misbehave by rule.

The first two agree on what is salient and open; the third differs on every third window. Faults are put in
by the digest of the request, so that a rerun meets the same ones, and are mended when the request is asked
again with its error, except where ``stubborn`` is set.
"""

import json
import re
from hashlib import blake2b

from streamrecall.models.scripted import ScriptedModel

FENCE = re.compile(
    r"^<<(?P<name>[a-z_]+) [0-9a-f]{16}>>\n(?P<text>.*?)\n<<end (?P=name) [0-9a-f]{16}>>$", re.M | re.S
)
LINE = re.compile(r"^(\d+)\. ([^:]*): (.*)$", re.M)
SOURCE = re.compile(r"^(T\d+-S\d+) [^\n]*?: (.*)$", re.M)
TYPES = ("referential", "attribute", "relational")
NAMES = ("alpha", "beta", "gamma")
FAULTS = ("malformed", "one missing", "invented")


def scripted_model(name, *, faults=True, stubborn=False):
    """Return one of the three models."""
    return ScriptedModel(lambda request: _answer(name, request, faults, stubborn), name=name, revision="1")


def digest(text):
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest())


def _answer(name, request, faults, stubborn):
    asked = request.messages[1].content
    texts = {match["name"]: match["text"] for match in FENCE.finditer(asked)}
    reply = _honest(name, request, texts)
    retried = len(request.messages) > 2
    if not faults or (retried and not stubborn):
        return json.dumps(reply)
    fault = digest(name + asked) % 8
    return _faulty(reply, FAULTS[fault]) if fault < len(FAULTS) else json.dumps(reply)


def _honest(name, request, texts):
    system = request.messages[0].content
    if "utterances" in system:
        return {"utterances": _utterances(name, texts["window"])}
    if '"labels"' in system:
        count = len(re.findall(r"^\[\d+\] ", texts["history"], re.M))
        return {"labels": [int((number + NAMES.index(name)) % 3 < 2) for number in range(count)]}
    if "not_resolve" in system:
        return {
            "sentences": [
                {
                    "source_id": source,
                    "sentence": sentence,
                    "reasoning": f"{source} says what is missing" if number == 0 else "another subject",
                    "status": "resolve" if number == 0 else "not_resolve",
                }
                for number, (source, sentence) in enumerate(SOURCE.findall(texts["passage"]))
            ]
        }
    sources = [source for source, _ in SOURCE.findall(texts["candidates"])]
    if "verdicts" in system:
        return {
            "verdicts": [
                {
                    "source_id": source,
                    "sufficient": True,
                    "explicit": (number + NAMES.index(name)) % 3 > 0,
                    "independent": True,
                    "new": True,
                }
                for number, source in enumerate(sources)
            ]
        }
    return {"resolution": f"It is what {', '.join(sources)} say."}


def _utterances(name, window):
    chosen = []
    for number, _, text in LINE.findall(window):
        if len(text.split()) < 8:
            continue
        kind = digest(text) % 6
        gap_type = TYPES[kind] if kind < 3 else "none"
        if name == "gamma" and digest(window) % 3 == 0:
            gap_type = TYPES[(kind + 1) % 3]
        chosen.append(
            {
                "sentence_numbers": [int(number)],
                "sentences": [text],
                "reason": f"what sentence {number} leaves open",
                "gap_type": gap_type,
            }
        )
        if len(chosen) == 6:
            break
    return chosen


def _faulty(reply, fault):
    (field, items), *_ = reply.items()
    if fault == "malformed" or not isinstance(items, list) or not items:
        return json.dumps(reply)[:-9]
    if fault == "one missing":
        return json.dumps({field: items[:-1]})
    if field == "labels":
        return json.dumps({field: [*items, 1]})
    invented = dict(items[-1])
    for key, value in (("source_id", "T999999-S0"), ("sentences", ["Nobody has ever said this here."])):
        if key in invented:
            invented[key] = value
            invented["sentence_numbers"] = [999]
    return json.dumps({field: [*items, invented]})
