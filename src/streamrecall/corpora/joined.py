"""Several corpora as one: the benchmark of the paper draws its windows from three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from streamrecall.corpora.corpus import Corpus, build_corpus
from streamrecall.errors import DataError

JOINED_BY = "+"
"""Between the names of corpora that are read as one."""


def join_corpora(corpora: Sequence[Corpus]) -> Corpus:
    """Return one corpus with the dialogues of all, in the order given; each keeps its corpus's name.

    Raises:
        DataError: If two dialogues have the same id.
    """
    ids = Counter(dialogue.dialogue_id for corpus in corpora for dialogue in corpus.dialogues)
    twice = [dialogue_id for dialogue_id, count in ids.items() if count > 1]
    name = JOINED_BY.join(corpus.name for corpus in corpora)
    if twice:
        raise DataError(
            f"{name}: dialogue {twice[0]!r} stands in two corpora.", hint="Run these corpora one by one."
        )
    return build_corpus(
        name,
        [dialogue for corpus in corpora for dialogue in corpus.dialogues],
        [question for corpus in corpora for question in corpus.questions],
        references=[reference for corpus in corpora for reference in corpus.report.references],
        oddities=[oddity for corpus in corpora for oddity in corpus.report.oddities],
        skipped=sum(corpus.report.skipped for corpus in corpora),
    )
