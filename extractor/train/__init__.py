"""Training: from annotated abstracts to the model that ships."""

from extractor.train.network import Settings
from extractor.train.report import CrossValidation, GoldCounts, TrainingReport
from extractor.train.training import cross_validate, train

__all__ = ["CrossValidation", "GoldCounts", "Settings", "TrainingReport", "cross_validate", "train"]
