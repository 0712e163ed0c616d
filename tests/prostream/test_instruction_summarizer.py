"""Labels from small instruction models: what they are asked, in batches, and what it took."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from prostream_streams import small, turn

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.models.scripted import ScriptedModel
from streamrecall.models.transformers_engine import TransformersEngine
from streamrecall.prostream.instruction_summarizer import InstructionSummarizer
from streamrecall.prostream.memory import ProStream
from streamrecall.records import ChatReply, Sampling, SemanticBlock
from streamrecall.text.tokens import count_tokens

GGUF = Path(os.environ.get("STREAMRECALL_GGUF", ""))
BLOCK = SemanticBlock((turn(0, "We move to Oslo {passage} in May. " * 3, "Ana"), turn(1, "Good.", "Béla")))


def test_one_short_instruction_with_the_passage_as_it_was_said():
    model = ScriptedModel(['"Ana moves\nto Oslo"', "Moving"])
    summarizer = InstructionSummarizer(model)
    event = summarizer.event(BLOCK)
    assert (event, summarizer.scene(event)) == ("Ana moves to Oslo", "Moving")
    first, second = (request.messages for request in model.requests)
    assert len(first) == len(second) == 1
    assert "between Ana, Béla" in first[0].content
    assert "We move to Oslo {passage} in May." in first[0].content
    assert "Ana moves to Oslo" in second[0].content
    assert not summarizer.reads_leading


def test_a_long_passage_is_cut_and_the_instruction_stays():
    model = ScriptedModel(["moving"])
    long = SemanticBlock((turn(0, "We move to Oslo. " * 1000, "Ana"),))
    InstructionSummarizer(model).event(long)
    asked = model.requests[0].messages[0].content
    assert asked.startswith("In one short phrase")
    assert count_tokens(asked) < 400


def test_the_calls_are_booked_once():
    model = ScriptedModel(lambda _: ChatReply("moving", tokens_in=10, tokens_out=2, seconds=0.5))
    summarizer = InstructionSummarizer(model)
    assert summarizer.events([BLOCK, BLOCK]) == ["moving", "moving"]
    made = summarizer.take_provenance()
    assert (made.parameters["calls"], made.tokens_in, made.tokens_out, made.seconds) == (2, 20, 4, 1.0)
    assert summarizer.take_provenance().parameters["calls"] == 0


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(
    find_spec("gguf") is None or not GGUF.is_file(),
    reason="needs uv sync --group server-tests, and STREAMRECALL_GGUF; see scripts/real_server.py",
)
def test_a_real_small_model_distils_a_stream(tmp_path):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(str(GGUF.parent), gguf_file=GGUF.name)
    model = AutoModelForCausalLM.from_pretrained(str(GGUF.parent), gguf_file=GGUF.name)
    for part in (tokenizer, model):
        part.save_pretrained(tmp_path)
    summarizer = InstructionSummarizer(TransformersEngine(str(tmp_path)), Sampling(max_tokens=8))
    memory = ProStream(HashedEmbedder(64), summarizer, parameters=small(pending_capacity=0))
    said = ["Bridie sold the old boat for 380 pounds.", "Parsnip the cat may eat fish only."]
    memory.observe([turn(i, said[i % 2], "Ana") for i in range(4)])
    labels = [text for text in (*memory.tree.events.text, *memory.tree.scenes.text) if text]
    assert labels
    assert not any("In one short phrase" in label for label in labels)
    made = summarizer.take_provenance()
    assert made.tokens_out > made.parameters["calls"] > 0
