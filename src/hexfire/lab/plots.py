"""Plots as SVG, drawn by us: bars and lines, readable when printed grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 300
LEFT, BOTTOM, TOP, RIGHT = 56, 44, 34, 16
DASHES = ("", "7 4", "2 4", "9 3 2 3", "1 2")
COLOURS = ("#3d5a80", "#a4482f", "#1f5f5b", "#a8821f", "#6d675c", "#7a4a86")


def bars(title: str, values: Mapping[str, float], unit: str = "") -> str:
    """One bar for each name."""
    top = max([*values.values(), 1e-9])
    wide = (WIDTH - LEFT - RIGHT) / max(len(values), 1)
    parts = []
    for i, (name, value) in enumerate(values.items()):
        x, tall = LEFT + i * wide, (HEIGHT - TOP - BOTTOM) * value / top
        y = HEIGHT - BOTTOM - tall
        parts.append(
            f'<rect x="{x + wide * 0.1:.1f}" y="{y:.1f}" width="{wide * 0.8:.1f}" '
            f'height="{tall:.1f}" fill="{COLOURS[0]}"/>'
            f'<text x="{x + wide / 2:.1f}" y="{y - 4:.1f}" text-anchor="middle">'
            f"{value:.3g}{escape(unit)}</text>"
            f'<text x="{x + wide / 2:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">'
            f"{escape(name)}</text>"
        )
    return _frame(title, "".join(parts))


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
    y_high = y_top or max([y for _, y in points] + [1e-9])

    def place(x: float, y: float) -> str:
        across = (x - x_low) / (x_high - x_low or 1)
        px = LEFT + across * (WIDTH - LEFT - RIGHT)
        py = HEIGHT - BOTTOM - min(y / y_high, 1) * (HEIGHT - TOP - BOTTOM)
        return f"{px:.1f},{py:.1f}"

    parts = [_grid(x_low, x_high, y_high)]
    for i, (name, line) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        if band and name in band:
            low = [place(x, a) for x, a, _ in band[name]]
            high = [place(x, b) for x, _, b in reversed(band[name])]
            parts.append(
                f'<polygon points="{" ".join(low + high)}" fill="{colour}" opacity="0.15"/>'
            )
        path = " ".join(place(x, y) for x, y in line)
        dash = DASHES[i % len(DASHES)]
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
            f'<line x1="{LEFT + 8}" x2="{LEFT + 34}" y1="{TOP + 8 + 16 * i}" '
            f'y2="{TOP + 8 + 16 * i}" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
            f'<text x="{LEFT + 40}" y="{TOP + 12 + 16 * i}">{escape(name)}</text>'
        )
    parts.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_name)}</text>'
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {HEIGHT / 2})">{escape(y_name)}</text>'
    )
    return _frame(title, "".join(parts))


def _grid(x_low: float, x_high: float, y_high: float) -> str:
    parts = []
    for i in range(5):
        y = HEIGHT - BOTTOM - i / 4 * (HEIGHT - TOP - BOTTOM)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d8cfbc"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{y_high * i / 4:.3g}</text>'
        )
        x = LEFT + i / 4 * (WIDTH - LEFT - RIGHT)
        value = x_low + (x_high - x_low) * i / 4
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{value:.3g}</text>'
        )
    return "".join(parts)


def _frame(title: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="Noto Sans JP, Noto Sans CJK JP, '
        f'system-ui, sans-serif" font-size="12" fill="#22201c">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f1"/>'
        f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{escape(title)}</text>'
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}" '
        f'stroke="#22201c"/>{inside}</svg>'
    )
