"""What carries a run: reading, extracting, writing, in order."""
