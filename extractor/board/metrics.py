"""What is known of metrics: whether more of it is better, why, and whether it can be more than all.

A metric that no row knows has no direction, and nobody guesses one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

import regex
from pydantic_core import from_json

from extractor import resources
from extractor.folding import fold, fold_singular

Better: TypeAlias = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the table: metrics of one direction.

    Attributes:
        better: which values are better.
        reason: why.
        names: what such metrics are called; a metric whose words end with one of them is such a metric.
        is_share: whether it is a part of a whole, so that it lies between 0 and 1, or 0 and 100 percent.
    """

    better: Better
    reason: str
    names: tuple[str, ...]
    is_share: bool = False


MEASURES: tuple[Measure, ...] = (
    Measure(
        "higher",
        "the share that is right",
        (
            "accuracy", "accuracies", "acc", "top-1", "top-5", "precision", "recall", "sensitivity", "specificity",
            "F1", "F-score", "F-measure", "macro-F1", "micro-F1", "weighted F1", "exact match", "EM",
            "pass@k", "Hits@k", "Hit@k", "Recall@k", "R@k", "Precision@k", "success", "success rate", "solve rate",
            "resolve rate", "resolved rate", "resolution rate", "completion rate", "hit rate", "detection rate",
            "pass rate",
        ),
        is_share=True,
    ),
    Measure(
        "higher",
        "the share of comparisons that are won",
        (
            "win rate", "winrate",
        ),
        is_share=True,
    ),
    Measure(
        "higher",
        "the area under a curve on which more is better",
        (
            "AUC", "AUROC", "ROC-AUC", "AUC-ROC", "AUPRC", "PR-AUC", "AP", "mAP", "mAP50", "mAP50:95", "mAP50-95",
            "mAP@0.5", "mAP@0.5:0.95", "AP50", "AP75",
            "average precision", "mean average precision",
        ),
        is_share=True,
    ),
    Measure(
        "higher",
        "the overlap with what is wanted",
        (
            "IoU", "mIoU", "intersection over union", "Dice", "DSC", "Dice similarity coefficient",
            "Dice coefficient", "Jaccard", "PQ", "panoptic quality",
        ),
        is_share=True,
    ),
    Measure(
        "higher",
        "how well a ranking puts first what should be first",
        (
            "MRR", "mean reciprocal rank", "NDCG", "NDCG@k", "NDS", "PDMS", "J&F", "HOTA", "MOTA", "IDF1",
        ),
    ),
    Measure(
        "higher",
        "the likeness to a reference",
        (
            "BLEU", "BLEU-1", "BLEU-4", "sacreBLEU", "ROUGE", "ROUGE-1", "ROUGE-2", "ROUGE-L", "METEOR", "CIDEr",
            "SPICE", "chrF", "chrF++", "COMET", "BLEURT", "BERTScore", "SSIM", "PSNR", "MS-SSIM", "VMAF", "PESQ",
            "STOI", "SI-SDR", "SI-SNR", "SDR", "CLIP score", "CLIPScore", "cosine similarity", "TM-score", "lDDT",
            "GDT-TS",
        ),
    ),
    Measure(
        "higher",
        "the agreement with what is measured against",
        (
            "R2", "R^2", "correlation", "correlation coefficient", "Pearson", "Spearman", "Pearson r",
            "Spearman correlation", "Pearson correlation", "Kendall's tau", "kappa", "QWK", "Cohen's kappa", "MCC",
            "Matthews correlation coefficient", "ARI", "adjusted Rand index", "NMI", "normalized mutual information",
            "C-index", "concordance index",
        ),
    ),
    Measure(
        "higher",
        "what an agent gathers",
        (
            "reward", "return", "normalized score", "Elo", "MOS",
        ),
    ),
    Measure(
        "higher",
        "the quality and variety of what is made",
        (
            "Inception Score", "IS",
        ),
    ),
    Measure(
        "higher",
        "how much is done in a time",
        (
            "throughput", "speed", "inference speed", "training speed", "speedup", "speed-up", "FPS",
            "frames per second", "tokens per second",
        ),
    ),
    Measure(
        "higher",
        "named a score, which counts what was gained",
        (
            "score", "scores",
        ),
    ),
    Measure(
        "lower",
        "the distance from what is wanted",
        (
            "FID", "Fréchet inception distance", "FVD", "KID", "gFID", "rFID", "FAD", "LPIPS", "distance",
            "Chamfer distance", "edit distance", "Hausdorff distance", "HD95", "EMD", "Wasserstein distance",
            "divergence", "KL divergence", "JS divergence", "CD", "discrepancy",
        ),
    ),
    Measure(
        "lower",
        "the size of errors",
        (
            "error", "errors", "MAE", "MSE", "RMSE", "NRMSE", "MAPE", "sMAPE", "MASE", "WMAPE", "ADE", "FDE", "EPE",
            "MPJPE", "PA-MPJPE", "absolute error", "squared error", "AbsRel", "regret", "gap", "optimality gap",
            "residual", "ECE", "Brier score", "CRPS", "calibration error", "EER", "NLL", "negative log-likelihood",
            "bias",
        ),
    ),
    Measure(
        "lower",
        "the share that is wrong",
        (
            "error rate", "WER", "CER", "PER", "DER", "TER", "word error rate", "character error rate",
            "false positive rate", "false negative rate", "FPR", "FNR", "FPR95", "FPR@k", "false alarm rate",
            "hallucination rate", "miss rate", "failure rate", "misclassification rate", "refusal rate",
        ),
    ),
    Measure(
        "lower",
        "what training brings down",
        (
            "loss", "cross-entropy", "validation loss", "test loss",
        ),
    ),
    Measure(
        "lower",
        "how surprised a model is",
        (
            "perplexity", "PPL", "bits per dimension", "bpd", "bits per byte", "bpb", "bits per character", "bpc",
        ),
    ),
    Measure(
        "lower",
        "what it takes",
        (
            "latency", "time", "runtime", "run time", "inference time", "training time", "wall-clock time", "memory",
            "cost", "memory usage", "memory footprint", "peak memory", "energy", "energy consumption",
            "power consumption", "FLOPs", "GFLOPs", "MACs", "compute", "overhead", "computation", "bitrate",
            "BD-rate", "time to first token", "TTFT",
        ),
    ),
)  # fmt: skip
"""The whole table."""

UNDIRECTED = (
    "attack success rate", "attack success", "ASR", "jailbreak success rate", "compression rate", "sampling rate",
    "learning rate", "dropout rate", "response time", "lead time", "real time",
)  # fmt: skip
"""Metrics that end like one of the table, and whose direction depends on whose side one is on."""

_PARENTHESIS = regex.compile(r"\s*\([^()]*\)\s*$")
_CUT = regex.compile(r"@\d+$")
_LONGEST = 5


def measure_of(metric: str | None) -> Measure | None:
    """Return what is known of a metric, as its words stand in a text, or None."""
    if not metric:
        return None
    words = _CUT.sub("@k", _PARENTHESIS.sub("", metric)).split()[-_LONGEST:]
    known, undirected = _by_name(), _undirected()
    for start in range(len(words)):
        key = fold_singular(" ".join(words[start:]))
        if key in undirected:
            return None
        if key in known:
            return known[key]
        if key.removesuffix("score") in known:  # an F1 score is F1, and a FID score is no score
            return known[key.removesuffix("score")]
    return None


@cache
def _by_name() -> dict[str, Measure]:
    return {fold_singular(name): measure for measure in MEASURES for name in measure.names}


@cache
def _undirected() -> frozenset[str]:
    return frozenset(map(fold_singular, UNDIRECTED))


@cache
def listed(kind: Literal["benchmarks", "metrics"]) -> dict[str, str]:
    """Return the canonical name of each spelling in the shipped name list, by the folded spelling."""
    names: dict[str, str] = {}
    lines = (resources.data("rules") / "names" / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [from_json(line) for line in lines]
    for entry in entries:
        for alias in entry.get("aliases", ()):
            names.setdefault(fold(alias), entry["name"])
    return names | {fold(entry["name"]): entry["name"] for entry in entries}
