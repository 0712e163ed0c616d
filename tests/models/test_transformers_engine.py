"""transformers' own code on tiny random models of both kinds: what they say is noise, how it runs is not."""

import pytest

from streamrecall.errors import ModelError
from streamrecall.models.minilm import packaged_folder
from streamrecall.models.transformers_engine import TransformersEngine
from streamrecall.records import ChatRequest, Message, Sampling

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


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
        tokenizer.chat_template = "{% for m in messages %}{{ m.content }} {% endfor %}"
    else:
        config = T5Config(vocab_size=size, d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2, **ids)
        config.decoder_start_token_id = tokenizer.pad_token_id
        model = T5ForConditionalGeneration(config)
    path = tmp_path_factory.mktemp(request.param)
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return str(path)


def request(text, **sampling):
    return ChatRequest((Message("user", text),), Sampling(max_tokens=5, **sampling))


def test_each_request_gets_its_reply_and_only_the_reply(folder):
    engine = TransformersEngine(folder, input_tokens=40)
    arrived = {}
    asked = [request("We move to Oslo."), request("word " * 500), request("We move to Oslo.")]
    replies = engine.complete(asked, arrived.__setitem__)
    assert [arrived[place] for place in range(3)] == replies
    assert replies[0].text == replies[2].text
    assert "Oslo" not in replies[0].text  # the reply alone, not the prompt before it
    assert all(reply.answered and 0 < reply.tokens_out <= 5 for reply in replies)
    assert replies[1].tokens_in == 40
    engine.close()
    assert engine.complete(asked[:1])[0].text == replies[0].text


def test_the_end_of_a_long_prompt_is_what_is_read(folder):
    engine = TransformersEngine(folder, input_tokens=20)
    tail = "who sold the boat " * 10
    first, second = engine.complete([request("alpha " * 50 + tail), request("beta " * 50 + tail)])
    assert first.text == second.text


def test_a_seed_gives_the_same_sample_again(folder):
    engine = TransformersEngine(folder)
    hot = [request("Hello there.", temperature=1.0, seed=seed) for seed in (1, 1, 2)]
    first, again, other = engine.complete(hot)
    assert first.text == again.text != other.text


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        TransformersEngine(str(tmp_path / "nowhere")).complete([request("?")])


def test_a_reply_that_ends_at_the_limit_was_not_cut(folder):
    engine = TransformersEngine(folder)
    cut = engine.complete([request("Hello there.")])[0]
    assert (cut.tokens_out, cut.finish_reason) == (5, "length")
    every_token = list(range(len(engine._tokenizer)))
    engine._model.generation_config.eos_token_id = every_token
    whole = engine.complete([ChatRequest((Message("user", "Hello there."),), Sampling(max_tokens=1))])[0]
    assert (whole.tokens_out, whole.finish_reason) == (1, "stop")


def test_a_template_writes_the_special_tokens_itself(folder):
    engine = TransformersEngine(folder)
    counted = engine.complete([request("Hello there.")])[0].tokens_in
    words = len(engine._tokenizer("Hello there.", add_special_tokens=False)["input_ids"])
    assert counted == words + (2 if engine._model.config.is_encoder_decoder else 0)
