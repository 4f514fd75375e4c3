"""Show that time grows with the length of a text and no faster, whatever the text is made of.

    python benchmarks/adversarial.py [--uncleaned] [--largest 1000000] [--kind repeats|mixes|halves|prose] [PIECE...]

Texts of 62, 250 and 1,000 kB (a text of one megabyte is the longest that is read) go through the whole pipeline:
`repeats` are one piece again and again, `mixes` a few pieces in turn, drawn at random (`--number`, `--seed`), `halves`
many of one piece and then as many of another, `prose` sentences with names and numbers of which none comes twice.

A line tells the CPU seconds of each length, then the stage that grows fastest: the exponent that fits its two last
lengths, 1 for linear, 2 for quadratic, and its seconds at the last. Where an exponent is above `--worst` and the stage
takes more than a second, twice in turn, the exit code is 1. `--uncleaned` gives the passes such text as cleaning
would change.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import signal
import sys
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from throughput import Stages

from extractor import Abstract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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
    "\r\n", "Â", "Ã©", "ÃÂ", "Abstract ", "\\textbf{", "\\(", "\\[", "\\left(", "<tex-math>", "&lt;b&gt;", "$$", "a$",
    "https://github.com/a/b ", "https://a.b/c- ", "https:// ", "doi. org/ ", "not only ", "such as A, ", "A/B/", "A+",
    "BERT,", "BERT/", "ImageNet-", "GPT-4.", "(BERT)", "BERT\n", "(CIFAR-10) ", "MMLU: ", "a (a", "https://a.b/c,",
    "ab-\n", "our code is at https://a.b/c and ", "A of the A of ", "called A, ", "from 1 to ", "A, B, and C ",
    "1/2/3/",
]  # fmt: skip

_OPENING = (
    "We propose",
    "We introduce",
    "We present",
    "This paper studies",
    "Unlike earlier work, we use",
    "We compare",
)
_SOUNDS = ("bdfghjklmnprstvz", "aeiou")


def _word(number: int) -> str:
    """Return a word that no other number has."""
    letters = []
    while number or len(letters) < 4:
        sounds = _SOUNDS[len(letters) % 2]
        number, at = divmod(number, len(sounds))
        letters.append(sounds[at])
    return "".join(letters)


def prose(length: int, *, every: Callable[[int], str]) -> str:
    """Return a text of sentences, of which `every` makes the one of a number."""
    made: list[str] = []
    number = size = 0
    while size < length:
        number += 1
        made.append(every(number))
        size += len(made[-1])
    return "".join(made)[:length]


def _results(number: int) -> str:
    one, other, data = _word(3 * number).title(), _word(3 * number + 1).upper(), _word(3 * number + 2).title()
    opening = _OPENING[number % len(_OPENING)]
    return (
        f"{opening} {one}Net-{number}, a {_word(number)} network, and {other}. {one}Net-{number} reaches "
        f"{number % 97 + number / 1000:.2f}% accuracy on {data}Bench, {number % 9}.{number % 7} points above {other}. "
    )


def _definitions(number: int) -> str:
    one, two, three = (_word(3 * number + at).title() for at in range(3))
    return f"The {one} {two} {three} Network ({one[0]}{two[0]}{three[0]}N{number}) is trained in {number + 2} hours. "


def _listed(number: int) -> str:
    names = ", ".join(f"{_word(5 * number + at).title()}Former" for at in range(5))
    figures = ", ".join(f"{number % 80 + at}.{number % 10}%" for at in range(5))
    return f"On {_word(number).title()}QA, {names} reach {figures}, respectively; code: https://a{number}.org/b/c. "


def _chained(number: int) -> str:
    return f"{_word(number).title()}Net ({_word(number + 1).title()}Net) and "


def _unbroken(number: int) -> str:
    return f"{_word(number).title()}Net at {number % 97}.{number % 10}% on {_word(number + 1).title()}-{number} and "


def _one_name(number: int) -> str:
    return f"FlexNet reaches {number % 97}.{number % 89}% on ImageNet. "


PROSE = {
    "results": _results, "definitions": _definitions, "lists": _listed, "one endless sentence": _unbroken,
    "one name": _one_name, "definitions in a chain": _chained,
}  # fmt: skip


@dataclass(frozen=True)
class Made:
    """Texts of any length: what they are made of, and how."""

    name: str
    of_length: Callable[[int], str]


def repeated(pieces: tuple[str, ...]) -> Made:
    """Return texts of pieces in turn."""
    unit = "".join(pieces)
    return Made(f"{unit!a}", lambda length: (unit * (length // len(unit) + 1))[:length])


def halves(first: str, second: str) -> Made:
    """Return texts of many of one piece, then as many of another."""
    one, other = repeated((first,)), repeated((second,))
    return Made(f"{first!a} then {second!a}", lambda length: one.of_length(length // 2) + other.of_length(length // 2))


def texts(kind: str, pieces: list[str], *, number: int, seed: int) -> Iterator[Made]:
    """Yield what is tried of a kind."""
    draw = random.Random(seed)  # noqa: S311 - the same texts each time
    if kind == "repeats":
        yield from (repeated((piece,)) for piece in pieces)
    elif kind == "mixes":
        for _ in range(number):
            some = draw.sample(pieces, draw.choice((2, 2, 2, 3, 3, 4)))
            yield repeated(tuple(piece * draw.choice((1, 1, 1, 2, 5, 30)) for piece in some))
    elif kind == "halves":
        pairs = list(combinations(pieces, 2))
        yield from (halves(*draw.sample(pair, 2)) for pair in draw.sample(pairs, min(number, len(pairs))))
    else:
        yield from (Made(name, lambda length, every=every: prose(length, every=every)) for name, every in PROSE.items())


class _TooLongError(Exception):
    """A text took longer than it may."""


def _stop(*_: object) -> None:
    raise _TooLongError


def taken(stages: Stages, text: str, *, limit: float) -> tuple[Mapping[str, float], bool]:
    """Return the CPU seconds of each stage over a text, and whether all of them came to an end."""
    stages.seconds.clear()
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        stages.run([Abstract(text if text.strip() else text[:-1] + "a")])
    except _TooLongError:
        return dict(stages.seconds), False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return dict(stages.seconds), True


def over(stages: Stages, made: Made, lengths: Sequence[int], *, limit: float) -> tuple[list[Mapping[str, float]], bool]:
    """Return the CPU seconds of each stage by length, and whether the last of them came to an end."""
    spent: list[Mapping[str, float]] = []
    for length in lengths:
        gc.collect()
        one, whole = taken(stages, made.of_length(length), limit=limit)
        spent.append(one)
        if not whole:
            return spent, False
    return spent, True


def main() -> int:
    """Time all stages on all texts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", nargs="*", metavar="PIECE")
    parser.add_argument("--kind", action="append", choices=("repeats", "mixes", "halves", "prose"))
    parser.add_argument("--number", type=int, default=100, help="how many mixes and halves are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uncleaned", action="store_true")
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds after which a text is given up")
    parser.add_argument("--worst", type=float, default=1.3, help="the growth that is still taken for linear")
    arguments = parser.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    gc.disable()  # its looks at all that is there come now and then, and would pass for growth
    stages = Stages(cleaned=not arguments.uncleaned)
    lengths = [arguments.largest // share for share in (16, 4, 1)]
    seen = []
    for kind in arguments.kind or ("repeats", "mixes", "halves", "prose"):
        for made in texts(kind, arguments.pieces or PIECES, number=arguments.number, seed=arguments.seed):
            for _ in range(2):
                spent, whole = over(stages, made, lengths, limit=arguments.limit)
                growth, stage = _fastest(spent, lengths)
                bad = not whole or (growth > arguments.worst and spent[-1][stage] > 1)
                if not bad or not whole:
                    break  # else once more: a process that grows to hold such a text for the first time takes longer
            seconds = " ".join(f"{sum(one.values()):7.2f}" for one in spent)
            line = f"{made.name[:60]:60} {seconds:24} {growth:5.2f} {stage} {spent[-1].get(stage, 0):.2f} s"
            line += "" if whole else ", given up"
            seen.append((bad, growth, line))
            print(line + ("  WORSE" if bad else ""), flush=True)
    print("\nFastest growth:")
    for _, _, line in sorted(seen, reverse=True)[:10]:
        print(line)
    worse = sum(bad for bad, _, _ in seen)
    print(f"{len(seen)} kinds of text, {worse} worse than linear")
    return 1 if worse else 0


def _fastest(spent: list[Mapping[str, float]], lengths: list[int]) -> tuple[float, str]:
    """Return the growth of the stage that grows fastest, among those that take a tenth of a second, and its name."""
    if len(spent) < 2:
        return 9.0, max(spent[-1], key=lambda stage: spent[-1][stage], default="?")
    step = math.log(lengths[len(spent) - 1] / lengths[len(spent) - 2])
    growths = [
        (math.log(seconds / max(spent[-2].get(stage, 0), 1e-3)) / step, stage)
        for stage, seconds in spent[-1].items()
        if seconds > 0.1
    ]
    return max(growths, default=(0.0, "all"))


if __name__ == "__main__":
    sys.exit(main())
