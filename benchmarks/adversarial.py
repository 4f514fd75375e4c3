"""Show that time grows with the length of a text and no faster, whatever the text is made of.

    python benchmarks/adversarial.py [--stage clean|sentences|rules|pipeline] [--largest 1000000] [PIECE...]

Each piece is repeated to 125, 250, 500 and 1,000 kB (a text of one megabyte is the longest that is read). A line tells
the CPU seconds of each length and the growth from the second to the last, as the exponent that fits: 1 is linear, 2 is
quadratic. What grows by more than `--worst` and takes more than a second makes the exit code 1.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from typing import TYPE_CHECKING

from extractor import Extractor
from extractor.clean import clean
from extractor.document import Document, passage, sentence_spans
from extractor.pipeline import RULE_PASSES
from extractor.traced import TracedText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PIECES = [
    " ", "\n", "\t", "a", "A", "1", "9", ".", ",", ";", ":", "-", "_", "*", "/", "\\", "$", "%", "^", "&", "#", "@",
    "~", "`", "'", '"', "(", ")", "[", "]", "{", "}", "<", ">", "|", "=", "+", "±", "–", "…", "é", "α", "中", "а",
    "\u0301", "\u00ad", "\u200b", "\ufffd", "Ã", "â€", "ﬁ", "²", "𝐀", "a ", "A ", "1 ", ". ", ", ", "- ", "a-", "a- ",
    "A-", "a-b ", "A-B ", "1-", "1.", "1,", "1, ", "1/", "1% ", "1%, ", "1x ", "1x1 ", "1e5 ", "10 to ", "1 and ",
    "1 ± 1 ", "$1 ", "(1) ", "[1] ", "{a}", "{a", "(a", "(A) ", "a (A) ", "$a$ ", "$a ", "\\a", "\\a{", "\\a{b} ",
    "\\frac{1}{2}", "\\cite{a}", "\\begin{a}", "\\n", "\\u00e9", "^{", "_{", "``", "''", "<b>", "<b", "</b>",
    "<a href=", "<math>", "<mn>", "&amp;", "&amp", "**a** ", "**", "[a](", "[a](http://", "<!--", "http://",
    "http://a.b/", "http://a.b ", "https: //a.b/ ", "a.b/", "a.b", "a.b.", "www.", "a@b ", "doi:10.1/", "10.1/a ",
    "github.com/a- ", "Net ", "NetX", "BERT ", "ResNet-50 ", "GPT-4 and ", "We propose ", "Foo Bar (FB) ", "of the ",
    "accuracy of ", "81.4% accuracy on ImageNet ", "by 5% and 6% on A and B, respectively, ", "from 10% to 20%, ",
    "one hundred ", "two and ", "half ", "e.g. ", "et al. ", "U.S. ", "1. ", "A. ", "a.A", "-\n", "a-\n", "\n% ",
    "\r\n",
]  # fmt: skip


def stages() -> dict[str, Callable[[str], object]]:
    """Return what is timed, by name: from a text to whatever the stage makes of it."""
    extractor = Extractor(passes=("links", "numbers", "definitions", "names"))
    passes = [make(extractor.ruleset) for make in RULE_PASSES.values()]

    def rules(text: str) -> None:
        document = Document(passage("text", TracedText.of(text)))
        for find in passes:
            find(document)

    return {
        "clean": clean,
        "sentences": sentence_spans,
        "rules": rules,
        "pipeline": lambda text: extractor.extract(text + " We do."),
    }


def times(run: Callable[[str], object], piece: str, *, largest: int, limit: float) -> Iterator[tuple[int, float]]:
    """Yield the lengths tried and the CPU seconds of each, until one takes longer than the limit."""
    for share in (8, 4, 2, 1):
        length = largest // share
        text = (piece * (length // len(piece) + 1))[:length]
        begun = time.process_time()
        run(text)
        taken = time.process_time() - begun
        yield length, taken
        if taken > limit:
            return


def main() -> int:
    """Time all stages on all pieces."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", nargs="*", metavar="PIECE")
    parser.add_argument("--stage", action="append", choices=("clean", "sentences", "rules", "pipeline"))
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds after which no longer text is tried")
    parser.add_argument("--worst", type=float, default=1.35, help="the growth that is still taken for linear")
    arguments = parser.parse_args()
    worse = 0
    for name, run in stages().items():
        if arguments.stage and name not in arguments.stage:
            continue
        for piece in arguments.pieces or PIECES:
            taken = list(times(run, piece, largest=arguments.largest, limit=arguments.limit))
            (short, first), (long, last) = taken[1 if len(taken) > 2 else 0], taken[-1]
            growth = math.log(max(last, 1e-4) / max(first, 1e-4)) / math.log(long / short) if long > short else 9.0
            bad = last > 1 and growth > arguments.worst
            worse += bad
            shown = " ".join(f"{seconds:7.3f}" for _, seconds in taken)
            print(f"{name:9} {piece!a:32} {shown:32} growth {growth:4.1f}{'  WORSE' if bad else ''}", flush=True)
    print(f"{worse} worse than linear")
    return 1 if worse else 0


sys.exit(main())
