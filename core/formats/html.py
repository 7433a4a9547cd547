"""A tree as a page of HTML to read and print. It is only written; everything from the document is escaped, nothing in it runs."""

from __future__ import annotations

from html import escape

from core.formats.losses import DESCRIPTION, ENDS, REVIEWS, SUMMARIES, said
from core.formats.model import Format, Texts
from core.tree import Node, Tree

_PAGE = """<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 11pt/1.4 serif; max-width: 45em; margin: 2em auto; padding: 0 1em; }}
ul {{ list-style: none; padding-left: 1.5em; margin: 0; }}
body > ul {{ padding-left: 0; }}
li > div {{ display: flex; gap: 1em; break-inside: avoid; }}
li > div > span:first-child {{ flex: 1; }}
.page {{ font-variant-numeric: tabular-nums; }}
.summary, .review, .about {{ color: #555; font-size: 9pt; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p class="about">{about}</p>
{description}{tree}
</body>
</html>
"""


def dump(tree: Tree, texts: Texts) -> str:
    about = f"{tree.name}: {tree.pages} pages, {len(tree.placed)} sections"
    description = f'<p dir="auto">{escape(tree.description)}</p>\n' if tree.description else ""
    title = escape(tree.title or tree.name)
    return _PAGE.format(title=title, about=escape(about), description=description, tree=_list(tree.nodes))


def _list(nodes: tuple[Node, ...]) -> str:
    return f"<ul>\n{''.join(map(_item, nodes))}</ul>" if nodes else ""


def _item(node: Node) -> str:
    review = f'<span class="review">{escape(node.review.value)}</span>'
    line = f'<div><span dir="auto">{escape(node.title)}</span>{review}<span class="page">{node.span}</span></div>'
    summary = f'<p class="summary" dir="auto">{escape(node.summary)}</p>' if node.summary else ""
    return f"<li>{line}{summary}{_list(node.children)}</li>\n"


HTML = Format(
    name="html",
    label="HTML to print",
    suffix=".html",
    media_type="text/html",
    dump=dump,
    losses=lambda tree: said(
        tree, (ENDS, SUMMARIES, REVIEWS, DESCRIPTION), ["This format can only be written: it cannot be imported again."]
    ),
)
