"""F7.6-F7.9 applied: what a result does, step by step, until the combat is over.

Each function takes the position and the log and gives the next state. A decision that a player has
to make becomes the state's `pending`; the last step of a combat clears it.
"""

from __future__ import annotations

from typing import Any

from hexfire.dice import Dice
from hexfire.folio import combat as rules
from hexfire.folio import retreat as retreats
from hexfire.folio import victory
from hexfire.folio.advance import advances
from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive import steps
from hexfire.folio.phases import MOBILE_COMBAT
from hexfire.folio.state import (
    LOST,
    Advancing,
    Combat,
    Displacing,
    Losing,
    Retreating,
    State,
    replace,
)


def put(memo: Memo, state: State, unit: int, hex: int, moved: int = 0) -> State:
    """Stand a unit in a hex; an objective changes hands. `moved` are units that have moved now."""
    return take(memo, pass_through(memo, state, unit, hex, moved), unit)


def pass_through(memo: Memo, state: State, unit: int, hex: int, moved: int = 0) -> State:
    """A unit is in a hex, perhaps only on its way: no objective changes hands yet."""
    return replace(state, places=memo.put(state, unit, hex), moved=moved | state.moved)


def take(memo: Memo, state: State, unit: int) -> State:
    """Q-VIC-1: where a unit has come to stand, it holds the objective for its side."""
    hex = state.places[unit]
    if hex not in memo.charts.objectives:
        return state
    return replace(state, holders=victory.holding(memo.scenario, state, unit, hex))


def reduce(memo: Memo, state: State, unit: int, rule: str, log: Log) -> State:
    """Q-RES-2: turn a unit over; eliminate it if it is reduced already or has no reverse."""
    if state.reduced >> unit & 1 or memo.scenario.units[unit].back is None:
        if memo.scenario.units[unit].further and steps.left(memo.scenario, state, unit):
            say(log, rule, "reduced", _where(memo, state, unit), unit=memo.charts.names[unit])
            return steps.lose(memo.scenario, state, unit)
        return eliminate(memo, state, unit, rule, log)
    say(log, rule, "reduced", _where(memo, state, unit), unit=memo.charts.names[unit])
    return replace(state, reduced=state.reduced | 1 << unit)


def eliminate(memo: Memo, state: State, unit: int, rule: str, log: Log) -> State:
    say(log, rule, "eliminated", _where(memo, state, unit), unit=memo.charts.names[unit])
    return put(memo, state, unit, LOST)


def _where(memo: Memo, state: State, unit: int) -> dict[str, Any]:
    """Where a loss is to be shown on the map."""
    return {"at": memo.charts.labels[state.places[unit]]}


def _shown(at: Position, combat: Combat, assessed: rules.Assessment, dice: Dice) -> dict[str, Any]:
    """What a screen shows of a combat, from both sides' strength to the die."""
    names, markers, rows = at.charts.names, at.scenario.markers, at.scenario.crt.rows
    several = rules.defenders(at, combat) if at.charts.stacks else ()
    return {
        "barrage": combat.is_barrage,
        "side": at.scenario.seats[at.player],
        "target": names[combat.target],
        **({"defenders": [names[unit] for unit in several]} if len(several) > 1 else {}),
        "attackers": [names[unit] for unit in combat.attackers],
        "attack": assessed.attack.total,
        "attack_markers": [markers[m].plus for m in combat.attack_markers],
        "defence": assessed.defence.total,
        "defence_markers": [markers[m].plus for m in combat.defence_markers],
        "column": assessed.column,
        "row": assessed.row,
        "range": rows[assessed.row][assessed.column] if assessed.column >= 0 else None,
        "faces": list(dice.faces),
    }


def roll(at: Position, dice: Dice, log: Log) -> State:
    """F7.3b: roll, and apply the result at once."""
    combat = at.state.combat
    assert combat is not None
    assessed = rules.assess(at, combat)
    result = rules.resolve(dice, at.scenario.crt, assessed.column)
    say(
        log,
        "F7.3b",
        "rolled",
        _shown(at, combat, assessed, dice) if log is not None else None,
        differential=f"{assessed.differential:+d}",
        row=f"@row.{assessed.row}",
        roll=" ".join([str(face) for face in dice.faces]),
        result=result,
        hex=at.label(combat.hex),
    )
    state = replace(at.state, pending=None)
    if combat.is_barrage:
        return _barrage_result(at.memo, state, combat, result, log)
    return _combat_result(at.memo, state, combat, result, log)


def finish(state: State) -> State:
    """F7.0e: the combat is over; the next one may be declared."""
    return replace(state, combat=None, pending=None)


def _combat_result(memo: Memo, state: State, combat: Combat, result: str, log: Log) -> State:
    """F7.6: what each result does in a combat; a dot does nothing (F7.6j).

    Retreats: F7.6b, F7.6c (the defender), F7.6e, F7.6f, F7.6g (every attacker).
    """
    match result:
        case "De":
            for unit in rules.defenders(Position(memo, state), combat):
                state = eliminate(memo, state, unit, "F7.6a", log)
            return _advance(memo, state, (combat.hex,))
        case "D2" | "D3":
            away = tuple(state.places[unit] for unit in combat.attackers)
            units = rules.defenders(Position(memo, state), combat)
            return _retreat(memo, state, units, rules.RETREATS[result], away)
        case "Ex":
            return _defender_loses(memo, state, combat, "F7.6d", log)
        case "(A)":
            return _choose_loss(memo, state, combat.attackers, "F7.6h", False, log)
        case "A1" | "A2" | "A3":
            # Q-RES-1: every attacker retreats from the defending unit.
            return _retreat(memo, state, combat.attackers, rules.RETREATS[result], (combat.hex,))
        case "Ae":
            for unit in combat.attackers:
                state = eliminate(memo, state, unit, "F7.6i", log)
            return finish(state)
        case _:
            return finish(state)


def _barrage_result(memo: Memo, state: State, combat: Combat, result: str, log: Log) -> State:
    """F8.4d, F8.4e: what each result does in a barrage. Markers are never hurt (F8.6a).

    Ae has no effect either, unless the scenario says so (Q-BAR-5).
    """
    scenario = memo.scenario
    match result:
        case "De":
            for unit in rules.defenders(Position(memo, state), combat):
                state = eliminate(memo, state, unit, "F7.6a", log)
            return finish(state)
        case "D2" | "D3":
            return flee_barrage(memo, state, rules.RETREATS[result])
        case "Ex":
            return _defender_loses(memo, state, combat, "F8.4d", log)
        case "(A)":
            return _friendly_fire(memo, state, combat, log)
        case "Ae" if scenario.options.ae_in_barrage == "friendly_fire":
            return _friendly_fire(memo, state, combat, log)
        case _:
            return finish(state)


def _friendly_fire(memo: Memo, state: State, combat: Combat, log: Log) -> State:
    """F8.4.2, Q-BAR-6: the attacker's unit nearest to the target hex is reduced."""
    far, places = memo.charts.distances(combat.hex), state.places
    ours = [unit for unit in memo.charts.side_units[state.player] if places[unit] >= 0]
    nearest = min([far[places[unit]] for unit in ours], default=0)
    units = tuple([unit for unit in ours if far[places[unit]] == nearest])
    if not units:
        return finish(state)
    return _choose_loss(memo, state, units, "F8.4.2", False, log)


def _defender_loses(memo: Memo, state: State, combat: Combat, rule: str, log: Log) -> State:
    """F7.6d, F8.4d, Q-STK-5: a defender is reduced; its owner chooses, if several defend."""
    units = rules.defenders(Position(memo, state), combat)
    if len(units) > 1:
        return replace(state, pending=Losing(units, rule, defenders=True))
    return _attacker_loses(memo, reduce(memo, state, units[0], rule, log), combat, log)


def _attacker_loses(memo: Memo, state: State, combat: Combat, log: Log) -> State:
    """F7.6d: after the defender's loss the attacker's; a barrage has none."""
    if combat.is_barrage:
        return finish(state)
    gone = not _held(memo, state, combat)
    return _choose_loss(memo, state, combat.attackers, "F7.6d", gone, log)


def _held(memo: Memo, state: State, combat: Combat) -> bool:
    """Whether a defender is still in the hex of the combat."""
    if not memo.charts.stacks:
        return state.places[combat.target] >= 0
    return bool(rules.defenders(Position(memo, state), combat))


def _choose_loss(
    memo: Memo, state: State, units: tuple[int, ...], rule: str, advance: bool, log: Log
) -> State:
    """F7.6d, F7.6h, F8.4.2: the attacker chooses who is reduced, if there is a choice."""
    if len(units) > 1:
        return replace(state, pending=Losing(units, rule, advance))
    return lose(memo, replace(state, pending=Losing(units, rule, advance)), units[0], log)


def lose(memo: Memo, state: State, unit: int, log: Log) -> State:
    """The chosen unit is reduced; after an Ex that removed the defender, advance (Q-RES-5)."""
    losing, combat = state.pending, state.combat
    assert isinstance(losing, Losing) and combat is not None
    state = reduce(memo, state, unit, losing.rule, log)
    if losing.defenders is True:
        return _attacker_loses(memo, replace(state, pending=None), combat, log)
    return _advance(memo, state, (combat.hex,)) if losing.then_advance else finish(state)


# F7.7, F7.8: retreat or stubborn defence


def _retreat(
    memo: Memo, state: State, units: tuple[int, ...], length: int, away: tuple[int, ...]
) -> State:
    """F7.6k: the owner now retreats his units, or holds (Q-RES-4)."""
    side = memo.side(units[0])
    return replace(state, pending=Retreating(side, length, units, away_from=away))


def flee_barrage(memo: Memo, state: State, length: int) -> State:
    """F7.7.1: away from the nearest enemy, if that brings it no nearer to another."""
    at, combat = Position(memo, state), state.combat
    assert combat is not None
    side = memo.side(combat.target)
    away = retreats.enemies_to_flee(at, combat.target)
    pending = Retreating(side, length, rules.defenders(at, combat), away_from=away)
    if memo.charts.stacks:  # each of them may have to approach an enemy, or not
        return replace(state, pending=pending)
    if retreats.must_approach(at, pending, combat.target):
        pending = replace(pending, relaxed=True)  # F7.7.1c
    return replace(state, pending=pending)


def hold(memo: Memo, state: State, unit: int, log: Log) -> State:
    """F7.8a, F7.8b: the retreat is cancelled for all; this unit is reduced, or eliminated.

    It may take the place of a displacement (F7.7.2e). If that eliminates the defender, the advance
    ends in the hex of the combat (F7.8c).
    """
    charts, combat = memo.charts, state.combat
    assert combat is not None
    say(log, "F7.8a", "held", unit=charts.names[unit])
    pending = state.pending
    if isinstance(pending, Displacing):  # Q-DIS-5, option: back to where it fought
        state = put(memo, state, unit, pending.retreat.path[0])
    state = reduce(memo, state, unit, "F7.8a", log)
    is_defender = memo.side(unit) != state.player
    if is_defender and not combat.is_barrage and not _held(memo, state, combat):
        return _advance(memo, state, (combat.hex,))
    return finish(state)


def retreat_step(memo: Memo, state: State, unit: int, to: int, log: Log) -> State:
    """F7.7a, F5.1b: a unit retreats one hex; whoever is in the way is displaced first (F7.7.2a)."""
    pending = state.pending
    assert isinstance(pending, Retreating)
    here = state.places[unit]
    units = (unit, *(other for other in pending.units if other != unit))
    path = pending.path or (here,)
    at = Position(memo, state)
    if memo.charts.stacks and not pending.path:
        pending = replace(pending, relaxed=retreats.must_approach(at, pending, unit))
    pending = replace(pending, units=units, path=path)
    if to in at.board.at and not memo.charts.stacks:
        chain = (at.board.at[to],)
        return replace(state, pending=Displacing(pending, chain))
    return _enter(memo, state, pending, to, log)


def displace(memo: Memo, state: State, to: int, log: Log) -> State:
    """F7.7.2c: the last unit of the chain goes to a hex; if a friend holds it, he goes first."""
    pending = state.pending
    assert isinstance(pending, Displacing)
    at, charts = Position(memo, state), memo.charts
    hexes = (*pending.hexes, to)
    if to in at.board.at:
        chain = (*pending.chain, at.board.at[to])
        return replace(state, pending=replace(pending, chain=chain, hexes=hexes))
    vacated = state.places[pending.chain[0]]
    barred = state.barred
    for unit, hex in zip(reversed(pending.chain), reversed(hexes), strict=True):
        say(log, "F7.7.2a", "displaced", unit=charts.names[unit], hex=at.label(hex))
        state = put(memo, state, unit, hex)
        barred |= 1 << unit
    state = replace(state, barred=barred)
    retreat = pending.retreat
    moved = (*retreat.moved, *pending.chain)
    return _enter(memo, state, replace(retreat, moved=moved), vacated, log)


def _enter(memo: Memo, state: State, pending: Retreating, to: int, log: Log) -> State:
    unit = pending.units[0]
    charts = memo.charts
    say(
        log,
        "F7.7a",
        "retreated",
        unit=charts.names[unit],
        start=charts.labels[state.places[unit]],
        hex=charts.labels[to],
    )
    used = (*pending.used, *(hex for hex in (*pending.path, to) if hex not in pending.used))
    pending = replace(pending, path=(*pending.path, to), used=used)
    state = replace(pass_through(memo, state, unit, to), pending=pending)
    if memo.scenario.edition == 1:
        state = take(memo, state, unit)
    if len(pending.path) - 1 >= pending.length:
        if pending.relaxed:
            state = reduce(memo, state, unit, "F7.7.1c", log)
        return _retreated(memo, state, pending)
    at = Position(memo, state)
    if retreats.next_hexes(at, pending, unit):
        return state
    say(log, "F7.7g", "cut_short", unit=charts.names[unit], hex=charts.labels[to])
    state = reduce(memo, state, unit, "F7.7g", log)
    return _retreated(memo, state, pending)


def no_retreat(memo: Memo, state: State, unit: int, log: Log) -> State:
    """F7.7h, F7.7.1d: a unit that cannot retreat at all is eliminated; F7.7f: the sea reduces."""
    pending = state.pending
    assert isinstance(pending, Retreating)
    at = Position(memo, state)
    units = (unit, *(other for other in pending.units if other != unit))
    pending = replace(pending, units=units, path=(state.places[unit],))
    if retreats.stopped_by_sea(at, retreats.course(at, pending, unit)):
        state = reduce(memo, state, unit, "F7.7f", log)
    else:
        state = eliminate(memo, state, unit, "F7.7h", log)
    return _retreated(memo, state, pending)


def _retreated(memo: Memo, state: State, pending: Retreating) -> State:
    """F7.9b: a unit's retreat is over: the next unit's, or the advance along its path (Q-STK-7).

    The path ends before the hex where the unit stands (Q-ADV-1), or where it fell. An objective
    is taken where the retreat ends, not on the way (Q-VIC-1).
    """
    unit, *rest = pending.units
    state = take(memo, state, unit)
    combat = state.combat
    assert combat is not None
    if rest:  # Q-RET-4
        moved = (*pending.moved, unit)
        left = replace(pending, units=tuple(rest), path=(), moved=moved)
        return replace(state, pending=left)
    if memo.side(unit) == state.player or combat.is_barrage:
        return finish(state)
    path = pending.path[:-1] if state.places[unit] >= 0 else pending.path
    return _advance(memo, state, path)


# F7.9: advance


def _advance(memo: Memo, state: State, path: tuple[int, ...]) -> State:
    """F7.9a: attackers who are left may advance, if they can."""
    combat = state.combat
    assert combat is not None
    units = tuple(unit for unit in combat.attackers if state.places[unit] >= 0)
    return offer_advance(memo, replace(state, pending=Advancing(path, units)))


def offer_advance(memo: Memo, state: State) -> State:
    """Keep the units that can still advance; over when there are none."""
    pending = state.pending
    assert isinstance(pending, Advancing)
    at = Position(memo, state)
    able = tuple(unit for unit in pending.units if advances(at, pending.path, unit))
    if not able:
        return finish(state)
    return replace(state, pending=replace(pending, units=able))


def advance(memo: Memo, state: State, unit: int, to: int, log: Log) -> State:
    """F7.9: a unit advances; it does nothing more in this phase (F7.9h), unless allowed to."""
    pending, charts = state.pending, memo.charts
    assert isinstance(pending, Advancing)
    say(
        log,
        "F7.9c",
        "advanced",
        unit=charts.names[unit],
        start=charts.labels[state.places[unit]],
        hex=charts.labels[to],
    )
    state = put(memo, state, unit, to)
    if memo.scenario.units[unit].acts_after_advance:
        state = _once_more(memo, state, 1 << unit)
    left = tuple(other for other in pending.units if other != unit)
    return offer_advance(memo, replace(state, pending=replace(pending, units=left)))


def _once_more(memo: Memo, state: State, unit: int) -> State:
    """F7.9h, Q-ADV-6: exclusive rules let this unit attack again after its first advance."""
    if memo.scenario.edition == 1:  # again and again
        return replace(state, attacked=state.attacked & ~unit)
    again = state.again
    given = again if isinstance(again, int) else 0
    if given & unit:
        return state
    # F4.1h bars whoever fought in the Combat Phase: in the mobile one that is not what it did.
    fought = state.fought & ~unit if state.phase is MOBILE_COMBAT else state.fought
    return replace(state, attacked=state.attacked & ~unit, fought=fought, again=given | unit)
