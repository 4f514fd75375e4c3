"""Markdown."""

from __future__ import annotations

import pytest

from extractor.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("we propose **FooNet**, a *fast* _net_.", "we propose FooNet, a fast net.", id="emphasis"),
        pytest.param("**S**parse **S**pectral", "Sparse Spectral", id="inside words"),
        pytest.param("T**a**R**i**F**f", "TaRiF**f", id="what has no partner stays"),
        pytest.param("**_(a)_** and ***both***", "(a) and both", id="nested"),
        pytest.param("__C__lear *Sci*entific", "Clear Scientific", id="around the beginning of a word"),
        pytest.param("~~one~~ two", "one two", id="struck out"),
        pytest.param("Table~~3 and Fig.~~4", "Table ~3 and Fig. ~4", id="two ties of LaTeX strike nothing out"),
        pytest.param("*two\nlines* of it", "two lines of it", id="over a line's end"),
        pytest.param("[code](https://a.org/b_c)", "code (https://a.org/b_c)", id="link: text and URL"),
        pytest.param("[https://a.org](https://a.org).", "https://a.org (https://a.org).", id="link named by its URL"),
        pytest.param("![fig](https://a.org/f.png)", "fig (https://a.org/f.png)", id="picture"),
        pytest.param("[12](see below)", "[12](see below)", id="no link"),
        pytest.param("at <https://a.org/x.git>.", "at https://a.org/x.git.", id="URL in angle brackets"),
        pytest.param("run `pip install x` now", "run pip install x now", id="inline code"),
        pytest.param("run ```x``` or ```", "run x or ", id="code fences"),
        pytest.param("# Our Net\nWe do. #1 and C# too", "Our Net\nWe do. #1 and C# too", id="heading"),
        pytest.param("a `word' here and user`s", "a ‘word' here and user’s", id="backticks that are quotes"),
        pytest.param("2*3*4, m*n, O*NET, A*", "2*3*4, m*n, O*NET, A*", id="stars of mathematics and names"),
        pytest.param("x**2 + y**2", "x**2 + y**2", id="powers"),
        pytest.param("snake_case_name and __init__", "snake_case_name and __init__", id="names in code"),
        pytest.param("https://a.org/_x_/*y* z*", "https://a.org/_x_/*y* z*", id="URL"),
        pytest.param("* one * two", "* one * two", id="list"),
        pytest.param("$a*b$ and $c*d$, $t^*$ or $s^*$", "a*b and c*d, t^* or s^*", id="mathematics keeps its stars"),
        pytest.param(r"\*not\* so", "*not* so", id="escaped"),
    ],
)
def test_markdown(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned
