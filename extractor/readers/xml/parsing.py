"""Parsing one entry that was cut out of a file.

Nothing of the file's document type gets here, so that no entity of the file is expanded and nothing is fetched. The
named entities of HTML are known, which feeds use without declaring them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.entities import html5
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError, XMLParser
from xml.parsers.expat import ErrorString
from xml.parsers.expat.errors import XML_ERROR_UNBOUND_PREFIX, XML_ERROR_UNDEFINED_ENTITY, codes

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_PREFIXES = ("arxiv", "content", "dc", "mml", "oai", "oai_dc", "opensearch", "rdf", "xlink", "xsi")
_PREFIX = re.compile(r"[<\s/]([A-Za-z_][\w.-]*+):[A-Za-z_]")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*+);")
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos", "xml", "xmlns"})
_MENDABLE = (codes[XML_ERROR_UNDEFINED_ENTITY], codes[XML_ERROR_UNBOUND_PREFIX])


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an entry cannot be parsed.

    Attributes:
        what: the fault, in words.
        line: its line in the entry, from 1.
        character: its character in that line, from 1.
    """

    what: str
    line: int
    character: int


def _opening(prefixes: frozenset[str], entities: frozenset[str]) -> str:
    """Return the beginning of a document that declares what an entry by itself does not."""
    declared = "".join(
        f'<!ENTITY {name} "{"".join(f"&#38;#{ord(char)};" for char in html5[f"{name};"])}">'
        for name in sorted(entities)
    )
    spaces = "".join(f' xmlns:{prefix}="{prefix}"' for prefix in sorted(prefixes))
    return (f"<!DOCTYPE x [{declared}]>" if declared else "") + f"<x{spaces}>"


_USUAL = _opening(frozenset(_PREFIXES), frozenset())


def _opening_for(raw: str) -> str:
    prefixes = frozenset(_PREFIX.findall(raw)) - _OF_XML
    entities = frozenset(name for name in _ENTITY.findall(raw) if f"{name};" in html5) - _OF_XML
    return _opening(prefixes, entities)


def parsed(raw: str) -> Element | Fault:
    """Return the element that an entry is, or its first fault.

    The prefixes in it need not be declared; names of elements keep what the prefix stands for, as `{dc}title`.
    """
    opening = _USUAL
    while True:
        parser = XMLParser()  # noqa: S314 - what could harm is a document type, and there is none but ours
        try:
            parser.feed(f"{opening}{raw}</x>")
            (element,) = parser.close()
        except ParseError as error:
            if opening is _USUAL and error.code in _MENDABLE:
                opening = _opening_for(raw)
                continue
            line, column = error.position
            return Fault(ErrorString(error.code), line, column + 1 - (len(opening) if line == 1 else 0))
        return element
