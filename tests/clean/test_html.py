"""HTML, JATS and MathML."""

from __future__ import annotations

import pytest

from extractor.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("Crime &amp; Law", "Crime & Law", id="entity"),
        pytest.param("p &amp;lt; 0.01", "p < 0.01", id="escaped twice"),
        pytest.param("A &amp;amp;amp; B", "A & B", id="escaped three times"),
        pytest.param("3 &#177; 1, 2 &#xB1; 1", "3 ± 1, 2 ± 1", id="numeric"),
        pytest.param("a&nbsp;b", "a b", id="no-break space"),
        pytest.param("R&D; and AT&T", "R&D; and AT&T", id="no entity"),
        pytest.param("&nosuchname; x", "&nosuchname; x", id="unknown entity"),
        pytest.param("<b>G</b>rounding <i>via</i> <B>X</B>", "Grounding via X", id="inside a word"),
        pytest.param("<jats:p>We show</jats:p> <jats:italic>X</jats:italic>", " We show X", id="JATS"),
        pytest.param("one<br/>two<p>three", "one two three", id="tags that break a line are spaces"),
        pytest.param("10<sup>-4</sup> and R<sup>2</sup>", "10^-4 and R^2", id="raised"),
        pytest.param("the 5<sup>th</sup> run", "the 5th run", id="a raised ordinal is none"),
        pytest.param("H<sub>2</sub>O, F<sub>1</sub>", "H2O, F1", id="lowered"),
        pytest.param(r"(<tex-math>\alpha_i</tex-math>)", "(αi)", id="mathematics in a tag"),
        pytest.param('<a href="https://x.org/a_b">code</a>.', "https://x.org/a_b (code).", id="link: URL and text"),
        pytest.param("<a name='x'>code</a>", "code", id="anchor without URL"),
        pytest.param('<span class="x y">X</span>', "X", id="attributes"),
        pytest.param("a<!-- hidden -->b", "ab", id="comment"),
        pytest.param("<mml:math><mml:mi>x</mml:mi></mml:math>", "x", id="MathML"),
        pytest.param(
            "<math><msup><mn>10</mn><mrow><mo>-</mo><mn>4</mn></mrow></msup></math>", "10^-4", id="a power in MathML"
        ),
        pytest.param(
            "<mml:math><mml:mfrac><mml:mn>1</mml:mn><mml:mrow><mml:mi>n</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn>"
            "</mml:mrow></mml:mfrac></mml:math>",
            "1/(n+1)",
            id="a fraction in MathML",
        ),
        pytest.param(
            "<m:math><m:msubsup><m:mi>x</m:mi><m:mn>1</m:mn><m:mn>2</m:mn></m:msubsup></m:math>", "x1^2", id="both"
        ),
        pytest.param(
            "<alternatives><tex-math>$$10^{-4}$$</tex-math><mml:math><mml:mn>10</mml:mn><mml:mn>4</mml:mn></mml:math>"
            "</alternatives> s",
            "10^-4 s",
            id="TeX, and again as MathML",
        ),
        pytest.param(
            "<jats:alternatives><mml:math><mml:mi>α</mml:mi></mml:math><jats:tex-math>\\alpha</jats:tex-math>"
            "</jats:alternatives>",
            "α",
            id="MathML, and again as TeX",
        ),
        pytest.param(
            '<math><semantics><mi>k</mi><annotation encoding="application/x-tex">k</annotation></semantics></math>-NN',
            "k-NN",
            id="TeX inside MathML",
        ),
        pytest.param("<alternatives><mml:math><mml:mi>x</mml:mi></mml:math></alternatives>", "x", id="no alternative"),
        pytest.param("<math> is a token, </math> none", " is a token,  none".replace("  ", " "), id="empty MathML"),
        pytest.param("<math> is a token", "<math> is a token", id="MathML that nothing ends"),
        pytest.param("p &lt 0.05 &amp x, R&D, &lta", "p < 0.05 & x, R&D, &lta", id="the semicolon is lost"),
        pytest.param(
            "<think> and <MASK> and </s>", "<think> and <MASK> and </s>", id="tokens are what is written about"
        ),
        pytest.param("if a < b and c > d", "if a < b and c > d", id="comparison"),
        pytest.param("R[x]/<x^n-1>", "R[x]/<x^n-1>", id="ideal"),
        pytest.param("&lt;b&gt;X&lt;/b&gt;", "X", id="escaped tags are tags"),
        pytest.param("&lt;/s&gt;", "</s>", id="escaped token"),
    ],
)
def test_html(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned
