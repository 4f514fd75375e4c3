"""`extractor train`: gold to a model, for maintainers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli.output import to_stderr

if TYPE_CHECKING:
    import argparse

HELP = "train the model from gold (for maintainers)"
DESCRIPTION = "Train the model of the ner pass from annotated abstracts. The same gold and seed give the same model."
EPILOG = """\
example:
  extractor train train.gold.jsonl --texts arxiv.jsonl.gz -o model/"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("gold", metavar="GOLD", type=Path, help="the gold file to learn from")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="folder that the model goes to")
    parser.add_argument(
        "--texts", metavar="FILE", type=Path,
        help="abstracts that nobody has annotated, for vectors of words; in any format that run reads",
    )  # fmt: skip
    parser.add_argument(
        "--silver", metavar="FILE", type=Path,
        help="what a teacher thinks of some of these abstracts, to learn from beside gold (see teacher/README.md)",
    )  # fmt: skip
    parser.add_argument(
        "--keep", metavar="FILE", type=Path,
        help="keep there what models found in gold that they had not seen; where it is there already, learn points anew"
        " for the rules as they are, and train no model",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="seed of all that is random (default: 0)")
    parser.add_argument(
        "--folds", metavar="N", type=int, default=3,
        help="parts to cross-validate with before training; 0 leaves it out (default: 3)",
    )  # fmt: skip


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.train import train

    train(
        arguments.gold,
        arguments.output,
        texts=arguments.texts,
        silver=arguments.silver,
        seed=arguments.seed,
        folds=arguments.folds,
        keep=arguments.keep,
        progress=_tell,
    )
    to_stderr(f"extractor: wrote {arguments.output}")
    return 0


def _tell(message: str) -> None:
    to_stderr(f"extractor: {message}")
