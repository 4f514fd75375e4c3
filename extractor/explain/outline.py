"""An explanation as an outline: what is said, in which order and under what. Text and page draw it, each in its way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from extractor.explain.model import (
        CandidateLine,
        EntryLine,
        Explanation,
        FoundLine,
        JudgedLine,
        LinkLine,
        NumberLine,
        TieLine,
    )
    from extractor.records import FieldName

Style: TypeAlias = Literal["plain", "heading", "pale", "method", "benchmark", "number", "link", "dropped"]
"""What a piece of text is, which says how it is drawn."""

Piece: TypeAlias = tuple[str, Style]

_MOST_EVIDENCE = 4  # pieces for a name, and as many against the next; JSON has them all
_FEW_CHANGES = 5  # so many tell what the cleaned text is; of more it is shown too
_WORDS = {"benchmark": "on", "method": "by", "baseline": "against"}
_ANSWERS = {
    "name": ("no name", "a name"),
    "benchmark": ("no benchmark", "a benchmark"),
    "proposed": ("not proposed", "proposed"),
    "introduced": ("not introduced", "introduced"),
}
_PASSES = ("links", "numbers", "definitions", "names", "ner")


@dataclass(frozen=True, slots=True)
class Node:
    """Something said, and what is said under it."""

    pieces: tuple[Piece, ...]
    under: tuple[Node, ...] = ()


def outline(explanation: Explanation, *, about: str | None = None) -> Node:
    """Return an explanation as an outline, what matters most first.

    Args:
        explanation: what is told.
        about: a name or a number: only what is said of it, without the text; nothing under the record if there is
            nothing said of it. Case and backslashes do not matter.
    """
    root = _whole(explanation)
    if about is None:
        return root
    words = _folded(about)
    texts, *sections = root.under
    changes = Node(texts.pieces, tuple(node for node in texts.under if node.under))
    return Node(root.pieces, tuple(kept for node in (changes, *sections) if (kept := _part_about(node, words))))


def _part_about(node: Node, words: str) -> Node | None:
    """Return a node if it says something of that, else those under it that do."""
    if words in _folded("".join(text for text, _ in node.pieces)):
        return node
    under = tuple(kept for child in node.under if (kept := _part_about(child, words)))
    return Node(node.pieces, under) if under else None


def _folded(text: str) -> str:
    return " ".join(text.replace("\\", "").casefold().split())


def _whole(explanation: Explanation) -> Node:
    told = [
        _texts(explanation),
        _section("methods and benchmarks", _entries(explanation), "no methods and no benchmarks"),
        _section("numbers", map(_number, explanation.numbers), "no numbers"),
        _section(
            "links",
            map(_link, explanation.links),
            "no links",
        ),
        _section("dropped", _dropped(explanation), "nothing dropped"),
        _section("digits that are no numbers", _digits(explanation), "no digits"),
        _section("found, by pass and rule", _found(explanation), "nothing found"),
    ]
    return Node((("record ", "plain"), (explanation.id, "heading")), tuple(told))


def _link(link: LinkLine) -> Node:
    whose = "" if link.ours is None else "the paper's own" if link.ours else "somebody else's"
    told = [_pale(f", {link.kind}, by {link.found_by}")]
    if whose:
        told.append(_pale(f"; {whose}, by {', '.join(link.ours_by)}"))
    under = () if link.canonical == link.url else (Node((_pale("canonical: "), _piece(link.canonical, "link"))),)
    return Node((_piece(link.url, "link"), _at(link.start), *told), under)


def _piece(text: str, style: Style = "plain") -> Piece:
    return text, style


def _pale(text: str) -> Piece:
    return text, "pale"


def _at(start: int) -> Piece:
    return f" at {start}", "pale"


def _section(heading: str, nodes: Iterable[Node], none: str) -> Node:
    under = tuple(nodes)
    return Node(((heading, "heading"),), under) if under else Node((_pale(none),))


def _texts(explanation: Explanation) -> Node:
    """Tell title and text as they were read, with what stands in the record marked, and what cleaning made of them."""
    nodes = []
    if explanation.title:
        nodes.append(Node((_pale("title: "), *_marked(explanation, "title", explanation.title))))
    nodes.append(Node(tuple(_marked(explanation, "text", explanation.text))))
    changed = [
        Node(
            (
                _piece(line.raw),
                _pale(" → "),
                _piece(line.cleaned) if line.cleaned.strip() else _pale("nothing"),
                _pale(f" at {line.start}{' of the title' if line.field == 'title' else ''}"),
            )
        )
        for line in explanation.cleaning
    ]
    if len(changed) > _FEW_CHANGES:
        nodes.append(Node((_pale("cleaned: "), _piece(explanation.cleaned))))
    if changed:
        places = "1 place" if len(changed) == 1 else f"{len(changed)} places"
        nodes.append(Node((_pale(f"cleaning changed {places}"),), tuple(changed)))
    else:
        what = "nothing" if explanation.cleaned == explanation.text else "white space alone"
        nodes.append(Node((_pale(f"cleaning changed {what}"),)))
    return Node((("text", "heading"),), tuple(nodes))


def _marked(explanation: Explanation, field: FieldName, text: str) -> Iterator[Piece]:
    spans: list[tuple[int, int, Style]] = [
        (start, end, _style(entry.kind))
        for entry in explanation.entries
        for where, start, end in entry.places
        if where == field
    ]
    if field == "text":
        spans += [(number.start, number.end, "number") for number in explanation.numbers]
        spans += [(link.start, link.end, "link") for link in explanation.links]
    bounds = sorted({0, len(text), *(bound for start, end, _ in spans for bound in (start, end))})
    for start, end in pairwise(bounds):
        styles = (style for first, last, style in spans if first <= start and end <= last)
        yield _piece(text[start:end], next(styles, "plain"))


def _style(kind: str) -> Style:
    return "benchmark" if kind == "benchmark" else "method"


def _entries(explanation: Explanation) -> Iterator[Node]:
    for entry in explanation.entries:
        pieces = [_piece(entry.name, _style(entry.kind))]
        if entry.aliases:
            pieces.append(_piece(f" ({', '.join(entry.aliases)})"))
        pieces.append(_piece(f", {entry.kind}, {entry.role}"))
        known = f", known as {entry.canonical}" if entry.canonical and entry.canonical != entry.name else ""
        under = [
            Node((_pale(f"found by {', '.join(entry.found_by)}, at {_places(entry)}{known}"),)),
        ]
        if entry.own_by:
            under.append(Node((_pale(f"the paper's own by {', '.join(entry.own_by)}"),)))
        under += [_judged(line) for line in entry.judged]
        yield Node(tuple(pieces), tuple(under))


def _judged(line: JudgedLine, name: str = "") -> Node:
    """Tell what decided a question about a name."""
    yes = line.points > line.least
    answer = _ANSWERS[line.question][yes]
    least = f", more than {line.least:+}" if yes else f", not more than {line.least:+}"
    return Node((_pale(f"{name}{answer} {line.points:+}{least if line.least else ''}: {_told(line.evidence)}"),))


def _places(entry: EntryLine) -> str:
    return ", ".join(f"{'title ' if field == 'title' else ''}{start}" for field, start, _ in entry.places)


def _number(number: NumberLine) -> Node:
    read = f" = {number.value:.15g}"
    read += f" to {number.value_max:.15g}" if number.value_max is not None else ""
    read += f" ± {number.uncertainty:.15g}" if number.uncertainty is not None else ""
    read += f" {number.unit}" + (f" of {number.of}" if number.of else "")
    more = [number.kind, *(word for word in (number.qualifier, number.change) if word and word != "exact")]
    metric = _piece(f"metric {number.metric}") if number.metric else _pale("no metric")
    under = [Node((_pale(f"read by {number.found_by}; "), metric)), *map(_tie, number.ties)]
    under += [
        Node((_piece(f"cannot be right: {mark.told}", "dropped"), _pale(f" ({mark.kind}: {mark.meaning})")))
        for mark in number.marks
    ]
    return Node((_piece(number.text, "number"), _piece(f"{read}, {', '.join(more)}"), _at(number.start)), tuple(under))


def _tie(tie: TieLine) -> Node:
    word, style = _WORDS[tie.relation], _style(tie.relation)
    first, *others = tie.candidates
    if tie.name is not None:
        head = (_piece(f"{word} "), _piece(first.name, style), _pale(f" {first.points:+}"))
        nodes = [Node((_pale(f"for it: {_told(first.evidence)}"),))]
        nodes += [_runner_up(first, other) for other in others[:1]]
        return Node(head, tuple(nodes))
    open_ones = [line for line in tie.candidates if not line.barred]
    nodes = []
    if open_ones:
        best = open_ones[0]
        nodes.append(
            Node((_pale(f"{best.name} {best.points:+}, not more than {tie.least:+}: {_told(best.evidence)}"),))
        )
    barred: defaultdict[str, list[str]] = defaultdict(list)
    for line in tie.candidates:
        if line.barred:
            barred[line.barred].append(line.name)
    nodes += [Node((_pale(f"not {', '.join(names)}: {reason}"),)) for reason, names in barred.items()]
    return Node((_pale(f"{word} nothing"),), tuple(nodes))


def _runner_up(first: CandidateLine, other: CandidateLine) -> Node:
    """Tell what came next, and what sets it apart: evidence that both have is no reason."""
    if other.barred:
        return Node((_pale(f"not {other.name}: {other.barred}"),))
    have = set(first.evidence)
    apart = [item for item in other.evidence if item not in have]
    return Node((_pale(f"next {other.name} {other.points:+}: {_told(apart) or 'the same evidence, further back'}"),))


def _told(evidence: Sequence[tuple[str, int]]) -> str:
    items = ", ".join(f"{feature} {points:+}" for feature, points in evidence[:_MOST_EVIDENCE])
    more = len(evidence) - _MOST_EVIDENCE
    return f"{items}, and {more} more" if more > 0 else items


def _dropped(explanation: Explanation) -> Iterator[Node]:
    reasons: defaultdict[str, list[FoundLine]] = defaultdict(list)
    for line in explanation.found:
        if line.dropped:
            reasons[line.dropped].append(line)
    for reason, lines in reasons.items():
        told = {line.judged: f"{line.text}: " for line in reversed(lines) if line.judged}
        judged = [_judged(line, text) for line, text in reversed(told.items())]
        yield Node((_piece(reason, "dropped"),), (*_by_rule(lines, {}), *judged))


def _digits(explanation: Explanation) -> Iterator[Node]:
    """Tell digits by what became of them. Those in numbers stand under the numbers, so that they are only counted."""
    became: defaultdict[str, list[str]] = defaultdict(list)
    numbers = 0
    for line in explanation.digits:
        if line.became.startswith("number, by "):
            numbers += 1
        else:
            became[line.became].append(f"{line.text} at {line.start}")
    for fate, places in became.items():
        style: Style = "dropped" if fate == "no rule reads it" else "plain"
        yield Node((_piece(fate, style), _pale(f": {', '.join(places)}")))
    if explanation.digits:
        of = (
            f"{numbers} of {len(explanation.digits)} runs of digits"
            if len(explanation.digits) > 1
            else f"{numbers} of 1"
        )
        yield Node((_pale(f"in numbers: {of}"),))


def _found(explanation: Explanation) -> Iterator[Node]:
    """Tell all that the passes found by pass and rule, each rule with why it exists."""
    passes: defaultdict[str, list[FoundLine]] = defaultdict(list)
    for line in explanation.found:
        passes[_pass_of(line)].append(line)
    for name in (*_PASSES, *sorted(passes.keys() - {*_PASSES})):
        if name in passes:
            yield Node((_piece(name),), tuple(_by_rule(passes[name], explanation.rules)))


def _pass_of(line: FoundLine) -> str:
    return line.found_by.partition("/")[0]


def _by_rule(lines: Iterable[FoundLine], rules: Mapping[str, str]) -> Iterator[Node]:
    by_rule: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    titled: set[tuple[str, str, int]] = set()
    for line in lines:
        by_rule[line.found_by][line.text].append(line.start)
        if line.field == "title":
            titled.add((line.found_by, line.text, line.start))
    for rule, texts in sorted(by_rule.items()):
        places = "; ".join(
            f"{text} at " + ", ".join(f"{'title ' if (rule, text, start) in titled else ''}{start}" for start in starts)
            for text, starts in texts.items()
        )
        why = f" ({rules[rule].rstrip('.')})" if rule in rules else ""
        yield Node((_piece(rule), _pale(why), _pale(": "), _piece(places)))
