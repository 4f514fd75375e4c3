"""Croissant: what a dataset is, in JSON-LD that tools read (https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html).

A Croissant field says what its objects hold, but not what objects in these hold in a list again. So `mentions`, a list
in the entries of a list, is left out; the JSON Schema of a record has it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from extractor.card.citation import bibtex
from extractor.card.fields import record_fields
from extractor.card.licences import licence_of
from extractor.card.wording import TAGS, described, limits, made_with

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractor.card.dataset import Dataset, Form
    from extractor.card.fields import Field, Scalar

RECORDS: Final = "records"
"""The id of the set of records."""

_CONFORMS_TO = ("http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0")
_CONTEXT: Final[Mapping[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_FORMATS: Final[Mapping[Form, str | list[str]]] = {
    "jsonl": "application/jsonlines",
    "jsonl.gz": ["application/jsonlines", "application/gzip"],
    "jsonl.zst": ["application/jsonlines", "application/zstd"],
    "parquet": "application/x-parquet",
}
_TYPES: Final[Mapping[Scalar, str]] = {
    "text": "sc:Text",
    "integer": "cr:Int64",
    "float": "cr:Float64",
    "boolean": "sc:Boolean",
}


def as_croissant(dataset: Dataset) -> str:
    """Return the Croissant metadata of a dataset, for a file `croissant.json` that stands beside it."""
    return json.dumps(_metadata(dataset), ensure_ascii=False, indent=2) + "\n"


def _metadata(dataset: Dataset) -> dict[str, Any]:
    about, licence = dataset.about, licence_of(dataset.about.license)
    given = {
        "license": licence.url or licence.name,
        "url": about.url,
        "creator": [{"@type": "Organization", "name": name} for name in about.creators] or None,
        "datePublished": about.published,
        "version": about.version,
    }
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": list(_CONFORMS_TO),
        "name": dataset.title,
        "description": described(dataset),
        **{key: value for key, value in given.items() if value},
        "citeAs": bibtex(dataset),
        "inLanguage": "en",
        "isLiveDataset": False,
        "keywords": list(TAGS),
        "rai:dataAnnotationProtocol": made_with(dataset),
        "rai:dataLimitations": list(limits(dataset)),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": dataset.file,
                "name": dataset.file,
                "description": "The records, one a line." if dataset.form != "parquet" else "The records, one a row.",
                "contentUrl": dataset.file,
                "contentSize": f"{dataset.bytes} B",
                "encodingFormat": _FORMATS[dataset.form],
                "sha256": dataset.sha256,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": RECORDS,
                "name": RECORDS,
                "description": "One record an abstract: everything that it states.",
                "key": {"@id": f"{RECORDS}/id"},
                "field": [_field(dataset, field) for field in record_fields()],
            }
        ],
    }


def _field(dataset: Dataset, field: Field) -> dict[str, Any]:
    """Return a field of the record: a column, whose objects have fields of their own."""
    path = f"{RECORDS}/{field.name}"
    told = _named(path, field)
    if not field.fields:
        return told | _held(field) | {"source": _source(dataset, field.name)}
    parts = [part for part in field.fields if not part.fields]
    return (
        told
        | {"isArray": True, "arrayShape": "-1"}
        | {
            "subField": [
                _named(f"{path}/{part.name}", part)
                | _held(part)
                | {"source": _source(dataset, field.name) | {"transform": {"jsonPath": part.name}}}
                for part in parts
            ]
        }
    )


def _named(path: str, field: Field) -> dict[str, Any]:
    return {"@type": "cr:Field", "@id": path, "name": path, "description": field.meaning}


def _held(field: Field) -> dict[str, Any]:
    if field.type is None:
        return {}
    array = {"isArray": True, "arrayShape": "-1"} if field.is_list else {}
    return {"dataType": _TYPES[field.type], **array}


def _source(dataset: Dataset, column: str) -> dict[str, Any]:
    return {"fileObject": {"@id": dataset.file}, "extract": {"column": column}}
