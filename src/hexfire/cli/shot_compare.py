"""The same shot in several ways side by side, the best one marked."""

from __future__ import annotations

from msgspec import UNSET
from rich.table import Table
from rich.text import Text

from hexfire.assist.shots import CompareReport, RefusedWay, ShotReport
from hexfire.cli.screen import Screen, percent
from hexfire.cli.shot_page import ammo_name

COLUMNS = ("ammo", "type", "range", "needed", "hit", "ch", "hurt", "killed")


def show_comparison(out: Screen, report: CompareReport) -> None:
    """A line for each way; what the rules forbid with its reason."""
    if out.json:
        out.data(report)
        return
    table = Table(box=None, pad_edge=False)
    for key in COLUMNS:
        table.add_column(out.say(f"gunnery.compare.{key}"))
    table.add_column("")
    for way in report.ways:
        if isinstance(way, RefusedWay):
            cells = (
                ammo_name(out, way),
                out.say(f"gunnery.type.{way.target_type}") if way.target_type else "—",
                str(way.range),
            )
            why = Text(out.tell(way.error), style="dim")
            table.add_row(*cells, "—", "", "", "", "", why)
            continue
        mark = Text(out.say("gunnery.compare.best"), style="bold green") if way.best else ""
        table.add_row(*_cells(out, way), mark, style="bold" if way.best else "")
    out.print(table)


def _cells(out: Screen, way: ShotReport) -> tuple[str, ...]:
    kind = out.say(f"gunnery.type.{way.target_type}") if way.target_type else "IFT"
    needed = "—" if way.max_original_dr is None else str(way.max_original_dr)
    hit, ch = way.odds.hit, way.odds.ch
    return (
        ammo_name(out, way),
        kind,
        str(way.range),
        needed,
        "—" if hit is UNSET else percent(hit),
        "—" if ch is UNSET else percent(ch),
        percent(way.p_hurt),
        percent(way.p_killed),
    )
