"""A headless Chromium that tests drive over a pipe, in the DevTools protocol; nothing but the browser is needed."""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_SECONDS = 30.0


def found() -> str | None:
    """Where a Chromium is: what the variable CHROMIUM says, or one of its usual names."""
    given = os.environ.get("CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One tab, and all that it said: messages on the console, exceptions, and what it asked the network for."""

    def __init__(self, process: subprocess.Popen[bytes], reads: int, writes: int) -> None:
        self._process, self._reads, self._writes = process, reads, writes
        self._numbers = itertools.count(1)
        self._rest = b""
        self._session: str | None = None
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._loaded = False

    def call(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._writes, data) :]
        while (answer := self._next()).get("id") != number:
            self._note(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._reads], [], [], _SECONDS)
            assert ready, "the browser does not answer"
            more = os.read(self._reads, 1 << 20)
            assert more, "the browser went away"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(line)
        return told

    def _note(self, event: dict[str, Any]) -> None:
        what, said = event.get("method"), event.get("params", {})
        if what == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(said["exceptionDetails"]))
        elif what == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(said["args"]))
        elif what == "Log.entryAdded":
            self.complaints.append(said["entry"]["text"])
        elif what == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif what == "Page.loadEventFired":
            self._loaded = True

    def attach(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def open(self, page: Path, fragment: str = "") -> float:
        """Open a page and return how many seconds passed until it was loaded."""
        self._go("about:blank")
        self.complaints.clear()
        self.requests.clear()
        begun = time.perf_counter()
        self._go(page.resolve().as_uri() + fragment)
        return time.perf_counter() - begun

    def _go(self, url: str) -> None:
        self._loaded = False
        self.call("Page.navigate", url=url)
        while not self._loaded:
            self._note(self._next())

    def run(self, script: str) -> Any:
        """What an expression gives; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression holds."""
        until = time.monotonic() + _SECONDS
        while not self.run(script):
            assert time.monotonic() < until, f"never: {script}"
            time.sleep(0.02)

    def press(self, key: str, code: int = 0) -> None:
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        plain: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **plain, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **plain)

    def view(self, *, width: int = 1280, height: int = 900, dark: bool = False, media: str = "") -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def printed(self) -> bytes:
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])


@contextmanager
def opened(folder: Path) -> Iterator[Browser]:
    """A browser whose profile is in a folder of the test's own."""
    executable = found()
    assert executable is not None
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    # The browser reads from descriptor 3 and writes to 4. Root may run it without its sandbox alone.
    command = [
        "bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", executable, "--headless", "--no-sandbox",
        "--remote-debugging-pipe", f"--user-data-dir={folder}", "--no-first-run", "--disable-gpu",
        "--disable-dev-shm-usage", "--disable-background-networking",
    ]  # fmt: skip
    process = subprocess.Popen(
        command, pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        browser = Browser(process, ours_in, ours_out)
        browser.attach()
        yield browser
    finally:
        process.terminate()
        try:
            process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
        os.close(ours_in)
        os.close(ours_out)
