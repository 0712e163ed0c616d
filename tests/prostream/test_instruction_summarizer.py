"""transformers' own code on tiny random models of both kinds: what they say is noise, how it runs is not."""

import pytest
from prostream_streams import turn

from streamrecall.errors import ModelError
from streamrecall.models.minilm import packaged_folder
from streamrecall.prostream.instruction_summarizer import InstructionSummarizer
from streamrecall.records import SemanticBlock

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
BLOCK = SemanticBlock((turn(0, "We move to Oslo {passage} in May. " * 100, "Ana"), turn(1, "Good.", "Béla")))


@pytest.fixture(scope="module", params=["encoder-decoder", "decoder"])
def folder(request, tmp_path_factory):
    import torch
    from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel, T5Config, T5ForConditionalGeneration

    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(packaged_folder())
    ids = {"pad_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.sep_token_id}
    size = len(tokenizer)
    if request.param == "decoder":
        config = GPT2Config(
            vocab_size=size, n_positions=128, n_embd=16, n_layer=1, n_head=2, bos_token_id=1, **ids
        )
        model = GPT2LMHeadModel(config)
        tokenizer.chat_template = "{% for m in messages %}{{ m.content }}{% endfor %}"
    else:
        config = T5Config(vocab_size=size, d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2, **ids)
        config.decoder_start_token_id = tokenizer.pad_token_id
        model = T5ForConditionalGeneration(config)
    path = tmp_path_factory.mktemp(request.param)
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


def test_both_kinds_of_models_label_a_block(folder):
    summarizer = InstructionSummarizer(str(folder), max_new_tokens=5, input_tokens=100)
    event = summarizer.event(BLOCK)
    assert isinstance(event, str)
    assert "\n" not in event
    assert event == summarizer.event(BLOCK)
    assert "Oslo" not in event  # the reply alone, not the prompt before it
    assert isinstance(summarizer.scene("moving to Oslo"), str)
    assert not summarizer.reads_leading


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        InstructionSummarizer(str(tmp_path / "nowhere")).scene("moving")
