"""Archives and compression: what is packed is read as if it were not."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
import zstandard

from extractor.abstract import Abstract
from extractor.readers import Input, open_input

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from extractor.readers import Reading

FILES = {
    "icml/papers.txt": b"ICML 2025\n\nFirst abstract.\n\nSecond abstract.\n",
    "more/one.jsonl": b'{"id": "x1", "text": "Third abstract."}\n7\n',
    "more/packed.jsonl.gz": gzip.compress(b'"Fourth abstract."\n'),
    "more/.hidden.txt": b"Not this.",
    "__MACOSX/icml/._papers.txt": b"\x00\x05\x16\x07",
    "more/figure.png": b"\x89PNG\r\n",
    "out.rejects.jsonl": b"{}\n",
}
CONTENT = b"First abstract.\n\nSecond abstract.\n"


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.mkdir("empty")
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(files: dict[str, bytes], mode: str = "w") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return packed.getvalue()


def read(path: Path) -> tuple[Reading, list[str], list[str]]:
    """The reading of a file, its abstracts with their places, and its rejects with theirs."""
    reading = open_input(Input(path, path.name))
    found = list(reading)
    abstracts = [
        f"{one.source.file}:{one.source.position}: {one.text}"
        for one in found
        if isinstance(one, Abstract) and one.source
    ]
    rejects = [f"{one.file}:{one.line}: {one.code}" for one in found if not isinstance(one, Abstract)]
    return reading, abstracts, rejects


@pytest.mark.parametrize(
    ("name", "pack", "kind"),
    [
        ("a.zip", zipped, "zip"),
        ("a.tar", tarred, "tar"),
        pytest.param("a.tar.gz", lambda files: tarred(files, "w:gz"), "tar", id="tar.gz"),
        pytest.param("a.tar.bz2", lambda files: tarred(files, "w:bz2"), "tar", id="tar.bz2"),
        pytest.param("a.txz", lambda files: tarred(files, "w:xz"), "tar", id="txz"),
        pytest.param("a.dat", zipped, "zip", id="whatever it is called"),
        pytest.param("a.zip.gz", lambda files: gzip.compress(zipped(files)), "zip", id="a zip, compressed again"),
    ],
)
def test_archives(tmp_path: Path, name: str, pack: Callable[[dict[str, bytes]], bytes], kind: str) -> None:
    (tmp_path / name).write_bytes(pack(FILES))
    reading, abstracts, rejects = read(tmp_path / name)
    assert abstracts == [
        f"{name}/icml/papers.txt:1: First abstract.",
        f"{name}/icml/papers.txt:2: Second abstract.",
        f"{name}/more/one.jsonl:1: Third abstract.",
        f"{name}/more/packed.jsonl.gz:1: Fourth abstract.",
    ]
    assert rejects == [f"{name}/more/one.jsonl:2: no-object"]
    assert reading.passed_over == [f"{name}/more/figure.png"]
    assert reading.format == f"{kind} (text, jsonl)"
    assert reading.file
    assert reading.file.abstracts == 4
    assert reading.file.sha256


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_paths_in_an_archive_that_begin_with_dots_are_not_hidden(
    tmp_path: Path, pack: Callable[[dict[str, bytes]], bytes]
) -> None:
    files = dict.fromkeys(["./a.txt", "../b.txt", "/c.txt", "./.d.txt", "./.git/e.txt"], CONTENT)
    (tmp_path / "a.x").write_bytes(pack(files))
    _, abstracts, rejects = read(tmp_path / "a.x")
    assert [line.partition(":")[0] for line in abstracts[::2]] == ["a.x/./a.txt", "a.x/../b.txt", "a.x//c.txt"]
    assert rejects == []


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, pack: Callable[[dict[str, bytes]], bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pack(FILES))))
    found = list(open_input(Input(None, "-")))
    assert sum(isinstance(one, Abstract) for one in found) == 4


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(gzip.compress, id="gz"),
        pytest.param(bz2.compress, id="bz2"),
        pytest.param(lzma.compress, id="xz"),
        pytest.param(lambda content: zstandard.ZstdCompressor().compress(content), id="zst"),
        pytest.param(lambda content: gzip.compress(content[:20]) + gzip.compress(content[20:]), id="gz in two parts"),
        pytest.param(lambda content: bz2.compress(content[:20]) + bz2.compress(content[20:]), id="bz2 in two parts"),
    ],
)
class TestCompression:
    def test_whole(self, tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
        (tmp_path / "a.txt.packed").write_bytes(pack(CONTENT))
        assert read(tmp_path / "a.txt.packed")[1:] == (
            ["a.txt.packed:1: First abstract.", "a.txt.packed:2: Second abstract."],
            [],
        )

    def test_cut_short(self, tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
        (tmp_path / "a.txt.packed").write_bytes(pack(CONTENT)[:-5])
        assert read(tmp_path / "a.txt.packed")[2] == ["a.txt.packed:None: damaged"]


def test_damage_in_one_file_of_a_zip_costs_no_other(tmp_path: Path) -> None:
    packed = zipped({"a.txt": CONTENT, "b.txt": CONTENT, "c.txt": CONTENT}, zipfile.ZIP_STORED)
    second = packed.index(b"First abstract", packed.index(b"b.txt"))
    (tmp_path / "a.zip").write_bytes(packed[:second] + b"X" + packed[second + 1 :])
    _, abstracts, rejects = read(tmp_path / "a.zip")
    assert [line for line in abstracts if "b.txt" not in line] == [
        "a.zip/a.txt:1: First abstract.",
        "a.zip/a.txt:2: Second abstract.",
        "a.zip/c.txt:1: First abstract.",
        "a.zip/c.txt:2: Second abstract.",
    ]
    assert rejects == ["a.zip/b.txt:None: damaged"]


@pytest.mark.parametrize("size", [700, 3000])
def test_a_tar_cut_short_gives_what_comes_before(tmp_path: Path, size: int) -> None:
    (tmp_path / "a.tar").write_bytes(tarred({"a.txt": CONTENT, "b.txt": CONTENT * 200})[:size])
    _, abstracts, rejects = read(tmp_path / "a.tar")
    assert abstracts[:2] == ["a.tar/a.txt:1: First abstract.", "a.tar/a.txt:2: Second abstract."]
    assert rejects
    assert {line.rpartition(" ")[2] for line in rejects} == {"damaged"}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_damage_between_the_files_of_a_tar_costs_one_of_them(tmp_path: Path, number: int) -> None:
    names = ["a.txt", "b.txt", "c.txt"]
    packed = bytearray(tarred(dict.fromkeys(names, CONTENT)))
    packed[1024 * number] ^= 1  # the name does not fit the checksum any more
    (tmp_path / "a.tar").write_bytes(packed)
    _, abstracts, rejects = read(tmp_path / "a.tar")
    del names[number]
    assert [line.partition(":")[0] for line in abstracts[::2]] == [f"a.tar/{name}" for name in names]
    assert rejects == ["a.tar:None: damaged"]


def test_a_tar_without_its_end(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tarred({"a.txt": CONTENT, "b.txt": CONTENT})[:1024])
    _, abstracts, rejects = read(tmp_path / "a.tar")
    assert len(abstracts) == 2
    assert rejects == ["a.tar:None: damaged"]


def unknown_version(packed: bytes) -> bytes:
    at = packed.index(b"PK\x01\x02") + 6
    return packed[:at] + b"\xff" + packed[at + 1 :]


@pytest.mark.parametrize(
    ("content", "code", "reason"),
    [
        pytest.param(zipped({}), "empty", "no file in it can be read (0 passed over)", id="an empty zip"),
        pytest.param(zipped({"a.png": b"x"}), "empty", "no file in it can be read (1 passed over)", id="only pictures"),
        pytest.param(zipped(FILES)[:200], "damaged", "the archive is damaged or cut short", id="a zip cut short"),
        pytest.param(
            unknown_version(zipped(FILES)), "damaged", "the archive is damaged or cut short (zip file version 25.5)",
            id="a version that there is not",
        ),
        pytest.param(
            zipped({"[Content_Types].xml": b"", "word/document.xml": b""}), "damaged",
            "this is an Office document; give the abstracts as text", id="a document of Word",
        ),
        pytest.param(
            zipped({"in.zip": zipped(FILES)}), "binary", "this is an archive in an archive; unpack it", id="in another"
        ),
    ],
)  # fmt: skip
def test_archives_with_nothing_to_read(tmp_path: Path, content: bytes, code: str, reason: str) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    found = list(open_input(Input(tmp_path / "a.zip", "a.zip")))
    last = found[0]
    assert not isinstance(last, Abstract)
    assert (last.code, last.position) == (code, None)
    assert last.reason.startswith(reason)


def test_an_encrypted_file_in_a_zip(tmp_path: Path) -> None:
    packed = bytearray(zipped({"a.txt": CONTENT, "b.txt": CONTENT}))
    # The flag of encryption, in the file's own header and in the directory at the end.
    packed[packed.index(b"PK\x03\x04", packed.index(b"a.txt") - 30) + 6] |= 1
    at = packed.index(b"a.txt", packed.index(b"PK\x01\x02"))
    packed[at - 46 + 8] |= 1
    (tmp_path / "a.zip").write_bytes(packed)
    _, abstracts, rejects = read(tmp_path / "a.zip")
    assert rejects == ["a.zip/a.txt:None: encrypted"]
    assert len(abstracts) == 2
