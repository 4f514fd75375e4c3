"""Abstracts as they really come: what damages text, as pieces and as strategies that make damaged abstracts."""

from __future__ import annotations

import html
import json
import re
import textwrap
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

FRAGMENTS = [
    "\\", "$", "{", "}", "*", "_", "^", "~", "<", ">", "&", ";", "`", "'", '"', "-", "\n", "\t", "\r", " ", "%",
    "(", ")", "[", "]", "[a](", "#", "|", ".", ",", "a", "b", "X", "1", "2", "10", "word", "\\textbf{", "\\alpha",
    "\\times", "\\%", "\\href{", "\\frac{", "\\cite{", "\\begin{", "\\(", "\\)", "\\[", "\\]", "\\'e", "\\c{c}",
    "\\item", "\\footnote{", "extbf{", "https://a.b/c", "<b>", "</b>", "<sup>", "<tex-math>", "</tex-math>",
    "<a href='x'>", "&amp;", "&lt;", "**", "``", "''", "--", "^{", "_{", "ﬁ", "⁻", "²", "₁", "\u00ad", "\u2009",
    "\u200b", "\ufeff", "â€™", "Ã", "¶", "e\u0301", "\u0301", "\ud835", "\x00", "(cid:12)", "−", "𝛼", "-\n", "tion",
    "\\unicode{x2014}", "\\\\", "\\model", "\\left.",
    "\\u00f6", "\\ud835", "\\xe9", "\\n", "\\nwe ", "\\r", "Abstract", "# ", "```", "α", "×", "В", "о", "Î±", "â€",
    "- ", "frame- work", "low- rank", "<math>", "</math>", "<msup>", "</msup>", "<mn>", "</mn>", "<annotation>",
    "</annotation>", "<alternatives>", "</alternatives>", "&lt ", "$5%",
    "值", "、", "。", "는", "l’a", "n'est",
]  # fmt: skip
"""Pieces of markup and damage, whole, half and none."""

WORDS = [
    "We propose ", "FlexNet", " (FN)", "ResNet-50", " on ImageNet", "GSM8K", "81.4%", "2.5x", "3.1 ± 0.2", "40 GB",
    " from 10 to 20", "12,000 images", "1e-5", "77. 7%", "five", "half", "BLEU", " of ", " and ", " than ", ". ", ", ",
    " respectively", "https://github.com/a/b", "github.com/a- b", "https: //a.org", "www.a.org/x", "doi:10.1/x",
    "10.48550/arXiv.2501.1", "git@github.com:a/b.git", "http://", "$1.5M", "GPT-4o", "top-1", "(1)", "[2]", "≈", "→",
]  # fmt: skip
"""Pieces of what is looked for."""


def pieces(fragments: list[str], *, most: int = 40) -> st.SearchStrategy[str]:
    """Return texts made of fragments and of any characters at all."""
    return st.lists(st.sampled_from(fragments) | st.characters(codec=None), max_size=most).map("".join)


SENTENCES = [
    "We propose FlexNet, a sparse transformer that reaches 81.4% accuracy on ImageNet.",
    "It is 2.5x faster than ResNet-50 and needs 40 GB of memory.",
    "On GSM8K, accuracy rises from 40.8% to 52.1%, an efficient gain.",
    "The corpus holds 12,000 images in three languages.",
    "FlexNet beats LLaMA by 3.2 points on HellaSwag, while BERT is at 70.3%.",
    "Our code is at https://github.com/acme-lab/flexnet and the data at https://zenodo.org/records/10211.",
]
PLAIN = st.lists(st.sampled_from(SENTENCES), min_size=1, unique=True).map(" ".join)


def _each(pattern: str, replacement: str) -> Callable[[str], str]:
    """Return what replaces each match of `pattern` outside URLs."""
    found = re.compile(rf"{pattern}|(?P<url>https://\S+)")
    return lambda text: found.sub(lambda match: match["url"] or match.expand(replacement), text)


def _misread(encoding: str) -> Callable[[str], str]:
    return lambda text: text.replace("It is", "It’s “it”, it is").encode().decode(encoding)


HARMLESS: dict[str, Callable[[str], str]] = {
    "hard-wrapped": lambda text: textwrap.fill(text, 40, break_on_hyphens=False, break_long_words=False),
    "wrapped and indented": lambda text: textwrap.fill(
        text, 50, subsequent_indent="   ", break_on_hyphens=False, break_long_words=False
    ),
    "with line ends of another system": lambda text: textwrap.fill(
        text, 60, break_on_hyphens=False, break_long_words=False
    ).replace("\n", "\r\n"),
    "percent signs escaped": _each("%", r"\\%"),
    "percent signs escaped twice": _each("%", r"\\\\%"),
    "percentages in mathematics": _each(r"\b([\d.]+)%", r"$\1\\%$"),
    "numbers in mathematics": _each(r"\b(\d\d\.\d)%", r"$\1$\\%"),
    "times as a command": _each(r"(?<=\d)x\b", r"$\\times$"),
    "names in bold, LaTeX": _each(r"\b(FlexNet|ImageNet|GSM8K)\b", r"\\textbf{\1}"),
    "names in bold, nested": _each(r"\b(FlexNet|ImageNet|GSM8K)\b", r"{\\bf \\emph{\1}}"),
    "names in bold, Markdown": _each(r"\b(FlexNet|ImageNet|GSM8K)\b", r"**\1**"),
    "names in bold, HTML": _each(r"\b(Flex|Image|GS)(Net|M8K)\b", r"<b>\1</b>\2"),
    "names as code": _each(r"\b(FlexNet|ImageNet|GSM8K)\b", r"`\1`"),
    "tags, escaped": lambda text: html.escape(_each(r"\b(ImageNet)\b", r"<i>\1</i>")(text)),
    "tags, escaped twice": lambda text: html.escape(html.escape(_each(r"\b(ImageNet)\b", r"<i>\1</i>")(text))),
    "JATS": lambda text: f"<jats:title>Abstract</jats:title><jats:p>{text}</jats:p>",
    "ties": _each(r" (?=\d)", "~"),
    "ligatures": _each("ffi", "ﬃ"),
    "soft hyphens": _each(r"(?<=accu)(?=racy)", "\u00ad"),
    "soft hyphens at line ends": _each(r"(?<=accu)(?=racy)", "\u00ad\n"),
    "glyph numbers for soft hyphens": _each(r"(?<=accu)(?=racy)", "(cid:173) "),
    "words cut": _each(r"(?<=accu)(?=racy)|(?<=trans)(?=former)|(?<=lan)(?=guages)", "- "),
    "words cut at line ends": _each(r"(?<=accu)(?=racy)|(?<=trans)(?=former)|(?<=lan)(?=guages)", "-\n"),
    "zero-width spaces": _each(r"(?<=\w)(?=Net\b)", "\u200b"),
    "bidirectional marks": lambda text: "\u202a" + text.replace(" on ", " \u200eon\u200f ") + "\u202c",
    "no-break spaces": _each(" ", "\u00a0"),
    "thin spaces": _each(r"(?<=,) ", "\u2009"),
    "doubled spaces and tabs": _each(" ", " \t "),
    "full-width forms": _each(r"\b(\d\d)\.(\d)%", r"\1．\2％"),
    "mathematical letters": _each(r"\bFlexNet\b", "𝐅𝐥𝐞𝐱𝐍𝐞𝐭"),
    "Cyrillic letters": lambda text: _each(r"\baccuracy\b", "ассuracy")(_each(r"\bBERT\b", "ВERT")(text)),
    "other hyphens": _each(r"(?<=\w)-(?=\w)", "\u2010"),
    "UTF-8 read as Latin-1": _misread("latin-1"),
    "UTF-8 read as Windows-1252": lambda text: text.replace("accuracy", "‘accuracy’").encode().decode("cp1252"),
    "read wrongly twice": lambda text: _misread("latin-1")(text).encode().decode("latin-1"),
    "control characters": _each(r" (?=[a-z])", " \x01"),
    "escapes that nothing undid": lambda text: json.dumps(_each(r" and ", " – and ")(text))[1:-1],
    "ends of lines as escapes": _each(r"(?<=\.) ", r"\\n"),
    "a heading": lambda text: f"Abstract: {text}",
    "a heading glued on": lambda text: f"Abstract—{text}",
    "quoted": lambda text: f"``{text}''",
    "links as commands": lambda text: re.sub(r"(https://\S*\w)", r"\\url{\1}", text),
    "links in angle brackets": lambda text: re.sub(r"(https://\S*\w)", r"<\1>", text),
    "links of Markdown": lambda text: re.sub(r"(https://\S*\w)", r"[here](\1)", text),
    "links in mathematics": lambda text: re.sub(r"(https://\S*\w)", r"$\\href{\1}{here}$", text),
}
"""Kinds of damage by name, each of which leaves as it is what an abstract says."""
