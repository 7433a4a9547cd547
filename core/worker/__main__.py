"""The far side's program: `python -m core.worker [MEMORY_BYTES]`, started by `core.worker.child`."""

import sys

from core.settings import Limits
from core.worker.engine import main

main(int(sys.argv[1]) if len(sys.argv) > 1 else Limits().memory_bytes)
