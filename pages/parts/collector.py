"""The collector of cyclic garbage, told what is held for good: it holds up every session at once while it looks.

A server that has read a few long documents holds millions of small values. Walking through them all takes some 0.2 s, in which no
session gets on. Streamlit asks for that after every rerun (`runner.postScriptGC`, switched off in our settings), Python by itself
after some 70,000 new values. What was read is in no cycle and goes without the collector once nobody holds it.
"""

from __future__ import annotations

import gc

THRESHOLDS = (20_000, 10, 10)
"""Values made until the young ones are looked through, and how often that is done until older ones are."""


def start() -> None:
    """Let the collector look rarely, and not at what the server holds since it started."""
    gc.set_threshold(*THRESHOLDS)
    settle()


def settle() -> None:
    """Leave out what is held by now from here on, after one look at it all. For the moment when much was taken in to stay."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
