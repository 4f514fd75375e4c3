"""From findings to entries: what is one thing, whether it is a name, of which kind, and whose it is."""
