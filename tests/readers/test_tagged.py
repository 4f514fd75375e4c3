"""RIS, MEDLINE, Web of Science and EndNote: what each gives, and what a broken entry costs."""

from __future__ import annotations

import io
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.readers import registry
from extractor.readers.base import Details, Flaw, Piece, ReadOptions
from extractor.readers.tagged import reading

FORMS = ("ris", "medline", "wos", "endnote")


def read(form: str, content: str | bytes, **fields: str) -> list[Piece | Flaw]:
    data = content.encode() if isinstance(content, str) else content
    return list(registry.named(form).read(io.BytesIO(data), ReadOptions(fields=fields)))


def one(form: str, content: str, **fields: str) -> Piece:
    (piece,) = read(form, content, **fields)
    assert isinstance(piece, Piece)
    return piece


def texts(found: list[Piece | Flaw]) -> list[object]:
    return [item.text if isinstance(item, Piece) else item.code for item in found]


WHOLE = {
    "ris": """
TY  - JOUR
AU  - Knot, Ann
AU  - Rope, B.; Cord, C.
TI  - Knots
 that hold
T2  - Journal of Knots
AB  - We tie. They hold.
PY  - 2021//
DO  - https://doi.org/10.1000/knot
UR  - https://example.org/knot
L1  - https://example.org/knot.pdf
AN  - 4711
ER  - """,
    "medline": """
PMID- 4711
DP  - 2021 Mar 5
TI  - Knots
      that hold
AB  - We tie.
      They hold.
OAB - Wir knoten.
FAU - Knot, Ann
AU  - Knot A
FAU - Rope, B.
FAU - Cord, C.
JT  - Journal of Knots
AID - S1-7 [pii]
AID - 10.1000/knot [doi]
""",
    "wos": """
FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Knot, A
   Rope, B
AF Knot, Ann
   Rope, B.
   Cord, C.
TI Knots
   that hold
SO Journal of Knots
AB We tie.
   They hold.
DI 10.1000/knot
PY 2021
UT 4711
ER

EF
""",
    "endnote": """
%0 Journal Article
%T Knots
that hold
%A Knot, Ann
%A Rope, B.
%A Cord, C.
%J Journal of Knots
%D 2021
%X We tie. They hold.
%R 10.1000/knot
%U https://example.org/knot
%> https://example.org/knot.pdf
%M 4711
""",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_whole_entry(form: str, end: str) -> None:
    piece = one(form, "\ufeff" + WHOLE[form].lstrip("\n").replace("\n", end))
    pages = form in {"ris", "endnote"}
    assert piece.text == "We tie. They hold."
    assert piece.title == "Knots that hold"
    assert (piece.id, piece.source_id) == ("doi:10.1000/knot", "4711")
    assert piece.details == Details(
        year=2021,
        authors=("Knot, Ann", "Rope, B.", "Cord, C."),
        venue="Journal of Knots",
        url="https://example.org/knot" if pages else None,
        pdf="https://example.org/knot.pdf" if pages else None,
    )


@pytest.mark.parametrize("form", FORMS)
def test_format_is_found_in_text(form: str) -> None:
    for name in ("a.txt", "a", "a.csv"):
        found = registry.detect(name, WHOLE[form])
        assert found is not None
        assert found.name == form


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        pytest.param("a.ris", "", "ris", id="an empty file is what it is called"),
        pytest.param("a.nbib", "", "medline", id="PubMed's ending"),
        pytest.param("a.ciw", "", "wos", id="Web of Science's ending"),
        pytest.param("a.enw", "", "endnote", id="EndNote's ending"),
        pytest.param("a.txt", "Record #1 of 2\nProvider: X\n\nTY  - JOUR\nT1  - A\n", "ris", id="a header first"),
        pytest.param("a.txt", "1. \nTY  - JOUR\n\nT1  - A\n", "ris", id="a counter first, a blank line within"),
        pytest.param("a.txt", "PT J\nAU Knot, A\nTI B\n", "wos", id="no header"),
        pytest.param("a.txt", "%T A\n%A B\n%X C\n", "endnote", id="refer has no %0"),
        pytest.param("a.txt", "We do.\n\nTY  - is how RIS begins.\nWe know.", "text", id="a text on RIS"),
        pytest.param(
            "a.txt", "PT J is no tag of mine.\nWe do.", "text", id="a text that begins as Web of Science does"
        ),
        pytest.param("a.txt", "PMID- 4711 is cited.\nWe do.", "text", id="a text that begins as MEDLINE does"),
        pytest.param("a.txt", "% of knots that hold\n%T rises", "text", id="a text that begins with a percent sign"),
        pytest.param("a.txt", "AI - based knots are tied.\n\nWe do.", "text", id="capitals and a hyphen"),
        pytest.param("a.txt", "PT\tAU\tTI\tAB\n", "wos-tab", id="Web of Science, tab-delimited"),
        pytest.param("a.tsv", "PT\tAU\tTI\tAB\n", "wos-tab", id="the same, called TSV"),
    ],
)
def test_format_is_found(name: str, content: str, form: str) -> None:
    found = registry.detect(name, content)
    assert found is not None
    assert found.name == form


@pytest.mark.parametrize(
    ("form", "entry"),
    [
        pytest.param("ris", "TY  - JOUR\nN2  - T one\nER  -", id="N2, no space after the last tag"),
        pytest.param("ris", "TY  - JOUR\nAB  - T one\nN2  - Other\nER  - ", id="AB before N2"),
        pytest.param("ris", "TY  - JOUR\nN2  - T one\nAB  - \nER  - ", id="an empty AB says nothing"),
        pytest.param("ris", "TY  - JOUR\nN2  - T one\nAB  -\nER  -", id="an empty tag is no line that goes on"),
        pytest.param("ris", "TY  - JOUR\nAB  -\nT one\nER  - ", id="the abstract begins on the next line"),
        pytest.param("ris", "TY  - JOUR\nAB  - T\n      one\nER  - ", id="indented"),
        pytest.param("ris", "TY - JOUR\nTI - A\nAB - T one\nER - ", id="one space before the hyphen"),
        pytest.param("ris", "TY  -JOUR\nAB  -T one\nER  -", id="no space after it"),
        pytest.param("ris", "TY  - JOUR\nAB  - T one\n\nER  - ", id="a blank line at the end of the abstract"),
        pytest.param("ris", "TY  - JOUR\nAB  - T one\nAB  - T one\nER  - ", id="twice the same"),
        pytest.param("ris", "TY  - JOUR\nAB  - T one\n", id="no end"),
        pytest.param("ris", "T1  - A\nAB  - T one\nER  - \n", id="no beginning"),
        pytest.param(
            "ris", "TY  - JOUR\nAB  - T one\nER  - \nC1  - Database\nTerms\n-----\n1. knots\n", id="words after"
        ),
        pytest.param("ris", "TY  - JOUR\nAB  - T one\nER  - \nER  - \n", id="two ends"),
        pytest.param("ris", "Record #1 of 1\nProvider: P\n1.\nTY  - JOUR\nAB  - T one\nER  - \n", id="words before"),
        pytest.param("medline", "PMID- 1\nTI  - A\nAB  - T one", id="no end of line"),
        pytest.param("medline", "PMID- 1\nAB  - T\n      one\nCI  - Copyright\n", id="wrapped"),
        pytest.param("medline", "TI  - A\nAB  - T one\n", id="no number"),
        pytest.param("wos", "PT J\nAB T\n   one\nER\nEF", id="no header"),
        pytest.param("wos", "PT J\nAB T\none\nER", id="a line that lost its indentation"),
        pytest.param("wos", "PT J\nAB T one\nEF", id="no end"),
        pytest.param("endnote", "%0 Thesis\n%X T one\n%Z note\n", id="a note after it"),
        pytest.param("endnote", "%X T one\n%T A", id="no type"),
    ],
)
def test_one_entry(form: str, entry: str) -> None:
    assert one(form, entry).text == "T one"


@pytest.mark.parametrize(
    ("form", "entry"),
    [
        pytest.param("ris", "TY  - JOUR\nAB  - T one.\n\nT two.\nER  - ", id="a blank line"),
        pytest.param("ris", "TY  - JOUR\nAB  - T one.\nAB  - T two.\nER  - ", id="the tag twice"),
        pytest.param("endnote", "%0 A\n%X T one.\n\nT two.\n%Z n\n", id="a blank line and no tag after it"),
    ],
)
def test_paragraphs(form: str, entry: str) -> None:
    assert one(form, entry).text == "T one.\n\nT two."


FIRST = {
    "ris": "TY  - JOUR\nTI  - A\nAB  - T one\nER  - \n\n",
    "medline": "PMID- 1\nTI  - A\nAB  - T one\n\n",
    "wos": "PT J\nTI A\nAB T one\nER\n\n",
    "endnote": "%0 A\n%T A\n%X T one\n\n",
}
THIRD = {form: entry.replace("T one", "T three") for form, entry in FIRST.items()}


@pytest.mark.parametrize(
    ("form", "middle", "expected"),
    [
        pytest.param("ris", "TY  - JOUR\nAB  - T two\n", ["T two"], id="no end"),
        pytest.param("ris", "TY  - JOUR\nAB  - T two\n\n3.\n", ["T two"], id="no end, and the next one is counted"),
        pytest.param("ris", "TY  - JOUR\nAB  - T two\nRecord #3 of 3\nProvider: P\n", ["T two"], id="the same"),
        pytest.param("ris", "AU  - B\nAB  - T two\nER  - \n", ["T two"], id="no beginning"),
        pytest.param("ris", "TY  - JOUR\nTI  - B\nER  - \n", [None], id="no abstract"),
        pytest.param("ris", "TY  - JOUR\nAB  - \nER  - \n", [None], id="an empty abstract"),
        pytest.param("ris", "NL  - Short name\n\nLink: http://a\n\n2.\n", [], id="a stray tag, a link, a counter"),
        pytest.param("ris", "ER  - \n{}[]\n\x0c\n", [], id="junk"),
        pytest.param("medline", "TI  - B\nAB  - T two\n\n", ["T two"], id="no number"),
        pytest.param("medline", "PMID- 2\nTI  - B\n\n", [None], id="no abstract"),
        pytest.param("medline", "PMID- 2\nAB  - T two\n", ["T two"], id="no blank line"),
        pytest.param("medline", "Page 2 of 3\n\n", [], id="junk"),
        pytest.param("wos", "TI B\nAB T two\nER\n\n", ["T two"], id="no beginning"),
        pytest.param("wos", "PT J\nAB T two\n", ["T two"], id="no end"),
        pytest.param("wos", "EF\nFN Web of Science\nVR 1.0\n", [], id="two files in one"),
        pytest.param("endnote", "%T B\n%X T two\n\n", ["T two"], id="no type"),
        pytest.param("endnote", "%0 A\n%X T two\n", ["T two"], id="no blank line"),
        pytest.param("endnote", "%0 A\n%T B\n\n", [None], id="no abstract"),
    ],
)  # fmt: skip
def test_a_broken_entry_loses_only_itself(form: str, middle: str, expected: list[object]) -> None:
    found = read(form, FIRST[form] + middle + THIRD[form])
    assert texts(found) == ["T one", *expected, "T three"]
    lines = (FIRST[form] + middle).count("\n") + 1
    assert (found[-1].line, found[-1].offset) == (lines, len(FIRST[form] + middle))
    assert found[-1].raw == THIRD[form].rstrip()


def test_places_and_raw() -> None:
    content = "\ufeffé\r\nTY  - JOUR\r\nAB  - é\r\n ü\r\nER  -\r\nTY  - X\r\nAB  - T".encode()
    first, second = read("ris", content)
    assert (first.line, first.offset, first.raw) == (2, content.index(b"TY"), "TY  - JOUR\nAB  - é\n ü\nER  -")
    assert (second.line, second.offset) == (6, content.rindex(b"TY"))


def test_bytes_that_are_no_utf8_are_passed_on() -> None:
    found = read("ris", "TY  - A\nAB  - Café\nER  - \n".encode("latin-1") + b"TY  - A\nAB  - T two\nER  - ")
    assert texts(found) == ["Caf\udce9", "T two"]
    assert "\udce9" in found[0].raw


def test_an_entry_without_end_does_not_fill_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_ENTRY", 1000)
    found = read("ris", "TY  - A\nAB  - " + "word\n" * 1000 + "TY  - A\nAB  - T two\nER  - \nC1  - " + "junk\n" * 1000)
    assert texts(found) == ["too-long", "T two"]
    assert len(found[0].raw) < 2000


@pytest.mark.parametrize(
    ("form", "entry", "record_id", "source_id"),
    [
        ("ris", "TY  - A\nAB  - T\nDO  - DOI: 10.1000/x\nID  - 7\n", "doi:10.1000/x", "7"),
        ("ris", "TY  - A\nAB  - T\nUR  - https://arxiv.org/abs/2505.01234\nDO  - 10.1/x\n", "arxiv:2505.01234", None),
        ("ris", "TY  - A\nAB  - T\nDO  - 10.48550/arXiv.2505.01234\n", "arxiv:2505.01234", None),
        ("ris", "TY  - A\nAB  - T\nUR  - https://openreview.net/forum?id=aB3\n", "openreview:aB3", None),
        ("ris", "TY  - A\nAB  - T\nAN  - WOS:000444108200009\n", "id:WOS:000444108200009", "WOS:000444108200009"),
        pytest.param("ris", "TY  - A\nAB  - T\nID  - 7\n", None, "7", id="a running number is no id"),
        pytest.param("ris", "TY  - A\nAB  - T\nAN  - rayyan-7\n", None, "rayyan-7", id="nor is that of a list"),
        ("medline", "PMID- 7\nAB  - T\n", "pmid:7", "7"),
        ("medline", "PMID- 7\nAB  - T\nLID - 10.1000/x [doi]\n", "doi:10.1000/x", "7"),
        ("wos", "PT J\nAB T\nUT WOS:000444108200009\nPM 7\n", "pmid:7", "WOS:000444108200009"),
        ("endnote", "%0 A\n%X T\n%U https://aclanthology.org/2024.acl-long.1\n", "acl:2024.acl-long.1", None),
        ("endnote", "%0 A\n%X T\n%F knot-2024\n", None, "knot-2024"),
    ],
)  # fmt: skip
def test_id(form: str, entry: str, record_id: str | None, source_id: str | None) -> None:
    piece = one(form, entry)
    assert (piece.id, piece.source_id) == (record_id, source_id)


@pytest.mark.parametrize(
    ("form", "entry", "field", "expected"),
    [
        pytest.param("ris", "T1  - A\nY1  - 2014//\n", "year", 2014, id="Y1"),
        pytest.param("ris", "TI  - A\nPY  - n.d.\nDA  - 2021/02/01/\n", "year", 2021, id="a PY with no year"),
        pytest.param("ris", "TI  - A\nA1  - Liu R.\nA2  - Ed I.\n", "authors", ("Liu R.",), id="A2 are editors"),
        pytest.param("ris", "TI  - A\nAU  - Liu, R\nRope, B\n", "authors", ("Liu, R", "Rope, B"), id="a name a line"),
        pytest.param("ris", "TI  - A\nJO  - J. K.\nJF  - J of Knots\n", "venue", "J of Knots", id="the full name"),
        pytest.param("ris", "TI  - A\nUR  - none\nL2  - http://a.org\n", "url", "http://a.org", id="a UR that is none"),
        pytest.param("ris", "TI  - A\nL1  - internal-pdf://a.pdf\n", "pdf", None, id="a file of somebody's"),
        pytest.param("medline", "TI  - A\nAU  - Knot A\n", "authors", ("Knot A",), id="short names alone"),
        pytest.param("medline", "TI  - A\nTA  - J Knots\n", "venue", "J Knots", id="the short title alone"),
        pytest.param("wos", "TI A\nEA MAY 2024\n", "year", 2024, id="early access"),
        pytest.param("endnote", "%T A\n%B Proc. Knots\n", "venue", "Proc. Knots", id="a conference"),
    ],
)
def test_details(form: str, entry: str, field: str, expected: object) -> None:
    assert getattr(one(form, entry).details, field) == expected


def test_tags_that_a_user_names() -> None:
    piece = one("ris", "TY  - A\nAB  - No\nN1  - T\nU1  - x7\nER  - ", abstract="N1", id="U1")
    assert (piece.text, piece.id, piece.source_id) == ("T", "id:x7", "x7")


def test_web_of_science_table() -> None:
    rows = [
        "\ufeffPT\tAU\tTI\tSO\tAB\tPY\tDI\tUT",
        'J\tKnot, A; Rope, B\tSome "knots\tKNOTS\tT "one".\t2021\t10.1000/x\tWOS:1',
        "J\tKnot, A\tB\tKNOTS\t\t2021",
        "",
        "J\tKnot, A\tB\tKNOTS\tT t",
        "wo\t2021\t\tWOS:3",
        "C\tKnot, A\tB\tKNOTS\tT three\t2021\t\tWOS:4\t",
    ]
    found = read("wos-tab", "\r\n".join(rows) + "\r\n")
    assert texts(found) == ['T "one".', None, "T t", "bad-row", "T three"]
    first = found[0]
    assert isinstance(first, Piece)
    assert (first.title, first.id, first.line) == ('Some "knots', "doi:10.1000/x", 2)
    assert first.details == Details(year=2021, authors=("Knot, A", "Rope, B"), venue="KNOTS")


WORD = st.text(st.characters(categories=("L", "N", "P", "S"), exclude_characters="%"), min_size=1, max_size=9).map(
    lambda word: f"{word}x"  # no word is a tag
)
TEXT = st.lists(WORD, min_size=1, max_size=12).map(" ".join)
ENTRIES = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6)


def written(form: str, title: str, text: str) -> str:
    tag = {"ris": "{}  - ", "medline": "{}  - ", "wos": "{} ", "endnote": "%{} "}[form].format
    names = ("T", "X") if form == "endnote" else ("TI", "AB")
    indent = {"ris": "", "medline": " " * 6, "wos": " " * 3, "endnote": ""}[form]
    fields = [
        "\n".join(textwrap.wrap(tag(name) + value, 20, subsequent_indent=indent, break_long_words=False,
                                break_on_hyphens=False, drop_whitespace=True))
        for name, value in zip(names, (title, text), strict=True)
    ]  # fmt: skip
    begin = {"ris": "TY  - JOUR", "medline": "PMID- 1", "wos": "PT J", "endnote": "%0 A"}[form]
    end = {"ris": "ER  - \n", "medline": "", "wos": "ER\n", "endnote": ""}[form]
    return "\n".join([begin, *fields, end, ""])


@pytest.mark.parametrize("form", FORMS)
@given(ENTRIES)
@settings(deadline=None, max_examples=25, derandomize=True)
def test_what_is_written_is_read(form: str, entries: list[tuple[str, str]]) -> None:
    found = read(form, "".join(written(form, title, text) for title, text in entries))
    assert [(item.title, item.text) for item in found if isinstance(item, Piece)] == entries


@pytest.mark.parametrize("form", FORMS)
@given(ENTRIES, st.data())
@settings(deadline=None, max_examples=25, derandomize=True)
def test_damage_loses_only_the_entry(form: str, entries: list[tuple[str, str]], data: st.DataObject) -> None:
    parts = [written(form, title, text) for title, text in entries]
    hurt = data.draw(st.integers(0, len(parts) - 1))
    lines = parts[hurt].splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at : at + 1] = data.draw(
        st.sampled_from([[], [lines[at][1:]], ["\n"], [lines[at]] * 2, ["?\n"], ["\udce9\n"]])
    )
    parts[hurt] = "".join(lines)
    found = texts(read(form, "".join(parts).encode("utf-8", "surrogateescape")))
    for number, (_, text) in enumerate(entries):
        if number < hurt - 1 or number > hurt:
            assert text in found
    if hurt:
        before = entries[hurt - 1][1]
        assert any(isinstance(text, str) and text.startswith(before) for text in found)


@pytest.mark.parametrize("form", [*FORMS, "wos-tab"])
@given(
    st.lists(
        st.sampled_from(
            [
                "TY  - ",
                "AB  - ",
                "ER  - ",
                "PMID- ",
                "PT ",
                "PT\t",
                "AB ",
                "AB\t",
                "ER",
                "%0 ",
                "%X ",
                "x",
                "\n",
                "\r",
                " ",
                "é",
            ]
        )
    )
)
@settings(deadline=None, max_examples=40, derandomize=True)
def test_nothing_makes_it_fail(form: str, parts: list[str]) -> None:
    for item in read(form, "".join(parts)):
        assert item.raw
        assert item.line
