"""Bombardment before play (C1.8): the odds of each unit, or what the dice did."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from hexfire.asl.artillery import bombardment as rules
from hexfire.asl.artillery.bombardment import Half as Half
from hexfire.asl.artillery.bombardment import Share as Share
from hexfire.asl.artillery.devastation import Place, Ruin, devastate
from hexfire.asl.artillery.devastation_odds import built_odds, victim_odds
from hexfire.asl.artillery.facts import Typed
from hexfire.asl.artillery.on_ground import after_bombardment, places
from hexfire.asl.artillery.units import read_places
from hexfire.asl.situation import Situation
from hexfire.asl.walls import State
from hexfire.assist.artillery.mission import all_used
from hexfire.dice import Dice, NeedRoll
from hexfire.hexes import Grid
from hexfire.rulebook import BadInput

Places = list[tuple[int, Place]]
"""Each hex in which something is, with its number (C1.82)."""


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """A unit or building: the chance of each fate if its hex is struck.

    `built` names a building, bridge or fortification; its `levels` are lost so many at a time.
    """

    hex: str
    unit: str
    built: str
    fates: dict[str, Fraction]
    levels: dict[int, Fraction]


class BombardOdds(msgspec.Struct, frozen=True):
    """The chance that a hex is spared, and what all would suffer."""

    spared: Fraction
    units: tuple[Struck, ...]


class Bombarded(msgspec.Struct, frozen=True):
    """A Bombardment: the drs, the spared numbers, and every struck hex."""

    results: tuple[int, ...]
    spared: tuple[int, ...]
    hexes: tuple[Ruin, ...]


def places_listed(data: object, half: rules.Half | None, path: str = "units") -> Places:
    """A list of units on one board; each hex with its number."""
    grid = Grid.asl()
    numbers = rules.area_hexes(grid, Share("", half))
    places = read_places(data, grid, path)
    return [(numbers[grid.hex(p.hex)], p) for p in places if grid.hex(p.hex) in numbers]


def places_on_board(state: State, shares: Sequence[Share], side: str) -> Places:
    """C1.81: what a side's Bombardment finds in its area; the side may have no unit there yet."""
    sides = {unit.side for unit in state.scene.situation.units}
    if side and side not in sides and len(sides) > 1:
        raise BadInput("artillery.cli.no_such_side", text=side)
    grid = state.scene.board.grid
    struck = rules.bombarded(grid, list(shares) or [Share()])
    return [(struck[grid.hex(place.hex)], place) for place in places(state, struck, side)]


def bombard_odds(places: Places) -> BombardOdds:
    """C1.82–C1.822: what each would suffer, and how likely it is that a hex is spared."""
    rows: list[Struck] = []
    for _, place in sorted(places, key=lambda item: not item[1].victims):
        for built in place.built:
            name = "bridge" if built.bridge else built.what.value
            levels = dict(sorted(built_odds(built).items()))
            rows.append(Struck(hex=place.hex, unit="", built=name, fates={}, levels=levels))
        for victim in place.victims:
            odds = sorted(victim_odds(place, victim.id).items(), key=lambda item: -item[1])
            fates = {" ".join(keys): chance for keys, chance in odds}
            rows.append(Struck(hex=place.hex, unit=victim.id, built="", fates=fates, levels={}))
    return BombardOdds(rules.spared_chance(1), tuple(rows))


def bombard(places: Places, source: Typed) -> Bombarded | NeedRoll:
    """C1.82: the spared numbers, then every struck hex; or the roll that is missing."""
    dice = Dice(source=source)
    try:
        spared, results = rules.spared_numbers(dice)
        ruins = [devastate(dice, place) for number, place in places if number not in spared]
    except NeedRoll as need:
        return need
    all_used(source)
    return Bombarded(tuple(results), tuple(sorted(spared)), tuple(ruins))


def bombarded_situation(situation: Situation, done: Bombarded) -> Situation:
    """The situation after the Bombardment."""
    return after_bombardment(situation, done.hexes)
