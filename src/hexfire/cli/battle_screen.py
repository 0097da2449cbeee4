"""A battle on the terminal: its scenario, its pieces, what a weapon can do."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table as Columns
from rich.text import Text

from hexfire.asl.battle.ask import Prospect
from hexfire.asl.battle.facing import write_facing
from hexfire.asl.battle.pieces import (
    AnyPiece,
    Drive,
    Dummy,
    Emplacement,
    Gun,
    Hull,
    Men,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.position import Position
from hexfire.asl.battle.scenario import Scenario
from hexfire.asl.battle.text import write
from hexfire.asl.battle.weapons import services
from hexfire.asl.effects.condition import Shock
from hexfire.cli.screen import Screen
from hexfire.lang import Words


def wording(out: Screen, scenario: Scenario) -> Words:
    """The reader's words, with the names of the sides among them."""
    language = out.words.language
    sides = {side.name: side.title[language] for side in scenario.sides}
    return Words(language, {**out.words.texts, **sides})


def print_scenario(out: Screen, scenario: Scenario) -> None:
    language = out.words.language
    out.print(Text(scenario.name[language], style="bold"))
    facts = out.say(
        "battle.cli.facts", board=scenario.board, date=scenario.date, turns=scenario.turns
    )
    for line in (facts, scenario.intro[language], scenario.victory.text[language]):
        if line:
            out.print(line, markup=False, soft_wrap=True)


def print_pieces(out: Screen, at: Position, words: Words) -> None:
    """Everything that the reader knows of, side by side."""
    for side in at.scenario.seats:
        out.print(Text(words.texts[side], style="bold"))
        grid = Columns.grid(padding=(0, 2))
        for piece in at.state.pieces:
            if piece.side == side:
                grid.add_row(
                    Text(f"  {piece.id}", style="cyan"),
                    Text(name_of(at, piece)),
                    Text(where_of(at, piece, out)),
                    Text(", ".join(states_of(out, at, piece)), style="dim"),
                )
        out.print(grid)


def name_of(at: Position, piece: AnyPiece) -> str:
    return "?" if isinstance(piece, Dummy) else at.counter(piece).name


def where_of(at: Position, piece: AnyPiece, out: Screen) -> str:
    spot = at.spot(piece)
    if spot is None:
        why = getattr(piece.place, "why", None)
        return out.say(f"battle.away.{why.name.lower()}") if why else ""
    label = f"{spot.hex}/{spot.level}" if spot.level else spot.hex
    hex = at.grid.hex(spot.hex)
    match piece:
        case Gun():
            return f"{label} → {write_facing(at.grid, hex, piece.ca)}"
        case Vehicle() if not piece.wreck:
            turret = "" if piece.tca == piece.vca else f" ({write_facing(at.grid, hex, piece.tca)})"
            return f"{label} → {write_facing(at.grid, hex, piece.vca)}{turret}"
        case _:
            return label


def states_of(out: Screen, at: Position, piece: AnyPiece) -> Iterable[str]:
    """What is to be said of a piece besides its name and place."""
    if piece.veil is not Veil.KNOWN and not isinstance(piece, Dummy):
        yield out.say(f"battle.state.{piece.veil.value}")
    flags: dict[str, bool] = {"wa": piece.id in at.state.walls.holders}
    match piece:
        case Men():
            names = ("broken", "pinned", "wounded", "cx", "ti", "dm")
            flags |= {name: getattr(piece, name) for name in names}
        case Gun():
            flags["emplaced"] = piece.emplaced is Emplacement.EMPLACED
        case Vehicle():
            flags |= {
                "wreck": piece.wreck == "wreck",
                "burning": piece.wreck == "burning",
                "bu": not piece.ce and not piece.wreck,
                "motion": piece.drive is Drive.MOTION,
                "non_stopped": piece.drive is Drive.NON_STOPPED,
                "immobile": piece.hull is not Hull.MOBILE,
                "shock": piece.shock in (Shock.SHOCK, Shock.UK),
                "stunned": piece.stunned,
                "abandoned": piece.abandoned,
            }
    yield from (out.say(f"battle.state.{name}") for name, is_so in flags.items() if is_so)
    if isinstance(piece, Gun | Support) and piece.by:
        yield out.say("battle.state.by", id=piece.by)
    for service in services(piece):
        if service.marker:
            yield service.marker.value
        if not service.works:
            yield out.say(f"battle.weapon.{service.state.name}")
        for held in service.acquired:
            yield out.say("battle.state.acquired", drm=held.drm, hex=held.hex)


def print_prospects(out: Screen, found: Iterable[Prospect]) -> None:
    """The targets of a weapon: chances, or why not."""
    grid = Columns.grid(padding=(0, 2))
    for one in found:
        if one.refusal is not None:
            grid.add_row(one.target, Text(out.words.refusal(one.refusal), style="dim"))
            continue
        hit = "–" if one.hit is None else f"{float(one.hit):.1%}"
        said = out.say(
            "battle.cli.prospect",
            range=one.range or 0,
            hit=hit,
            hurt=f"{float(one.hurt):.1%}",
            killed=f"{float(one.killed):.1%}",
        )
        grid.add_row(Text(one.target, style="bold"), f"{said}   {write(one.order)}")
    out.print(grid)
