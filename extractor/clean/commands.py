"""What LaTeX commands stand for: tables, no code."""

from __future__ import annotations

from typing import Final

_GREEK: Final = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi":
    "π",
    "varpi": "π", "rho": "ρ", "varrho": "ρ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

SYMBOLS: Final = {
    **_GREEK,
    **{f"text{name}": sign for name, sign in _GREEK.items()},
    "times": "×", "texttimes": "×", "pm": "±", "textpm": "±", "mp": "∓", "div": "÷", "cdot": "·", "ast": "*",
    "star": "⋆", "bullet": "•", "textbullet": "•", "item": "•", "circ": "°", "degree": "°", "deg": "°",
    "textdegree": "°", "sim": "~", "textasciitilde": "~", "thicksim": "~", "approx": "≈", "approxeq": "≈",
    "simeq": "≃", "cong": "≅", "asymp": "≍", "equiv": "≡", "leq": "≤", "le": "≤", "leqslant": "≤", "leqq": "≤",
    "geq": "≥", "ge": "≥", "geqslant": "≥", "geqq": "≥", "lesssim": "≲", "gtrsim": "≳", "ll": "≪", "gg": "≫",
    "lt": "<", "gt": ">", "textless": "<", "textgreater": ">", "neq": "≠", "ne": "≠", "propto": "∝", "infty": "∞",
    "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "cup": "∪", "cap": "∩",
    "setminus": "∖", "emptyset": "∅", "varnothing": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "land": "∧",
    "wedge": "∧", "lor": "∨", "vee": "∨", "oplus": "⊕", "otimes": "⊗", "odot": "⊙", "to": "→", "rightarrow": "→",
    "longrightarrow": "→", "textrightarrow": "→", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔",
    "uparrow": "↑", "textuparrow": "↑", "downarrow": "↓", "textdownarrow": "↓", "nearrow": "↗", "searrow": "↘",
    "Rightarrow": "⇒", "Leftarrow": "⇐", "implies": "⇒", "iff": "⇔", "Leftrightarrow": "⇔", "mapsto": "↦",
    "hookrightarrow": "↪", "rightsquigarrow": "⇝", "leadsto": "⇝", "nabla": "∇", "partial": "∂", "sum": "∑",
    "prod": "∏", "int": "∫", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "dagger": "†", "dag": "†", "ddagger": "‡",
    "perp": "⊥", "bot": "⊥", "top": "⊤", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖",
    "lVert": "‖", "rVert": "‖", "parallel": "‖", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋",
    "lceil": "⌈", "rceil": "⌉", "ldots": "…", "dots": "…", "cdots": "…", "textellipsis": "…", "dotsc": "…",
    "vdots": "⋮", "prime": "'", "triangle": "△", "square": "□", "Box": "□", "checkmark": "✓", "cmark": "✓",
    "xmark": "✗", "diamond": "⋄", "copyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£",
    "textsterling": "£", "euro": "€", "texteuro": "€", "textdollar": "$", "textpercent": "%", "percent": "%",
    "textunderscore": "_", "textbackslash": "\\", "backslash": "\\", "textasciicircum": "^", "textbar": "|",
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotesingle": "'", "lq": "‘", "rq": "’", "slash": "/", "colon": ":", "lbrace": "{",
    "rbrace": "}", "lbrack": "[", "rbrack": "]", "micro": "μ", "quad": " ", "qquad": " ", "enspace": " ",
    "thinspace": " ", "space": " ", "hfill": " ", "newline": " ", "par": " ", "linebreak": " ", "aa": "å", "AA": "Å",
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "i": "i", "j": "j",
    "LaTeX": "LaTeX", "TeX": "TeX", "mod": "mod", "bmod": "mod", "pmod": "mod", "argmin": "argmin",
    "argmax": "argmax",
}  # fmt: skip
"""Commands without an argument, and the character or word that they print."""

WORDS: Final = {
    "ie": "i.e.", "eg": "e.g.", "Ie": "I.e.", "Eg": "E.g.", "etal": "et al.", "etc": "etc.", "wrt": "w.r.t.",
    "vs": "vs.", "cf": "cf.", "iid": "i.i.d.", "aka": "a.k.a.", "resp": "resp.", "st": "s.t.",
}  # fmt: skip
"""Abbreviations that authors define for themselves, nearly always by these names."""

UNWRAPPED: Final = frozenset(
    """
    text textbf textit texttt textsc textsf textrm textsl textmd textup textnormal textsuperscript textsubscript
    emph underline uline ul sout st uwave mbox hbox fbox makebox framebox centerline raisebox math mathbf mathbb
    mathcal mathrm mathsf mathtt mathit mathfrak mathscr mathds mathnormal mathop mathbin mathrel mathord mathopen
    mathclose operatorname boldsymbol bm pmb boldmath ensuremath hat widehat tilde widetilde Tilde Hat Bar bar
    overline vec dot ddot breve check acute grave mathring overrightarrow overleftarrow overbrace underbrace url
    path nolinkurl texorpdfstring num si unit ang numprint uppercase lowercase MakeUppercase MakeLowercase textquote
    enquote acronym ac acs acl acf gls Gls glspl cancel xcancel smash substack title author abstract section
    subsection paragraph subparagraph chapter caption Bbb bold
    """.split()  # noqa: SIM905 - a list of strings is harder to read
)
"""Commands whose argument stays and whose wrapping goes."""

SWITCHES: Final = frozenset(
    """
    bf it tt sc sf rm em sl bfseries itshape ttfamily scshape sffamily rmfamily mdseries upshape normalfont boldmath
    tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge displaystyle textstyle scriptstyle
    scriptscriptstyle left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm
    limits nolimits noindent indent centering raggedright xspace protect relax nobreak nolinebreak allowbreak sloppy
    nonumber notag cal unskip ignorespaces leavevmode maketitle clearpage newpage smallskip medskip bigskip vfill
    hfil break
    """.split()  # noqa: SIM905 - a list of strings is harder to read
)
"""Commands that print nothing and take no argument."""

DROPPED: Final = frozenset(
    """
    cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite nocite
    Cite Citep Citet ref eqref cref Cref autoref pageref nameref label vspace hspace color pagecolor bibliography
    bibliographystyle usepackage includegraphics index phantom hphantom vphantom thispagestyle pagestyle
    footnotemark pdfoutput input include hypersetup looseness setcounter addtocounter rule
    """.split()  # noqa: SIM905 - a list of strings is harder to read
)
"""Commands that go with all their arguments."""

FIRST_DROPPED: Final = frozenset(
    {
        "textcolor", "colorbox", "fcolorbox", "overset", "underset", "stackrel", "fontsize", "hyperref", "parbox",
        "foreignlanguage", "hyperlink",
    }
)  # fmt: skip
"""Commands whose first argument goes and whose last one stays."""

PAIRS: Final = {
    "href": ("", " (", ")"), "frac": ("", "/", ""), "tfrac": ("", "/", ""), "dfrac": ("", "/", ""),
    "nicefrac": ("", "/", ""), "sfrac": ("", "/", ""), "SI": ("", " ", ""), "qty": ("", " ", ""),
    "binom": ("(", ",", ")"),
}  # fmt: skip
"""Commands of two arguments: what to put before, between and after them."""

ENCLOSED: Final = {
    "sqrt": ("√(", ")"), "footnote": (" (", ")"), "footnotetext": (" (", ")"), "thanks": (" (", ")"),
    "marginpar": (" (", ")"), "textsuperscript": ("^", ""), "enquote": ("“", "”"), "pmod": ("(mod ", ")"),
}  # fmt: skip
"""Commands of one argument: what to put in place of the command and of its closing brace."""

ESCAPES: Final = {
    **dict.fromkeys(" \n\\,;:>", " "), **dict.fromkeys("!-/@", ""), "|": "‖",
}  # fmt: skip
"""What a backslash and a sign print where that is not the sign itself."""

LETTER_ACCENTS: Final = {
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b":
    "\u0331",
}  # fmt: skip
SIGN_ACCENTS: Final = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
}  # fmt: skip
"""Accents, and the combining character that each is."""
