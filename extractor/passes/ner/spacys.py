"""spaCy, imported without its command line, which takes as long to import as all that is used of it.

Whoever needs spaCy in this package imports it from here or behind this module.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_COMMAND_LINE = ("spacy.cli", "spacy.cli.info")


def _import_spacy() -> None:
    """Import spaCy with something else in the place of its command line, which can be imported as ever afterwards."""
    if "spacy" in sys.modules:
        return
    places = {name: ModuleType(name) for name in _COMMAND_LINE if name not in sys.modules}
    for place in places.values():
        place.info = _info  # type: ignore[attr-defined]
    sys.modules.update(places)
    try:
        import_module("spacy")
    finally:
        for name in places:
            sys.modules.pop(name, None)


def _info(*arguments: Any, **options: Any) -> Any:
    """Stand for `spacy.info`."""
    return import_module("spacy.cli.info").info(*arguments, **options)


_import_spacy()
