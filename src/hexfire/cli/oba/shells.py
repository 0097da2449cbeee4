"""`hexfire oba ffe`: what the shells do to everyone in the Blast Area."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from hexfire.asl.artillery import ffe
from hexfire.asl.artillery.fates import fate_keys
from hexfire.asl.artillery.impact import blast_area, blast_radius
from hexfire.asl.artillery.record import Record, load
from hexfire.asl.artillery.units import read_units
from hexfire.asl.effects.targets import After
from hexfire.cli.oba.given import (
    File,
    Name,
    Roll,
    Rolls,
    Seed,
    json_of,
    scene_of,
    source_of,
    the_battery,
)
from hexfire.cli.oba.saying import missing, percent
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, NeedRoll
from hexfire.rulebook import BadInput


def ffe_command(
    file: File,
    units: Annotated[Path, typer.Argument(help=text("artillery.cli.units"))],
    name: Name = None,
    entering: Annotated[str, typer.Option("--entering", help=text("artillery.cli.entering"))] = "",
    rolls: Rolls = "",
    roll: Roll = False,
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    state = record.table.states[record.setup.index(battery)]
    if state.marker is None or state.mission is None or state.marker.counter.value == "sr":
        raise BadInput("artillery.cli.no_ffe", name=battery)
    given = record.setup.battery(battery)
    shelling = ffe.Shelling(given.caliber, given.kind, state.mission)
    grid = record.setup.grid
    area = blast_area(state.marker.hex, blast_radius(given.kind, state.mission), grid)
    if _is_situation(units):
        from hexfire.asl.artillery.on_board import inside

        hexes = inside(scene_of(units, record), area, given.side, state.observer)
    else:
        stacks = read_units(json_of(units), grid, str(units))
        labels = [grid.label(hex) for hex in area]
        hexes = tuple((label, stacks[label]) for label in labels if label in stacks)
    there = {hex for hex, _ in hexes}
    wired = _wired(record, {grid.label(hex) for hex in area})
    hexes += tuple((hex, ()) for hex in sorted(wired - there))
    if roll or rolls or seed is not None:
        source = source_of(rolls, roll, seed)
        dice = Dice(source=source)
        try:
            fates = ffe.fire_for_effect(dice, shelling, hexes, entering, wired)
        except NeedRoll as need:
            missing(out, need)
            raise
        if source.tokens:
            raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
        # The DR of each hex, in the order in which they were resolved.
        thrown = [sum(faces) for wanted, faces in dice.log if wanted.rule in ("C1.5", "C3.76")]
        struck = [hex for hex, _ in hexes if fates.get(hex) or hex in wired]
        rolled = dict(zip(struck, thrown, strict=False))
        _say_fates(out, shelling, hexes, fates, entering, rolled)
        if not out.json and not entering:
            _say_cut_wires(out, record, shelling, rolled)
    else:
        _say_hex_odds(out, shelling, hexes, entering)


def _wired(record: Record, area: set[str]) -> frozenset[str]:
    """C1.23: the hexes of the area that a field phone's wire runs through."""
    wires = {hex for battery in record.setup.batteries for hex in battery.security_area}
    grid = record.setup.grid
    return frozenset(area & {grid.label(grid.hex(hex)) for hex in wires})


def _say_cut_wires(
    out: Screen, record: Record, shelling: ffe.Shelling, rolled: dict[str, int]
) -> None:
    """C1.23: whose phone is lost by these DRs; the player records it."""
    for battery in record.setup.batteries:
        hexes = [
            hex for hex in battery.security_area if ffe.cuts_wire(shelling, rolled.get(hex, 12))
        ]
        if hexes:
            out.print(Text(out.say("artillery.cli.wire_cut", name=battery.name, hex=hexes[0])))


def _fire_line(out: Screen, shelling: ffe.Shelling) -> str:
    fp = f"{float(ffe.firepower(shelling)):g}"
    mission = f"@artillery.mission.{shelling.mission.value}"
    return out.say("artillery.cli.shelling", caliber=shelling.caliber, mission=mission, fp=fp)


def _is_situation(path: Path) -> bool:
    """A file of units is a plain list; a situation names its board."""
    return path.suffix == ".toml" or isinstance(json_of(path), dict)


def _say_fates(
    out: Screen,
    shelling: ffe.Shelling,
    hexes: tuple[tuple[str, tuple[ffe.Inside, ...]], ...],
    fates: dict[str, tuple[Any, ...]],
    entering: str,
    rolled: dict[str, int],
) -> None:
    rows = [
        (hex, unit.target.name, fate_keys(unit, after), ffe.attack_drm(shelling, unit, entering))
        for hex, units in hexes
        for unit, after in zip(ffe.reached(units), fates.get(hex, ()), strict=True)
    ]
    if out.json:
        out.data([
            {
                "hex": hex, "unit": unit, "original_dr": rolled.get(hex), "fate": fate,
                "drm": drm.total, "modifiers": [
                    {"case": m.case, "rule": m.rule, "value": m.value, "name": out.words.name(m)}
                    for m in drm.applied
                ],
            }
            for hex, unit, fate, drm in rows
        ])  # fmt: skip
        return
    out.print(Text(_fire_line(out, shelling), style="bold"))
    for hex, unit, keys, drm in rows:
        said = ", ".join(out.say(f"artillery.fate.{key}") for key in keys)
        why = ", ".join(
            f"{m.value:+d} {out.words.name(m)} {m.rule}" for m in drm.applied if m.value
        )
        dr = out.say("artillery.cli.dr", roll=rolled.get(hex, 0))
        out.print(
            Text.assemble((f"{hex:<6}", "bold"), f"{dr}  {unit}: {said}", (f"  {why}", "dim"))
        )


def _say_hex_odds(
    out: Screen,
    shelling: ffe.Shelling,
    hexes: tuple[tuple[str, tuple[ffe.Inside, ...]], ...],
    entering: str,
) -> None:
    rows = []
    for hex, units in hexes:
        for unit, found in zip(
            ffe.reached(units), ffe.hex_odds(shelling, units, entering), strict=True
        ):
            rows.append((hex, unit.target.name, found.map(_fate_of(unit))))
    if out.json:
        out.data([
            {"hex": hex, "unit": name, "odds": {" ".join(k): str(p) for k, p in fates.items()}}
            for hex, name, fates in rows
        ])  # fmt: skip
        return
    out.print(Text(_fire_line(out, shelling), style="bold"))
    for hex, name, fates in rows:
        likeliest = sorted(fates.items(), key=lambda item: -item[1])
        said = ", ".join(
            f"{'+'.join(out.say(f'artillery.fate.{key}') for key in keys)} {percent(p)}"
            for keys, p in likeliest
        )
        out.print(Text.assemble((f"{hex:<5}", "bold"), f"{name}: {said}"))


def _fate_of(unit: ffe.Inside) -> Callable[[After], tuple[str, ...]]:
    return lambda after: fate_keys(unit, after)
