"""Where the data that ships with the package is: in a wheel inside it, in a checkout beside it."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


def data(name: str) -> Traversable:
    """Return the folder of shipped data called `name` (`rules` or `schemas`).

    Raises:
        ExtractorError: the installation is broken and has no such folder.
    """
    packaged = files("extractor") / "_data" / name
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    raise ExtractorError(f"the folder {name}/ is missing from this installation; install extractor again")


def model() -> Path:
    """Return the folder of the shipped NER pipeline, whether or not one is there."""
    return Path(__file__).parent / "model"


def page_part(name: str) -> str:
    """Return a file of a page that stands beside the modules which fill it, as `report/page.css`."""
    return files("extractor").joinpath(name).read_text(encoding="utf-8")


def walk(folder: Traversable, *, ending: str, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield `(relative name without the ending, file)` for each file below `folder`.

    Sorted, so that order never depends on a disk. A zipped wheel has no `rglob`, hence the recursion.
    """
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            yield from walk(entry, ending=ending, prefix=f"{prefix}{entry.name}/")
        elif entry.name.endswith(ending):
            yield prefix + entry.name.removesuffix(ending), entry


def digest(folder: Path) -> str:
    """Return the SHA-256 of all files below a folder, their names included."""
    total = hashlib.sha256()
    for name, file in walk(folder, ending=""):
        total.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()
