"""Parameters as pydantic models: unknown keys and impossible values stop a run before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from streamrecall.models.engine_parameters import (
    ChatModelParameters,
    LedgerParameters,
    SamplingParameters,
    ServerParameters,
)

Offline = Literal["offline"]
"""No model: the rule-based or extractive implementation, named as that in every table."""


class Parameters(BaseModel):
    """Base of all parameter groups: frozen, unknown keys forbidden."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class WindowParameters(Parameters):
    """How a stream is cut (ReMEMBER, section 3.2).

    Attributes:
        tokens: Window size in cl100k_base tokens.
        minimum_history: Windows with fewer history tokens are left out of the benchmark.
    """

    tokens: int = Field(gt=0)
    minimum_history: int = Field(ge=0)


class EncoderParameters(Parameters):
    """The sentence encoder of dense retrieval and chunk refinement.

    Attributes:
        kind: ``packaged-minilm`` (all-MiniLM-L6-v2 from a package, no hub), ``sentence-transformers``
            (a folder or a hub name in ``model``), ``openai`` (``model`` on the ``/embeddings`` endpoint of
            ``server``, each text paid for once) or ``hashed`` (no weights at all).
        query_instruction: Put before queries, for encoders trained with one.
        dtype: Weight type such as ``float16``; the model's own where empty.
        device: ``cpu``, ``cuda``, ...; empty for the best there is.
        allow_download: Fetch a hub model that is not on this machine.
        cache: SQLite file that keeps each vector, by content; outside ``data``.
        server: Where an ``openai`` encoder is asked.
        ledger: The SQLite file that keeps an ``openai`` encoder's calls.
    """

    kind: Literal["packaged-minilm", "sentence-transformers", "openai", "hashed"]
    model: str = ""
    revision: str = ""
    query_instruction: str = ""
    dtype: str = ""
    device: str = ""
    allow_download: bool = False
    batch_size: int = Field(default=32, gt=0)
    cache: str
    server: ServerParameters | None = None
    ledger: str = ".cache/calls.sqlite"

    @model_validator(mode="after")
    def _a_named_model_has_a_name(self) -> EncoderParameters:
        if self.kind == "openai" and not (self.model and self.server):
            raise ValueError("kind 'openai' needs 'model' and 'server', such as {base_urls: [...]}")
        if self.kind == "sentence-transformers" and not self.model:
            raise ValueError("kind 'sentence-transformers' needs 'model': a folder or a hub name")
        return self


class MemoryParameters(Parameters):
    """What every memory works under (ReMEMBER, section 5.1).

    Attributes:
        budget: Tokens of a memory.
        full_memory_tokens: Context limit of the reader of Full Memory; oldest turns are cut first.
        full_context_tokens: The same of what answers questions from Full Context, where that reads less.
    """

    budget: int = Field(gt=0)
    full_memory_tokens: int = Field(gt=0)
    full_context_tokens: int | None = Field(default=None, gt=0)

    @property
    def question_tokens(self) -> int:
        """Tokens that a memory may have which hands everything to the answerer."""
        return self.full_context_tokens or self.full_memory_tokens


class CallParameters(Parameters):
    """What all steps that call chat models share; nothing here is used while every step is offline.

    Attributes:
        ledger: The SQLite file that keeps every call; outside ``data``, so that reruns find it.
        prompts: The folder of prompts.
        retries: Times an unusable reply is asked for again.
        failures: Largest share of unusable replies of a step; above it the run stops.
    """

    ledger: LedgerParameters
    prompts: Path
    retries: int = Field(ge=0)
    failures: float = Field(ge=0, le=1)


class DetectionParameters(Parameters):
    """The gap detector of ReMEMBER (section 4.1).

    Attributes:
        detector: ``offline`` adds up discourse cues.
        variants: Further detectors that Table 9 compares with it; each one is a memory of its own.
        max_gaps: Most gaps a model is asked for in a window.
        thinking: Whether a model that can think should.
    """

    detector: Offline | ChatModelParameters
    variants: tuple[ChatModelParameters, ...] = ()
    sampling: SamplingParameters = SamplingParameters(max_tokens=3072)
    max_gaps: int = Field(default=12, gt=0)
    thinking: bool = False

    @model_validator(mode="after")
    def _detectors_differ(self) -> DetectionParameters:
        _require_different("detectors", [self.detector, *self.variants])
        return self


class SummaryMemoryParameters(Parameters):
    """What writes the summaries that Inc. Summary and Hier. Summary keep (ReMEMBER, section 5.1).

    Attributes:
        writer: ``offline`` keeps the most telling sentences as they were said.
    """

    writer: Offline | ChatModelParameters
    sampling: SamplingParameters = SamplingParameters()


class StructuredMemoryParameters(Parameters):
    """What takes the steps of the baselines that organise the history (ProStream, section 6.1).

    Attributes:
        steps: ``offline`` goes by rules: extractive summaries, triples of clauses, rewritten questions.
    """

    steps: Offline | ChatModelParameters
    sampling: SamplingParameters = SamplingParameters()


class SummaryParameters(Parameters):
    """The summarizers; tables average over them.

    Attributes:
        summarizers: ``offline`` quotes salient utterances and the evidence recovered for them. A model
            that stands several times writes as many samples.
        max_sentences: Most sentences of an offline summary.
        max_tokens: Most cl100k_base tokens of an offline summary.
        sampling: How models decode.
        thinking: Whether models that can think should.
    """

    summarizers: tuple[Offline | ChatModelParameters, ...] = Field(min_length=1)
    max_sentences: int = Field(gt=0)
    max_tokens: int = Field(gt=0)
    sampling: SamplingParameters = SamplingParameters(temperature=0.7)
    thinking: bool = False

    @model_validator(mode="after")
    def _the_offline_summarizer_stands_once(self) -> SummaryParameters:
        if self.summarizers.count("offline") > 1:
            raise ValueError("the offline summarizer has no second sample; name it once")
        return self


class JudgeParameters(Parameters):
    """Who scores memories and summaries (ReMEMBER, section 3.3).

    Attributes:
        judge: ``offline`` scores by evidence turns, content words, numbers and names.
        thinking: Whether a model that can think should.
    """

    judge: Offline | ChatModelParameters
    sampling: SamplingParameters = SamplingParameters(max_tokens=8192)
    thinking: bool = False


def _require_different(role: str, given: Sequence[str | ChatModelParameters]) -> None:
    names = [each if isinstance(each, str) else each.model for each in given]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{role} are told apart by their model's name, but {', '.join(twice)} stands twice")


class EvaluationParameters(Parameters):
    """Intervals and tests (clustered by dialogue).

    Attributes:
        resamples: Bootstrap resamples.
        confidence: Coverage of the intervals.
        reference: The method every other one is tested against.
    """

    resamples: int = Field(ge=100)
    confidence: float = Field(gt=0, lt=1)
    reference: str
    seed: int = Field(ge=0)


class AnnotatorModelParameters(Parameters):
    """One language model that annotates, on an OpenAI-compatible server.

    Attributes:
        name: What votes and tables call it.
        model: Its name on the server.
        base_urls: Such as ``http://localhost:8000/v1``; several share the calls.
        revision: Recorded with every call.
        api_key_env: Name of the environment variable that holds the key; empty for none.
        thinking: Whether it thinks before it audits sentences (stage iv).
        template_thinking: Whether the server takes ``chat_template_kwargs.enable_thinking``.
    """

    name: str = Field(min_length=1)
    model: str = Field(min_length=1)
    base_urls: tuple[str, ...] = Field(min_length=1)
    revision: str = ""
    api_key_env: str = ""
    thinking: bool = True
    template_thinking: bool = False
    max_tokens: int = Field(default=4096, gt=0)
    thinking_tokens: int = Field(default=16_384, gt=0)
    concurrency: int = Field(default=16, gt=0)
    timeout_seconds: float = Field(default=600, gt=0)


class WindowSampleParameters(Parameters):
    """How many windows of each domain become instances, at most (ReMEMBER, section 3.2)."""

    chitchat: int = Field(ge=0)
    workplace: int = Field(ge=0)
    seed: int = Field(ge=0)


class AnnotationParameters(Parameters):
    """How gaps are annotated (ReMEMBER, section 3.2 and appendix A.3).

    Attributes:
        source: Whose annotations become the benchmark: ``corpus`` (those that come with it), ``rules``
            (the vote of three annotators by rule) or ``models`` (the vote of ``models``). With ``corpus``
            the annotators by rule still vote, and are scored against it.
        annotators: How many take part: the first of ``models``, or of the three by rule.
        majority: Least number of annotators that must agree.
        auditors: Who audits sentences and writes resolutions (stage iv); everybody where empty.
        chunks_per_call: Chunks labelled at once (stage iii).
        sentences_per_call: About how many sentences are audited at once (stage iv).
        candidates_per_call: Pieces of evidence validated at once (stage v).
        ledger: The SQLite file that keeps every model call; outside ``data``.
        prompts: The folder of prompts.
        failures: Largest share of unusable replies; above it the run stops.
    """

    source: Literal["corpus", "rules", "models"]
    annotators: int = Field(ge=1)
    majority: int = Field(ge=1)
    auditors: tuple[str, ...] = ()
    chunks_per_call: int = Field(gt=0)
    sentences_per_call: int = Field(gt=0)
    candidates_per_call: int = Field(gt=0)
    sampling: WindowSampleParameters
    models: tuple[AnnotatorModelParameters, ...] = ()
    ledger: str
    prompts: str
    failures: float = Field(ge=0, le=1)

    @model_validator(mode="after")
    def _models_are_named(self) -> AnnotationParameters:
        named = len(self.models) if self.source == "models" else 3
        if self.annotators > named:
            raise ValueError(
                f"annotators is {self.annotators}, but source {self.source!r} has {named} of them"
            )
        if self.majority > self.annotators:
            raise ValueError(f"a majority of {self.majority} cannot be had from {self.annotators} annotators")
        return self


class CatchUpParameters(Parameters):
    """What to catch up on in a chat export; at most one of the first three, by default 1,024 tokens.

    Attributes:
        since: A time, such as ``2026-03-19`` or ``yesterday``.
        last_messages: How many messages.
        last_tokens: How many cl100k_base tokens.
        conversations: Names of the conversations; all when empty.
        points: Most points per section.
        compare: ``minilm`` compares by meaning, ``spelling`` faster, by words and their parts.
    """

    since: str = ""
    last_messages: int | None = Field(default=None, gt=0)
    last_tokens: int | None = Field(default=None, gt=0)
    conversations: tuple[str, ...] = ()
    points: int = Field(default=8, gt=0)
    compare: Literal["minilm", "spelling"] = "minilm"


class GlinerParameters(Parameters):
    """GLiNER as the extractor of facts; see ``GlinerExtractor``.

    Attributes:
        allow_download: Fetch a hub model that is not on this machine.
    """

    model: str = Field(min_length=1)
    threshold: float = Field(default=0.5, ge=0, le=1)
    device: str = "cpu"
    allow_download: bool = False


class DistillationParameters(Parameters):
    """What distils the blocks of ProStream (section 5.2, appendix B.1).

    Attributes:
        summarizer: Names events and scenes: ``offline`` by key phrases and a lexicon. A model of engine
            ``transformers`` gets one short instruction, as small models need it; any other the prompts.
        extractor: Finds the facts: ``offline`` by rules.
        sampling: How the model decodes.
    """

    summarizer: Offline | ChatModelParameters = "offline"
    extractor: Offline | GlinerParameters = "offline"
    sampling: SamplingParameters = SamplingParameters(max_tokens=64)


class ProStreamParameterGroup(Parameters):
    """How ProStream is run; every other number of the method is the paper's.

    Attributes:
        distillation: ``offline`` for both of its paths, or what stands behind each.
    """

    distillation: Offline | DistillationParameters = "offline"


AnswererParameters = Literal["extractive"] | ChatModelParameters
"""Who answers: by quoting, or a chat model."""


class ProbeParameters(Parameters):
    """How questions are put to the memories while they watch (ProStream, sections 3.1 and 6).

    Attributes:
        answerer: ``extractive`` quotes the statement of the memory that fits the question best.
        backbones: Further models that answer from ProStream and Full Context, for Figure 5 (a).
        sampling: How models decode their answers.
        thinking: Whether models that can think should.
        sweeps: Which sensitivity tables are run: ``thresholds`` (Table 3), ``perturbation`` (Table 4) and
            ``capacity`` (Table 5).
        perturbed_share: Share of the entries of one memory source that the perturbation drops.
        encoders: Further encoders for Table 2, by the name of their row (``BGE-M3``, ``UAE-Large-V1``).
    """

    answerer: AnswererParameters
    backbones: tuple[ChatModelParameters, ...] = ()
    sampling: SamplingParameters = SamplingParameters(max_tokens=128)
    thinking: bool = False
    sweeps: tuple[Literal["thresholds", "perturbation", "capacity"], ...]
    perturbed_share: float = Field(ge=0, le=1)
    encoders: dict[str, EncoderParameters] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _answerers_differ(self) -> ProbeParameters:
        _require_different("answerers", [self.answerer, *self.backbones])
        return self


class AnswerScoreParameters(Parameters):
    """How answers are scored (ProStream, appendix B.3).

    Attributes:
        evidence_similarity: Which memories it is measured for; each item of each context is embedded.
            ``paper`` takes those for which the paper prints it, ``all`` every memory of the comparison.
        bert_score_model: Empty leaves the column blank; ``packaged-minilm`` is the model that comes with
            the packages, whose scores are not comparable with the paper's; else a folder or a hub name.
        bert_score_layers: Layer whose vectors are compared; needed where bert-score does not list the model.
        judge: A model that scores each answer of Tables 1, 2 and 7 against the reference; ``offline``
            leaves the judge's columns blank, and Table 7 counts key entity matches.
        sampling: How the judge decodes.
        thinking: Whether a judge that can think should.
        stress_questions: Questions whose reference, a vague, an empty and a swapped answer try the judge.
    """

    evidence_similarity: Literal["paper", "all", "none"] = "paper"
    bert_score_model: str = ""
    bert_score_layers: int | None = Field(default=None, gt=0)
    judge: Offline | ChatModelParameters = "offline"
    sampling: SamplingParameters = SamplingParameters(max_tokens=512)
    thinking: bool = False
    stress_questions: int = Field(default=40, ge=0)


class ComplexityParameters(Parameters):
    """What measures how complex a context is (ProStream, section 6.3 and Figure 5 (b)).

    Attributes:
        model: A causal language model, a folder or a hub name such as ``openai-community/gpt2``; empty
            for the stand-in without one, zlib's bits per byte.
        context: Tokens that the model reads at once.
        stride: Tokens it scores at once; half of the context where None.
        device: Torch device.
        allow_download: Fetch a hub model that is not on this machine.
    """

    model: str = ""
    revision: str = ""
    context: int = Field(default=1024, gt=1)
    stride: int | None = Field(default=None, gt=0)
    device: str = "cpu"
    allow_download: bool = False


class TranscriberParameters(Parameters):
    """Who hears a spoken stream (ProStream, section 5.1): whisper.

    Attributes:
        model: The file of a checkpoint, or a name that whisper knows (``large-v3`` in the paper).
        language: ISO 639-1 code; empty lets the model guess.
        device: ``cpu``, ``cuda``, ...
        allow_download: Fetch a named model that is not on this machine.
    """

    model: str = Field(min_length=1)
    language: str = "en"
    device: str = "cpu"
    allow_download: bool = False


class SpeechParameters(Parameters):
    """Who speaks the stream of STEM-Bench, and who hears it (ProStream, sections 3.3 and 5.1).

    Attributes:
        synthesizer: ``none`` leaves the text as it is; ``flite`` is a program of Linux distributions,
            ``hibari`` a package with a voice in it, ``chattts`` the paper's.
        model: ChatTTS's folder of weights, or its hub name; empty for the other synthesizers.
        voices: Which voices to use, in order; all that need no download where empty.
        allow_download: Fetch voices or weights that are not on this machine.
        device: Torch device of ChatTTS; empty for the library's choice.
        cache: SQLite file that keeps speech and what was heard, by content; outside ``data``.
        transcriber: Who hears; needed unless ``synthesizer`` is ``none``.
    """

    synthesizer: Literal["none", "flite", "hibari", "chattts"] = "none"
    model: str = ""
    voices: tuple[str, ...] = ()
    allow_download: bool = False
    device: str = ""
    cache: str = ".cache/speech.sqlite"
    transcriber: TranscriberParameters | None = None

    @model_validator(mode="after")
    def _what_is_spoken_is_heard(self) -> SpeechParameters:
        if self.synthesizer != "none" and self.transcriber is None:
            raise ValueError(
                f"synthesizer {self.synthesizer!r} needs 'transcriber', such as {{model: large-v3}}: "
                "a spoken stream is heard again"
            )
        if self.model and self.synthesizer != "chattts":
            raise ValueError(f"'model' is ChatTTS's; synthesizer {self.synthesizer!r} takes none")
        return self


class TopicParameters(Parameters):
    """How the turns of a stream fall into topics (ProStream, section 3.3).

    Attributes:
        segment_distance: Ward distance from which neighbouring runs of turns stay apart.
        join_similarity: Mean cosine from which a segment continues an earlier topic.
    """

    segment_distance: float = Field(gt=0)
    join_similarity: float = Field(ge=-1, le=1)


class QuestionDensities(Parameters):
    """Questions of each category for a thousand turns, the paper's counts over its 55,673 utterances."""

    single_hop: float = Field(default=111.4, ge=0)
    open_domain: float = Field(default=49.3, ge=0)
    adversarial: float = Field(default=33.5, ge=0)
    multi_hop: float = Field(default=21.8, ge=0)
    comparative: float = Field(default=21.8, ge=0)
    aggregative: float = Field(default=14.4, ge=0)
    temporal: float = Field(default=14.4, ge=0)


class ExpertSheetParameters(Parameters):
    """The random subsample that experts mark."""

    questions: int = Field(default=50, ge=0)
    seed: int = Field(default=0, ge=0)


class StemQuestionParameters(Parameters):
    """How the questions of STEM-Bench are made (ProStream, section 3.3).

    Attributes:
        writer: ``offline`` writes by rule.
        verifier: ``offline`` is extractive; otherwise another model than the writer.
        surplus: How many times as many drafts as wanted are written, since audits refuse some.
        refused_verdicts: Verdicts of the verifier that a question does not survive.
        sampling: How models decode.
    """

    writer: Offline | ChatModelParameters
    verifier: Offline | ChatModelParameters
    per_thousand_turns: QuestionDensities = QuestionDensities()
    surplus: float = Field(default=1.5, ge=1)
    seed: int = Field(default=0, ge=0)
    refused_verdicts: tuple[Literal["given away", "unsupported", "failed"], ...] = ("given away",)
    sheet: ExpertSheetParameters = ExpertSheetParameters()
    sampling: SamplingParameters = SamplingParameters()

    @model_validator(mode="after")
    def _the_verifier_is_another_model(self) -> StemQuestionParameters:
        _require_different(
            "writer and verifier", [each for each in (self.writer, self.verifier) if each != "offline"]
        )
        return self
