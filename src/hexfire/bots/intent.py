"""What a bot is after, in one sentence: the reason that weighs most in what it chose."""

from __future__ import annotations

from collections.abc import Sequence

from hexfire.bots.combat import allot
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import supported
from hexfire.dice import Dice
from hexfire.folio import actions as act
from hexfire.folio import victory
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.state import EXITED, Combat, Phase, replace
from hexfire.rulebook import Message


def intention(judge: Judge, at: Position, side: int, plan: Sequence[Action]) -> Message:
    """Why a side should do this: for a movement phase the whole plan, else a single action."""
    if at.state.pending is None and at.state.phase.is_movement:
        return _of_march(judge, at, side, plan)
    return _of_choice(judge, at, side, plan[0])


def _say(what: str, **params: int | str | tuple[str, ...]) -> Message:
    return Message.of(f"bots.intent.{what}", **params)


# -- a movement plan -------------------------------------------------------------------------------


def _of_march(judge: Judge, at: Position, side: int, plan: Sequence[Action]) -> Message:
    after = at
    for action in plan:
        if not isinstance(action, act.End):
            after = Position(at.memo, consequence(after, action, Dice()))
    jump = plan[-1]
    if isinstance(jump, act.Enter) and after.state.pending is not None:  # the rest comes later
        return _say("place", unit=jump.unit, hex=jump.to)
    reasons = [*_gained(at, after, side), *_left(at, after, side), *_attacked(judge, after, side)]
    if reasons:
        return max(reasons, key=lambda reason: reason[0])[1]
    return _drawn(at, after, side)


def _gained(at: Position, after: Position, side: int) -> list[tuple[float, Message]]:
    """Objectives that the plan takes."""
    scenario = at.scenario
    taken = [
        objective
        for objective, was, now in zip(
            scenario.victory.objectives, at.state.holders, after.state.holders, strict=True
        )
        if now == side and was != side and max(objective.points)
    ]
    if not taken:
        return []
    points = sum(max(objective.points) for objective in taken)
    hexes = tuple(at.label(objective.hex) for objective in taken)
    return [(float(points), _say("take", hexes=hexes, points=points))]


def _left(at: Position, after: Position, side: int) -> list[tuple[float, Message]]:
    """Units that leave the map for points."""
    scenario = at.scenario
    gone = [
        unit
        for unit in scenario.side_units[side]
        if after.state.places[unit] == EXITED != at.state.places[unit]
    ]
    points = victory.value_gone(scenario, after.state, side, EXITED)
    points -= victory.value_gone(scenario, at.state, side, EXITED)
    points *= scenario.victory.exits[side]
    names = tuple(scenario.units[unit].id for unit in gone)
    return [(float(points), _say("leave", units=names, points=points))] if gone else []


def _attacked(judge: Judge, after: Position, side: int) -> list[tuple[float, Message]]:
    """The best attack that the plan makes possible."""
    state = after.state
    phase = Phase.COMBAT if state.phase is Phase.MOVEMENT else Phase.MOBILE_COMBAT
    fight = Position(after.memo, replace(state, phase=phase, attacked=0, defended=0, barred=0))
    attacks = supported(judge, fight, allot(judge, fight))
    if not attacks:
        return []
    value, combat = max(attacks, key=lambda attack: attack[0])
    # Which markers it keeps for it is nobody's business.
    combat = replace(combat, attack_markers=(), defence_markers=())
    return [(value, _say("attack", **_fought(judge, fight, combat)))]


def _drawn(at: Position, after: Position, side: int) -> Message:
    """Where the plan goes, if it takes and attacks nothing: to what is to be won or guarded."""
    scenario, places = at.scenario, after.state.places
    moved = [u for u in scenario.side_units[side] if places[u] >= 0 and places[u] != at.places[u]]
    if not moved:
        return _say("wait")

    def nearer(hex: int) -> int:
        far = scenario.distances[hex]
        return sum((far[at.places[u]] if at.places[u] >= 0 else 99) - far[places[u]] for u in moved)

    objectives = [
        (nearer(objective.hex), holder == side, objective.hex)
        for objective, holder in zip(scenario.victory.objectives, after.state.holders, strict=True)
        if max(objective.points)
    ]
    if not objectives or max(objectives)[0] <= 0:
        return _say("order")
    _, ours, hex = max(objectives)
    return _say("guard" if ours else "approach", hex=at.label(hex))


# -- any other choice ------------------------------------------------------------------------------


def _fought(judge: Judge, at: Position, combat: Combat) -> dict[str, int | str | tuple[str, ...]]:
    names = at.charts.names
    return {
        "target": names[combat.target],
        "hex": at.label(combat.hex),
        "units": tuple(names[unit] for unit in combat.attackers),
        "chance": _percent(judge.driven(at, combat)),
    }


def _percent(chance: float) -> int:
    return round(chance * 100)


def _of_choice(judge: Judge, at: Position, side: int, action: Action) -> Message:
    match action:
        case act.Attack():
            hex = at.charts.hexes[action.hex]
            units = tuple(sorted(at.charts.units[name] for name in action.units))
            combat = Combat(at.board.at[hex], hex, units)
            return _say("fight", **_fought(judge, at, combat))
        case act.Barrage():
            hex = at.charts.hexes[action.hex]
            markers = tuple(sorted(at.scenario.marker_index[name] for name in action.markers))
            fought = _fought(judge, at, Combat(at.board.at[hex], hex, (), markers))
            del fought["units"]
            return _say("barrage", **fought)
        case act.Support() | act.Counter():
            return _of_marker(judge, at, side, action)
        case act.Place() | act.Advance() if _objective(at, action.to):
            return _say("objective", hex=action.to)
        case act.Place() | act.Retreat() | act.Advance() | act.Displace():
            where = action.to or "–"
            return _say(str(action.__struct_config__.tag), unit=action.unit, hex=where)
        case act.Hold():
            return _say("hold", unit=action.unit)
        case act.Lose():
            return _say("lose", unit=action.unit)
        case act.End():
            return _say("end")
        case act.Decline():
            return _say("decline")
        case act.Stay():
            return _say("stay")
        case _:
            return _say("roll")


def _objective(at: Position, label: str) -> bool:
    return bool(label) and at.charts.hexes[label] in at.scenario.objective_at


def _of_marker(judge: Judge, at: Position, side: int, action: act.Support | act.Counter) -> Message:
    """What the markers do to the chance that the defender is driven off."""
    combat = at.state.combat
    assert combat is not None
    names = (action.marker,) if isinstance(action, act.Support) else action.markers
    markers = tuple(at.scenario.marker_index[name] for name in names)
    if side == at.state.player:
        helped = replace(combat, attack_markers=(*combat.attack_markers, *markers))
    else:
        helped = replace(combat, defence_markers=(*combat.defence_markers, *markers))
    return _say(
        "support" if side == at.state.player else "cover",
        plus=sum(at.scenario.markers[marker].plus for marker in markers),
        target=at.charts.names[combat.target],
        before=_percent(judge.driven(at, combat)),
        after=_percent(judge.driven(at, helped)),
    )
