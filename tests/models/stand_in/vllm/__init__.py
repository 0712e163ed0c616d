"""Stands in for vLLM where it cannot run: the calls the engine makes, and replies that follow from them."""

import os
import sys
from types import SimpleNamespace

from vllm.sampling_params import SamplingParams, StructuredOutputsParams

__all__ = ["LLM", "SamplingParams", "StructuredOutputsParams"]
LOADED = []


class LLM:
    """Echoes the last message in capitals; a message ``die`` ends the process, ``fail`` raises."""

    def __init__(self, **arguments):
        if arguments["model"] == "missing":
            raise OSError("missing is not a local folder")
        sys.stdout.write("a library that writes to standard output\n")
        self.arguments = arguments
        self.batches = []
        self.llm_engine = SimpleNamespace(
            model_config=SimpleNamespace(max_model_len=arguments.get("max_model_len", 100)),
            engine_core=SimpleNamespace(shutdown=lambda: LOADED.remove(self)),
        )
        LOADED.append(self)

    def get_tokenizer(self):
        return self

    def apply_chat_template(self, messages, **options):
        assert options["tokenize"] and not options["return_dict"]
        return " ".join(message["content"] for message in messages).split()

    def chat(self, conversations, sampling, use_tqdm, chat_template_kwargs):
        self.batches.append((len(conversations), chat_template_kwargs["enable_thinking"]))
        return [self.answer(*pair) for pair in zip(conversations, sampling, strict=True)]

    def answer(self, messages, params):
        asked = messages[-1]["content"]
        if asked == "die":
            os._exit(3)
        if asked == "fail":
            raise RuntimeError("out of memory")
        schema = params.structured_outputs and params.structured_outputs.json
        words = ['{"summary":', '"x"}'] if schema else f"{asked.upper()} {params.seed}".split()
        kept = words[: params.max_tokens]
        reason = "length" if len(kept) < len(words) else "stop"
        output = SimpleNamespace(text=" ".join(kept), token_ids=kept, finish_reason=reason)
        return SimpleNamespace(
            outputs=[output],
            prompt_token_ids=self.apply_chat_template(messages, tokenize=True, return_dict=False),
        )
