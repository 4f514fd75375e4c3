"""Spark itself: its session, and its file systems."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from extractor.errors import ExtractorError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SUBMITTED = "PYSPARK_GATEWAY_PORT"  # set where spark-submit has started this process, with a session's settings
_SMALL_BATCHES = {"spark.sql.execution.arrow.maxRecordsPerBatch": "256"}
_QUIET = {"spark.ui.showConsoleProgress": "false"}
_PYTHON = "PYSPARK_PYTHON"
_RAISED = re.compile(r"(?!java|org\.|py4j)[\w.]*(?:Error|Exception): .")


@contextmanager
def session(settings: Mapping[str, str]) -> Iterator[Any]:
    """Give a session with these settings, on all cores of this machine where none of them names a master.

    Raises:
        MissingExtraError: pyspark is not installed.
        ExtractorError: no session can be had, as there is no Java, or no cluster.
    """
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise MissingExtraError(feature="--engine spark", extra="spark") from error
    os.environ.setdefault(_PYTHON, sys.executable)
    wanted = _QUIET | _SMALL_BATCHES | dict(settings)
    if _SUBMITTED not in os.environ:
        wanted.setdefault("spark.master", "local[*]")
    running = SparkSession.getActiveSession()
    builder = SparkSession.builder.appName("extractor")
    for name, value in wanted.items():
        builder = builder.config(name, value)
    try:
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
    except Exception as error:
        what = last_line(error)
        raise ExtractorError(
            f"Spark cannot be started: {what}; it needs Java 17 or newer (see JAVA_HOME), and --spark spark.master=URL"
        ) from error
    try:
        yield spark
    finally:
        if running is None:
            spark.stop()


def last_line(error: BaseException) -> str:
    """Return what an error of Spark comes to: behind the traces of two languages stands what was raised."""
    told = str(error)
    lines = [line.strip() for line in told.splitlines() if line.strip() and not line.lstrip().startswith("at ")]
    ours = [line.partition(": ")[2] for line in lines if line.startswith("extractor.errors.")]
    raised = [line for line in lines if _RAISED.match(line)]  # at the end of a trace of Python's
    return (ours or raised or lines[:1] or [type(error).__name__])[-1]


class FileSystem:
    """The file system that a path is in, as Spark sees it."""

    def __init__(self, spark: Any, path: str) -> None:
        """Find it."""
        self._jvm = spark._jvm  # noqa: SLF001 - the one way to Hadoop's file systems
        configuration = spark._jsc.hadoopConfiguration()  # noqa: SLF001
        self._system = self._path(path).getFileSystem(configuration)

    def _path(self, path: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(path)

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder."""
        return bool(
            self._system.exists(self._path(path)) and self._system.getFileStatus(self._path(path)).isDirectory()
        )

    def whole(self, path: str) -> str:
        """Return a path with its scheme and all its folders."""
        return str(self._system.makeQualified(self._path(path)).toString())

    def shards(self, folder: str) -> list[str]:
        """Return the files of records in a folder, in the order of their names."""
        files = (str(status.getPath().toString()) for status in self._system.listStatus(self._path(folder)))
        return sorted(file for file in files if file.rpartition("/")[2].startswith("part-"))

    def sha256(self, files: list[str]) -> str:
        """Return the SHA-256 of files one behind the other."""
        java = self._jvm.java
        digest = java.security.MessageDigest.getInstance("SHA-256")
        for file in files:
            stream = java.security.DigestInputStream(self._system.open(self._path(file)), digest)
            try:
                stream.transferTo(java.io.OutputStream.nullOutputStream())
            finally:
                stream.close()
        return bytes(digest.digest()).hex()

    def write(self, path: str, content: bytes) -> None:
        """Write a file, in the place of one that is there."""
        stream = self._system.create(self._path(path), True)  # noqa: FBT003 - Java's
        try:
            stream.write(bytearray(content))
        finally:
            stream.close()

    def remove(self, path: str) -> None:
        """Remove a file or a folder with all that is in it, if it is there."""
        self._system.delete(self._path(path), True)  # noqa: FBT003 - Java's

    def move(self, old: str, new: str) -> None:
        """Put a folder into the place of another, which goes.

        Raises:
            ExtractorError: it cannot be done.
        """
        self.remove(new)
        if not self._system.rename(self._path(old), self._path(new)):
            raise ExtractorError(f"{new}: {old} cannot be moved there; check permissions and free space")
