"""Numbers in front of titles."""

import pytest

from core.evidence.numbering import follows, parse
from core.evidence.numerals import cjk_number, roman


@pytest.mark.parametrize(
    ("title", "parts", "rest"),
    [
        ("1 Introduction", (1,), "Introduction"),
        ("2.3.1. Foo", (2, 3, 1), "Foo"),
        ("1Introduction", (1,), "Introduction"),
        ("IV. RESULTS", (4,), "RESULTS"),
        ("I. Intro", (1,), "Intro"),
        ("C.6.1.1 Rules", (3, 6, 1, 1), "Rules"),
        ("Appendix B Title", (2,), "Title"),
        ("Item 7A. Market risk", (7, 1), "Market risk"),
        ("§ 12 Scope", (12,), "Scope"),
        ("Kapitel 2", (2,), ""),
        ("Глава 1. Обзор", (1,), "Обзор"),
        ("第三章 绪论", (3,), "绪论"),
        ("一、背景", (1,), "背景"),
        ("Artículo 4", (4,), ""),
        ("Chapter Two", (2,), ""),
        ("Chapitre premier Des flocons", (1,), "Des flocons"),
        ("Глава вторая. Почта", (2,), "Почта"),
        ("الفصل الثالث: الإعارة", (3,), "الإعارة"),
        ("פרק יא: היומן", (11,), "היומן"),
        ("ETA 1.1.1 Support", (1, 1, 1), "Support"),
        ("(iv) Costs", (4,), "Costs"),
        ("III. Teil", (3,), "Teil"),
        ("1. Anfang", (1,), "Anfang"),
        ("a) Punkt", (1,), "Punkt"),
        ("(1) Absatz", (1,), "Absatz"),
        ("第十二节 水", (12,), "水"),
        ("제3장 총칙", (3,), "총칙"),
        ("ГЛАВА II. О письмах", (2,), "О письмах"),
        ("Κεφάλαιο 3 Ο κήπος", (3,), "Ο κήπος"),
        ("TÍTULO III De los socios", (3,), "De los socios"),
        ("2-3 Duties of the warden", (2, 3), "Duties of the warden"),
        ("2–3. Duties of the warden", (2, 3), "Duties of the warden"),
        ("Section 2-3 Duties", (2, 3), "Duties"),
        ("Appendix A-1 Forms", (1, 1), "Forms"),
        ("Appendix A1 Forms", (1, 1), "Forms"),
        ("B-2 Forms", (2, 2), "Forms"),
        ("Art. 4 Fees", (4,), "Fees"),
        ("Art.4. Fees", (4,), "Fees"),
        ("SEC. 402. Penalties", (402,), "Penalties"),
        ("Kap. 3 Die Brücke", (3,), "Die Brücke"),
        ("App. B Forms", (2,), "Forms"),
        ("Title IV Student aid", (4,), "Student aid"),
    ],
)
def test_reads_the_number(title: str, parts: tuple[int, ...], rest: str) -> None:
    number = parse(title)
    assert number is not None
    assert number.parts == parts
    assert title[number.end :] == rest


@pytest.mark.parametrize(
    ("title", "depth"), [("Item 7A. Market risk", 1), ("§ 12b Scope", 1), ("Section 7.A Scope", 2), ("7A", 2)]
)
def test_a_letter_behind_a_words_number_is_no_level(title: str, depth: int) -> None:
    number = parse(title)
    assert number is not None
    assert number.depth == depth


@pytest.mark.parametrize(
    "title",
    [
        "2012 Results",
        "Part onerous",
        "1st place",
        "Part of the whole",
        "Article in German",
        "Methods",
        "Art of war",
        "Cap. is short",
        "2001-02 season",
        "12-05-2020 Minutes",
        "",
    ],
)
def test_words_are_no_number(title: str) -> None:
    assert parse(title) is None


def test_a_bare_letter_is_weak() -> None:
    number = parse("A Survey of Methods")
    assert number is not None
    assert number.weak


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("3.2 A", "3.3 B", True),
        ("3.2 A", "3.2.1 B", True),
        ("3.2.4 A", "4 B", True),
        ("9 A", "10 B", True),
        ("3.2 A", "3.4 B", False),
        ("3.2 A", "IV. B", False),
        ("I. A", "II. B", True),
    ],
)
def test_what_may_follow(before: str, after: str, expected: bool) -> None:
    one, other = parse(before), parse(after)
    assert one is not None
    assert other is not None
    assert follows(one, other) is expected


def test_numerals() -> None:
    assert [roman(text) for text in ("iv", "XII", "iiii", "")] == [4, 12, None, None]
    assert [cjk_number(text) for text in ("三", "十", "二十一", "12")] == [3, 10, 21, 12]


@pytest.mark.parametrize("title", ["3D printing", "4G networks", "2-3 weeks of rain", "F-16 fighters"])
def test_a_number_may_be_part_of_the_words(title: str) -> None:
    number = parse(title)
    assert number is not None
    assert number.weak
