"""Details: one thing a stream says about one person, as a question with a place for the person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from streamrecall.benchmark.stem.claims import Claim

WHO = "{who}"


class Form(StrEnum):
    """How a detail is asked for; questions of one category are drawn from the forms in turn."""

    WHO = "who did it"
    WHAT = "what was done"
    HOW_MANY = "how many"
    WHERE = "where"
    WHEN = "when"
    WHY = "why"
    QUANTITY = "quantity spoken of"
    SPOKE_OF = "who spoke of a name"
    REPLY = "reply to a question"


@dataclass(frozen=True, slots=True)
class Detail:
    """A question of one detail.

    Attributes:
        template: The question; ``{who}`` stands for the person where the person is not what is asked for.
        person: Whom the detail is about.
        evidence: Indices of the turns that state it.
        predicate: The words that tell this detail from others.
        description: The person by this detail, as in ``the person who counted Corkboard``; may be empty.
        premise: A question, with a place for the person, that takes the detail for granted; asked about
            somebody else it is adversarial. ``template`` where empty.
        statement: What the person says of themselves, as a clause behind *that*; may be empty.
        claim: What code can count again, where the detail rests on that.
    """

    form: Form
    template: str
    answer: str
    entities: tuple[str, ...]
    person: str
    evidence: tuple[int, ...]
    predicate: str
    description: str = ""
    premise: str = ""
    statement: str = ""
    claim: Claim | None = None

    @property
    def asks_for_person(self) -> bool:
        """Whether the person is the answer."""
        return WHO not in self.template

    def ask_falsely(self, who: str) -> str:
        """Return a question that takes the detail for granted about somebody else; empty if there is none."""
        return (self.premise or ("" if self.asks_for_person else self.template)).replace(WHO, who)

    def ask(self, who: str) -> str:
        """Return the question about somebody, named or described."""
        return self.template.replace(WHO, who)
