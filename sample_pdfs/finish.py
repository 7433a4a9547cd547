"""What is done to a PDF after typesetting: labels taken out, bookmarks replaced, pages scanned."""

from __future__ import annotations

import io

import numpy as np
import pymupdf
from catalog import Sample
from PIL import Image

SCAN_DPI = 110
SCAN_TILT = 0.6
"""Degrees by which a page lies askew on the glass."""
SCAN_NOISE = 5.0
"""Standard deviation of the grain, in grey levels of 255."""
SCAN_QUALITY = 42


def scan(page: pymupdf.Page) -> bytes:
    """A JPEG of the page as a scanner would have it: grey, grainy and a little askew."""
    pixmap = page.get_pixmap(dpi=SCAN_DPI, colorspace=pymupdf.csGRAY)
    picture = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    picture = picture.rotate(SCAN_TILT, resample=Image.Resampling.BICUBIC, fillcolor=235)
    grey = np.asarray(picture, dtype=np.float64)
    grain = np.random.default_rng(page.number).normal(0.0, SCAN_NOISE, grey.shape)
    shade = np.linspace(0.0, 14.0, grey.shape[1])[np.newaxis, :]
    grey = np.clip(grey * 0.93 + 12.0 - shade + grain, 0, 255)
    out = io.BytesIO()
    Image.fromarray(grey.astype(np.uint8)).save(out, "JPEG", quality=SCAN_QUALITY, optimize=True)
    return out.getvalue()


def replace_by_scan(document: pymupdf.Document, number: int) -> None:
    """Turn one page (1-based) into a picture without text."""
    old = document[number - 1]
    picture, rect = scan(old), old.rect
    document.delete_page(number - 1)
    document.new_page(number - 1, width=rect.width, height=rect.height).insert_image(rect, stream=picture)


def apply_finish(sample: Sample, document: pymupdf.Document) -> None:
    """Change the document in place as its sample asks."""
    for number in sample.scans:
        replace_by_scan(document, number)
    if not sample.page_labels:
        document.xref_set_key(document.pdf_catalog(), "PageLabels", "null")
    if sample.bookmarks is not None:
        document.set_toc([list(row) for row in sample.bookmarks])
