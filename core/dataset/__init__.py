"""A data set for training and evaluation: corrected trees with all that led to them, a row a document.

    examples = from_store(store, reader)            # or from_list(Path("documents.jsonl"), reader)
    manifest = write(examples, Path("dataset"))     # train.jsonl, validation.jsonl, test.jsonl, manifest.json, README.md
    for example in load(Path("dataset")): ...       # example.reading, .draft, .corrected, .steps, .draft_report, .report

The same documents give the same bytes. Documents of one family never stand on both sides of a split, also when more are added.
"""

from core.dataset.collect import from_list, from_store
from core.dataset.example import About, Example, LeftOut, Step
from core.dataset.files import load, write
from core.dataset.manifest import Manifest

__all__ = ["About", "Example", "LeftOut", "Manifest", "Step", "from_list", "from_store", "load", "write"]
