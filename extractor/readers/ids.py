"""Ids: the prefix that says what kind of id a source gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKED = ("arxiv", "openreview", "acl", "doi", "pmid")
"""Those that say which paper it is wherever it is met, the one that most sources have first."""
_KNOWN = (*RANKED, "sha256", "id")
_PREFIXED = regex.compile(rf"(?i:({'|'.join(_KNOWN)})):\s*(\S.*)", regex.DOTALL)
_SHAPES = (
    ("arxiv", r"(?i:https?://(?:\w+\.)?arxiv\.org/(?:abs|pdf)/)(\S+?)(?:\.pdf)?/?"),
    ("openreview", r"(?i:https?://openreview\.net/(?:forum|pdf)\?id=)([\w-]+)(?:[&#]\S*)?"),
    ("acl", r"(?i:https?://(?:www\.)?(?:aclanthology\.org|aclweb\.org/anthology)/)([\w.-]+?)(?:\.pdf)?/?"),
    ("pmid", r"(?i:https?://(?:pubmed|www)\.ncbi\.nlm\.nih\.gov/(?:pubmed/)?)(\d+)/?"),
    # A DOI that only wraps another id is that id.
    ("arxiv", r"(?i:(?:https?://(?:dx\.)?doi\.org/)?10\.48550/arxiv\.)(\S+)"),
    ("acl", r"(?i:(?:https?://(?:dx\.)?doi\.org/)?10\.18653/v1/)(\S+)"),
    ("doi", r"(?i:https?://(?:dx\.)?doi\.org/)(10\.\d{4,9}/\S+)"),
    ("doi", r"(10\.\d{4,9}/\S+)"),
    ("arxiv", r"(\d\d(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d+)?)"),
    ("arxiv", r"([a-z][a-z-]+(?:\.[A-Z]{2})?/\d\d(?:0[1-9]|1[0-2])\d{3}(?:v\d+)?)"),
    ("acl", r"(20\d\d\.[a-z][a-z\d_]*-[a-z\d]+\.\d+)"),
    ("acl", r"([A-Z]\d\d-\d{4,5})"),
)
"""What an id of each kind looks like, by itself or in its URL, with one group around the id."""
_VERSION = regex.compile(r"(?<=\d)v\d+$")
_SHAPE = regex.compile("|".join(f"(?:{shape})" for _, shape in _SHAPES))


def with_prefix(source_id: str) -> str:
    """Return an id with the prefix of its kind: `2505.01234` gives `arxiv:2505.01234`.

    An id that is a URL loses the URL; one that has a known prefix keeps it; one of no unmistakable shape gets `id:`. Of
    arXiv, the paper counts and not its version, which some of arXiv's own sources tell and others do not.
    """
    kind, known = "id", source_id
    if match := _PREFIXED.fullmatch(source_id):
        kind, known = match[1].lower(), match[2]
    elif match := _SHAPE.fullmatch(source_id):
        group = match.lastindex or 0
        kind, known = _SHAPES[group - 1][0], match[group]
    return f"{kind}:{_VERSION.sub('', known) if kind == 'arxiv' else known}"


def best(candidates: Iterable[str | None]) -> str | None:
    """Return, with its prefix, the one of several ids of a paper that identifies it best across sources.

    An arXiv id goes before an OpenReview, an ACL Anthology, a DOI and a PubMed one. What is of none of these kinds, and
    so means something in its source alone, is passed over.
    """
    found: dict[str, str] = {}
    for candidate in candidates:
        if candidate and candidate.isprintable() and (stripped := candidate.strip()):
            known = with_prefix(stripped).split()[0]
            found.setdefault(known.partition(":")[0], known)
    return next((found[kind] for kind in RANKED if kind in found), None)
