"""The annotators of a run and how many of them make a majority."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.benchmark.annotator import Annotator
from streamrecall.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Panel:
    """Who annotates (ReMEMBER, appendix A.3: three annotators, at least two of whom must agree).

    Attributes:
        annotators: In the order of configuration; ties of wording go to the first.
        majority: Least number that must agree.
        auditors: Names of those who read the history sentence by sentence (stage iv) and write the
            resolution statements; everybody where empty. The paper has one, with thinking on.

    Raises:
        ConfigError: If names repeat or are unknown, or the majority cannot be reached or cannot tell.
    """

    annotators: tuple[Annotator, ...]
    majority: int = 2
    auditors: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [annotator.name for annotator in self.annotators]
        if len(set(names)) != len(names):
            raise ConfigError(f"annotation: two annotators have one name: {', '.join(names)}.")
        if not 1 <= self.majority <= len(names):
            raise ConfigError(
                f"annotation.majority is {self.majority}, but there are {len(names)} annotators: "
                f"choose 1 to {len(names)}."
            )
        unknown = sorted(set(self.auditors) - set(names))
        if unknown:
            raise ConfigError(
                f"annotation.auditors names {', '.join(unknown)}; the annotators are {', '.join(names)}."
            )

    @property
    def evidence_annotators(self) -> tuple[Annotator, ...]:
        """Those who audit, in order."""
        return tuple(each for each in self.annotators if not self.auditors or each.name in self.auditors)

    @property
    def evidence_majority(self) -> int:
        """Least number of auditors that must agree: the majority, as far as there are so many."""
        return min(self.majority, len(self.evidence_annotators))

    def alone(self) -> Sequence[Panel]:
        """Return one panel per annotator, each deciding by itself."""
        return [Panel((annotator,), majority=1) for annotator in self.annotators]
