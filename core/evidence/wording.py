"""What the words of a heading candidate say: captions, statements, names, conventional matter, and how often they recur."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from core.evidence import numbering
from core.evidence.groups import Candidate
from core.evidence.table import Bools, Floats, Ints, LineTable

CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|algorithm|listing|scheme|plate|chart|box|equation|eq\.|abbildung|abb\.|tabelle|tableau|figura|"
    r"tabla|tabela|рис(?:унок|\.)|таблица|图|表|圖|source|note|notes)\s*[\d:.(sivxa-e一二三四五六七八九]",
    re.IGNORECASE,
)
CAPTION_STARTS = [ord(letter) for letter in "FfTtAaLlSsPpCcBbEeРрТт图表圖Nn"]
CAPTION_NEAR = 5
STATEMENT = re.compile(
    r"(?:theorem|lemma|proof|definition|example|remark|corollary|proposition|claim|conjecture|assumption|exercise|problem|question|"
    r"step|case|observation|fact|hypothesis|axiom|beweis|satz|preuve|th[ée]or[èe]me|d[ée]finition|теорема|лемма|定理|定义|引理)\b",
    re.IGNORECASE,
)
MATTER = re.compile(
    r"(?:abstract|summary|introduction|background|related work|conclusions?|discussion|results|methods?|references|bibliography|"
    r"acknowledge?ments?|appendix|appendices|preface|foreword|contents|table of contents|index|glossary|list of \w+|evaluation|"
    r"einleitung|literatur(?:verzeichnis)?|zusammenfassung|inhaltsverzeichnis|anhang|introducción|conclusiones|referencias|"
    r"bibliografía|resumen|anexos?|índice|remerciements|bibliographie|sommaire|résumé|введение|заключение|литература|оглавление|"
    r"список литературы|参考文献|摘要|结论|致谢|附录|绪论|引言|目录)(?!\w)",
    re.IGNORECASE,
)
REFERENCES = re.compile(
    r"(?:references|bibliography|works cited|literature cited|literatur\w*|referencias|bibliograf\w+|bibliographie|"
    r"список литературы|литература|参考文献|参考资料)\W*",
    re.IGNORECASE,
)
CONTACT = re.compile(
    r"@|https?:|^\W*(?:\d+\W+)?[^\W\d_]+, (?:[^\W\d_]\.[ -]?)+|www\.|doi[:. ]|©|\barxiv\b|copyright|"
    r"\buniversity\b|\bdepartment of\b|\bet al\b",
    re.IGNORECASE,
)
DATE = re.compile(r"\b(?:19|20)\d\d\b")
LEADERS = re.compile(r"(?:\.\s?){4,}|…{2,}|(?:\s\.){3,}")
CODE = re.compile(r"[{}\\<>=_|;#$]|\w\(|::|--")
_KEY = re.compile(r"[\W\d_]+")


def key(title: str) -> str:
    """The letters of a title, in lower case and without its number: equal for the same title set in different ways."""
    number = numbering.parse(title)
    words = title[number.end :] if number is not None and number.end < len(title) else title
    return _KEY.sub("", words).casefold()


def wording(table: LineTable, candidates: list[Candidate], running: Bools, listed: Bools) -> dict[str, Floats | list[float]]:
    """Features of the candidates' words. `running` and `listed` mark the table's rows in running lines and on contents pages."""
    first, last = np.array([each.first for each in candidates]), np.array([each.last for each in candidates])
    spans = bounds(first, last)
    letters = np.maximum(1, np.add.reduceat(np.append(table.letters, 0), spans)[::2])
    chars = np.maximum(1, np.add.reduceat(np.append(table.chars, 0), spans)[::2])
    shares = {
        f"{name}_share": np.add.reduceat(np.append(column, 0), spans)[::2] / (letters if name == "upper" else chars)
        for name, column in (
            ("digit", table.digits),
            ("upper", table.upper),
            ("punct", table.punct),
            ("math", table.math),
            ("cjk", table.cjk),
        )
    }
    keys = [key(candidate.title) for candidate in candidates]
    counts = Counter(candidate.title.casefold() for candidate in candidates)
    headers = {key(table.lines[row].text) for row in np.flatnonzero(running)} - {""}
    flat = "".join([_KEY.sub("", table.lines[row].text).casefold() for row in np.flatnonzero(listed)])
    names = ("words", "title_case", "end_mark", "start_kind", "caption", "statement", "matter", "references", "contact",
             "date", "leaders", "code",
             "ends_in_number", "after_references", "recurs", "is_running", "in_contents", "has_contents")  # fmt: skip
    rows: list[tuple[float, ...]] = []
    past_references = 0.0
    cjk = np.add.reduceat(np.append(table.cjk, 0), spans)[::2].tolist()
    for candidate, own, wide in zip(candidates, keys, cjk, strict=True):
        title = candidate.title
        end = candidate.number.end if candidate.number is not None else 0
        words = title[end:].split()
        capital = sum(word[:1].isupper() for word in words)
        cites = bool(REFERENCES.fullmatch(title, end))
        past_references = 1.0 if cites else past_references
        rows.append(
            (
                len(words) + wide / 2, capital / max(1, len(words)), ".:,;?!)".find(title[-1]), _start_kind(title[end : end + 1]),
                bool(CAPTION.match(title)), bool(STATEMENT.match(title)), bool(MATTER.match(title, end)), cites,
                bool(CONTACT.search(title)), bool(DATE.search(title)), bool(LEADERS.search(title)), len(CODE.findall(title)),
                title[-1].isdigit(), past_references, counts[title.casefold()], own in headers,
                len(own) >= 3 and own in flat, bool(flat),
            )
        )  # fmt: skip
    return {**shares, **{name: [float(row[at]) for row in rows] for at, name in enumerate(names)}}


def _start_kind(character: str) -> float:
    if not character:
        return -1.0
    return 2.0 if character.isupper() else 1.0 if character.isalpha() else 0.0


def to_caption(table: LineTable, rows: Ints, step: int) -> list[float]:
    """How many lines further on the page a caption starts, up to `CAPTION_NEAR`; beyond it where none does."""
    captions = {
        row for row in np.flatnonzero(np.isin(table.first, CAPTION_STARTS)).tolist() if CAPTION.match(table.lines[row].text)
    }
    page = table.page.tolist()
    found = []
    for row in rows.tolist():
        near = (far for far in range(1, CAPTION_NEAR + 1) if row + far * step in captions and page[row + far * step] == page[row])
        found.append(float(next(near, CAPTION_NEAR + 1)))
    return found


def bounds(first: Ints, last: Ints) -> Ints:
    """Interleaved bounds for `reduceat`: every second result covers rows first to last."""
    return np.column_stack((first, last + 1)).ravel()
