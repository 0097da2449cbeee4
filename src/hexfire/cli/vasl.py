"""`hexfire vasl`: what lies where in a saved game of VASL, and the same as a situation file."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from hexfire.asl.situation import Unit, written
from hexfire.assist.vasl import Reading, picture, read_game
from hexfire.cli.board import Png, Svg
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.play import write_whole
from hexfire.rulebook import BadInput

SaveFile = Annotated[Path, typer.Argument(metavar="SAVE", help=text("vasl.cli.save"))]
As = Annotated[str | None, typer.Option("--as", metavar="SIDE", help=text("vasl.cli.as"))]


def add_to(app: typer.Typer) -> None:
    vasl = typer.Typer(help=text("vasl.cli.vasl"), no_args_is_help=True, rich_markup_mode=None)
    vasl.command("show", help=text("vasl.cli.show"))(show)
    vasl.command("situation", help=text("vasl.cli.situation"))(situation)
    app.add_typer(vasl, name="vasl")


def show(
    save: SaveFile,
    side: As = None,
    png: Png = None,
    svg: Svg = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    reading = read_game(save, side)
    for path, form in ((png, "png"), (svg, "svg")):
        if path is not None:
            drawing = picture(reading)
            write_whole(path, drawing.png() if form == "png" else drawing.svg().encode())
    if out.json:
        out.data(reading)
        return
    _show(out, reading)
    for path in (png, svg):
        if path is not None:
            out.print(out.say("sight.drawn", path=str(path)), markup=False)


def situation(save: SaveFile, side: As = None, json: Json = False, lang: Lang = None) -> None:
    out = screen()
    reading = read_game(save, side)
    if not reading.situation.board:
        raise BadInput("vasl.no_boards")
    if out.json:
        out.data(reading.situation)
    else:
        print(written(reading.situation), end="")


def _show(out: Screen, reading: Reading) -> None:
    situation = reading.situation
    title = out.say("vasl.show.boards", boards=situation.board) if situation.board else ""
    out.print(Text(title or out.say("vasl.no_boards"), style="bold"))
    if situation.phasing:
        side = _side(out, situation.phasing)
        out.print(out.say("vasl.show.turn", side=side, phase=situation.phase), markup=False)
    told: dict[str, list[str]] = {}
    for on in reading.told:
        told.setdefault(on.unit, []).append(on.marker)
    table = Table(box=None, pad_edge=False)
    for head in ("hex", "side", "unit", "state"):
        table.add_column(out.say(f"vasl.show.{head}"))
    for hex, units in groupby(sorted(situation.units, key=lambda u: u.hex), key=lambda u: u.hex):
        for i, unit in enumerate(units):
            states = [*_states(out, unit), *told.get(unit.id, ())]
            place = hex if i == 0 else ""
            table.add_row(
                place, _side(out, unit.side), unit.id, out.say("core.list_comma").join(states)
            )
    for marker in situation.markers:
        name = out.say(f"vasl.marker.{marker.kind}")
        drm = f" +{marker.drm}" if marker.drm else ""
        table.add_row(marker.hex, "", name + drm, marker.id)
    if table.row_count:
        out.print(table)
    _left_over(out, reading)


def _side(out: Screen, side: str) -> str:
    key = f"vasl.side.{side}"
    return out.say(key) if out.words.has(key) else side


def _states(out: Screen, unit: Unit) -> list[str]:
    names = ("broken", "pinned", "concealed", "hidden", "moving", "bogged", "berserk", "ce")
    states = [out.say(f"vasl.state.{name}") for name in names if getattr(unit, name)]
    if unit.level:
        states.append(out.say("vasl.state.level", level=f"{unit.level:g}"))
    if unit.entrenched is not None:
        states.append(out.say(f"vasl.state.{unit.entrenched}"))
    if unit.bypass is not None:
        states.append(out.say("vasl.state.bypass", hex=unit.bypass))
    return [*states, *unit.weapons]


def _left_over(out: Screen, reading: Reading) -> None:
    """What was not understood, by name and place: nothing is dropped in silence."""
    for unknown in reading.unknown:
        name = unknown.name or unknown.picture
        out.print(out.say("vasl.show.unknown", name=name, hex=unknown.hex), markup=False)
    if reading.unread:
        out.print(out.say("vasl.show.unread", things=reading.unread), markup=False)
    if reading.missing_boards:
        out.print(out.say("vasl.show.missing", boards=reading.missing_boards), markup=False)
    if reading.off_board:
        names = reading.off_board[:12] + (("…",) if len(reading.off_board) > 12 else ())
        count = len(reading.off_board)
        out.print(out.say("vasl.show.off_board", count=count, names=names), markup=False)
    if reading.skipped:
        out.print(out.say("vasl.show.skipped", count=reading.skipped), markup=False)
