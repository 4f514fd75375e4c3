"""Damage inside an address: white space taken out, and told from the end of a sentence."""

from __future__ import annotations

import regex

from extractor.passes.links import suffixes
from extractor.passes.links.ends import address_end

_SPACE = regex.compile(r"\s+")
_BREAK = regex.compile(r"\$?\s?\.\s|\$?\s\.|\$\.")
_HOST = regex.compile(r"[^/?#]*")
_LONGEST_HOST = 600  # no host is, with all its damage
_CAPITALISED = regex.compile(r"\.\p{Lu}\p{Ll}+\Z")


def mended(text: str, start: int, end: int, *, ssh: bool) -> tuple[str, int]:
    """Return the address in `text[start:end]` without what damaged it, and where it really ends.

    White space in a host is damage where what stands before it is no host yet; else a sentence ends there. A
    capitalised word behind the last dot of a host is the next sentence if the rest is a host already.
    """
    if ssh:
        return _SPACE.sub("", text[start:end]).replace(":", "/", 1), end
    for damage in _BREAK.finditer(text, start, start + min(_LONGEST_HOST, len(_host(text, start, end)))):
        before = _plain(text[start : damage.start()])
        if "." in before and suffixes.has_suffix(before):
            end = address_end(text, start, damage.start())
            break
    host = _host(text, start, end)
    if len(host) == end - start and (last := _CAPITALISED.search(host)) and suffixes.is_site(host[: last.start()]):
        end = start + last.start()
    plain = _plain(_host(text, start, end))
    return plain + _SPACE.sub("", text[start + len(_host(text, start, end)) : end]), end


def _host(text: str, start: int, end: int) -> str:
    match = _HOST.match(text, start, end)
    return match.group() if match else ""


def _plain(host: str) -> str:
    return _SPACE.sub("", host).replace("$", "")
