"""Reading PDFs at arm's length: in a process of its own, with limits, so that no file can hurt the program.

`reader` is the near side (`Reader`), `engine` the far side, `child` keeps the process, `frames` are what they exchange.
"""

from core.worker.reader import Built, Reader

__all__ = ["Built", "Reader"]
