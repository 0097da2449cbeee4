"""`hexfire oba bombard`: Bombardment before play, on a list of units (C1.8)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from hexfire.asl.artillery import bombardment as rules
from hexfire.asl.artillery.fates import fate_keys
from hexfire.asl.artillery.ffe import Inside
from hexfire.asl.artillery.units import read_units
from hexfire.asl.effects.targets import GunTarget, Personnel, VehicleTarget
from hexfire.cli.oba.given import Roll, Rolls, Seed, json_of, source_of
from hexfire.cli.oba.saying import missing
from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.dice import Dice, NeedRoll
from hexfire.hexes import Grid
from hexfire.rulebook import BadInput


class Suffered(msgspec.Struct, frozen=True):
    """What Bombardment did to one unit; `original` is its DR."""

    hex: str
    unit: str
    fate: tuple[str, ...]
    original: int


def bombard(
    units: Annotated[Path, typer.Argument(help=text("artillery.cli.units"))],
    half: Annotated[rules.Half | None, typer.Option(help=text("artillery.cli.half"))] = None,
    rolls: Rolls = "",
    roll: Roll = False,
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, source = screen(), source_of(rolls, roll, seed)
    stacks = read_units(json_of(units), Grid.asl(), str(units))
    dice = Dice(source=source)
    try:
        spared, results = rules.spared_numbers(dice)
        struck = {hex: stack for hex, stack in stacks.items() if rules.is_struck(hex, spared, half)}
        suffered, marks = _suffer(dice, struck)
    except NeedRoll as need:
        missing(out, need)
        raise
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    if out.json:
        out.data({
            "results": results, "spared": sorted(spared), "units": suffered,
            "marks": {hex: {"shellhole": s, "flame": f} for hex, (s, f) in marks.items()},
        })  # fmt: skip
        return
    numbers = tuple(str(number) for number in sorted(spared))
    out.print(out.say("artillery.cli.spared", numbers=numbers), markup=False)
    for one in suffered:
        said = ", ".join(out.say(f"artillery.fate.{key}") for key in one.fate)
        line = f"{one.unit}: {said}", (f"  (DR {one.original})", "dim")
        out.print(Text.assemble((f"{one.hex:<5}", "bold"), *line))
    for hex, (shellhole, flame) in marks.items():
        for there, key in ((shellhole, "shellhole"), (flame, "flame")):
            if there:
                out.print(Text(f"{hex:<5}{out.say(f'artillery.mark.{key}')}"))


def _suffer(
    dice: Dice, stacks: dict[str, tuple[Inside, ...]]
) -> tuple[list[Suffered], dict[str, tuple[bool, bool]]]:
    """C1.82–C1.823: every check, hex by hex: vehicles first, then men, then the Guns they hold."""
    suffered: list[Suffered] = []
    marks = {}
    for hex, stack in stacks.items():
        shellhole = flame = False
        for unit in sorted(stack, key=_turn):
            for one in _checks(dice, hex, unit):
                suffered.append(one)
                shellhole, flame = rules.marks(dice, one.original, shellhole=shellhole, flame=flame)
        if shellhole or flame:
            marks[hex] = (shellhole, flame)
    return suffered, marks


def _checks(dice: Dice, hex: str, unit: Inside) -> Iterator[Suffered]:
    """C1.821: a Gun is checked after its crew, and only if the crew failed."""
    gun = unit.target
    failed = False
    if isinstance(gun, GunTarget) and gun.crew is not None:
        crew = _check(dice, hex, msgspec.structs.replace(unit, target=gun.crew))
        failed = bool({"broken", "reduced", "eliminated"} & set(crew.fate))
        yield crew
        if not rules.equipment_checks(possessed=True, holder_failed=failed):
            return
    yield _check(dice, hex, unit)


def _turn(unit: Inside) -> int:
    if isinstance(unit.target, VehicleTarget):
        return 0
    return 1 if isinstance(unit.target, Personnel) else 2


def _check(dice: Dice, hex: str, unit: Inside) -> Suffered:
    target = unit.target
    if isinstance(target, Personnel):
        shaken = rules.personnel(dice, unit, marsh=unit.cover.terrain == "marsh")
        return Suffered(hex, target.name, fate_keys(unit, shaken.unit), shaken.original)
    if isinstance(target, VehicleTarget):
        what, damaged = rules.vehicle_class(target), "immobilized"
    else:
        what, damaged = rules.Equipment.GUN_OR_SW, "gun_malfunctioned"
    damage, original = rules.equipment(dice, what)
    keys = {
        rules.Damage.NONE: "none",
        rules.Damage.DAMAGED: damaged,
        rules.Damage.ELIMINATED: "eliminated",
        rules.Damage.BURNING: "burning",
    }
    return Suffered(hex, target.name, (keys[damage],), original)
