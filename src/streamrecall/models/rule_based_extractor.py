"""Triples by rules: who said it, the clause, and the phrase it is about. No model, any topic."""

from __future__ import annotations

from streamrecall.records import SemanticBlock, Triple, one_line
from streamrecall.text.clauses import statements
from streamrecall.text.key_phrases import key_phrases


class RuleBasedExtractor:
    """Makes one triple of each clause that states something.

    The subject is the speaker, the object the clause's most telling phrase, and the relation the clause
    itself, so nothing is paraphrased. It does not resolve who else a clause is about.
    """

    name = "rule-based triples"

    def extract(self, block: SemanticBlock) -> tuple[Triple, ...]:
        """Return one triple per stating clause, in order."""
        return tuple(
            Triple(one_line(turn.speaker), clause, phrases[0].text, turn.index)
            for turn in block.turns
            for clause in statements(turn)
            if (phrases := key_phrases(clause))
        )
