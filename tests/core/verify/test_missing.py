"""What a tree leaves out, and what its makers meant to leave out."""

from __future__ import annotations

from dataclasses import replace

from core.evidence.model import DocumentEvidence
from core.tree import Tree
from core.verify import verify
from tests.core.verify.documents import document, tree

MANUAL = (
    "@ 1 Rivers 2 \n @ 2 Lakes 3",
    "# 1 Rivers \n Text. \n ## 1.1 Their sand \n Text. \n ## 1.2 Their mouths \n Text.",
    "# 2 Lakes \n Text. \n ## 2.1 Their depth \n Text.",
)


def evidence() -> DocumentEvidence:
    """The manual's, each entry of its contents matched to its heading."""
    found = document(*MANUAL)
    by_title = {heading.title: nth for nth, heading in enumerate(found.headings)}
    return replace(found, contents=tuple(entry._replace(heading=by_title[entry.title]) for entry in found.contents))


def missing(of: Tree, known: DocumentEvidence) -> list[str]:
    return [finding.seen[0].text for finding in verify(of, known).findings if finding.code == "section-missing"]


def test_what_lies_deeper_than_contents_and_tree_is_left_out_on_purpose() -> None:
    chapters = tree("1 Rivers | 2", "2 Lakes | 3", pages=3)
    assert missing(chapters, evidence()) == []


def test_a_tree_that_goes_deeper_in_one_place_misses_the_others() -> None:
    deeper = tree("1 Rivers | 2", "  1.1 Their sand | 2", "2 Lakes | 3", pages=3)
    assert missing(deeper, evidence()) == ["1.2 Their mouths", "2.1 Their depth"]


def test_without_contents_nothing_says_how_deep_a_tree_should_go() -> None:
    chapters = tree("1 Rivers | 2", "2 Lakes | 3", pages=3)
    assert missing(chapters, replace(evidence(), contents=())) == ["1.1 Their sand", "1.2 Their mouths", "2.1 Their depth"]
