"""LaTeX."""

from __future__ import annotations

import pytest

from extractor.clean import clean
from extractor.clean.dollars import math_spans


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        # names
        pytest.param(r"PixArt-$\alpha$ and $\mu$P", "PixArt-α and μP", id="Greek in a name"),
        pytest.param(r"ImageNet 512$\times$512", "ImageNet 512×512", id="resolution in a name"),
        pytest.param(r"$\texttt{HDM-HB}$", "HDM-HB", id="typewriter in mathematics"),
        pytest.param(r"DA$^{2}$, T$^2$Net, X-5$^i$", "DA^2, T^2Net, X-5^i", id="raised"),
        pytest.param(r"F$_1$, $F_1$, F_1, F$_{1}$", "F1, F1, F1, F1", id="lowered"),
        pytest.param(r"$\ell_1$, $L_{\infty}$, $\mathrm{MW}_2$", "ℓ1, L∞, MW2", id="norms"),
        pytest.param(r"$10_3$ and $x_{t+1}$", "10_3 and x_(t+1)", id="an index that would change what is read"),
        pytest.param("a_1b, my_f_1, x86_64", "a_1b, my_f_1, x86_64", id="names in code"),
        # numbers
        pytest.param(r"$40.8$\%, 40\\%, 40\%, $40\%$", "40.8%, 40%, 40%, 40%", id="percent"),
        pytest.param(r"$2.07\times$, 3$\times$, $5 \times 10^{-5}$", "2.07×, 3×, 5 × 10^-5", id="times"),
        pytest.param(r"$4\times 10^8$", "4×10^8", id="the space that only ends a command"),
        pytest.param(r"$0.258 \pm 0.047$, 92.3\ensuremath{\pm}0.4", "0.258 ± 0.047, 92.3±0.4", id="plus-minus"),
        pytest.param(r"$\sim$3$\times$, $\sim 90\%$, $\approx$7", "~3×, ~90%, ≈7", id="about"),
        pytest.param(r"$\leq 5$, $\geqslant$2, $<2$M", "≤5, ≥2, <2M", id="bounds"),
        pytest.param(r"4{,}081, 10\,000, 15\,ms, 1\,2", "4,081, 10000, 15 ms, 1 2", id="groups of digits and units"),
        pytest.param(r"3--8\%, $2\times$--$8\times$, $0.1\text{--}0.2$", "3–8%, 2×–8×, 0.1–0.2", id="ranges"),
        pytest.param(r"$40^\circ$, $1^{\circ}$, 360{\deg}", "40°, 1°, 360°", id="degrees"),
        pytest.param(
            r"the $5^{th}$, 5\textsuperscript{th}, 10\textsuperscript{-3}", "the 5th, 5th, 10^-3", id="ordinals"
        ),
        pytest.param(r"727 {\mu}s, $\frac{1}{2}$, $\sqrt{T}$", "727 μs, 1/2, √(T)", id="units and fractions"),
        pytest.param(r"\num{1.2+-0.3}, \SI{5}{\percent}", "1.2±0.3, 5 %", id="siunitx"),
        # commands
        pytest.param(r"\textbf{a \emph{b} \textsc{c}} d", "a b c d", id="nested"),
        pytest.param(r"\textbf{A}daptive \underline{F}low", "Adaptive Flow", id="inside words"),
        pytest.param(r"{\bf X}, {\em a b}, \bf{Y}, $\it{z}$", "X, a b, Y, z", id="switches"),
        pytest.param(r"\textcolor{red}{X} \textcolor{red}{\textbf{Y}}", "X Y", id="colour goes"),
        pytest.param(
            r"\model gains; \model{} too; \ours-1.3B", "model gains; model too; ours-1.3B", id="unknown macros"
        ),
        pytest.param(r"a \blue{clinical} reward", "a clinical reward", id="unknown macro with an argument"),
        pytest.param(r"so far~\cite{a,b}. As \citep[see][]{c} say", "so far. As say", id="citations go"),
        pytest.param(r"X\footnote{At https://a.org.} is", "X (At https://a.org.) is", id="footnote"),
        pytest.param(r"\begin{itemize}\item A \item B\end{itemize}", " • A • B ", id="list"),
        pytest.param(r"(\eg, X, \ie Y, Z \etal.)", "(e.g., X, i.e. Y, Z et al.)", id="abbreviations as macros"),
        pytest.param(r"$\widetilde{\mathcal{O}}(\log n)$", "O(log n)", id="decorations"),
        pytest.param(r"$\text{cost}\left(\frac{m}{\delta}\right)$", "cost(m/δ)", id="brackets that grow"),
        pytest.param(r"\operatorname{SE}(3) and $\mathbb R^d$", "SE(3) and R^d", id="an argument without braces"),
        pytest.param(r"$L^{-\frac{1}{2}}$", "L^(-1/2)", id="a long exponent gets brackets"),
        pytest.param(r"\(x_i\) and \[y=\alpha\]", "xi and y=α", id="other mathematics"),
        pytest.param(r"\[CLS\] and \_x\_", "[CLS] and _x_", id="Markdown's escapes"),
        pytest.param(r"$$a = b$$", "a = b", id="display"),
        # links
        pytest.param(r"\url{https://a.org/b_c}", "https://a.org/b_c", id="URL"),
        pytest.param(r"\href{https://a.org/~b}{here}.", "https://a.org/~b (here).", id="URL, then its text"),
        pytest.param(r"\href{https://a.org} {\textbf{x}}.", "https://a.org (x).", id="URL, then marked-up text"),
        pytest.param(r"{\url{https://a.org}}", "https://a.org", id="braces around a URL"),
        pytest.param(r"https://a.org/x\_y\%20\#z--w", "https://a.org/x_y%20#z--w", id="escapes in a URL"),
        pytest.param("https://a.org/~u/f_1$x$", "https://a.org/~u/f_1x", id="a URL keeps tie and bar"),
        pytest.param("https://a.org/x}{a.org/x.", "https://a.org/x a.org/x.", id="the beginning is lost"),
        pytest.param(r"href{https://a.org}{x} extbf{Y}", "https://a.org (x) Y", id="the backslash is lost"),
        # signs
        pytest.param(r"\& \# \_ \$ \{ \} \%", "& # _ $ { } %", id="escapes"),
        pytest.param("``x'' and \"y\"", '“x” and "y"', id="quotes"),
        pytest.param("a---b, c--d, --e, x --> y", "a—b, c–d, –e, x --> y", id="dashes"),
        pytest.param("Table~3, Qwen~(8B), 5~ms", "Table 3, Qwen (8B), 5 ms", id="ties"),
        pytest.param("~5x, by ~38%, 1~2, 3%~4%, (~2)", "~5x, by ~38%, 1~2, 3%~4%, (~2)", id="about and ranges"),
        pytest.param(r"i.i.d.\ data, a\\b, c \\ d", "i.i.d. data, a b, c d", id="spaces and line breaks"),
        pytest.param("models {VLMs}, k in {1,2}", "models {VLMs}, k in {1,2}", id="braces of prose"),
        pytest.param("{A}daptive {https://a.org}", "Adaptive https://a.org", id="braces that only protect"),
        # accents
        pytest.param(r"caf\'e, G\"{o}del, Fran\c{c}ois, Ho\v{r}ava", "café, Gödel, François, Hořava", id="accents"),
        pytest.param(r"na\"{\i}ve, \'{e}, \^o, \~n, \o, \ss", "naïve, é, ô, ñ, ø, ß", id="more accents"),
        pytest.param(r"\"other\" and it\'s", '"other" and it\'s', id="escaped quotes are none"),
        # damage
        pytest.param("a \textbf{X} of $2\times 3$, $\beta$", "a X of 2×3, β", id="an escape was made of a command"),
        pytest.param(r"$\\omega^2$, \\textit{x}", "ω^2, x", id="backslashes doubled"),
        pytest.param(r"\r{ho} = 0.9, \b{eta}-VAE", "ρ = 0.9, β-VAE", id="a command was taken for an accent"),
        pytest.param(r"So.\nWe do.\n\nIt is", "So. We do.\nIt is", id="a line's end, escaped"),
        pytest.param(r"a$\unicode{x2013}$b", "a–b", id="character by number"),
        pytest.param(r"\ours\xspace and", "ours and", id="xspace eats no space"),
        pytest.param(r"26.3% or $23.8%), $-4\% and $5", "26.3% or 23.8%), -4% and $5", id="no price is a percentage"),
        pytest.param(r"$\sim$$\textbf{1.9x} gain and cost", "~1.9x gain and cost", id="no price begins with a command"),
        pytest.param(r"αα-net: α\alpha-net", "αα-net: α-net", id="a symbol, and again as a command"),
        pytest.param(r"\alphaα, ϵ\epsilon-greedy", "α, ε-greedy", id="the command first"),
        pytest.param(r"a 1.5×1.5\times gain, 2×3\times", "a 1.5× gain, 2×3×", id="a formula, and again as LaTeX"),
        pytest.param(r"O(√T)O(\surd T), ×\alpha", "O(√T)O(surd T), ×α", id="not quite the same"),
        pytest.param(r"$\alpha\alpha$ and $ββ$, é", "αα and ββ, é", id="twice on purpose"),
        pytest.param(r"\×\÷×÷×", "×÷×", id="two pieces that overlap"),
        pytest.param("It is so.\n% We show it.", "It is so. We show it.", id="commented-out line"),
        pytest.param("It is so. % We show 5. %Then", "It is so. We show 5. Then", id="comments whose lines are lost"),
        pytest.param("A gain of 5. % of it and 3 % We", "A gain of 5. % of it and 3 % We", id="percent within a line"),
        pytest.param("from 60 to 30\n% of it", "from 60 to 30 % of it", id="percent at a line's start"),
        pytest.param(r"\textbf{never closed, d}} e", "never closed, d} e", id="unbalanced"),
    ],
)
def test_latex(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned


@pytest.mark.parametrize(
    ("text", "mathematics"),
    [
        pytest.param("so $x$ and $y$", ["$x$", "$y$"], id="mathematics"),
        pytest.param("from $6.15$ to $7.48$.", ["$6.15$", "$7.48$"], id="numbers"),
        pytest.param("costs $5 and $10 a run", [], id="prices"),
        pytest.param("at $0.8-$1.5 per run", [], id="a range of prices"),
        pytest.param("for $1,000, $2,000, or $3", [], id="a list of prices"),
        pytest.param("pays $5 for $n$ runs", ["$n$"], id="a price before mathematics"),
        pytest.param("an $n$ for $5 of it", ["$n$"], id="a price behind mathematics"),
        pytest.param("a $100K prize. It is $x$", ["$x$"], id="a price, then a sentence's end"),
        pytest.param(r"512$\times$512", [r"$\times$"], id="a digit behind"),
        pytest.param("R$^2$$>$0.9", ["$^2$", "$>$"], id="side by side"),
        pytest.param("so $$a=b$$ holds", ["$$a=b$$"], id="display"),
        pytest.param("so $$ a=b and no end", [], id="display without end"),
        pytest.param(r"\$5 and $x$", ["$x$"], id="escaped"),
        pytest.param("one $ of it all and one $ more", [], id="prose between"),
        pytest.param(r"$\text{a name of four words}$", [r"$\text{a name of four words}$"], id="prose in a group"),
        pytest.param("close to $1,$ which", ["$1,$"], id="punctuation inside"),
        pytest.param("$", [], id="one alone"),
    ],
)
def test_which_dollars_are_mathematics(text: str, mathematics: list[str]) -> None:
    assert [text[start:end] for start, end, _ in math_spans(text)] == mathematics


@pytest.mark.parametrize(
    ("raw", "piece", "expected"),
    [
        pytest.param(r"at $40.8$\%.", "40.8%", r"40.8$\%", id="markup inside is taken in"),
        pytest.param(r"at $2.07\times$.", "2.07×", r"2.07\times", id="a symbol stands for its command"),
        pytest.param(r"a \textbf{LoRA} b", "LoRA", "LoRA", id="content keeps its places"),
        pytest.param(r"a \textbf{Lo}RA b", "LoRA", "Lo}RA", id="only what is inside"),
        pytest.param(r"PixArt-$\alpha$", "PixArt-α", r"PixArt-$\alpha", id="a name with a symbol"),
        pytest.param(r"the \model-7B", "model-7B", "model-7B", id="an unknown macro"),
        pytest.param(r"\href{https://a.org/b}{x}", "https://a.org/b", "https://a.org/b", id="a URL"),
        pytest.param(r"5 $\times$ 10$^{-5}$", "5 × 10^-5", r"5 $\times$ 10$^{-5", id="a power"),
        pytest.param(r"https://a.org/x\_y", "https://a.org/x_y", r"https://a.org/x\_y", id="an escape in a URL"),
    ],
)
def test_raw_spans(raw: str, piece: str, expected: str) -> None:
    traced = clean(raw)
    start = traced.text.index(piece)
    first, last = traced.raw_span(start, start + len(piece))
    assert raw[first:last] == expected
