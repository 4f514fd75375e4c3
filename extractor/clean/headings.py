"""The word `Abstract` before an abstract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from extractor.traced import TracedText

# `Abstract meaning representation` begins a sentence; behind a heading comes a sign, a line's end or a new sentence.
_HEADING = regex.compile(
    r"""
    \A \s*+ (?: Abstract | ABSTRACT ) (?! \s*+ \Z)
    (?: \s*+ [:.–—] \s*+ (?= [\p{Lu}\d“"'(] ) | \s? -{1,3} \s*+ (?=\p{Lu}) | [ ]*+ \n \s*+
      | \s*+ (?= (?: We | This | These | The | Our | In | Recent | Recently | Many | Most | While | Although | Despite |
                     With | To | For | As | An? | There | It | Existing | Current | Modern | Large | Deep )
                 \s \w ) )
    """,
    regex.VERBOSE,
)


def headings(traced: TracedText) -> TracedText:
    """Take the word `Abstract` off where it is a heading and not the beginning of a sentence."""
    start = traced.text[:24].lstrip()
    if not start.startswith(("Abstract", "ABSTRACT")):
        return traced
    match = _HEADING.match(traced.text)
    return traced.edit([(*match.span(), "")]) if match else traced
