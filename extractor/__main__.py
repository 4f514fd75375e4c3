"""`python -m extractor`: the command line."""

import sys

from extractor.cli import main

sys.exit(main())
