"""Licences of data, as a hub and as SPDX call them."""

from __future__ import annotations

from dataclasses import dataclass

# By the hub's id: what SPDX calls it. These are the ones that data come under; others are told as they were given.
_SPDX = {
    "apache-2.0": "Apache-2.0",
    "cc0-1.0": "CC0-1.0",
    "cc-by-3.0": "CC-BY-3.0",
    "cc-by-4.0": "CC-BY-4.0",
    "cc-by-sa-3.0": "CC-BY-SA-3.0",
    "cc-by-sa-4.0": "CC-BY-SA-4.0",
    "cc-by-nc-4.0": "CC-BY-NC-4.0",
    "cc-by-nc-sa-4.0": "CC-BY-NC-SA-4.0",
    "cc-by-nc-nd-4.0": "CC-BY-NC-ND-4.0",
    "cc-by-nd-4.0": "CC-BY-ND-4.0",
    "cdla-permissive-1.0": "CDLA-Permissive-1.0",
    "cdla-permissive-2.0": "CDLA-Permissive-2.0",
    "cdla-sharing-1.0": "CDLA-Sharing-1.0",
    "mit": "MIT",
    "odbl": "ODbL-1.0",
    "odc-by": "ODC-By-1.0",
    "pddl": "PDDL-1.0",
}
_HUB = {spdx.lower(): hub for hub, spdx in _SPDX.items()}


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence.

    Attributes:
        hub: what the hub calls it; `other` if it has no id for it, `unknown` if none was given.
        name: what a reader calls it; None if none was given.
        url: where its text is, if that is known.
    """

    hub: str
    name: str | None
    url: str | None


def licence_of(given: str | None) -> Licence:
    """Return the licence that was given as an id of the hub or of SPDX, as a URL, or by another name."""
    if not given:
        return Licence("unknown", None, None)
    if given.startswith(("https://", "http://")):
        return Licence("other", given, given)
    hub = _HUB.get(given.lower(), given.lower())
    if hub in _SPDX:
        return Licence(hub, _SPDX[hub], f"https://spdx.org/licenses/{_SPDX[hub]}.html")
    return Licence("other", given, None)
