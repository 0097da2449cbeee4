"""What each action does. Legality has been checked before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexfire.dice import Dice
from hexfire.folio import actions, resolution, sequence, support
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive import landing, moments, orders
from hexfire.folio.legal.menu import side_to_act
from hexfire.folio.stacking import stack_of
from hexfire.folio.state import EXITED, Chance, Combat, Rolling, Slot, State, replace
from hexfire.hexes import mask_of


def consequence(at: Position, action: Action, dice: Dice, log: Log | None = None) -> State:
    """What a legal action leads to, unchecked: for those who only ask about listed actions."""
    after = _HANDLERS[type(action)](at, action, dice, log)
    return after if at.scenario.exclusive is None else moments.after_action(at.memo, after, log)


def _place(at: Position, act: actions.Place, dice: Dice, log: Log) -> State:
    say(log, "F3.0c", "placed", unit=act.unit, hex=act.to)
    unit, hex = at.charts.units[act.unit], at.charts.hexes[act.to]
    return sequence.go_on(at.memo, resolution.put(at.memo, at.state, unit, hex), log)


def _enter(at: Position, act: actions.Enter, dice: Dice, log: Log) -> State:
    if at.scenario.exclusive is not None:
        return landing.enter(at, at.charts.units[act.unit], at.charts.hexes[act.to], log)
    say(log, "F4.1c", "entered", unit=act.unit, hex=act.to)
    return _has_moved(at, act.unit, at.charts.hexes[act.to])  # Q-MOV-3


def _move(at: Position, act: actions.Move, dice: Dice, log: Log) -> State:
    start = at.label(at.places[at.charts.units[act.unit]])
    say(log, "F5.0a", "moved", unit=act.unit, start=start, hex=act.to)
    return _has_moved(at, act.unit, at.charts.hexes[act.to])


def _leave(at: Position, act: actions.Leave, dice: Dice, log: Log) -> State:
    say(log, "F1.0", "exited", unit=act.unit)
    return _has_moved(at, act.unit, EXITED)


def _has_moved(at: Position, name: str, hex: int) -> State:
    unit = at.charts.units[name]
    return resolution.put(at.memo, at.state, unit, hex, 1 << unit)


def _end(at: Position, act: actions.End, dice: Dice, log: Log) -> State:
    return sequence.end_phase(at.memo, at.state, log)


def _attack(at: Position, act: actions.Attack, dice: Dice, log: Log) -> State:
    """F4.1f A: declare a combat; barrages are over (F8.4a)."""
    charts, state = at.charts, at.state
    hex = charts.hexes[act.hex]
    target = at.board.at[hex]
    units = tuple(sorted([charts.units[name] for name in act.units]))
    said = _named(at, stack_of(at, target))
    say(log, "F7.0e", "attack", hex=act.hex, target=said, units=act.units)
    bits = mask_of(units)
    combat = Combat(target, hex, units)
    return replace(
        state,
        attacked=state.attacked | bits,
        fought=state.fought | bits,
        defended=state.defended | mask_of(stack_of(at, target)),
        barrages=False,
        combat=combat,
        pending=support.next_slot(at, combat, None),
    )


def _barrage(at: Position, act: actions.Barrage, dice: Dice, log: Log) -> State:
    """F8.4: declare a barrage; its markers are spent (F8.4g)."""
    charts, state = at.charts, at.state
    hex = charts.hexes[act.hex]
    target = at.board.at[hex]
    markers = tuple(sorted([at.scenario.marker_index[name] for name in act.markers]))
    fired, said = _pluses(at, markers), _named(at, stack_of(at, target))
    say(log, "F8.4a", "barrage", hex=act.hex, target=said, markers=fired)
    return replace(
        _spend(state, state.player, markers),
        barraged=(*state.barraged, (hex, state.player)),
        shelled=state.shelled | mask_of(stack_of(at, target)),
        combat=Combat(target, hex, (), markers),
        pending=support.after_barrage_declared(at, hex),
    )


def _named(at: Position, units: tuple[int, ...]) -> str | tuple[str, ...]:
    """The unit that is attacked, or all who defend together."""
    names = tuple([at.charts.names[unit] for unit in units])
    return names if len(names) > 1 else names[0]


def _pluses(at: Position, markers: tuple[int, ...]) -> tuple[str, ...]:
    """Markers as people speak of them: by their value. Their ids are for typing."""
    return tuple([f"+{at.scenario.markers[marker].plus}" for marker in markers])


def _spend(state: State, side: int, markers: tuple[int, ...]) -> State:
    """F8.3b, F8.3j, F7.3c, F8.6b: a used marker is gone, as a whole, for this game turn."""
    hands = list(state.hands)
    for marker in markers:
        hands[side] &= ~(1 << marker)
    return replace(state, hands=(hands[0], hands[1]))


def _support(at: Position, act: actions.Support, dice: Dice, log: Log) -> State:
    """F8.3: commit a marker; it cannot be taken back (F8.3h)."""
    state, slot, combat = at.state, at.state.pending, at.state.combat
    assert isinstance(slot, Slot) and combat is not None
    side = side_to_act(state)
    assert side is not None
    marker = at.scenario.marker_index[act.marker]
    plus = at.scenario.markers[marker].plus
    say(log, "F8.3c", "supported", plus=plus, side=f"@{at.scenario.seats[side]}")
    if side == state.player:
        combat = replace(combat, attack_markers=(*combat.attack_markers, marker))
    else:
        combat = replace(combat, defence_markers=(*combat.defence_markers, marker))
    spent = replace(_spend(state, side, (marker,)), combat=combat)
    return replace(spent, pending=support.next_slot(Position(at.memo, spent), combat, slot))


def _decline(at: Position, act: actions.Decline, dice: Dice, log: Log) -> State:
    """F8.3g: a declined slot is lost for good."""
    state, slot, combat = at.state, at.state.pending, at.state.combat
    assert combat is not None
    side = side_to_act(state)
    assert side is not None
    say(log, "F8.3g", "declined", side=f"@{at.scenario.seats[side]}")
    if not isinstance(slot, Slot):
        return replace(state, pending=Rolling())
    given_up = replace(
        slot,
        locked=slot.locked or slot.slot == support.A1,
        skipped=slot.skipped or slot.slot == support.D1,
    )
    return replace(state, pending=support.next_slot(at, combat, given_up))


def _counter(at: Position, act: actions.Counter, dice: Dice, log: Log) -> State:
    state, combat = at.state, at.state.combat
    assert combat is not None
    side = 1 - state.player
    markers = tuple(sorted(at.scenario.marker_index[name] for name in act.markers))
    fired = _pluses(at, markers)
    say(log, "F8.4.1", "countered", markers=fired, side=f"@{at.scenario.seats[side]}")
    spent = _spend(state, side, markers)
    return replace(spent, combat=replace(combat, defence_markers=markers), pending=Rolling())


def _roll(at: Position, act: actions.Roll, dice: Dice, log: Log) -> State:
    pending = at.state.pending
    if type(pending) is Chance:
        return sequence.go_on(at.memo, moments.roll(at, pending, dice, log), log)
    return resolution.roll(at, dice, log)


def _hold(at: Position, act: actions.Hold, dice: Dice, log: Log) -> State:
    return resolution.hold(at.memo, at.state, at.charts.units[act.unit], log)


def _retreat(at: Position, act: actions.Retreat, dice: Dice, log: Log) -> State:
    unit = at.charts.units[act.unit]
    if not act.to:
        return resolution.no_retreat(at.memo, at.state, unit, log)
    to = at.charts.hexes[act.to]
    return resolution.retreat_step(at.memo, at.state, unit, to, log)


def _displace(at: Position, act: actions.Displace, dice: Dice, log: Log) -> State:
    return resolution.displace(at.memo, at.state, at.charts.hexes[act.to], log)


def _lose(at: Position, act: actions.Lose, dice: Dice, log: Log) -> State:
    return resolution.lose(at.memo, at.state, at.charts.units[act.unit], log)


def _advance(at: Position, act: actions.Advance, dice: Dice, log: Log) -> State:
    unit, to = at.charts.units[act.unit], at.charts.hexes[act.to]
    return resolution.advance(at.memo, at.state, unit, to, log)


def _stay(at: Position, act: actions.Stay, dice: Dice, log: Log) -> State:
    return resolution.finish(at.state)


def _order(at: Position, act: orders.Order, dice: Dice, log: Log) -> State:
    return orders.carry_out(at, act, log)


_HANDLERS: Final[dict[type, Callable[[Position, Any, Dice, Log], State]]] = {
    actions.Place: _place,
    actions.Enter: _enter,
    actions.Move: _move,
    actions.Leave: _leave,
    actions.End: _end,
    actions.Barrage: _barrage,
    actions.Attack: _attack,
    actions.Support: _support,
    actions.Counter: _counter,
    actions.Decline: _decline,
    actions.Roll: _roll,
    actions.Hold: _hold,
    actions.Retreat: _retreat,
    actions.Displace: _displace,
    actions.Lose: _lose,
    actions.Advance: _advance,
    actions.Stay: _stay,
    actions.Blow: _order,
    actions.Build: _order,
    actions.Fortify: _order,
    actions.Restore: _order,
    actions.Rebuild: _order,
}
