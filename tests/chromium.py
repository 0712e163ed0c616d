"""A real headless Chromium, driven over its debugging pipe: no driver binary, no port, no dependency."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 30.0
KEY_CODES = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39}


def find_chromium() -> str:
    """Return the browser's path; skip the test without one, except in CI, where that is a failure."""
    found = os.environ.get("CHROMIUM") or next((p for p in map(shutil.which, NAMES) if p), None)
    if found:
        return found
    reason = "needs Chromium (Debian: apt-get install chromium), or its path in $CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def launch_chromium() -> Iterator[Chromium]:
    """Start a browser for a block and end it, with its profile, afterwards."""
    binary = find_chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Chromium(binary, profile)
        try:
            yield browser
        finally:
            browser.close()


class Page:
    """One tab. What its page logs as an error, and what it tries to fetch, is kept for the test to see."""

    def __init__(self, browser: Chromium, session: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self._target = target
        self.errors: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, parameters, self._session, self)

    def open(self, path: Path, fragment: str = "") -> None:
        """Load a file and wait until its script has drawn."""
        self.call("Page.navigate", url=path.resolve().as_uri() + fragment)
        self.wait("document.readyState === 'complete'")

    def evaluate(self, expression: str) -> Any:
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float = SECONDS) -> None:
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise AssertionError(f"not true within {seconds} s: {expression}")
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))

    def count(self, selector: str) -> int:
        return int(self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def click(self, selector: str) -> None:
        """Press the left button in the middle of an element, as a person would."""
        spot = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const r = e.getClientRects()[0]; return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", clickCount=1
            )

    def key(self, key: str, text: str = "") -> None:
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=KEY_CODES.get(key, 0),
                text=text if kind == "keyDown" else "",
            )

    def resize(self, width: int, height: int, *, phone: bool = False, scale: float = 1) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=phone,
        )

    def prefer(self, scheme: str) -> None:
        self.call(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ],
        )

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        self._browser.call("Target.closeTarget", {"targetId": self._target})

    def hear(self, event: dict[str, Any]) -> None:
        parameters = event.get("params", {})
        if event["method"] == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(parameters["exceptionDetails"]))
        elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(json.dumps(parameters["entry"]))
        elif event["method"] == "Runtime.consoleAPICalled":
            self.errors.append(json.dumps(parameters))
        elif event["method"] == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])


class Chromium:
    """The browser process. Messages are JSON, each ended by a zero byte, on descriptors 3 and 4."""

    def __init__(self, binary: str, profile: str) -> None:
        child_in, self._write = _pipe()
        self._read, child_out = _pipe()
        quiet = os.open(os.devnull, os.O_RDWR)
        arguments = [
            binary,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-extensions",
            "--disable-background-networking",
            "--hide-scrollbars",
            f"--user-data-dir={profile}",
            "--remote-debugging-pipe",
            "about:blank",
        ]
        self._pid = os.posix_spawn(
            binary,
            arguments,
            dict(os.environ),
            file_actions=[
                (os.POSIX_SPAWN_DUP2, child_in, 3),
                (os.POSIX_SPAWN_DUP2, child_out, 4),
                *((os.POSIX_SPAWN_DUP2, quiet, number) for number in (0, 1, 2)),
            ],
        )
        for descriptor in (child_in, child_out, quiet):
            os.close(descriptor)
        self._buffer = b""
        self._number = 0
        self._pages: dict[str, Page] = {}

    @contextmanager
    def page(self, width: int = 1440, height: int = 900) -> Iterator[Page]:
        """Open a tab for a block."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = Page(self, session, target)
        self._pages[session] = page
        page.resize(width, height)
        page.prefer("light")
        try:
            yield page
        finally:
            page.close()

    def call(
        self, method: str, parameters: dict[str, Any], session: str | None = None, page: Page | None = None
    ) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return dict(answer["result"])
            heard = page if page is not None and answer.get("sessionId") == session else None
            listener = heard or self._pages.get(answer.get("sessionId", ""))
            if listener is not None and "method" in answer:
                listener.hear(answer)

    def close(self) -> None:
        try:
            self.call("Browser.close", {})
        except (AssertionError, OSError):
            os.kill(self._pid, 9)
        os.waitpid(self._pid, 0)
        os.close(self._read)
        os.close(self._write)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], SECONDS)
            piece = os.read(self._read, 1 << 20) if ready else b""
            if not piece:
                raise AssertionError("Chromium did not answer")
            self._buffer += piece
        raw, self._buffer = self._buffer.split(b"\0", 1)
        return dict(json.loads(raw))


def _pipe() -> tuple[int, int]:
    """Return a pipe whose ends lie above descriptor 9, clear of those the browser is given."""
    ends = os.pipe()
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
