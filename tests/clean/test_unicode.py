"""Characters."""

from __future__ import annotations

import pytest

from extractor.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("ﬁne-tuned, eﬃcient, diﬀerent", "fine-tuned, efficient, different", id="ligatures"),
        pytest.param("ＧＰＴ－４ (ｏ)", "GPT-4 (o)", id="full width"),
        pytest.param("𝐋𝐨𝐑𝐀 and 𝛼-entmax and 𝟙", "LoRA and α-entmax and 1", id="mathematical letters"),
        pytest.param("2\u00a0GB, 2\u2009GB, 2\u202fGB", "2 GB, 2 GB, 2 GB", id="odd spaces"),
        pytest.param("10\u202f000 and 1\u2009234\u2009567", "10000 and 1234567", id="thin space between thousands"),
        pytest.param("3\u2009000 of 12\u2009345678", "3000 of 12 345678", id="no thousands"),
        pytest.param("10⁻⁷ and R² and m³", "10^-7 and R^2 and m^3", id="raised digits stay apart"),
        pytest.param("F₁ and H₂O", "F1 and H2O", id="lowered digits"),
        pytest.param(
            "opti\u00admal z\u200bero \u202aleft\u202c \ufeffx", "optimal zero left x", id="unseen characters"
        ),
        pytest.param(
            "recog\u00ad nition, mis(cid:173) match", "recognition, mismatch", id="soft hyphen at a line's end"
        ),
        pytest.param("a\x00b\x07c", "abc", id="control characters"),
        pytest.param("task‑driven, −0.25, 3‒4", "task-driven, -0.25, 3-4", id="hyphens and minus signs"),
        pytest.param("3–4 and a—b", "3–4 and a—b", id="dashes stay"),
        pytest.param("the “X” of Mary’s", "the “X” of Mary’s", id="quotes stay"),
        pytest.param("µs, ∼5, 2 ✕ 2", "μs, ~5, 2 × 2", id="look-alikes"),
        pytest.param("1.2 +/- 0.3, 1.2+-.3, C+-", "1.2 ± 0.3, 1.2±.3, C+-", id="plus-minus"),
        pytest.param("cafe\u0301 Mo\u0308bius", "café Möbius", id="decomposed"),
        pytest.param("a(cid:12)b \ufffd", "a\ufffdb \ufffd", id="a lost glyph is no number"),
        pytest.param("robotâ\x80\x99s â\x80\x9cseedâ\x80\x9d", "robot’s “seed”", id="UTF-8 read as Latin-1"),
        pytest.param("robotâ€™s eï¬€ective MÃ¶bius 5Â°", "robot’s effective Möbius 5°", id="as Windows-1252"),
        pytest.param("MÃ\x83Â¶bius", "Möbius", id="twice over"),
        pytest.param("Ã˜rsted", "Ørsted", id="Windows-1252 tail"),
        pytest.param("Î±-entmax, Ï€ (Ïƒ), 3 Î¼m", "α-entmax, π (σ), 3 μm", id="Greek read as Latin-1"),
        pytest.param("BojaÅ„ski, NoÃ«l", "Bojański, Noël", id="within a word"),
        pytest.param("ÎLE, Île, ÅÄ, PAÏS", "ÎLE, Île, ÅÄ, PAÏS", id="capitals of French and Swedish"),
        pytest.param("a â€œseedâ€, 5Â % and voilÃ so", "a “seed”, 5 % and voilà so", id="the last byte is lost"),
        pytest.param("voilÃ ", "voilà ", id="a no-break space became a space"),
        pytest.param("ВERT, СOCO, Attentiоn", "BERT, COCO, Attention", id="Cyrillic letters in Latin words"),
        pytest.param("Привет, реченнi, Ёlka, сосi", "Привет, реченнi, Ёlka, сосi", id="Cyrillic words"),
        pytest.param("la tâche, NÃO, café”—ou", "la tâche, NÃO, café”—ou", id="words that only look like it"),
        pytest.param("a\r\nb\rc\x0cd", "a b c d", id="line ends"),
        pytest.param("\ud835 model", "\ud835 model", id="half a surrogate pair is left alone"),
        pytest.param("文本，风格", "文本,风格", id="Chinese"),
    ],
)
def test_characters(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned


@pytest.mark.parametrize(
    ("raw", "piece", "expected"),
    [
        pytest.param("10⁻⁷ s", "10^-7", "10⁻⁷", id="raised"),
        pytest.param("a ﬁne day", "fine", "ﬁne", id="ligature"),
        pytest.param("fine aﬃne", "affine", "aﬃne", id="ligature in a word"),
        pytest.param("itâ\x80\x99s", "’", "â\x80\x99", id="mojibake"),
    ],
)
def test_raw_spans(raw: str, piece: str, expected: str) -> None:
    traced = clean(raw)
    start = traced.text.index(piece)
    first, last = traced.raw_span(start, start + len(piece))
    assert raw[first:last] == expected
