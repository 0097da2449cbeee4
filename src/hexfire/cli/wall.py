"""`hexfire wall SITUATION`: who has Wall Advantage, who may claim it, and the TEM between units."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from hexfire.asl.situation import Scene, Situation, read_situation
from hexfire.asl.walls import Cover, Fire, State, Step, cover, happen, sees, start
from hexfire.asl.walls import advantage as wa
from hexfire.boards import open_board
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.hexes import Side
from hexfire.rulebook import BadInput, Modifier


def add_to(app: typer.Typer) -> None:
    app.command("wall", help=text("sight.cli.wall"))(wall)


def wall(
    situation: Annotated[Path, typer.Argument(help=text("sight.cli.situation"))],
    event: Annotated[
        list[str] | None, typer.Option("--event", help=text("sight.cli.event"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    scene = scene_of(read_situation(situation))
    step = Step(start(scene), (), ())
    step = step._replace(offers=wa.offers(step.state))
    changes: list[wa.Change] = []
    for words in event or ():
        step = happen(step.state, read_event(words))
        changes += step.changes
    if out.json:
        out.data(_data(step, changes))
    else:
        _print(out, step, changes)


def scene_of(situation: Situation) -> Scene:
    """A situation on the board it names."""
    return Scene.of(situation, open_board(situation.board, situation.ssr))


_EVENTS: dict[str, type[wa.Event]] = {
    str(kind.__struct_config__.tag): kind for kind in wa.Event.__subclasses__()
}


def read_event(words: str) -> wa.Event:
    """`claims unit=a`, `enters unit=a hex=H6`, `phase phase=APh phasing=german` …"""
    name, *fields = words.split()
    if name not in _EVENTS:
        raise BadInput("sight.wall.unknown_event", text=words, known=tuple(_EVENTS))
    data: dict[str, Any] = {}
    for item in fields:
        key, _, value = item.partition("=")
        data[key] = value.split(",") if key == "sides" else value
    try:
        return msgspec.convert({"event": name, **data}, _EVENTS[name])
    except msgspec.ValidationError as error:
        raise BadInput("sight.wall.bad_event", text=words, why=str(error)) from None


def _side(state: State, side: Side) -> str:
    grid = state.scene.board.grid
    return "-".join(grid.label(hex) for hex in side.hexes if hex in grid)


def _data(step: Step, changes: list[wa.Change]) -> dict[str, Any]:
    state = step.state
    units = state.scene.situation.units
    return {
        "units": [
            {
                "unit": unit.id,
                "side": unit.side,
                "hex": unit.hex,
                "wall_advantage": sorted(_side(state, side) for side in state.held(unit)),
                "mandatory": wa.is_mandatory(state.scene, unit),
                "counter": wa.needs_counter(state, unit),
                "cannot": refusal.rule if (refusal := wa.cannot_have(state.scene, unit)) else None,
            }
            for unit in units
        ],
        "changes": [
            {
                "unit": c.unit,
                "what": c.what,
                "rule": c.rule,
                "sides": [_side(state, s) for s in c.sides],
            }
            for c in changes
        ],
        "offers": step.offers,
        "between": [
            {
                "firer": firer.id,
                "target": target.id,
                "sees_hex": not (seen := sees(state, firer, target)).hex.blocked,
                "sees_unit": not seen.unit.blocked,
                "hindrance": seen.unit.hindrance,
                "tem": [_plain(item) for item in cover(state, [firer], target).options],
                "hull_down": cover(state, [firer], target, Fire.ORDNANCE).is_hull_down,
            }
            for firer in units
            for target in units
            if firer.side != target.side and not target.hidden
        ],
    }


def _plain(item: Modifier) -> dict[str, Any]:
    return {"case": item.case, "rule": item.rule, "value": item.value}


def _print(out: Screen, step: Step, changes: list[wa.Change]) -> None:
    state = step.state
    for change in changes:
        words = out.say(f"sight.wall.{change.what}", unit=change.unit)
        out.print(f"• {words} ({change.rule})", markup=False)
    holders = Table.grid(padding=(0, 2))
    for unit in state.scene.situation.units:
        held = ", ".join(sorted(_side(state, side) for side in state.held(unit)))
        refusal = wa.cannot_have(state.scene, unit)
        note = out.say("sight.wall.mandatory_now") if wa.is_mandatory(state.scene, unit) else ""
        if not held and refusal is not None:
            note = out.words.refusal(refusal)
        mark = Text("WA", style="bold magenta") if held else Text("–")
        holders.add_row(mark, Text(unit.id, style="bold"), unit.side, unit.hex, held, note)
    out.print(Text(out.say("sight.wall.holders"), style="bold"))
    out.print(holders)
    out.print(Text(out.say("sight.wall.offers"), style="bold"))
    for offer in step.offers:
        out.print(f"  {offer.unit} ({offer.rule}: {out.words.title(offer.rule)})", markup=False)
    if not step.offers:
        out.print("  " + out.say("sight.wall.nobody"))
    _print_between(out, state)


def _print_between(out: Screen, state: State) -> None:
    table = Table(box=None, pad_edge=False)
    for key in ("firer", "target", "sight", "tem"):
        table.add_column(out.say(f"sight.wall.column.{key}"))
    for firer in state.scene.situation.units:
        for target in state.scene.situation.units:
            if firer.side == target.side or target.hidden:
                continue
            seen = sees(state, firer, target)
            if seen.unit.blocked:
                words = out.say("sight.wall.hex_only" if not seen.hex.blocked else "sight.blocked")
                table.add_row(firer.id, target.id, f"{words} ({seen.unit.rule})", "")
                continue
            words = out.say(
                "sight.hindered" if seen.unit.hindrance else "sight.clear",
                total=seen.unit.hindrance,
            )
            table.add_row(firer.id, target.id, words, _cover(out, cover(state, [firer], target)))
    out.print(table)


def _cover(out: Screen, found: Cover) -> str:
    if not found.options:
        return out.say("sight.wall.no_cover")
    return out.say("sight.wall.or").join(
        f"+{item.value} {out.words.name(item)} ({item.rule})" for item in found.options
    )
