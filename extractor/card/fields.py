"""The fields of a record as data, taken from the models of the contract."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from extractor.records import AbstractRecord, Contract

if TYPE_CHECKING:
    from collections.abc import Iterator

Scalar: TypeAlias = Literal["text", "integer", "float", "boolean"]
"""What a field holds at its leaves: Unicode text, a 64-bit integer or a 64-bit float."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a record, or of what stands in one.

    Attributes:
        name: its key.
        meaning: what it means, in a sentence.
        type: what it holds; None where it holds objects.
        values: all that it may hold, where that is a closed list of words.
        is_list: whether it holds a list of these.
        nullable: whether it may be null.
        of: what each of its objects is, in a sentence; empty where it holds none.
        fields: the fields of its objects.
    """

    name: str
    meaning: str
    type: Scalar | None
    values: tuple[str, ...]
    is_list: bool
    nullable: bool
    of: str
    fields: tuple[Field, ...]


@cache
def record_fields() -> tuple[Field, ...]:
    """Return the fields of a record, in the order in which they are written."""
    return tuple(_fields(AbstractRecord))


def _fields(model: type[Contract]) -> Iterator[Field]:
    for name, info in model.model_fields.items():
        kinds = set(_kinds(info.annotation))
        values = tuple(value for kind in kinds if get_origin(kind) is Literal for value in get_args(kind))
        (kind, *others) = sorted(kinds - {NoneType}, key=str)
        is_list = get_origin(kind) is tuple
        held = next(_kinds(get_args(kind)[0])) if is_list else kind
        is_object = isinstance(held, type) and issubclass(held, Contract)
        yield Field(
            name=name,
            meaning=info.description or "",
            type=None if is_object else "float" if others else _scalar(held),
            values=tuple(value for value in values if isinstance(value, str)),
            is_list=is_list,
            nullable=NoneType in kinds,
            of=(getdoc(held) or "").partition("\n")[0] if is_object else "",
            fields=tuple(_fields(held)) if is_object else (),
        )


def _kinds(annotation: Any) -> Iterator[Any]:
    """Yield the types that an annotation allows, without what limits their values."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _kinds(arguments[0])
    elif origin in (Union, UnionType):
        for argument in arguments:
            yield from _kinds(argument)
    else:
        yield annotation


def _scalar(kind: Any) -> Scalar:
    if get_origin(kind) is Literal:
        kind = type(get_args(kind)[0])
    names: dict[type, Scalar] = {str: "text", int: "integer", float: "float", bool: "boolean"}
    return names[kind]
