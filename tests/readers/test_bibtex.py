"""BibTeX: what each way of writing it gives, and what a broken entry costs."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.readers import registry
from extractor.readers.base import Details, Flaw, Piece, ReadOptions
from extractor.readers.bibtex import BIBTEX, reading
from extractor.readers.bibtex.texts import authors, link, title, unprotected

TEXT = "We tie knots with a robot, and they hold."


def read(content: str | bytes, **fields: str) -> list[Piece | Flaw]:
    data = content.encode() if isinstance(content, str) else content
    return list(BIBTEX.read(io.BytesIO(data), ReadOptions(fields=fields)))


def one(content: str, **fields: str) -> Piece:
    (piece,) = read(content, **fields)
    assert isinstance(piece, Piece)
    return piece


def told(found: Piece | Flaw) -> object:
    """An abstract as its text; a flaw as its code and line."""
    return found.text if isinstance(found, Piece) else (found.code, found.line)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param("{We knot.}", "We knot.", id="braces"),
        pytest.param('"We knot."', "We knot.", id="quotation marks"),
        pytest.param(
            "{{We {knot} it.}}", "We {knot} it.", id="braces around all of it, twice, as Web of Science has it"
        ),
        pytest.param("{{A} knot {B}}", "{A} knot {B}", id="braces at both ends that are not one pair"),
        pytest.param('"We say {"}knot{"}."', 'We say {"}knot{"}.', id="quotation marks in braces end nothing"),
        pytest.param('{We say "knot".}', 'We say "knot".', id="quotation marks mean nothing within braces"),
        pytest.param('"We say "knot" and more."', 'We say "knot" and more.', id="bare quotation marks within such"),
        pytest.param('"We {knot."', "We {knot.", id="within quotation marks a brace may be alone"),
        pytest.param(r'"The M\"obius knot."', r"The M\"obius knot.", id="an escaped quotation mark ends nothing"),
        pytest.param(r"{A set \{1, 2\} of knots.}", r"A set \{1, 2\} of knots.", id="escaped braces, a pair"),
        pytest.param(r"{A brace \{ alone.}", r"A brace \{ alone.", id="an escaped brace alone"),
        pytest.param(r"{A brace \} alone.}", r"A brace \} alone.", id="an escaped brace alone, a closing one"),
        pytest.param(r"{In C:\knots\}", "In C:\\knots\\", id="BibTeX's own rule: the brace after a backslash closes"),
        pytest.param('"We " # "knot" # {.}', "We knot.", id="concatenation"),
        pytest.param("{We knot\n    and\n\ttie.\n  }", "We knot and tie.", id="line wraps and indentation"),
        pytest.param("{We knot.\n\n   \n  Then we tie.}", "We knot.\n\nThen we tie.", id="paragraphs"),
        pytest.param("{We  knot  twice.}", "We  knot  twice.", id="spaces within a line stay"),
        pytest.param("{Mail me@knots.org, @all{of} you.}", "Mail me@knots.org, @all{of} you.", id="at signs"),
        pytest.param("{50% of knots, 5\\% more}", "50% of knots, 5\\% more", id="a percent sign is no comment here"),
        pytest.param(
            r"{\emph{Knots} hold $x_{1}$ \& {\'e}.}", r"\emph{Knots} hold $x_{1}$ \& {\'e}.", id="LaTeX stays"
        ),
        pytest.param(
            "{We knot,\n year = {2020} is a year.}", "We knot, year = {2020} is a year.", id="a field in text"
        ),
    ],
)
@pytest.mark.parametrize("last", [True, False], ids=["last field", "not the last"])
def test_abstract(value: str, text: str, last: bool) -> None:  # noqa: FBT001 - a table's column
    rest = "\n  title = {Knots}"
    entry = (
        f"@article{{key,{rest},\n  abstract = {value}\n}}"
        if last
        else f"@article{{key,\n  abstract = {value},{rest}}}\n"
    )
    piece = one(entry)
    assert (piece.text, piece.title) == (text, "Knots")


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param("@article{k, abstract={T one}}", id="plain"),
        pytest.param("@ARTICLE { k , ABSTRACT = {T one} , }", id="capitals, spaces, a comma at the end"),
        pytest.param("@article\n{k,\nabstract={T one}}", id="the brace on the next line"),
        pytest.param("@article{\n  k,\n  abstract={T one}\n}", id="the key on the next line"),
        pytest.param("@article{k\n, abstract={T one}\n, year=2020\n}", id="commas at the beginnings of lines"),
        pytest.param("@article(k, abstract={T one})", id="parentheses"),
        pytest.param("@article(k, abstract={T one}, year = 2020)", id="parentheses after a bare number"),
        pytest.param("@article{k, title={A} abstract={T one}}", id="a comma missing"),
        pytest.param("@article{k, title={A},, abstract={T one}}", id="a comma too many"),
        pytest.param("@article{k,\n% the abstract: {\nabstract={T one}}", id="a comment line among fields"),
        pytest.param("@article{, abstract={T one}}", id="no key"),
        pytest.param("@article{abstract={T one}}", id="no key and no comma"),
        pytest.param("@article{Smith 2020: a/b+c, abstract={T one}}", id="an odd key"),
        pytest.param("  @article{k, abstract={T one}}", id="indented"),
        pytest.param("Some words first.\n\n@article{k, abstract={T one}}\nand last", id="words around it are comments"),
        pytest.param("% @article{no, abstract={T no}}\n@article{k, abstract={T one}}", id="commented out"),
        pytest.param("@comment{@article{no, abstract={T no}}}\n@article{k, abstract={T one}}", id="a comment entry"),
        pytest.param("@comment{jabref-meta: x\n@article{k, abstract={T one}}", id="a comment entry that is broken"),
        pytest.param('@preamble{"\\newcommand{\\x}{@article{y,}}"}\n@article{k, abstract={T one}}', id="a preamble"),
        pytest.param("@string{t = {T}}\n@article{k, abstract=t # { one}}", id="a macro"),
        pytest.param("@string{t = {T}}@string(u = t # { o})\n@misc{k, abstract=U # {ne}}", id="a macro of a macro"),
        pytest.param("@proceedings{p, title={All}}\n@article{k, abstract={T one}}", id="proceedings are no paper"),
        pytest.param("@article{k, abstract={T one}, abstract={T two}}", id="the first of two fields, as BibTeX has it"),
        pytest.param("@article{k, abstract={}, summary={T one}}", id="an empty field says nothing"),
        pytest.param("\ufeff@article{k,\r\nabstract={T\r\n one}}\r\n", id="byte order mark and CRLF"),
    ],
)  # fmt: skip
def test_one_entry(entry: str) -> None:
    assert one(entry).text == "T one"


@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        pytest.param("@article{b, abstract={T two}", [("bad-bibtex", 2)], id="the last brace is missing"),
        pytest.param("@article{b, title={Two, abstract={T two}}", [("bad-bibtex", 2)], id="a brace is missing"),
        pytest.param("@article{b, title={Two}}, abstract={T two}}", [("bad-bibtex", 2)], id="a brace too many"),
        pytest.param('@article{b, abstract="T two}', [("bad-bibtex", 2)], id="a quotation mark is missing"),
        pytest.param("@article{b, abstract=, year=1}", [("bad-bibtex", 2)], id="no value"),
        pytest.param("@article{b, abstract={T two} # }", [("bad-bibtex", 2)], id="nothing to concatenate"),
        pytest.param("@article{b, T two}", [("bad-bibtex", 2)], id="no field"),
        pytest.param("@article{b, " + "{" * 5000, [("bad-bibtex", 2)], id="braces without end"),
        pytest.param("@string{b = {two}", [("bad-bibtex", 2)], id="a macro"),
        pytest.param("@comment{b = {two}", [], id="a comment has nothing to lose"),
        pytest.param("@article{b, title={Two}}", [None], id="no abstract"),
        pytest.param("@article{b, abstract={}}", [None], id="an empty abstract"),
        pytest.param("@article{b}", [None], id="nothing but a key"),
        pytest.param("@article{a, abstract={T two}}", ["T two"], id="a key that stands twice"),
        pytest.param("article{b,\n abstract={T two}}", [("bad-bibtex", 2)], id="no at sign"),
        pytest.param("% article{b,\n% abstract={T two}}", [], id="all of it commented out"),
        pytest.param("}}}{{ \" @ @@ % junk", [], id="junk"),
        pytest.param("@misc{b, abstract={T two}} @misc{b2, abstract={Too}}", ["T two", "Too"], id="two on a line"),
        pytest.param("@a{b, abstract={T two}} @misc{b2, abstract={Too}", ["T two", ("bad-bibtex", 2)], id="one cut"),
    ],
)  # fmt: skip
def test_a_broken_entry_loses_only_itself(middle: str, expected: list[object]) -> None:
    found = read(f"@article{{a, abstract={{T one}}}}\n{middle}\n@article{{c,\n abstract={{T three}}}}")
    assert [told(item) for item in found] == ["T one", *expected, "T three"]
    assert [item.line for item in found] == [1, *([2] * len(expected)), 3 + middle.count("\n")]
    for item in found[1:-1]:
        if isinstance(item, Flaw):
            assert item.raw == middle[middle.index("@misc") if "@misc" in middle else 0 :]
            assert ";" in item.reason, "what is wrong; what to do"


def test_the_first_line_of_the_first_entry_is_broken() -> None:
    found = read("article{b,\n abstract={T two}}\n@misc{c, abstract={T three}}")
    assert [told(item) for item in found] == [("bad-bibtex", 1), "T three"]


def test_an_entry_without_end_does_not_fill_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_ENTRY", 1000)
    found = read("@misc{a, abstract={" + "word\n" * 1000 + "\n@misc{b, abstract={T two}}\n" + "junk\n" * 1000)
    assert [told(item) for item in found] == [("too-long", 1), "T two", ("too-long", 1002)]
    assert all(len(item.raw) < 2000 for item in found)


def test_macros_of_macros_do_not_fill_memory() -> None:
    doubled = "".join(f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 60))
    *flaws, piece = read(f"@string{{a0 = {{knot }}}}\n{doubled}@misc{{k, title=a2, abstract=a59}}")
    assert isinstance(piece, Piece)
    assert piece.title == "knot knot knot knot"
    assert isinstance(piece.text, str)
    assert len(piece.text) < 200_000
    assert flaws
    assert all(isinstance(flaw, Flaw) and flaw.code == "too-long" and not flaw.counts for flaw in flaws)


def test_values_of_many_parts() -> None:
    assert one("@misc{k, abstract=" + " # ".join(['"knot "'] * 1000) + "}").text == ("knot " * 1000).strip()


def test_a_broken_macro_stands_for_no_abstract() -> None:
    (flaw,) = read("@string{a = {b}")
    assert isinstance(flaw, Flaw)
    assert not flaw.counts


def test_places_and_raw() -> None:
    content = (
        "\ufeffé\r\n\r\n  @misc{a, abstract={é\r\n ü}} @misc{b,\r\n abstract={T}}\r\n@misc{c, abstract={x}}".encode()
    )
    found = read(content)
    assert [(item.line, item.offset) for item in found] == [
        (3, content.index(b"@misc{a")),
        (4, content.index(b"@misc{b")),
        (6, content.index(b"@misc{c")),
    ]
    assert found[1].raw == "@misc{b,\n abstract={T}}"


def test_bytes_that_are_no_utf8_are_passed_on() -> None:
    found = read("@misc{a, abstract={Café}}\n".encode("latin-1") + b"@misc{b, abstract={T two}}")
    assert [told(item) for item in found] == ["Caf\udce9", "T two"]
    assert "\udce9" in found[0].raw


@pytest.mark.parametrize(
    ("fields", "record_id"),
    [
        pytest.param("year = 2020", None, id="a citation key is of this file alone"),
        pytest.param(
            "eprint = {2505.01234}, archivePrefix = {arXiv}, doi = {10.1000/x}", "arxiv:2505.01234", id="arXiv"
        ),
        pytest.param("eprint = {arXiv:2505.01234}", "arxiv:2505.01234", id="arXiv, with its prefix"),
        pytest.param("eprint = {cs/0501001}, eprinttype = {arxiv}", "arxiv:cs/0501001", id="an old arXiv number"),
        pytest.param("journal = {arXiv preprint arXiv:2505.01234}", "arxiv:2505.01234", id="as Google Scholar has it"),
        pytest.param("journal = {CoRR}, volume = {abs/2505.01234}", "arxiv:2505.01234", id="as DBLP has it"),
        pytest.param("note = {arXiv: 2505.01234 [cs.CL]}", "arxiv:2505.01234", id="a note that is an arXiv number"),
        pytest.param("note = {Long version of arXiv:2505.01234}", None, id="a note on another paper"),
        pytest.param("doi = {10.48550/arXiv.2505.01234}", "arxiv:2505.01234", id="the DOI of an arXiv paper"),
        pytest.param("eprint = {12345}, eprinttype = {jstor}", None, id="an eprint of another archive"),
        pytest.param("openreview = {aB-3_xY}, doi = {10.1000/x}", "openreview:aB-3_xY", id="OpenReview"),
        pytest.param("url = {https://openreview.net/forum?id=aB3&noteId=c}", "openreview:aB3", id="OpenReview's URL"),
        pytest.param("url = {https://aclanthology.org/2024.acl-long.1/}", "acl:2024.acl-long.1", id="ACL Anthology"),
        pytest.param("url = {https://www.aclweb.org/anthology/P18-1001}", "acl:P18-1001", id="its old URL"),
        pytest.param("doi = {10.18653/v1/2024.acl-long.1}", "acl:2024.acl-long.1", id="its DOI"),
        pytest.param("url = {https://doi.org/10.1000/x}, doi={}", "doi:10.1000/x", id="a DOI in the URL"),
        pytest.param(r"doi = {10.1000/x\_y}", "doi:10.1000/x_y", id="an escape in a DOI"),
        pytest.param("doi = {https://doi.org/10.1000/x\n}", "doi:10.1000/x", id="a DOI as URL"),
        pytest.param("pmid = {1234567}", "pmid:1234567", id="PubMed"),
        pytest.param("url = {https://example.org/paper}", None, id="a page"),
    ],
)
def test_id(fields: str, record_id: str | None) -> None:
    piece = one(f"@article{{chen24a, abstract={{{TEXT}}}, {fields}}}")
    assert (piece.id, piece.source_id) == (record_id, "chen24a")


@pytest.mark.parametrize(
    ("key", "record_id"),
    [
        ("10.1145/1234567.1234568", "doi:10.1145/1234567.1234568"),
        ("P18-1001", "acl:P18-1001"),
        ("DBLP:conf/nips/Knot20", "id:DBLP:conf/nips/Knot20"),
        ("WOS:000444108200009", "id:WOS:000444108200009"),
        pytest.param("an24a", None, id="another paper in each volume"),
    ],
)
def test_keys_that_are_known_beyond_their_file(key: str, record_id: str | None) -> None:
    assert one(f"@article{{{key}, abstract={{{TEXT}}}}}").id == record_id


def test_details() -> None:
    piece = one(
        r"""
        @inproceedings{k, abstract = {T}, title = "{K}nots in {C}++",
          author = "M{\"u}ller, J{\'o}n  and\n  {The Knot and Rope Group} and Ann O{'}Hara and others",
          booktitle = {Proceedings of {KNOT}}, date = {2024-05-01}, url = {\url{https://example.org/a\_b}},
          pdf = {https://example.org/a.pdf}, software = {https://github.com/a/b}}""".replace(r"\n", "\n")
    )
    assert piece.title == "Knots in C++"
    assert piece.details == Details(
        year=2024,
        authors=("Müller, Jón", "The Knot and Rope Group", "Ann O'Hara"),
        venue="Proceedings of KNOT",
        url="https://example.org/a_b",
        pdf="https://example.org/a.pdf",
        code_url="https://github.com/a/b",
    )


@pytest.mark.parametrize(
    ("entry", "year", "venue", "collection"),
    [
        pytest.param("@inproceedings{k, abstract={T}}", 2024, "Knots '24", "Knots '24", id="it says nothing itself"),
        pytest.param(
            "@inproceedings{k, crossref={P}, abstract={T}}", 2024, "Knots '24", "Knots '24", id="it refers to it"
        ),
        pytest.param("@inproceedings{k, crossref={Q}, abstract={T}}", None, None, None, id="it refers to another"),
        pytest.param("@inproceedings{k, booktitle={Ropes}, abstract={T}}", None, "Ropes", None, id="it is of another"),
        pytest.param("@article{k, abstract={T}}", None, None, None, id="it is in no proceedings"),
    ],
)
def test_what_papers_take_from_proceedings_before_them(
    entry: str, year: int | None, venue: str | None, collection: str | None
) -> None:
    piece = one(f"@proceedings{{P, booktitle={{Knots '24}}, year={{2024}}}}\n{entry}")
    assert (piece.details.year, piece.details.venue, piece.collection) == (year, venue, collection)


def test_fields_that_a_user_names() -> None:
    entry = "@misc{k, abstract={No}, annote={T}, Paper-No={7}, note={A title}}"
    piece = one(entry, abstract="annote", id="paper-no", title="Note")
    assert (piece.text, piece.id, piece.source_id, piece.title) == ("T", "id:7", "7", "A title")


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("{BERT}: Pre-training", "BERT: Pre-training"),
        ("{{Knots} in {R}}", "Knots in R"),
        ("{A}tt{E}ntion", "AttEntion"),
        (r"The {\'E}cole", r"The {\'E}cole"),
        (r"{{\'E}cole}", r"{\'E}cole"),
        (r"\emph{Knots} and \textbf{{R}opes}", r"\emph{Knots} and \textbf{Ropes}"),
        (r"\texorpdfstring{$k$}{k} {N}N", r"\texorpdfstring{$k$}{k} NN"),
        (r"$x_{1}$-{K}nots", r"$x_{1}$-Knots"),
        (r"x^{2} {K}", r"x^{2} K"),
        (r"a \{b\} {c}", r"a \{b\} c"),
        (r"H\o{}st {K}", r"H\o{}st K"),
        ("un{closed", "un{closed"),
        ("un}opened {K}", "un}opened K"),
        ("no braces", "no braces"),
    ],
)
def test_braces_that_only_protect(value: str, plain: str) -> None:
    assert unprotected(value) == plain


def test_title_is_one_line() -> None:
    assert title(" {Knots}\n   and ropes ") == "Knots and ropes"


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("A B", ("A B",)),
        ("B, A and D, C", ("B, A", "D, C")),
        ("A Andrews\nand\n B Band", ("A Andrews", "B Band")),
        ("A AND B", ("A", "B")),
        ("{Knots and Co} and others", ("Knots and Co",)),
        (r"Andr{\'e} and {\L}uk", ("André", "Łuk")),
        ("", None),
        ("others", None),
    ],
)
def test_authors(value: str, names: tuple[str, ...] | None) -> None:
    assert authors(value) == names


@pytest.mark.parametrize(
    ("value", "url"),
    [
        ("https://example.org/a", "https://example.org/a"),
        (r"\url{https://example.org/a}", "https://example.org/a"),
        (r"Available at \url{https://example.org/a}.", "https://example.org/a"),
        (r"{https://example.org/a{\_}b\%20c\#d}", "https://example.org/a_b%20c#d"),
        ("https://example.org/a\n  b", "https://example.org/ab"),
        ("github.com/a/b", "github.com/a/b"),
        pytest.param("knots.pdf", None, id="a file of somebody's"),
        pytest.param("Technical report", None, id="no URL at all"),
        ("", None),
    ],
)
def test_link(value: str, url: str | None) -> None:
    assert link(value) == url


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        pytest.param("a.bib", "@article{a, title={b}}", "bibtex", id="BibTeX"),
        pytest.param("a.txt", "@article{a,\n title={b}}", "bibtex", id="called text"),
        pytest.param("a", "% Encoding: UTF-8\n\n@string{a = {b}}\n", "bibtex", id="a comment first"),
        pytest.param("a.txt", "Scopus\nEXPORT DATE: 1 May 2025\n\n@ARTICLE{a,\n", "bibtex", id="an export's header"),
        pytest.param("a.txt", "\ufeff@inproceedings(a,\n", "bibtex", id="byte order mark, parentheses"),
        pytest.param("a.bib", "", "bibtex", id="an empty file is what it is called"),
        pytest.param("a.txt", f"{TEXT} Mail us: @knots{{a, b}}.", "text", id="an at sign in a text"),
        pytest.param("a.txt", f"{TEXT * 6}\n\n@article{{a, title={{b}}}}", "text", id="an abstract with its citation"),
        pytest.param("a.txt", "@knotbot: tie!\n\nWe do.", "text", id="a text that begins with an at sign"),
        pytest.param("a.txt", "\\documentclass{article}\n@article{a,", "text", id="LaTeX"),
        pytest.param("a.json", '[\n{"a": "\n@article{a, title={b}}"}]', "json", id="BibTeX in JSON"),
    ],
)  # fmt: skip
def test_format_is_found(name: str, content: str, form: str) -> None:
    found = registry.detect(name, content)
    assert found is not None
    assert found.name == form


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z"), exclude_characters='{}"\\'), min_size=1, max_size=9)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
ENTRIES = st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from(["{}", '""', "()"]), st.booleans()), min_size=1, max_size=6)


def written(text: str, title: str, marks: str, *, wrapped: bool, number: int) -> str:
    opened, closed = ("(", ")") if marks == "()" else ("{", "}")
    begin, end = ('"', '"') if marks == '""' else ("{", "}")
    body = text.replace(" ", "\n    ") if wrapped else text
    return f"@article{opened}k{number},\n  title = {begin}{title}{end},\n  abstract = {begin}{body}{end}\n{closed}\n"


@given(ENTRIES)
@settings(deadline=None, max_examples=50, derandomize=True)
def test_what_is_written_is_read(entries: list[tuple[str, str, str, bool]]) -> None:
    content = "\n".join(
        written(text, title, marks, wrapped=wrapped, number=number)
        for number, (text, title, marks, wrapped) in enumerate(entries)
    )
    assert [(item.text, item.title, item.source_id) for item in read(content) if isinstance(item, Piece)] == [
        (text, title, f"k{number}") for number, (text, title, _, _) in enumerate(entries)
    ]


@given(ENTRIES, st.data())
@settings(deadline=None, max_examples=50, derandomize=True)
def test_damage_loses_only_the_entry(entries: list[tuple[str, str, str, bool]], data: st.DataObject) -> None:
    parts = [
        written(text, title, marks, wrapped=wrapped, number=number)
        for number, (text, title, marks, wrapped) in enumerate(entries)
    ]
    hurt = data.draw(st.integers(0, len(parts) - 1))
    body = parts[hurt].rstrip("\n")
    at = data.draw(st.integers(0, len(body) - 1))
    damage = data.draw(st.sampled_from(["", "{", "}", '"', "\\", "\n", "@", ","]))
    parts[hurt] = body[:at] + damage + body[at + 1 :] + "\n"
    found = read("".join(parts))
    assert len(found) >= len(parts), "what is lost is told"
    texts = [item.text for item in found if isinstance(item, Piece)]
    for number, (text, *_) in enumerate(entries):
        if number != hurt:
            assert text in texts


@given(
    st.lists(
        st.sampled_from(
            ["@a{k,", "@string{", "@comment{", "x = ", "{", "}", '"', "\\", "#", ",", "(", ")", "\n", "%", "é"]
        )
    )
)
@settings(deadline=None, max_examples=150, derandomize=True)
def test_nothing_makes_it_fail(parts: list[str]) -> None:
    for item in read("".join(parts)):
        assert item.raw
        assert item.line
