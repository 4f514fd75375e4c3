"""Abstracts of machine-learning papers in, validated records of what they state out."""
