"""Summaries without a model: a section's own sentences, chosen by their place and by the words that tell it from the others.

The score of a sentence is the mean of its words' tf-idf (the document's sections are the collection), as in Luhn's extracts
(1958) with Spärck Jones's weighting, and sentences near the section's start count more. An extract begins with `MARK`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

MARK = "[extract] "
"""Before every extract, so that nobody takes it for a written summary."""
MOST_SENTENCES = 60
"""Of a section that are weighed: a summary of its beginning is better than none of all."""
EARLY = 0.5
"""What the first sentence gains on the last weighed."""
SHORTEST = 4
"""Words below which a line is no sentence."""
WORD = re.compile(r"[^\W\d_]{2,}")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[^\W\d_a-z])|(?<=[。！？])")
HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[^\W\d_])")


def extracts(texts: Mapping[str, str], words: int = 60) -> dict[str, str]:
    """An extract of at most about `words` words (two characters count as one in Chinese, Japanese and Korean) for each text.

    `texts` holds the sections of one document by id. A text without a whole sentence gives its first words, an empty one an
    empty string.
    """
    terms = {name: Counter(_words(text)) for name, text in texts.items()}
    seen = Counter(word for each in terms.values() for word in each)
    weights = {word: math.log((1 + len(terms)) / (1 + count)) + 0.1 for word, count in seen.items()}
    return {name: _extract(text, terms[name], weights, words) for name, text in texts.items()}


def is_extract(summary: str) -> bool:
    """Whether a summary was made here, and not by a model or a person."""
    return summary.startswith(MARK)


def _extract(text: str, terms: Counter[str], weights: Mapping[str, float], words: int) -> str:
    sentences = _sentences(text)[:MOST_SENTENCES]
    if not sentences:
        start = " ".join(text.split())
        return MARK + _clipped(start, words) if start else ""
    unseen = max(weights.values(), default=1.0)  # of words that were hyphenated over a line's end
    scores = []
    for nth, sentence in enumerate(sentences):
        found = _words(sentence)
        told = sum(math.sqrt(terms[word]) * weights.get(word, unseen) for word in found) / max(len(found), SHORTEST)
        scores.append(told * (1 + EARLY * (1 - nth / len(sentences))))
    chosen: list[int] = []
    room = words
    for nth in sorted(range(len(sentences)), key=lambda each: -scores[each]):
        length = _length(sentences[nth])
        if length <= room:
            chosen.append(nth)
            room -= length
    if not chosen:
        return MARK + _clipped(sentences[0], words)
    return MARK + " ".join(sentences[nth] for nth in sorted(chosen))


def _sentences(text: str) -> list[str]:
    """Whole sentences of running text; headings, rows of tables and the like, which end in no stop, fall out."""
    joined = " ".join(HYPHEN.sub("", text).split())
    found = [sentence.strip() for sentence in END.split(joined) if sentence and sentence.strip()]
    return [each for each in found if each[-1] in ".!?。！？\"'”’)]" and (len(each.split()) >= SHORTEST or WIDE.search(each))]


def _words(text: str) -> list[str]:
    """Words, folded; in scripts without spaces, pairs of characters."""
    found = [word.casefold() for word in WORD.findall(text) if not WIDE.search(word)]
    wide = WIDE.findall(text)
    return found + [a + b for a, b in pairwise(wide)]


def _length(text: str) -> int:
    return len(text.split()) + len(WIDE.findall(text)) // 2


def _clipped(text: str, words: int) -> str:
    if WIDE.search(text):
        return text[: 2 * words]
    kept = text.split()
    return " ".join(kept[:words]) + (" ..." if len(kept) > words else "")
