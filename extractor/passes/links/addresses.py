"""What an address says by itself: its canonical form, what its host holds, and whose it is.

All of it is in `rules/hosts.toml`: which hosts hold what, which are another one, and what their addresses look like.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import regex

from extractor.errors import RuleError
from extractor.matching.compiled import compiled
from extractor.matching.net import Netted
from extractor.passes.links.suffixes import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.matching.net import Compiled
    from extractor.records import LinkKind

_LISTED_KINDS: tuple[LinkKind, ...] = ("repository", "dataset_or_model", "paper")
_URL = regex.compile(
    r"(?<scheme>\w+)://(?<host>[^/?#:]*)(?<port>:\d*)?(?<path>[^?#]*)(?<query>\?[^#]*)?(?<fragment>\#.*)?", regex.DOTALL
)
_PLAIN_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True)
class Read:
    """An address, read.

    Attributes:
        canonical: the one address of the thing: host in lower case, without what follows a repository's name, without
            `.git`, tracking parameters, a closing slash or a place in the page.
        host: the host as it stands, in lower case.
        kind: what the host holds.
        owner: whose repository, model or dataset it is.
        repository: its name.
    """

    canonical: str
    host: str
    kind: LinkKind
    owner: str | None
    repository: str | None


@dataclass(frozen=True)
class _Form:
    path: str
    canonical: str
    own: bool

    @cached_property
    def pattern(self) -> Compiled:
        pattern = compiled(self.path, regex.V1)
        return Netted(pattern, f"hosts.toml: {self.path}") if self.own else pattern


@dataclass(frozen=True)
class Hosts:
    """What is known of hosts.

    Attributes:
        kinds: the kind by prefix of an address; a prefix without a path is a whole host.
        aliases: what a host is called else.
        tracking: parameters of a query that say nothing of the thing; `utm_*` is all that begin so.
        forms: what the addresses of a host look like.
    """

    kinds: Mapping[str, LinkKind]
    aliases: Mapping[str, str]
    tracking: tuple[str, ...]
    forms: Mapping[str, Sequence[_Form]]

    @classmethod
    def of(cls, table: Mapping[str, Any], *, own: bool = False) -> Hosts:
        """Read the table `hosts.toml`, to which a user may have added some of their own.

        Raises:
            RuleError: a form lacks a key.
        """
        kinds: dict[str, LinkKind] = {
            prefix if "/" in prefix else prefix + "/": kind for kind in _LISTED_KINDS for prefix in table.get(kind, ())
        }
        forms: dict[str, list[_Form]] = {}
        try:
            for form in table.get("forms", ()):
                forms.setdefault(form["host"], []).append(_Form(form["path"], form["canonical"], own))
        except KeyError as error:
            raise RuleError(f"hosts.toml: a form has no {error}; it needs host, path and canonical") from error
        return cls(kinds, table.get("aliases", {}), tuple(table.get("tracking", ())), forms)

    def read(self, url: str) -> Read:
        """Return what a URL says by itself."""
        match = _URL.fullmatch(url)
        if match is None:  # pragma: no cover - the links rules find no such thing
            return Read(url, "", "page", None, None)
        scheme, host, path = match["scheme"].lower(), match["host"].lower(), match["path"]
        query, fragment = match["query"] or "", match["fragment"] or ""
        name = decoded(host.removesuffix("."))
        plain = self._alias(name)
        kind = self._kind(plain, path + query)
        for known in _names(plain):
            for form in self.forms.get(known, ()):
                if found := form.pattern.fullmatch(path + query + fragment):
                    groups = found.groupdict()
                    canonical = form.canonical.format(host=plain, **groups)
                    return Read(f"https://{canonical}", host, kind, groups.get("owner"), groups.get("repository"))
        if kind != "page":
            scheme, name = "https", plain
        # A page's program may have its own paths behind `#`; all else there is a place in the page.
        fragment = fragment.rstrip("/") if fragment.startswith(("#/", "#!")) else ""
        path = path if fragment else path.rstrip("/")
        if name == "doi.org":
            path = path.lower()  # a DOI has no case
        port = (match["port"] or "").removesuffix(":")
        port = "" if port == _PLAIN_PORTS.get(scheme) else port
        return Read(f"{scheme}://{name}{port}{path}{self._query(query)}{fragment}", host, kind, None, None)

    def _alias(self, host: str) -> str:
        host = self.aliases.get(host, host)
        plain = host.removeprefix("www.")
        return self.aliases.get(plain, plain)

    def _kind(self, host: str, rest: str) -> LinkKind:
        addresses = [known + rest.lower() + "/" for known in _names(host)]
        known = [prefix for prefix in self.kinds if any(address.startswith(prefix) for address in addresses)]
        return self.kinds[max(known, key=len)] if known else "page"

    def _query(self, query: str) -> str:
        kept = [part for part in query[1:].split("&") if part and not self._is_tracking(part.partition("=")[0])]
        return "?" + "&".join(kept) if kept else ""

    def _is_tracking(self, parameter: str) -> bool:
        return any(
            parameter.startswith(name[:-1]) if name.endswith("*") else parameter == name for name in self.tracking
        )


def _names(host: str) -> Iterator[str]:
    """Yield what `hosts.toml` may call a host: itself, the hosts that it is under, and `gitlab.*` for its beginning."""
    labels = host.split(".")
    for first in range(len(labels) - 1):
        yield ".".join(labels[first:])
    yield labels[0] + ".*"
