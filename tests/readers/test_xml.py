"""XML: what each kind gives, how it is cut, and what a fault costs."""

# ruff: noqa: E501 - XML is easier to read where its lines are not broken
from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.abstract import Abstract
from extractor.readers import read_abstracts
from extractor.readers.base import Details, Flaw, Piece, ReadOptions
from extractor.readers.registry import detect
from extractor.readers.xml import XML, cutting, reading
from extractor.records import Reject

if TYPE_CHECKING:
    from pathlib import Path

ATOM = 'xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
WE = "We train a small parser and it is quick."
THEY = "They count sheep in 3 meadows."
SO = "So the last one is read, too."


def found(content: str | bytes) -> list[Piece | Flaw]:
    data = content.encode() if isinstance(content, str) else content
    return list(XML.read(io.BytesIO(data), ReadOptions()))


def piece(content: str | bytes) -> Piece:
    (one,) = found(content)
    assert isinstance(one, Piece), one
    return one


def told(content: str | bytes) -> list[object]:
    """The abstracts, and of what is wrong its code."""
    return [one.text if isinstance(one, Piece) else one.code for one in found(content)]


def atom(*summaries: str) -> str:
    entries = "".join(f"<entry><title>T</title><summary>{summary}</summary></entry>\n" for summary in summaries)
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<feed {ATOM}>\n{entries}</feed>\n"


def acl(paper: str, *, collection: str = "2031.rain", volume: str = "long", meta: str = "<year>2031</year>") -> str:
    inside = f'<volume id="{volume}"><meta>{meta}</meta><frontmatter><bibkey>f</bibkey></frontmatter>{paper}</volume>'
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<collection id='{collection}'>{inside}</collection>"


def pubmed(citation: str, *, after: str = "") -> str:
    article = f"<PubmedArticle><MedlineCitation>{citation}</MedlineCitation>{after}</PubmedArticle>"
    doctype = '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.nlm.nih.gov/p.dtd">'
    return f'<?xml version="1.0" ?>\n{doctype}\n<PubmedArticleSet>{article}</PubmedArticleSet>'


def oai(metadata: str, *, header: str = "<identifier>oai:arXiv.org:2505.01234</identifier>", status: str = "") -> str:
    record = f"<record><header{status}>{header}</header><metadata>{metadata}</metadata></record>"
    return f'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><GetRecord>{record}</GetRecord></OAI-PMH>'


def jats(meta: str) -> str:
    journal = (
        "<journal-meta><journal-title-group><journal-title>J. Rain</journal-title></journal-title-group></journal-meta>"
    )
    return (
        f'<article xmlns:xlink="http://www.w3.org/1999/xlink"><front>{journal}<article-meta>{meta}</article-meta></front>'
        "<body><p>An <abstract>of the body</abstract>.</p></body></article>"
    )


# What each kind says of a paper.


def test_atom_of_the_api() -> None:
    one = piece(f"""<?xml version="1.0" encoding="UTF-8"?>
<feed {ATOM}>
  <title type="html">ArXiv Query</title><id>http://arxiv.org/api/x</id>
  <entry>
    <id>http://arxiv.org/abs/2505.01234v2</id>
    <updated>2026-01-01T00:00:00Z</updated>
    <published>2025-05-03T18:40:00Z</published>
    <title>Parsing rain
  with care</title>
    <summary>  We parse $p &lt; 3$ drops
  of rain, &amp; more.

</summary>
    <author><name>Ann Lee</name><arxiv:affiliation>Uni</arxiv:affiliation></author>
    <author><name>Bo  Ek</name></author>
    <arxiv:comment>9 pages</arxiv:comment>
    <arxiv:journal_ref>J. Rain 7 (2026)</arxiv:journal_ref>
    <arxiv:doi>10.1000/rain.7</arxiv:doi>
    <link href="http://arxiv.org/abs/2505.01234v2" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/2505.01234v2" rel="related" type="application/pdf"/>
    <link title="doi" href="http://dx.doi.org/10.1000/rain.7" rel="related"/>
  </entry>
</feed>""")
    assert one.text == "We parse $p < 3$ drops\n  of rain, & more."
    assert one.title == "Parsing rain with care", "a title is one line"
    assert (one.id, one.source_id) == ("arxiv:2505.01234", "http://arxiv.org/abs/2505.01234v2")
    assert one.details == Details(
        year=2025, authors=("Ann Lee", "Bo Ek"), venue="J. Rain 7 (2026)",
        url="http://arxiv.org/abs/2505.01234v2", pdf="http://arxiv.org/pdf/2505.01234v2",
    )  # fmt: skip
    assert (one.line, one.raw[:7], one.raw[-8:]) == (4, "<entry>", "</entry>")


ARXIV = (
    '<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>2505.01234</id><created>2025-05-03</created><updated>2026-01-01'
    "</updated><authors><author><keyname>Lee</keyname><forenames>Ann B.</forenames><suffix>Jr</suffix></author>"
    "<author><keyname>The Rain Group</keyname></author></authors><title>Rain</title><journal-ref>J. Rain 7</journal-ref>"
    "<doi>10.1000/rain.7</doi><abstract>  We parse\nrain.\n</abstract></arXiv>"
)
ARXIV_RAW = (
    '<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>2505.01234</id><submitter>Ann Lee</submitter>'
    '<version version="v1"><date>Sat, 3 May 2025 18:40:00 GMT</date></version>'
    '<version version="v2"><date>Thu, 1 Jan 2026 18:40:00 GMT</date></version><title>Rain</title>'
    "<authors>Ann B. Lee, Jr., Bo Ek (1 and 2), Cy \\'Ox and Di Fu ((1) Rain Lab, (2) Sun Lab)</authors>"
    "<journal-ref>J. Rain 7</journal-ref><doi>10.1000/rain.7 10.1000/rain.8</doi><abstract>  We parse\nrain.\n"
    "</abstract></arXivRaw>"
)
OAI_DC = (
    '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<dc:title>Rain</dc:title><dc:creator>Lee, Ann</dc:creator><dc:creator>Ek, Bo</dc:creator><dc:subject>CS</dc:subject>"
    "<dc:description>Comment: 9 pages</dc:description><dc:description>  We parse\nrain.\n</dc:description>"
    "<dc:date>2025-05-03</dc:date><dc:date>2026-01-01</dc:date><dc:identifier>http://arxiv.org/abs/2505.01234"
    "</dc:identifier><dc:identifier>J. Rain 7</dc:identifier><dc:identifier>doi:10.1000/rain.7</dc:identifier></oai_dc:dc>"
)


@pytest.mark.parametrize(
    ("metadata", "authors", "venue", "url"),
    [
        pytest.param(ARXIV, ("Ann B. Lee Jr", "The Rain Group"), "J. Rain 7", None, id="arXiv"),
        pytest.param(ARXIV_RAW, ("Ann B. Lee Jr.", "Bo Ek", "Cy \\'Ox", "Di Fu"), "J. Rain 7", None, id="arXivRaw"),
        pytest.param(OAI_DC, ("Lee, Ann", "Ek, Bo"), None, "http://arxiv.org/abs/2505.01234", id="Dublin Core"),
    ],
)  # fmt: skip
def test_oai_pmh(metadata: str, authors: tuple[str, ...], venue: str | None, url: str | None) -> None:
    one = piece(oai(metadata))
    assert (one.text, one.title) == ("We parse\nrain.", "Rain")
    assert (one.id, one.source_id) == ("arxiv:2505.01234", "2505.01234")
    assert one.details == Details(year=2025, authors=authors, venue=venue, url=url)
    bare = piece(metadata)
    assert (bare.text, bare.id, bare.details) == (one.text, one.id, one.details), "metadata without their record"


def test_oai_pmh_of_another_archive() -> None:
    one = piece(oai(OAI_DC.replace("http://arxiv.org/abs/2505.01234", "https://rain.org/7"), header=""))
    assert (one.id, one.source_id) == ("doi:10.1000/rain.7", "https://rain.org/7")


def test_records_without_an_abstract() -> None:
    deleted = oai("", status=' status="deleted"')
    (flaw,) = found(deleted)
    assert isinstance(flaw, Flaw)
    assert (flaw.code, flaw.counts) == ("no-text", True)
    assert "oai:arXiv.org:2505.01234" in flaw.reason
    assert told(oai("<marc/>")) == [None], "metadata in another kind"
    assert told("<ListRecords>" + "<record/>" * 3 + f"<record><metadata>{ARXIV}</metadata></record></ListRecords>") == [
        None, None, None, "We parse\nrain.",
    ]  # fmt: skip


def test_many_responses_in_one_file() -> None:
    response = '<?xml version="1.0" encoding="UTF-8"?>\n' + oai(ARXIV) + "\n"
    assert told(response * 3) == ["We parse\nrain."] * 3


def test_acl_anthology() -> None:
    one = piece(
        acl(
            '<paper id="7"><title><fixed-case>R</fixed-case>ain in <tex-math>O(n)</tex-math></title>'
            "<author><first>Ann</first><last>Lee</last><affiliation>Uni</affiliation></author>"
            "<author><first/><last>Ek</last></author><pages>1–9</pages>"
            "<abstract>We reach <b>97</b>% with <i>n</i> = <tex-math>2^k</tex-math>, see <url>https://rain.org</url>.</abstract>"
            '<url hash="ab12">2031.rain-long.7</url><doi>10.18653/v1/2031.rain-long.7</doi><bibkey>lee-2031-rain</bibkey></paper>',
            meta="<booktitle>Proceedings of <fixed-case>RAIN</fixed-case></booktitle><year>2031</year><venue>rain</venue>"
            "<url>2031.rain-long</url>",
        )
    )
    assert one.text == "We reach 97% with n = $2^k$, see https://rain.org."
    assert one.title == "Rain in $O(n)$"
    assert (one.id, one.source_id) == ("acl:2031.rain-long.7", "2031.rain-long.7")
    assert one.details == Details(
        year=2031, authors=("Ann Lee", "Ek"), venue="Proceedings of RAIN",
        url="https://aclanthology.org/2031.rain-long.7", pdf="https://aclanthology.org/2031.rain-long.7.pdf",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("collection", "volume", "number", "source_id"),
    [
        pytest.param("2031.rain", "1", "12", "2031.rain-1.12", id="since 2020"),
        pytest.param("P18", "1", "1", "P18-1001", id="one digit of volume, three of paper"),
        pytest.param("W18", "2", "3", "W18-0203", id="workshops: two and two"),
        pytest.param("C69", "1", "3", "C69-0103", id="one year of COLING, too"),
        pytest.param("D19", "1", "3", "D19-1003", id="the main volumes of 2019"),
        pytest.param("D19", "52", "3", "D19-5203", id="and its workshops"),
        pytest.param("P18", "x", "1", "key-of-it", id="no number: the key of the paper is left"),
    ],
)
def test_acl_ids(collection: str, volume: str, number: str, source_id: str) -> None:
    paper = f'<paper id="{number}"><abstract>{WE}</abstract><bibkey>key-of-it</bibkey></paper>'
    one = piece(acl(paper, collection=collection, volume=volume))
    assert one.source_id == source_id
    assert one.id == (f"acl:{source_id}" if source_id != "key-of-it" else "id:key-of-it")


def test_acl_as_it_was() -> None:
    one = piece(
        f'<volume id="P12"><paper id="1003"><title>T</title><booktitle>B</booktitle><year>2012</year>'
        f"<abstract>{WE}</abstract><url>http://www.aclweb.org/anthology/P12-1003</url></paper></volume>"
    )
    assert (one.id, one.details.year, one.details.venue) == ("acl:P12-1003", 2012, "B")


def test_each_paper_has_its_own_volume() -> None:
    def volume(name: str, year: int) -> str:
        paper = f'<paper id="1"><title>T</title><abstract>{WE} {name}</abstract></paper>'
        return f'<volume id="{name}"><meta><year>{year}</year></meta>{paper}</volume>'

    # The broken paper swallows the end of its volume and the beginning of the next.
    broken = volume("b", 2002).replace("</paper>", "")
    ones = found(f'<collection id="2000.x">{volume("a", 2001)}{broken}{volume("c", 2003)}</collection>')
    assert [(one.source_id, one.details.year) if isinstance(one, Piece) else one.code for one in ones] == [
        ("2000.x-a.1", 2001), "bad-xml", ("2000.x-c.1", 2003),
    ]  # fmt: skip


PUBMED_ARTICLE = (
    '<PMID Version="1">4711</PMID><Article><Journal><JournalIssue><PubDate><MedlineDate>2031 Jan-Feb</MedlineDate></PubDate>'
    "</JournalIssue><Title>Journal of Rain</Title></Journal><ArticleTitle>Rain and <i>snow</i>.</ArticleTitle>"
    '<ELocationID EIdType="pii">S1</ELocationID>{more}<AuthorList CompleteYN="Y"><Author><LastName>Lee</LastName>'
    '<ForeName>Ann B</ForeName><Initials>AB</Initials></Author><Author ValidYN="N"><LastName>Bad</LastName></Author>'
    "<Author><CollectiveName>Rain Group</CollectiveName></Author></AuthorList></Article>"
)


def test_pubmed() -> None:
    abstract = (
        '<Abstract>\n  <AbstractText Label="AIM" NlmCategory="OBJECTIVE">To see <b>rain</b>.</AbstractText>\n'
        '  <AbstractText Label="UNLABELLED">No label at all.</AbstractText>\n  <AbstractText Label="DATA"/>\n'
        '  <AbstractText Label="RESULTS">It fell in 10<sup>5</sup> H<sub>2</sub>O drops on the 7<sup>th</sup>.</AbstractText>\n'
        "  <CopyrightInformation>(c) Rain</CopyrightInformation></Abstract>"
    )
    other = '<OtherAbstract Type="Publisher" Language="spa"><AbstractText>La lluvia cae.</AbstractText></OtherAbstract>'
    reference = '<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1/cited</ArticleId></ArticleIdList></Reference></ReferenceList>'
    ids = '<ArticleIdList><ArticleId IdType="pubmed">4711</ArticleId><ArticleId IdType="doi">10.1000/rain</ArticleId></ArticleIdList>'
    cited = (
        "<CommentsCorrectionsList><CommentsCorrections><PMID>1</PMID></CommentsCorrections></CommentsCorrectionsList>"
    )
    one = piece(
        pubmed(PUBMED_ARTICLE.format(more=abstract) + cited + other, after=f"<PubmedData>{reference}{ids}</PubmedData>")
    )
    assert one.text == "AIM: To see rain.\nNo label at all.\nRESULTS: It fell in 10^5 H2O drops on the 7th."
    assert (one.id, one.source_id, one.title) == ("doi:10.1000/rain", "4711", "Rain and snow.")
    assert one.details == Details(year=2031, authors=("Ann B Lee", "Rain Group"), venue="Journal of Rain")


@pytest.mark.parametrize(
    ("more", "text"),
    [
        pytest.param("", None, id="none"),
        pytest.param('<OtherAbstract Language="spa"><AbstractText>La lluvia.</AbstractText></OtherAbstract>', None, id="other language"),
        pytest.param(
            '<OtherAbstract Type="plain-language-summary"><AbstractText>For all.</AbstractText></OtherAbstract>', None, id="lay summary"
        ),
        pytest.param(
            '<OtherAbstract Type="NASA" Language="eng"><AbstractText>It rains.</AbstractText></OtherAbstract>', "It rains.",
            id="in English, by an indexer",
        ),
    ],
)  # fmt: skip
def test_pubmed_without_abstract(more: str, text: str | None) -> None:
    one = piece(pubmed(PUBMED_ARTICLE.format(more="") + more))
    assert (one.text, one.id) == (text, "pmid:4711")


def test_pubmed_preprint_of_arxiv() -> None:
    more = f'<ELocationID EIdType="pii">arXiv:2505.01234v1</ELocationID><Abstract><AbstractText>{WE}</AbstractText></Abstract>'
    assert piece(pubmed(PUBMED_ARTICLE.format(more=more))).id == "arxiv:2505.01234"


def test_medline_citations_and_books() -> None:
    abstract = f"<Abstract><AbstractText>{WE}</AbstractText></Abstract>"
    citation = f"<MedlineCitation>{PUBMED_ARTICLE.format(more=abstract)}</MedlineCitation>"
    assert piece(f"<MedlineCitationSet>{citation}</MedlineCitationSet>").text == WE
    book = piece(
        "<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>5</PMID><ArticleIdList><ArticleId IdType='bookaccession'>"
        "NBK1</ArticleId></ArticleIdList><Book><BookTitle>All of Rain</BookTitle><PubDate><Year>2030</Year></PubDate>"
        "<AuthorList Type='editors'><Author><LastName>Ed</LastName></Author></AuthorList></Book><ArticleTitle>Drops"
        "</ArticleTitle><AuthorList Type='authors'><Author><LastName>Lee</LastName><Initials>A</Initials></Author></AuthorList>"
        f"{abstract}</BookDocument></PubmedBookArticle></PubmedArticleSet>"
    )
    assert (book.text, book.title, book.id) == (WE, "Drops", "pmid:5")
    assert book.details == Details(year=2030, authors=("A Lee",), venue="All of Rain")


def test_mathml_is_written_on_one_line() -> None:
    math = (
        '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">\n <mml:msup>\n  <mml:mi>x</mml:mi>\n  <mml:mn>2</mml:mn>\n'
        " </mml:msup>\n <mml:mo>=</mml:mo><mml:mfrac><mml:mn>1</mml:mn><mml:mn>4</mml:mn></mml:mfrac>"
        "<mml:mtext> or</mml:mtext></mml:math>"
    )
    more = f"<Abstract><AbstractText>Here {math} so.</AbstractText></Abstract>"
    assert piece(pubmed(PUBMED_ARTICLE.format(more=more))).text == "Here x^2=1/4 or so."


def test_jats() -> None:
    one = piece(
        jats(
            '<article-id pub-id-type="pmid">4711</article-id><article-id pub-id-type="doi">10.1000/rain</article-id>'
            "<title-group><article-title>Rain<xref>*</xref></article-title></title-group><contrib-group>"
            '<contrib contrib-type="author"><name><surname>Lee</surname><given-names>Ann B.</given-names></name></contrib>'
            '<contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib>'
            "<contrib><collab>Rain Group</collab></contrib></contrib-group>"
            "<pub-date><month>5</month><year>2031</year></pub-date>"
            '<self-uri content-type="pdf" xlink:href="rain.pdf"/>'
            '<abstract abstract-type="graphical"><p>A picture.</p></abstract>'
            "<abstract><title>Abstract</title><sec><title>Aim:</title><p>To see <italic>rain</italic>.</p><p>And snow.</p>"
            "</sec><sec><title>Results</title><p>It fell, <inline-formula><alternatives><tex-math>\\documentclass{minimal}"
            "\\begin{document}$$x_i$$\\end{document}</tex-math><mml:math><mml:mi>x</mml:mi></mml:math></alternatives>"
            "</inline-formula>.</p></sec></abstract><trans-abstract><p>La lluvia.</p></trans-abstract>"
        )
    )
    assert one.text == "Aim: To see rain.\nAnd snow.\nResults: It fell, $$x_i$$."
    assert (one.id, one.source_id, one.title) == ("doi:10.1000/rain", "10.1000/rain", "Rain*")
    assert one.details == Details(year=2031, authors=("Ann B. Lee", "Rain Group"), venue="J. Rain", pdf="rain.pdf")


def test_rss_as_it_is() -> None:
    one = piece(f"""<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">
<channel><title>cs.CL updates on arXiv.org</title><description>cs.CL updates</description>
<item><title>Rain</title><link>https://arxiv.org/abs/2505.01234</link>
<description>arXiv:2505.01234v1 Announce Type: replace-cross
Abstract: {WE}</description><guid isPermaLink="false">oai:arXiv.org:2505.01234v1</guid>
<pubDate>Thu, 08 May 2025 00:00:00 -0400</pubDate><dc:creator>Ann Lee, Bo Ek</dc:creator></item></channel></rss>""")
    assert (one.text, one.title, one.id, one.source_id) == (WE, "Rain", "arxiv:2505.01234", "2505.01234v1")
    assert one.details == Details(year=2025, authors=("Ann Lee", "Bo Ek"), url="https://arxiv.org/abs/2505.01234")


def test_rss_as_it_was() -> None:
    one = piece(f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="http://arxiv.org/"><title>cs.CL updates on arXiv.org</title></channel>
<item rdf:about="http://arxiv.org/abs/2005.01234"><title>Rain. (arXiv:2005.01234v2 [cs.CL] UPDATED)</title>
<link>http://arxiv.org/abs/2005.01234</link><description rdf:parseType="Literal">&lt;p&gt;{WE}&lt;/p&gt;</description>
<dc:creator>&lt;a href="http://arxiv.org/a"&gt;Ann Lee&lt;/a&gt;, &lt;a href="b"&gt;Bo Ek&lt;/a&gt;</dc:creator></item></rdf:RDF>""")
    assert (one.text, one.title, one.id) == (f"<p>{WE}</p>", "Rain.", "arxiv:2005.01234"), "HTML is left to cleaning"
    assert one.details.authors == ("Ann Lee", "Bo Ek")


def test_atom_of_news() -> None:
    one = piece(
        f"<feed {ATOM}><entry><id>oai:arXiv.org:2505.01234v1</id><title>Rain</title>"
        f"<summary>arXiv:2505.01234v1 Announce Type: new\nAbstract: {WE}</summary>"
        "<dc:creator>Ann Lee, Bo Ek</dc:creator></entry></feed>"
    )
    assert (one.text, one.id, one.details.authors) == (WE, "arxiv:2505.01234", ("Ann Lee", "Bo Ek"))


def test_endnote() -> None:
    def style(text: str) -> str:
        return f'<style face="normal" font="default" size="100%">{text}</style>'

    one = piece(
        f"""<?xml version="1.0" encoding="UTF-8" ?><xml><records><record><database name="a.enl">a.enl</database>
<rec-number>17</rec-number><ref-type name="Journal Article">17</ref-type><contributors><authors><author>{style("Lee, Ann")}</author>
</authors></contributors><titles><title>{style("Rain")}</title><secondary-title>{style("J. Rain")}</secondary-title></titles>
<dates><year>{style("2031")}</year></dates><urls><related-urls><url>{style("https://rain.org/7")}</url></related-urls>
<pdf-urls><url>internal-pdf://7.pdf</url></pdf-urls></urls><electronic-resource-num>{style("10.1000/rain")}</electronic-resource-num>
<abstract>{style(WE)}</abstract></record></records></xml>"""
    )
    assert (one.text, one.title, one.id, one.source_id) == (WE, "Rain", "doi:10.1000/rain", "10.1000/rain")
    assert one.details == Details(
        year=2031, authors=("Lee, Ann",), venue="J. Rain", url="https://rain.org/7", pdf="internal-pdf://7.pdf"
    )
    bare = piece("<xml><records><record><rec-number>17</rec-number><abstract>Rain.</abstract></record></records></xml>")
    assert bare.id is None, "the number of a record in its file is no id"


def test_arxiv_that_answers_with_an_error() -> None:
    (flaw,) = found(
        f"<feed {ATOM}><entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_x</id><title>Error</title>"
        "<summary>incorrect id format for x</summary></entry></feed>"
    )
    assert isinstance(flaw, Flaw)
    assert flaw.code == "no-text"
    assert "incorrect id format for x" in flaw.reason


# How XML is written.


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        pytest.param("a &lt; b &#38; c &#x3b1; &quot;d&quot;", 'a < b & c α "d"', id="entities of XML"),
        pytest.param("caf&eacute; &nbsp;&ndash; &amp;eacute;", "café \xa0– &eacute;", id="of HTML; one escaped twice stays"),
        pytest.param("<![CDATA[p < 3 & </entry> &eacute; <b>]]> so", "p < 3 & </entry> &eacute; <b> so", id="CDATA"),
        pytest.param("<![CDATA[</summary></entry><entry>]]>.", "</summary></entry><entry>.", id="CDATA over a border"),
        pytest.param("<![CDATA[it is <![CDATA[ that]]> opens", "it is <![CDATA[ that opens", id="CDATA that shows one"),
        pytest.param("so<!-- </entry> & < --> it is", "so it is", id="comment"),
        pytest.param("so<?php </entry> ?> it is", "so it is", id="processing instruction"),
        pytest.param("two<br/>lines", "two\nlines", id="an element that says nothing but where it is"),
        pytest.param('<div xmlns="http://www.w3.org/1999/xhtml"><p>We do.</p></div>', "We do.", id="XHTML"),
        pytest.param("<zz:b>We</zz:b> do.", "We do.", id="a prefix that nobody declared"),
        pytest.param("<zz:b>We</zz:b> do caf&eacute;s.", "We do cafés.", id="and an entity of HTML"),
        pytest.param("We\r\ndo\rit.", "We\ndo\nit.", id="ends of line"),
        pytest.param("a <entries>b</entries>", "a b", id="a name that begins as that of an entry"),
        pytest.param("𝒳 模型", "𝒳 模型", id="beyond the BMP"),
    ],
)  # fmt: skip
def test_text(summary: str, text: str) -> None:
    assert told(atom(WE, summary, SO)) == [WE, text, SO]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(atom(WE, SO).replace("<", "<a:").replace("<a:/", "</a:").replace("<a:?", "<?"), id="prefixes"),
        pytest.param(atom(WE, SO).replace("<entry>", "<entry\n  xml:lang='en' a='/>'\t>"), id="attributes with marks"),
        pytest.param(atom(WE, SO).replace("</entry>", "</entry\n>"), id="space in an end tag"),
        pytest.param(atom(WE, f"{THEY}</summary></entry>--><entry><summary>{SO}").replace(
            f"<entry><title>T</title><summary>{THEY}", f"<!-- <entry><title>T</title><summary>{THEY}"),
            id="an entry in a comment is none"),
        pytest.param("\ufeff\n" + atom(WE, SO), id="byte order mark"),
        pytest.param(atom(WE, SO).removesuffix("</feed>\n"), id="the root is not closed"),
        pytest.param(atom(WE, SO).replace("<feed", "<fed"), id="the root is damaged"),
        pytest.param(atom(WE, SO).replace("?>", "?><!DOCTYPE feed [<!ENTITY a '<entry>'> ]>", 1), id="document type"),
        pytest.param(atom(WE, SO).replace("'UTF-8'", "'US-ASCII'"), id="another name of what it is"),
        pytest.param(atom(WE, SO).replace("'UTF-8'", "'UTF-16'"), id="it says UTF-16, but the words are not in it"),
    ],
)  # fmt: skip
def test_markup_around(content: str) -> None:
    assert told(content) == [WE, SO]


def test_encodings() -> None:
    text = "Wir prüfen das Maß."
    assert told(atom(text).replace("UTF-8", "ISO-8859-1").encode("latin-1")) == [text]
    assert told(atom(text, "“So”").replace("UTF-8", "windows-1252").encode("cp1252")) == [text, "“So”"]
    assert told(atom("模型很快").replace("UTF-8", "GB18030").encode("gb18030")) == ["模型很快"]
    assert told(atom(text).replace("UTF-8", "klingon")) == ["bad-encoding"]
    one = piece(atom(text).encode("latin-1"))
    assert "\udcfc" in one.raw, "it says UTF-8 and is not: the caller rejects it"
    concatenated = atom(text).replace("UTF-8", "latin-1").encode("latin-1") + atom(text).encode()
    assert told(concatenated) == [text, text], "each document is in its own encoding"


# What a fault costs.

FAULTS = [
    pytest.param("AT&T rains", id="an ampersand"),
    pytest.param("for n<k it rains", id="a less-than sign"),
    pytest.param("<i>it rains", id="an element without its end"),
    pytest.param("it rains</i>", id="an end without its element"),
    pytest.param("it &unknown; rains", id="an entity of nobody"),
    pytest.param("it \x0b rains", id="a control character"),
    pytest.param("it <![CDATA[ rains", id="CDATA without its end"),
    pytest.param("it <!-- rains", id="a comment without its end"),
    pytest.param("it <? rains", id="an instruction without its end"),
    pytest.param("it <entry rains", id="a tag cut short"),
    pytest.param("it rains</summary></entri><x>", id="a damaged end tag"),
    pytest.param("it rains</summary><x a='b><summary>", id="a quote without its end"),
    pytest.param("<!DOCTYPE a [<!ENTITY b 'c'>]>&b;", id="a document type within"),
]


@pytest.mark.parametrize("good", ["{}", "<![CDATA[{}]]>", "<!-- c -->{}<?p i?>"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_costs_its_entry_alone(fault: str, good: str) -> None:
    content = atom(good.format(WE), fault, good.format(THEY), good.format(SO))
    assert told(content) == [WE, "bad-xml", THEY, SO]
    flaw = found(content)[1]
    assert content.encode()[flaw.offset :].startswith(flaw.raw.encode())
    assert (flaw.line, flaw.raw[:7]) == (4, "<entry>")


@pytest.mark.parametrize("good", ["{}", "<![CDATA[{}]]>"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_last_entry(fault: str, good: str) -> None:
    assert told(atom(good.format(WE), good.format(THEY), fault)) == [WE, THEY, "bad-xml"]


def test_a_file_cut_short() -> None:
    whole = atom(WE, THEY, SO)
    for end in range(whole.index(SO), whole.rindex("</entry>") + len("</entry>")):
        assert told(whole[:end]) == [WE, THEY, "bad-xml"], whole[:end]


def test_a_beginning_that_is_lost() -> None:
    content = atom(WE, THEY, SO)
    assert told(content.replace(f"<entry><title>T</title><summary>{THEY}", f"<entr><summary>{THEY}")) == [
        WE, "bad-xml", SO,
    ]  # fmt: skip
    cut = content[content.index(WE) :]
    assert told(cut) == ["bad-xml", THEY, SO], "a file that begins in an entry"


def test_the_fault_is_told() -> None:
    content = atom(WE).replace("<summary>", "\n\n <summary>").replace("train", "AT&T")
    (flaw,) = found(content)
    assert isinstance(flaw, Flaw)
    line = next(number for number, line in enumerate(content.split("\n"), 1) if "AT&T" in line)
    character = content.split("\n")[line - 1].index("&") + 3  # behind `&T`, where it is sure that no entity ends
    assert f"line {line}, character {character};" in flaw.reason
    assert "&amp;" in flaw.reason


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places(end: str) -> None:
    content = ("\ufeff" + atom(WE, "模型\n\n很快", SO)).replace("\n", end).encode()
    for number, one in enumerate(found(content)):
        raw = one.raw.encode()
        assert one.offset is not None
        assert content[one.offset : one.offset + len(raw)] == raw
        assert one.line == (3, 4, 7)[number]


def test_nothing_is_expanded_or_fetched(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    laughs = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))
    content = f"<!DOCTYPE feed [<!ENTITY l0 'ha'>{laughs}<!ENTITY s SYSTEM '{tmp_path / 'secret'}'>]>" + atom(
        "so &l9; it is", "so &s; it is", WE
    )
    assert told(content) == ["bad-xml", "bad-xml", WE]


def test_what_is_nested_without_end() -> None:
    deep = "<i>" * 3000 + "x" + "</i>" * 3000
    assert told(atom(WE, deep, SO)) == [WE, "too-deep", SO]


def test_an_entry_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "LONGEST", 50_000)
    monkeypatch.setattr(cutting, "_CHUNK", 1000)
    monkeypatch.setattr(reading, "_HEAD", 1000)
    stray = "<x>" * 100_000
    content = (
        f"<feed><entry><summary>{WE}</summary></entry><record>{stray}<entry><summary>{SO}</summary></entry></feed>"
    )
    assert told(content) == [WE, "bad-xml", SO]


# What XML is another thing.


@pytest.mark.parametrize(
    ("content", "root"),
    [
        pytest.param("<?xml version='1.0'?><!-- c --><uniprot><entry><name>P</name></entry></uniprot>", "<uniprot>", id="entries"),
        pytest.param("<collection><record><leader>0</leader></record></collection>", "<collection>", id="MARC"),
        pytest.param("<?xml version='1.0'?><!DOCTYPE html><html><meta a='b'><meta></html>", "<html>", id="XHTML"),
        pytest.param("<?xml version='1.0'?>", "no element", id="nothing"),
        pytest.param("<dblp><article><title>T</title></article></dblp>", "<dblp>", id="no abstracts"),
    ],
)  # fmt: skip
def test_unknown_xml(tmp_path: Path, content: str, root: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(content)
    (reject,) = read_abstracts(path)
    assert isinstance(reject, Reject)
    assert (reject.code, reject.position) == ("unknown-format", None)
    assert root in reject.reason
    assert "ACL Anthology" in reject.reason


def test_unknown_entries_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_UNKNOWN", 10)
    assert told("<x>" + "<record>0</record>" * 50 + "<entry><title>T</title></entry></x>") == ["unknown-format"]


def test_feed_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(atom())
    (reject,) = read_abstracts(path)
    assert isinstance(reject, Reject)
    assert reject.code == "empty", "it is a feed, only there is no entry in it"


@pytest.mark.parametrize(
    ("name", "head", "form"),
    [
        pytest.param("a.xml", atom(), "xml", id="declaration"),
        pytest.param("-", "\n<!-- c -->\n<OAI-PMH xmlns='x'>", "xml", id="a root that is known, on standard input"),
        pytest.param("a.txt", "<PubmedArticle>", "xml", id="a single article"),
        pytest.param("a.txt", "<a:feed xmlns:a='x'>", "xml", id="a root with a prefix"),
        pytest.param("a.xml", "<thing>", "xml", id="an unknown root, but the ending says so"),
        pytest.param("a.txt", "<thing> is what we propose here.", "text", id="a text that begins with a mark"),
        pytest.param("a.txt", "<feed", "text", id="a tag cut short"),
        pytest.param("a.json", '[{"a": "<entry>"}]', "json", id="JSON"),
        pytest.param("a.html", "<html>", None, id="HTML"),
    ],
)
def test_detection(name: str, head: str, form: str | None) -> None:
    detected = detect(name, head)
    assert (detected.name if detected else None) == form


def test_abstracts_as_the_caller_gets_them(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(atom(WE, "caf\xe9", SO).encode("latin-1"))
    ones = list(read_abstracts(path))
    assert [one.text if isinstance(one, Abstract) else (one.code, one.position) for one in ones] == [
        WE,
        ("not-utf8", 2),
        SO,
    ]


# What holds for any content.

TEXTS = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]) | st.sampled_from("\n\t&<>"), min_size=1),
    max_size=5,
)
MARKS = ["<", ">", "/", "<entry>", "</entry>", "<summary>", "</summary>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", "\"",
    "x", "<record>", "</record>", "<paper>", "<volume id='1'>", "<meta>", "</meta>", "<title>", "</title>", "\r", "\n", "<?xml ",
    "<!DOCTYPE", "[", "]", "<a:entry>", "</a:entry>", "<entry/>", "é", "\x00"]  # fmt: skip


@settings(deadline=None, max_examples=100, derandomize=True)
@given(TEXTS)
def test_what_is_written_is_read(texts: list[str]) -> None:
    texts = [text for text in texts if "￾" not in text and "￿" not in text]
    assert told(atom(*map(escape, texts))) == [text.strip() or None for text in texts]


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.lists(st.sampled_from(MARKS), max_size=40), st.integers(1, 9))
def test_nothing_raises_and_chunks_do_not_matter(marks: list[str], chunk: int) -> None:
    data = b"<feed>" + "".join(marks).encode()
    whole = found(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_HEAD", len("<feed>"))
        patch.setattr(cutting, "_CHUNK", chunk)
        parts = found(data)
    assert [(type(one), one.raw, one.line, one.offset) for one in parts] == [
        (type(one), one.raw, one.line, one.offset) for one in whole
    ]
    for one in whole:
        assert one.offset is None or data[one.offset :].startswith(one.raw.encode())


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    found(b"<feed><entry>" + data + b"</entry></feed>")
    found(data)


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.lists(st.sampled_from(MARKS), max_size=12))
def test_damage_in_one_entry_reaches_no_other(marks: list[str]) -> None:
    """Whatever stands in an entry, what is two entries away is read; a lost border may cost the one beside it."""
    ones = told(atom(WE, THEY, "".join(marks), THEY, SO))
    assert (ones[0], ones[-1]) == (WE, SO)
