"""XML: each entry is cut out of the file, parsed alone, and read by what it is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.xml import acl, arxiv, endnote, jats, pubmed
from extractor.readers.xml.acl import Volume
from extractor.readers.xml.cutting import Cut, EncodingError, cuts
from extractor.readers.xml.parsing import Fault, parsed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element


def _record(element: Element) -> Piece | Flaw | None:
    return endnote.record(element) or arxiv.record(element)


_READERS: dict[str, Callable[[Element], Piece | Flaw | None]] = {
    "entry": arxiv.entry,
    "item": arxiv.item,
    "record": _record,
    "arXiv": arxiv.metadata_of,
    "arXivOld": arxiv.metadata_of,
    "arXivRaw": arxiv.metadata_of,
    "dc": arxiv.metadata_of,
    "PubmedArticle": pubmed.article,
    "PubmedBookArticle": pubmed.article,
    "MedlineCitation": pubmed.article,
    "front": jats.front,
}
_PAPER, _META, _VOLUME, _COLLECTION = "paper", "meta", "volume", "collection"
_READ = "Atom, OAI-PMH and RSS as of arXiv, ACL Anthology, PubMed, JATS and EndNote"
_MOST_UNKNOWN = 1000  # elements with the name of an entry that are none, before a file is given up
_OWN_ROOTS = frozenset({
    "feed", "OAI-PMH", "ListRecords", "GetRecord", "rss", "RDF", "PubmedArticleSet", "PubmedBookArticleSet",
    "MedlineCitationSet", "pmc-articleset",
})  # fmt: skip
_ROOTS = frozenset({*_OWN_ROOTS, *_READERS, _PAPER, _VOLUME, _COLLECTION, "article", "records", "xml"})
_HEAD = 1 << 16
_BEFORE = re.compile(
    r"(?:\s++|<\?(?:[^?]|\?(?!>))*+\?>|<!--(?:[^-]|-(?!->))*+-->|<!DOCTYPE[^\[>]*+(?:\[[^\]]*+\]\s*+)?>)*+"
)
_TAG = re.compile(r"<(?:[A-Za-z_][\w.-]*+:)?([A-Za-z_][\w.-]*+)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"""\sid\s*=\s*(?:"([^"]*)"|'([^']*)')""")


def _read(stream: BinaryIO, _options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Yield the papers. Where none of the entries is one that is known, the whole file is one flaw."""
    head = stream.read(_HEAD)
    root = _root(head.decode("utf-8", "replace").removeprefix("\ufeff"))
    volume = Volume()
    unknown: list[Cut] = []
    known, told = root in _OWN_ROOTS, False
    try:
        for cut in cuts(stream, head=head, entries={*_READERS, _PAPER}, around={_META}, tags={_VOLUME, _COLLECTION}):
            if cut.name in {_META, _VOLUME, _COLLECTION}:
                volume = _around(volume, cut)
                continue
            found = _entry(cut, volume)
            if found is None and not known:
                unknown.append(cut)
                if len(unknown) > _MOST_UNKNOWN:
                    break
                continue
            known = known or isinstance(found, Piece)
            if known:
                yield from map(_nothing, unknown)
                unknown = []
            yield found or _nothing(cut)
            told = True
    except EncodingError as error:
        reason = f"the encoding {str(error)!r} is not known; convert the file to UTF-8"
        yield Flaw(code="bad-encoding", reason=reason, counts=False)
        return
    if not (known or told):
        what = f"the root is <{root}>" if root else "there is no element in it"
        yield Flaw(code="unknown-format", reason=f"{what}; of XML these are read: {_READ}; convert it", counts=False)


def _root(head: str) -> str | None:
    """Return the name of the first element."""
    match = _BEFORE.match(head)
    tag = _TAG.match(head, match.end() if match else 0)
    return tag[1] if tag else None


def _around(volume: Volume, cut: Cut) -> Volume:
    """Return what stands around the papers that come now."""
    if cut.name == _META:
        meta = parsed(cut.raw) if not cut.broken else None
        return replace(volume, meta=None if isinstance(meta, Fault) else meta)
    match = _ATTRIBUTE.search(cut.raw)
    given = (match[1] or match[2]) if match else None
    return Volume(collection=given) if cut.name == _COLLECTION else Volume(collection=volume.collection, id=given)


def _entry(cut: Cut, volume: Volume) -> Piece | Flaw | None:
    """Return the paper of an entry, or why it cannot be read; None where it is no entry of a kind that is known."""
    if cut.broken:
        return _nothing(cut)  # the caller tells which bytes
    if cut.fault:
        return _flaw(cut, code="bad-xml", reason=f"no valid XML: {cut.fault}; mend it")
    element = parsed(cut.raw)
    if isinstance(element, Fault):
        where = f"line {cut.line + element.line - 1}, character {element.character}"
        reason = f"no valid XML: {element.what} at {where}; write & as &amp; and < as &lt;, and close each element"
        return _flaw(cut, code="bad-xml", reason=reason)
    try:
        found = acl.paper(element, volume) if cut.name == _PAPER else _READERS[cut.name](element)
    except RecursionError:
        return _flaw(cut, code="too-deep", reason="the elements of this entry are nested too deep; mend it")
    return replace(found, raw=cut.raw, line=cut.line, offset=cut.offset) if found else None


def _nothing(cut: Cut) -> Piece:
    return Piece(raw=cut.raw, text=None, line=cut.line, offset=cut.offset)


def _flaw(cut: Cut, *, code: str, reason: str) -> Flaw:
    return Flaw(code=code, reason=reason, raw=cut.raw, line=cut.line, offset=cut.offset)


def _accepts(head: str) -> bool:
    """An XML declaration, or a first element that is the root of what is read."""
    return head.lstrip().startswith("<?xml") or _root(head) in _ROOTS


XML = Format("xml", f"XML: {_READ}", (".xml", ".nxml", ".atom", ".rss"), _accepts, _read)
