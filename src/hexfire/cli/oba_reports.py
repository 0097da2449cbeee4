"""`hexfire oba odds`, `ffe` and `flow`: what may come of it, what the shells do, and the chart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from hexfire.asl.artillery import chart, ffe, odds
from hexfire.asl.artillery.battery import Kind, Mission, accuracy_number
from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.impact import Aim, blast_area, blast_radius
from hexfire.asl.artillery.on_board import inside
from hexfire.asl.artillery.record import Record, load, standing
from hexfire.asl.artillery.state import State
from hexfire.asl.artillery.units import read_units
from hexfire.asl.effects.targets import After, GunTarget, Personnel, VehicleAfter
from hexfire.cli.oba import (
    Fact,
    FactsFile,
    File,
    Name,
    Roll,
    Rolls,
    Seed,
    facts_of,
    json_of,
    missing,
    scene_of,
    source_of,
    the_battery,
)
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, NeedRoll
from hexfire.play import write_whole
from hexfire.rulebook import BadInput


def percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"


def odds_command(
    file: File,
    target: Annotated[str, typer.Argument(help=text("artillery.cli.target"))],
    name: Name = None,
    facts: FactsFile = None,
    fact: Fact = None,
    phases: Annotated[int, typer.Option(help=text("artillery.cli.phases"))] = 6,
    mission: Annotated[Mission, typer.Option(help=text("artillery.cli.mission"))] = Mission.HE,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    eyes = facts_of(facts, fact, battery)
    # What the user does not say is taken as favourable: everything seen, nothing in the way.
    known = {**odds.FAVOURABLE, **eyes.all}
    plan = odds.Plan(record.setup, battery, record.setup.grid.hex(target), known, mission)
    state = record.table.states[record.setup.index(battery)]
    whole = odds.mission_odds(plan, record.table, phases)
    side_by_side = odds.alternatives(plan, record.table, phases)
    shot = _aim(record, battery, state, plan)
    found = odds.impact_odds(shot)
    radius = blast_radius(record.setup.battery(battery).kind, mission)
    in_area = odds.chance_in_area(shot, plan.target, radius)
    if out.json:
        out.data({
            "battery": battery, "target": target, "facts": known,
            "ffe_by_phase": [str(p) for p in whole.ffe],
            "on_target_by_phase": [str(p) for p in whole.on_target],
            "ffe_within": str(whole.ever), "on_target_within": str(whole.ever_on_target),
            "expected_error": str(odds.expected_error(shot)),
            "target_in_blast_area": str(in_area),
            "landing": {record.setup.label(i.hex): str(p) for i, p in found.items()},
            "alternatives": {
                option: {"ffe": [str(p) for p in c.ffe], "on_target": [str(p) for p in c.on_target]}
                for option, c in side_by_side.items()
            },
        })  # fmt: skip
        return
    _odds_table(out, {out.say("artillery.cli.plan"): whole} | {
        out.say(f"artillery.edge.{state.node}.{option}"): c for option, c in side_by_side.items()
    }, target, phases, state.node == IDLE)  # fmt: skip
    out.print(out.say("artillery.cli.error_line", mean=f"{float(odds.expected_error(shot)):.2f}",
                      inside=percent(in_area), hex=target))  # fmt: skip
    if set(known) - set(eyes.all):
        out.print(Text(out.say("artillery.cli.assumed"), style="dim"))


def _aim(record: Record, battery: str, state: State, plan: odds.Plan) -> Aim:
    """A round at the target now: a correction, if an SR or FFE lies elsewhere on the board."""
    given = record.setup.battery(battery)
    start = state.marker.hex if state.marker and state.marker.hex != plan.target else None
    hindrance = int(plan.facts.get(f"hindrance@{record.setup.label(plan.target)}",
                                   plan.facts["hindrance"]))  # fmt: skip
    registered = any(record.setup.grid.hex(h) == plan.target for h in given.preregistered)
    return Aim(
        target=plan.target, limit=accuracy_number(given), start=start, hindrance=hindrance,
        converting=start is not None, preregistered=registered, rockets=given.kind is Kind.ROCKETS,
    )  # fmt: skip


def _odds_table(
    out: Screen, rows: dict[str, odds.Chances], target: str, phases: int, idle: bool
) -> None:
    table = Grid(box=None, pad_edge=False)
    table.add_column("")
    for key in ("coming_phase" if idle else "this_phase", "next_phase", "within"):
        table.add_column(out.say(f"artillery.cli.{key}", phases=phases), justify="right")
    table.add_column(out.say("artillery.cli.on_target", hex=target), justify="right")
    for label, chances in rows.items():
        second = chances.ffe[1] if len(chances.ffe) > 1 else Fraction(0)
        table.add_row(
            label, percent(chances.ffe[0]), percent(second), percent(chances.ever),
            percent(chances.ever_on_target),
        )  # fmt: skip
    out.print(table)


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
        hexes = inside(scene_of(units, record), area, given.side, state.observer)
    else:
        stacks = read_units(json_of(units), grid, str(units))
        labels = [grid.label(hex) for hex in area]
        hexes = tuple((label, stacks[label]) for label in labels if label in stacks)
    if roll or rolls or seed is not None:
        source = source_of(rolls, roll, seed)
        dice = Dice(source=source)
        try:
            fates = ffe.fire_for_effect(dice, shelling, hexes, entering)
        except NeedRoll as need:
            missing(out, need)
            raise
        if source.tokens:
            raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
        # The DR of each hex, in the order in which they were resolved.
        thrown = [sum(faces) for wanted, faces in dice.log if wanted.rule in ("C1.5", "C3.76")]
        rolled = dict(zip((hex for hex, units in hexes if fates.get(hex)), thrown, strict=False))
        _say_fates(out, shelling, hexes, fates, entering, rolled)
    else:
        _say_hex_odds(out, shelling, hexes, entering)


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


def fate_keys(before: ffe.Inside, after: After) -> tuple[str, ...]:
    """What happened to a target, as words of the catalogues."""
    if isinstance(after, VehicleAfter):
        crew = () if after.crew.name == "SAFE" else (f"crew_{after.crew.name.lower()}",)
        return (after.final.name.lower(), *crew)
    if isinstance(after, GunTarget):
        gun = before.target
        men = gun.crew if isinstance(gun, GunTarget) else None
        keys = _men(men, after.crew) if men and after.crew else ()
        return (f"gun_{after.state.value}", *(f"crew_{key}" for key in keys if key != "none"))
    if isinstance(after, Personnel):
        return _men(before.target, after)
    raise TypeError(f"{before.target.name} has no figures, so its fate cannot be told")


def _men(was: object, now: Personnel) -> tuple[str, ...]:
    if now.eliminated:
        return ("eliminated",)
    keys = (
        ("reduced", isinstance(was, Personnel) and was.rank != now.rank),
        ("broken", now.broken),
        ("pinned", now.pinned),
        ("wounded", now.wounded),
    )
    return tuple(key for key, is_so in keys if is_so) or ("none",)


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


def flow_command(
    svg: Annotated[Path | None, typer.Option("--svg", help=text("artillery.cli.svg"))] = None,
    state: Annotated[
        Path | None, typer.Option("--state", help=text("artillery.cli.state_file"))
    ] = None,
    name: Name = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    lit, walked = None, frozenset[chart.Way]()
    if state is not None:
        record = load(state)
        battery = the_battery(record, name)
        lit, walked = standing(record, battery), walked_ways(record, battery)
    drawn = chart.draw(out.say, lit, walked)
    if svg is None:
        out.data({"svg": drawn, "node": lit}) if out.json else print(drawn, end="")
        return
    write_whole(svg, drawn.encode())
    if out.json:
        out.data({"written": str(svg), "node": lit})
    else:
        out.print(out.say("artillery.cli.written", path=str(svg)), markup=False)


def walked_ways(record: Record, battery: str) -> frozenset[chart.Way]:
    """The ways a battery has gone since its own fire phase last began."""
    ways: list[chart.Way] = []
    for seen in record.replay():
        if not seen.step.battery:
            index = record.setup.index(battery)
            if seen.walked.table.states[index].node == "begin":
                ways = [("idle", "own_phase")]
        elif seen.step.battery == battery:
            ways.append((seen.walked.node, seen.walked.outcome))
    return frozenset(ways)
