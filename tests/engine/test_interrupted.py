"""A run that is killed or cannot write: the old output is whole."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from extractor.engine.serial import run
from extractor.errors import OutputError

FAKE = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
from conftest import FakeExtractor
"""
RUN_ON_AND_ON = """
from extractor.engine.serial import run
print("ready", flush=True)
while True:
    run(sys.argv[1:2], sys.argv[2], extractor=FakeExtractor(), batch_size=4)
"""
COMMAND_LINE = """
from extractor.cli import main, options
options.make_extractor = lambda *_, **__: FakeExtractor()
sys.exit(main())
"""
RECORDS = 300


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def given(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    text = "\n\n".join(f"Abstract number {number}: {'word ' * 50}" for number in range(RECORDS))
    path.write_text(f"{text}\n\nAbstract number 7: {'word ' * 50}\n\nno\n", encoding="utf-8")
    return path


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_killed_at_any_moment(tmp_path: Path, given: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / "out.jsonl"
    command = [sys.executable, "-c", FAKE + RUN_ON_AND_ON, str(given), str(out)]
    moments = random.Random(7)  # noqa: S311 - no secret
    whole = None
    for _ in range(4):
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            # Once there is an output, at any moment of the runs that replace it.
            while whole is None and not (folder / "out.run.json").exists():
                time.sleep(0.005)
            time.sleep(moments.uniform(0, 0.2))
            process.kill()
        content = out.read_bytes()
        whole = whole or content
        assert content.count(b"\n") == RECORDS
        assert content == whole
    assert any(name.endswith(".tmp") for name in names(folder)), "some of the kills came in the middle of a run"


@pytest.mark.skipif(not hasattr(signal, "SIGTERM"), reason="no signals here")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_leaves_no_draft(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old", encoding="utf-8")
    command = [sys.executable, "-c", FAKE + COMMAND_LINE, "run", "-", "-o", str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(b"An abstract on its way.\n\n" * 40)
        process.stdin.flush()
        while len(names(tmp_path)) < 2 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(number)
        message = process.stderr.read()
        code = process.wait()
    assert code == 128 + number
    assert b"Traceback" not in message
    assert names(tmp_path) == ["out.jsonl"]
    assert out.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz"])
def test_a_full_disk(tmp_path: Path, given: Path, extractor: Any, ending: str) -> None:
    """A limit on the size of files fails a write as a full disk does: part of it done, the rest refused."""
    resource = pytest.importorskip("resource", reason="no limits on files here")
    out = tmp_path / ("out" + ending)
    out.write_text("old", encoding="utf-8")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
    try:
        with pytest.raises(OutputError, match=r"cannot be written: .*; check folder, permissions and free space"):
            run([given], out, extractor=extractor)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert names(tmp_path) == ["in.txt", out.name]
    assert out.read_text(encoding="utf-8") == "old"


def test_a_device_that_is_full(given: Path, extractor: Any) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(OutputError, match="/dev/full: cannot be written: No space left on device"):
        run([given], "/dev/full", extractor=extractor)
