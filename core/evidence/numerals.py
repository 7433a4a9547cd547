"""The values of numerals: roman, Chinese, Hebrew, letters that count, and numbers spelled out."""

from __future__ import annotations

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

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


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


def letter_or_digits(text: str) -> int:
    """The value of a number in digits, or the place of a Latin, Cyrillic or Greek letter in its alphabet."""
    if text.isdecimal():
        return int(text)
    letter = text.lower()
    if "а" <= letter <= "я":
        return ord(letter) - ord("а") + 1
    if "α" <= letter <= "ω":
        return ord(letter) - ord("α") + 1
    return ord(letter) - ord("a") + 1


def _spell_roman(value: int) -> str:
    spelled = ""
    for worth, letters in ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while value >= worth:
            spelled, value = spelled + letters, value - worth
    return spelled
