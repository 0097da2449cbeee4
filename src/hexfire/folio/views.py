"""What a seat may know of a position, as plain data. Nothing else leaves the game."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexfire.folio import combat as rules
from hexfire.folio import legal, support, victory
from hexfire.folio.board import Position
from hexfire.folio.exclusive import moments
from hexfire.folio.exclusive import views as exclusive
from hexfire.folio.phases import NAMES, OVER
from hexfire.folio.seen import (
    FolioCombat,
    FolioDecision,
    FolioMarker,
    FolioObjective,
    FolioUnit,
    FolioView,
)
from hexfire.folio.state import (
    EXITED,
    LOST,
    WAITING,
    Advancing,
    Chance,
    Displacing,
    Extra,
    Losing,
    Retreating,
    Slot,
)

Status = Literal["on_map", "waiting", "eliminated", "exited"]
_OFF_MAP: dict[int, Status] = {WAITING: "waiting", LOST: "eliminated", EXITED: "exited"}


def view(at: Position, seat: str | None) -> FolioView:
    """The position as a seat (None: a spectator) may see it."""
    units = [_unit(at, unit) for unit in range(len(at.scenario.units))]
    return _seen(at, units, _hands(at, seat), _objectives(at))


def shown(at: Position, seat: str | None) -> bytes:
    """The same in JSON. Most of it is as it was in the position before."""
    units, hands, objectives = _units_shown(at), _hands_shown(at, seat), _objectives_shown(at)
    return msgspec.json.encode(_seen(at, units, hands, objectives))


def _seen(at: Position, units: Any, hands: Any, objectives: Any) -> FolioView:
    scenario, state = at.scenario, at.state
    to_act = legal.side_to_act(state)
    seats = scenario.seats
    seen: FolioView = {
        "game": "folio",
        "scenario": scenario.id,
        "turn": state.turn,
        "turns": len(scenario.turns),
        "player": seats[state.player],
        "phase": NAMES[state.phase],
        "to_act": None if to_act is None else seats[to_act],
        "units": units,
        "markers": hands,
        "objectives": objectives,
        "points": _points(at),
        "barraged": [at.label(hex) for hex, _ in state.barraged],
        "combat": _combat(at),
        "decision": _decision(at),
    }
    if scenario.exclusive is not None:
        seen["exclusive"] = exclusive.view(at)
    return seen


MOST_ALIKE = 512
"""So many hands, and so many states of the objectives, are remembered for a scenario."""


def _objectives(at: Position) -> list[FolioObjective]:
    seats, victory_ = at.scenario.seats, at.scenario.victory
    return [
        {
            "hex": at.label(objective.hex),
            "holder": seats[holder] if holder >= 0 else None,
            "points": {seats[side]: objective.points[side] for side in (0, 1)},
        }
        for objective, holder in zip(victory_.objectives, at.state.holders, strict=True)
    ]


def _objectives_shown(at: Position) -> msgspec.Raw:
    known = at.memo.objectives_seen
    seen = known.get(at.state.holders)
    if seen is None:
        if len(known) >= MOST_ALIKE:
            known.clear()
        seen = known[at.state.holders] = msgspec.Raw(msgspec.json.encode(_objectives(at)))
    return seen


def _hands(at: Position, seat: str | None) -> dict[str, list[FolioMarker] | int]:
    return {at.scenario.seats[side]: _markers(at, side, seat) for side in (0, 1)}


def _hands_shown(at: Position, seat: str | None) -> msgspec.Raw:
    (first, second), known = at.state.hands, at.memo.markers_seen
    key = (first, second, None if at.scenario.options.markers_public else seat)
    seen = known.get(key)
    if seen is None:
        if len(known) >= MOST_ALIKE:
            known.clear()
        seen = known[key] = msgspec.Raw(msgspec.json.encode(_hands(at, seat)))
    return seen


MOST_POINTS = 512
"""So many sums of points are remembered for a scenario."""


def _points(at: Position) -> dict[str, int]:
    """Both sides' points: they change with objectives, losses and exits, so most actions not."""
    state, known = at.state, at.memo.points_seen
    extra = state.extra.points if isinstance(state.extra, Extra) else ()
    key = (state.holders, tuple([place if place < 0 else 0 for place in state.places]), extra)
    points = known.get(key)
    if points is None:
        if len(known) >= MOST_POINTS:
            known.clear()
        sides = enumerate(at.scenario.seats)
        points = {seat: victory.score(at.scenario, state, side).total for side, seat in sides}
        known[key] = points
    return points


MOST_UNITS = 4_096
"""So many units as they were seen are remembered for a scenario."""


def _units_shown(at: Position) -> list[msgspec.Raw]:
    """All units in JSON; each is written anew only where it has not been seen like this before."""
    state, known = at.state, at.memo.units_seen
    reduced, moved, attacked, defended = state.reduced, state.moved, state.attacked, state.defended
    count, units = len(state.places), []
    for unit, place in enumerate(state.places):
        done = moved >> unit & 1 | (attacked >> unit & 1) << 1 | (defended >> unit & 1) << 2
        key = ((place - EXITED) << 4 | done << 1 | reduced >> unit & 1) * count + unit
        seen = known.get(key)
        if seen is None:
            if len(known) >= MOST_UNITS:
                known.clear()
            seen = known[key] = msgspec.Raw(msgspec.json.encode(_unit(at, unit)))
        units.append(seen)
    return units


def _unit(at: Position, unit: int) -> FolioUnit:
    """A unit as it stands."""
    counter, state = at.scenario.units[unit], at.state
    hex = state.places[unit]
    face = at.strength(unit)
    return {
        "id": counter.id,
        "side": at.scenario.seats[counter.side],
        "hex": at.label(hex) if hex >= 0 else None,
        "status": _OFF_MAP.get(hex, "on_map"),
        "strength": face,
        "reduced": bool(state.reduced >> unit & 1),
        "moved": bool(state.moved >> unit & 1),
        "attacked": bool(state.attacked >> unit & 1),
        "attacked_upon": bool(state.defended >> unit & 1),
    }


def _markers(at: Position, side: int, seat: str | None) -> list[FolioMarker] | int:
    """Q-MRK-4: available markers are public; a scenario may hide them from the other side."""
    hand = at.state.hands[side]
    if not at.scenario.options.markers_public and seat != at.scenario.seats[side]:
        return hand.bit_count()
    return [
        {"id": at.scenario.markers[m].id, "plus": at.scenario.markers[m].plus}
        for m in support.markers_of(hand)
    ]


def _combat(at: Position) -> FolioCombat | None:
    combat, units = at.state.combat, at.scenario.units
    if combat is None:
        return None
    markers, defending = at.scenario.markers, rules.defenders(at, combat)
    seen: FolioCombat = {
        "hex": at.label(combat.hex),
        "target": units[combat.target].id,
        "attackers": [units[u].id for u in combat.attackers],
        "attack_markers": [markers[m].id for m in combat.attack_markers],
        "defence_markers": [markers[m].id for m in combat.defence_markers],
        "barrage": combat.is_barrage,
    }
    if len(defending) > 1:
        seen["defenders"] = [units[u].id for u in defending]
    if at.places[combat.target] == combat.hex and all(at.places[u] >= 0 for u in combat.attackers):
        assessed = rules.assess(at, combat)
        seen["differential"] = assessed.differential
        seen["row"] = assessed.row
        seen["column"] = assessed.column
    return seen


def _decision(at: Position) -> FolioDecision | None:
    pending, units = at.state.pending, at.scenario.units
    if pending is None:
        return None if at.phase is OVER else {"kind": NAMES[at.phase]}
    seen: FolioDecision = {"kind": str(pending.__struct_config__.tag)}
    match pending:
        case Slot():
            seen["slot"] = support.SLOT_NAMES[pending.slot]
        case Chance():
            rule = moments.rule_of(at, pending)
            seen["what"], seen["rule"], seen["name"] = pending.what, rule.id, rule.name
        case Losing():
            seen["units"] = [units[u].id for u in pending.units]
        case Retreating():
            _retreat(at, pending, seen)
        case Displacing():
            _retreat(at, pending.retreat, seen)
            seen["chain"] = [units[u].id for u in pending.chain]
        case Advancing():
            seen["units"] = [units[u].id for u in pending.units]
            seen["path"] = [at.label(hex) for hex in pending.path]
    return seen


def _retreat(at: Position, pending: Retreating, seen: FolioDecision) -> None:
    seen["units"] = [at.scenario.units[u].id for u in pending.units]
    seen["length"] = pending.length
    seen["path"] = [at.label(hex) for hex in pending.path]
