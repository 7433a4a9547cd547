"""Evidence as bytes, so that it can cross a pipe, be stored beside a document, and be checked against without the PDF.

Gzipped: a line that names the shape of the values, then JSON, rows as arrays. The first line tells evidence packed by a version
with other fields for what it is. JSON that is validated, since the bytes may come from a process that read a hostile file.
What is packed and unpacked again is equal.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from functools import cache

from pydantic import TypeAdapter, ValidationError

from core.errors import FormatError
from core.evidence.model import DocumentEvidence

LEVEL = 4
"""Compression: on a thesis of 143 pages a tenth larger than level 6, in half its time."""
MAX_UNPACKED = 1024 * 1024 * 1024
"""Bytes that packed evidence may grow to."""


def pack(evidence: DocumentEvidence) -> bytes:
    """The evidence as bytes."""
    return gzip.compress(_shape() + b"\n" + _adapter().dump_json(evidence), LEVEL, mtime=0)


def unpack(data: bytes) -> DocumentEvidence:
    """The evidence that `pack` made bytes of. Raises `FormatError` where they are none, or of another version."""
    try:
        inflater = zlib.decompressobj(wbits=31)
        shape, _, content = inflater.decompress(data, MAX_UNPACKED).partition(b"\n")
        if inflater.eof and shape != _shape():
            raise FormatError("The stored evidence is of another version of treeproof. Build the document again.")
        if inflater.eof:
            return _adapter().validate_json(content, strict=True)
    except (zlib.error, ValidationError) as error:
        raise FormatError("The stored evidence is damaged. Build the document again.") from error
    raise FormatError("The stored evidence is cut off. Build the document again.")


@cache
def _adapter() -> TypeAdapter[DocumentEvidence]:
    return TypeAdapter(DocumentEvidence)


@cache
def _shape() -> bytes:
    """A digest of every type and field that evidence is made of."""
    schema = json.dumps(_adapter().json_schema(), sort_keys=True)
    return hashlib.blake2s(schema.encode(), digest_size=8).hexdigest().encode()
