"""Make `extractor/clean/words.txt`: the words by which cleaning tells a word that was cut in two from two words.

    python benchmarks/words.py ABSTRACTS.jsonl.gz > extractor/clean/words.txt

A line is a word in small letters, or two joined by a hyphen, that stands in ten abstracts at least. Where abstracts
write both (`pretraining` and `pre-training`), only the one with the hyphen is in the list, unless it is rare: taking a
hyphen out of a text is then no more than a guess.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from pathlib import Path

LEAST = 10
RARE = 0.05
WORD = re.compile(r"(?<![\w\\-])[A-Za-z][a-z]+(?:-[a-z]+)?(?![\w-])")


def main(path: Path) -> None:
    """Print the list for a file of abstracts, one JSON object a line."""
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            counts.update({word.lower() for word in WORD.findall(json.loads(line)["abstract"])})
    hyphenated: Counter[str] = Counter()
    for word, count in counts.items():
        if "-" in word:
            hyphenated[word.replace("-", "")] += count
    for word, count in sorted(counts.items()):
        if count >= LEAST and hyphenated[word] <= RARE * count:
            print(word)


main(Path(sys.argv[1]))
