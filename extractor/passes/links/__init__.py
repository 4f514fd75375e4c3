"""The links pass: every URL in the text, whole and cleaned, with what its host says about it.

Each rule's pattern has the groups `scheme` (may be missing: then it is https) and `address` (host and path). White
space inside a match is damage, and is taken out of the URL but stays in the span. A rule that looks for the middle of
an address first, which is rarer than its beginning, has what stands before it in the group `head`. A rule may `set`
what stands before all its addresses (`base`), and `suffix = "listed"` where only a public suffix tells a host from a
word with a dot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.finding import LinkFinding, Span
from extractor.passes.links import suffixes
from extractor.passes.links.addresses import Hosts
from extractor.passes.links.ends import address_end
from extractor.passes.links.repair import mended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.passes.links.addresses import Read
    from extractor.rules import Rule, RuleSet

_LONGEST_HOST = 300  # no name can be longer than 253, and there may be a port


def links_pass(rules: RuleSet) -> Callable[[Document], Sequence[Finding]]:
    """Return a pass that finds the links of a document's text; where two rules meet, the longer match stands."""
    hosts = Hosts.of(rules.tables.get("hosts", {}), own="hosts.toml" in rules.own)
    # The sort is stable: where matches are alike, the rule that knows the address by itself has found it.
    link_rules = sorted(rules.of("links"), key=_asks_for_suffix)

    def find(document: Document) -> Sequence[Finding]:
        text = document.text.text
        open_rules = [rule for rule in link_rules if rule.is_open(text)]
        if not open_rules:
            return ()
        found = sorted(
            (link for rule in open_rules for link in _links(rule, text, hosts)),
            key=lambda link: (link.span.start, -link.span.end),
        )
        kept: list[LinkFinding] = []
        for link in found:
            if not kept or not link.span.overlaps(kept[-1].span):
                kept.append(link)
        return kept

    return find


def _links(rule: Rule, text: str, hosts: Hosts) -> Iterator[LinkFinding]:
    base = str(rule.set.get("base", ""))
    must_be_listed = _asks_for_suffix(rule)
    for match in rule.matches(text):
        start, end = match.span("address")
        if head := match.groupdict().get("head"):
            start -= len(head)
        end = address_end(text, start, end)
        if base:
            url = base + text[start:end]
        else:
            address, end = mended(text, start, end, ssh="git@" in match.group())
            scheme = (match.groupdict().get("scheme") or "https").lower()
            url = f"{scheme}://{address}"
        if len(url.split("/", 3)[2]) > _LONGEST_HOST:
            continue
        read = hosts.read(url)
        if "." not in read.host or (must_be_listed and not _is_address(read, url)):
            continue
        yield LinkFinding(
            span=Span("text", min(start, match.start()), end),
            found_by=rule.id,
            url=url,
            canonical=read.canonical,
            kind=read.kind,
            host=read.host,
            owner=read.owner,
            repository=read.repository,
        )


def _asks_for_suffix(rule: Rule) -> bool:
    return rule.set.get("suffix") == "listed"


def _is_address(read: Read, url: str) -> bool:
    """Whether a word with a dot is an address; a host that holds many people's things is only a name without a path."""
    return suffixes.is_site(read.host) if read.kind == "page" else not url.endswith(read.host)
