"""Complexity of contexts: a causal model in strides against one pass, and the stand-in without a model."""

import math

import pytest

from streamrecall.errors import ModelError
from streamrecall.metrics.context_complexity import CausalCrossEntropy, PieceCompression
from streamrecall.models.minilm import packaged_folder

SAID = "Ana: we move to Oslo in May. Ben: then Parsnip the cat comes too, and the old boat is sold. "


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    import torch
    from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(packaged_folder())
    size = len(tokenizer)
    config = GPT2Config(vocab_size=size, n_positions=64, n_embd=16, n_layer=1, n_head=2)
    path = tmp_path_factory.mktemp("causal")
    GPT2LMHeadModel(config).save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


def one_pass(folder, text):
    """transformers' own loss, whose labels are the text itself."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = tokenizer(text, return_tensors="pt", add_special_tokens=False)["input_ids"]
    with torch.inference_mode():
        return float(model(ids, labels=ids).loss), ids.shape[1]


@pytest.mark.filterwarnings("ignore")
def test_a_text_that_fits_has_the_loss_of_one_pass(folder):
    wanted, tokens = one_pass(folder, SAID)
    assert tokens < 64
    (found,) = CausalCrossEntropy(str(folder)).measure([SAID])
    assert found == pytest.approx(wanted, abs=1e-5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("stride", [None, 1, 7, 31])
def test_a_long_text_scores_each_token_once_whatever_the_stride(folder, stride):
    import torch

    measure = CausalCrossEntropy(str(folder), context=32, stride=stride)
    measure._load()
    long = SAID * 5
    length = measure._tokenizer(long, return_tensors="pt", add_special_tokens=False)["input_ids"].shape[1]
    scored = []
    entropy = torch.nn.functional.cross_entropy

    def counting(logits, wanted, reduction):
        scored.append(len(wanted))
        return entropy(logits, wanted, reduction=reduction)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.nn.functional, "cross_entropy", counting)
        (found,) = measure.measure([long])
    assert sum(scored) == length - 1
    assert 0 < found < 2 * math.log(30_522)


@pytest.mark.filterwarnings("ignore")
def test_a_model_that_knows_its_text_finds_it_simpler(folder, tmp_path):
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder)
    ids = tokenizer(SAID, return_tensors="pt", add_special_tokens=False)["input_ids"]
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(30):
        optimizer.zero_grad()
        model(ids, labels=ids).loss.backward()
        optimizer.step()
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    known, new = CausalCrossEntropy(str(tmp_path)).measure([SAID, "Quarterly ledgers balance nowhere."])
    assert known < new / 2


@pytest.mark.filterwarnings("ignore")
def test_nothing_to_measure_is_none_and_a_missing_model_is_named(folder, tmp_path):
    assert CausalCrossEntropy(str(folder)).measure(["", "one"]) == [None, None]
    with pytest.raises(ModelError, match="nowhere"):
        CausalCrossEntropy(str(tmp_path / "nowhere")).measure(["?"])
    with pytest.raises(ValueError, match="stride"):
        CausalCrossEntropy("m", context=8, stride=8)


def test_repetition_is_simpler_and_length_alone_is_not():
    import random

    words = random.Random(0)
    fresh = [" ".join(str(words.random()) for _ in range(count)) for count in (200, 2000)]
    repeated, short, long, nothing = PieceCompression().measure(["the same again. " * 500, *fresh, ""])
    assert repeated < short / 3
    assert long == pytest.approx(short, rel=0.03)
    assert nothing is None
