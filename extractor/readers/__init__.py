"""Readers: one module an input format."""
