"""Looking into an element: by names without prefix, and as text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_DOCUMENT = re.compile(r"\\begin\{document\}(.*)\\end\{document\}", re.DOTALL)
_ORDINAL = re.compile(r"\s*(?:st|nd|rd|th)\s*", re.IGNORECASE)
_OF_FORMULAS = frozenset({"alternatives", "inline-formula", "disp-formula"})
_UNSEEN = frozenset({"annotation", "annotation-xml", "graphic", "inline-graphic"})
_FRACTIONS = {"mfrac": ("/",), "msup": ("^",), "msubsup": ("", "^")}


def local(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return _without_space(element.tag)


@lru_cache(maxsize=4096)
def _without_space(tag: str) -> str:
    return tag.rpartition("}")[2]


def children(element: Element | None, name: str) -> Iterator[Element]:
    """Yield the children of a name."""
    if element is not None:
        for child in element:
            if _without_space(child.tag) == name:
                yield child


def at(element: Element | None, *path: str) -> Element | None:
    """Return the first descendant on a path of names, each a child of the one before."""
    for name in path:
        if element is None:
            return None
        for child in element:
            if _without_space(child.tag) == name:
                element = child
                break
        else:
            return None
    return element


def every(element: Element | None, *path: str) -> Iterator[Element]:
    """Yield all descendants on a path of names."""
    if element is None:
        return
    for child in children(element, path[0]):
        if path[1:]:
            yield from every(child, *path[1:])
        else:
            yield child


def words(element: Element | None) -> str | None:
    """Return the text of an element on one line, or None where it has none."""
    return (" ".join(text_of(element).split()) or None) if element is not None else None


def all_words(elements: Iterator[Element]) -> tuple[str, ...] | None:
    """Return the texts of elements, each on one line, without the empty ones; None where there is none."""
    return tuple(found for element in elements if (found := words(element))) or None


def text_of(element: Element) -> str:
    """Return the text of an element without the white space around it.

    Elements within are left out and their text is kept, but for mathematics: LaTeX gets its dollar signs, what is
    raised its `^`, as does the exponent in MathML.
    """
    if not len(element):
        return (element.text or "").strip()
    return "".join(_parts(element)).strip()


def _parts(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        yield from _inner(child)
        yield child.tail or ""


def _inner(element: Element) -> Iterator[str]:
    name = local(element)
    if name == "tex-math":
        yield _latex(element)
    elif name == "math":
        yield _linear(element)
    elif name in _OF_FORMULAS and (latex := next(_of_any_depth(element, "tex-math"), None)) is not None:
        yield _latex(latex)
    elif name == "sup":
        raised = "".join(_parts(element))
        yield raised if _ORDINAL.fullmatch(raised) or not raised.strip() else f"^{raised}"
    elif name in {"br", "break"}:
        yield "\n"
    elif name not in _UNSEEN:
        yield from _parts(element)


def _of_any_depth(element: Element, name: str) -> Iterator[Element]:
    return (inner for inner in element.iter() if local(inner) == name)


def _latex(element: Element) -> str:
    latex = "".join(element.itertext()).strip()
    if match := _DOCUMENT.search(latex):
        latex = match[1].strip()
    return latex if latex.startswith("$") or not latex else f"${latex}$"


def _linear(element: Element) -> str:
    """Return MathML on one line, without the white space that it is laid out with."""
    name = local(element)
    if name in _UNSEEN:
        return ""
    if not len(element):
        return (element.text or "") if name == "mtext" else (element.text or "").strip()
    parts = [_linear(child) for child in element]
    signs = _FRACTIONS.get(name, ())
    if len(parts) == len(signs) + 1:
        return parts[0] + "".join(sign + part for sign, part in zip(signs, parts[1:], strict=True))
    return "".join(parts)
