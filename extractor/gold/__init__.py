"""Abstracts annotated by hand: their files, what is measured against them, and how they are passed on."""
