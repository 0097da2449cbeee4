"""`hexfire oba ffe` and `aftermath`: what the shells do to units, and what they leave behind."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from msgspec.structs import replace
from rich.text import Text

from hexfire.asl.artillery import aftermath, ffe
from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.fates import fate_keys
from hexfire.asl.artillery.impact import blast_area, blast_radius
from hexfire.asl.artillery.record import Record, load, save, standing
from hexfire.asl.artillery.smoke import SmokeCounter, SmokeHex, place_smoke
from hexfire.asl.artillery.state import Event
from hexfire.asl.artillery.units import read_units
from hexfire.asl.eyes import Facts
from hexfire.asl.shots.targets import After
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
from hexfire.cli.oba.saying import missing, percent, tell
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, NeedRoll
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput, Message, Tally

if TYPE_CHECKING:
    from hexfire.asl.situation import Scene

Stacks = tuple[tuple[str, tuple[ffe.Inside, ...]], ...]


HEX_DR = ("C1.5", "C3.76")
"""The rules by which a hex of the Blast Area has its DR."""


class Barrage(NamedTuple):
    """R-E12: what the player supplies of a Barrage: its hexes and FP, out of his own E12."""

    hexes: tuple[str, ...] = ()
    fp: int | None = None


NO_BARRAGE = Barrage()


class Fire(NamedTuple):
    """An FFE on the table: whose, what falls, where, and who is there."""

    battery: str
    shelling: ffe.Shelling
    area: tuple[Hex, ...]
    stacks: Stacks
    ground: dict[str, ffe.Ground | None]
    scene: Scene | None


def ffe_command(
    file: File,
    units: Annotated[Path, typer.Argument(help=text("artillery.cli.units"))],
    name: Name = None,
    entering: Annotated[str, typer.Option("--entering", help=text("artillery.cli.entering"))] = "",
    every: Annotated[bool, typer.Option("--every-hex", help=text("artillery.cli.every"))] = False,
    area: Annotated[str, typer.Option("--area", help=text("artillery.cli.barrage_area"))] = "",
    fp: Annotated[int | None, typer.Option("--fp", help=text("artillery.cli.barrage_fp"))] = None,
    rolls: Rolls = "",
    roll: Roll = False,
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    barrage = Barrage(tuple(hex.strip() for hex in area.split(",") if hex.strip()), fp)
    fire = the_fire(record, the_battery(record, name), units, every, barrage)
    if not (roll or rolls or seed is not None):
        _say_hex_odds(out, fire.shelling, fire.stacks, entering)
        return
    source = source_of(rolls, roll, seed)
    try:
        record, fallen = resolve(record, fire, Dice(source=source), entering)
    except NeedRoll as need:
        missing(out, need)
        raise
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    save(file, record)
    if out.json:
        out.data(_data(out, fire, fallen, entering))
        return
    say_fallen(out, fire, fallen, entering)
    if any(battery == fire.battery for battery, _ in aftermath.open_questions(record)):
        out.print(Text(out.say("artillery.cli.answer_how", file=str(file)), style="dim"))


class Fallen(NamedTuple):
    """What an FFE did: the DR of each hex, the fates, SMOKE, wires cut, what is told of it."""

    rolled: dict[str, int]
    fates: dict[str, tuple[Any, ...]]
    smoke: dict[str, SmokeCounter]
    cut: tuple[str, ...]
    told: tuple[Event, ...]


def resolve(record: Record, fire: Fire, dice: Dice, entering: str = "") -> tuple[Record, Fallen]:
    """C1.5, C1.51: the DRs and what comes of them; the record keeps it all."""
    struck = frozenset(hex for hex, _ in fire.stacks if _has_dr(fire, hex))
    fates = ffe.fire_for_effect(dice, fire.shelling, fire.stacks, entering, struck)
    # The DR of each hex, in the order in which they were resolved.
    thrown = [sum(faces) for wanted, faces in dice.log if wanted.rule in HEX_DR]
    hexes = [hex for hex, _ in fire.stacks if fates.get(hex) or (hex in struck and not entering)]
    rolled = dict(zip(hexes, thrown, strict=False))
    record, told, cut = _keep(record, fire, fates, rolled, entering)
    smoke = {} if entering else _smoke(record, fire)
    return record, Fallen(rolled, fates, smoke, cut, told)


# -- who and what is there ------------------------------------------------------------------------


def the_fire(
    record: Record, battery: str, units: Path, every: bool = False, barrage: Barrage = NO_BARRAGE
) -> Fire:
    """The FFE of a battery and everything in its Blast Area."""
    state = record.table.states[record.setup.index(battery)]
    if state.marker is None or state.mission is None or state.marker.counter.value == "sr":
        raise BadInput("artillery.cli.no_ffe", name=battery)
    given, grid = record.setup.battery(battery), record.setup.grid
    shelling = ffe.Shelling(given.caliber, given.kind, state.mission)
    if state.mission.is_barrage and barrage.hexes:
        area = tuple(record.setup.hex(hex) for hex in barrage.hexes)
        fp = Fraction(barrage.fp) if barrage.fp is not None else None
        shelling = replace(shelling, fp=fp)
    else:
        area = blast_area(state.marker.hex, blast_radius(given.kind, state.mission), grid)
    labels = [grid.label(hex) for hex in area]
    scene = scene_of(units, record) if _is_situation(units) else None
    ground: dict[str, ffe.Ground | None] = dict.fromkeys(labels)
    wires = frozenset(hex for b in record.setup.batteries for hex in record.setup.wire(b))
    if scene is not None:
        from hexfire.asl.artillery.on_ground import ground_of, inside

        stacks = dict(inside(scene, area, given.side, state.observer, grid))
        ground = {grid.label(hex): ground_of(scene, hex, wires) for hex in area}
    else:
        listed = read_units(json_of(units), grid, str(units))
        stacks = {label: listed[label] for label in labels if label in listed}
        for hex in wires & set(area):
            ground[grid.label(hex)] = ffe.Ground(security_area=True)
    everything = every or scene is not None
    there = tuple(
        (label, stacks.get(label, ()))
        for label in labels
        if label in stacks or everything or ground[label] is not None
    )
    return Fire(battery, shelling, area, there, ground, scene)


def hexes_with_dr(fire: Fire) -> tuple[str, ...]:
    """The hexes for which a DR is made, in their order."""
    return tuple(hex for hex, units in fire.stacks if ffe.reached(units) or _has_dr(fire, hex))


def _has_dr(fire: Fire, hex: str) -> bool:
    """C1.5: an empty hex has its DR if anything there could be affected, or nobody can tell."""
    ground = fire.ground[hex]
    return ground is None or ffe.needs_roll((), ground)


def _is_situation(path: Path) -> bool:
    """A file of units is a plain list; a situation names its board."""
    return path.suffix == ".toml" or isinstance(json_of(path), dict)


def _smoke(record: Record, fire: Fire) -> dict[str, SmokeCounter]:
    """C1.71, C8.51: where SMOKE counters go, and which side up."""
    grid, phase = record.setup.grid, record.table.clock.phase
    if fire.scene is None:
        hexes = [SmokeHex(hex=grid.label(hex)) for hex in fire.area]
    else:
        from hexfire.asl.artillery.on_ground import smoke_hex

        hexes = [smoke_hex(fire.scene, hex, grid.label(hex)) for hex in fire.area]
    return place_smoke(fire.shelling.mission, hexes, phase)


# -- what is kept ---------------------------------------------------------------------------------


def _keep(
    record: Record,
    fire: Fire,
    fates: dict[str, tuple[Any, ...]],
    rolled: dict[str, int],
    entering: str,
) -> tuple[Record, tuple[Event, ...], tuple[str, ...]]:
    """The record with what fell, whose wire was cut, and what the players must look up.

    An FFE that is resolved once more (a die was mistyped) is told anew, not twice.
    """
    if not entering:
        record = record.unnoted(fire.battery)
    before = len(record.notes)
    events = [
        Event(
            "C1.51" if entering else "C1.5",
            Message.of(
                "artillery.note.fate",
                hex=hex,
                roll=rolled.get(hex, 0),
                unit=unit.target.name,
                fate=tuple(f"@artillery.fate.{key}" for key in fate_keys(unit, after)),
            ),
        )
        for hex, units in fire.stacks
        for unit, after in zip(ffe.reached(units), fates.get(hex, ()), strict=False)
    ]
    record = record.noted(fire.battery, events)
    shown = len(record.notes) - before
    cut = () if entering else _cut_wires(record, fire, rolled)
    for name in cut:
        hexes = [record.setup.label(h) for h in record.setup.wire(record.setup.battery(name))]
        hex = next(h for h in hexes if ffe.cuts_wire(fire.shelling, rolled.get(h, 12)))
        told = Message.of("artillery.note.wire_cut", name=name, hex=hex)
        record = record.noted(name, (Event("C1.23", told),))
        if standing(record, name) == IDLE:
            record, _ = record.take(name, Facts(), Dice(), "device_lost")
    fallen = [aftermath.Fallen(h, dr, fire.ground[h]) for h, dr in rolled.items()]
    record = aftermath.ask(
        record, fire.battery, aftermath.questions(fire.shelling, fallen, entering)
    )
    notes = record.notes[before + shown :]
    return record, tuple(Event(note.rule, note.message) for note in notes), cut


def _cut_wires(record: Record, fire: Fire, rolled: dict[str, int]) -> tuple[str, ...]:
    """C1.23: whose phone is lost by these DRs."""
    return tuple(
        battery.name
        for battery, state in zip(record.setup.batteries, record.table.states, strict=True)
        if state.device.value != "lost"
        and any(
            ffe.cuts_wire(fire.shelling, rolled.get(record.setup.label(hex), 12))
            for hex in record.setup.wire(battery)
        )
    )


def aftermath_command(
    file: File,
    answers: Annotated[list[str] | None, typer.Argument(help=text("artillery.cli.answers"))] = None,
    name: Name = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    waiting = aftermath.open_questions(record)
    if answers:
        battery = name or next(iter(waiting), ("", None))[0] or the_battery(record, name)
        record = aftermath.answer(record, battery, aftermath.read_answers(answers))
        save(file, record)
        waiting = aftermath.open_questions(record)
    if out.json:
        out.data([
            {"battery": battery, "trace": trace.value, "rule": trace.rule, "hexes": hexes}
            for (battery, trace), hexes in waiting.items()
        ])  # fmt: skip
        return
    for (battery, trace), hexes in waiting.items():
        said = out.say(
            "artillery.aftermath.open", battery=battery, trace=f"@artillery.trace.{trace.value}",
            hexes=hexes, word=trace.value,
        )  # fmt: skip
        out.print(Text.assemble((f"{trace.rule:<7} ", "cyan"), said))
    if not waiting:
        out.print(out.say("artillery.aftermath.nothing_open"), markup=False)


# -- saying ---------------------------------------------------------------------------------------


def _fire_line(out: Screen, shelling: ffe.Shelling) -> str:
    fp = f"{float(ffe.firepower(shelling)):g}"
    mission = f"@artillery.mission.{shelling.mission.value}"
    return out.say("artillery.cli.shelling", caliber=shelling.caliber, mission=mission, fp=fp)


def _rows(
    fire: Fire, fates: dict[str, tuple[Any, ...]], entering: str
) -> list[tuple[str, str, tuple[str, ...], Tally]]:
    smoke = fire.shelling.mission in (Mission.SMOKE, Mission.WP)
    return [
        (
            hex,
            unit.target.name,
            fate_keys(unit, after),
            Tally() if smoke else ffe.attack_drm(fire.shelling, unit, entering),
        )
        for hex, units in fire.stacks
        for unit, after in zip(ffe.reached(units), fates.get(hex, ()), strict=False)
    ]


def _data(out: Screen, fire: Fire, fallen: Fallen, entering: str) -> dict[str, Any]:
    rolled, fates = fallen.rolled, fallen.fates
    hexes = [aftermath.Fallen(h, dr, fire.ground[h]) for h, dr in rolled.items()]
    return {
        "drs": rolled,
        "units": [
            {
                "hex": hex, "unit": unit, "original_dr": rolled.get(hex), "fate": fate,
                "drm": drm.total, "modifiers": [
                    {"case": m.case, "rule": m.rule, "value": m.value, "name": out.words.name(m)}
                    for m in drm.applied
                ],
            }
            for hex, unit, fate, drm in _rows(fire, fates, entering)
        ],
        "smoke": {hex: side.value for hex, side in fallen.smoke.items()},
        "wires_cut": fallen.cut,
        "aftermath": [
            {
                "trace": one.trace.value, "rule": one.rule,
                "hexes": [
                    {"hex": h, "original_dr": dr, "final_dr": final} for h, dr, final in one.hexes
                ],
            }
            for one in aftermath.questions(fire.shelling, hexes, entering)
        ],
    }  # fmt: skip


def say_fallen(out: Screen, fire: Fire, fallen: Fallen, entering: str = "") -> None:
    rolled, fates = fallen.rolled, fallen.fates
    out.print(Text(_fire_line(out, fire.shelling), style="bold"))
    for hex, unit, keys, drm in _rows(fire, fates, entering):
        said = ", ".join(out.say(f"artillery.fate.{key}") for key in keys)
        why = ", ".join(
            f"{m.value:+d} {out.words.name(m)} {m.rule}" for m in drm.applied if m.value
        )
        dr = out.say("artillery.cli.dr", roll=rolled.get(hex, 0))
        out.print(
            Text.assemble((f"{hex:<6}", "bold"), f"{dr}  {unit}: {said}", (f"  {why}", "dim"))
        )
    bare = [f"{hex} {dr}" for hex, dr in rolled.items() if not fates.get(hex)]
    if bare:
        out.print(Text(out.say("artillery.cli.empty_hexes", hexes=tuple(bare)), style="dim"))
    for hex, side in fallen.smoke.items():
        out.print(Text(f"{hex:<6}{out.say(f'artillery.smoke.{side.value}')}"))
    tell(out, fallen.told)


def _say_hex_odds(out: Screen, shelling: ffe.Shelling, stacks: Stacks, entering: str) -> None:
    rows = []
    for hex, units in stacks:
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
