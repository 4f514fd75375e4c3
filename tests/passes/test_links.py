"""The links pass over cleaned text: where a link begins and ends, its URL, and what its host says about it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import rules
from extractor.abstract import Abstract
from extractor.finding import LinkFinding
from extractor.passes.links import links_pass
from extractor.pipeline import document_of

RUN = links_pass(rules.load())


def links(raw: str) -> list[tuple[str, LinkFinding]]:
    """Return the links in a text, each with the raw characters that it stands for."""
    document = document_of(Abstract(raw))
    found = []
    for finding in RUN(document):
        assert isinstance(finding, LinkFinding)
        start, end = document.text.traced.raw_span(finding.span.start, finding.span.end)
        found.append((raw[start:end], finding))
    return found


def texts(raw: str) -> list[str]:
    return [text for text, _ in links(raw)]


def urls(raw: str) -> list[str]:
    return [link.url for _, link in links(raw)]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("See https://example.org/a. Then", ["https://example.org/a"], id="full stop"),
        pytest.param("See https://example.org/a, b", ["https://example.org/a"], id="comma"),
        pytest.param("Is it https://example.org/a?!", ["https://example.org/a"], id="several marks"),
        pytest.param("More at https://example.org/a…", ["https://example.org/a"], id="ellipsis"),
        pytest.param("See https://example.org/a-- and", ["https://example.org/a"], id="dash of hyphens"),
        pytest.param("See https://example.org/a—and", ["https://example.org/a"], id="dash without spaces"),
        pytest.param("In https://example.org/a’s list", ["https://example.org/a"], id="possessive"),
        pytest.param('See "https://example.org/a".', ["https://example.org/a"], id="quotes"),
        pytest.param("See (https://example.org/a).", ["https://example.org/a"], id="bracket and full stop"),
        pytest.param("See [https://example.org/a];", ["https://example.org/a"], id="square brackets"),
        pytest.param("See <https://example.org/a>.", ["https://example.org/a"], id="angle brackets"),
        pytest.param("See https://example.org/a} now", ["https://example.org/a"], id="a brace left over"),
        pytest.param("See https://example.org/a_(b), now", ["https://example.org/a_(b)"], id="brackets of its own"),
        pytest.param(
            "(see https://example.org/a_(b)_(c))", ["https://example.org/a_(b)_(c)"], id="its own brackets in others"
        ),
        pytest.param("https://example.org/a/ is", ["https://example.org/a/"], id="a closing slash is part of it"),
        pytest.param("见 https://example.org/a，我们", ["https://example.org/a"], id="full-width comma"),
        pytest.param(
            "At https://github.com/acme/net.You can", ["https://github.com/acme/net"], id="next sentence without space"
        ),
        pytest.param(
            "Use https://github.com/acme/Fast.Net as it is", ["https://github.com/acme/Fast.Net"], id="dot in a name"
        ),
        pytest.param("Code:https://example.org/a", ["https://example.org/a"], id="no space before it"),
    ],
)
def test_a_link_ends_where_its_address_ends(raw: str, expected: list[str]) -> None:
    assert texts(raw) == expected


@pytest.mark.parametrize(
    ("raw", "text", "url"),
    [
        pytest.param("at https : //example.org/a", "https : //example.org/a", "https://example.org/a", id="before :"),
        pytest.param("at https: //example.org/a", "https: //example.org/a", "https://example.org/a", id="behind :"),
        pytest.param("at https:/ /example.org/a", "https:/ /example.org/a", "https://example.org/a", id="in //"),
        pytest.param("at https://example. org/a", "https://example. org/a", "https://example.org/a", id="in the host"),
        pytest.param(
            "at https://acme. github.io/a", "https://acme. github.io/a", "https://acme.github.io/a", id="in github.io"
        ),
        pytest.param(
            "at github .com/acme /net now", "github .com/acme /net", "https://github.com/acme/net", id="in a repository"
        ),
        pytest.param(
            "at github.com/acme/\nnet.", "github.com/acme/\nnet", "https://github.com/acme/net", id="line end in a path"
        ),
        pytest.param(
            "at https://example.org/fast-\nnet/x.",
            "https://example.org/fast-\nnet/x",
            "https://example.org/fast-net/x",
            id="line end behind a hyphen",
        ),
        pytest.param(
            "at https://4d-\nnet.example.org/x.",
            "https://4d-\nnet.example.org/x",
            "https://4d-net.example.org/x",
            id="line end in a host",
        ),
        pytest.param(
            "at https://github.com/acme/fast_\nnet.",
            "https://github.com/acme/fast_\nnet",
            "https://github.com/acme/fast_net",
            id="line end behind an underscore",
        ),
        pytest.param(
            "at https://example.org/ path", "https://example.org/", "https://example.org/", id="a word behind"
        ),
        pytest.param("HTTPS://example.org/A", "HTTPS://example.org/A", "https://example.org/A", id="upper-case scheme"),
        pytest.param("at www.example.org.", "www.example.org", "https://www.example.org", id="www is enough"),
        pytest.param("at hf.co/acme/net.", "hf.co/acme/net", "https://hf.co/acme/net", id="a host that is well known"),
        pytest.param(
            "http://example.org:8080/a", "http://example.org:8080/a", "http://example.org:8080/a", id="port and http"
        ),
    ],
)
def test_white_space_inside_stays_in_the_span_and_leaves_the_url(raw: str, text: str, url: str) -> None:
    assert [(found, link.url) for found, link in links(raw)] == [(text, url)]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(r"\url{https://example.org/a\_b}", ["https://example.org/a_b"], id="escaped underscore"),
        pytest.param(r"{\url{https://example.org/a}}.", ["https://example.org/a"], id="braces around"),
        pytest.param(r"\href{https://example.org/a\%20b\#c}{code}", ["https://example.org/a%20b#c"], id="href"),
        pytest.param(
            r"\href{https://example.org/a}{https://example.org/a}", ["https://example.org/a"] * 2, id="href of itself"
        ),
        pytest.param(r"\hyperlink{https://example.org/a}{this page}.", ["https://example.org/a"], id="hyperlink"),
        pytest.param(r"\footnote{\url{https://example.org/a}}.", ["https://example.org/a"], id="url in a footnote"),
        pytest.param(
            r"\url{github.com/acme/fast\_net}.", ["https://github.com/acme/fast_net"], id="url without scheme"
        ),
        pytest.param(r"$\href{https://example.org/a}{\text{here}}$.", ["https://example.org/a"], id="in mathematics"),
        pytest.param("See <https://example.org/a>.", ["https://example.org/a"], id="markdown's angle brackets"),
        pytest.param(r"\texttt{https://example.org/a}.", ["https://example.org/a"], id="font"),
        pytest.param(r"\footnote{https://example.org/a.}", ["https://example.org/a"], id="footnote"),
        pytest.param(r"https://example.org/\~{}acme/x", ["https://example.org/~acme/x"], id="tilde accent"),
        pytest.param(r"https://example.org/$\sim$acme/x", ["https://example.org/~acme/x"], id="tilde of mathematics"),
        pytest.param(r"https://example.org/a\\ We", ["https://example.org/a"], id="line break command"),
        pytest.param("[code](https://example.org/a).", ["https://example.org/a"], id="markdown"),
        pytest.param("![f](https://example.org/a.png)", ["https://example.org/a.png"], id="markdown figure"),
        pytest.param('[c](https://example.org/a "Its title")', ["https://example.org/a"], id="markdown title"),
        pytest.param(
            "[https://example.org/a](https://example.org/a?b=c)",
            ["https://example.org/a", "https://example.org/a?b=c"],
            id="markdown of itself",
        ),
        pytest.param("**https://example.org/a** is", ["https://example.org/a"], id="markdown emphasis"),
        pytest.param("`https://example.org/a` is", ["https://example.org/a"], id="markdown code"),
        pytest.param('<a href="https://example.org/a">x</a>', ["https://example.org/a"], id="HTML"),
        pytest.param("https://example.org/?a=1&amp;b=2", ["https://example.org/?a=1&b=2"], id="HTML entity"),
        pytest.param("https://example.org/a%20b", ["https://example.org/a%20b"], id="percent-encoding stays"),
    ],
)
def test_markup_is_no_part_of_a_url(raw: str, expected: list[str]) -> None:
    assert urls(raw) == expected


@pytest.mark.parametrize(
    ("raw", "owner", "repository"),
    [
        pytest.param("https://github.com/acme/net", "acme", "net", id="GitHub"),
        pytest.param("GitHub.com/acme/net", "acme", "net", id="as the host writes its name"),
        pytest.param("https://www.github.com/acme/net", "acme", "net", id="www"),
        pytest.param("https://github.com/acme/net.git", "acme", "net", id="git ending"),
        pytest.param("https://github.com/acme/graph.js.git", "acme", "graph.js", id="a dot and the git ending"),
        pytest.param("https://github.com/acme/net/tree/main/x", "acme", "net", id="a folder in it"),
        pytest.param("https://github.com/acme/net#readme", "acme", "net", id="fragment"),
        pytest.param("https://github.com/acme/net?tab=readme", "acme", "net", id="query"),
        pytest.param(r"https://github.com/acme/fast\_net", "acme", "fast_net", id="escaped underscore"),
        pytest.param("https://github.com/acme", "acme", None, id="an owner alone"),
        pytest.param("https://github.com", None, None, id="the host alone"),
        pytest.param("https://raw.githubusercontent.com/acme/net/main/a.txt", "acme", "net", id="a raw file"),
        pytest.param("https://gist.github.com/acme/12ab", None, None, id="a gist is no repository of its owner"),
        pytest.param("https://gitlab.com/acme/net", "acme", "net", id="GitLab"),
        pytest.param("https://gitlab.com/acme/vision/net", "acme/vision", "net", id="GitLab group of a group"),
        pytest.param("https://gitlab.com/acme/vision/net/-/tree/main", "acme/vision", "net", id="GitLab view"),
        pytest.param("https://gitlab.com/acme/net/tree/main/src", "acme", "net", id="old GitLab view"),
        pytest.param("https://gitlab.com/acme/raw", "acme", "raw", id="GitLab repository named like a view"),
        pytest.param("https://gitlab.com/acme", "acme", None, id="a GitLab owner alone"),
        pytest.param("https://bitbucket.org/acme/net/src/main", "acme", "net", id="Bitbucket"),
        pytest.param("git@github.com:acme/net.git", "acme", "net", id="SSH"),
        pytest.param("ssh://git@github.com/acme/net.git", "acme", "net", id="SSH with its scheme"),
        pytest.param("git://github.com/acme/net", "acme", "net", id="git scheme"),
        pytest.param("git@gitlab.com:acme/vision/net.git", "acme/vision", "net", id="SSH, group of a group"),
    ],
)
def test_a_repository_has_its_owner_and_name(raw: str, owner: str | None, repository: str | None) -> None:
    ((text, link),) = links(f"Code: {raw}.")
    assert text == raw
    assert (link.kind, link.owner, link.repository) == ("repository", owner, repository)


@pytest.mark.parametrize(
    ("url", "host", "kind"),
    [
        ("https://huggingface.co/acme/net", "huggingface.co", "dataset_or_model"),
        pytest.param("https://huggingface.co/papers/2401.12345", "huggingface.co", "paper", id="longest prefix wins"),
        ("https://zenodo.org/records/1234", "zenodo.org", "dataset_or_model"),
        pytest.param("https://doi.org/10.5281/zenodo.1234", "doi.org", "dataset_or_model", id="a data set's DOI"),
        ("https://doi.org/10.1000/182", "doi.org", "paper"),
        ("https://arxiv.org/abs/2401.12345", "arxiv.org", "paper"),
        pytest.param("https://export.arxiv.org/abs/1", "export.arxiv.org", "paper", id="subdomain counts as its host"),
        pytest.param("https://ArXiv.org/abs/1", "arxiv.org", "paper", id="a host has no case"),
        ("https://anonymous.4open.science/r/net-12/", "anonymous.4open.science", "repository"),
        pytest.param("https://acme.github.io/net", "acme.github.io", "page", id="a page is no repository"),
        pytest.param("https://notarxiv.org/abs/1", "notarxiv.org", "page", id="ends alike, another host"),
        pytest.param("https://github.com.example.org/a/b", "github.com.example.org", "page", id="begins alike"),
        pytest.param("https://example.org:80/github.com/a", "example.org", "page", id="a host in the path"),
        pytest.param("https://example.org?a=b", "example.org", "page", id="query right behind the host"),
    ],
)
def test_the_host_says_what_a_link_holds(url: str, host: str, kind: str) -> None:
    ((_, link),) = links(f"It is at {url}.")
    assert (link.url, link.host, link.kind) == (url, host, kind)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(
            "(code: https://example.org/a; data: https://example.org/b)",
            ["https://example.org/a", "https://example.org/b"],
            id="a list",
        ),
        pytest.param(
            "https://example.org/a,https://example.org/b;http://example.org/c",
            ["https://example.org/a", "https://example.org/b", "http://example.org/c"],
            id="no space between",
        ),
        pytest.param(
            "https://example.org/ahttps://example.org/b",
            ["https://example.org/a", "https://example.org/b"],
            id="nothing between",
        ),
        pytest.param(
            "https://example.com/2020/https://example.org/b",
            ["https://example.com/2020/https://example.org/b"],
            id="one inside the other's path",
        ),
        pytest.param(
            "https://github.com/acme/net and https://github.com/acme/net-de",
            ["https://github.com/acme/net", "https://github.com/acme/net-de"],
            id="one the beginning of the other",
        ),
    ],
)
def test_each_link_is_found_once(raw: str, expected: list[str]) -> None:
    assert urls(raw) == expected


def test_where_two_rules_meet_the_longer_match_stands() -> None:
    # `links/url` reads the owner only, since no URL has a space behind a slash.
    ((text, link),) = links("Code: https://github.com/acme/ net.")
    assert (text, link.found_by) == ("https://github.com/acme/ net", "links/repository")


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param("See Object.You may call it, e.g. here, i.e. now.", id="full stops without spaces"),
        pytest.param("We call os.system and torch.no_grad of Acme.Inc.", id="names in code"),
        pytest.param("Release v1.2.3 runs on Python 3.11 with Node.js.", id="versions"),
        pytest.param("We mined github.com and GitHub.com in May.", id="a host as a name"),
        pytest.param("Write to a@example.org or a@github.com/b/c.", id="mail addresses"),
        pytest.param("It reads and/or writes TCP/IP at 3/4 speed.", id="slashes"),
        pytest.param("The https:// prefix and the http protocol.", id="a scheme alone"),
        pytest.param("Open http://localhost:8080/x on it.", id="a host without a dot"),
        pytest.param("It is in Eval.In and Apple.Inc, see Fig.In or Sec.Is there.", id="words that are suffixes, too"),
        pytest.param("Run train.py/test.sh or lib.rs/main in v1.2.3/x and 3.5/4.", id="files and versions"),
        pytest.param("Of arXiv 2401 papers, 10.5/20 and the arXiv listing.", id="numbers like identifiers"),
        pytest.param("They use node.js, draw.io, fast.ai and torch.nn at run time.", id="names with dots"),
        pytest.param("It is available at github.com, huggingface.co and zenodo.org.", id="hosts of many, as names"),
        pytest.param("Available at run.time, via e.g. others, i.e. from i.i.d. data.", id="no host behind the cue"),
    ],
)
def test_prose_has_no_links(raw: str) -> None:
    assert texts(raw) == []


@pytest.mark.parametrize(
    ("raw", "text", "url"),
    [
        pytest.param("Code: https:/acme.org/a.", "https:/acme.org/a", "https://acme.org/a", id="one slash"),
        pytest.param("Code: https:acme.org/a.", "https:acme.org/a", "https://acme.org/a", id="no slash"),
        pytest.param("At http://http://acme.org/a.", "http://http://acme.org/a", "http://acme.org/a", id="two schemes"),
        pytest.param(
            "At https://www.acme. ch/a/b.", "https://www.acme. ch/a/b", "https://www.acme.ch/a/b", id="a country"
        ),
        pytest.param("At https://acme . co.uk/a.", "https://acme . co.uk/a", "https://acme.co.uk/a", id="two labels"),
        pytest.param("At https://acme. io.", "https://acme. io", "https://acme.io", id="in a host without a path"),
        pytest.param(
            "At https://acme.github$.io/a/.", "https://acme.github$.io/a/", "https://acme.github.io/a/", id="a dollar"
        ),
        pytest.param(
            "At https://acme.org. In all,", "https://acme.org", "https://acme.org", id="a host ends the sentence"
        ),
        pytest.param(
            "At https://acme.org.Our code", "https://acme.org", "https://acme.org", id="and no space is behind"
        ),
        pytest.param(
            "At https://acme.github.io.Here we", "https://acme.github.io", "https://acme.github.io", id="likewise"
        ),
        pytest.param(
            "At https://WWW.Acme.ORG/A.", "https://WWW.Acme.ORG/A", "https://WWW.Acme.ORG/A", id="capitals stay"
        ),
        pytest.param(
            "At https://acme.github.io/ fast-net/.",
            "https://acme.github.io/ fast-net/",
            "https://acme.github.io/fast-net/",
            id="behind a slash, where another closes",
        ),
        pytest.param(
            "At https://github.com/acme/ and more", "https://github.com/acme/", "https://github.com/acme/", id="and"
        ),
        pytest.param(
            "At https://github.com/acme/ soon.", "https://github.com/acme/", "https://github.com/acme/", id="soon"
        ),
        pytest.param(
            "At https://github.com/acme/net- and",
            "https://github.com/acme/net",
            "https://github.com/acme/net",
            id="dash",
        ),
        pytest.param(
            "At https://github.com/acme/Fast-Network-FN-.",
            "https://github.com/acme/Fast-Network-FN-",
            "https://github.com/acme/Fast-Network-FN-",
            id="GitHub's hyphen for a last bracket",
        ),
        pytest.param(
            "At https://github.com/acme/net.(The data follows)",
            "https://github.com/acme/net",
            "https://github.com/acme/net",
            id="a bracket right behind the full stop",
        ),
        pytest.param(
            "At https://github.com/acme/very-long-\nname.",
            "https://github.com/acme/very-long-\nname",
            "https://github.com/acme/very-long-name",
            id="the hyphen at a line's end stays",
        ),
    ],
)
def test_damage_is_mended_and_sentences_are_not_swallowed(raw: str, text: str, url: str) -> None:
    assert [(found, link.url) for found, link in links(raw)] == [(text, url)]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param("«https://acme.org/a»", id="guillemets"),
        pytest.param("„https://acme.org/a“", id="German quotes"),
        pytest.param("‚https://acme.org/a‘", id="German single quotes"),
        pytest.param("「https://acme.org/a」", id="corner brackets"),
        pytest.param("『https://acme.org/a』。", id="white corner brackets and a full stop"),
        pytest.param("《https://acme.org/a》、", id="double angle brackets"),
        pytest.param("（https://acme.org/a）", id="full-width brackets"),
        pytest.param("【https://acme.org/a】", id="lenticular brackets"),
        pytest.param("⟨https://acme.org/a⟩", id="mathematical angle brackets"),
        pytest.param("देखें https://acme.org/a।", id="danda"),
        pytest.param("انظر https://acme.org/a؟", id="Arabic question mark"),
        pytest.param("انظر https://acme.org/a،", id="Arabic comma"),
        pytest.param("ይህ https://acme.org/a።", id="Ethiopic full stop"),
        pytest.param("տես https://acme.org/a։", id="Armenian full stop"),
        pytest.param("代码在https://acme.org/a上公开", id="a script without spaces"),
        pytest.param("コードはhttps://acme.org/aで公開", id="kana behind it"),
        pytest.param("코드는 https://acme.org/a에 있다", id="a Korean particle"),
    ],
)
def test_marks_of_every_script_end_a_link(raw: str) -> None:
    assert texts(raw) == ["https://acme.org/a"]


@pytest.mark.parametrize(
    ("raw", "url", "host"),
    [
        pytest.param("At https://bücher.example/a.", "https://bücher.example/a", "bücher.example", id="umlaut"),
        pytest.param("At https://例え.jp/道.", "https://例え.jp/道", "例え.jp", id="another script, in the path too"),
        pytest.param("At https://xn--bcher-kva.de/.", "https://xn--bcher-kva.de/", "xn--bcher-kva.de", id="Punycode"),
        pytest.param("At https://пример.рф/а.", "https://пример.рф/а", "пример.рф", id="a suffix in Cyrillic"),
    ],
)
def test_hosts_are_of_every_script(raw: str, url: str, host: str) -> None:
    ((_, link),) = links(raw)
    assert (link.url, link.host) == (url, host)


@pytest.mark.parametrize(
    ("raw", "url"),
    [
        pytest.param("Code is at github.com/acme.", "https://github.com/acme", id="an owner"),
        pytest.param("Models: huggingface.co/acme.", "https://huggingface.co/acme", id="an owner of models"),
        pytest.param("At codeberg.org/acme/net.", "https://codeberg.org/acme/net", id="Codeberg"),
        pytest.param("At gist.github.com/acme/12ab.", "https://gist.github.com/acme/12ab", id="gist"),
        pytest.param("At acme.github.io.", "https://acme.github.io", id="a page's host alone"),
        pytest.param("At Acme.github.io/Net.", "https://Acme.github.io/Net", id="with capitals"),
        pytest.param("At cs.acme.edu/~lee/net.html.", "https://cs.acme.edu/~lee/net.html", id="a home page"),
        pytest.param("At acme.ac.uk/net?x=1.", "https://acme.ac.uk/net?x=1", id="a suffix of two labels"),
        pytest.param("Data (acme.de/set_1) is new.", "https://acme.de/set_1", id="in brackets"),
        pytest.param("The demo is available online at net.acme.ai.", "https://net.acme.ai", id="behind available"),
        pytest.param("Project page: acme.org", "https://acme.org", id="behind a label"),
        pytest.param("Please visit acme.org.", "https://acme.org", id="behind visit"),
        pytest.param("ftp://ftp.acme.org/set.zip", "ftp://ftp.acme.org/set.zip", id="FTP"),
        pytest.param("doi:10.1000/182", "https://doi.org/10.1000/182", id="DOI"),
        pytest.param("DOI: 10.5281/zenodo.12", "https://doi.org/10.5281/zenodo.12", id="DOI and a space"),
        pytest.param("at 10.5281/zenodo.12.", "https://doi.org/10.5281/zenodo.12", id="DOI alone"),
        pytest.param("doi.org/10.1000/182", "https://doi.org/10.1000/182", id="DOI behind its host"),
        pytest.param("arXiv:2401.12345", "https://arxiv.org/abs/2401.12345", id="arXiv"),
        pytest.param("[arXiv: 2401.12345v2]", "https://arxiv.org/abs/2401.12345v2", id="arXiv with its version"),
        pytest.param("arXiv:math.PR/0401123", "https://arxiv.org/abs/math.PR/0401123", id="an old number"),
        pytest.param("arXiv preprint 2401.12345", "https://arxiv.org/abs/2401.12345", id="arXiv preprint"),
        pytest.param("git@git.acme.org:a/net.git", "https://git.acme.org/a/net.git", id="SSH on any host"),
    ],
)
def test_what_lacks_its_scheme_gets_it(raw: str, url: str) -> None:
    assert urls(raw) == [url]


@pytest.mark.parametrize(
    ("raw", "canonical"),
    [
        ("https://github.com/acme/net", "https://github.com/acme/net"),
        pytest.param("HTTP://GitHub.com/Acme/Net/", "https://github.com/Acme/Net", id="case of scheme and host alone"),
        pytest.param("https://www.github.com/acme/net.git", "https://github.com/acme/net", id="www and git"),
        pytest.param("git@github.com:acme/graph.js.git", "https://github.com/acme/graph.js", id="SSH"),
        pytest.param("https://github.com/acme/net/tree/main/cfg%20v2", "https://github.com/acme/net", id="a folder"),
        pytest.param("https://github.com/acme/net?utm_source=x#readme", "https://github.com/acme/net", id="tracking"),
        pytest.param("https://github.com/acme/", "https://github.com/acme", id="an owner"),
        pytest.param("https://gist.github.com/acme/12ab#file-a", "https://gist.github.com/acme/12ab", id="gist"),
        pytest.param("https://raw.githubusercontent.com/a/b/main/x", "https://github.com/a/b", id="a raw file"),
        pytest.param("https://gitlab.com/a/b/net/-/tree/main", "https://gitlab.com/a/b/net", id="GitLab"),
        pytest.param("https://gitlab.acme.fr/a/b/net.git", "https://gitlab.acme.fr/a/b/net", id="a GitLab of its own"),
        pytest.param("https://bitbucket.org/a/net/src/main", "https://bitbucket.org/a/net", id="Bitbucket"),
        pytest.param("https://codeberg.org/a/net.git", "https://codeberg.org/a/net", id="Codeberg"),
        pytest.param(
            "https://anonymous.4open.science/r/net-12/a.md", "https://anonymous.4open.science/r/net-12", id="anonymous"
        ),
        pytest.param("https://hf.co/acme/net/tree/main", "https://huggingface.co/acme/net", id="a model"),
        pytest.param("hf.co/datasets/acme/set/viewer", "https://huggingface.co/datasets/acme/set", id="a dataset"),
        pytest.param(
            "https://huggingface.co/spaces/acme/demo", "https://huggingface.co/spaces/acme/demo", id="a space"
        ),
        pytest.param("https://huggingface.co/papers/2401.1", "https://huggingface.co/papers/2401.1", id="no owner"),
        pytest.param("https://zenodo.org/record/12/files/a.zip", "https://zenodo.org/records/12", id="Zenodo"),
        pytest.param("https://dx.doi.org/10.1000/ABC", "https://doi.org/10.1000/abc", id="a DOI has no case"),
        pytest.param("http://arxiv.org/pdf/2401.12345v3.pdf", "https://arxiv.org/abs/2401.12345", id="arXiv"),
        pytest.param(
            "https://openreview.net/pdf?id=x1&noteId=2", "https://openreview.net/forum?id=x1", id="OpenReview"
        ),
        pytest.param("https://www.kaggle.com/c/birds/data", "https://kaggle.com/competitions/birds", id="Kaggle"),
        pytest.param(
            "https://colab.research.google.com/drive/1a?usp=sharing#scrollTo=2",
            "https://colab.research.google.com/drive/1a",
            id="Colab",
        ),
        pytest.param("https://Acme.github.io/Net/#demo", "https://acme.github.io/Net", id="a place in a page"),
        pytest.param("https://acme.org/#/demo/", "https://acme.org/#/demo", id="a path of a page's program"),
        pytest.param("http://acme.org:80/a?b=1&fbclid=2&c=3", "http://acme.org/a?b=1&c=3", id="port and tracking"),
        pytest.param("http://acme.org:8080/", "http://acme.org:8080", id="another port"),
        pytest.param("https://xn--bcher-kva.de/a", "https://bücher.de/a", id="Punycode"),
        pytest.param("https://youtu.be/a-b?si=c", "https://youtu.be/a-b", id="a video"),
    ],
)
def test_the_canonical_form_is_one_for_a_thing(raw: str, canonical: str) -> None:
    ((text, link),) = links(f"It is at {raw}.")
    assert (text, link.canonical) == (raw, canonical)


@pytest.mark.parametrize(
    ("raw", "owner", "repository"),
    [
        ("https://huggingface.co/acme/net", "acme", "net"),
        ("https://huggingface.co/datasets/acme/set", "acme", "set"),
        ("https://huggingface.co/acme", "acme", None),
        pytest.param("https://huggingface.co/collections/acme/all-12", None, None, id="a collection"),
        ("https://www.kaggle.com/datasets/acme/birds", "acme", "birds"),
        pytest.param("https://anonymous.4open.science/r/net-12", None, None, id="nobody's"),
    ],
)
def test_models_and_datasets_have_owners(raw: str, owner: str | None, repository: str | None) -> None:
    ((_, link),) = links(raw)
    assert (link.owner, link.repository) == (owner, repository)


def test_public_suffixes_are_loaded_only_where_a_host_is_in_doubt() -> None:
    script = """
import sys
from extractor import Extractor
extractor = Extractor(passes=("links",))
for text in (
    "We propose FastNet, which is best by 3.5% on ImageNet, e.g. on birds and/or cats.",
    "Code: https://github.com/acme/net and github.com/acme/web; page: https://acme.github.io/net.",
    "More at acme.org/net.",
):
    extractor.extract(text)
    print("publicsuffixlist" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True"]


PIECES = st.sampled_from(
    [
        *("https://", "http:", "//", "/", "acme", "github.com", ".", ". ", " ", "\n", "-", "- ", "_", "?a=b", "#c"),
        *("(", ")", "[", "](", "]", "{", "}", "\\url{", "\\_", "$", "<", ">", "“", "”", "。", "例", "\u200b", "'", ","),
        *("https://acme.org/a", "https://acme.org/a- ", " github.com/ acme/net ", " https: //acme.org/b", "\n"),
        *("www.", "doi:", "10.1000/a", "arXiv:2401.12345", "git@", ":", "%20", "@", "xn--", "é", "The ", "and"),
    ]
)


@given(st.lists(PIECES, max_size=24).map("".join))
@settings(deadline=None, max_examples=150, derandomize=True)
def test_any_text_gives_links_that_hold_together(raw: str) -> None:
    last = 0
    for text, link in links(raw):
        assert last <= link.span.start < link.span.end
        last = link.span.end
        assert text == text.strip()
        assert not any(character.isspace() for character in link.url + link.canonical)
        assert "." in link.host
        assert link.host == link.host.lower()
        assert link.url.partition("://")[2].lower().startswith(link.host)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param("https://" + "a." * 40_000, id="labels"),
        pytest.param("https://acme.org/" + "a-" * 40_000 + " b", id="hyphens"),
        pytest.param("github.com/" + "a/ " * 30_000, id="slashes and spaces"),
        pytest.param("https://acme.org/" + "(" * 40_000 + ")" * 40_000, id="brackets"),
        pytest.param("10.1000/" * 10_000, id="DOIs"),
        pytest.param(".org/" * 20_000, id="no host"),
        pytest.param("https:" * 15_000, id="schemes"),
        pytest.param("available at " * 8_000 + "a.org", id="cues"),
        pytest.param("https://a.org/x- " * 8_000, id="many links"),
    ],
)
def test_long_texts_are_read_in_time(raw: str) -> None:
    links(raw)
