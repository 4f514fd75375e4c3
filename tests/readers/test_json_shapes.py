"""What each source calls the things that are kept of a paper."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from extractor.readers.base import Details, Flaw, Piece, ReadOptions
from extractor.readers.json.document import JSON_DOCUMENT
from extractor.readers.json.lines import JSON_LINES


def pieces(*entries: object, **fields: str) -> list[Piece]:
    options = ReadOptions(fields=fields)
    found = list(JSON_DOCUMENT.read(io.BytesIO(json.dumps(entries).encode()), options))
    lines = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
    again = list(JSON_LINES.read(io.BytesIO(lines), options))
    read = [item for item in found if isinstance(item, Piece)]
    assert len(read) == len(found)
    assert [item.id for item in again if isinstance(item, Piece)] == [item.id for item in read], "a line is read alike"
    return read


def piece(entry: object, **fields: str) -> Piece:
    (read,) = pieces(entry, **fields)
    return read


TEXT = "  We do things.\nIt works.\n"

KAGGLE = {
    "id": "0704.0001", "submitter": "A. Author", "authors": "A. Author (Univ. (Lab)), B. de Author and C\\'e Author",
    "title": "On\n  Things", "comments": None, "journal-ref": "J. Things 7 (2009) 1", "doi": "10.1234/x",
    "report-no": None, "categories": "cs.LG", "license": None, "abstract": TEXT,
    "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}, {"version": "v2", "created": "2009"}],
    "update_date": "2010-11-26",
    "authors_parsed": [["Author", "A.", "", "Univ. A"], ["de Author", "B.", "Jr."], ["The Group", "", ""]],
}  # fmt: skip
DAILY = {
    "id": "2506.20747", "categories": ["cs.CL"], "pdf": "https://arxiv.org/pdf/2506.20747", "title": "Things",
    "abs": "https://arxiv.org/abs/2506.20747", "authors": ["A. Author"], "comment": None, "summary": TEXT,
    "AI": {"tldr": "Things."},
}  # fmt: skip
API = {
    "entry_id": "http://arxiv.org/abs/2506.20747v2", "title": "Things", "summary": TEXT,
    "published": "2024-12-31",
    "updated": "2026-01-01", "authors": [{"name": "A. Author"}], "primary_category": "cs.CL",
    "pdf_url": "http://arxiv.org/pdf/2506.20747v2",
}  # fmt: skip
NOTE_2 = {
    "id": "aB3-x", "forum": "aB3-x", "invitations": ["XConf.cc/2026/Conference/-/Submission"], "cdate": 1758370688811,
    "signatures": ["XConf.cc/2026/Conference/Submission7/Authors"], "number": 7,
    "content": {
        "title": {"value": "Things"}, "abstract": {"value": TEXT}, "authors": {"value": ["A. Author", "B. Author"]},
        "venue": {"value": "Submitted to XConf 2026"}, "venueid": {"value": "XConf.cc/2026/Conference"},
        "pdf": {"value": "/pdf/8b0a.pdf"}, "_bibtex": {"value": "@misc{\nx,\nyear={2025},\n}"},
        "TLDR": {"value": "Things are done."},
    },
}  # fmt: skip
NOTE_1 = {
    "id": "aB3", "forum": "aB3", "replyto": None, "invitation": "XConf.cc/2018/Workshop/Y/-/Blind_Submission",
    "cdate": 1540035843524,
    "content": {"title": "Things", "abstract": TEXT, "authors": ["A. Author"], "pdf": "https://arxiv.org/pdf/1805.00001"},
    "revisions": [{"id": "z", "content": {"title": "Things", "abstract": "An older text."}, "forum": "aB3"}],
}  # fmt: skip
S2 = {
    "paperId": "2d56", "externalIds": {"ArXiv": "2505.01234", "DOI": "10.1234/x", "CorpusId": 7}, "title": "Things",
    "abstract": TEXT, "venue": "", "publicationVenue": {"name": "XConf"}, "journal": {"name": "J", "pages": "1"},
    "year": 2025, "publicationDate": "2024-12-31", "openAccessPdf": {"url": "https://x.org/1.pdf", "status": "GREEN"},
    "url": "https://www.semanticscholar.org/paper/2d56", "authors": [{"authorId": "1", "name": "A. Author"}],
    "tldr": {"model": "m", "text": "A summary."}, "citations": [{"paperId": "9", "title": "C", "abstract": "No."}],
}  # fmt: skip
CROSSREF = {
    "DOI": "10.1234/x", "type": "journal-article", "title": ["Things"], "abstract": "<jats:p>We do things.</jats:p>",
    "author": [{"given": "A.", "family": "Author", "sequence": "first"}, {"name": "The Group"}],
    "issued": {"date-parts": [[None]]}, "published-online": {"date-parts": [[2023, 12, 1]]},
    "container-title": ["Journal of Things", "J. Things"], "URL": "https://doi.org/10.1234/x",
    "link": [{"URL": "https://x.org/x.html", "content-type": "text/html"},
             {"URL": "https://x.org/x.pdf", "content-type": "application/pdf"}],
    "reference": [{"key": "1", "article-title": "Other", "author": "B"}],
}  # fmt: skip
CSL = {
    "id": "author2023", "type": "article-journal", "title": "Things", "abstract": TEXT, "DOI": "10.1234/x",
    "author": [{"family": "Author", "given": "A."}, {"literal": "The Group"}], "container-title": "J. Things",
    "issued": {"date-parts": [["2023", 5]]},
}  # fmt: skip
OPENALEX = {
    "id": "https://openalex.org/W7", "doi": "https://doi.org/10.1234/x", "title": None, "display_name": "Things",
    "ids": {"openalex": "https://openalex.org/W7", "pmid": "https://pubmed.ncbi.nlm.nih.gov/7"},
    "publication_year": 2021, "publication_date": "2021-01-01",
    "primary_location": {"source": {"display_name": "J. Things"}, "pdf_url": None, "landing_page_url": "https://x.org/x"},
    "locations": [{"landing_page_url": "https://arxiv.org/abs/2005.01234", "pdf_url": "https://arxiv.org/pdf/2005.01234"}],
    "authorships": [{"author": {"display_name": "A. Author"}, "raw_author_name": "Author, A"}],
    "abstract_inverted_index": {"things": [2, 4], "We": [0], "do": [1], "with": [3], ".": [5]},
}  # fmt: skip
PAPERLISTS = {
    "id": "aB3", "title": "Things", "track": "main", "status": "Poster", "abstract": TEXT,
    "author": "A. Author; B. Author",
    "site": "https://openreview.net/forum?id=aB3", "pdf": "/pdf/1.pdf", "github": "", "project": "",
    "bibtex": "@inproceedings{\nx,\ntitle={{X}: Y},\nbooktitle={Second Conference on Things},\nyear={2025},\n}",
}  # fmt: skip
HUGGING_FACE = {
    "paper": {
        "id": "2505.01234", "title": "Things", "summary": TEXT, "publishedAt": "2025-05-02T00:00:00.000Z", "upvotes": 7,
        "authors": [{"_id": "1", "name": "A. Author", "hidden": False}], "githubRepo": "https://github.com/a/b",
        "ai_summary": "A summary.",
    },
    "publishedAt": "2025-05-04T01:02:03.000Z", "title": "Things", "summary": TEXT, "numComments": 1,
    "submittedBy": {"fullname": "C. User"},
}  # fmt: skip
SITE = {
    "id": 4711, "name": "Things", "abstract": TEXT, "authors": [{"id": 1, "fullname": "A. Author", "institution": "U"}],
    "paper_url": "https://openreview.net/forum?id=aB3", "paper_pdf_url": None, "starttime": "2025-07-15T11:00:00",
    "virtualsite_url": "/virtual/2025/poster/4711", "decision": "Accept (poster)",
}  # fmt: skip
CODE = {
    "paper_url": "https://paperswithcode.com/paper/things", "arxiv_id": "2505.01234", "title": "Things",
    "abstract": TEXT, "url_abs": "https://arxiv.org/abs/2505.01234v2", "url_pdf": "https://arxiv.org/pdf/2505.01234v2.pdf",
    "proceeding": "XConf 2025", "authors": ["A. Author"], "date": "2025-05-02", "short_abstract": None,
}  # fmt: skip
EUROPE = {
    "id": "7", "source": "MED", "pmid": "7", "doi": "10.1234/x", "title": "Things",
    "authorString": "Author A, Author B.",
    "journalInfo": {"journal": {"title": "J. Things"}}, "pubYear": "2023", "abstractText": TEXT,
}  # fmt: skip
ZOTERO = {
    "key": "ABCD", "version": 7,
    "data": {"title": "Things", "abstractNote": TEXT, "creators": [{"firstName": "A.", "lastName": "Author"}],
             "date": "2025-05", "DOI": "10.1234/x", "conference": "XConf", "url": "https://x.org/x"},
}  # fmt: skip
OWN = {
    "title": "Things", "abstract": TEXT, "authors": [{"name": "A. Author"}], "journal": {"name": "J. Things"},
    "year": "2025", "github": "https://github.com/a/b", "pdf": {"url": "https://x.org/x.pdf"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param(
            KAGGLE,
            (
                "arxiv:0704.0001",
                "0704.0001",
                2007,
                ("A. Author", "B. de Author Jr.", "The Group"),
                "J. Things 7 (2009) 1",
                None,
                None,
                None,
            ),
            id="arXiv snapshot: the year is that of the first version, the affiliation is no name",
        ),
        pytest.param(
            {**KAGGLE, "versions": [], "authors_parsed": []},
            (
                "arxiv:0704.0001",
                "0704.0001",
                2007,
                ("A. Author", "B. de Author", "C\\'e Author"),
                "J. Things 7 (2009) 1",
                None,
                None,
                None,
            ),
            id="arXiv snapshot cut down: year from the id, authors from their line",
        ),
        pytest.param(
            {**KAGGLE, "id": "hep-th/9901001", "versions": None},
            (
                "arxiv:hep-th/9901001",
                "hep-th/9901001",
                1999,
                ("A. Author", "B. de Author Jr.", "The Group"),
                "J. Things 7 (2009) 1",
                None,
                None,
                None,
            ),
            id="an arXiv id of the old kind",
        ),
        pytest.param(
            DAILY,
            (
                "arxiv:2506.20747",
                "2506.20747",
                2025,
                ("A. Author",),
                None,
                "https://arxiv.org/abs/2506.20747",
                "https://arxiv.org/pdf/2506.20747",
                None,
            ),
            id="a list of the day from arXiv",
        ),
        pytest.param(
            API,
            (
                "arxiv:2506.20747",
                "http://arxiv.org/abs/2506.20747v2",
                2024,
                ("A. Author",),
                None,
                None,
                "http://arxiv.org/pdf/2506.20747v2",
                None,
            ),
            id="what a client of arXiv's API writes",
        ),
        pytest.param(
            NOTE_2,
            (
                "openreview:aB3-x",
                "aB3-x",
                2025,
                ("A. Author", "B. Author"),
                "Submitted to XConf 2026",
                "https://openreview.net/forum?id=aB3-x",
                "https://openreview.net/pdf/8b0a.pdf",
                None,
            ),
            id="OpenReview 2",
        ),
        pytest.param(
            NOTE_1,
            (
                "arxiv:1805.00001",
                "aB3",
                2018,
                ("A. Author",),
                "XConf.cc/2018/Workshop/Y",
                "https://openreview.net/forum?id=aB3",
                "https://arxiv.org/pdf/1805.00001",
                None,
            ),
            id="OpenReview 1: the venue is that of the invitation, the text is on arXiv",
        ),
        pytest.param(
            S2,
            (
                "arxiv:2505.01234",
                "2d56",
                2025,
                ("A. Author",),
                "XConf",
                "https://www.semanticscholar.org/paper/2d56",
                "https://x.org/1.pdf",
                None,
            ),
            id="Semantic Scholar",
        ),
        pytest.param(
            CROSSREF,
            (
                "doi:10.1234/x",
                "10.1234/x",
                2023,
                ("A. Author", "The Group"),
                "Journal of Things",
                "https://doi.org/10.1234/x",
                "https://x.org/x.pdf",
                None,
            ),
            id="Crossref: an issued date may be empty",
        ),
        pytest.param(
            CSL,
            ("doi:10.1234/x", "10.1234/x", 2023, ("A. Author", "The Group"), "J. Things", None, None, None),
            id="CSL JSON",
        ),
        pytest.param(
            OPENALEX,
            (
                "arxiv:2005.01234",
                "https://openalex.org/W7",
                2021,
                ("A. Author",),
                "J. Things",
                "https://x.org/x",
                "https://arxiv.org/pdf/2005.01234",
                None,
            ),
            id="OpenAlex: another location is on arXiv",
        ),
        pytest.param(
            PAPERLISTS,
            (
                "openreview:aB3",
                "aB3",
                2025,
                ("A. Author", "B. Author"),
                "Second Conference on Things",
                "https://openreview.net/forum?id=aB3",
                "https://openreview.net/pdf/1.pdf",
                None,
            ),
            id="Paper Copilot",
        ),
        pytest.param(
            HUGGING_FACE,
            ("arxiv:2505.01234", "2505.01234", 2025, ("A. Author",), None, None, None, "https://github.com/a/b"),
            id="Hugging Face's daily papers",
        ),
        pytest.param(
            HUGGING_FACE["paper"],
            ("arxiv:2505.01234", "2505.01234", 2025, ("A. Author",), None, None, None, "https://github.com/a/b"),
            id="one paper of Hugging Face",
        ),
        pytest.param(
            SITE,
            ("openreview:aB3", "4711", 2025, ("A. Author",), None, "https://openreview.net/forum?id=aB3", None, None),
            id="the site of a conference",
        ),
        pytest.param(
            CODE,
            (
                "arxiv:2505.01234",
                "2505.01234",
                2025,
                ("A. Author",),
                "XConf 2025",
                "https://arxiv.org/abs/2505.01234v2",
                "https://arxiv.org/pdf/2505.01234v2.pdf",
                None,
            ),
            id="Papers with Code",
        ),
        pytest.param(
            EUROPE,
            ("doi:10.1234/x", "7", 2023, ("Author A", "Author B"), "J. Things", None, None, None),
            id="Europe PMC",
        ),
        pytest.param(
            ZOTERO,
            ("doi:10.1234/x", "10.1234/x", 2025, ("A. Author",), "XConf", "https://x.org/x", None, None),
            id="Zotero",
        ),
        pytest.param(
            OWN,
            (None, None, 2025, ("A. Author",), "J. Things", None, "https://x.org/x.pdf", "https://github.com/a/b"),
            id="the usual names, with objects in their places",
        ),
    ],
)
def test_sources(entry: dict[str, Any], expected: tuple[Any, ...]) -> None:
    read = piece(entry)
    record_id, source_id, *details = expected
    assert (read.id, read.source_id) == (record_id, source_id)
    assert read.details == Details(**dict(zip(Details.__slots__, details, strict=True)))
    assert read.title in ("Things", entry.get("title"))
    if entry is CROSSREF:
        assert read.text == "<jats:p>We do things.</jats:p>", "markup is left to the cleaning"
    elif entry is OPENALEX:
        assert read.text == "We do things with things ."
    else:
        assert read.text == TEXT


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        pytest.param(
            {"ArXiv": "2505.01234", "ACL": "2025.acl-long.1", "DOI": "10.1/x"}, "arxiv:2505.01234", id="arXiv"
        ),
        pytest.param({"DOI": "10.18653/v1/2025.acl-long.1", "ACL": "2025.acl-long.1"}, "acl:2025.acl-long.1", id="ACL"),
        pytest.param({"MAG": "7", "DOI": "10.1234/x", "PubMed": "7"}, "doi:10.1234/x", id="DOI"),
        pytest.param({"DOI": "10.48550/arXiv.2505.01234"}, "arxiv:2505.01234", id="a DOI of arXiv"),
        pytest.param({"PubMed": "7"}, "pmid:7", id="PubMed"),
        pytest.param({"CorpusId": 7}, "id:2d56", id="none that others know"),
        pytest.param(None, "id:2d56", id="none asked for"),
    ],
)
def test_ids_of_semantic_scholar(ids: dict[str, object] | None, expected: str) -> None:
    assert piece({**S2, "externalIds": ids}).id == expected


@pytest.mark.parametrize(
    ("github", "expected"),
    [
        pytest.param("https://github.com/a/b", "https://github.com/a/b", id="a URL"),
        pytest.param("github.com/a/b", "github.com/a/b", id="without its scheme"),
        pytest.param("[![github](/i.svg) a/b](https://github.com/a/b)", "https://github.com/a/b", id="in Markdown"),
        pytest.param("[![x](/i.svg) 4 implementations](https://paperswithcode.com/p)", None, id="not the paper's"),
        pytest.param("", None, id="none"),
    ],
)
def test_code_of_paper_copilot(github: str, expected: str | None) -> None:
    assert piece({**PAPERLISTS, "github": github}).details.code_url == expected


def test_year_of_paper_copilot_from_the_site() -> None:
    site = "https://openaccess.thecvf.com/content/XCV2025/html/Things.html"
    assert piece({**PAPERLISTS, "bibtex": "", "site": site}).details.year == 2025


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        pytest.param({"_bibtex": None, "venue": None, "venueid": None}, (2026, "XConf.cc/2026/Conference"), id="none"),
        pytest.param({"_bibtex": None}, (2026, "Submitted to XConf 2026"), id="the venue's year"),
        pytest.param(
            {"_bibtex": None, "venue": {"value": "XConf"}, "venueid": {"value": "XConf"}}, (2025, "XConf"), id="date"
        ),
    ],
)
def test_year_of_openreview(changed: dict[str, Any], expected: tuple[int, str]) -> None:
    details = piece({**NOTE_2, "content": {**NOTE_2["content"], **changed}}).details  # type: ignore[dict-item]
    assert (details.year, details.venue) == expected


REVIEW = {
    "id": "r1", "forum": "aB3", "replyto": "aB3", "invitations": ["XConf/-/Official_Review"], "signatures": ["R"],
    "content": {"summary": {"value": "The paper does things."}, "rating": {"value": 6}},
}  # fmt: skip
DECISION = {
    "id": "d1", "forum": "aB3", "replyto": "aB3", "invitation": "XConf/-/Decision", "signatures": ["C"],
    "content": {"title": "Acceptance Decision", "decision": "accept"},
}  # fmt: skip


def test_replies_below_a_paper_are_no_papers() -> None:
    assert [read.text for read in pieces(REVIEW, NOTE_2, DECISION)] == [TEXT]


def test_a_submission_without_an_abstract_is_told() -> None:
    content = {"title": {"value": "Things"}}
    assert piece({**NOTE_2, "content": content}).text is None


@pytest.mark.parametrize(
    "entry",
    [S2, CROSSREF, OPENALEX, PAPERLISTS, KAGGLE, SITE],
    ids=["S2", "Crossref", "OpenAlex", "Paper Copilot", "arXiv", "site"],
)
def test_an_abstract_that_is_null_is_told_with_its_paper(entry: dict[str, Any]) -> None:
    name = "abstract_inverted_index" if entry is OPENALEX else "abstract"
    assert piece({**entry, name: None}).text is None


@pytest.mark.parametrize(
    ("entry", "fields", "expected"),
    [
        pytest.param(NOTE_2, {"abstract": "content.TLDR"}, "Things are done.", id="a value of OpenReview 2"),
        pytest.param(NOTE_2, {"abstract": "content.TLDR.value"}, "Things are done.", id="the same, said in full"),
        pytest.param(CROSSREF, {"abstract": "title"}, "Things", id="a list of one"),
        pytest.param(S2, {"abstract": "tldr.text"}, "A summary.", id="inside an object"),
        pytest.param({"body": "We do."}, {"abstract": "body"}, "We do.", id="an entry by that name"),
        pytest.param({"abstract": "No.", "body": "We do."}, {"abstract": "body"}, "We do.", id="not by usual names"),
        pytest.param({"abstract": "No."}, {"abstract": "body"}, None, id="which are then not used"),
        pytest.param({"a.b": "We do.", "a": {"b": "No."}}, {"abstract": "a.b"}, "We do.", id="a name with a dot"),
    ],
)
def test_the_names_that_a_user_gives_go_first(entry: object, fields: dict[str, str], expected: str | None) -> None:
    assert piece(entry, **fields).text == expected


def test_the_id_that_a_user_names_is_the_id() -> None:
    read = piece(S2, id="externalIds.DOI")
    assert (read.id, read.source_id) == ("doi:10.1234/x", "10.1234/x")


def test_entries_by_the_user_s_name_are_found_in_an_envelope() -> None:
    options = ReadOptions(fields={"abstract": "body"})
    content = json.dumps({"n": 1, "things": [{"body": "We do."}, {"body": "They do."}]}).encode()
    items = list(JSON_DOCUMENT.read(io.BytesIO(content), options))
    assert [item.text for item in items if isinstance(item, Piece)] == ["We do.", "They do."]


@pytest.mark.parametrize(
    "entry",
    [
        {"paper": {"summary": 7, "publishedAt": []}, "title": {}},
        {"id": "2505.01234", "categories": 7, "versions": [7], "authors_parsed": [7, [7], []], "abstract": "We do."},
        {"content": {"abstract": {"value": ["We do."]}, "_bibtex": 7, "pdf": {}}, "forum": 7, "cdate": -1},
        {"paperId": "x", "externalIds": [], "authors": [None, {}, 7], "openAccessPdf": "x", "abstract": "We do."},
        {"abstract_inverted_index": {"a": 7, "b": ["x"]}, "authorships": [7], "locations": [7], "ids": 7},
        {"DOI": "10.1/x", "issued": {"date-parts": [[]]}, "title": [], "author": {}, "link": [7], "abstract": "We do."},
        {"site": 7, "author": 7, "status": 7, "abstract": "We do.", "bibtex": {}},
        {"abstractText": "We do.", "authorString": 7, "journalInfo": []},
        {"name": 7, "abstract": "We do.", "authors": {"fullname": 7}},
    ],
    ids=lambda entry: next(iter(entry)),
)
def test_odd_values_do_no_harm(entry: object) -> None:
    items = list(JSON_DOCUMENT.read(io.BytesIO(json.dumps([entry]).encode()), ReadOptions()))
    assert len(items) == 1
    assert isinstance(items[0], Piece | Flaw)
