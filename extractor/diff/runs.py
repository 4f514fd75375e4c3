"""What differs between two runs, as their run files tell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from extractor.diff.model import Cause
from extractor.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from extractor.diff.model import CauseKind, How

RunData = dict[str, Any]
"""A run file as it was read: one of another version need not fit today's contract."""

# They shape speed, or which abstracts are read and how, which their texts tell; or say what digests and passes say.
_NO_CAUSE = frozenset({"batch_size", "fields", "format", "passes", "rules", "selection", "text", "workers"})


def read_run(path: Path) -> RunData:
    """Return what a run file holds.

    Raises:
        InputError: it cannot be read, or is no run file.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: no run file: {error}") from error
    if not isinstance(content, dict) or not all(isinstance(content.get(key), dict) for key in ("rules", "options")):
        raise InputError(f"{path}: no run file: it does not tell rules and options")
    return content


def difference(old: RunData, new: RunData) -> tuple[Cause, ...]:
    """Return all that differs between two runs and can shape records, but for the abstracts themselves."""
    return (*_passes(old, new), *_rules(old, new), *_model(old, new), *_options(old, new), *_versions(old, new))


def _passes_of(run: RunData) -> Sequence[str]:
    passes = run["options"].get("passes")
    return passes if isinstance(passes, list) else ()


def _passes(old: RunData, new: RunData) -> Iterator[Cause]:
    before, after = _passes_of(old), _passes_of(new)
    if before and after:
        yield from (Cause(kind="pass", name=name, how="added") for name in after if name not in before)
        yield from (Cause(kind="pass", name=name, how="removed") for name in before if name not in after)


def _switched(old: RunData, new: RunData, name: str) -> bool:
    return any(cause.name == name for cause in _passes(old, new))


def _rules(old: RunData, new: RunData) -> Iterator[Cause]:
    for path, how in _differing(old["rules"], new["rules"]):
        kind = _kind_of(path)
        # The confidences are those of runs with the model, or of runs without: that is the pass, not the file.
        if kind != "confidences" or not _switched(old, new, "ner"):
            yield Cause(
                kind=kind, name=path.removesuffix(".toml").removesuffix(".jsonl").removesuffix(".json"), how=how
            )


def _kind_of(path: str) -> CauseKind:
    if path == "confidence.json":
        return "confidences"
    if path.startswith("names/"):
        return "names"
    return "table" if "/" not in path or path.endswith("/fragments.toml") else "rule"


def _model(old: RunData, new: RunData) -> Iterator[Cause]:
    before, after = old.get("model"), new.get("model")
    if before != after and not _switched(old, new, "ner"):
        yield Cause(
            kind="model", name=None, how="added" if before is None else "removed" if after is None else "changed"
        )


def _options(old: RunData, new: RunData) -> Iterator[Cause]:
    for name, _ in _differing(old["options"], new["options"]):
        if name not in _NO_CAUSE:
            before, after = old["options"].get(name), new["options"].get(name)
            told = f"{name} {json.dumps(before, ensure_ascii=False)} -> {json.dumps(after, ensure_ascii=False)}"
            yield Cause(kind="option", name=told, how="changed")


def _versions(old: RunData, new: RunData) -> Iterator[Cause]:
    """Yield one cause for all versions: which of them it was, nothing tells."""
    before, after = (
        {"extractor": run.get("extractor"), **(run.get("libraries") or {}), "Python": run.get("python")}
        for run in (old, new)
    )
    told = [f"{name} {before.get(name)} -> {after.get(name)}" for name, _ in _differing(before, after)]
    if told:
        yield Cause(kind="version", name=", ".join(told), how="changed")


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[tuple[str, How]]:
    for name in {**old, **new}:
        if name not in old:
            yield name, "added"
        elif name not in new:
            yield name, "removed"
        elif old[name] != new[name]:
            yield name, "changed"


def input_difference(old: RunData, new: RunData) -> Iterator[Cause]:
    """Yield the input files that one of the runs did not read, or read with other content."""
    before, after = (
        {str(file.get("file")): file["sha256"] for file in run.get("inputs") or [] if file.get("sha256")}
        for run in (old, new)
    )
    for name, how in _differing(before, after):
        # A file that was only renamed holds the same abstracts.
        if how == "changed" or not ({before.get(name), after.get(name)} & {*before.values()} & {*after.values()}):
            yield Cause(kind="input", name=name, how=how)


def same_inputs(old: RunData, new: RunData) -> bool:
    """Whether the two runs read the very same files."""
    before, after = ([file.get("sha256") for file in run.get("inputs") or []] for run in (old, new))
    return bool(before) and before == after and None not in before
