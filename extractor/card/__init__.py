"""Data cards: what a file of records is and how it was made, for people (Markdown) and for tools (Croissant)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.card.croissant import as_croissant
from extractor.card.dataset import About, Contents, Dataset, look_at
from extractor.card.markdown import MARK, as_markdown
from extractor.errors import OutputError
from extractor.writers.draft import Draft, output_errors

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["About", "Contents", "Dataset", "as_croissant", "as_markdown", "look_at", "write_card"]


def write_card(dataset: Dataset, folder: Path, *, overwrite: bool = False) -> tuple[Path, Path]:
    """Write `README.md` and `croissant.json` into a folder, which is made if it is not there; return their paths.

    Args:
        dataset: what they tell of.
        folder: where they go.
        overwrite: whether a README that is no card may be overwritten. A card always may.

    Raises:
        OutputError: they cannot be written, or there is a README that is no card.
    """
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    card, metadata = folder / "README.md", folder / "croissant.json"
    if not overwrite and _is_of_others(card):
        raise OutputError(f"{card}: is no card that extractor wrote; give another folder, or --force to overwrite it")
    with Draft(card) as first, Draft(metadata) as second:
        for draft, text in ((first, as_markdown(dataset)), (second, as_croissant(dataset))):
            with output_errors(draft.target):
                draft.stream.write(text.encode("utf-8", "backslashreplace"))
        first.finish()
        second.finish()
        first.commit()
        second.commit()
    return card, metadata


def _is_of_others(readme: Path) -> bool:
    with output_errors(readme):
        return readme.is_file() and MARK not in readme.read_text(encoding="utf-8", errors="replace")
