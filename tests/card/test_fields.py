"""The fields of a record as cards tell them."""

from __future__ import annotations

import pytest

from extractor.card.fields import Field, record_fields


def find(path: str) -> Field:
    fields = record_fields()
    for name in path.split("."):
        (found,) = (field for field in fields if field.name == name)
        fields = found.fields
    return found


@pytest.mark.parametrize(
    ("path", "held", "is_list", "nullable"),
    [
        pytest.param("id", "text", False, False, id="a text"),
        pytest.param("schema_version", "integer", False, False, id="one integer alone"),
        pytest.param("text", "text", False, True, id="a text or nothing"),
        pytest.param("sources.authors", "text", True, True, id="texts or nothing"),
        pytest.param("methods", None, True, False, id="objects"),
        pytest.param("methods.mentions", None, True, False, id="objects in objects"),
        pytest.param("methods.mentions.field", "text", False, False, id="one of several words"),
        pytest.param("numbers.value", "float", False, False, id="an integer or a float is a float"),
        pytest.param("numbers.value_max", "float", False, True, id="...or nothing"),
        pytest.param("numbers.change", "text", False, True, id="one of several words, or nothing"),
    ],
)
def test_types_are_those_of_the_models(path: str, held: str | None, *, is_list: bool, nullable: bool) -> None:
    field = find(path)
    assert (field.type, field.is_list, field.nullable) == (held, is_list, nullable)


def test_words_are_listed_where_only_some_may_stand() -> None:
    assert find("numbers.kind").values == ("result", "size", "setting")
    assert find("numbers.metric").values == ()


def test_every_field_says_what_it_means_and_every_object_what_it_is() -> None:
    def check(fields: tuple[Field, ...], path: str = "") -> None:
        for field in fields:
            assert field.meaning.endswith("."), path + field.name
            assert bool(field.of) == bool(field.fields), path + field.name
            check(field.fields, f"{path}{field.name}.")

    check(record_fields())
