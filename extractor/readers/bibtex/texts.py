r"""Values of BibTeX fields: the layer that is BibTeX's own taken off, LaTeX left to those who know it.

A brace that only keeps letters as they are, as in `{BERT}`, is BibTeX's; one that belongs to a command, as in
`\emph{x}` or `{\'e}`, or to a formula, is LaTeX's.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from extractor.clean import clean
from extractor.readers.wrapping import unwrapped

_TOKEN = regex.compile(r"\\(?:[A-Za-z]++\*?+[ \t]*+|.)|[{}$]", regex.DOTALL)
_ESCAPED_OR_BRACE = regex.compile(r"\\.|[{}]", regex.DOTALL)
_AND = regex.compile(r"\\.|[{}]|\s++(?i:and)(?=\s)", regex.DOTALL)
_LATEX = regex.compile(r"[\\${}~]")
_URL = regex.compile(r"\\url\s*+\{([^{}]*+)\}")
_IN_URL = regex.compile(r"\{?\\([_%&#~$])(?:\{\})?\}?")
_WEB = regex.compile(r"(?i)https?://\S+|www\.\S+|[\w-]+(?:\.[\w-]+)+/\S*")


def abstract(value: str) -> str:
    """Return an abstract without the braces around all of it and without its line wraps."""
    return unwrapped(_without_outer(value))


def title(value: str) -> str:
    """Return a title on one line, without the braces that keep its capitals."""
    return " ".join(unprotected(value).split())


@lru_cache(maxsize=4096)  # venues and authors come again and again
def plain(value: str) -> str:
    """Return words in which LaTeX means nothing but letters: of a name, of a journal."""
    value = unprotected(value)
    return " ".join((clean(value).text if _LATEX.search(value) else value).split())


def authors(value: str) -> tuple[str, ...] | None:
    """Return the names between which `and` stands outside of braces; `others` is nobody."""
    names: list[str] = []
    depth = begin = 0
    for match in _AND.finditer(value):
        mark = match.group()
        if mark in "{}":
            depth += 1 if mark == "{" else -1
        elif mark[0] != "\\" and depth <= 0:
            names.append(value[begin : match.start()])
            begin = match.end()
    names.append(value[begin:])
    return tuple(name for name in map(plain, names) if name and name != "others") or None


def link(value: str) -> str | None:
    r"""Return the URL that a value is or that stands in its `\url{…}`; None where there is none."""
    wrapped = _URL.search(value)
    url = _IN_URL.sub(r"\1", "".join((wrapped[1] if wrapped else _without_outer(value)).split()))
    return url if _WEB.fullmatch(url) else None


def unprotected(value: str) -> str:
    """Return LaTeX without the braces that belong to no command and to no formula."""
    if "{" not in value:
        return value
    out: list[str] = []
    opened: list[int | None] = []  # for each open brace its place in `out`, or None if it stays
    last, argument, formula = 0, False, False
    for match in _TOKEN.finditer(value):
        mark = match.group()
        between = value[last : match.start()]
        out.append(between)
        argument = argument and not between
        last = match.end()
        out.append(mark)
        if mark == "{":
            stays = argument or formula or between.endswith(("^", "_")) or value[last : last + 1] == "\\"
            opened.append(None if stays else len(out) - 1)
            argument = False
        elif mark == "}":
            place = opened.pop() if opened else None
            if place is not None:
                out[place] = out[-1] = ""
            argument = place is None
        elif mark == "$":
            formula, argument = not formula, False
        else:
            argument = True
    return "".join(out) + value[last:]


def _without_outer(value: str) -> str:
    value = value.strip()
    while value.startswith("{") and value.endswith("}") and _closes_at_end(value):
        value = value[1:-1].strip()
    return value


def _closes_at_end(value: str) -> bool:
    depth = 0
    for match in _ESCAPED_OR_BRACE.finditer(value):
        mark = match.group()
        depth += (mark == "{") - (mark == "}")
        if not depth and mark == "}":
            return match.end() == len(value)
    return False
