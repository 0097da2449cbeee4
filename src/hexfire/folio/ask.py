"""Questions a player asks of a position: reach, way, differential, retreats, advances, markers.

Every answer comes from the rules' own functions and is plain data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from hexfire.dice import Odds
from hexfire.folio import combat, legal, movement, resolution, retreat, support
from hexfire.folio.actions import Displace, Retreat
from hexfire.folio.advance import advances
from hexfire.folio.board import Memo, Position
from hexfire.folio.counters import SIZES, Designation, Strength
from hexfire.folio.events import Log
from hexfire.folio.state import (
    LOST,
    Combat,
    Displacing,
    Phase,
    Retreating,
    State,
    replace,
)
from hexfire.hexes import iterate, mask_of
from hexfire.rulebook import BadInput, Refusal


class About(NamedTuple):
    """What is printed on a counter."""

    size: str | None
    designation: Designation
    strength: Strength
    mobile: bool


def about(at: Position, unit: str) -> About:
    """F2.3.1a, F2.3.1b, F2.3.1c, F2.3.2e: what a counter tells: its force, its numbers, its class.

    Designation and size pick a counter out; they count for nothing in play.
    """
    number = at.scenario.unit_index.get(unit)
    if number is None:
        raise BadInput("folio.no_unit", unit=unit)
    counter = at.scenario.units[number]
    size = SIZES.get(counter.size)
    return About(size, counter.designation, at.strength(number), counter.mobile)


def reach(at: Position, unit: str) -> dict[str, int]:
    """F5: every hex a unit may end its move in, with the cheapest cost in half MP."""
    number = find_unit(at, unit)
    costs = movement.reach(at, number)
    return {at.label(h): costs.cost(h) for h in iterate(movement.destinations(at, number))}


def path(at: Position, unit: str, hex: str) -> tuple[tuple[str, int], ...]:
    """F5: a cheapest way to a hex: each hex with what has been spent by then, in half MP."""
    way = movement.cheapest_way(at, find_unit(at, unit), find_hex(at, hex))
    if way is None:
        allowance = at.strength(find_unit(at, unit)).movement
        raise Refusal("F5.1d", "folio.move.out_of_reach", unit=unit, hex=hex, allowance=allowance)
    return tuple((at.label(step.hex), step.spent) for step in way)


def attack(
    at: Position,
    hex: str,
    units: Sequence[str],
    support_markers: Sequence[str] = (),
    against: Sequence[str] = (),
) -> tuple[combat.Assessment, Odds[str]]:
    """F7.3: the differential of an attack with all its reasons, and the exact odds.

    What play would refuse is refused; only whose turn it is, and in which phase, does not matter.
    """
    target, place = _target(at, hex), find_hex(at, hex)
    combat.check_attackers(at, hex, tuple(units))
    attackers = tuple(sorted(find_unit(at, unit) for unit in units))
    under_way = at.state.combat
    engaged = under_way.attackers if under_way is not None and under_way.target == target else ()
    if at.charts.sides[target] != at.player and not engaged:
        combat.check_target(at, target)
    for unit in attackers:
        if at.charts.sides[unit] == at.charts.sides[target]:
            raise Refusal("F7.1a", "folio.attack.own", hex=hex, unit=at.charts.names[unit])
        if at.charts.sides[unit] == at.player and unit not in engaged:
            combat.check_fresh(at, unit)
        combat.check_reach(at, unit, place)
    return _assessed(at, target, attackers, support_markers, against)


def barrage(
    at: Position, hex: str, markers: Sequence[str], against: Sequence[str] = ()
) -> tuple[combat.Assessment, Odds[str]]:
    """F8.4: the differential of a barrage, and the exact odds; refused like an attack."""
    target = _target(at, hex)
    if not markers:
        raise Refusal("F8.4f", "folio.marker.count", limit=at.scenario.marker_limit)
    if at.charts.sides[target] != at.player and at.phase.is_combat:
        support.check_barrage(at, target)
    return _assessed(at, target, (), markers, against)


def _assessed(
    at: Position,
    target: int,
    attackers: tuple[int, ...],
    markers: Sequence[str],
    against: Sequence[str],
) -> tuple[combat.Assessment, Odds[str]]:
    side = at.charts.sides[target]
    fight = Combat(
        target,
        at.places[target],
        attackers,
        _markers(at, markers, 1 - side),
        _markers(at, against, side),
    )
    return combat.assess(at, fight), combat.chances(at, fight)


class Path(NamedTuple):
    """One way to retreat: its hexes, whom it displaces, and how it ends."""

    hexes: tuple[str, ...]
    displaced: tuple[tuple[str, str], ...]
    ends: str
    """`whole`, `reduced` (cut short, or between two enemies), or `eliminated`."""


def retreats(
    at: Position, unit: str, length: int, enemies: Sequence[str] | None
) -> tuple[Path, ...]:
    """F7.7: every legal way to retreat from these enemy units; from a barrage if None are given.

    With displacements there may be countless ways: up to a thousand are given.
    """
    number = find_unit(at, unit)
    side, here = at.scenario.units[number].side, at.places[number]
    foes = tuple(find_unit(at, name) for name in enemies or ())
    state = replace(at.state, player=1 - side, phase=Phase.COMBAT)
    if enemies is None:
        state = replace(state, combat=Combat(number, here))
        state = resolution.flee_barrage(at.memo, state, length)
    else:
        away = tuple(at.places[foe] for foe in foes)
        pending = Retreating(side, length, (number,), away_from=away)
        state = replace(state, combat=Combat(number, here, foes), pending=pending)
    return tuple(islice(_paths(at.memo, state, number, (), ()), 1000))


def _paths(
    memo: Memo,
    state: State,
    unit: int,
    hexes: tuple[str, ...],
    displaced: tuple[tuple[str, str], ...],
) -> Iterator[Path]:
    at = Position(memo, state)
    pending = state.pending
    if not isinstance(pending, Retreating | Displacing):
        yield Path(hexes, displaced, "whole")
        return
    log: Log = []
    for action in legal.menu_of(at, at.scenario.units[unit].side):
        if isinstance(action, Displace):
            to = at.scenario.hex_index[action.to]
            after = resolution.displace(memo, state, to, log)
            pushed = (*displaced, (action.unit, action.to))
            yield from _on(memo, state, after, unit, hexes, pushed)
        elif isinstance(action, Retreat) and not action.to:
            gone = resolution.no_retreat(memo, state, unit, log)
            yield Path((), (), _fate(state, gone, unit))
        elif isinstance(action, Retreat):
            to = at.scenario.hex_index[action.to]
            after = resolution.retreat_step(memo, state, unit, to, log)
            yield from _on(memo, state, after, unit, (*hexes, action.to), displaced)


def _on(
    memo: Memo,
    before: State,
    after: State,
    unit: int,
    hexes: tuple[str, ...],
    displaced: tuple[tuple[str, str], ...],
) -> Iterator[Path]:
    if isinstance(after.pending, Retreating | Displacing):
        yield from _paths(memo, after, unit, hexes, displaced)
    else:
        yield Path(hexes, displaced, _fate(before, after, unit))


def _fate(before: State, after: State, unit: int) -> str:
    if after.places[unit] < 0:
        return "eliminated"
    return "reduced" if (after.reduced ^ before.reduced) >> unit & 1 else "whole"


def displacements(
    at: Position, unit: str, hex: str, enemies: Sequence[str]
) -> tuple[tuple[tuple[str, str], ...], ...]:
    """F7.7.2: the chains of displacements that let a unit retreat into a friend's hex.

    All of them, up to a thousand: a dense crowd can be displaced in countless ways.
    """
    number, into = find_unit(at, unit), find_hex(at, hex)
    if into not in at.board.at:
        raise Refusal("F7.7.2a", "folio.attack.nobody", hex=hex)
    foes = tuple(at.places[find_unit(at, name)] for name in enemies)
    pending = Retreating(at.scenario.units[number].side, 1, (number,), away_from=foes)
    now = retreat.course(at, pending, number)
    units = at.scenario.units
    return tuple(
        tuple((units[u].id, at.label(to)) for u, to in chain)
        for chain in islice(retreat.chains(at, now, at.board.at, into), 1000)
    )


def advance(at: Position, path: Sequence[str], units: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """F7.9: for each unit, the hexes of a retreat path it could advance to.

    Whoever still stands on the path (the defender, before it has gone) is thought away.
    """
    hexes = tuple(find_hex(at, label) for label in path)
    places = tuple(LOST if place in hexes else place for place in at.places)
    for name in units:
        find_unit(at, name)
    at = Position(at.memo, replace(at.state, places=places))
    hexes_of_unit = {}
    for name in units:
        unit = find_unit(at, name)
        hexes_of_unit[name] = tuple(at.label(hex) for hex in advances(at, hexes, unit))
    return hexes_of_unit


def markers(at: Position, turn: int | None = None) -> dict[str, tuple[tuple[str, int], ...]]:
    """F8.0b, F8.1: what each side has available now, or receives on a game turn."""
    turns = len(at.scenario.turns)
    if turn is not None and not 1 <= turn <= turns:
        raise BadInput("folio.position.turn", value=str(turn), turns=turns)
    hands = at.state.hands if turn is None else support.received(at.scenario, turn)
    pool = at.scenario.markers
    return {
        seat: tuple((pool[m].id, pool[m].plus) for m in support.markers_of(hands[side]))
        for side, seat in enumerate(at.scenario.seats)
    }


# Names


def find_unit(at: Position, name: str) -> int:
    """A unit on the map, by its id."""
    unit = at.scenario.unit_index.get(name)
    if unit is None:
        raise BadInput("folio.no_unit", unit=name)
    if at.places[unit] < 0:
        raise Refusal("F2.1", "folio.not_on_map", unit=name)
    return unit


def find_hex(at: Position, label: str) -> int:
    """A hex, by its label."""
    hex = at.scenario.hex_index.get(label)
    if hex is None:
        first, last = at.scenario.labels[0], at.scenario.labels[-1]
        raise BadInput("folio.no_hex", hex=label, first=first, last=last)
    return hex


def _target(at: Position, hex: str) -> int:
    target = at.board.at.get(find_hex(at, hex))
    if target is None:
        raise Refusal("F7.1a", "folio.attack.nobody", hex=hex)
    return target


def _markers(at: Position, names: Sequence[str], side: int) -> tuple[int, ...]:
    limit, under_way, hand = at.scenario.marker_limit, at.state.combat, at.state.hands[side]
    if under_way is not None:  # what is committed to the combat under way may be named, too
        hand |= mask_of((*under_way.attack_markers, *under_way.defence_markers))
    if len(names) > limit or len(set(names)) < len(names):
        raise Refusal("F8.3i", "folio.marker.count", limit=limit)
    markers = []
    for name in names:
        marker = at.scenario.marker_index.get(name)
        if marker is None:
            raise BadInput("folio.no_marker", marker=name)
        support.check_own(at, marker, side)
        support.check_available(at, hand, marker)
        markers.append(marker)
    return tuple(markers)
