"""The Roster on paper: one HTML file that a browser prints, and PDF where WeasyPrint is there."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path

from hexfire.lang import Words
from hexfire.play import read_bytes
from hexfire.rulebook import BadInput
from hexfire.server.files.roster_sheet import Block, Sheet

PAPERS = {"a4": "A4", "letter": "Letter"}
_FONTS = {".ttf": "truetype", ".otf": "opentype", ".woff": "woff", ".woff2": "woff2"}

_STYLE = """
@page { size: %(size)s; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 9.5pt/1.35 %(font)s "Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic",
  "DejaVu Sans", sans-serif; color: #111; background: #fff; margin: 0 auto; padding: 1rem; }
main { display: grid; grid-template-columns: repeat(%(columns)s, minmax(0, 1fr)); gap: 8mm; }
h1 { font-size: 13pt; margin: 0; }
h2 { font-size: 11pt; margin: .2em 0; border-bottom: 2px solid #333; }
h3 { font-size: 9.5pt; margin: .9em 0 .2em; }
.flow { font-size: 8pt; color: #444; margin: .3em 0; }
.flow b { color: #fff; background: #333; padding: 0 .3em; }
table { width: 100%%; border-collapse: collapse; break-inside: avoid; }
th, td { border: 1px solid #777; padding: .12em .35em; text-align: left; vertical-align: top; }
th { background: #eee; font-weight: 600; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
tfoot td { font-weight: 600; background: #f6f6f6; }
.note { font-size: 8pt; color: #444; margin: .2em 0 0; }
footer { margin-top: 1em; font-size: 7.5pt; color: #444; }
section { break-inside: avoid; }
@media screen { body { max-width: %(width)s; } }
@media print { body { padding: 0; } }
"""


def page(
    words: Words,
    sheets: Sequence[Sheet],
    figures: Sequence[tuple[str, str]] = (),
    *,
    paper: str = "a4",
    font: Path | None = None,
) -> str:
    """One or both Rosters as a page that stands by itself; both stand side by side."""
    if paper.lower() not in PAPERS:
        raise BadInput("purchase.cli.paper_name", text=paper)
    both = len(sheets) > 1
    style = _STYLE % {
        "size": PAPERS[paper.lower()] + (" landscape" if both else " portrait"),
        "columns": len(sheets),
        "width": "90rem" if both else "52rem",
        "font": '"Hexfire",' if font else "",
    }
    title = escape(words.say("purchase.sheet.title"))
    body = "".join(_sheet(sheet) for sheet in sheets)
    agreed = "".join(f"<li>{escape(key)} = {escape(value)}</li>" for key, value in figures)
    if agreed:
        head = escape(words.say("purchase.sheet.figures"))
        agreed = f"<section><h3>{head}</h3><ul>{agreed}</ul></section>"
    legend = escape(sheets[0].legend) if sheets else ""
    note = escape(words.say("purchase.sheet.unofficial"))
    return (
        f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_face(font)}{style}</style></head><body>\n"
        f"<h1>{title}</h1><main>{body}</main>{agreed}"
        f"<footer><p>{legend}</p><p>{note}</p></footer></body></html>\n"
    )


def _face(font: Path | None) -> str:
    """A font inside the page, so that Japanese prints the same everywhere."""
    if font is None:
        return ""
    kind = _FONTS.get(font.suffix.lower())
    if kind is None:
        raise BadInput("purchase.cli.font_form", path=str(font))
    data = base64.b64encode(read_bytes(font)).decode()
    source = f"url(data:font/{kind};base64,{data}) format('{kind}')"
    return f"@font-face {{ font-family: Hexfire; src: {source}; }}\n"


def _sheet(of: Sheet) -> str:
    flow = " › ".join(f"<b>{escape(name)}</b>" if here else escape(name) for name, here in of.flow)
    blocks = "".join(_block(block) for block in of.blocks)
    return (
        f"<article><h2>{escape(of.head)}</h2><p>{escape(of.status)}</p>"
        f'<p class="flow">{flow}</p>{blocks}</article>\n'
    )


def _block(of: Block) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        inner = "".join(
            f"<{tag}{' class=n' if at in of.right else ''}>{escape(cell)}</{tag}>"
            for at, cell in enumerate(cells)
        )
        return f"<tr>{inner}</tr>"

    note = f'<p class="note">{escape(of.note)}</p>' if of.note else ""
    table = ""
    if of.rows:
        foot = f"<tfoot>{row(of.foot, 'td')}</tfoot>" if of.foot else ""
        body = "".join(row(cells, "td") for cells in of.rows)
        table = f"<table><thead>{row(of.columns, 'th')}</thead><tbody>{body}</tbody>{foot}</table>"
    return f"<section><h3>{escape(of.title)}</h3>{table}{note}</section>"


def pdf(html: str) -> bytes:
    """The page as PDF; WeasyPrint embeds the fonts it uses."""
    try:
        # An optional extra: whoever lacks it prints the HTML from a browser.
        weasyprint = import_module("weasyprint")
    except (ImportError, OSError):  # OSError: its system libraries are missing
        raise BadInput("purchase.cli.no_weasyprint") from None
    return bytes(weasyprint.HTML(string=html).write_pdf())
