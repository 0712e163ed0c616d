"""What each kind of question asks of a memory: evidence recall and KEM by category (section 3.2)."""

from __future__ import annotations

import pandas as pd

from streamrecall.reporting.prostream.answer_means import methods_in
from streamrecall.reporting.prostream.table_1 import ORDER
from streamrecall.reporting.recall_means import mean_or_none, named

CAPABILITIES = {
    "single_hop": "High-Fidelity Perception",
    "adversarial": "High-Fidelity Perception",
    "multi_hop": "Structural Logical Reasoning",
    "comparative": "Structural Logical Reasoning",
    "aggregative": "Dynamic Global Awareness",
    "temporal": "Dynamic Global Awareness",
}
"""Category -> capability, where the paper assigns one."""

COLUMNS = (
    "category", "capability", "method", "evidence_recall", "kem", "rouge_l", "abstained", "questions",
    "corpus",
)  # fmt: skip

NOTES = (
    "Not in the paper, which counts its questions by category and scores them together.",
    "Extractive answers neither count nor compare: kem of aggregative and comparative questions says little, "
    "evidence_recall says whether the memory had what an answer needs.",
)


def category_table(answers: pd.DataFrame) -> pd.DataFrame:
    """Return one row per category of the questions and method of the comparison."""
    compared = answers[answers["experiment"] == "comparison"]
    rows = []
    for category in dict.fromkeys(compared["category"]):
        asked = compared[compared["category"] == category]
        for method in methods_in(asked, ORDER):
            own = asked[asked["method"] == method]
            rows.append(
                {
                    "category": category,
                    "capability": CAPABILITIES.get(str(category), ""),
                    "method": method,
                    **{name: mean_or_none(own[name]) for name in ("evidence_recall", "kem", "rouge_l")},
                    "abstained": float(own["abstained"].astype(bool).mean()),
                    "questions": len(own),
                    "corpus": named(own["corpus"]),
                }
            )
    return pd.DataFrame(rows, columns=list(COLUMNS))
