"""Where on their pages sections begin: the places of headings that were read, as anchors of nodes."""

from __future__ import annotations

from core.evidence.model import DocumentEvidence, Heading
from core.tree import Anchor


def anchor_of(heading: Heading) -> Anchor:
    """The place of a heading that was read."""
    return Anchor(page=heading.page, y=heading.box[1], box=heading.box, tops_page=heading.tops_page)


def anchor_on(evidence: DocumentEvidence | None, title: str, page: int | None) -> Anchor | None:
    """The place of a title on a page, where a heading there says the same."""
    if evidence is None or page is None:
        return None
    folded = _folded(title)
    same = [heading for heading in evidence.headings if heading.page == page and _folded(heading.title) == folded]
    return anchor_of(max(same, key=lambda heading: heading.confidence)) if same else None


def _folded(title: str) -> str:
    return "".join(title.split()).casefold()
