"""The prefixes of ids."""

from __future__ import annotations

import pytest

from extractor.readers.ids import with_prefix


@pytest.mark.parametrize(
    ("source_id", "record_id"),
    [
        ("2505.01234", "arxiv:2505.01234"),
        ("2505.01234v2", "arxiv:2505.01234v2"),
        ("0704.0001", "arxiv:0704.0001"),
        ("cs/9901001", "arxiv:cs/9901001"),
        ("math.GT/0309136", "arxiv:math.GT/0309136"),
        ("http://arxiv.org/abs/2505.01234v1", "arxiv:2505.01234v1"),
        ("https://arxiv.org/pdf/2505.01234.pdf", "arxiv:2505.01234"),
        ("arXiv:2505.01234", "arxiv:2505.01234"),
        ("10.1109/5.771073", "doi:10.1109/5.771073"),
        ("https://doi.org/10.1109/5.771073", "doi:10.1109/5.771073"),
        ("DOI: 10.1109/5.771073", "doi:10.1109/5.771073"),
        ("https://openreview.net/forum?id=aB-3_x", "openreview:aB-3_x"),
        ("2024.acl-long.1", "acl:2024.acl-long.1"),
        ("P18-1001", "acl:P18-1001"),
        ("https://aclanthology.org/2024.acl-long.1/", "acl:2024.acl-long.1"),
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
