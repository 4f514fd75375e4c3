"""The links pass over cleaned text: where a link begins and ends, its URL, and what its host says about it."""

from __future__ import annotations

import pytest

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
    assert (link.owner, link.repository) == (None, None)


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
        pytest.param("See arXiv:2401.12345 and doi:10.1000/182.", id="identifiers are no URLs"),
    ],
)
def test_prose_has_no_links(raw: str) -> None:
    assert texts(raw) == []
