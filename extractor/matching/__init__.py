"""How the patterns of rules are searched fast: where one can match is read off the pattern itself."""
