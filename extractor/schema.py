"""The JSON Schemas of what the package writes, printed from the models of the contract."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from extractor.diff.model import Diff
from extractor.errors import ExtractorError
from extractor.records import AbstractRecord, Contract, Reject, RunFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MODELS: Mapping[str, type[Contract]] = {
    "record": AbstractRecord, "reject": Reject, "run": RunFile, "diff": Diff,
}  # fmt: skip
"""The models that have a schema of their own, by the name that the command line and `schemas/` use."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a record, a reject, a run file or a diff.

    It says all but what a schema cannot: that offsets hold the text that they claim, that numbers refer to entries of
    their record, and that entries stand in order. `extractor.validate` checks those too.

    Raises:
        ExtractorError: there is no schema of this name.
    """
    if name not in MODELS:
        raise ExtractorError(f"there is no schema {name!r}; use one of {', '.join(MODELS)}")
    return {"$schema": _DIALECT, **_ordered(MODELS[name].model_json_schema(mode="serialization"))}


def schema_text(name: str) -> str:
    """Return a schema as `schemas/` has it, for the same models always the same text.

    Raises:
        ExtractorError: there is no schema of this name.
    """
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas into a folder and return their paths."""
    paths = [folder / f"{name}.schema.json" for name in MODELS]
    for name, path in zip(MODELS, paths, strict=True):
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
    return paths


def _ordered(value: Any, *, keep: bool = False) -> Any:
    """Sort the keys of a schema, but leave properties in the order in which they are written."""
    if isinstance(value, dict):
        names = value if keep else sorted(value)
        return {name: _ordered(value[name], keep=name == "properties" and not keep) for name in names}
    return [_ordered(item) for item in value] if isinstance(value, list) else value
