"""Other languages than English."""

from __future__ import annotations

import pytest

from extractor.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("我们提出FastNet，其F1值为81.4%的成绩", "我们提出 FastNet,其 F1 值为 81.4% 的成绩", id="Chinese"),
        pytest.param("达到1.2、3.4和$5", "达到 1.2, 3.4 和 $5", id="a comma of lists"),
        pytest.param("A和B", "A 和 B", id="one letter between"),
        pytest.param("BERT는 빠르다", "BERT 는 빠르다", id="Korean"),
        pytest.param("BERTを使う", "BERT を使う", id="Japanese"),
        pytest.param("用 BERT 测试", "用 BERT 测试", id="apart already"),
        pytest.param("L’approche n’est pas d’un seul jet", "L’ approche n’ est pas d’ un seul jet", id="French"),
        pytest.param("qu'il dell'analisi, l'été", "qu' il dell' analisi, l' été", id="typed apostrophes"),
        pytest.param("D’Hondt’s rule isn’t l’Hôpital’s", "D’Hondt’s rule isn’t l’Hôpital’s", id="names in English"),
    ],
)
def test_languages(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned


@pytest.mark.parametrize(("piece", "expected"), [("81.4%", "81.4%"), ("F1", "F1"), ("FastNet", "FastNet")])
def test_a_space_that_was_put_in_is_no_part_of_a_span(piece: str, expected: str) -> None:
    traced = clean("我们提出FastNet，其F1值为81.4%的成绩")
    start = traced.text.index(piece)
    assert traced.text[start - 1] == " "
    first, last = traced.raw_span(start, start + len(piece))
    assert traced.raw[first:last] == expected
