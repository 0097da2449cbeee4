"""`hexfire oba bombard`: Bombardment before play (C1.8), on a situation or a list of units."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from hexfire.assist.artillery import bombard as service
from hexfire.cli.oba.given import Roll, Rolls, Seed, json_of, source_of, state_of
from hexfire.cli.oba.saying import missing
from hexfire.cli.screen import Json, Lang, Screen, percent, screen, text
from hexfire.dice import NeedRoll
from hexfire.play import write_whole
from hexfire.rulebook import BadInput


def bombard(
    units: Annotated[Path | None, typer.Argument(help=text("artillery.cli.units"))] = None,
    situation: Annotated[
        Path | None,
        typer.Option("--situation", "--vasl", help=text("artillery.cli.bombard_situation")),
    ] = None,
    area: Annotated[
        list[str] | None, typer.Option("--area", help=text("artillery.cli.area"))
    ] = None,
    half: Annotated[service.Half | None, typer.Option(help=text("artillery.cli.half"))] = None,
    side: Annotated[str, typer.Option(help=text("artillery.cli.bombard_side"))] = "",
    into: Annotated[Path | None, typer.Option("--into", help=text("artillery.cli.into"))] = None,
    rolls: Rolls = "",
    roll: Roll = False,
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if (units is None) == (situation is None):
        raise BadInput("artillery.cli.bombard_what")
    shares = [service.Share.of(word) for word in area or ()]
    state = state_of(situation)
    if state is not None:
        places = service.places_on_board(state, shares, side)
    else:
        assert units is not None
        places = service.places_listed(json_of(units), half, str(units))
    if not (roll or rolls or seed is not None):
        _say_odds(out, service.bombard_odds(places))
        return
    done = service.bombard(places, source_of(rolls, roll, seed))
    if isinstance(done, NeedRoll):
        raise missing(out, done)
    if into is not None:
        if state is None:
            raise BadInput("artillery.cli.into_situation")
        after = service.bombarded_situation(state.scene.situation, done)
        write_whole(into, msgspec.json.format(msgspec.json.encode(after), indent=1) + b"\n")
    if out.json:
        out.data(done)
    else:
        _say_ruins(out, done)


# -- saying ---------------------------------------------------------------------------------------


def _say_ruins(out: Screen, done: service.Bombarded) -> None:
    numbers = tuple(str(number) for number in done.spared)
    out.print(out.say("artillery.cli.spared", numbers=numbers), markup=False)
    for ruin in done.hexes:
        for one in ruin.suffered:
            words = [out.say(f"artillery.fate.{key}") for key in dict.fromkeys(one.fate)]
            fate = ", ".join(words) + (f" ×{len(one.fate)}" if _levels(one.fate) else "")
            name = out.say(one.who[1:]) if one.who.startswith("@") else one.who
            dr = f"  (DR {one.original})" if one.original is not None else ""
            shown = f"  {out.say('artillery.cli.shown')}" if one.shown else ""
            out.print(Text.assemble(
                (f"{one.hex:<5}", "bold"), out.pair(name, f"{fate}{shown}"),
                (f"{dr}  {one.rule}", "dim"),
            ))  # fmt: skip
        for there, key in ((ruin.shellhole, "shellhole"), (ruin.flame, "flame")):
            if there:
                out.print(Text(f"{ruin.hex:<5}{out.say(f'artillery.mark.{key}')}"))
        for key in dict.fromkeys(ruin.ask):
            out.print(Text(f"{ruin.hex:<5}? {out.say(f'artillery.ask_players.{key}')}"))


def _levels(fate: tuple[str, ...]) -> bool:
    return len(fate) > 1 and len(set(fate)) == 1


def _say_odds(out: Screen, odds: service.BombardOdds) -> None:
    """What each would suffer if its hex is struck, and how likely that is."""
    rows = [(one.hex, _named(out, one), _ends(out, one)) for one in odds.units]
    if out.json:
        units = [{"hex": hex, "unit": name, "odds": ends} for hex, name, ends in rows]
        out.data({"spared": odds.spared, "units": units})
        return
    chance = percent(odds.spared)
    out.print(out.say("artillery.cli.spared_chance", chance=chance), markup=False)
    for hex, name, ends in rows:
        chances = out.listed(f"{words} {percent(p)}" for words, p in ends.items())
        out.print(Text.assemble((f"{hex:<5}", "bold"), out.pair(name, chances)))


def _named(out: Screen, one: service.Struck) -> str:
    return out.say(f"artillery.built.{one.built}") if one.built else one.unit


def _ends(out: Screen, one: service.Struck) -> dict[str, Fraction]:
    if one.built:
        return {_lost(out, levels): p for levels, p in one.levels.items()}
    return {
        "+".join(out.say(f"artillery.fate.{key}") for key in words.split()): p
        for words, p in one.fates.items()
    }


def _lost(out: Screen, levels: int) -> str:
    return out.say("artillery.fate.none") if not levels else out.say(
        "artillery.cli.levels_lost", levels=levels
    )  # fmt: skip
