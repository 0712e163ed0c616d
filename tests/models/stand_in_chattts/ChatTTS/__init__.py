"""Stands in for ChatTTS 0.2 where its weights cannot be had: the calls the adapter makes, with its names."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch


class Chat:
    """Loads any folder that holds ``config.yaml``; says a text as a 24 kHz tone that its speaker sets."""

    @dataclass
    class InferCodeParams:
        prompt: str = "[speed_5]"
        spk_emb: str | None = None
        temperature: float = 0.3
        show_tqdm: bool = True
        manual_seed: int | None = None

    def load(self, source="local", force_redownload=False, compile=False, custom_path=None, device=None):
        self.loaded_from = (source, custom_path)
        return source == "huggingface" or Path(custom_path, "config.yaml").is_file()

    def sample_random_speaker(self):
        return f"{float(torch.rand(1)):.6f}"

    def infer(self, text, skip_refine_text=False, params_infer_code=None):
        assert skip_refine_text
        assert isinstance(text, list)
        step = 0.01 + float(params_infer_code.spk_emb) / 10
        return [np.sin(np.arange(240 * len(each)) * step).astype(np.float32)[None, :] for each in text]
