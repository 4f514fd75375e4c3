"""Files of the real sources, each with the number of abstracts that a person counts in it.

The files are other people's and no part of this repository; their names say where they are from. The test runs where
EXTRACTOR_REAL_FILES names a folder that holds them. What is odd in them stands in the tests beside this one, in words
of our own.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from extractor.abstract import Abstract
from extractor.readers import Input, open_input

FOLDER = Path(os.environ.get("EXTRACTOR_REAL_FILES", "none"))

# The file, what it is found to be in, the abstracts that a person counts, and what is rejected.
COUNTS = """
acl_anthology_xml/2024.acl_head.xml                              xml           92
acl_anthology_xml/2024.ccl.xml                                   xml          163
acl_anthology_xml/2025.repl4nlp.xml                              xml           13 no-text=1
acl_anthology_xml/2025.tacl.xml                                  xml            9
arxiv_atom_xml/fixture_as_json_q_testing_s0_m10.json             json           0 recording=1
arxiv_atom_xml/id_0808.05394_1707.08567_s0_m100_42e5aa0ec3af.xml xml            1
arxiv_atom_xml/q_testing_s0_m10_bc5a6c384fe9.xml                 xml           10
arxiv_daily_jsonl/2025-06-28_head60.jsonl                        jsonl         60
arxiv_daily_jsonl/2026-02-17_head60.jsonl                        jsonl         60
arxiv_kaggle_jsonl/arxiv-metadata-oai-snapshot_200.json          jsonl        200
bibtex/pmlr_automl2024.bib                                       bibtex        19
bibtex/pmlr_colt2024.bib                                         bibtex       169 no-text=1
bibtex/pmlr_corl2024_head.bib                                    bibtex        92
bibtex/pmlr_uai2024_head.bib                                     bibtex        82
crossref_json/crossref_works_response.json                       json          19 no-text=1
csv/asreview_embase.csv                                          csv            6
csv/generic_column_names_with_spaces.csv                         csv            2
csv/generic_semicolon.csv                                        csv            2
csv/generic_tab.tsv                                              csv            2
csv/miniconf_iclr2020_papers_head.csv                            csv          185
csv/missing_values.csv                                           csv            2 no-text=2
csv/openreview_neurips2023_oral.csv                              csv           64 bad-row=3
endnote_txt/pubmed_endnote.txt                                   ris            6
hf_daily_papers_txt/paper_metadata_2026-05-08.txt                labelled      50
hf_daily_papers_txt/paper_metadata_2026-08-14.txt                labelled      50
markdown_digest/arxiv_daily_2025-12-30_head.md                   markdown      28
medline_nbib/pubmed_result1.txt                                  medline        1
medline_nbib/pubmed_result2.txt                                  medline        4
medline_nbib/pubmed_result3.txt                                  medline        1
openreview_api_v1_json/crawler_example_output.json               json           2
openreview_api_v2_json/iclr2026_notes_40.json                    json          40
openreview_api_v2_json/iclr2026_response_envelope_10.json        json          10
paperlists_json/automl2024.json                                  json          19
paperlists_json/colm2025_30.json                                 json          30
paperlists_json/iclr2018_30.json                                 json          30
paperlists_json/wacv2025_30.json                                 json          30
pmlr_jekyll_yaml/v244_2024-09-12-an24a.md                        front-matter   1
pmlr_jekyll_yaml/v244_2024-09-12-auricchio24a.md                 front-matter   1
pmlr_jekyll_yaml/v247_2024-06-30-addanki24a.md                   front-matter   1
pmlr_jekyll_yaml/v256_2024-10-09-bergman24a.md                   front-matter   1
pmlr_jekyll_yaml/v256_2024-10-09-piras24a.md                     front-matter   1
pmlr_jekyll_yaml/v270_2025-01-12-akcin25a.md                     front-matter   1
pmlr_jekyll_yaml/v270_2025-01-12-chen25g.md                      front-matter   1
pubmed_xml/pubmed-29768149.xml                                   xml            1
pubmed_xml/pubmed4.xml                                           xml            1
pubmed_xml/pubmed6.xml                                           xml            1
pubmed_xml/pubmed7.xml                                           xml            1
ris/asreview_baseline_zotero.ris                                 ris           98 no-text=2
ris/asreview_embase.ris                                          ris            6
ris/asreview_ovid_psycinfo.ris                                   ris            6
ris/asreview_proquest.ris                                        ris            6
ris/asreview_pubmed_zotero.ris                                   ris            6
ris/asreview_ris_issue_992.txt                                   ris            8 no-text=11
ris/asreview_scopus.ris                                          ris            6
ris/rispy_example_extraneous_data.ris                            ris            2
ris/rispy_example_full.ris                                       ris            2
ris/rispy_example_multiline.ris                                  ris            3
ris/rispy_example_utf_chars.ris                                  ris            1
ris/rispy_example_wos.ris                                        wos            2
semantic_scholar_json/Paper_truncated.json                       json           1
semantic_scholar_json/paper_batch_response.json                  json           3
semantic_scholar_json/vcr_test_get_papers_return_not_found.yaml  unknown        0 unknown-format=1
semantic_scholar_json/vcr_test_search_paper.yaml                 unknown        0 unknown-format=1
tsv/openreview_iclr2021_head100.tsv                              csv          100
web_of_science_txt/web_of_science.txt                            ris           10
"""


@pytest.mark.skipif(not FOLDER.is_dir(), reason="EXTRACTOR_REAL_FILES names no folder")
@pytest.mark.parametrize("counted", [line.split() for line in COUNTS.split("\n") if line], ids=lambda parts: parts[0])
def test_real_files(counted: list[str]) -> None:
    name, form, abstracts, *rejected = counted
    path = FOLDER / name
    if not path.exists():
        pytest.skip("not there")
    reading = open_input(Input(path, path.name))
    found = list(reading)
    assert reading.format == form
    assert sum(isinstance(item, Abstract) for item in found) == int(abstracts)
    rejects = Counter(item.code for item in found if not isinstance(item, Abstract))
    assert sorted(f"{code}={number}" for code, number in rejects.items()) == rejected
