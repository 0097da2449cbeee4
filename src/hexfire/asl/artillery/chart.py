"""The flowchart as SVG, drawn from the very data the engine runs, so that the two cannot differ.

Each node is a card; its ways out are rows with their rules and the number of the card they lead
to. The current card is lit, the ways walked in this phase are inked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from html import escape
from typing import NamedTuple

from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.flow import Node, NodeKind, flow

Way = tuple[str, str]

_WIDTH, _GUTTER, _GAP, _MARGIN, _TOP = 222, 92, 26, 30, 84
_HEAD, _ROW, _LINE = 34, 20, 12
_RULES_WIDTH = 37
_FILL = {
    NodeKind.DO: "#e8e4da",
    NodeKind.ASK: "#dbe7f0",
    NodeKind.ROLL: "#f3e3c3",
    NodeKind.DECIDE: "#dcead8",
}
_INK, _FAINT, _TEXT, _LIT = "#b3261e", "#a9a296", "#2b2721", "#ffd54d"
_STYLE = (
    "text{font-family:'Noto Sans','Noto Sans CJK JP','Hiragino Sans','Yu Gothic',sans-serif}"
    ".t{font-size:13px;font-weight:700}.n{font-size:11px;font-weight:700}"
    ".o{font-size:12px}.r{font-size:9px}"
)


class Row(NamedTuple):
    """One way out, as it lies on the chart."""

    outcome: str
    y: float
    height: float
    rules: tuple[str, ...]


class Card(NamedTuple):
    """A node, as it lies on the chart."""

    name: str
    node: Node
    number: int
    x: float
    y: float
    height: float
    rows: tuple[Row, ...]

    @property
    def right(self) -> float:
        return self.x + _WIDTH


def _wrapped(rules: tuple[str, ...]) -> tuple[str, ...]:
    lines = [""]
    for rule in rules:
        longer = f"{lines[-1]} {rule}".strip()
        if len(longer) > _RULES_WIDTH:
            lines.append(rule)
        else:
            lines[-1] = longer
    return tuple(lines)


def cards() -> tuple[Card, ...]:
    """Every node with its place: columns from left to right, each stacked from the top."""
    placed = []
    bottoms: dict[int, float] = {}
    in_order = sorted(flow().items(), key=lambda item: item[1].at)
    for number, (name, node) in enumerate(in_order, start=1):
        column = node.at[0]
        x = _MARGIN + column * (_WIDTH + _GUTTER)
        y = bottoms.get(column, _TOP)
        rows, at = [], y + _HEAD
        for outcome, edge in node.to.items():
            rules = _wrapped(edge.rules)
            height = _ROW + _LINE * len(rules)
            rows.append(Row(outcome, at, height, rules))
            at += height
        bottoms[column] = at + 6 + _GAP
        placed.append(Card(name, node, number, x, y, at + 6 - y, tuple(rows)))
    return tuple(placed)


def draw(say: Callable[[str], str], lit: str | None = None, walked: Collection[Way] = ()) -> str:
    """The chart in the language of `say`, with the current node lit and the walked ways inked."""
    laid = {card.name: card for card in cards()}
    width = max(card.right for card in laid.values()) + _GUTTER
    height = max(card.y + card.height for card in laid.values()) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">',
        f"<title>{escape(say('artillery.chart.title'))}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fbf9f4"/>',
        f'<text x="{_MARGIN}" y="38" style="font-size:22px;font-weight:700" fill="{_TEXT}">'
        f"{escape(say('artillery.chart.title'))}</text>",
        *_legend(say, played=lit is not None),
    ]
    plain: list[str] = []
    inked: list[str] = []
    for card in laid.values():
        for row in card.rows:
            ink = (card.name, row.outcome) in walked
            (inked if ink else plain).extend(_connector(laid, card, row, ink))
    parts += plain + inked
    for card in laid.values():
        parts += _card(say, laid, card, card.name == lit, walked)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend(say: Callable[[str], str], *, played: bool) -> Iterator[str]:
    """What the colours and signs mean, in one line under the title."""
    signs = [
        f'<rect x="0" y="52" width="16" height="16" rx="3" fill="{fill}" stroke="{_FAINT}"/>'
        for fill in (*_FILL.values(), _LIT)
    ]
    signs.append(f'<path d="M-4 60h22" stroke="{_INK}" stroke-width="3.5"/>')
    signs.append(f'<text class="n" x="2" y="64" fill="{_TEXT}">■</text>')
    keys = (*(kind.value for kind in _FILL), "now", "walked", "ends")
    x = float(_MARGIN)
    for key, sign in zip(keys, signs, strict=True):
        if key in ("now", "walked") and not played:
            continue
        text = say(f"artillery.chart.{key}")
        yield (
            f'<g transform="translate({x:g} 0)">{sign}'
            f'<text class="o" x="24" y="64" fill="{_TEXT}">{escape(text)}</text></g>'
        )
        x += 54 + sum(map(_width, text)) * 12


def _connector(laid: dict[str, Card], card: Card, row: Row, ink: bool) -> Iterator[str]:
    """The line of one way. Ways that end the phase have none: their row says so.

    Nor have those that lead past a column, unless they were walked: the number in the row is
    easier to follow than a line behind other cards.
    """
    target = laid[card.node.to[row.outcome].node]
    if target.name == IDLE and card.name != "before_play":
        return
    y, to = row.y + 9, target.y + _HEAD / 2
    column, aimed = card.node.at[0], target.node.at[0]
    if abs(aimed - column) > 1 and not ink:
        return
    if aimed > column:
        start, end, out, into = card.right, target.x, 1, -1
    elif aimed < column:
        start, end, out, into = card.x, target.right, -1, 1
    else:
        start, end, out, into = card.right, target.right, 1, 1
    # Neighbouring rows leave at different depths, so that their lines do not lie on one another.
    index = next(i for i, r in enumerate(card.rows) if r == row)
    bend = 26 + 9 * (index % 5)
    far = max(bend, abs(end - start) * 0.35) if aimed != column else bend + abs(to - y) * 0.06
    color, stroke = (_INK, 3) if ink else (_FAINT, 1.3)
    yield (
        f'<path d="M{start:g} {y:g}C{start + out * far:g} {y:g} {end + into * far:g} {to:g} '
        f'{end + into * 7:g} {to:g}" fill="none" stroke="{color}" stroke-width="{stroke}"/>'
        f'<path d="M{end:g} {to:g}l{into * 8:g} -4v8z" fill="{color}"/>'
    )


def _card(
    say: Callable[[str], str],
    laid: dict[str, Card],
    card: Card,
    lit: bool,
    walked: Collection[Way],
) -> Iterator[str]:
    passed = any((card.name, row.outcome) in walked for row in card.rows)
    edge, stroke = (_INK, 2.5) if lit or passed else (_FAINT, 1.2)
    fill = _LIT if lit else _FILL[card.node.kind]
    yield (
        f'<rect x="{card.x:g}" y="{card.y:g}" width="{_WIDTH}" height="{card.height:g}" rx="7" '
        f'fill="#ffffff" stroke="{edge}" stroke-width="{stroke}"/>'
        f'<path d="M{card.x + 7:g} {card.y:g}h{_WIDTH - 14}q7 0 7 7v{_HEAD - 11}h-{_WIDTH}'
        f'v-{_HEAD - 11}q0 -7 7 -7z" fill="{fill}" stroke="{edge}" stroke-width="{stroke}"/>'
    )
    title = escape(say(f"artillery.node.{card.name}"))
    yield (
        f'<text class="n" x="{card.x + 8:g}" y="{card.y + 19:g}" fill="{_TEXT}">'
        f"{card.number}</text>"
        f'<text class="t" x="{card.x + 28:g}" y="{card.y + 20:g}" fill="{_TEXT}"'
        f"{_squeeze(say(f'artillery.node.{card.name}'), _WIDTH - 36, 13)}>{title}</text>"
    )
    for row in card.rows:
        way = card.node.to[row.outcome]
        color = _INK if (card.name, row.outcome) in walked else _TEXT
        ends = way.node == IDLE and card.name != "before_play"
        aim = "■" if ends else f"→ {laid[way.node].number}"
        label = escape(say(f"artillery.edge.{card.name}.{row.outcome}"))
        yield (
            f'<text class="o" x="{card.x + 10:g}" y="{row.y + 14:g}" fill="{color}"'
            f"{_squeeze(label, _WIDTH - 56, 12)}>{label}</text>"
            f'<text class="n" x="{card.right - 8:g}" y="{row.y + 14:g}" text-anchor="end" '
            f'fill="{color}">{aim}</text>'
        )
        for at, line in enumerate(row.rules):
            y = row.y + 26 + _LINE * at
            yield f'<text class="r" x="{card.x + 10:g}" y="{y:g}" fill="#7a7266">{line}</text>'


def _squeeze(text: str, room: float, size: float) -> str:
    """Text too long for its place is set a little tighter; what fits is left as it is."""
    wide = sum(map(_width, text)) * size
    return f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if wide > room else ""


def _width(char: str) -> float:
    """A character's width in parts of its size: Japanese is full width, i and l are thin."""
    if ord(char) > 0x2E7F:
        return 1.0
    if char in " .,:;'|!/()[]ijlftI1":
        return 0.33
    return 0.68 if char.isupper() else 0.55
