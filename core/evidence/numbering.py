"""The number in front of a title: what it is, how deep it lies, and which number may follow which.

Decimal ("2.3"), roman ("IV."), letter ("B.2", "(a)"), with or without a word in front ("Chapter 3", "Item 7A.", "§ 12",
"Kapitel 2", "Глава 1", "Artículo 4", "第三章"). A number that may be read in two ways ("I." is a roman one or the letter I; a
bare "A" an article or an appendix) gives several readings; its neighbours decide.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

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
    "الفصل|الباب|القسم|المادة|פרק|חלק|סעיף|נספח"
)
SPELLED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième",
    "première seconde",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo",
    "primera segunda tercera cuarta quinta sexta séptima octava novena décima",
    "primo secondo terzo quarto quinto sesto settimo ottavo nono decimo",
    "primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo",
    "первая вторая третья четвёртая пятая шестая седьмая восьмая девятая десятая",
    "первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый",
    "πρώτο δεύτερο τρίτο τέταρτο πέμπτο έκτο έβδομο όγδοο ένατο δέκατο",
    "الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر",
    "الأولى الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة",
)
COUNTED = {word: value for counted in SPELLED for value, word in enumerate(counted.split(), start=1)}
"""Numbers spelled out, as they stand after a word for a part ("Chapter One", "Chapitre premier", "Глава первая")."""
HEBREW = {letter: value for value, letter in zip((*range(1, 10), *range(10, 100, 10)), "אבגדהוזחטיכלמנסעפצ", strict=True)}
CJK_DIGITS = {"〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
CJK_DEPTH = {
    "部": 0,
    "编": 0,
    "編": 0,
    "篇": 0,
    "卷": 0,
    "章": 1,
    "장": 1,
    "回": 1,
    "节": 2,
    "節": 2,
    "절": 2,
    "条": 3,
    "條": 3,
    "조": 3,
}
MAX_NUMBER = 400
"""A larger first number is a year, a quantity or an address. The largest section number seen in the benchmark is below 100."""

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_TAIL = r"(?:\.(?:\d{1,3}|[A-Za-z](?![A-Za-z])))*"
_WORD = re.compile(
    rf"(?P<word>{WORDS}|§+)(?:\s+|(?<=§))(?P<num>\d{{1,4}}{_TAIL}[A-Za-z]?(?![A-Za-z\d])|[ivxlc]{{1,7}}(?![^\W_])"
    rf"|[a-zа-я](?:\.\d{{1,3}})*(?![^\W_])|[{''.join(HEBREW)}][׳״']?[{''.join(HEBREW)}]?[׳']?(?![^\W_])"
    rf"|(?:{'|'.join(sorted(COUNTED, key=len, reverse=True))})(?![^\W_]))[.:)]?",
    re.IGNORECASE,
)
_INSERTED = re.compile(r"\d{1,4}[A-Za-z]")
_DECIMAL = re.compile(r"(?P<num>\d{1,4}(?:\.\d{1,3})*(?:\.[A-Za-z](?![A-Za-z]))?[A-Z]?)(?P<close>[.)]?)(?=\s|$|[^\W\d_a-z]|:)")
_LETTER = re.compile(r"(?P<num>[A-Za-zΑ-Ωα-ωА-Яа-я](?:\.?\d{1,3}(?:\.\d{1,3})*)?)(?P<close>[.):]?)(?=\s|$)")
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


def roman(text: str) -> int | None:
    """The value of a roman numeral in the usual spelling, `None` for anything else."""
    if not text or any(letter not in _ROMAN for letter in text.lower()):
        return None
    values = [_ROMAN[letter] for letter in text.lower()]
    total = sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
    return total if _spell_roman(total) == text.lower() else None


def cjk_number(text: str) -> int | None:
    """The value of a Chinese numeral up to 999, or of plain digits."""
    if text.isdecimal():
        return int(text)
    total, digit = 0, 0
    for character in text:
        if character in CJK_DIGITS:
            digit = CJK_DIGITS[character]
        elif character in "十百":
            total += (digit or 1) * (10 if character == "十" else 100)
            digit = 0
        else:
            return None
    return total + digit


def _spell_roman(value: int) -> str:
    spelled = ""
    for worth, letters in ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while value >= worth:
            spelled, value = spelled + letters, value - worth
    return spelled


def _past_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\u00a0\u2002\u2003:.–—-":
        at += 1
    return at


def _part(text: str) -> int:
    if text.isdecimal():
        return int(text)
    letter = text.lower()
    if "а" <= letter <= "я":
        return ord(letter) - ord("а") + 1
    if "α" <= letter <= "ω":
        return ord(letter) - ord("α") + 1
    return ord(letter) - ord("a") + 1


def _kind(part: str) -> str:
    return "d" if part.isdecimal() else "A" if part.isupper() else "a"


def _split(text: str) -> list[str]:
    """ "7A" gives 7 and A, "C.6.1" gives C, 6 and 1, "A2" gives A and 2."""
    return re.findall(r"\d+|[^\W\d_]", text)


def _make(text: str, end: int, parts: list[str], close: str, word: str = "", weak: bool = False) -> Number:
    form = ".".join(_kind(part) for part in parts) + close
    return Number(text.strip(), end, tuple(_part(part) for part in parts), f"{word} {form}" if word else form, word, weak)


def _decimal(head: str) -> list[Number]:
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
        else [Number(match[0], match.end(), (_part(text),), f"({_kind(text)})", weak=value is not None)]
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
    return [Number(match[0], match.end(), (value, *(_part(sub) for sub in subs)), form, weak=weak)]


def _letter(head: str) -> list[Number]:
    match = _LETTER.match(head)
    if not match:
        return []
    parts = _split(match["num"])
    alone = len(parts) == 1
    if alone and match["num"].islower() and match["close"] not in (".", ")"):
        return []
    return [_make(match[0], match.end(), parts, match["close"], weak=alone and (not match["close"] or match["num"] in "IVXivx"))]


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
