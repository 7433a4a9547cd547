"""The number in front of a title: what it is, how deep it lies, and which number may follow which.

Decimal ("2.3"), hyphened ("2-3"), roman ("IV."), letter ("B.2", "(a)"), with or without a word in front ("Chapter 3", "Item 7A.",
"§ 12", "Kapitel 2", "Глава 1", "Art. 4", "第三章"). A number that may be read in two ways ("I." is a roman one or the letter I; a
bare "A" an article or an appendix) gives several readings; its neighbours decide.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from core.evidence.numerals import COUNTED, HEBREW, cjk_number, letter_or_digits, roman

WORDS = (
    # English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian
    "chapter|section|part|appendix|appendices|annex|article|item|lecture|schedule|exhibit|clause|lesson|unit|module|volume|book|"
    "kapitel|abschnitt|teil|anhang|artikel|chapitre|partie|annexe|titre|sous-section|"
    "cap[ií]tulo|secci[oó]n|parte|anexo|ap[eé]ndice|ap[eê]ndice|art[ií]culo|t[ií]tulo|se[cç][cç]?[aã]o|artigo|"
    "capitolo|sezione|appendice|articolo|hoofdstuk|deel|bijlage|avsnitt|bilaga|vedlegg|kapittel|del|"
    # Polish, Czech, Turkish, Russian, Ukrainian, Greek
    "rozdzia[łl]|cz[eę][sś][cć]|za[łl][aą]cznik|kapitola|p[rř][ií]loha|b[oö]l[uü]m|глава|раздел|часть|приложение|статья|параграф|"
    "розділ|частина|додаток|κεφάλαιο|κεφαλαιο|μέρος|ενότητα|παράρτημα|"
    # Arabic, Hebrew
    "الفصل|الباب|القسم|المادة|פרק|חלק|סעיף|נספח|"
    # Of statutes, filings and textbooks
    "title|subtitle|subchapter|subpart|subsection|proposal|attachment|tema|lecci[oó]n|unidad|le[cç]on|lektion|lezione|"
    # Abbreviated
    r"(?:art|sec|sect|ch|chap|app|abschn|kap|cap|anh|гл|разд|ст)\."
)
MAX_NUMBER = 400
"""A larger first number is a year, a quantity or an address. The largest section number seen in the benchmark is below 100."""

_TAIL = r"(?:[.–-](?:\d{1,3}|[A-Za-z](?![A-Za-z])))*"
_WORD = re.compile(
    rf"(?P<word>{WORDS}|§+)(?:\s+|(?<=[§.]))(?P<num>\d{{1,4}}{_TAIL}[A-Za-z]?(?![A-Za-z\d])|[ivxlc]{{1,7}}(?![^\W_])"
    rf"|[a-zа-я](?:[.–-]?\d{{1,3}})*(?![^\W_])|[{''.join(HEBREW)}][׳״']?[{''.join(HEBREW)}]?[׳']?(?![^\W_])"
    rf"|(?:{'|'.join(sorted(COUNTED, key=len, reverse=True))})(?![^\W_]))[.:)]?",
    re.IGNORECASE,
)
_INSERTED = re.compile(r"\d{1,4}[A-Za-z]")
_DECIMAL = re.compile(r"(?P<num>\d{1,4}(?:\.\d{1,3})*(?:\.[A-Za-z](?![A-Za-z]))?[A-Z]?)(?P<close>[.)]?)(?=\s|$|[^\W\d_a-z]|:)")
_HYPHENED = re.compile(r"(?P<num>\d{1,2}(?:[–-]\d{1,2}){1,3})(?P<close>[.)]?)(?=\s|$)")
_LETTER = re.compile(r"(?P<num>[A-Za-zΑ-Ωα-ωА-Яа-я](?:[.–-]?\d{1,3}(?:[.–-]\d{1,3})*)?)(?P<close>[.):]?)(?=\s|$)")
_ROMAN_TOKEN = re.compile(r"(?P<num>[IVXLC]{1,7}|[ivxlc]{1,7})(?P<sub>(?:[.-](?:\d{1,3}|[A-Z]))*)(?P<close>[.):]?)(?=\s|$)")
_PARENS = re.compile(r"\((?P<num>\d{1,3}|[ivxlc]{1,6}|[A-Za-z])\)(?=\s|$)")
_CODE = re.compile(r"(?P<word>[A-Z]{2,5})[ -]?(?P<num>(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)\.?(?=\s|$)")
_CJK = re.compile(
    r"第\s*(?P<num>[〇零一二三四五六七八九十百\d]{1,5})\s*(?P<unit>[部编編篇卷章回节節条條])|제\s*(?P<knum>\d{1,3})\s*(?P<kunit>[장절조])"
)
_CJK_LIST = re.compile(r"(?P<open>[(（]?)(?P<num>[一二三四五六七八九十]{1,3})(?P<close>[、．.)）])")


class Number(NamedTuple):
    """The numbering of a title.

    `text` is the number as printed, `end` the offset in the title where the words begin. `parts` are its values from the outside
    in: (2, 3) for "2.3", (4,) for "IV.", (7, 1) for "Item 7A". `form` is what all numbers of one scheme share: the word, the kind
    of each part and the punctuation ("d.d", "R.", "(a)", "chapter d"). `weak`: the characters may as well be words ("A", "I").
    `inserted`: the last part is a letter behind a word's number ("Item 7A", "§ 12b"), which stands beside that number, not below.
    """

    text: str
    end: int
    parts: tuple[int, ...]
    form: str
    word: str = ""
    weak: bool = False
    inserted: bool = False

    @property
    def depth(self) -> int:
        return len(self.parts) - self.inserted

    @property
    def scheme(self) -> str:
        """The form without its depth: equal for "2", "2.3" and "2.3.1"."""
        return self.word or self.form[:1].replace("(", self.form[:2])


def parse(title: str) -> Number | None:
    """The likeliest reading of the number that the title starts with, `None` where it has none."""
    found = readings(title)
    return found[0] if found else None


@lru_cache(maxsize=4096)
def readings(title: str) -> tuple[Number, ...]:
    """Every reading of the number in front of `title`, the likeliest first."""
    start = len(title) - len(title.lstrip())
    head = title[start : start + 48]
    if not head:
        return ()
    first = head[0]
    found: list[Number] = []
    if first.isdigit():
        found += _decimal(head)
    elif first in "(（":
        found += _parenthesised(head) or _cjk(head)
    elif first in "第제一二三四五六七八九十":
        found += _cjk(head)
    elif first.isalpha() or first == "§":
        found += _worded(head) or [*_roman(head), *_letter(head), *_code(head)]
        found.sort(key=lambda number: number.weak)
    return tuple(number._replace(end=start + _past_space(head, number.end)) for number in found)


def follows(before: Number, after: Number) -> bool:
    """Whether `after` may come next: the next sibling, the first child, or the next of an ancestor.

    After "3.2" these are "3.3", "3.2.1" and "4".
    """
    if before.scheme != after.scheme:
        return False
    a, b = before.parts, after.parts
    if len(b) == len(a) + 1:
        return b[:-1] == a and b[-1] in (0, 1)
    return len(b) <= len(a) and b[:-1] == a[: len(b) - 1] and b[-1] == a[len(b) - 1] + 1


def starts(number: Number) -> bool:
    """Whether it is the first of its list: "1", "A.", "3.1"."""
    return number.parts[-1] in (0, 1)


def _past_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\u00a0\u2002\u2003:.–—-":
        at += 1
    return at


def _kind(part: str) -> str:
    return "d" if part.isdecimal() else "A" if part.isupper() else "a"


def _split(text: str) -> list[str]:
    """ "7A" gives 7 and A, "C.6.1" gives C, 6 and 1, "A2" gives A and 2."""
    return re.findall(r"\d+|[^\W\d_]", text)


def _make(text: str, end: int, parts: list[str], close: str, word: str = "", weak: bool = False) -> Number:
    form = ".".join(_kind(part) for part in parts) + close
    return Number(
        text.strip(), end, tuple(letter_or_digits(part) for part in parts), f"{word} {form}" if word else form, word, weak
    )


def _decimal(head: str) -> list[Number]:
    match = _HYPHENED.match(head)
    if match:  # or a range: "2-3 weeks"
        return [_make(match[0], match.end(), _split(match["num"]), match["close"], weak=not match["close"])]
    match = _DECIMAL.match(head)
    if not match:
        return []
    parts = _split(match["num"])
    glued = match.end() < len(head) and not head[match.end()].isspace()
    if int(parts[0]) > MAX_NUMBER or (
        glued and head[match.end()].isascii() and not head[match.end() + 1 : match.end() + 2].islower()
    ):
        return []
    glyphs = len(parts) == 2 and not match["close"] and match["num"].isalnum()  # "3D printing", "4G networks"
    weak = glyphs or (len(parts) == 1 and len(match["num"]) > 2)
    return [_make(match[0], match.end(), parts, match["close"], weak=weak)]


def _parenthesised(head: str) -> list[Number]:
    match = _PARENS.match(head)
    if not match:
        return []
    value, text = roman(match["num"]), match["num"]
    found = (
        []
        if len(text) > 1 and not text.isdecimal()
        else [Number(match[0], match.end(), (letter_or_digits(text),), f"({_kind(text)})", weak=value is not None)]
    )
    if value is not None:
        found.insert(0 if text in "iI" else len(found), Number(match[0], match.end(), (value,), "(r)"))
    return found


def _worded(head: str) -> list[Number]:
    match = _WORD.match(head)
    if not match:
        return []
    word, text = match["word"].lower()[:1] if match["word"][0] == "§" else match["word"].lower(), match["num"]
    if text.lower() in COUNTED:
        return [Number(match[0], match.end(), (COUNTED[text.lower()],), f"{word} d", word)]
    if text[0] in HEBREW:
        value = sum(HEBREW[letter] for letter in text if letter in HEBREW)
        return [Number(match[0], match.end(), (value,), f"{word} א", word)]
    value = roman(text)
    if value is not None and (len(text) > 1 or text in "IVXivx"):
        return [Number(match[0], match.end(), (value,), f"{word} R", word)]
    if text[0].isalpha() and not text[0].isupper():
        return []
    made = _make(match[0], match.end(), _split(text), "", word)
    return [made._replace(inserted=bool(_INSERTED.fullmatch(text)))]


def _roman(head: str) -> list[Number]:
    match = _ROMAN_TOKEN.match(head)
    value = roman(match["num"]) if match else None
    if match is None or value is None:
        return []
    subs = _split(match["sub"])
    kind = "R" if match["num"].isupper() else "r"
    if kind == "r" and not match["close"]:
        return []
    form = ".".join([kind, *(_kind(sub) for sub in subs)]) + match["close"]
    unlikely = len(match["num"]) == 1 and match["num"] not in "IVXi"
    weak = unlikely or (not (match["close"] or subs) and len(match["num"]) < 2)
    return [Number(match[0], match.end(), (value, *(letter_or_digits(sub) for sub in subs)), form, weak=weak)]


def _letter(head: str) -> list[Number]:
    match = _LETTER.match(head)
    if not match:
        return []
    parts = _split(match["num"])
    alone = len(parts) == 1
    if alone and match["num"].islower() and match["close"] not in (".", ")"):
        return []
    weak = match["num"].isalpha() and (not match["close"] or match["num"] in "IVXivx")
    named = match["num"][1:2] in ("-", "–") and not match["close"]  # "F-16 fighters"
    return [_make(match[0], match.end(), parts, match["close"], weak=weak or named)]


def _code(head: str) -> list[Number]:
    match = _CODE.match(head)
    if not match:
        return []
    return [_make(match[0], match.end(), _split(match["num"]), "", match["word"].lower())]


def _cjk(head: str) -> list[Number]:
    match = _CJK.match(head)
    if match:
        value, unit = cjk_number(match["num"] or match["knum"]), match["unit"] or match["kunit"]
        return [] if value is None else [Number(match[0], match.end(), (value,), f"第{unit}", f"第{unit}")]
    match = _CJK_LIST.match(head)
    value = cjk_number(match["num"]) if match else None
    if match is None or value is None:
        return []
    return [Number(match[0], match.end(), (value,), "(一)" if match["open"] else "一、")]
