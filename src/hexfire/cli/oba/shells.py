"""`hexfire oba ffe` and `aftermath`: what the shells do to units, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from hexfire.assist.artillery import shelling
from hexfire.assist.artillery.mission import the_battery
from hexfire.assist.artillery.records import Barrage, load, save
from hexfire.assist.artillery.shelling import (
    DiceWanted,
    Drm,
    Entering,
    Ffe,
    FfeOdds,
    FfeResult,
    answer_traces,
    open_traces,
)
from hexfire.cli.oba.given import (
    File,
    Name,
    Roll,
    Rolls,
    Seed,
    is_situation,
    json_of,
    source_of,
    state_of,
)
from hexfire.cli.screen import Json, Lang, Screen, percent, screen, text
from hexfire.rulebook import BadInput


def ffe_command(
    file: File,
    units: Annotated[Path, typer.Argument(help=text("artillery.cli.units"))],
    name: Name = None,
    entering: Annotated[str, typer.Option("--entering", help=text("artillery.cli.entering"))] = "",
    unit: Annotated[
        list[str] | None, typer.Option("--unit", help=text("artillery.cli.who"))
    ] = None,
    assault: Annotated[bool, typer.Option("--assault", help=text("artillery.cli.assault"))] = False,
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
    battery = the_battery(record, name)
    barrage = Barrage(tuple(hex.strip() for hex in area.split(",") if hex.strip()), fp)
    shelling.check_falling(record, battery, barrage)  # else nobody need look who is there
    coming = Entering(phase=entering, units=tuple(unit or ()), assault=assault)
    there = state_of(units) if is_situation(units) else json_of(units)
    fire = shelling.the_fire(record, battery, there, coming if entering else None, every, barrage)
    if not (roll or rolls or seed is not None):
        say_odds(out, shelling.ffe_odds(record, fire, entering))
        return
    head = shelling.head(record, fire, entering)
    done = shelling.roll_ffe(record, fire, source_of(rolls, roll, seed), entering)
    if isinstance(done, DiceWanted):
        raise missing_dice(out, done)
    record, result = done
    save(file, record)
    if out.json:
        out.data(result)
        return
    say_result(out, head, result)
    if any(trace.battery == battery for trace in open_traces(record)):
        out.print(Text(out.say("artillery.cli.answer_how", file=str(file)), style="dim"))


def missing_dice(out: Screen, wanted: DiceWanted) -> BadInput:
    """Dice are missing: all hexes that still want a DR are named at once."""
    what = out.tell(wanted.text)
    if not wanted.hexes:
        return BadInput("artillery.cli.need_roll", what=what)
    return BadInput("artillery.cli.need_rolls", what=what, hexes=wanted.hexes)


def aftermath_command(
    file: File,
    answers: Annotated[list[str] | None, typer.Argument(help=text("artillery.cli.answers"))] = None,
    name: Name = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    if answers:
        record = answer_traces(record, name, answers)
        save(file, record)
    waiting = open_traces(record)
    if out.json:
        out.data(waiting)
        return
    for one in waiting:
        sentence = out.say(
            "artillery.aftermath.open", battery=one.battery, trace=f"@artillery.trace.{one.trace}",
            hexes=one.hexes, word=one.trace,
        )  # fmt: skip
        out.print(Text.assemble((f"{one.rule:<7} ", "cyan"), sentence))
    if not waiting:
        out.print(out.say("artillery.aftermath.nothing_open"), markup=False)


# -- saying ---------------------------------------------------------------------------------------


def _fire_line(out: Screen, ffe: Ffe) -> str:
    mission = f"@artillery.mission.{ffe.mission}"
    line = out.say("artillery.cli.shelling", caliber=ffe.caliber, mission=mission, fp=ffe.fp)
    return f"{line} {ffe.payload:+d}" if ffe.payload else line


def _because(out: Screen, modifiers: Iterable[Drm]) -> str:
    return ", ".join(
        f"{m.value:+d} {out.tell(m.name)} {m.rule}" for m in modifiers if m.applies and m.value
    )


def _fate(out: Screen, keys: Iterable[str], join: str = ", ") -> str:
    return join.join(out.say(f"artillery.fate.{key}") for key in keys)


def say_result(out: Screen, ffe: Ffe, result: FfeResult) -> None:
    out.print(Text(_fire_line(out, ffe), style="bold"))
    for one in result.units:
        dr = out.say("artillery.cli.dr", roll=one.original_dr or 0)
        attack = ""
        if one.ch:
            attack = out.say("artillery.cli.ch", column=one.column or 0, result=one.result or "–")
        elif one.result:
            attack = out.say("artillery.cli.attack", column=one.column or 0, result=one.result)
        line = f"{dr}  {out.pair(one.unit, _fate(out, one.fate))}"
        why = "  ".join(filter(None, (attack, _because(out, one.modifiers))))
        out.print(Text.assemble((f"{one.hex:<6}", "bold"), line, (f"  {why}", "dim")))
    struck = {one.hex for one in result.units}
    bare = tuple(f"{hex} {dr}" for hex, dr in result.drs.items() if hex not in struck)
    if bare:
        out.print(Text(out.say("artillery.cli.empty_hexes", hexes=bare), style="dim"))
    for hex, side in result.smoke.items():
        out.print(Text(f"{hex:<6}{out.say(f'artillery.smoke.{side}')}"))
    for wire in result.wires_cut:
        sentence = out.say("artillery.note.wire_cut", name=wire.battery, hex=wire.hex)
        out.print(Text.assemble((f"{wire.rule:<7} ", "cyan"), sentence))
    for asked in result.aftermath:
        sentence = out.say(
            "artillery.aftermath.ask",
            trace=f"@artillery.trace.{asked.trace}",
            hexes=tuple(f"{one.hex} ({one.final_dr})" for one in asked.hexes),
            rule=asked.rule,
        )
        out.print(Text.assemble((f"{asked.rule:<7} ", "cyan"), sentence))


def say_odds(out: Screen, odds: FfeOdds) -> None:
    if out.json:
        out.data(odds.units)
        return
    out.print(Text(_fire_line(out, odds.ffe), style="bold"))
    for row in odds.units:
        fates = ", ".join(
            f"{_fate(out, words.split(), '+')} {percent(p)}" for words, p in row.odds.items()
        )
        out.print(Text.assemble((f"{row.hex:<5}", "bold"), out.pair(row.unit, fates)))
