"""The block of metadata at the top of a README that hubs of datasets read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import yaml

from extractor.card.fields import record_fields
from extractor.card.licences import licence_of
from extractor.card.wording import TAGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractor.card.dataset import Dataset
    from extractor.card.fields import Field, Scalar

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
)
_TYPES: Final[Mapping[Scalar, str]] = {"text": "string", "integer": "int64", "float": "float64", "boolean": "bool"}


def size_category(records: int) -> str:
    """Return how the hub calls datasets of so many records."""
    return next((name for most, name in _SIZES if records < most), "1B<n<10B")


def front_matter(dataset: Dataset) -> str:
    """Return the block with the lines that begin and end it.

    It declares the types of all fields: those that a reader would guess depend on what the first records hold.
    """
    licence = licence_of(dataset.about.license)
    other = {"license_name": licence.name, "license_link": licence.url} if licence.hub == "other" else {}
    content = {
        "pretty_name": dataset.title,
        "license": licence.hub,
        **{key: value for key, value in other.items() if value},
        "language": ["en"],
        "annotations_creators": ["machine-generated"],
        "task_categories": ["token-classification"],
        "task_ids": ["named-entity-recognition"],
        "size_categories": [size_category(dataset.contents.records)],
        "tags": list(TAGS),
        "configs": [{"config_name": "default", "data_files": [{"split": "train", "path": dataset.file}]}],
        "dataset_info": {"config_name": "default", "features": [_feature(field) for field in record_fields()]},
    }
    text: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=10_000)
    return f"---\n{text}---\n"


def _feature(field: Field) -> dict[str, Any]:
    if field.fields:
        return {"name": field.name, "list": [_feature(part) for part in field.fields]}
    if field.type is None:
        raise ValueError(f"{field.name} holds nothing that has a type")
    return {"name": field.name, ("list" if field.is_list else "dtype"): _TYPES[field.type]}
