"""A run that is killed or cannot write: the old output is whole, and the run goes on from where it was."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from extractor.engine.serial import run
from extractor.errors import OutputError, RejectedError, ResumeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from extractor.abstract import Abstract
    from extractor.records import AbstractRecord

FAKE = f"""
import sys, time
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
from conftest import FakeExtractor
"""
RUN_SLOWLY = """
from extractor.engine.serial import run
class Slow(FakeExtractor):
    def pipe(self, abstracts):
        for record in super().pipe(abstracts):
            time.sleep(0.001)
            print(record.id, flush=True)
            yield record
run(sys.argv[1:2], sys.argv[2], extractor=Slow(), batch_size=4, resume=True)
"""
COMMAND_LINE = """
from extractor.cli import main, options
options.make_extractor = lambda *_, **__: FakeExtractor()
sys.exit(main())
"""
RECORDS = 300
BATCH = 4


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def given(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    text = "\n\n".join(f"Abstract number {number}: {'word ' * 50}" for number in range(RECORDS))
    path.write_text(f"{text}\n\nAbstract number 7: {'word ' * 50}\n\nno\n", encoding="utf-8")
    return path


class Counting:
    """An extractor that counts what it is given, and stops a run after some of it."""

    def __init__(self, extractor: Any, *, stop_after: int | None = None, error: BaseException | None = None) -> None:
        self.digests, self.model_digest, self._extractor = extractor.digests, extractor.model_digest, extractor
        self.seen: list[str] = []
        self._stop_after, self._error = stop_after, error or KeyboardInterrupt()

    def pipe(self, abstracts: Iterable[Abstract]) -> Iterator[AbstractRecord]:
        for abstract in abstracts:
            if len(self.seen) == self._stop_after:
                raise self._error
            self.seen.append(abstract.text)
            yield from self._extractor.pipe([abstract])


def bytes_of(folder: Path) -> dict[str, bytes]:
    """All that a run has written; of the run file what is the same each time."""
    found = {path.name: path.read_bytes() for path in folder.glob("out*")}
    run_file = json.loads(found["out.run.json"])
    del run_file["started"], run_file["seconds"]
    return found | {"out.run.json": json.dumps(run_file).encode()}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_killed_at_any_moment_and_resumed(tmp_path: Path, given: Path, extractor: Any) -> None:
    undisturbed, folder = tmp_path / "undisturbed", tmp_path / "out"
    undisturbed.mkdir()
    folder.mkdir()
    run([given], undisturbed / "out.jsonl", extractor=extractor, batch_size=BATCH)
    command = [sys.executable, "-c", FAKE + RUN_SLOWLY, str(given), str(folder / "out.jsonl")]
    moments = random.Random(7)  # noqa: S311 - no secret
    seen: list[str] = []
    kills = 0
    for attempt in range(20):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            seen.append(process.stdout.readline())
            if attempt < 4:
                time.sleep(moments.uniform(0, 0.15))
                process.kill()
            seen += process.stdout
        kills += process.returncode == -signal.SIGKILL
        assert (folder / "out.jsonl").exists() == (process.returncode == 0)
        if process.returncode == 0:
            break
    assert kills >= 2
    assert len(set(seen)) == RECORDS
    assert len(seen) <= RECORDS + kills * 2 * BATCH, "only what was being worked on is done again"
    # What is left of a killed run's drafts has a hidden name; the output, rejects and run file are those of one run.
    assert bytes_of(folder) == bytes_of(undisturbed)


@pytest.mark.parametrize("stop_after", [1, 4, 7, 150, 299])
@pytest.mark.parametrize("cut", [0, 1, 40])
def test_resumed(tmp_path: Path, given: Path, extractor: Any, stop_after: int, cut: int) -> None:
    """Power may fail in the middle of a line: `cut` bytes of the journal are lost."""
    text = given.read_text(encoding="utf-8").replace("number 3:", "FAIL number 3:").replace("number 9:", "INVALID:")
    given.write_text(text, encoding="utf-8")
    undisturbed, folder = tmp_path / "undisturbed", tmp_path / "out"
    undisturbed.mkdir()
    folder.mkdir()
    run([given], undisturbed / "out.jsonl", extractor=extractor)
    stopped, out, partial = (
        Counting(extractor, stop_after=stop_after),
        folder / "out.jsonl",
        folder / "out.jsonl.partial",
    )
    with pytest.raises(KeyboardInterrupt):
        run([given], out, extractor=stopped, batch_size=1)
    assert partial.exists()
    with partial.open("r+b") as journal:
        journal.truncate(partial.stat().st_size - cut)
    resumed = Counting(extractor)
    run([given], out, extractor=resumed, resume=True, batch_size=1)
    assert bytes_of_records(folder) == bytes_of_records(undisturbed)
    assert set(stopped.seen) | set(resumed.seen) >= {part.strip() for part in text.split("\n\n") if len(part) > 3}
    again = set(stopped.seen) & set(resumed.seen)
    assert len(again) <= 1 + bool(cut), "what was being worked on, and what was lost"
    assert not partial.exists()


def bytes_of_records(folder: Path) -> dict[str, bytes]:
    return {name: content for name, content in bytes_of(folder).items() if not name.endswith(".run.json")}


def interrupted(given: Path, out: Path, extractor: Any, **options: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        run([given], out, extractor=Counting(extractor, stop_after=20), batch_size=1, **options)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param("append", r"^inputs changed since the run was interrupted: .*in\.txt; remove ", id="grown"),
        pytest.param("touch", r"^inputs changed since the run was interrupted: .*in\.txt; remove ", id="written again"),
        pytest.param(
            "edit", r"^the input has changed: abstract 3 of in\.txt is not what it was", id="same size and time"
        ),
        pytest.param("rules", r"^rules changed since .*: numbers/percent\.toml; remove ", id="a rule"),
        pytest.param("model", r"^model changed since .*: None before, now 'm2'; remove ", id="the model"),
        pytest.param("text", r"^options changed since .*: text; remove ", id="another option"),
        pytest.param(
            "no resume", r"partial holds what an interrupted run has done: go on with --resume, or", id="afresh"
        ),
        pytest.param("garbage", r"partial: no journal of a run; remove ", id="another file of that name"),
    ],
)
def test_what_is_no_longer_the_same_run_is_refused(
    tmp_path: Path, given: Path, extractor: Any, change: str, message: str
) -> None:
    out, options = tmp_path / "out.jsonl", {"resume": True}
    interrupted(given, out, extractor)
    partial = tmp_path / "out.jsonl.partial"
    state = given.stat()
    if change == "append":
        with given.open("a", encoding="utf-8") as file:
            file.write("\n\nOne more abstract.")
    elif change == "touch":
        os.utime(given, ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    elif change == "edit":
        given.write_bytes(given.read_bytes().replace(b"number 2:", b"number X:"))
        os.utime(given, ns=(state.st_atime_ns, state.st_mtime_ns))
    elif change == "rules":
        extractor.digests = {**extractor.digests, "numbers/percent.toml": "d3"}
    elif change == "model":
        extractor.model_digest = "m2"
    elif change == "text":
        options["text"] = False
    elif change == "no resume":
        options = {}
    else:
        partial.write_bytes(b"not\nours\n")
    before = partial.read_bytes()
    with pytest.raises(ResumeError, match=message):
        run([given], out, extractor=extractor, **options)  # type: ignore[arg-type]
    assert partial.read_bytes() == before, "what was done is not lost by asking"
    assert not out.exists()


def test_resume_with_nothing_to_resume_is_a_run(tmp_path: Path, given: Path, extractor: Any) -> None:
    out = tmp_path / "out.jsonl"
    assert run([given], out, extractor=extractor, resume=True).counts.records == RECORDS
    assert names(tmp_path) == ["in.txt", "out.jsonl", "out.rejects.jsonl", "out.run.json"]


def test_a_journal_with_no_record_in_it_is_written_over(tmp_path: Path, given: Path, extractor: Any) -> None:
    (tmp_path / "out.jsonl.partial").write_bytes(b'{"extractor": "0.0.1", "inp')
    assert run([given], tmp_path / "out.jsonl", extractor=extractor).counts.records == RECORDS


def test_what_a_killed_run_left_of_its_outputs_is_removed(tmp_path: Path, given: Path, extractor: Any) -> None:
    for name in (".out.jsonl.0123abcd.tmp", ".out.rejects.jsonl.0123abcd.tmp", ".other.jsonl.0123abcd.tmp"):
        (tmp_path / name).touch()
    run([given], tmp_path / "out.jsonl", extractor=extractor)
    assert [name for name in names(tmp_path) if name.endswith(".tmp")] == [".other.jsonl.0123abcd.tmp"]


def test_two_runs_into_one_file(tmp_path: Path, given: Path, extractor: Any) -> None:
    pytest.importorskip("fcntl", reason="no file locks here")
    out = tmp_path / "out.jsonl"

    class Second(Counting):
        def pipe(self, abstracts: Iterable[Abstract]) -> Iterator[AbstractRecord]:
            with pytest.raises(ResumeError, match=r"out\.jsonl\.partial: another run is writing it; wait for it"):
                run([given], out, extractor=extractor, resume=True)
            return super().pipe(abstracts)

    assert run([given], out, extractor=Second(extractor), batch_size=100).counts.records == RECORDS


def test_standard_input_can_be_given_again(tmp_path: Path, given: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-c", FAKE + RUN_SLOWLY, "-", str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(given.read_bytes()[:70_000])
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(0.03)
        process.send_signal(signal.SIGKILL)
    with given.open("rb") as again:
        done = subprocess.run(command, stdin=again, stdout=subprocess.PIPE, check=True).stdout
    assert done.count(b"\n") < RECORDS
    assert out.read_bytes().count(b"\n") == RECORDS


def test_strict_stops_at_the_first_reject(tmp_path: Path, given: Path, extractor: Any) -> None:
    counting = Counting(extractor)
    given.write_text("First one.\n\nno\n\nSecond one.\n\nThird one.\n", encoding="utf-8")
    with pytest.raises(RejectedError, match=r"^in\.txt:3: too-short: 'no' is no abstract"):
        run([given], tmp_path / "out.jsonl", extractor=counting, batch_size=1, strict=True)
    assert counting.seen == ["First one.", "Second one."], "what stands in one batch with it, and no more"
    assert names(tmp_path) == ["in.txt"], "with the input mended it is another run: nothing to go on from"


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
        time.sleep(0.1)  # it is at work, and not just about to be
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
    assert names(tmp_path) == ["in.txt", out.name, f"{out.name}.partial"]
    assert out.read_text(encoding="utf-8") == "old"
    # With space again, the run goes on from what could be written.
    counting = Counting(extractor)
    assert run([given], out, extractor=counting, resume=True).counts.records == RECORDS
    assert 0 < len(counting.seen) < RECORDS


def test_a_full_file_system(tmp_path: Path, given: Path, extractor: Any) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        with pytest.raises(
            OutputError, match=r"out\.jsonl: cannot be written: No space left on device; check folder, p"
        ):
            run([given], folder / "out.jsonl", extractor=extractor)
        assert names(folder) == ["out.jsonl.partial"]
        subprocess.run(["mount", "-o", "remount,size=4m", str(folder)], check=True)
        counting = Counting(extractor)
        assert run([given], folder / "out.jsonl", extractor=counting, resume=True).counts.records == RECORDS
        assert 0 < len(counting.seen) < RECORDS
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_device_that_is_full(given: Path, extractor: Any) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(OutputError, match="/dev/full: cannot be written: No space left on device"):
        run([given], "/dev/full", extractor=extractor)
