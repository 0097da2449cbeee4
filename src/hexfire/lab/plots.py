"""Plots as SVG, drawn by us: bars, lines and grids, readable when printed grey."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from hexfire.lab.stats import Interval

WIDTH, HEIGHT = 640, 300
LEFT, BOTTOM, TOP, RIGHT = 56, 44, 52, 16
DASHES = ("", "7 4", "2 4", "9 3 2 3", "1 2")
COLOURS = ("#3d5a80", "#a4482f", "#1f5f5b", "#a8821f", "#6d675c", "#7a4a86")
PALE = "#b9b0a0"
"""For what nobody won."""
INK, RULE, PAPER = "#22201c", "#d8cfbc", "#fbf8f1"

Parts = tuple[int, int, int]
"""How many games the first side won, the second side won, nobody won."""


def rates(title: str, rows: Mapping[str, Interval]) -> str:
    """A bar for each rate, with its interval."""
    tall, left = 30, 170
    height = TOP + tall * len(rows) + 34
    across = WIDTH - left - 110

    def x(rate: float) -> float:
        return left + rate * across

    bottom = TOP + tall * len(rows)
    parts = [
        f'<line x1="{x(i / 4):.1f}" x2="{x(i / 4):.1f}" y1="{TOP - 6}" y2="{bottom}" '
        f'stroke="{RULE}"/>' + _text(x(i / 4), bottom + 18, f"{i * 25} %", "middle")
        for i in range(5)
    ]
    for i, (name, interval) in enumerate(rows.items()):
        y = TOP + i * tall
        colour = PALE if i == 2 else COLOURS[i % len(COLOURS)]
        middle = y + 11
        parts.append(
            _text(left - 8, y + 15, name, "end")
            + _rect(left, y, x(interval.rate) - left, 22, colour)
            + f'<path d="M{x(interval.low):.1f} {middle - 5}v10m0 -5'
            f'H{x(interval.high):.1f}m0 -5v10" '
            f'fill="none" stroke="{INK}" stroke-width="1.5"/>'
            + _text(WIDTH - RIGHT, y + 15, percent(interval), "end")
        )
    return _frame(title, "".join(parts), height)


def percent(interval: Interval) -> str:
    """A rate as people read it: 54 % (47–61)."""
    return f"{interval.rate:.0%} ({interval.low * 100:.0f}–{interval.high * 100:.0f})"


def histogram(
    title: str, counts: Mapping[int, Parts], names: Sequence[str], x_name: str, *, bins: int = 21
) -> str:
    """How often each number came about, by who won; neighbouring numbers share a bar if many."""
    low, high = min(counts), max(counts)
    step = next(s for s in _steps(1) if (high // s - low // s + 1) <= bins)
    first = low // step
    bars = [[0, 0, 0] for _ in range(high // step - first + 1)]
    for number, parts in counts.items():
        for i, games in enumerate(parts):
            bars[number // step - first][i] += games
    top = max(sum(bar) for bar in bars)
    ticks = _ticks(top, whole=True)
    y_high = max(ticks[-1], top)
    wide = (WIDTH - LEFT - RIGHT) / len(bars)
    drawn = [_level(y, y_high) for y in ticks]
    every = math.ceil(len(bars) / 14)
    for i, bar in enumerate(bars):
        x, y = LEFT + i * wide, float(HEIGHT - BOTTOM)
        for games, colour in zip(bar, (COLOURS[0], COLOURS[1], PALE), strict=True):
            tall = (HEIGHT - TOP - BOTTOM) * games / y_high
            y -= tall
            if games:
                drawn.append(_rect(x + wide * 0.08, y, wide * 0.84, tall, colour))
        if i % every == 0:
            label = str((first + i) * step)
            drawn.append(_text(x + wide / 2, HEIGHT - BOTTOM + 16, label, "middle"))
    drawn.append(_key(names, (COLOURS[0], COLOURS[1], PALE)))
    if step > 1:
        x_name = f"{x_name} (…+{step - 1})"
    drawn.append(_text(WIDTH / 2, HEIGHT - 8, x_name, "middle"))
    return _frame(title, "".join(drawn))


def grid(title: str, rows: Mapping[str, Sequence[float]], x_name: str) -> str:
    """Shares as a grid: the darker the more; the columns are numbered from 1."""
    tall, left = 26, 190
    columns = max((len(row) for row in rows.values()), default=1)
    wide = min(60.0, (WIDTH - left - RIGHT) / columns)
    parts = [_text(left + (i + 0.5) * wide, TOP - 6, str(i + 1), "middle") for i in range(columns)]
    for n, (name, row) in enumerate(rows.items()):
        y = TOP + n * tall
        parts.append(_text(left - 8, y + 17, name, "end"))
        for i, share in enumerate(row):
            x = left + i * wide
            parts.append(
                _rect(x + 1, y + 1, wide - 2, tall - 2, COLOURS[0], 0.06 + 0.84 * share)
                + _text(
                    x + wide / 2, y + 17, f"{share * 100:.0f}", "middle",
                    PAPER if share > 0.6 else INK,
                )
            )  # fmt: skip
    height = TOP + tall * len(rows) + 30
    parts.append(_text(left + columns * wide / 2, height - 10, x_name, "middle"))
    return _frame(title, "".join(parts), height)


Series = Mapping[str, Sequence[tuple[float, float]]]
Band = Mapping[str, Sequence[tuple[float, float, float]]]


def lines(
    title: str,
    series: Series,
    x_name: str,
    y_name: str,
    *,
    band: Band | None = None,
    y_top: float | None = None,
) -> str:
    """Lines over a number; each has a dash pattern of its own besides its colour."""
    points = [point for line in series.values() for point in line]
    x_low, x_high = min(x for x, _ in points), max(x for x, _ in points)
    levels = _ticks(y_top or max([y for _, y in points] + [1e-9]))
    y_high = levels[-1]
    top = TOP + 16 * max(0, len(series) - 1)
    height = HEIGHT + top - TOP

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low or 1)
        up = min(y / y_high, 1) * (HEIGHT - TOP - BOTTOM)
        return LEFT + across * (WIDTH - LEFT - RIGHT), height - BOTTOM - up

    def path(line: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))

    parts = [_level(y, y_high, height) for y in levels]
    numbers = sorted({x for x, _ in points})
    for x in numbers if len(numbers) <= 12 else _ticks(x_high - x_low, start=x_low):
        parts.append(_text(place(x, 0)[0], height - BOTTOM + 16, f"{x:g}", "middle"))
    for i, (name, line) in enumerate(series.items()):
        colour, dash = COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]
        style = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        if band and name in band:
            low = path([(x, a) for x, a, _ in band[name]])
            high = path([(x, b) for x, _, b in reversed(band[name])])
            parts.append(f'<polygon points="{low} {high}" fill="{colour}" opacity="0.15"/>')
        parts.append(f'<polyline points="{path(line)}" {style}/>')
        if len(line) <= 12:
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
                for x, y in (place(*point) for point in line)
            ]
        y = 34 + 16 * i
        parts.append(
            f'<line x1="{LEFT}" x2="{LEFT + 26}" y1="{y}" y2="{y}" {style}/>'
            + _text(LEFT + 32, y + 4, name)
        )
    middle = (height + top - BOTTOM) / 2
    parts.append(
        _text(WIDTH / 2, height - 8, x_name, "middle")
        + f'<text x="14" y="{middle}" text-anchor="middle" '
        f'transform="rotate(-90 14 {middle})">{escape(y_name)}</text>'
    )
    return _frame(title, "".join(parts), height)


# -- parts ----------------------------------------------------------------------------------------


def _steps(least: float) -> Sequence[int]:
    return [d * 10**n for n in range(9) for d in (1, 2, 5) if d * 10**n >= least]


def _ticks(span: float, *, start: float = 0.0, whole: bool = False) -> list[float]:
    """At most seven round numbers from the start on that cover the span."""
    step = 10.0 ** math.floor(math.log10(span)) if span > 0 else 1.0
    step = next(s for s in (step / 5, step / 4, step / 2, step, 2 * step) if span / s <= 6)
    if whole:
        step = max(1.0, math.ceil(step))
    return [start + i * step for i in range(math.ceil(span / step - 1e-9) + 1)]


def _level(value: float, y_high: float, height: float = HEIGHT) -> str:
    """A line across with its number."""
    y = height - BOTTOM - value / y_high * (HEIGHT - TOP - BOTTOM)
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
        f'stroke="{INK if value == 0 else RULE}"/>' + _text(LEFT - 6, y + 4, f"{value:g}", "end")
    )


def _key(names: Sequence[str], colours: Sequence[str]) -> str:
    """Which colour is whose, in one line under the title."""
    parts, x = [], float(LEFT)
    for name, colour in zip(names, colours, strict=True):
        parts.append(_rect(x, 28, 12, 12, colour) + _text(x + 17, 38, name))
        # Characters of East Asian scripts are about twice as wide.
        x += 40 + sum(12.5 if ord(c) > 0x2E80 else 6.8 for c in name)
    return "".join(parts)


def _rect(x: float, y: float, wide: float, tall: float, fill: str, opacity: float = 1.0) -> str:
    clear = "" if opacity == 1.0 else f' fill-opacity="{opacity:.2f}"'
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
        f'fill="{fill}"{clear}/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", fill: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
    )


def _frame(title: str, inside: str, height: float = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="Noto Sans JP, Noto Sans CJK JP, '
        f'system-ui, sans-serif" font-size="12" fill="{INK}" role="img">'
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
        f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{escape(title)}</text>'
        f"{inside}</svg>"
    )
