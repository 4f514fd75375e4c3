"""Cleaning: markup off, damage mended, with the way back kept."""
