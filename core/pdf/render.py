"""A page as a JPEG image."""

from __future__ import annotations

import io
import math

from PIL import Image

from core.pdf.mupdf import pymupdf

QUALITY = 84
"""JPEG quality at which text at reading size shows no fringes. Pillow encodes: MuPDF's own encoder takes some 15 times longer."""

MAX_SIDE = 30_000
"""Pixels of a side: the format ends at 65,535, browsers earlier. A page that is a long strip is shown smaller."""


def render(doc: pymupdf.Document, page: int, width: int, max_pixels: int) -> bytes:
    """A page (1-based, one the document has) as JPEG bytes.

    It is `width` pixels wide, or less where the image would exceed `max_pixels` or `MAX_SIDE`.
    Raises what PyMuPDF raises for a page that it cannot draw.
    """
    shown = doc.load_page(page - 1)
    across, down = shown.rect.width, shown.rect.height
    scale = min(max(width, 1) / across, MAX_SIDE / max(across, down), math.sqrt(max_pixels / (across * down)))
    pixmap = shown.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False)
    image = Image.frombuffer("RGB", (pixmap.width, pixmap.height), pixmap.samples_mv)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
