"""The net under patterns: what takes seconds is given up, and the abstract becomes a reject that names the rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
import regex

from extractor import Extractor
from extractor.abstract import Abstract
from extractor.cli import main
from extractor.document import Document, passage
from extractor.engine.extracting import results_of
from extractor.engine.worker import _FIRST, warmed
from extractor.errors import RuleError, SlowPatternError
from extractor.folding import Segments
from extractor.matching import net
from extractor.matching.net import LONG, Netted
from extractor.passes.definitions import definitions_pass
from extractor.passes.numbers import numbers_pass
from extractor.records import Reject
from extractor.rules import Example, Rule, RuleSearch, load
from extractor.traced import TracedText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from extractor.finding import Finding
    from extractor.rules import RuleSet

SLOW = "(?:a|aa)+[bc]"  # takes twice as long for each a and a half
RUN = "a" * 90
RULE = """
reason = "Takes for ever."
pattern = '''{pattern}'''
set = {{ {values} }}
rejects = ["nothing here"]
[[accepts]]
text = "anything"
finds = [{{ text = "anything" }}]
"""
RULES = {
    "links": (f"(?<scheme>https?)://(?<address>{SLOW})", "", f"See https://{RUN}.org for more."),
    "numbers": ("(?:1|11)+[bc]", 'unit = "score"', f"It gets {'1' * 90} points."),
    "definitions": (f"(?<name>{SLOW})", 'kind = "method"', f"We have {RUN} of it."),
    "roles": (rf"(?<name>⟦M\d⟧)\s{SLOW}", 'role = "proposed"', f"We propose FastNet (FN). It beats ResNet-50 {RUN}."),
    "ownership": (rf"(?<link>⟦R\d⟧)\s{SLOW}", "ours = true", f"Code is at https://github.com/acme/net {RUN}."),
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "SECONDS", 0.05)
    monkeypatch.setattr(net, "EACH", 1_000_000)


def written(folder: Path, path: str, content: str) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")
    return folder


def with_slow_rule(folder: Path, kind: str) -> Path:
    pattern, values, _ = RULES[kind]
    return written(folder, f"{kind}/mine.toml", RULE.format(pattern=pattern, values=values))


@pytest.mark.parametrize("kind", RULES)
def test_an_exponential_rule_of_the_users_costs_the_abstract_alone(tmp_path: Path, kind: str) -> None:
    passes = {"roles": ["names"], "ownership": ["links"]}.get(kind, [kind])
    extractor = Extractor(rules=[with_slow_rule(tmp_path, kind)], passes=passes)
    good = "We propose FastNet, which reaches 81.4% accuracy on ImageNet."
    first, reject, last = results_of([Abstract(good), Abstract(RULES[kind][2]), Abstract(good)], extractor)
    assert not isinstance(first, Reject)
    assert not isinstance(last, Reject)
    assert isinstance(reject, Reject)
    assert reject.code == "timeout"
    assert reject.reason.startswith(f"rule {kind}/mine: its pattern takes more than 0.05 seconds on a text of ")


@pytest.mark.parametrize(
    ("path", "content", "text"),
    [
        pytest.param(
            "names/mine.jsonl",
            f'{{"name": "Foobarian", "kind": "method", "context": "{SLOW}"}}',
            f"The Foobarian gets {RUN}.",
            id="the context of a name",
        ),
        pytest.param("tails.toml", f"method = ' {SLOW}|\\s{SLOW}'", f"The ResNet {RUN}.", id="what follows a name"),
        pytest.param(
            "hosts.toml",
            f"[[forms]]\nhost = 'example.org'\npath = '/{SLOW}'\ncanonical = '{{host}}'",
            f"See https://example.org/{RUN} for more.",
            id="the form of an address",
        ),
        pytest.param(
            "fragments.toml", "digits = '(?:1|11)+[bc]'", f"It gets {'1' * 90}%.", id="a fragment of shipped rules"
        ),
    ],
)
def test_there_is_a_net_under_all_that_a_user_may_add(tmp_path: Path, path: str, content: str, text: str) -> None:
    extractor = Extractor(rules=[written(tmp_path, path, content)], passes=["links", "numbers", "names"])
    with pytest.raises(SlowPatternError):
        extractor.extract(text)


def test_there_is_a_net_under_shipped_rules_where_texts_are_long() -> None:
    assert not any(rule.own for rule in load().rules.values())
    example = Example(text="ab", finds=({"text": "ab"},))
    rule = Rule(id="links/a", reason="-", pattern=SLOW, expanded=SLOW, accepts=(example,), rejects=("-",))
    assert isinstance(rule.compiled, regex.Pattern)
    with pytest.raises(SlowPatternError, match=r"^rule links/a: .* on a text of 20000 characters"):
        rule.matches(RUN.rjust(LONG))
    with pytest.raises(SlowPatternError, match=r"^rule links/a: "):
        list(RuleSearch.of([rule]).matches(Segments.of(RUN.rjust(LONG))))


def test_what_matches_is_the_same_with_a_net() -> None:
    pattern = regex.compile(r"\b\w+?(?<end>ed)\b")
    netted = Netted(pattern, "it")
    text = "We trained and tested, then rested."
    assert [match.span("end") for match in netted.finditer(text)] == [
        match.span("end") for match in pattern.finditer(text)
    ]
    for start in range(len(text)):
        for end in (None, start + 9, len(text)):
            assert str(netted.match(text, start, end)) == str(pattern.match(text, start, end))
            assert str(netted.search(text, start, end)) == str(pattern.search(text, start, end))
        assert str(netted.at(text, start)) == str(pattern.match(text, start))
    assert netted.fullmatch("tested")
    assert netted.fullmatch(text) is None


def test_the_calls_of_a_pattern_over_one_text_share_the_time() -> None:
    netted = Netted(regex.compile(SLOW), "it")
    texts = [RUN[:-1] + " ", RUN]
    for text in (texts[0], texts[0], texts[1]):  # spent on the first, anew for the second
        with pytest.raises(SlowPatternError):
            netted.match(text)
    assert netted.match("ab")
    with pytest.raises(SlowPatternError):
        netted.match(texts[1])
    with pytest.raises(SlowPatternError):
        netted.match(texts[1], len(texts[1]) - 1)  # would take no time, but there is none left


def test_a_worker_whose_first_text_is_too_much_for_a_rule_goes_on(tmp_path: Path) -> None:
    pattern = r"(?<name>(?:.|..)+[#&])"
    rule = RULE.format(pattern=pattern, values='kind = "method"')
    extractor = Extractor(rules=[written(tmp_path, "definitions/mine.toml", rule)], passes=["definitions"])
    with pytest.raises(SlowPatternError):
        extractor.extract(_FIRST)
    assert warmed(extractor) is extractor


def test_the_command_rejects_and_goes_on(tmp_path: Path) -> None:
    rules = with_slow_rule(tmp_path / "rules", "definitions")
    (tmp_path / "in.txt").write_text(f"We propose FastNet.\n\nWe have {RUN} of it.\n\nIt is fast.\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    code = main(["run", str(tmp_path / "in.txt"), "-o", str(out), "--rules", str(rules), "--passes", "definitions"])
    assert code == 3
    assert len(out.read_text(encoding="utf-8").splitlines()) == 2
    reject = Reject.model_validate_json((tmp_path / "out.rejects.jsonl").read_text(encoding="utf-8"))
    assert (reject.line, reject.code) == (3, "timeout")
    assert "rule definitions/mine" in reject.reason


def test_a_rule_file_cannot_say_whose_it_is(tmp_path: Path) -> None:
    rule = "own = false\n" + RULE.format(pattern=SLOW, values="")
    with pytest.raises(RuleError, match="links/mine"):
        load([written(tmp_path, "links/mine.toml", rule)])


@pytest.mark.parametrize("make", [numbers_pass, definitions_pass])
def test_a_long_text_gives_what_its_sentences_give(
    make: Callable[[RuleSet], Callable[[Document], Sequence[Finding]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net, "SECONDS", 600.0)
    sentence = "We propose FastNet (FN), which is 2.5x faster and reaches 81.4% accuracy on “FooBench”. "
    find = make(load())

    def found(times: int) -> Counter[tuple[int, str]]:
        document = Document(passage("text", TracedText.of(sentence * times)))
        return Counter((finding.span.start % len(sentence), finding.found_by) for finding in find(document))

    few, many = found(10), found(300)
    assert len(few) > 1
    assert {key: 30 * count for key, count in few.items()} == many
