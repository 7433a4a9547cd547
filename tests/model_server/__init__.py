"""A small server that speaks the OpenAI chat protocol, for tests: it answers from a script or a right tree, with faults at will.

with serving(ModelServer(truth=sections, faults=Faults({"wrong page": 0.1}, seed=1))) as server:
    ... server.base is its address, server.requests what it was asked ...
"""

from tests.model_server.app import ModelServer, serving
from tests.model_server.faults import KINDS, Faults
from tests.model_server.truth import Section

__all__ = ["KINDS", "Faults", "ModelServer", "Section", "serving"]
