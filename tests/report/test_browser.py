"""The page in a real browser: what it shows, what it finds, that it works by keyboard, and that it asks nobody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import browser as chromium
import pytest
from diffing import full
from shelf import HOSTILE, shelf

from extractor.report import write_report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from browser import Browser

pytestmark = pytest.mark.skipif(
    chromium.found() is None,
    reason="the page is not tried in a browser: there is no Chromium here (apt-get install chromium-headless-shell, "
    "or set CHROMIUM to where one is)",
)

_COUNT = "document.getElementById('count').textContent"
_IDS = "[...document.querySelectorAll('article .about')].map((one) => one.textContent)"
_HEADS = "[...document.querySelectorAll('article h2')].map((one) => one.textContent)"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium.opened(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("page") / "page.html"
    write_report(shelf(), out)
    return out


@pytest.fixture
def shown(tab: Browser, page: Path) -> Iterator[Browser]:
    """The page, opened anew; whatever a test does with it, it stays quiet and asks nobody for anything."""
    tab.view()
    tab.open(page)
    yield tab
    assert tab.complaints == []
    assert tab.requests == [page.as_uri()]
    assert tab.run("window.taken") is None


def article(which: str) -> str:
    return f"[...document.querySelectorAll('article')].find((one) => one.textContent.includes({json.dumps(which)}))"


def marks(tab: Browser, which: str, sort: str) -> Any:
    inside = f"{article(which)}.querySelectorAll('h2 {sort}, .abstract {sort}')"
    return tab.run(f"[...{inside}].map((one) => one.textContent)")


def asked(tab: Browser, page: Path, fragment: str) -> Any:
    tab.open(page, f"#{fragment}")
    return tab.run(_HEADS)


def test_a_page_of_records_is_drawn_and_the_next_ones_are_behind_it(shown: Browser) -> None:
    assert shown.run(_COUNT) == "46 records"
    first = shown.run(_HEADS)
    assert len(first) == 20
    assert first[:2] == ["A first paper", "<script>window.taken = 7</script> & FooNet"]
    shown.press("n")
    assert shown.run(_HEADS)[0] == "Tides 16"
    shown.press("n")
    assert len(shown.run(_HEADS)) == 6
    shown.press("n")
    assert shown.run("document.getElementById('pages').textContent").count("Page 3 of 3") == 1
    shown.press("p")
    assert shown.run(_HEADS)[0] == "Tides 16"
    assert shown.run("location.hash") == "#page=2"


@pytest.mark.parametrize(
    ("fragment", "heads"),
    [
        pytest.param("q=lovelace", ["A first paper"], id="an author"),
        pytest.param("q=barbench+foonet&year=2024", ["A first paper"], id="all words, and a filter"),
        pytest.param("q=%22tides+7%22", ["Tides 7"], id="a phrase"),
        pytest.param("q=2401.00031", ["Tides 31"], id="an id"),
        pytest.param("q=FOONET+bench+%F0%9F%9A%80", ["𝔉oo𝔑et 🚀"], id="compatible characters are the same"),
        pytest.param("q=onerror+%22%3C%2Fscript%3E%22", ["<script>window.taken = 7</script> & FooNet"], id="markup"),
        pytest.param("method=FN", ["A first paper", "FooNet"], id="an alias"),
        pytest.param("method=baz-net", ["A first paper", "FooNet"], id="another spelling"),
        pytest.param("method=llama", ["id:nested"], id="a part of a name"),
        pytest.param("method=Llama-2+7B", ["id:nested"], id="a whole name"),
        pytest.param("method=Llama-2+7B&method-role=proposed", [], id="the role is that of the method asked for"),
        pytest.param("method=FooNet&method-role=proposed&year=2023", ["FooNet"], id="its role"),
        pytest.param("benchmark-role=introduced", ["𝔉oo𝔑et 🚀"], id="a benchmark's role"),
        pytest.param("benchmark=bar", ["A first paper", "FooNet"], id="a benchmark"),
        pytest.param(
            "code=1",
            [
                "A first paper",
                "<script>window.taken = 7</script> & FooNet",
                "id:nested",
                "FooNet",
                "id:code",
            ],
            id="code in text or source",
        ),
        pytest.param("venue=ICML", ["FooNet"], id="a venue"),
        pytest.param("states=links&year=2024", ["A first paper"], id="a kind"),
        pytest.param("states=result&venue=NeurIPS", ["A first paper"], id="a kind of number"),
        pytest.param("states=nothing&year=&q=code", ["id:code"], id="records that state nothing"),
        pytest.param("venue=ICML&order=constructor&states=toString&page=x", ["FooNet"], id="nonsense in the address"),
    ],
)
def test_search_and_filters(shown: Browser, page: Path, fragment: str, heads: list[str]) -> None:
    assert asked(shown, page, fragment) == heads


def test_what_stands_in_the_fields_is_searched_and_kept_in_the_address(shown: Browser) -> None:
    shown.press("/")
    assert shown.run("document.activeElement.id") == "q"
    shown.call("Input.insertText", text="lovelace")
    shown.wait(f"{_COUNT} === '1 of 46 records — search: lovelace'")
    assert shown.run("location.hash") == "#q=lovelace"
    assert shown.run("document.querySelector('.about mark, .abstract') !== null")
    shown.press("Escape")
    shown.wait(f"{_COUNT} === '46 records'")
    shown.call("Input.insertText", text="foonet")
    shown.wait(f"{_COUNT} === '4 of 46 records — search: foonet'")
    assert shown.run("document.querySelectorAll('mark.hit').length") > 3
    shown.run("document.getElementById('clear').click()")
    assert shown.run(_COUNT) == "46 records"


def test_a_bar_of_a_chart_selects_its_records(shown: Browser) -> None:
    shown.run("document.querySelector('#charts [aria-label^=\"BarBench: 2\"]').focus()")
    shown.press("Enter", 13)
    assert shown.run(_COUNT) == "2 of 46 records — benchmark: BarBench"
    assert shown.run("document.activeElement.id") == "count", "the bar is drawn anew: the focus goes to what it led to"
    told = shown.run("[...document.querySelectorAll('#charts g')].map((one) => one.getAttribute('aria-label'))")
    assert "FooNet: 2, proposed by 2: select" in told
    assert "methods: 4: select" in told


def test_a_hostile_abstract_is_text(shown: Browser) -> None:
    evil = article("]]>")
    assert shown.run(f"{evil}.querySelector('.abstract').textContent") == HOSTILE
    assert shown.run("document.querySelectorAll('img, main svg, main script, iframe, b').length") == 0
    assert shown.run(f"{evil}.querySelectorAll('a').length") == 0, "nothing of it goes to the web"
    shown.run("for (const one of document.querySelectorAll('mark, tr')) one.dispatchEvent(new Event('mouseenter'))")
    shown.run(f"for (const one of {evil}.querySelectorAll('mark')) one.click()")
    shown.run(f"{evil}.querySelector('button').click()")
    assert shown.run(_COUNT).startswith("1 of 46 records — method: <img src=x")


def test_links_go_to_the_web_alone_and_tell_it_nothing(shown: Browser) -> None:
    links = shown.run("[...document.querySelectorAll('main a')].map((one) => [one.href, one.rel, one.target])")
    assert ["https://github.com/a/foo", "noopener noreferrer", "_blank"] in links
    assert ["https://arxiv.org/abs/2401.00001", "noopener noreferrer", "_blank"] in links
    assert all(href.startswith("https://") and rel == "noopener noreferrer" for href, rel, _ in links)


def test_the_policy_holds(tab: Browser, page: Path) -> None:
    tab.open(page)
    assert tab.run("try { document.body.innerHTML = '<b>'; 'set' } catch (error) { error.name }") == "TypeError"
    assert tab.run("fetch('https://example.org/').then(() => 'sent', (error) => error.name)") == "TypeError"
    tab.run("document.body.append(Object.assign(new Image(), {src: 'https://example.org/i.png'}))")
    assert tab.run("new Promise((done) => setTimeout(() => done(document.body.children.length > 3), 50))")
    assert any("Content Security Policy" in text for text in tab.complaints), "what is refused is told"


@pytest.mark.parametrize(
    ("which", "sort", "texts"),
    [
        pytest.param("Ada Lovelace", ".method.proposed", ["FooNet", "FN"], id="both names"),
        pytest.param("Ada Lovelace", ".method.mentioned", ["BazNet"], id="mentioned"),
        pytest.param("Ada Lovelace", ".number.result", ["5.5%"], id="a number"),
        pytest.param("Ada Lovelace", ".link", ["https://github.com/a/foo"], id="a link"),
        pytest.param("𝔅ench", ".method", ["𝔉oo𝔑et"] * 3, id="astral: title and text"),
        pytest.param("𝔅ench", ".number", ["5.5%"], id="behind astral characters"),
        pytest.param("𝔅ench", ".metric", ["accuracy"], id="the words of a metric"),
        pytest.param("textbf", ".method.mentioned", ["Llama-2 7B"], id="LaTeX around it"),
        pytest.param("textbf", ".method.proposed", ["Llama-2 7B Chat"], id="it reaches over another"),
        pytest.param("textbf", ".benchmark", ["7B Chat", " Hub"], id="what overlaps is cut at the end of the first"),
        pytest.param("textbf", ".link .number", ["5.5%"], id="a number in a link"),
    ],
)
def test_findings_are_marked_where_they_stand(shown: Browser, which: str, sort: str, texts: list[str]) -> None:
    assert marks(shown, which, sort) == texts


def test_all_text_is_there_whatever_is_marked(shown: Browser) -> None:
    texts = shown.run("[...document.querySelectorAll('.abstract')].map((one) => one.textContent)")
    assert texts == [record.text for record in shelf()[:20] if record.text is not None]


def _tied(tab: Browser) -> Any:
    script = "[...document.querySelectorAll('[data-tie]')].map((one) => [one.dataset.tie, one.textContent])"
    return tab.run(f"{script}.sort().map((one) => one.join(' '))")


def test_a_number_shows_what_it_is_tied_to(shown: Browser) -> None:
    ties = ["baseline BazNet", "benchmark BarBench", "method FN", "method FooNet", "metric accuracy"]
    shown.run(f"{article('Ada')}.querySelector('mark.number').focus()")
    assert _tied(shown) == ties
    assert shown.run("document.querySelectorAll('tr.asks').length") == 1
    shown.press("Enter", 13)
    shown.run("document.activeElement.blur()")
    assert _tied(shown) == ties, "it is kept"
    pressed = f"{article('Ada')}.querySelector('mark.number').getAttribute('aria-pressed')"
    assert shown.run(pressed) == "true"
    shown.run(f"{article('Ada')}.querySelector('mark.number').focus()")
    shown.press("Escape", 27)
    assert _tied(shown) == []
    assert shown.run(pressed) == "false"
    shown.run(f"{article('Ada')}.querySelector('tbody tr').dispatchEvent(new Event('mouseenter'))")
    assert _tied(shown) == ties, "a line of the table does the same"


def test_the_table_has_all_of_a_number(shown: Browser) -> None:
    heads = shown.run(f"[...{article('Ada')}.querySelectorAll('thead th')].map((one) => one.textContent)")
    assert heads == [
        "number", "value", "unit", "kind", "metric", "benchmark", "method", "baseline", "confidence", "found by",
    ]  # fmt: skip
    cells = shown.run(f"[...{article('Ada')}.querySelectorAll('tbody td')].map((one) => one.textContent)")
    assert cells == [
        "5.5%", "5.5", "percent", "result", "accuracy", "BarBench", "FooNet", "BazNet", "0.90",
        "numbers/percent",
    ]  # fmt: skip


def test_a_record_without_its_text_shows_its_mentions(shown: Browser, page: Path) -> None:
    assert asked(shown, page, "venue=ICML") == ["FooNet"]
    text = shown.run("document.querySelector('article').innerText")
    for part in ("Without its text", "FooNet (FN)", "BarBench", "https://github.com/a/foo", "5.5%"):
        assert part in text


def test_it_works_by_keyboard(shown: Browser) -> None:
    for keys, head in (
        ("j", "A first paper"),
        ("jj", "𝔉oo𝔑et 🚀"),
        ("k", "<script>window.taken = 7</script> & FooNet"),
    ):
        for key in keys:
            shown.press(key)
        assert shown.run("document.activeElement.querySelector('h2').textContent") == head
    shown.press("?")
    assert shown.run("document.getElementById('help').open") is True
    shown.press("Escape", 27)
    assert shown.run("document.getElementById('help').open") is False
    shown.run("document.getElementById('keys').click()")
    shown.press("?")
    assert shown.run("document.getElementById('help').open") is False, "keys of one letter can be turned off"
    shown.run("document.activeElement.blur(); scrollTo(0, 0)")


def test_all_that_can_be_used_has_a_name_and_a_visible_focus(shown: Browser) -> None:
    assert shown.run(
        "[...document.querySelectorAll('input, select, button, [role=button], a')].filter((one) => "
        "!(one.ariaLabel || one.textContent.trim() || one.labels?.length)).length"
    ) == 0  # fmt: skip
    for _ in range(12):
        shown.press("Tab", 9)
        assert shown.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_can_be_read(shown: Browser, dark: bool) -> None:  # noqa: FBT001 - a parameter
    shown.view(dark=dark)
    worst = shown.run(_CONTRAST)
    assert worst >= 4.5, "WCAG AA"


_CONTRAST = """(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => parse(color).slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (node) => {
    for (let one = node; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (parse(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const texts = [...document.querySelectorAll('header *, #filters label, #count, #legend *, article *, #pages *')];
  return Math.min(...texts.filter((node) => node.textContent.trim() && !node.disabled).map((node) => {
    const [one, other] = [light(getComputedStyle(node).color), light(ground(node))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }));
})()"""


def test_a_phone_shows_it_without_scrolling_sideways(shown: Browser) -> None:
    shown.view(width=360, height=740)
    assert shown.run("document.documentElement.scrollWidth") == 360
    shown.view()


def test_printing_prints_all_that_is_selected(shown: Browser, page: Path) -> None:
    assert len(asked(shown, page, "q=tides")) == 20
    shown.run("addEventListener('beforeprint', () => (window.printed = document.querySelectorAll('article').length))")
    assert shown.printed().startswith(b"%PDF")
    assert shown.run("window.printed") == 40
    assert len(shown.run(_HEADS)) == 20
    shown.view(media="print")
    assert shown.run("getComputedStyle(document.getElementById('filters')).display") == "none"
    assert shown.run("getComputedStyle(document.getElementById('count')).display") == "block"
    shown.view()


def test_of_5000_records_only_a_page_is_drawn(tab: Browser, tmp_path: Path) -> None:
    one = full()
    out = tmp_path / "many.html"
    write_report((one.model_copy(update={"id": f"id:{number}"}) for number in range(5000)), out)
    tab.open(out)
    assert tab.run(_COUNT) == "5,000 records"
    assert tab.run("document.querySelectorAll('*').length") < 3000
    assert tab.run(f"location.hash = 'q=id%3A4321'; new Promise((done) => setTimeout(() => done({_COUNT}), 0))")
    tab.wait(f"{_COUNT} === '1 of 5,000 records — search: id:4321'")
    assert tab.complaints == []
