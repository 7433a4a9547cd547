"""The small pieces of HTML that screens are drawn with. Every text given is escaped here, and nowhere else is HTML written."""

from __future__ import annotations

import html
from collections.abc import Iterable

from pages.parts.text import tag


def heading(title: str, words: str = "") -> str:
    """A screen's heading with a few quiet words beside it."""
    return f'<div class="tp-title"><b title="{tag(title)}">{tag(title)}</b><span>{tag(words)}</span></div>'


def quiet(words: str) -> str:
    """A remark."""
    return f'<div class="tp-quiet">{tag(words)}</div>'


def label(words: str) -> str:
    """What stands above a group of buttons."""
    return f'<div class="tp-label">{tag(words)}</div>'


def message(kind: str, words: str) -> str:
    """A coloured box with a sign: "error", "warning", "info" or "fine"."""
    return f'<div class="tp-finding {tag(kind)}"><span>{tag(words)}</span></div>'


def chip(kind: str, words: str) -> str:
    """A short status: "failed", "suspect" or "done"."""
    return f'<span class="tp-chip {tag(kind)}">{tag(words)}</span>'


def reviewed(done: int, total: int) -> str:
    """How much of a tree was reviewed, as a bar and in words."""
    share = round(100 * done / total) if total else 0
    words = f"{done} of {total} reviewed"
    return f'<span class="tp-bar"><i style="width:{share}%"></i></span><span class="tp-quiet">{words}</span>'


def state(failed: int | None, unsure: int | None, done: int, total: int) -> str:
    """How a tree stands: failures, what is uncertain, progress of the review. `None`: not checked since the last change."""
    chips = [chip("failed", f"{failed} failed")] if failed else []
    chips += [chip("suspect", f"{unsure} unsure")] if unsure else []
    chips += [chip("done", "Nothing failed")] if failed == 0 and not unsure else []
    return f'<div class="tp-chips">{"".join(chips)}{reviewed(done, total)}</div>'


def signed(words: str) -> str:
    """That somebody signed off."""
    return f'<div class="tp-chips">{chip("done", words)}</div>'


def figures(facts: Iterable[tuple[str, str, str]]) -> str:
    """Figures beside a title: each a name, the figure, and what it says in full."""
    chips = [
        f'<span class="tp-chip" title="{tag(words)}">{tag(name)} <b>{tag(figure)}</b></span>' for name, figure, words in facts
    ]
    return f'<div class="tp-chips">{"".join(chips)}</div>'


def headed(title: str, chips: str) -> str:
    """A document's name with its state (from `state`) beside it."""
    return f'<div class="tp-head">{heading(title)}{chips}</div>'


def row(title: str, words: str) -> str:
    """A line of a list: a name, and facts below it."""
    return f'<div class="tp-row"><b title="{tag(title)}">{tag(title)}</b><small>{tag(words)}</small></div>'


def card(title: str, words: str, small: str) -> str:
    """A card's text."""
    return f'<div class="tp-card"><b>{tag(title)}</b><p>{tag(words)}</p><small>{tag(small)}</small></div>'


def cut(before: str, starts: str, text: str, ends: str, after: str) -> str:
    """A text with the lines outside it, and the two places where it is cut. Lines stay as they are."""
    outside, inside, rest = (html.escape(each, quote=True) for each in (before, text, after))
    return (
        '<div class="tp-cut" tabindex="0" role="region" aria-label="Text of the section">'
        f'<div class="outside">{outside}</div><div class="edge">{tag(starts)}</div>'
        f'<div class="inside">{inside}</div><div class="edge">{tag(ends)}</div><div class="outside">{rest}</div></div>'
    )


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Names and values in two columns."""
    cells = "".join(f"<span>{tag(name)}</span><span>{tag(value)}</span>" for name, value in pairs)
    return f'<div class="tp-facts">{cells}</div>'


def keys(pairs: Iterable[tuple[Iterable[str], str]]) -> str:
    """Keys, of which any one will do, and what they do."""
    rows = "".join(
        f"<tr><td>{' '.join(f'<kbd>{tag(chord)}</kbd>' for chord in chords)}</td><td>{tag(words)}</td></tr>"
        for chords, words in pairs
    )
    return f'<table class="tp-keys">{rows}</table>'


def signs(rows: Iterable[tuple[str, str, str]]) -> str:
    """Signs and what they mean, each in the colour of a kind ("failed", "suspect", "warn" or "done"; "" for none)."""
    cells = "".join(
        f'<tr><td><span class="tp-sign {tag(kind)}">{tag(sign)}</span></td><td>{tag(words)}</td></tr>'
        for kind, sign, words in rows
    )
    return f'<table class="tp-keys">{cells}</table>'


def bullets(sentences: Iterable[str]) -> str:
    """Sentences, one a line."""
    return f'<ul class="tp-bullets">{"".join(f"<li>{tag(each)}</li>" for each in sentences)}</ul>'


def history(entries: Iterable[tuple[str, str, str]]) -> str:
    """What was done, by whom, and when."""
    rows = "".join(f"<tr><td>{tag(what)}</td><td>{tag(who)}<br>{tag(when)}</td></tr>" for what, who, when in entries)
    return f'<table class="tp-history">{rows}</table>'
