"""The parts of a spaCy pipeline that are run here: from a pipeline in memory, or from the folder that it was saved in.

`spacy.load` gets ready for all that may be asked of a pipeline, which takes longer than all else up to the first name.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import srsly  # type: ignore[import-untyped]
from spacy.lang.en import English
from spacy.vocab import Vocab, create_vocab

from extractor.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from spacy.language import Language

TAGGER = "tagger"
"""The name of the pipeline's one component."""

NEXT_STEP = "install extractor again, or train a model with `extractor train`"


@dataclass(frozen=True, slots=True)
class Node:
    """A layer of a network by itself: its attributes, as they are saved, and its parameters."""

    attributes: Mapping[str, bytes]
    parameters: Mapping[str, Any]

    def attribute(self, name: str) -> Any:
        """Return an attribute.

        Raises:
            KeyError: the layer has none of that name.
        """
        return srsly.msgpack_loads(self.attributes[name])


@dataclass(frozen=True, slots=True)
class Parts:
    """What of a pipeline is run.

    Attributes:
        vocab: its vocabulary, with the vectors of words.
        tokenizer: its tokenizer, as `Tokenizer.to_bytes` writes it.
        tags: what its tagger tags tokens with.
        nodes: the layers of the tagger's network by their names, in the order in which they are run.
    """

    vocab: Vocab
    tokenizer: bytes
    tags: tuple[str, ...]
    nodes: Mapping[str, list[Node]]

    @classmethod
    def of(cls, nlp: Language) -> Parts:
        """Take the parts out of a pipeline in memory."""
        tokenizer: Any = nlp.tokenizer
        tagger: Any = nlp.get_pipe(TAGGER)
        return cls(
            vocab=nlp.vocab,
            tokenizer=tokenizer.to_bytes(exclude=["vocab"]),
            tags=tuple(tagger.labels),
            nodes=_nodes(tagger.model.to_dict()),
        )

    @classmethod
    def read(cls, folder: Path) -> Parts:
        """Read the parts from the folder of a pipeline.

        Raises:
            ModelError: there is none, or it cannot be read.
        """
        if not (folder / "meta.json").is_file():
            raise ModelError(f"{folder}: there is no model; {NEXT_STEP}")
        try:
            meta = json.loads((folder / "meta.json").read_bytes())
            if meta["lang"] != English.lang or TAGGER not in meta["pipeline"]:
                raise ModelError(f"{folder}: the model has no tagger for English; {NEXT_STEP}")
            network = srsly.msgpack_loads((folder / TAGGER / "model").read_bytes())
            return cls(
                vocab=create_vocab(English.lang, English.Defaults).from_disk(folder / "vocab"),
                tokenizer=(folder / "tokenizer").read_bytes(),
                tags=tuple(meta["labels"][TAGGER]),
                nodes=_nodes(network),
            )
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            reason = str(error).partition("\n")[0]
            raise ModelError(f"{folder}: the model cannot be loaded ({reason}); {NEXT_STEP}") from error


def _nodes(network: Mapping[str, Any]) -> dict[str, list[Node]]:
    nodes: dict[str, list[Node]] = {}
    for node, attributes, parameters in zip(network["nodes"], network["attrs"], network["params"], strict=True):
        nodes.setdefault(node["name"], []).append(Node(attributes, parameters))
    return nodes
