"""One step of a move: where it leads and what it costs, or the rule that refuses it.

A step goes into an adjacent hex, along a hexside in bypass (A4.3, D2.3), up or down a stairway, or
backwards (D2.2). Where the figure is in a chapter that nobody gave us it is said by hand (`cost`),
and so is how a Bog Check went (`bog`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hexfire.asl.battle.moves.costs import drawn, refuse_crossing, refuse_towing, step_cost
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import (
    Drive,
    Dummy,
    Men,
    Moving,
    OnFoot,
    Spot,
    Vehicle,
    Veil,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.fieldguns.towing import Step as TowStep
from hexfire.asl.fieldguns.towing import refuse_step
from hexfire.boards.terrain import terrains
from hexfire.hexes import Hex
from hexfire.hexes.arcs import covered_sides
from hexfire.rulebook import BadInput, Refusal

STAIRS_MF = 1
"""B23.4 (R-B23.4): MF for each level of a stairway."""


class Way(NamedTuple):
    """Where a step leads and what it costs.

    `bogs`: its Bog Check was failed; `stays`: in the hex that it was leaving (B9.4c).
    `underbelly`: it leads an AFV across bocage (B9.54c). `beside_shellholes`: so little was paid
    that it does not lead into the shellholes of the hex (R-B2).
    """

    spot: Spot
    cost: float
    bogs: bool = False
    stays: bool = False
    underbelly: bool = False
    beside_shellholes: bool = False


def way(at: Position, piece: Moving, action: act.Go) -> Way:
    """Where a step leads; refused where the documents refuse it."""
    here, there = at.hex(piece), at.grid.hex(action.to)
    assert here is not None
    for towed in drawn(at, piece):
        if action.reverse or action.along:
            refuse_step(towed, TowStep.REVERSE if action.reverse else TowStep.BYPASS)
    if action.along:
        return _bypass(at, piece, action, there)
    if here == there:
        return _stairs(at, piece, action, there)
    check_ahead(at, piece, action, there)
    spot = Spot(at.grid.label(there), action.level)
    check_enemy(at, piece, spot)
    refuse_towing(at, piece, there, off_road=action.off_road)
    if action.level or _upstairs(at, piece, here):
        _check_floor(at, piece, here, there, action.level)
    return _reckoned(at, piece, action, spot)


def check_ahead(at: Position, piece: Moving, action: act.Go, there: Hex) -> None:
    """A4.1, D2.1, D2.2: into the next hex; a vehicle ahead of its VCA, or backwards."""
    here = at.hex(piece)
    assert here is not None
    direction = here.direction_to(there)
    if direction is None or not here.is_adjacent(there):
        raise Refusal("A4.1", "battle.move.not_adjacent", id=piece.id, hex=action.to)
    if not isinstance(piece, Vehicle):
        if action.reverse:
            raise Refusal("D2.2", "battle.move.no_vehicle", id=piece.id)
        return
    check_driving(piece)
    spot = piece.spot
    if spot is not None and spot.bypass:
        return  # how a vehicle in bypass stands is said with its facing (D2.3)
    ahead = piece.vca + 3 if action.reverse else piece.vca
    if direction not in covered_sides(ahead % 6):
        raise Refusal("D2.1", "battle.move.not_ahead", id=piece.id, hex=action.to)


def check_driving(vehicle: Vehicle) -> None:
    if vehicle.drive is Drive.STOPPED:
        raise Refusal("D2.12", "battle.move.not_started", id=vehicle.id)


def check_enemy(at: Position, piece: Moving, spot: Spot) -> None:
    """A4.14, D7.1: no step into a Location of enemies, but for an OVR."""
    if enemy_at(at, piece, spot):
        raise Refusal("A4.14", "battle.move.enemy_there", id=piece.id, hex=spot.hex)


def enemy_at(at: Position, piece: Moving, spot: Spot) -> bool:
    """Whether an enemy that is not hidden is in a Location."""
    for other in at.in_hex(spot.hex):
        there = other.spot is not None and other.spot.level == spot.level
        lies = isinstance(other, Men | Dummy) or (
            isinstance(other, Vehicle) and other.wreck is Wrecked.NO
        )
        if other.side != piece.side and there and lies and other.veil is not Veil.HIDDEN:
            return True
    return False


def _reckoned(at: Position, piece: Moving, action: act.Go, spot: Spot) -> Way:
    """MF or MP, and how a Bog Check went that the step demands (B9.4c, D8.2).

    A cost that is said replaces the figure, never the rule that refuses the step.
    """
    there = at.grid.hex(spot.hex)
    asked, failed = bool(action.bog), action.bog == act.Bog.FAILED
    if asked:
        bog_drm(action.bog)
    by_rules = step_cost(
        at,
        piece,
        there,
        off_road=action.off_road,
        bog=asked,
        reverse=action.reverse,
        cost_said=action.cost is not None,
    )
    if asked and not by_rules.bog_check:
        raise Refusal("D8.2", "battle.move.no_bog_check", id=piece.id)
    if action.reverse and action.cost is None:
        raise Refusal("D2.2", "battle.move.cost_said", id=piece.id)
    cost = by_rules.total if action.cost is None else said(action.cost)
    stays = failed and by_rules.bogs_here
    in_shellholes = bool(by_rules.tally.value_of("cost.shellholes"))
    return Way(
        spot,
        cost,
        bogs=failed,
        stays=stays,
        underbelly=by_rules.underbelly and not stays,
        beside_shellholes=isinstance(piece, OnFoot) and cost < by_rules.total and in_shellholes,
    )


def bog_drm(bog: str) -> int | None:
    """D8.2: the DRM of a Bog Check that the table shall roll; None: it was rolled elsewhere."""
    if bog in tuple(act.Bog):
        return None
    if not re.fullmatch(r"[+-]?[0-9]", bog):
        raise BadInput("battle.move.bad_bog", text=bog[:20])
    return int(bog)


def said(cost: float) -> float:
    """A cost that a player says: a whole or half number."""
    if not 0 <= cost <= 100 or 2 * cost != int(2 * cost):
        raise Refusal("A4.1", "battle.move.bad_cost", cost=f"{cost:g}")
    return float(cost)


# Bypass


def _bypass(at: Position, piece: Moving, action: act.Go, there: Hex) -> Way:
    """A4.3, D2.3, C.5: along a hexside of a hex to one of its vertices."""
    here, grid = at.hex(piece), at.grid
    assert here is not None
    if here != there and not here.is_adjacent(there):
        raise Refusal("A4.1", "battle.move.not_adjacent", id=piece.id, hex=action.to)
    if isinstance(piece, Vehicle):
        check_driving(piece)
    beside = grid.hex(action.along)
    third = grid.hex(action.vertex) if action.vertex else None
    corner = third is None or (third.is_adjacent(there) and third.is_adjacent(beside))
    if not beside.is_adjacent(there) or not corner:
        raise Refusal("A4.3", "battle.move.no_hexside", hex=action.to, to=action.along)
    spot = Spot(
        grid.label(there), 0, grid.label(beside), grid.label(third) if third is not None else ""
    )
    if spot == piece.spot:
        raise Refusal("A4.3", "battle.move.no_turn", id=piece.id)
    check_enemy(at, piece, spot)
    if here != there:
        refuse_crossing(at, piece, there, reverse=action.reverse)
    if action.cost is None:
        raise Refusal("A4.3", "battle.move.cost_said", id=piece.id)
    return Way(spot, said(action.cost))


# Upper levels


def _stairs(at: Position, piece: Moving, action: act.Go, here: Hex) -> Way:
    """B23.4: from level to level of a building's stairway, one at a time."""
    spot = piece.spot
    assert spot is not None
    if not isinstance(piece, OnFoot) or abs(action.level - spot.level) != 1 or spot.bypass:
        raise Refusal("B23.4", "battle.move.no_stairs", id=piece.id, hex=action.to)
    places = at.board.locations(here)
    levels = {place.level for place in places if place.kind in ("ground", "building")}
    if action.level not in levels or not at.board.has_stairway(here):
        raise Refusal("B23.4", "battle.move.no_stairs", id=piece.id, hex=action.to)
    up = Spot(spot.hex, action.level)
    check_enemy(at, piece, up)
    return Way(up, STAIRS_MF if action.cost is None else said(action.cost))


def _upstairs(at: Position, piece: Moving, here: Hex) -> bool:
    """Whether a unit is on an upper level of a building, which it leaves by its stairway only."""
    spot = piece.spot
    upper = {place.level for place in at.board.locations(here) if place.kind == "building"}
    return spot is not None and spot.level in upper


def _check_floor(at: Position, piece: Moving, here: Hex, there: Hex, level: int) -> None:
    """B23.25: on an upper level only from hex to hex of the same building, at that level."""
    spot = piece.spot
    floor = {place.level for place in at.board.locations(there) if place.kind == "building"}
    same = spot is not None and spot.level == level and level in floor
    if not isinstance(piece, OnFoot) or not same or not _one_building(at, here, there):
        label = at.grid.label(there)
        raise Refusal("B23.25", "battle.no_level", hex=label, level=level)


def _one_building(at: Position, here: Hex, there: Hex) -> bool:
    """Whether a building goes on across the hexside between two hexes."""
    board = at.board
    direction = here.direction_to(there)
    assert direction is not None
    x, y = board.geometry.hexside_points[board.grid.index(here), direction]
    return bool(terrains()[int(board.terrain[int(y), int(x)])].is_building)
