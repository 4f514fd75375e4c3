"""The links pass: every URL in the text, whole and cleaned, with what its host says about it.

Each rule's pattern has the groups `scheme` (may be missing: then it is https) and `address` (host and path). White
space inside a match is damage, and is taken out of the URL but stays in the span.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from extractor.finding import LinkFinding, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.records import LinkKind
    from extractor.rules import Rule, RuleSet

_TRAILING = regex.compile(r"""[\s.,;:!?'"*\\-]+$""")
_OPENING = {")": "(", "]": "["}
_SPACE = regex.compile(r"\s+")
_LISTED_KINDS: tuple[LinkKind, ...] = ("repository", "dataset_or_model", "paper")
_PATH_END = regex.compile(r"[?#]")
_GITLAB_VIEWS = frozenset({"-", "tree", "blob", "raw", "commit", "commits", "issues", "wikis", "releases"})


def links_pass(rules: RuleSet) -> Callable[[Document], Sequence[Finding]]:
    """Return a pass that finds the links of a document's text; where two rules meet, the longer match stands."""
    hosts = rules.tables.get("hosts", {})
    link_rules, kinds, owned = rules.of("links"), _kinds(hosts), frozenset(hosts.get("owned", ()))

    def find(document: Document) -> Sequence[Finding]:
        text = document.text.text
        open_rules = [rule for rule in link_rules if rule.is_open(text)]
        if not open_rules:
            return ()
        found = sorted(
            (link for rule in open_rules for link in _links(rule, text, kinds=kinds, owned=owned)),
            key=lambda link: (link.span.start, -link.span.end),
        )
        kept: list[LinkFinding] = []
        for link in found:
            if not kept or not link.span.overlaps(kept[-1].span):
                kept.append(link)
        return kept

    return find


def _links(rule: Rule, text: str, *, kinds: Mapping[str, LinkKind], owned: Container[str]) -> Iterator[LinkFinding]:
    for match in rule.matches(text):
        end = _trimmed_end(text, match.start("address"), match.end("address"))
        address = _SPACE.sub("", text[match.start("address") : end])
        if match.group().startswith("git@"):
            address = address.replace(":", "/", 1)
        scheme = (match.groupdict().get("scheme") or "https").lower()
        host, path = _split(address)
        if "." not in host:
            continue
        owner, repository = _owner_and_repository(host, path, owned)
        yield LinkFinding(
            span=Span("text", match.start(), end),
            found_by=rule.id,
            url=f"{scheme}://{address}",
            kind=_kind(host, path, kinds),
            host=host,
            owner=owner,
            repository=repository,
        )


def _trimmed_end(text: str, start: int, end: int) -> int:
    """Leave out closing punctuation, and closing brackets that were opened before the address."""
    while end > start:
        last = text[end - 1]
        if trailing := _TRAILING.search(text, start, end):
            end = trailing.start()
        elif last in _OPENING and text.count(last, start, end) > text.count(_OPENING[last], start, end):
            end -= 1
        else:
            break
    return end


def _split(address: str) -> tuple[str, str]:
    host, slash, path = address.partition("/")
    host = host.partition(":")[0]
    host = _PATH_END.split(host)[0]
    return host.lower(), slash + path


def _kind(host: str, path: str, kinds: Mapping[str, LinkKind]) -> LinkKind:
    labels = host.split(".")
    addresses = [".".join(labels[first:]) + path.lower() + "/" for first in range(len(labels) - 1)]
    known = [prefix for prefix in kinds if any(address.startswith(prefix) for address in addresses)]
    return kinds[max(known, key=len)] if known else "page"


def _kinds(hosts: Mapping[str, Sequence[str]]) -> dict[str, LinkKind]:
    """Return the kind by prefix of an address; a prefix without a path is a whole host."""
    return {prefix if "/" in prefix else prefix + "/": kind for kind in _LISTED_KINDS for prefix in hosts.get(kind, ())}


def _owner_and_repository(host: str, path: str, owned: Container[str]) -> tuple[str | None, str | None]:
    if host.removeprefix("www.") not in owned:
        return None, None
    parts = [part for part in _PATH_END.split(path)[0].split("/") if part]
    if host.removeprefix("www.") == "gitlab.com":
        # Groups may have groups; what is shown of a repository stands behind `-`, in old addresses behind its kind.
        whole = next((place for place, part in enumerate(parts) if place > 1 and part in _GITLAB_VIEWS), len(parts))
        parts = ["/".join(parts[: whole - 1]), parts[whole - 1]] if whole > 1 else parts
    return (parts[0] if parts else None, parts[1].removesuffix(".git") if len(parts) > 1 else None)
