"""kill -9 in the middle of a stream, restore, feed the rest: same answers as without the crash."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from kill_target import TURNS, feed
from prostream_streams import THINGS, ask, stream

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.state import restore_stream


def test_a_killed_stream_goes_on_where_it_was_saved(tmp_path):
    path = tmp_path / "stream.npz"
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": str(here), "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen([sys.executable, str(here / "kill_target.py"), str(path)], env=environment)
    try:
        deadline = time.monotonic() + 60
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.5)
        assert process.poll() is None, "the stream ended before it could be killed"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    embedder = HashedEmbedder(64)
    restored = restore_stream(path, embedder)
    stopped = restored.next_turn
    assert stopped is not None and 0 < stopped < len(TURNS)
    whole = stream(embedder)
    feed(whole, 0)
    if (stopped - 1) % 7 == 0:  # the kill may have hit between the turn and the question after it
        thing = THINGS[(stopped - 1) % 5]
        asked = ask(f"What does the {thing} cost?", restored, stopped - 1)
        restored.recall(asked, 300)
    feed(restored, stopped)
    for text in ("What does the cello cost?", "Where is the marathon?", "Who says so?"):
        assert restored.peek(ask(text, restored), 500) == whole.peek(ask(text, whole), 500)
    assert restored.counts.missing_turns == 0
