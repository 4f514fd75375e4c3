"""The prefixes of ids."""

from __future__ import annotations

import pytest

from extractor.readers.ids import best, with_prefix


@pytest.mark.parametrize(
    ("source_id", "record_id"),
    [
        ("2505.01234", "arxiv:2505.01234"),
        ("2505.01234v2", "arxiv:2505.01234"),
        ("0704.0001", "arxiv:0704.0001"),
        ("cs/9901001", "arxiv:cs/9901001"),
        ("math.GT/0309136", "arxiv:math.GT/0309136"),
        ("http://arxiv.org/abs/2505.01234v1", "arxiv:2505.01234"),
        ("https://arxiv.org/pdf/2505.01234.pdf", "arxiv:2505.01234"),
        ("arXiv:2505.01234", "arxiv:2505.01234"),
        ("10.1109/5.771073", "doi:10.1109/5.771073"),
        ("https://doi.org/10.1109/5.771073", "doi:10.1109/5.771073"),
        ("DOI: 10.1109/5.771073", "doi:10.1109/5.771073"),
        ("https://openreview.net/forum?id=aB-3_x", "openreview:aB-3_x"),
        ("2024.acl-long.1", "acl:2024.acl-long.1"),
        ("P18-1001", "acl:P18-1001"),
        ("https://aclanthology.org/2024.acl-long.1/", "acl:2024.acl-long.1"),
        ("https://aclanthology.org/2024.acl-long.1.pdf", "acl:2024.acl-long.1"),
        ("https://www.aclweb.org/anthology/P18-1001", "acl:P18-1001"),
        ("https://openreview.net/forum?id=aB3&noteId=c", "openreview:aB3"),
        ("https://pubmed.ncbi.nlm.nih.gov/1234567/", "pmid:1234567"),
        ("https://www.ncbi.nlm.nih.gov/pubmed/1234567", "pmid:1234567"),
        ("10.48550/arXiv.2505.01234", "arxiv:2505.01234"),
        ("https://doi.org/10.48550/ARXIV.2505.01234", "arxiv:2505.01234"),
        ("10.18653/v1/2024.acl-long.1", "acl:2024.acl-long.1"),
        ("sha256:0123456789abcdef", "sha256:0123456789abcdef"),
        ("id:7", "id:7"),
        pytest.param("2513.01234", "id:2513.01234", id="there is no month 13"),
        pytest.param("2505.012345", "id:2505.012345", id="six digits are no arXiv number"),
        pytest.param("a7a0e02bf3", "id:a7a0e02bf3", id="an OpenReview id looks like any word"),
        pytest.param("arxiv-2505.01234", "id:arxiv-2505.01234", id="somebody's own id with an arXiv number in it"),
        pytest.param("corpus:7", "id:corpus:7", id="a prefix of another system"),
        pytest.param("000-01", "id:000-01", id="a plain id"),
    ],
)
def test_with_prefix(source_id: str, record_id: str) -> None:
    assert with_prefix(source_id) == record_id
    assert with_prefix(record_id) == record_id, "a record's id is its own when records are read as input"


@pytest.mark.parametrize(
    ("candidates", "record_id"),
    [
        (["10.1000/x", "2505.01234"], "arxiv:2505.01234"),
        (["pmid:7", " 10.1000/x "], "doi:10.1000/x"),
        (["10.1000/x", "10.1000/y"], "doi:10.1000/x"),
        (["2024.acl-long.1", "openreview:aB3"], "openreview:aB3"),
        pytest.param(["arXiv:2505.01234 [cs.CL]"], "arxiv:2505.01234", id="words after it"),
        pytest.param(["chen24a", "id:7", "sha256:0123456789abcdef"], None, id="of their source alone"),
        pytest.param([None, "", " "], None, id="nothing"),
        pytest.param(["10.1000/x\0y", "10.1000/y"], "doi:10.1000/y", id="one that cannot be printed"),
    ],
)
def test_best(candidates: list[str | None], record_id: str | None) -> None:
    assert best(candidates) == record_id
