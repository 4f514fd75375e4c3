"""LaTeX: one walk over the text that knows groups and mathematics, so that nesting costs no recursion."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

import regex

from extractor.clean import commands
from extractor.clean.dollars import math_spans, slips

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

# `\textbf` that a program took for an escape: a tab and `extbf`. The control character was a backslash and a letter.
_CONTROLS: Final = {
    "\t": r"ext(?:bf|it|tt|sc|sf|rm)?\{|imes\b|heta\b|au\b|ilde\b|frac\b",
    "\b": r"eta\b|ar\b|f\b|oldsymbol\b|egin\b|ig\b|ullet\b",
    "\f": r"rac\b|ootnote\b",
    "\v": r"arepsilon\b|ec\b|arphi\b",
    "\a": r"lpha\b|pprox\b|st\b",
}
_LOST: Final = {"\t": "t", "\b": "b", "\f": "f", "\v": "v", "\a": "a"}
_DAMAGED = regex.compile("|".join(f"{regex.escape(sign)}(?={rest})" for sign, rest in _CONTROLS.items()))

# A percent sign that begins a line and is not the end of `30\n% of`, as hard wrapping leaves it.
_COMMENT_SIGN = regex.compile(r"(?<=\n[ ]*)%+[ ]*(?=\p{L}{2})(?<=[\p{L}.,;:}]\s*\n[ ]*%+[ ]*)")

# One that is left of a line whose end is lost: `It works. % We show it.`
_COMMENT_LEFT = regex.compile(r"(?<=[.!?]\s)%++[ ]?+(?=\p{Lu}[\p{Ll}\s])")

_MARKS: Final = ("\\", "$", "{", "}", "^", "~", "``", "''", "--", "_")
_TOKEN = re.compile(r"[\\{}$^_~]|://|``|''|--")

# Matched at one place only. There `re` is right: `regex` first looks through all of the text for what a match needs.
_COMMAND = re.compile(r"\\++(?P<name>[A-Za-z]++)\*?+")
_ESCAPE = re.compile(r"\\+[^A-Za-z]")
_URL_REST = re.compile(r"://(?:[^\s{}\\$<>|^`\"]|\\++[_%#&~$-])*+")
_DASHES = re.compile(r"-++")
# A command whose backslash is lost, behind which only an argument makes sense.
_NAKED = re.compile(r"(?<![A-Za-z\\])(?:t?ext(?:bf|it|tt|sc|sf|rm)|emph|math(?:cal|bf|rm|bb|it)|href|url)\Z")
_ESCAPED_IN_URL = regex.compile(r"\\++([_%#&~$-])")
_ARGUMENT = re.compile(r"\s*+(?:\[[^\[\]{}]{0,200}\]\s*+)?\{")
_WHOLE_ARGUMENTS = re.compile(r"\*?+(?:\s*+\[[^\[\]{}]{0,500}+\])*+(?:\s*+\{[^{}]*+\})?+")
_SECOND = re.compile(r"\s*+\{")
_BLANKS = re.compile(r"\s++")
_SPLIT_NAME = re.compile(r"\{([a-z]{2,9})\}")
_LETTER = re.compile(r"\s*+\{\s*+(?:\\?([A-Za-z]))\s*+\}")
_SIGN_ACCENT = re.compile(
    r"""
    \\+ (?P<sign> ['"`^~=.] ) [ ]?
    (?: \{ [ ]*+ \\? (?P<braced> [A-Za-z] ) [ ]*+ \}
      | \\ (?P<dotless> [ij] ) (?![A-Za-z]) (?: \{\} )?+ [ ]?
      | (?P<bare> [A-Za-z] ) )
    """,
    re.VERBOSE,
)
_ESCAPED_QUOTE_END = regex.compile(r'\\"(?![A-Za-z{\\])')
_CODE_POINT = re.compile(r"\{x?([0-9A-Fa-f]{2,6})\}")
_BIG = re.compile(r"[bB]igg?[lrm]?\Z")

_RAISED = re.compile(
    r"""
    \^ \s*+
    (?: \{ \s*+ (?: (?P<ordinal> st | nd | rd | th ) | \\circ | \\degree | \\prime | ° ) \s*+ \}
      | \\ (?: circ | degree | prime ) (?![A-Za-z]) )
    """,
    re.VERBOSE,
)
_PLAIN_SCRIPT = re.compile(
    r"""
    [_^] \s*+ \{ \s*+
    (?: [-+]? [\w.]* | \\[A-Za-z]+ | [*†‡+-] | \\ (?: text | math ) [a-z]*+ \{ [\w.]* \} )
    \s*+ \}
    """,
    re.VERBOSE,
)
_LOOSE_GROUP = re.compile(
    r"""
    \{ (?= \s*+ (?: \\ | https?:// | (?: href | url ) \{ ) | [^{}\s,;|]{0,40} \} [\w-] | [.,] \} )
    | (?<= [\w-] ) \{ (?= [^{}\s,;|]{0,40} \} )
    """,
    re.VERBOSE,
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\}")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_MATH_CONTENT = regex.compile(r"[\\^_=<>]")

# What to do where a group closes: what to put in place of its brace (None: keep it) and, for a command of two
# arguments, what to put between them and in place of the second brace.
_Group = tuple[str | None, tuple[str, str] | None]
_KEEP: Final[_Group] = (None, None)
_DROP: Final[_Group] = ("", None)


def backslashes(traced: TracedText) -> TracedText:
    r"""Give commands back the backslash that a program took for an escape (a tab and `extbf{`)."""
    text = traced.text
    if text.isprintable() or not any(sign in text for sign in _CONTROLS):
        return traced
    return traced.sub(_DAMAGED, lambda match: "\\" + _LOST[match.group()])


def comments(traced: TracedText) -> TracedText:
    """Take off the percent sign of a commented-out line; its words stay, since they may well be text."""
    if "\n%" in traced.text or "\n %" in traced.text:
        traced = traced.sub(_COMMENT_SIGN, "")
    return traced.sub(_COMMENT_LEFT, "") if ". %" in traced.text else traced


def latex(traced: TracedText) -> TracedText:
    """Take LaTeX off: commands, mathematics, groups, accents, quotes, dashes, ties and escapes."""
    text = traced.text
    for mark in _MARKS:
        if mark in text:
            return traced.edit(_Walk(text).edits())
    return traced


class _Walk:
    """One walk over a text from token to token. `at` is the end of what has been dealt with."""

    __slots__ = ("_at", "_edits", "_groups", "_math", "_math_depth", "_opens", "_quotes", "_slips", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._edits: list[Edit] = []
        self._groups: list[_Group] = []
        self._at = 0
        self._math = False
        self._math_depth = 0
        self._opens: dict[int, tuple[int, bool]] = {}
        self._slips: set[int] = set()
        if "$" in text:
            spans = math_spans(text)
            for start, end, width in spans:
                self._opens[start] = (width, True)
                self._opens[end - width] = (width, False)
            self._slips.update(slips(text, spans))
        self._quotes: bool | None = None

    def edits(self) -> list[Edit]:
        text, signs = self._text, self._SIGNS
        for match in _TOKEN.finditer(text):
            start = match.start()
            if start >= self._at:
                signs[text[start]](self, start, match.end())
        return self._edits

    def _put(self, start: int, end: int, replacement: str) -> None:
        self._edits.append((start, end, replacement))
        self._at = end

    # --- signs

    def _backslash(self, start: int, _end: int) -> None:
        if match := _COMMAND.match(self._text, start):
            self._command(start, match.end(), match["name"])
        elif match := _ESCAPE.match(self._text, start):
            self._escape(start, match.end())

    def _url(self, start: int, end: int) -> None:
        rest = _URL_REST.match(self._text, start)
        end = rest.end() if rest else end
        for match in _ESCAPED_IN_URL.finditer(self._text, start, end):
            self._put(*match.span(), match[1])
        self._at = end

    def _dollar(self, start: int, _end: int) -> None:
        width, opens = self._opens.get(start, (0, False))
        if width:
            self._set_math(opens=opens)
            self._put(start, start + width, "")
        elif start in self._slips:
            self._put(start, start + 1, "")

    def _set_math(self, *, opens: bool) -> None:
        if opens:
            self._math_depth = len(self._groups)
        elif self._math:
            # A group that mathematics left open must not close on a brace of the prose behind it.
            del self._groups[self._math_depth :]
        self._math = opens

    def _open(self, start: int, end: int) -> None:
        if start and self._text[start - 1].isalpha():
            naked = _NAKED.search(self._text, max(self._at, start - 8), start)
            if naked:
                name = naked.group()
                self._command(naked.start(), start, "t" + name if name.startswith("ext") else name)
                return
        if self._text.startswith("}", end):
            self._put(start, end + 1, "")
        elif self._math or (self._groups and self._groups[-1] != _KEEP) or _LOOSE_GROUP.match(self._text, start):
            self._put(start, end, "")
            self._groups.append(_DROP)
        else:
            self._groups.append(_KEEP)

    def _close(self, start: int, end: int) -> None:
        if not self._groups:
            if self._math:
                self._put(start, end, "")
            elif self._text.startswith("{", end):
                # What is left of an `\href` whose beginning is lost.
                self._put(start, end + 1, " ")
            return
        closing, between = self._groups.pop()
        if between is not None and (second := _SECOND.match(self._text, end)):
            self._put(start, second.end(), between[0])
            self._groups.append((between[1], None))
        elif closing is not None:
            self._put(start, end, closing)

    def _caret(self, start: int, _end: int) -> None:
        text = self._text
        if match := _RAISED.match(text, start):
            if match["ordinal"]:
                self._put(start, match.start("ordinal"), "")
                self._put(match.end("ordinal"), match.end(), "")
            else:
                self._put(start, match.end(), "'" if "prime" in match.group() else "°")
        elif match := _SECOND.match(text, start + 1):
            if _PLAIN_SCRIPT.match(text, start):
                self._put(match.start(), match.end(), "")
                self._groups.append(_DROP)
            else:
                self._put(match.start(), match.end(), "(")
                self._groups.append((")", None))

    def _bar(self, start: int, end: int) -> None:
        text = self._text
        before = text[start - 1] if start else ""
        after = text[end] if end < len(text) else ""
        if after == "{":
            inner = text[end + 1 : end + 2]
            if before.isdigit() and inner.isdigit():
                self._put(end, end + 1, "")
                self._groups.append(_DROP)
            elif _PLAIN_SCRIPT.match(text, start):
                self._put(start, end + 1, "")
                self._groups.append(_DROP)
            else:
                self._put(end, end + 1, "(")
                self._groups.append((")", None))
        elif after == "\\" or (self._math and after.isalnum() and not (before.isdigit() and after.isdigit())):
            if before and not before.isspace():
                self._put(start, end, "")
        elif after.isdigit() and before.isalpha() and not self._math:
            lone = start < 2 or not (text[start - 2].isalnum() or text[start - 2] in "_-/.\\")
            ends = end + 1 >= len(text) or not (text[end + 1].isalnum() or text[end + 1] == "_")
            if lone and ends:
                self._put(start, end, "")

    def _tie(self, start: int, end: int) -> None:
        text = self._text
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        if self._math:
            self._put(start, end, " ")
        elif text.startswith(("\\cite", "\\footnote"), end) or (before in "~ " and after == "\\"):
            self._put(start, end, "")
        elif (
            before.isspace() or before in "([/~<>=" or after.isspace() or (after.isdigit() and before in "0123456789%$")
        ):
            return  # about, or a range
        else:
            self._put(start, end, " ")

    def _quote(self, start: int, end: int) -> None:
        if not self._math:
            self._put(start, end, "“" if self._text[start] == "`" else "”")

    def _dash(self, start: int, end: int) -> None:
        text = self._text
        dashes = _DASHES.match(text, start)
        end = self._at = dashes.end() if dashes else end
        if end - start < 4 and not text.startswith(">", end) and not (start and text[start - 1] in "<!"):
            self._put(start, end, "–" if end - start == 2 else "—")

    # --- commands

    def _command(self, start: int, end: int, name: str) -> None:
        text = self._text
        if (name.startswith("cite") or name in commands.DROPPED) and (whole := _WHOLE_ARGUMENTS.match(text, end)):
            self._drop(start, whole.end())
        elif name in ("begin", "end") and (whole := _WHOLE_ARGUMENTS.match(text, end)):
            self._put(start, whole.end(), " ")
        elif name == "unicode" and (point := _CODE_POINT.match(text, end)):
            self._put(start, point.end(), _character(point[1]))
        elif name in commands.LETTER_ACCENTS and (letter := _LETTER.match(text, end)):
            accented = unicodedata.normalize("NFC", letter[1] + commands.LETTER_ACCENTS[name])
            self._put(start, letter.end(), accented)
        elif len(name) == 1 and (split := _SPLIT_NAME.match(text, end)) and name + split[1] in commands.SYMBOLS:
            # `\b{eta}` is how a converter writes `\beta` that it took for an accent.
            self._put(start, split.end(), commands.SYMBOLS[name + split[1]])
        elif (argument := _ARGUMENT.match(text, end)) and self._with_argument(name, start, end, argument.end()):
            return
        elif (symbol := commands.SYMBOLS.get(name)) is not None:
            self._put(start, self._after_symbol(start, end, symbol), symbol)
        elif name in commands.SWITCHES or name in commands.UNWRAPPED or _BIG.match(name):
            blanks = _BLANKS.match(text, end)
            stop = blanks.end() if blanks and name != "xspace" and not text.startswith("\n", end) else end
            stop += name in ("left", "right") and text.startswith(".", stop)
            self._put(start, stop, "")
        elif (word := commands.WORDS.get(name)) is not None:
            self._put(start, end + text.startswith(".", end), word)
        else:
            self._unknown(start, end, name)

    def _with_argument(self, name: str, start: int, end: int, inside: int) -> bool:
        text = self._text
        if name == "hyperlink" and text.startswith(("http", "www."), inside):
            name = "href"  # it leads into the document; who writes a URL there means the other
        if name in commands.PAIRS:
            before, between, after = commands.PAIRS[name]
            self._put(start, inside, before)
            self._groups.append((after, (between, after)))
        elif name in commands.ENCLOSED:
            before, after = commands.ENCLOSED[name]
            if name == "textsuperscript" and _ORDINAL.match(text, inside):
                before = ""
            self._put(start, inside, before)
            self._groups.append((after, None))
        elif name in commands.FIRST_DROPPED:
            whole = _WHOLE_ARGUMENTS.match(text, end)
            stop = whole.end() if whole else inside
            second = _SECOND.match(text, stop)
            self._put(start, second.end() if second else stop, "")
            if second:
                self._groups.append(_DROP)
        elif name in commands.UNWRAPPED or (name in commands.SWITCHES and text.startswith("{", end)):
            self._put(start, inside, "")
            self._groups.append(_DROP)
        elif name not in commands.SYMBOLS and text.startswith("{", end) and not text.startswith("}", inside):
            # A macro of the authors': mostly colour or a change mark around the words that count.
            self._put(start, inside, "")
            self._groups.append(_DROP)
        else:
            return False
        return True

    def _drop(self, start: int, end: int) -> None:
        """Drop a citation, and the space before it where punctuation follows."""
        text = self._text
        if end < len(text) and text[end] in ".,;:)" and start - 1 >= self._at and text[start - 1] == " ":
            start -= 1
        self._put(start, end, "")

    def _after_symbol(self, start: int, end: int, symbol: str) -> int:
        """Return the end of a symbol's command: with its `{}`, and in mathematics with the space that only ends it."""
        text = self._text
        if text.startswith("{}", end):
            return end + 2
        if self._math and text.startswith(" ", end) and not symbol.isspace():
            letters = symbol.isalpha() and text[end + 1 : end + 2].isalnum()
            if letters or start == 0 or not text[start - 1].isspace():
                return end + 1
        return end

    def _unknown(self, start: int, end: int, name: str) -> None:
        text = self._text
        count = end - start - len(text[start:end].lstrip("\\"))
        if name[0] == "n" and not self._math and (len(name) == 1 or name[1].isupper()):
            self._put(start, start + count + 1, "\n")  # a line's end, escaped: `\nWe show`
        else:
            self._put(start, start + count, " " if count > 1 and not self._math else "")
        self._at = end
        if text.startswith("{}", end):
            self._put(end, end + 2, "")

    # --- escapes

    def _escape(self, start: int, end: int) -> None:
        text = self._text
        sign = text[end - 1]
        if not self._math and sign in commands.SIGN_ACCENTS and (accent := _SIGN_ACCENT.match(text, start)):
            letter = accent["braced"] or accent["dotless"] or accent["bare"]
            accented = unicodedata.normalize("NFC", letter + commands.SIGN_ACCENTS[sign])
            if len(accented) == 1 and not self._is_quotation(accent):
                self._put(start, accent.end(), accented)
                return
        if sign in "([":
            self._open_math(start, end, sign)
        elif sign in ")]" and self._math:
            self._set_math(opens=False)
            self._put(start, end, "")
        elif sign == "," and text[start - 1 : start].isdigit() and _THOUSANDS.match(text, end):
            self._put(start, end, "")
        elif sign.isdigit() and end - start == 2:
            self._at = end
        else:
            self._put(start, end, commands.ESCAPES.get(sign, sign))

    def _open_math(self, start: int, end: int, sign: str) -> None:
        close = self._text.find("\\)" if sign == "(" else "\\]", end, end + 1000)
        if close >= 0 and (sign == "(" or _MATH_CONTENT.search(self._text, end, close)):
            self._set_math(opens=True)
            self._put(start, end, "")
        else:
            self._put(start, end, sign)

    def _is_quotation(self, accent: re.Match[str]) -> bool:
        r"""Whether `\"o` or `\'s` is an escaped quotation mark or apostrophe after all."""
        text = self._text
        if accent["sign"] == '"':
            if self._quotes is None:
                self._quotes = _ESCAPED_QUOTE_END.search(text) is not None
            return self._quotes
        following = text[accent.end() : accent.end() + 1]
        return accent["sign"] == "'" and accent["bare"] in ("s", "t", "d") and not following.isalpha()

    _SIGNS: Final = {
        "\\": _backslash, ":": _url, "{": _open, "}": _close, "$": _dollar, "^": _caret, "_": _bar, "~": _tie,
        "`": _quote, "'": _quote, "-": _dash,
    }  # fmt: skip


def _character(code: str) -> str:
    point = int(code, 16)
    if point in (0xA0, 0x2009, 0x202F):
        return " "
    return chr(point) if 0x20 < point < 0x110000 and not 0xD800 <= point < 0xE000 else ""
