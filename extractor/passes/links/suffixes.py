"""Public suffixes (`com`, `co.uk`, `github.io`): which words with dots can be hosts at all.

The list ships with the library `publicsuffixlist`; nothing is fetched. It is loaded when a host is first in doubt, so
that texts without one do not pay for it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415

    # Suffixes in Punycode are not asked for and would take most of the time: `known` decodes the host instead.
    return PublicSuffixList(accept_unknown=False, accept_encoded_idn=False)


def decoded(host: str) -> str:
    """Return a host with its Punycode labels (`xn--…`) as what they stand for, where they stand for something."""
    if "xn--" not in host:
        return host
    try:
        return host.encode("ascii").decode("idna")
    except UnicodeError:
        return host


def has_suffix(host: str) -> bool:
    """Whether a host ends in a public suffix, or is one."""
    return _suffixes().publicsuffix(decoded(host.lower())) is not None


def is_site(host: str) -> bool:
    """Whether a host is something under a public suffix, as `acme.co.uk` is and `co.uk` is not."""
    return _suffixes().privatesuffix(decoded(host.lower())) is not None
