"""Run the command `punto` as ``python -m punto``."""

import sys

from punto.cli.main import main

sys.exit(main())
