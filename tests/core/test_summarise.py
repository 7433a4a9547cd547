"""Summaries without a model."""

from __future__ import annotations

from core.summarise import MARK, extracts, is_extract

TEXTS = {
    "kelp": "Lantern kelp grows in cold water. We counted lantern kelp from a boat at night. The boat was small. It rained, too.",
    "clocks": "The harbour clocks were set by hand. Each clock lost two minutes a day. Salt had entered the gears of the clocks.",
    "heading": "3 Results",
    "empty": "",
    "chinese": "海港的钟每天早上由人手调校。盐分进入了钟的齿轮。每座钟每天慢两分钟。",
}


def test_an_extract_is_the_sections_own_sentences_marked_and_in_order() -> None:
    found = extracts(TEXTS, words=14)
    assert is_extract(found["kelp"])
    sentences = [each.strip() for each in found["kelp"].removeprefix(MARK).split(".") if each.strip()]
    assert sentences
    positions = [TEXTS["kelp"].index(sentence) for sentence in sentences]
    assert positions == sorted(positions)
    assert "kelp" in found["kelp"]


def test_length_is_bounded() -> None:
    long = {"a": "One sentence of six whole words. " * 400, "b": "word " * 5_000}
    assert all(len(text.removeprefix(MARK).split()) <= 31 for text in extracts(long, words=30).values())


def test_texts_without_sentences() -> None:
    found = extracts(TEXTS)
    assert found["heading"] == f"{MARK}3 Results"
    assert found["empty"] == ""
    assert extracts({}) == {}


def test_scripts_without_spaces() -> None:
    assert extracts(TEXTS, words=10)["chinese"].removeprefix(MARK).endswith("。")


def test_words_hyphenated_over_a_lines_end_are_whole() -> None:
    assert "honest" in extracts({"a": "The ledger was kept in an ho-\nnest and patient hand."})["a"]
