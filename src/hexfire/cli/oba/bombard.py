"""`hexfire oba bombard`: Bombardment before play (C1.8), on a situation or a list of units."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from hexfire.asl.artillery import bombardment as rules
from hexfire.asl.artillery.bombardment import Share
from hexfire.asl.artillery.devastation import Place, Ruin, devastate
from hexfire.asl.artillery.devastation_odds import built_odds, victim_odds
from hexfire.asl.artillery.units import read_places
from hexfire.cli.oba.given import Roll, Rolls, Seed, json_of, source_of
from hexfire.cli.oba.saying import missing, percent
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, NeedRoll
from hexfire.hexes import Grid, Hex
from hexfire.play import write_whole
from hexfire.rulebook import BadInput


def bombard(
    units: Annotated[Path | None, typer.Argument(help=text("artillery.cli.units"))] = None,
    situation: Annotated[
        Path | None, typer.Option("--situation", help=text("artillery.cli.bombard_situation"))
    ] = None,
    area: Annotated[
        list[str] | None, typer.Option("--area", help=text("artillery.cli.area"))
    ] = None,
    half: Annotated[rules.Half | None, typer.Option(help=text("artillery.cli.half"))] = None,
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
    shares = [Share.of(word) for word in area or ()]
    if situation is not None:
        places = _from_situation(situation, shares, side)
    else:
        assert units is not None
        places = _from_list(units, half)
    if not (roll or rolls or seed is not None):
        _say_odds(out, places)
        return
    source = source_of(rolls, roll, seed)
    dice = Dice(source=source)
    try:
        spared, results = rules.spared_numbers(dice)
        ruins = [devastate(dice, place) for number, place in places if number not in spared]
    except NeedRoll as need:
        missing(out, need)
        raise
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    if into is not None:
        _write(situation, into, ruins)
    if out.json:
        out.data({"results": results, "spared": sorted(spared), "hexes": ruins})
    else:
        _say_ruins(out, spared, ruins)


Places = list[tuple[int, Place]]


def _from_list(path: Path, half: rules.Half | None) -> Places:
    """A list of units on one board; each hex with its number."""
    grid = Grid.asl()
    numbers = rules.area_hexes(grid, Share("", half))
    found = read_places(json_of(path), grid, str(path))
    return [(numbers[grid.hex(p.hex)], p) for p in found if grid.hex(p.hex) in numbers]


def _from_situation(path: Path, shares: list[Share], side: str) -> Places:
    # Boards need numpy: whoever plays on cardboard need not wait for it.
    from hexfire.asl.artillery.on_ground import places
    from hexfire.asl.situation import Scene, read_situation
    from hexfire.boards import open_board

    situation = read_situation(path)
    beside = path.parent / situation.board
    board = open_board(str(beside) if beside.is_file() else situation.board, situation.ssr)
    if side and side not in {unit.side for unit in situation.units}:
        raise BadInput("artillery.cli.no_such_side", text=side)
    struck: dict[Hex, int] = rules.bombarded(board.grid, shares or [Share()])
    scene = Scene.of(situation, board)
    found = places(scene, struck, side)
    return [(struck[board.grid.hex(place.hex)], place) for place in found]


def _write(situation: Path | None, into: Path, ruins: list[Ruin]) -> None:
    """The situation after the Bombardment."""
    if situation is None:
        raise BadInput("artillery.cli.into_situation")
    import msgspec

    from hexfire.asl.artillery.on_ground import after_bombardment
    from hexfire.asl.situation import read_situation

    after = after_bombardment(read_situation(situation), ruins)
    write_whole(into, msgspec.json.format(msgspec.json.encode(after), indent=1) + b"\n")


# -- saying ---------------------------------------------------------------------------------------


def _say_ruins(out: Screen, spared: frozenset[int], ruins: list[Ruin]) -> None:
    numbers = tuple(str(number) for number in sorted(spared))
    out.print(out.say("artillery.cli.spared", numbers=numbers), markup=False)
    for ruin in ruins:
        for one in ruin.suffered:
            words = [out.say(f"artillery.fate.{key}") for key in dict.fromkeys(one.fate)]
            said = ", ".join(words) + (f" ×{len(one.fate)}" if _levels(one.fate) else "")
            who = out.say(one.who[1:]) if one.who.startswith("@") else one.who
            dr = f"  (DR {one.original})" if one.original is not None else ""
            shown = f"  {out.say('artillery.cli.shown')}" if one.shown else ""
            out.print(Text.assemble(
                (f"{one.hex:<5}", "bold"), f"{who}: {said}{shown}", (f"{dr}  {one.rule}", "dim"),
            ))  # fmt: skip
        for there, key in ((ruin.shellhole, "shellhole"), (ruin.flame, "flame")):
            if there:
                out.print(Text(f"{ruin.hex:<5}{out.say(f'artillery.mark.{key}')}"))
        for key in dict.fromkeys(ruin.ask):
            out.print(Text(f"{ruin.hex:<5}? {out.say(f'artillery.ask_players.{key}')}"))


def _levels(fate: tuple[str, ...]) -> bool:
    return len(fate) > 1 and len(set(fate)) == 1


def _say_odds(out: Screen, places: Places) -> None:
    """What each would suffer if its hex is struck, and how likely that is."""
    rows: list[tuple[str, str, dict[str, Any]]] = []
    for _, place in sorted(places, key=lambda item: not item[1].victims):
        for built in place.built:
            name = "bridge" if built.bridge else built.what.value
            found = built_odds(built)
            rows.append((place.hex, out.say(f"artillery.built.{name}"),
                         {_lost(out, n): p for n, p in sorted(found.items())}))  # fmt: skip
        for victim in place.victims:
            fates = sorted(victim_odds(place, victim.id).items(), key=lambda item: -item[1])
            rows.append((place.hex, victim.id, {
                "+".join(out.say(f"artillery.fate.{key}") for key in keys): p for keys, p in fates
            }))  # fmt: skip
    chance = rules.spared_chance(1)
    if out.json:
        out.data({"spared": str(chance), "units": [
            {"hex": hex, "unit": who, "odds": {said: str(p) for said, p in ends.items()}}
            for hex, who, ends in rows
        ]})  # fmt: skip
        return
    out.print(out.say("artillery.cli.spared_chance", chance=percent(chance)), markup=False)
    for hex, who, ends in rows:
        said = ", ".join(f"{words} {percent(p)}" for words, p in ends.items())
        out.print(Text.assemble((f"{hex:<5}", "bold"), f"{who}: {said}"))


def _lost(out: Screen, levels: int) -> str:
    return out.say("artillery.fate.none") if not levels else out.say(
        "artillery.cli.levels_lost", levels=levels
    )  # fmt: skip
