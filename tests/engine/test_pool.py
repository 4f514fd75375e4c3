"""Worker processes: the same bytes however many, and what becomes of a run when one of them, or the parent, dies."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest
import workmate
from workmate import Workmate

from extractor import Extractor
from extractor.abstract import Abstract
from extractor.cli import main, options
from extractor.engine import processes
from extractor.engine.pool import pooled
from extractor.engine.processes import Workers, cores
from extractor.engine.serial import run
from extractor.engine.worker import warmed
from extractor.errors import ExtractorError, InputError, MissingExtraError, ModelError, RejectedError, ResumeError
from extractor.passes import ner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

METHODS = multiprocessing.get_all_start_methods()
FAST = "fork" if "fork" in METHODS else "spawn"

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the stand-in kills itself with it"),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

COMMAND_LINE = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
from extractor.cli import main, options
from extractor.engine import processes
from workmate import Workmate
if __name__ == "__main__":
    options.extractor_maker = lambda *_, **__: Workmate
    sys.exit(main())
"""


def workers(number: int = 2, *, make: Callable[[], Any] = Workmate, **options: Any) -> Workers:
    return Workers(make, number=number, **{"method": FAST, **options})


def given(path: Path, *texts: str) -> Path:
    path.write_text("".join(json.dumps({"abstract": text}) + "\n" for text in texts), encoding="utf-8")
    return path


def written(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out, out.with_name("out.rejects.jsonl")) if path.exists()}


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Abstracts of all kinds, and what one process makes of them."""
    folder = tmp_path_factory.mktemp("mixed")
    texts = [f"Abstract {number} of some length. {'word ' * (number * 7 % 11)}" for number in range(120)]
    texts[5] = texts[60] = texts[3]
    texts[17] = texts[19] = "FAIL in a pass."
    texts[40] = "INVALID record."
    texts[44] = ""
    path = given(folder / "in.jsonl", *texts)
    run([path], folder / "out.jsonl", extractor=Workmate())
    return path, written(folder / "out.jsonl")


@pytest.mark.parametrize(
    ("number", "batch_size", "method"),
    [
        *((number, batch_size, FAST) for number in (1, 2, 3) for batch_size in (1, 5, 200)),
        *((2, 8, method) for method in METHODS if method != FAST),
    ],
)
def test_same_bytes(
    tmp_path: Path, mixed: tuple[Path, dict[str, bytes]], number: int, batch_size: int, method: str
) -> None:
    path, expected = mixed
    out, progress = tmp_path / "out.jsonl", list[int]()
    run_file = run(
        [path], out, extractor=Workmate(), batch_size=batch_size, workers=workers(number, method=method),
        on_progress=progress.append,
    )  # fmt: skip
    assert written(out) == expected
    assert len(expected) == 2
    assert run_file.counts.rejects == {"failed": 3, "no-text": 1}
    assert sum(progress) == 120
    assert "workers" not in run_file.options, "it does not matter"
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("batch_size", [1, 4, 32])
def test_an_abstract_at_which_a_worker_dies_once_is_tried_again(tmp_path: Path, batch_size: int) -> None:
    texts = [
        f"DIE-FIRST {tmp_path}/seen{number}" if number in {3, 9} else f"Abstract {number}." for number in range(20)
    ]
    path = given(tmp_path / "in.jsonl", *texts)
    run_file = run([path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=batch_size, workers=workers())
    assert [record["text"] for record in objects(tmp_path / "out.jsonl")] == texts
    assert run_file.counts.rejects == {}
    assert len(list(tmp_path.glob("seen*"))) == 2


@pytest.mark.parametrize("batch_size", [1, 4, 32])
@pytest.mark.parametrize(("order", "how"), [("DIE", "SIGKILL"), ("EXIT", "exit code 7")])
def test_an_abstract_at_which_workers_die_is_rejected(tmp_path: Path, batch_size: int, order: str, how: str) -> None:
    texts = [f"{order} {number}" if number in {3, 9} else f"Abstract {number}." for number in range(20)]
    path = given(tmp_path / "in.jsonl", *texts, f"{order}  3")
    run([path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=batch_size, workers=workers())
    assert [record["text"] for record in objects(tmp_path / "out.jsonl")] == [
        text for text in texts if not text.startswith(order)
    ]
    rejects = objects(tmp_path / "out.rejects.jsonl")
    assert [(reject["code"], reject["position"], reject["raw"]) for reject in rejects] == [
        ("killed", 4, f"{order} 3"),
        ("killed", 10, f"{order} 9"),
        ("killed", 21, f"{order}  3"),
    ]
    assert f"died 2 times ({how})" in rejects[0]["reason"]


@pytest.mark.parametrize("batch_size", [1, 8])
def test_an_abstract_that_takes_too_long_is_rejected(tmp_path: Path, batch_size: int) -> None:
    texts = ["HANG here." if number == 3 else f"Abstract {number}." for number in range(20)]
    path = given(tmp_path / "in.jsonl", *texts)
    run_file = run(
        [path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=batch_size, workers=workers(timeout=1.0)
    )
    assert [record["text"] for record in objects(tmp_path / "out.jsonl")] == texts[:3] + texts[4:]
    (reject,) = objects(tmp_path / "out.rejects.jsonl")
    assert (reject["code"], reject["position"]) == ("timeout", 4)
    assert reject["reason"].startswith("it takes more than 1 seconds; allow more")
    assert run_file.options["timeout"] == 1.0


def test_a_run_with_another_timeout_is_another_run(tmp_path: Path) -> None:
    path = given(tmp_path / "in.jsonl", "Abstract 1.", "NO-MODEL here.")
    with pytest.raises(ModelError):
        run([path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=1, workers=workers(1, timeout=50))
    with pytest.raises(ResumeError, match="options changed since the run was interrupted: timeout"):
        run([path], tmp_path / "out.jsonl", extractor=Workmate(), resume=True, workers=workers(1, timeout=60))


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        pytest.param(workmate.without_model, ModelError, "^there is no model; install", id="no model"),
        pytest.param(
            workmate.without_extra, MissingExtraError, r"^this pass needs .* 'extractor\[zstd\]'$", id="extra"
        ),
        pytest.param(workmate.OtherRules, ExtractorError, "^rules or model have changed since", id="other rules"),
        pytest.param(workmate.stillborn, ExtractorError, r"before they can begin \(exit code 9\)", id="dies at birth"),
        pytest.param(
            workmate.defective, RuntimeError, "^in a worker process: ZeroDivisionError: no extractor", id="a defect"
        ),
    ],
)
def test_no_extractor_can_be_made(
    tmp_path: Path, make: Callable[[], Any], kind: type[Exception], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = given(tmp_path / "in.jsonl", "Abstract 1.", "Abstract 2.")
    with pytest.raises(kind, match=message) as raised:
        run([path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=1, workers=workers(make=make))
    assert type(raised.value) is kind
    assert capfd.readouterr() == ("", "")
    assert not multiprocessing.active_children()


def test_a_fault_on_the_way_ends_the_run(tmp_path: Path) -> None:
    path = given(tmp_path / "in.jsonl", *(f"Abstract {number}." for number in range(50)), "NO-MODEL here.")
    with pytest.raises(ModelError, match=r"^there is no model; install extractor again$"):
        run([path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=2, workers=workers())
    assert (tmp_path / "out.jsonl.partial").exists()
    assert not multiprocessing.active_children()


@pytest.mark.skipif("fork" not in METHODS, reason="processes cannot be forked here")
def test_forked_workers_can_share_what_is_loaded(tmp_path: Path, mixed: tuple[Path, dict[str, bytes]]) -> None:
    path, expected = mixed
    extractor = Workmate()
    run([path], tmp_path / "out.jsonl", extractor=extractor, workers=workers(make=lambda: extractor, method="fork"))
    assert written(tmp_path / "out.jsonl") == expected
    assert extractor.calls == [], "all was done elsewhere"


def test_strict_ends_the_workers(tmp_path: Path) -> None:
    path = given(tmp_path / "in.jsonl", *(f"Abstract {number}." for number in range(50)), "FAIL", "HANG")
    with pytest.raises(RejectedError, match=r"^in\.jsonl:51: failed: "):
        run([path], tmp_path / "out.jsonl", extractor=Workmate(), batch_size=1, strict=True, workers=workers())
    assert not multiprocessing.active_children()


def endless(read: list[int], first: str = "Abstract 0.") -> Iterator[list[Abstract]]:
    for number in count():
        read.append(number)
        yield [Abstract(f"Abstract {number}." if number else first)]


def test_no_more_is_read_than_is_soon_worked_on(tmp_path: Path) -> None:
    """The first batch keeps all others waiting, which are done; but not all that there are."""
    read: list[int] = []
    timer = Timer(0.5, (tmp_path / "go").touch)
    timer.start()
    work = pooled(endless(read, f"AWAIT {tmp_path}/go"), workers(2), like=Workmate())
    first = next(work)
    assert len(read) == 8, "four batches a worker"
    assert first[0][0] == Abstract(f"AWAIT {tmp_path}/go")
    assert [batch[0][0] for batch in islice(work, 20)] == [Abstract(f"Abstract {number}.") for number in range(1, 21)]
    assert len(read) <= 21 + 8
    work.close()
    timer.join()
    assert not multiprocessing.active_children()


def test_no_more_workers_than_there_is_work() -> None:
    work = pooled([[Abstract("Abstract 1.")]], workers(5), like=Workmate())
    assert len(next(work)) == 1
    assert len(multiprocessing.active_children()) == 1
    work.close()


def test_what_was_read_before_reading_fails_is_handed_on() -> None:
    def failing() -> Iterator[list[Abstract]]:
        yield from islice(endless([]), 5)
        raise InputError("damaged")

    work = pooled(failing(), workers(2), like=Workmate())
    assert len(list(islice(work, 5))) == 5
    with pytest.raises(InputError, match="damaged"):
        next(work)


def in_session(leader: int) -> list[int]:
    """The processes of a session that are still there, without those that have ended and wait to be asked how."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = path.read_text().rpartition(") ")[2].split()[:4]
        except OSError:  # it has just ended
            continue
        if int(session) == leader and state != "Z":
            found.append(int(path.parent.name))
    return found


def gone(leader: int) -> bool:
    end = time.monotonic() + 30
    while in_session(leader) and time.monotonic() < end:
        time.sleep(0.02)
    return not in_session(leader)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes cannot be listed here")


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run in a session of its own, of which something is done, and whose workers both hang."""
    (tmp_path / "hang").touch()
    texts = [f"HANG-WHILE {tmp_path}/hang {number}" if number > 10 else f"Abstract {number}." for number in range(20)]
    path = given(tmp_path / "in.jsonl", *texts)
    script = tmp_path / "command.py"
    script.write_text(COMMAND_LINE, encoding="utf-8")
    command = [
        sys.executable,
        str(script),
        "run",
        str(path),
        "-o",
        str(tmp_path / "out.jsonl"),
        "-j2",
        "--batch-size=1",
    ]
    with (
        (tmp_path / "stderr").open("wb") as stderr,
        subprocess.Popen(command, stderr=stderr, start_new_session=True) as process,
    ):
        end = time.monotonic() + 60
        while len(list(tmp_path.glob("hang.*"))) < 2 and process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        yield process
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@needs_proc
@pytest.mark.parametrize(
    ("number", "to_all"),
    [
        pytest.param(signal.SIGINT, True, id="Ctrl-C, which all processes get"),
        pytest.param(signal.SIGTERM, False, id="SIGTERM"),
        pytest.param(signal.SIGKILL, False, id="SIGKILL"),
    ],
)
def test_a_parent_that_ends_leaves_no_worker_and_can_be_resumed(
    tmp_path: Path,
    hanging: subprocess.Popen[bytes],
    number: signal.Signals,
    to_all: bool,  # noqa: FBT001
) -> None:
    assert len(in_session(hanging.pid)) >= 3
    (os.killpg if to_all else os.kill)(hanging.pid, number)
    code = hanging.wait(60)
    message = (tmp_path / "stderr").read_text(encoding="utf-8")
    assert gone(hanging.pid)
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    assert "Traceback" not in message
    assert ("go on with --resume" in message) == (number != signal.SIGKILL)
    assert (tmp_path / "out.jsonl.partial").read_bytes().count(b"\n") > 1
    (tmp_path / "hang").unlink()
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    run([path], out, extractor=Workmate(), batch_size=3, options={"passes": ["links"], "rules": []},
        resume=True, workers=workers())  # fmt: skip
    resumed = written(out)
    run([path], out, extractor=Workmate())
    assert written(out) == resumed
    assert len(objects(out)) == 20


def test_as_many_workers_as_cores() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    if hasattr(os, "sched_getaffinity"):
        assert cores() == len(os.sched_getaffinity(0))
    assert options.workers("auto") == options.workers("0") == cores()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-j", "-1"], "-1 is not a whole number from 1 up"),
        (["-j", "many"], "many is not a whole number from 1 up"),
        (["--timeout", "0"], "0 is no time; give seconds, as 30 or 0.5"),
        (["--timeout", "soon"], "soon is no number from 0 up"),
    ],
)
def test_what_is_no_number_of_workers_or_seconds(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["run", "in.jsonl", "-o", "out.jsonl", *arguments])
    assert end.value.code == 2
    assert message in capfd.readouterr().err


def test_the_command_line_hands_on_what_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "extractor_maker", lambda *_, **__: Workmate)
    path = given(tmp_path / "in.jsonl", "Abstract 1.", "EXIT now.")
    assert main(["run", str(path), "-o", str(tmp_path / "out.jsonl"), "-q", "-j2", "--timeout", "60"]) == 3
    assert [reject["code"] for reject in objects(tmp_path / "out.rejects.jsonl")] == ["killed"]
    assert json.loads((tmp_path / "out.run.json").read_bytes())["options"]["timeout"] == 60


def test_no_abstract_waits_for_what_is_loaded_late(monkeypatch: pytest.MonkeyPatch) -> None:
    ner.load_tagger.cache_clear()
    extractor = Extractor()
    warmed(extractor)
    monkeypatch.setattr(ner.words, "Tokenizer", None)
    monkeypatch.setattr(ner.tagger, "Parts", None)
    assert extractor.extract("We propose FooNet (it is new:).").methods[0].name == "FooNet"
    ner.load_tagger.cache_clear()
    with pytest.raises(AttributeError):
        extractor.extract("We propose FooNet.")


@pytest.mark.skipif(sys.platform != "linux", reason="nobody forks by himself elsewhere")
class TestForks:
    """Workers that are forked by themselves, where that is safe."""

    def test_what_is_loaded_is_shared(
        self, tmp_path: Path, mixed: tuple[Path, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, expected = mixed
        monkeypatch.setattr(processes, "can_fork", lambda: True)  # other tests may have left a thread here
        extractor = Workmate()
        run([path], tmp_path / "out.jsonl", extractor=extractor, workers=workers(make=never_made, method="auto"))
        assert written(tmp_path / "out.jsonl") == expected
        assert set(extractor.calls) == {1}, "warmed here, all else was done elsewhere"

    def test_a_process_with_threads_is_not_forked(self, tmp_path: Path, mixed: tuple[Path, dict[str, bytes]]) -> None:
        path, expected = mixed
        timer = Timer(600, os.abort)
        timer.start()
        try:
            assert workers(method="auto").method_now() == "spawn"
            run([path], tmp_path / "out.jsonl", extractor=Workmate(), workers=workers(1, method="auto"))
        finally:
            timer.cancel()
            timer.join()
        assert written(tmp_path / "out.jsonl") == expected

    @pytest.mark.parametrize(("threads", "safe"), [(1, True), (2, False), (0, False)])
    def test_a_process_with_one_thread_is_forked(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        threads: int,
        safe: bool,  # noqa: FBT001
    ) -> None:
        for thread in range(threads):
            (tmp_path / "task" / str(thread)).mkdir(parents=True)
        monkeypatch.setattr(processes, "_THREADS", tmp_path / "task")
        assert processes.can_fork() == safe
        assert workers(method="auto").method_now() == ("fork" if safe else "spawn")

    def test_the_lock_on_the_journal_goes_with_the_parent(self, tmp_path: Path) -> None:
        """Workers that outlive it for a moment do not hold it."""
        texts = [f"FILES {tmp_path}/files"]
        with (tmp_path / "locked").open("w"):
            run([given(tmp_path / "in.jsonl", *texts)], tmp_path / "out.jsonl", extractor=Workmate(), workers=workers())
        files = (tmp_path / "files").read_text(encoding="utf-8").splitlines()
        assert any(name.startswith("socket:") for name in files), "its pipe"
        assert not [name for name in files if name.startswith(str(tmp_path))]


def never_made() -> Workmate:
    raise AssertionError("workers have their parent's")
