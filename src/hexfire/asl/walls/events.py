"""What follows when something happens to units behind walls (B9.32-B9.324, B9.41)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any

import msgspec

from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Entrenchment, Scene, Situation, Unit
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.advantage import Change, State, Step, What
from hexfire.asl.walls.concealment import Fate, before_play, during_play
from hexfire.asl.walls.cover import has_in_hex_tem
from hexfire.asl.walls.crossing import breach, crossing, refuse_bogged, refuse_stray_breaches
from hexfire.asl.walls.may import mover_of
from hexfire.hexes import Side
from hexfire.rulebook import Refusal


def start(scene: Scene) -> State:
    """The state of a situation at its beginning, Mandatory WA (B9.323a) included."""
    refuse_stray_breaches(scene)
    return settle(wa.begin(scene), [], patient=False)


def happen(state: State, event: wa.Event) -> Step:
    """B9.322a: what an event brings about, and who may claim Wall Advantage afterwards."""
    changes: list[Change] = []
    before = state
    state = _HANDLERS[type(event)](state, event, changes)
    state = _discover(before, state, changes)
    state = _drop_the_unfit(state, changes)
    state = _free(before, state, changes)
    state = settle(state, changes, patient=not isinstance(event, wa.Declines))
    fresh = frozenset(change.unit for change in changes if change.what is What.GAINED)
    moment = isinstance(event, wa.Reveals | wa.Claims | wa.Declines)
    state = state._replace(fresh=fresh, placed=state.placed if moment else frozenset())
    return Step(state, tuple(changes), wa.offers(state))


# What each event does by itself


def _enters(state: State, event: wa.Enters, changes: list[Change]) -> State:
    """B9.41a: WA is always lost on trying to enter another Location."""
    unit = state.scene.unit(event.unit)
    refuse_bogged(unit)
    state = _lose(state, unit, "B9.41a", changes)
    state.scene.board.grid.hex(event.hex)
    state = _change_unit(
        state,
        unit,
        hex=event.hex,
        level=unit.level if event.level is None else event.level,
        bypass=event.bypass,
        vertex=None,
        entrenched=None,
    )
    return state._replace(mover=unit.id, failed_exit=state.failed_exit - {unit.id})


def _fails_to_leave(state: State, event: wa.FailsToLeave, changes: list[Change]) -> State:
    """B9.41b: WA is lost all the same, and not to be claimed again in that MPh.

    It is still the one on the move: enemies decide before its Mandatory WA comes back (R-B9.323).
    """
    unit = state.scene.unit(event.unit)
    state = _lose(state, unit, "B9.41a", changes)
    return state._replace(failed_exit=state.failed_exit | {unit.id}, mover=unit.id)


def _bogs(state: State, event: wa.Bogs, changes: list[Change]) -> State:
    """B9.4c, B9.54c: it is bogged in the hex it was leaving, and its WA is lost all the same."""
    unit, there = state.scene.unit(event.unit), state.scene.board.grid.hex(event.hex)
    mover = mover_of(unit)
    checks = False
    if mover is not None and state.scene.hex(unit).is_adjacent(there):
        side = Side.between(state.scene.hex(unit), there)
        checks = crossing(state.scene, unit, mover, side, 0).bog_check
    if not checks:
        raise Refusal("B9.4c", "sight.wall.no_bog", unit=unit.id, hex=event.hex)
    state = _lose(state, unit, "B9.41a", changes)
    state = _change_unit(state, unit, bogged=True, moving=False)
    return state._replace(mover=unit.id, failed_exit=state.failed_exit | {unit.id})


def _breaches(state: State, event: wa.Breaches, changes: list[Change]) -> State:
    """B9.541c: across and the bocage breached, or bogged where it was; without WA either way."""
    unit, grid = state.scene.unit(event.unit), state.scene.board.grid
    if not state.scene.hex(unit).is_adjacent(grid.hex(event.hex)):
        raise Refusal("B9.541b", "sight.wall.no_bocage", unit=unit.id)
    side = Side.between(state.scene.hex(unit), grid.hex(event.hex))
    after = breach(state.scene, unit, side, passed=event.passed, spent=event.spent)
    state = _lose(state, unit, "B9.41a", changes)
    state = state._replace(scene=state.scene.with_situation(after))
    failed = state.failed_exit - {unit.id} if event.passed else state.failed_exit | {unit.id}
    return state._replace(mover=unit.id, failed_exit=failed)


def _leaves(state: State, event: wa.Leaves, changes: list[Change]) -> State:
    unit = state.scene.unit(event.unit)
    state = _lose(state, unit, "B9.322a", changes)
    others = tuple(u for u in state.scene.situation.units if u.id != unit.id)
    return _with(state, units=others)


def _breaks(state: State, event: wa.Breaks, changes: list[Change]) -> State:
    return _change_unit(state, state.scene.unit(event.unit), broken=True)


def _rallies(state: State, event: wa.Rallies, changes: list[Change]) -> State:
    return _change_unit(state, state.scene.unit(event.unit), broken=False)


def _declares(state: State, event: wa.Declares, changes: list[Change]) -> State:
    return state._replace(acting=event.side)


def _completes(state: State, event: wa.Completes, changes: list[Change]) -> State:
    return state._replace(acting=None)


def _ends_move(state: State, event: wa.EndsMove, changes: list[Change]) -> State:
    return state._replace(mover=None)


def _phase(state: State, event: wa.PhaseBegins, changes: list[Change]) -> State:
    """B9.322h: the RPh lets everybody claim again."""
    state = _with(state, phase=event.phase, phasing=event.phasing)
    barred = frozenset() if event.phase is Phase.RPH else state.barred
    none = frozenset[str]()
    return state._replace(
        mover=None, acting=None, failed_exit=none, freed=none, proven=none, barred=barred
    )


def _claims(state: State, event: wa.Claims, changes: list[Change]) -> State:
    unit = state.scene.unit(event.unit)
    rule = wa.may_claim(state, unit)
    state = _contest(state, unit, changes)
    gain = wa.free_sides(state, unit) - state.held(unit)
    if not gain and changes:
        return state  # B9.324c: the holder has shown a real unit, and keeps what he has
    if event.sides:
        grid = state.scene.board.grid
        wanted = {Side.between(state.scene.hex(unit), grid.hex(label)) for label in event.sides}
        gain = gain & wanted if state.scene.situation.deluxe else gain
    if not gain:
        raise Refusal("B9.321-ref", "sight.wall.denied", unit=unit.id, by=())
    state = _gain(state, unit, gain, rule, changes)
    return state._replace(undecided=frozenset(), freed=state.freed - {unit.id})


def _contest(state: State, unit: Unit, changes: list[Change]) -> State:
    """B9.324c: concealed claimants show one real unit; concealed holders then must, or lose WA.

    What is shown is shown for a moment: it keeps its "?". Without a real unit on the claiming side
    nothing happens, and the holders show nothing.
    """
    against = [other for other, _ in wa.deniers(state, unit)]
    if not against:
        return state
    friends = [
        other
        for other in state.scene.by_hex[state.scene.hex(unit)]
        if other.side == unit.side and not other.hidden
    ]
    if all(friend.concealed or friend.is_dummy for friend in friends):
        real = next((friend for friend in friends if not friend.is_dummy), None)
        if real is None:
            raise Refusal("B9.324c", "sight.wall.only_dummies", unit=unit.id)
        state = _show(state, real, changes)
    for hex in dict.fromkeys(state.scene.hex(other) for other in against):
        holders = [other for other in against if state.scene.hex(other) == hex]
        real = next((other for other in holders if not other.is_dummy), None)
        if real is not None:
            state = _show(state, real, changes)
            continue
        for dummy in holders:
            state = _lose(state, dummy, "B9.324b", changes)
    return state


def _show(state: State, unit: Unit, changes: list[Change]) -> State:
    """B9.324c: a unit proves that it is real; one that is in plain sight has nothing to prove."""
    if not unit.concealed:
        return state
    changes.append(Change(unit.id, What.SHOWN, "B9.324c"))
    return state._replace(proven=state.proven | {unit.id})


def _forfeits(state: State, event: wa.Forfeits, changes: list[Change]) -> State:
    unit = state.scene.unit(event.unit)
    return _lose(state, unit, wa.may_forfeit(state, unit), changes)


def _declines(state: State, event: wa.Declines, changes: list[Change]) -> State:
    return state._replace(undecided=frozenset())


def _reveals(state: State, event: wa.Reveals, changes: list[Change]) -> State:
    """B9.324d: a hidden unit comes on board concealed, and may claim at that very moment.

    Even if an enemy has just taken WA: that enemy waits for the decision, as he would have waited
    for a unit on the map.
    """
    unit = state.scene.unit(event.unit)
    if not unit.hidden:
        return _change_unit(state, unit, concealed=False)
    state = _change_unit(state, unit, hidden=False, concealed=True)
    unit = state.scene.unit(event.unit)
    state = state._replace(placed=state.placed | {unit.id})
    for other, _ in wa.deniers(state, unit):
        if other.id in state.fresh:
            state = _lose(state, other, "B9.324d", changes)
            state = state._replace(mover=other.id)
    return state


def _entrenches(state: State, event: wa.Entrenches, changes: list[Change]) -> State:
    into = Entrenchment(event.into) if event.into else None
    return _change_unit(state, state.scene.unit(event.unit), entrenched=into)


_HANDLERS: dict[type[wa.Event], Callable[[State, Any, list[Change]], State]] = {
    wa.Enters: _enters,
    wa.FailsToLeave: _fails_to_leave,
    wa.Bogs: _bogs,
    wa.Breaches: _breaches,
    wa.Leaves: _leaves,
    wa.Breaks: _breaks,
    wa.Rallies: _rallies,
    wa.Declares: _declares,
    wa.Completes: _completes,
    wa.EndsMove: _ends_move,
    wa.PhaseBegins: _phase,
    wa.Claims: _claims,
    wa.Forfeits: _forfeits,
    wa.Declines: _declines,
    wa.Reveals: _reveals,
    wa.Entrenches: _entrenches,
}


# What follows by itself


def _discover(before: State, state: State, changes: list[Change]) -> State:
    """B9.55c, B9.55d: what bocage alone hid, and a Good Order enemy now sees past it.

    When set-up ends it is on board without "?" (Dummies go); later it comes on board concealed.
    """
    if state.scene.situation.phase is Phase.SETUP:
        return state
    set_up_ends = before.scene.situation.phase is Phase.SETUP
    for unit in state.scene.situation.units:
        if not (unit.hidden or (set_up_ends and (unit.concealed or unit.is_dummy))):
            continue
        match before_play(state, unit) if set_up_ends else during_play(state, unit):
            case Fate.PLACED_UNCONCEALED:
                state = _change_unit(state, unit, hidden=False, concealed=False)
                changes.append(Change(unit.id, What.FOUND, "B9.55c"))
            case Fate.PLACED_CONCEALED:
                state = _change_unit(state, unit, hidden=False, concealed=True)
                changes.append(Change(unit.id, What.FOUND, "B9.55d"))
            case Fate.REMOVED:
                others = tuple(u for u in state.scene.situation.units if u.id != unit.id)
                state = _with(_lose(state, unit, "B9.55c", changes), units=others)
                changes.append(Change(unit.id, What.REMOVED, "B9.55c"))
            case Fate.KEPT:
                pass
    return state


def _drop_the_unfit(state: State, changes: list[Change]) -> State:
    """B9.322a: who no longer meets the requirements loses WA at once."""
    for unit in state.scene.situation.units:
        if not state.has_wa(unit):
            continue
        refusal = wa.cannot_have(state.scene, unit)
        if refusal is not None:
            state = _lose(state, unit, refusal.rule, changes)
            if has_in_hex_tem(state.scene, unit):
                state = state._replace(barred=state.barred | {unit.id})
    return state


def _free(before: State, state: State, changes: Iterable[Change]) -> State:
    """B9.322g: when the last enemy across a unit's walls loses WA, the unit may claim at once."""
    losers = {change.unit for change in changes if change.what is What.LOST}
    freed = set(state.freed)
    for unit in state.scene.situation.units:
        was_denied = {other.id for other, _ in wa.deniers(before, unit) if unit.id in _ids(before)}
        if was_denied & losers and not wa.deniers(state, unit):
            freed.add(unit.id)
    # A unit that gives way of its own accord is not freed by its own loss.
    return state._replace(freed=frozenset(freed))


def _ids(state: State) -> set[str]:
    return {unit.id for unit in state.scene.situation.units}


def settle(state: State, changes: list[Change], *, patient: bool) -> State:
    """B9.323a: Mandatory WA, as soon as possible.

    A unit on the move gets it after those who were there before it; they first may decide whether
    to claim (R-B9.323).
    """
    mover = state.mover
    for unit in sorted(state.scene.situation.units, key=lambda unit: unit.id == mover):
        if not wa.is_mandatory(state.scene, unit):
            continue
        gain = wa.free_sides(state, unit) - state.held(unit)
        if not gain:
            continue
        if patient and unit.id == mover:
            first = _forestallers(state, unit)
            if first:
                return state._replace(undecided=first)
        state = _gain(state, unit, gain, "B9.323a", changes)
    return state._replace(undecided=frozenset())


def _forestallers(state: State, unit: Unit) -> frozenset[str]:
    """Enemies who may now claim the hexsides that a moving unit would otherwise get."""
    ids = set()
    for wall in wa.occupied(state.scene, unit):
        for other in state.scene.by_hex.get(wall.side.other(state.scene.hex(unit)), ()):
            if other.side == unit.side or state.has_wa(other):
                continue
            try:
                wa.may_claim(state, other)
            except Refusal:
                continue
            ids.add(other.id)
    return frozenset(ids)


# Small steps


def _with(state: State, **fields: Any) -> State:
    situation: Situation = msgspec.structs.replace(state.scene.situation, **fields)
    return state._replace(scene=state.scene.with_situation(situation))


def _change_unit(state: State, unit: Unit, **fields: Any) -> State:
    changed = msgspec.structs.replace(unit, **fields)
    units = tuple(changed if u.id == unit.id else u for u in state.scene.situation.units)
    return _with(state, units=units)


def _lose(state: State, unit: Unit, rule: str, changes: list[Change]) -> State:
    sides = state.held(unit)
    if not sides:
        return state
    changes.append(Change(unit.id, What.LOST, rule, tuple(sorted(sides))))
    rest = {id: held for id, held in state.holds.items() if id != unit.id}
    return state._replace(holds=MappingProxyType(rest))


def _gain(
    state: State, unit: Unit, sides: frozenset[Side], rule: str, changes: list[Change]
) -> State:
    changes.append(Change(unit.id, What.GAINED, rule, tuple(sorted(sides))))
    held = {**state.holds, unit.id: state.held(unit) | sides}
    return state._replace(holds=MappingProxyType(held))
