"""`hexfire duel`: who fires first when a moving vehicle is shot at, and how it ends."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from hexfire.asl.counters import Catalogue
from hexfire.asl.gunnery.duel import (
    Duel,
    DuelOutcome,
    DuelTotals,
    duel_odds,
    fight,
    is_small_arms,
    totals,
)
from hexfire.asl.gunnery.fire import Outcome, is_out_of_action
from hexfire.asl.gunnery.order import read_order
from hexfire.asl.gunnery.spoken import parse
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.cli.shot_page import big, percent
from hexfire.dice import Dice, Odds, play, secure, seeded
from hexfire.play import read_text
from hexfire.rulebook import BadInput, Tally


def add_to(app: typer.Typer) -> None:
    app.command("duel", help=text("gunnery.cli.duel"))(duel)


def duel(
    orders: Annotated[
        list[str] | None, typer.Argument(help=text("gunnery.cli.duel_orders"))
    ] = None,
    date: Annotated[str | None, typer.Option(help=text("gunnery.cli.date"))] = None,
    again: Annotated[bool, typer.Option("--again", help=text("gunnery.cli.again"))] = False,
    roll: Annotated[bool, typer.Option("--roll", help=text("gunnery.cli.roll"))] = False,
    seed: Annotated[int | None, typer.Option(help=text("gunnery.cli.seed"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    made = _read(orders or [], date, again)
    drm = totals(made)
    if roll or seed is not None:
        source = seeded(seed) if seed is not None else secure()
        dice = Dice((), source)
        _show(out, made, drm, None, play(dice, fight, made), dice.faces)
        return
    small_arms = is_small_arms(made.vehicle) or is_small_arms(made.defender)
    _show(out, made, drm, None if small_arms else duel_odds(made), None, ())


def _read(words: list[str], date: str | None, again: bool) -> Duel:
    """Two orders: a JSON file with `vehicle` and `defender`, or two short forms around «vs»."""
    more: dict[str, Any] = {}
    if len(words) == 1 and words[0].endswith(".json"):
        try:
            data = msgspec.json.decode(read_text(Path(words[0])))
        except msgspec.DecodeError as error:
            raise BadInput("core.bad_json", path=words[0], why=str(error)) from None
        if not isinstance(data, dict) or not {"vehicle", "defender"} <= data.keys():
            raise BadInput("gunnery.duel_two_orders")
        vehicle, defender = data.pop("vehicle"), data.pop("defender")
        more = data
    else:
        if "vs" not in words:
            raise BadInput("gunnery.duel_two_orders")
        at = words.index("vs")
        vehicle, defender = parse(words[:at]), parse(words[at + 1 :])
    units = Catalogue.load()
    shots = []
    for order, phase in ((vehicle, "MPh"), (defender, "DFF")):
        if not isinstance(order, dict):
            raise BadInput("gunnery.order_not_object")
        order.setdefault("phase", phase)
        if date is not None:
            order["date"] = date
        shots.append(read_order(order, units)[1])
    flags = {"again", "overrun", "reaction_fire", "defender_concealed", "aerial", "before_moving"}
    unknown = set(more) - flags
    if unknown:
        raise BadInput("gunnery.order_unknown", field=sorted(unknown)[0])
    given = {name: bool(value) for name, value in more.items()} | ({"again": True} if again else {})
    return Duel(vehicle=shots[0], defender=shots[1], **given)


def _silenced(outcome: Outcome | None) -> bool:
    return outcome is not None and bool(outcome.effects) and is_out_of_action(outcome.effects[0])


class _Ends:
    """The chances of a duel, as a player asks for them."""

    def __init__(self, odds: Odds[DuelOutcome]) -> None:
        self.first = odds.map(lambda o: o.first)
        self.vehicle_hits = odds.chance(lambda o: o.vehicle is not None and bool(o.vehicle.hits))
        self.defender_hits = odds.chance(lambda o: o.defender is not None and bool(o.defender.hits))
        self.defender_out = odds.chance(lambda o: _silenced(o.vehicle))
        self.vehicle_out = odds.chance(lambda o: _silenced(o.defender))

    def rows(self) -> list[tuple[str, Fraction]]:
        found = [(f"first.{who.value}", p) for who, p in self.first.items()]
        return [
            *found,
            ("vehicle_hits", self.vehicle_hits),
            ("defender_hits", self.defender_hits),
            ("defender_out", self.defender_out),
            ("vehicle_out", self.vehicle_out),
        ]


def _show(
    out: Screen,
    made: Duel,
    drm: DuelTotals,
    odds: Odds[DuelOutcome] | None,
    outcome: DuelOutcome | None,
    faces: tuple[int, ...],
) -> None:
    ends = _Ends(odds) if odds is not None else None
    if out.json:
        out.data(_json(out, drm, ends, outcome, faces))
        return
    figures = zip(big(str(drm.vehicle.total)), big(str(drm.defender.total)), strict=True)
    names = (made.vehicle.weapon.name, made.defender.weapon.name)
    out.print(
        Text(out.say("gunnery.duel.title", vehicle=names[0], defender=names[1]), style="bold")
    )
    out.print()
    for left, right in figures:
        out.print(Text.assemble("  ", (left, "bold green"), "        ", (right, "bold red")))
    out.print()
    out.print(Text(out.say(f"gunnery.duel.first.{drm.first.value}"), style="bold"))
    if drm.ca_turns_first:
        out.print(out.say("gunnery.duel.ca_turns_first"))
    out.print()
    grid = Table.grid(padding=(0, 2))
    for name, tally in zip(names, (drm.vehicle, drm.defender), strict=True):
        _tally(out, grid, name, tally)
    out.print(grid)
    out.print()
    if ends is not None:
        chances = Table.grid(padding=(0, 2))
        for key, p in ends.rows():
            if p:
                bar = Text("█" * round(float(p) * 30), style="green")
                chances.add_row(out.say(f"gunnery.duel.{key}"), percent(p), bar)
        out.print(chances)
    if outcome is not None:
        out.print(out.say("gunnery.duel.dice", dice=" ".join(map(str, faces))), markup=False)
        out.print(Text(out.say(f"gunnery.duel.first.{outcome.first.value}"), style="bold"))
        for key, silenced in (
            ("defender_out", _silenced(outcome.vehicle)),
            ("vehicle_out", _silenced(outcome.defender)),
        ):
            if silenced:
                out.print(Text(out.say(f"gunnery.duel.{key}"), style="bold red"))


def _tally(out: Screen, grid: Table, name: str, tally: Tally) -> None:
    grid.add_row("", "", Text(name, style="bold"), "")
    for item in tally.applied:
        grid.add_row(item.case, f"{item.value:+d}", out.words.name(item), item.rule)


def _json(
    out: Screen,
    drm: DuelTotals,
    ends: _Ends | None,
    outcome: DuelOutcome | None,
    faces: tuple[int, ...],
) -> dict[str, Any]:
    def side(tally: Tally) -> dict[str, Any]:
        items = [
            {"case": i.case, "rule": i.rule, "value": i.value, "name": out.words.name(i)}
            for i in tally.applied
        ]
        return {"duel_total": tally.total, "cases": dict(tally.as_dict()), "tally": items}

    data: dict[str, Any] = {
        "vehicle": side(drm.vehicle),
        "defender": side(drm.defender),
        "first": drm.first,
        "ca_turns_first": drm.ca_turns_first,
    }
    if ends is not None:
        data["odds"] = {key: str(p) for key, p in ends.rows()}
    if outcome is not None:
        data |= {"dice": list(faces), "fired_first": outcome.first, "outcome": outcome}
    return data
