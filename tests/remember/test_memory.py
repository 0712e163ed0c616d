"""ReMEMBER, its ablations and its variant on a small stream, without weights."""

import pytest
from conversations import turns, window_of

from streamrecall.errors import DataError, LookAheadError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.ports import StreamMemory
from streamrecall.records import DetectedGap, Gap, GapType, Question, Window
from streamrecall.remember.evidence_model import EvidenceModel, EvidenceWeights
from streamrecall.remember.expected_recall import ExpectedRecallReMEMBER
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.memory import ReMEMBER
from streamrecall.remember.reference_queries import AnnotatedGaps, ReferenceQueries
from streamrecall.remember.without_gap_conditioning import ReMEMBERWithoutGapConditioning
from streamrecall.remember.without_refinement import ReMEMBERWithoutRefinement
from streamrecall.retrieval.stream_index import StreamIndex

SMALL_TALK = [
    f"{'Ana' if number % 2 else 'Bo'}: The {thing} in room {number} looks fine to me today."
    for number, thing in enumerate(["plant", "carpet", "window", "table", "lamp", "sofa"] * 6)
]
EVIDENCE = "Ana: A beeper on the charger could help people find a lost remote control."
HISTORY = turns(*SMALL_TALK[:12], EVIDENCE, *SMALL_TALK[12:])
WINDOW = window_of(
    "Bo: Right.",
    "Ana: At the last meeting we spoke about a beeper for the remote, have we rejected that?",
    "Bo: Yeah, probably.",
    start=len(HISTORY),
)
EMBEDDER = HashedEmbedder(256)
GAPS = {"w": [Gap("g", GapType.ATTRIBUTE, "what for", ("t12",), "", query="what the beeper is for")]}
EVERY = [
    ReMEMBER(EMBEDDER, RuleBasedGapDetector()),
    ReMEMBERWithoutGapConditioning(EMBEDDER),
    ReMEMBERWithoutRefinement(EMBEDDER, RuleBasedGapDetector()),
    ExpectedRecallReMEMBER(EMBEDDER, RuleBasedGapDetector()),
    ReferenceQueries(EMBEDDER, GAPS),
]
for _memory in EVERY:
    _memory.observe(HISTORY)
every_memory = pytest.mark.parametrize("memory", EVERY, ids=lambda memory: memory.name)


@every_memory
def test_the_evidence_is_recovered_from_far_back(memory: StreamMemory) -> None:
    recalled = memory.recall(WINDOW, 256)
    (item,) = (item for item in recalled.items if "t12" in item.turn_ids)
    assert "beeper on the charger" in item.text
    assert item.reason.startswith("evidence for: ")
    assert recalled.gaps
    assert recalled.tokens <= 256


@every_memory
def test_a_question_is_its_own_gap(memory: StreamMemory) -> None:
    question = Question("q", "d", "What could help people find a lost remote control?", asked_after=36)
    recalled = memory.recall(question, 256)
    assert [gap.query for gap in recalled.gaps] == [question.text]
    assert "t12" in recalled.turn_ids


@every_memory
def test_a_cue_before_the_observed_turns_is_refused(memory: StreamMemory) -> None:
    with pytest.raises(LookAheadError):
        memory.recall(Question("q", "d", "which lamp?", asked_after=3), 256)


def test_a_window_without_gaps_is_given_the_latest_turns() -> None:
    memory = EVERY[3]
    silent = Window("w", "d", tuple(turns("Bo: Mm-hmm.", start=len(HISTORY))), 9000)
    recalled = memory.recall(silent, 60)
    assert not recalled.gaps
    numbers = [item.first_turn for item in recalled.items]
    assert numbers == list(range(len(HISTORY) - len(numbers), len(HISTORY)))
    assert {item.reason for item in recalled.items} == {"latest turns"}


def test_the_latest_share_decides_who_gets_the_budget() -> None:
    def kept(share: float) -> set[int]:
        memory = ExpectedRecallReMEMBER(EMBEDDER, RuleBasedGapDetector(), latest_share=share)
        memory.observe(HISTORY)
        return {item.first_turn for item in memory.recall(WINDOW, 60).items}

    assert 12 in kept(0.0)
    assert 12 not in kept(1.0)
    assert max(kept(1.0)) == len(HISTORY) - 1


class TwoGaps:
    """Asks for the beeper and for the sofa, sure of one of them."""

    name = "two gaps"

    def __init__(self, beeper: float, sofa: float) -> None:
        self.confidences = {"a beeper on the charger": beeper, "the sofa in room 35": sofa}

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        return tuple(DetectedGap("", q, "", q, confidence=c) for q, c in self.confidences.items())


def test_the_confident_gap_has_the_larger_say_unless_shares_are_even() -> None:
    def first(beeper: float, sofa: float, even: bool) -> str:
        memory = ExpectedRecallReMEMBER(EMBEDDER, TwoGaps(beeper, sofa), latest_share=0.0, even_shares=even)
        memory.observe(HISTORY)
        (item,) = memory.recall(WINDOW, 20).items
        return item.reason

    assert "beeper" in first(1.0, 0.01, even=False)
    assert "sofa" in first(0.01, 1.0, even=False)
    assert first(1.0, 0.01, even=True) == first(0.01, 1.0, even=True)


def test_evidence_probabilities_sum_to_one_and_weights_act() -> None:
    def probabilities(weights: EvidenceWeights, session: str = "") -> dict[int, float]:
        index = StreamIndex(EMBEDDER)
        model = EvidenceModel(index, weights)
        history = [*HISTORY[:30], *turns("Bo: The lamp hums.", start=30, session="s2")]
        index.observe(history)
        model.observe(history)
        return model.probabilities("a beeper to find the remote", session)

    plain = probabilities(EvidenceWeights())
    assert sum(plain.values()) == pytest.approx(1)
    assert max(plain, key=lambda number: plain[number]) == 12
    flat = probabilities(EvidenceWeights(0, 0, 0, 0, 0, 0, 0))
    assert list(flat.values()) == pytest.approx([1 / len(flat)] * len(flat))
    near = probabilities(EvidenceWeights(0, 0, 0, 0, 0, 1.0, 0))
    assert list(near) and all(near[a] < near[b] for a, b in zip(sorted(near), sorted(near)[1:], strict=False))
    assert probabilities(EvidenceWeights(), "s2")[30] > plain[30]


def test_reference_queries_exist_for_annotated_windows_only() -> None:
    (gap,) = AnnotatedGaps(GAPS).detect(WINDOW)
    assert gap.query == "what the beeper is for"
    with pytest.raises(DataError, match="no annotation"):
        AnnotatedGaps({}).detect(WINDOW)


def test_an_impossible_share_is_refused() -> None:
    with pytest.raises(ValueError, match="latest_share"):
        ExpectedRecallReMEMBER(EMBEDDER, RuleBasedGapDetector(), latest_share=1.5)
