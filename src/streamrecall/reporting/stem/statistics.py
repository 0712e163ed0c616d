"""The size of STEM-Bench beside the paper's (section 3.4), and what became of every draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pandas as pd

from streamrecall.benchmark.stem.categories import CAPABILITY, Category
from streamrecall.benchmark.stem.drafts import STEM_STEPS
from streamrecall.records import Question
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.recall_means import difference

STATISTICS_COLUMNS = (
    "statistic", "capability", "count", "paper_count", "difference_count", "per_thousand_turns",
    "paper_per_thousand_turns",
)  # fmt: skip
FLOW_COLUMNS = (
    "category", "drafts", *(f"lost_at_{step}" for step in STEM_STEPS), "questions", "evidence_turns",
    "nearest_evidence_median", "nearest_evidence_max",
)  # fmt: skip
_TOGETHER = {
    "Single-hop": (Category.SINGLE_HOP,),
    "Open-domain": (Category.OPEN_DOMAIN,),
    "Adversarial": (Category.ADVERSARIAL,),
    "Multi-hop and Comparative": (Category.MULTI_HOP, Category.COMPARATIVE),
    "Aggregative and Temporal": (Category.AGGREGATIVE, Category.TEMPORAL),
}
"""Row of the paper -> the categories it counts together."""
FLOW_NOTES = (
    "lost_at_writing counts replies of a model that gave no question; drafts are what the writer proposed "
    "beside them.",
    "lost_at_quota are sound questions beyond the wanted number. stem_losses names every loss and its check.",
    "evidence_turns is the mean per question; nearest_evidence is the distance in turns from the last "
    "evidence to the trigger.",
)


def statistics_table(
    questions: Sequence[Question], turns: int, topics: int, expected: ExpectedValues
) -> pd.DataFrame:
    """Return one row per count that the paper prints, absolute and per thousand turns."""
    by_category = Counter(question.category for question in questions)
    counts: list[tuple[str, str, int]] = [
        ("Questions", "", len(questions)),
        ("Utterances", "", turns),
        ("Topics", "", topics),
        *(
            (row, CAPABILITY[categories[0]], sum(by_category[each] for each in categories))
            for row, categories in _TOGETHER.items()
        ),
    ]
    printed_turns = expected.value(1, "Utterances", "Count") or 0.0
    rows = []
    for statistic, capability, count in counts:
        printed = expected.value(1, statistic, "Count")
        rows.append(
            (
                statistic,
                capability,
                count,
                None if printed is None else int(printed),
                difference(count, printed),
                1000 * count / turns if turns else None,
                1000 * printed / printed_turns if printed and printed_turns else None,
            )
        )
    return pd.DataFrame.from_records(rows, columns=list(STATISTICS_COLUMNS))


def flow_table(drafts: Iterable[str], losses: pd.DataFrame, facts: pd.DataFrame) -> pd.DataFrame:
    """Return one row per category and one for all: drafts, losses by step, and what was kept.

    Args:
        drafts: The category of every draft.
        losses: Columns ``step`` and ``category``.
        facts: The facts of the kept questions (``quality.stem_facts``).
    """
    drafted = Counter(drafts)
    rows = []
    for category in (*map(str, Category), "all"):
        own = facts if category == "all" else facts[facts["category"] == category]
        lost = losses if category == "all" else losses[losses["category"] == category]
        steps = Counter(lost["step"])
        nearest = own["nearest_evidence"].astype(float)
        rows.append(
            (
                category,
                drafted.total() if category == "all" else drafted[category],
                *(steps[step] for step in STEM_STEPS),
                len(own),
                own["evidence_turns"].mean() if len(own) else None,
                nearest.median() if len(own) else None,
                nearest.max() if len(own) else None,
            )
        )
    return pd.DataFrame.from_records(rows, columns=list(FLOW_COLUMNS))
