"""What the file itself says of its structure: outline, links inside the document, named destinations, heading tags, page labels.

Everything is read through MuPDF's own walkers and only where the file has it, so that a file without structure costs next
to nothing (under 0.1 ms a page). Coordinates are those of the page as shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from core.pdf.mupdf import pymupdf
from core.pdf.reading import Bookmark, Destination, Link, Tag

mupdf = pymupdf.mupdf

MAX_BOOKMARKS = 50_000
"""Outlines are followed no further: more entries than any document seen, and a bound on hostile files."""
MAX_LINKS_A_PAGE = 2_000
MAX_TAGS = 200_000
"""Elements of the structure tree that are looked at."""
MAX_ROLES = 8
"""Steps of the role map that are followed, since it may run in a circle."""

SECTION_NAME = re.compile(
    r"(?:part|chapter|(?:sub){0,3}section|(?:sub)?paragraph|appendix|app|sec|cha|chap|sect)\*?[.:_-]?[\w.*@:-]*", re.IGNORECASE
)
"""Names of destinations that typesetting systems give to sections ("section.2.1", "chapter.3", "appendix.a.B")."""
HEADING_ROLE = re.compile(r"H([1-6])?|Title")
INLINE_ROLES = frozenset(("P", "Span", "Link", "Reference", "Figure", "Formula", "Lbl", "Caption", "Note", "Annot", "Artifact"))
"""Roles that hold no headings, so that what lies below them is not looked at: most of a structure tree."""


class Structure(NamedTuple):
    """The fields of `core.pdf.reading.Reading` that do not come from page content."""

    outline: tuple[Bookmark, ...] = ()
    links: tuple[Link, ...] = ()
    destinations: tuple[Destination, ...] = ()
    tags: tuple[Tag, ...] = ()
    labels: tuple[str, ...] = ()


def structure_of(doc: pymupdf.Document) -> Structure:
    """Read the structure of an open, decrypted PDF.

    A part of the structure that is damaged is left out as far as it is damaged: it is evidence, and pages are what counts.
    """
    if not doc.is_pdf:
        return Structure(outline=_outline(doc))
    return Structure(_outline(doc), _links(doc), _destinations(doc), _tags(doc), _labels(doc))


def _outline(doc: pymupdf.Document) -> tuple[Bookmark, ...]:
    """Entries in order, each with its level from 1. MuPDF has broken any cycles when it loads the outline."""
    try:
        top = mupdf.fz_load_outline(doc.this)
    except mupdf.FzErrorBase:
        return ()
    found: list[Bookmark] = []
    count = doc.page_count
    stack = [(top, 1)]
    while stack and len(found) < MAX_BOOKMARKS:
        item, level = stack.pop()
        if not item.m_internal:
            continue
        title = " ".join((item.title() or "").replace("\x00", " ").split())
        page, _, y = _place(doc, item.uri(), count)
        found.append(Bookmark(level, title, page, y))
        stack.append((item.next(), level))
        stack.append((item.down(), level + 1))
    return tuple(found)


def _place(doc: pymupdf.Document, uri: str | None, count: int) -> tuple[int | None, float | None, float | None]:
    """The physical page, of `count`, that a link leads to, and the x and y on it where the link names them."""
    if not uri or not uri.startswith("#"):
        return None, None, None
    try:
        place, x, y = mupdf.fz_resolve_link(doc.this, uri)
    except mupdf.FzErrorBase:
        return None, None, None
    number = place.page  # a PDF has one chapter
    if not 0 <= number < count:
        return None, None, None
    return number + 1, x if x == x and x != 0 else None, y if y == y and y != 0 else None


def _links(doc: pymupdf.Document) -> tuple[Link, ...]:
    found: list[Link] = []
    resolved: dict[str, tuple[int | None, float | None]] = {}
    count = doc.page_count
    for index in range(count):
        for box, uri in _links_on(doc, index):
            if uri not in resolved:
                page, _, height = _place(doc, uri, count)
                resolved[uri] = page, height
            target, y = resolved[uri]
            if target is not None:
                found.append(Link(index + 1, box, target, y))
    return tuple(found)


def _links_on(doc: pymupdf.Document, index: int) -> Iterator[tuple[tuple[float, float, float, float], str]]:
    try:
        link = mupdf.fz_load_links(mupdf.fz_load_page(doc.this, index))
    except mupdf.FzErrorBase:
        return
    for _ in range(MAX_LINKS_A_PAGE):
        if not link.m_internal:
            return
        uri = link.uri()
        if uri and uri.startswith("#"):
            rect = link.rect()
            yield (rect.x0, rect.y0, rect.x1, rect.y1), uri
        link = link.next()


def _destinations(doc: pymupdf.Document) -> tuple[Destination, ...]:
    """Named destinations whose name is one that sections get."""
    catalog = doc.pdf_catalog()
    if doc.xref_get_key(catalog, "Names")[0] == "null" and doc.xref_get_key(catalog, "Dests")[0] == "null":
        return ()
    try:
        names = _names(doc)
    except (RuntimeError, ValueError, mupdf.FzErrorBase):
        return ()
    found = []
    count = doc.page_count
    for name in names:
        if SECTION_NAME.fullmatch(name):
            page, x, y = _place(doc, f"#nameddest={name}", count)
            if page is not None:
                found.append(Destination(name, page, y, x))
    return tuple(sorted(found, key=lambda each: (each.page, each.y if each.y is not None else 0.0, each.name)))


def _names(doc: pymupdf.Document) -> list[str]:
    """The names of all destinations, old style and new. PyMuPDF's `resolve_names` reads every target too, and took half of the
    time of reading a short document for that."""
    pdf = mupdf.pdf_document_from_fz_document(doc)
    key = mupdf.pdf_new_name("Dests")
    old = mupdf.pdf_dict_get(mupdf.pdf_dict_gets(mupdf.pdf_trailer(pdf), "Root"), key)
    names: dict[str, None] = {}
    for each in (old, mupdf.pdf_load_name_tree(pdf, key)):
        if each.pdf_is_dict():
            for nth in range(mupdf.pdf_dict_len(each)):
                name = mupdf.pdf_dict_get_key(each, nth)
                if name.pdf_is_name() and (text := name.pdf_to_name()):
                    names[text] = None
    return list(names)


def _labels(doc: pymupdf.Document) -> tuple[str, ...]:
    if doc.xref_get_key(doc.pdf_catalog(), "PageLabels")[0] == "null":
        return ()
    try:
        # As PyMuPDF's `Page.get_label`, which reads all rules anew for every page.
        count: int = doc.page_count
        rules = sorted(doc._get_page_labels())
        return tuple(_decoded(pymupdf.utils.get_label_pno(index, rules)) if rules else "" for index in range(count))
    except (RuntimeError, ValueError, KeyError, IndexError, mupdf.FzErrorBase):
        return ()


def _decoded(label: str) -> str:
    """A label whose prefix the file gives as UTF-16 in hexadecimal, which PyMuPDF hands on as it stands."""
    if not (label.startswith("<FEFF") and label.endswith(">")):
        return label
    try:
        return bytes.fromhex(label[5:-1]).decode("utf-16-be")
    except ValueError:
        return label


def _tags(doc: pymupdf.Document) -> tuple[Tag, ...]:
    """Headings of the structure tree, in its order, with the text that the tree itself gives (often none)."""
    kind, _ = doc.xref_get_key(doc.pdf_catalog(), "StructTreeRoot")
    if kind == "null":
        return ()
    pdf = mupdf.pdf_document_from_fz_document(doc.this)
    if not pdf.m_internal:
        return ()
    root = mupdf.pdf_dict_gets(mupdf.pdf_dict_gets(mupdf.pdf_trailer(pdf), "Root"), "StructTreeRoot")
    roles = mupdf.pdf_dict_gets(root, "RoleMap")
    pages = {doc.page_xref(index): index + 1 for index in range(doc.page_count)}
    found: list[Tag] = []
    known: dict[str, str] = {}
    stack: list[tuple[Any, int | None]] = [(mupdf.pdf_dict_gets(root, "K"), None)]
    for _ in range(MAX_TAGS):
        if not stack:
            break
        item, page = stack.pop()
        if item.pdf_is_array():
            stack.extend((item.pdf_array_get(nth), page) for nth in reversed(range(item.pdf_array_len())))
        elif item.pdf_is_dict():
            page = pages.get(mupdf.pdf_dict_gets(item, "Pg").pdf_to_num(), page)
            name = mupdf.pdf_dict_gets(item, "S").pdf_to_name()
            if name not in known:
                known[name] = _role(name, roles)
            role = HEADING_ROLE.fullmatch(known[name])
            if role:
                found.append(Tag(int(role[1] or 0), _text(item), page))
            elif known[name] not in INLINE_ROLES:
                stack.append((mupdf.pdf_dict_gets(item, "K"), page))
    return tuple(found)


def _role(name: str, roles: Any) -> str:
    for _ in range(MAX_ROLES):
        mapped = mupdf.pdf_dict_gets(roles, name).pdf_to_name() if name else ""
        if not mapped or mapped == name:
            break
        name = mapped
    return name


def _text(item: Any) -> str:
    for key in ("ActualText", "T", "Alt"):
        text = mupdf.pdf_dict_gets(item, key).pdf_to_text_string()
        if text:
            return " ".join(text.split())
    return ""
