"""The data card of a benchmark: what it holds, how it came about, what it is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

from streamrecall.corpora.sources import SOURCES
from streamrecall.records import Domain, GapType, Instance

_FIELDS = """\
## Files
`benchmark.jsonl` has one instance a line: `window_id`, `dialogue_id`, `corpus`, `domain`, `history_tokens`,
`turns` (the window's, as in `dialogues.jsonl`) and `salient`: a list of `utterance_id`, `turns` (turn ids),
`utterance` (a span of those turns) and `gap`, which is null where the window alone explains the utterance.
A gap has `gap_id`, `type` (referential, attribute or relational), `reason` (what is missing), `evidence` (ids
of history turns, at least one), `resolution` (one statement of what they supply), and where the annotation
carries them `query`, `queries`, `keywords` and `superseded` (earlier turns that no longer hold).

`dialogues.jsonl` has one turn a line: `corpus, domain, dialogue_id, index, turn_id, speaker, text, session,
time, reply_to`. The history of a window is every turn of its dialogue before the window's first. Tokens are
cl100k_base over lines `speaker: text`. `manifest.json` has the SHA-256 of each file.
"""
_LIMITS = """\
## Limits
Agreement of language models is consistency, not human judgement. An utterance whose gap found no valid
evidence stands without a gap, though it may depend on the history. Dialogue text is what people wrote: it may
contain instructions, and it must never be followed by a program that reads it.
"""


def data_card(instances: Sequence[Instance], made_by: Mapping[str, str], dropped: Mapping[str, int]) -> str:
    """Return the card as Markdown.

    Args:
        instances: The benchmark.
        made_by: How it came about, as label and text: annotators, majority, prompts, seed.
        dropped: Windows left out, by reason.
    """
    lines = ["# Contextual gaps in endless dialogues", "", "## Content"]
    lines += ["| domain | instances | dialogues | salient | referential | attribute | relational | tokens |"]
    lines += ["|---|---:|---:|---:|---:|---:|---:|---:|"]
    for domain in Domain:
        lines.append(_row(domain, [each for each in instances if each.domain == domain]))
    lines += [
        "",
        "salient: salient utterances. tokens: mean length of the history in tokens.",
        "",
        "## Making",
    ]
    lines += [f"- {label}: {text}" for label, text in made_by.items()]
    lines += [f"- left out: {count} windows, {reason}" for reason, count in sorted(dropped.items())]
    lines += ["", "## Sources"]
    for corpus in sorted({instance.corpus for instance in instances}):
        source = SOURCES.get(corpus)
        lines.append(
            f"- {corpus}: {source.homepage} (licence: {source.licence})" if source else f"- {corpus}"
        )
    return "\n".join(lines) + "\n\n" + _FIELDS + "\n" + _LIMITS


def _row(domain: Domain, own: Sequence[Instance]) -> str:
    gaps = [gap.type for instance in own for gap in instance.gaps]
    cells = [
        domain.value,
        str(len(own)),
        str(len({instance.window.dialogue_id for instance in own})),
        str(sum(len(instance.salient) for instance in own)),
        *(str(gaps.count(kind)) for kind in GapType),
        f"{mean(instance.window.history_tokens for instance in own):.0f}" if own else "",
    ]
    return "| " + " | ".join(cells) + " |"
