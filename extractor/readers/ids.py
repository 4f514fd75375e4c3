"""Ids: the prefix that says what kind of id a source gives."""

from __future__ import annotations

import regex

_KNOWN = ("arxiv", "openreview", "acl", "doi", "sha256", "id")
_PREFIXED = regex.compile(rf"(?i:({'|'.join(_KNOWN)})):\s*(\S.*)", regex.DOTALL)
_SHAPES = (
    ("arxiv", regex.compile(r"(?i:https?://(?:\w+\.)?arxiv\.org/(?:abs|pdf)/)(\S+?)(?:\.pdf)?/?")),
    ("openreview", regex.compile(r"(?i:https?://openreview\.net/(?:forum|pdf)\?id=)([\w-]+)")),
    ("acl", regex.compile(r"(?i:https?://(?:www\.)?aclanthology\.org/)([\w.-]+?)(?:\.pdf)?/?")),
    ("doi", regex.compile(r"(?i:https?://(?:dx\.)?doi\.org/)(10\.\d{4,9}/\S+)")),
    ("doi", regex.compile(r"(10\.\d{4,9}/\S+)")),
    ("arxiv", regex.compile(r"(\d\d(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d+)?)")),
    ("arxiv", regex.compile(r"([a-z][a-z-]+(?:\.[A-Z]{2})?/\d\d(?:0[1-9]|1[0-2])\d{3}(?:v\d+)?)")),
    ("acl", regex.compile(r"(20\d\d\.[a-z][a-z\d_]*-[a-z\d]+\.\d+)")),
    ("acl", regex.compile(r"([A-Z]\d\d-\d{4,5})")),
)


def with_prefix(source_id: str) -> str:
    """Return an id with the prefix of its kind: `2505.01234` gives `arxiv:2505.01234`.

    An id that is a URL loses the URL; one that has a known prefix keeps it; one of no unmistakable shape gets `id:`.
    """
    if match := _PREFIXED.fullmatch(source_id):
        return f"{match[1].lower()}:{match[2]}"
    for prefix, shape in _SHAPES:
        if match := shape.fullmatch(source_id):
            return f"{prefix}:{match[1]}"
    return f"id:{source_id}"
