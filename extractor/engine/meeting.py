"""Telling an abstract that is met again from one that only has the same id."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from extractor.records import Reject

if TYPE_CHECKING:
    from extractor.abstract import Abstract


@dataclass(frozen=True, slots=True)
class Again:
    """An abstract that was met before, here in another place."""

    abstract: Abstract


@dataclass(slots=True)
class Met:
    """The ids met so far, each with a digest of its text: enough to know an abstract again, and no more."""

    _texts: dict[str, bytes] = field(default_factory=dict)

    def meet(self, abstract: Abstract) -> Abstract | Again | Reject:
        """Return the abstract if it is new, or what it is instead.

        Two texts are the same where they differ in white space only.
        """
        folded = " ".join(abstract.text.split())
        digest = hashlib.blake2b(folded.encode(), digest_size=16).digest()
        before = self._texts.get(abstract.record_id)
        if before is None:
            self._texts[abstract.record_id] = digest
            return abstract
        if before == digest:
            return Again(abstract)
        reason = f"the id {abstract.record_id} was met before with another text; keep one of the two, or mend the id"
        return reject_of(abstract, code="duplicate-id", reason=reason)


def reject_of(abstract: Abstract, *, code: str, reason: str) -> Reject:
    """Return the reject of an abstract that was read well."""
    source = abstract.source
    return Reject(
        file=source.file if source else "-",
        position=source.position if source else None,
        line=abstract.line,
        offset=abstract.offset,
        code=code,
        reason=reason,
        raw=abstract.text,
    )
