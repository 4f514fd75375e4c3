"""A run on Apache Spark: the same records, in shards, from whatever file system Spark reads."""

from extractor.engine.spark.running import SparkOutput, run

__all__ = ["SparkOutput", "run"]
