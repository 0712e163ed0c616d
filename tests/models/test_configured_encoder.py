"""An encoder that the parameters put on a server: each text is asked for once, also by a new process."""

from pathlib import Path

import numpy as np
from local_server import StartServer

from streamrecall.models.engine_parameters import ServerParameters
from streamrecall.params import EncoderParameters
from streamrecall.pipelines.encoders import open_encoder


def test_a_text_is_paid_for_once(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server()

    def parameters(cache: str) -> EncoderParameters:
        return EncoderParameters(
            kind="openai",
            model="embedder",
            server=ServerParameters(base_urls=(server.url,)),
            cache=str(tmp_path / cache),
            ledger=str(tmp_path / "calls.sqlite"),
        )

    first = open_encoder(parameters("one.sqlite"))
    vectors = first.embed(["a boat", "a crate"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert first.name == "embedder"
    asked = sum(server.counts()["answers"].values())
    assert np.array_equal(open_encoder(parameters("one.sqlite")).embed(["a crate"]), vectors[1:])
    assert np.array_equal(open_encoder(parameters("two.sqlite")).embed(["a boat", "a crate"]), vectors)
    assert sum(server.counts()["answers"].values()) == asked
