"""What a seat may know of a position, as plain data. Nothing else leaves the game."""

from __future__ import annotations

from typing import Any

from hexfire.folio import combat as rules
from hexfire.folio import legal, support, victory
from hexfire.folio.board import Position
from hexfire.folio.exclusive import moments
from hexfire.folio.exclusive import views as exclusive
from hexfire.folio.state import (
    EXITED,
    LOST,
    WAITING,
    Advancing,
    Chance,
    Displacing,
    Losing,
    Phase,
    Retreating,
    Slot,
)

_OFF_MAP = {WAITING: "waiting", LOST: "eliminated", EXITED: "exited"}


def view(at: Position, seat: str | None) -> dict[str, Any]:
    """The position as a seat (None: a spectator) may see it."""
    scenario, state = at.scenario, at.state
    to_act = legal.side_to_act(state)
    seats = scenario.seats
    added = {} if scenario.exclusive is None else {"exclusive": exclusive.view(at)}
    return {
        "game": "folio",
        "scenario": scenario.id,
        "turn": state.turn,
        "turns": len(scenario.turns),
        "player": seats[state.player],
        "phase": state.phase.name.lower(),
        "to_act": None if to_act is None else seats[to_act],
        "units": [_unit(at, unit) for unit in range(len(scenario.units))],
        "markers": {seats[side]: _markers(at, side, seat) for side in (0, 1)},
        "objectives": [
            {
                "hex": at.label(objective.hex),
                "holder": seats[holder] if holder >= 0 else None,
                "points": {seats[side]: objective.points[side] for side in (0, 1)},
            }
            for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True)
        ],
        "points": {seats[side]: victory.score(scenario, state, side).total for side in (0, 1)},
        "barraged": [at.label(hex) for hex, _ in state.barraged],
        "combat": _combat(at),
        "decision": _decision(at),
        **added,
    }


def _unit(at: Position, unit: int) -> dict[str, Any]:
    counter, state = at.scenario.units[unit], at.state
    hex = state.places[unit]
    face = at.strength(unit)
    return {
        "id": counter.id,
        "side": at.scenario.seats[counter.side],
        "hex": at.label(hex) if hex >= 0 else None,
        "status": _OFF_MAP.get(hex, "on_map"),
        "strength": list(face),
        "reduced": bool(state.reduced >> unit & 1),
        "moved": bool(state.moved >> unit & 1),
        "attacked": bool(state.attacked >> unit & 1),
        "attacked_upon": bool(state.defended >> unit & 1),
    }


def _markers(at: Position, side: int, seat: str | None) -> list[dict[str, Any]] | int:
    """Q-MRK-4: available markers are public; a scenario may hide them from the other side."""
    hand = at.state.hands[side]
    if not at.scenario.options.markers_public and seat != at.scenario.seats[side]:
        return hand.bit_count()
    return [
        {"id": at.scenario.markers[m].id, "plus": at.scenario.markers[m].plus}
        for m in support.markers_of(hand)
    ]


def _combat(at: Position) -> dict[str, Any] | None:
    combat, units = at.state.combat, at.scenario.units
    if combat is None:
        return None
    markers, defending = at.scenario.markers, rules.defenders(at, combat)
    seen: dict[str, Any] = {
        "hex": at.label(combat.hex),
        "target": units[combat.target].id,
        **({"defenders": [units[u].id for u in defending]} if len(defending) > 1 else {}),
        "attackers": [units[u].id for u in combat.attackers],
        "attack_markers": [markers[m].id for m in combat.attack_markers],
        "defence_markers": [markers[m].id for m in combat.defence_markers],
        "barrage": combat.is_barrage,
    }
    if at.places[combat.target] == combat.hex and all(at.places[u] >= 0 for u in combat.attackers):
        assessed = rules.assess(at, combat)
        seen |= {
            "differential": assessed.differential,
            "row": assessed.row,
            "column": assessed.column,
        }
    return seen


def _decision(at: Position) -> dict[str, Any] | None:
    pending, units = at.state.pending, at.scenario.units
    if pending is None:
        return None if at.phase is Phase.OVER else {"kind": at.phase.name.lower()}
    kind = {"kind": str(pending.__struct_config__.tag)}
    match pending:
        case Slot():
            return {**kind, "slot": support.SLOT_NAMES[pending.slot]}
        case Chance():
            rule = moments.rule_of(at, pending)
            return {**kind, "what": pending.what, "rule": rule.id, "name": rule.name}
        case Losing():
            return {**kind, "units": [units[u].id for u in pending.units]}
        case Retreating():
            return {**kind, **_retreat(at, pending)}
        case Displacing():
            chain = [units[u].id for u in pending.chain]
            return {**kind, **_retreat(at, pending.retreat), "chain": chain}
        case Advancing():
            names = [units[u].id for u in pending.units]
            return {**kind, "units": names, "path": [at.label(hex) for hex in pending.path]}
        case _:
            return kind


def _retreat(at: Position, pending: Retreating) -> dict[str, Any]:
    return {
        "units": [at.scenario.units[u].id for u in pending.units],
        "length": pending.length,
        "path": [at.label(hex) for hex in pending.path],
    }
