"""The passes: each finds one kind of thing in a document, and none knows another."""
