"""A stand-in for the extractor that worker processes can make, and that does to them what an abstract asks for."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

from conftest import FakeExtractor

from extractor.errors import MissingExtraError, ModelError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import NoReturn

    from extractor.abstract import Abstract
    from extractor.records import AbstractRecord


class Workmate(FakeExtractor):
    """Obeys a word at the beginning of a text, and takes now more, now less time."""

    def pipe(self, abstracts: Iterable[Abstract]) -> Iterator[AbstractRecord]:
        for abstract in abstracts:
            time.sleep(len(abstract.text) % 5 * 0.0005)
            order, _, rest = abstract.text.partition(" ")
            if order == "DIE":
                os.kill(os.getpid(), signal.SIGKILL)
            elif order == "EXIT":
                os._exit(7)
            elif order == "DIE-FIRST" and _first(Path(rest)):
                os.kill(os.getpid(), signal.SIGKILL)
            elif order == "HANG":
                time.sleep(600)
            elif order == "HANG-WHILE":
                Path(f"{rest.split()[0]}.{os.getpid()}").touch()
                _wait(Path(rest.split()[0]), until=False)
            elif order == "AWAIT":
                _wait(Path(rest), until=True)
            elif order == "FILES":
                files = [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
                Path(rest).write_text("\n".join(files), encoding="utf-8")
            elif order == "NO-MODEL":
                raise ModelError("there is no model; install extractor again")
            yield from super().pipe([abstract])


class OtherRules(Workmate):
    """As if a rule had been edited in between."""

    digests: Mapping[str, str] = {"numbers/percent.toml": "d3"}


def without_model() -> NoReturn:
    raise ModelError("there is no model; install extractor again")


def without_extra() -> NoReturn:
    raise MissingExtraError(feature="this pass", extra="zstd")


def defective() -> NoReturn:
    raise ZeroDivisionError("no extractor comes of this")


def stillborn() -> NoReturn:
    os._exit(9)


def _first(seen: Path) -> bool:
    try:
        seen.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def _wait(path: Path, *, until: bool) -> None:
    end = time.monotonic() + 60
    while path.exists() != until and time.monotonic() < end:
        time.sleep(0.01)
