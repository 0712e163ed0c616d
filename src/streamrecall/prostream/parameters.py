"""What ProStream is configured by, with the paper's values (section 6.1, appendix B.1)."""

from __future__ import annotations

from dataclasses import dataclass

from streamrecall.errors import ConfigError

SHORT_TERM = "short-term"
PENDING = "pending"
LONG_TERM = "long-term"
PARTS = (SHORT_TERM, PENDING, LONG_TERM)
"""The three parts of the context K = {B, M_pend, M_tree} (section 5.4)."""


@dataclass(frozen=True, slots=True)
class RecallLimits:
    """How much the top-down search brings back; None lifts a limit, so that the budget alone decides.

    Attributes:
        scenes: Scenes kept for a query.
        events: Events kept per scene.
        amus: Leaves kept over all events.
        minimum_similarity: Leaves below this cosine are left out.
        short_term_share: Share of the budget that the sensing buffer may take before the others had
            their turn; what is left over in the end goes to it too.
        pending_share: The same for the pending buffer.
        show_paths: Whether facts stand after their scene and event, as in the paper, or alone, which
            leaves room for more of them.
    """

    scenes: int | None = 5
    events: int | None = 10
    amus: int | None = 3
    minimum_similarity: float = 0.5
    short_term_share: float = 0.5
    pending_share: float = 0.25
    show_paths: bool = True

    def __post_init__(self) -> None:
        for key in ("short_term_share", "pending_share"):
            if not 0 <= getattr(self, key) <= 1:
                raise ConfigError(f"{key} must lie in [0, 1], got {getattr(self, key)}")
        for key in ("scenes", "events", "amus"):
            limit = getattr(self, key)
            if limit is not None and limit < 1:
                raise ConfigError(f"{key} must be at least 1 or null, got {limit}")


FILL_BUDGET = RecallLimits(
    scenes=None,
    events=None,
    amus=None,
    minimum_similarity=0.0,
    short_term_share=0.1,
    pending_share=0.1,
    show_paths=False,
)
"""No limits but the budget: for comparisons at equal context tokens."""


@dataclass(frozen=True, slots=True)
class ProStreamParameters:
    """Every number of the method.

    Attributes:
        drift_threshold: A unit whose cosine to the one before is below this starts a new block.
        buffer_capacity: Units at which a block is closed anyway.
        leading_context: Turns kept in the sensing buffer after their block was closed.
        novelty_threshold: An AMU is new if its cosine to every other AMU is below this.
        merge_similarity: Under budget pressure, nodes of one layer more alike than this are merged;
            1 - theta_sim of the paper.
        frequency_weight: alpha of Equation 1.
        recency_weight: beta of Equation 1.
        decay_turns: tau of Equation 1, in turns. The paper gives no value.
        budget: T_max, tokens over all nodes of the tree.
        pending_capacity: Distilled blocks that wait before they are mounted.
        node_tokens: Most tokens of one node's text; longer text is cut at a word.
        listed_turns: Supporting turns that a node lists by id; beyond it they are only counted.
        merge_checks: Nodes examined for a merge in one update, which bounds the update's time.
        limits: How recall searches.
        parts: Context parts in use; leaving one out is the paper's ablation.
        perturbed_part: A context part of which ``perturbed_share`` of the entries are dropped at random
            when answering (appendix D.2); empty for none.
        count_accesses: Whether recall raises the access counts of what it returns, as in the paper.
    """

    drift_threshold: float = 0.7
    buffer_capacity: int = 5
    leading_context: int = 10
    novelty_threshold: float = 0.85
    merge_similarity: float = 0.85
    frequency_weight: float = 0.6
    recency_weight: float = 0.4
    decay_turns: float = 10_000.0
    budget: int = 100_000
    pending_capacity: int = 4
    node_tokens: int = 48
    listed_turns: int = 32
    merge_checks: int = 16
    limits: RecallLimits = RecallLimits()
    parts: tuple[str, ...] = PARTS
    perturbed_part: str = ""
    perturbed_share: float = 0.5
    perturbation_seed: int = 0
    count_accesses: bool = True

    def __post_init__(self) -> None:
        for key in ("buffer_capacity", "budget", "node_tokens", "listed_turns", "merge_checks"):
            if getattr(self, key) < 1:
                raise ConfigError(f"{key} must be at least 1, got {getattr(self, key)}")
        for key in ("leading_context", "pending_capacity", "frequency_weight", "recency_weight"):
            if getattr(self, key) < 0:
                raise ConfigError(f"{key} must not be negative, got {getattr(self, key)}")
        if self.decay_turns <= 0:
            raise ConfigError(f"decay_turns must be positive, got {self.decay_turns}")
        unknown = sorted({*self.parts, self.perturbed_part} - {*PARTS, ""})
        if unknown:
            raise ConfigError(f"unknown context parts {unknown}; accepted: {list(PARTS)}")
