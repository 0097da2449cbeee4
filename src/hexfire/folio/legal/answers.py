"""The menu for the decision that is open: a phase, or one question with a short list of answers."""

from __future__ import annotations

from hexfire.folio import retreat, support
from hexfire.folio.actions import (
    DECLINE,
    ROLL,
    STAY,
    Action,
    Advance,
    Counter,
    Displace,
    Hold,
    Lose,
    Retreat,
    Support,
)
from hexfire.folio.advance import advances
from hexfire.folio.board import Position
from hexfire.folio.exclusive import moments
from hexfire.folio.legal.combats import Combats
from hexfire.folio.legal.menu import Listed, Menu, Nothing, side_to_act
from hexfire.folio.legal.moves import Moves
from hexfire.folio.legal.setup import Placements
from hexfire.folio.phases import MOBILE_MOVEMENT, MOVEMENT, SETUP
from hexfire.folio.stacking import full, room
from hexfire.folio.state import (
    Advancing,
    Chance,
    Countering,
    Displacing,
    Losing,
    Pending,
    Retreating,
    Slot,
)
from hexfire.rulebook import Refusal


def menu_of(at: Position, side: int) -> Menu:
    """The decision that is open, as a menu for the side it belongs to."""
    state = at.state
    if side_to_act(state) != side:
        return Nothing(at, at.scenario.seats[side])
    if state.pending is not None:
        return _answers(at, side, state.pending)
    if at.phase is SETUP:
        return Placements(at)
    if at.phase is MOVEMENT or at.phase is MOBILE_MOVEMENT:
        return Moves(at)
    return Combats(at)


def _answers(at: Position, side: int, pending: Pending) -> Menu:
    if type(pending) is Slot:
        return _slot(at, side, pending)
    if type(pending) is Countering:
        return _countering(at, side)
    if type(pending) is Losing:
        names = at.charts.names
        return Listed(at, pending.rule, "lose", [Lose(names[unit]) for unit in pending.units])
    if type(pending) is Retreating:
        return _retreating(at, pending)
    if type(pending) is Displacing:
        return _displacing(at, pending)
    if type(pending) is Advancing:
        return _advancing(at, pending)
    if type(pending) is Chance:
        rule = moments.rule_of(at, pending)
        return Listed(at, rule.id, f"chance_{pending.what}", [ROLL])
    return Listed(at, "F7.3b", "roll", [ROLL], _no_more_markers)


def _no_more_markers(menu: Menu, action: Action) -> None:
    """F8.3g, F8.3i, F8.4f: when the die is to be rolled, no slot for a marker is left."""
    combat = menu.at.state.combat
    if isinstance(action, Support) and combat is not None:
        full = len(combat.attack_markers) >= menu.at.scenario.marker_limit
        rule = "F8.3i" if full else "F8.3g"
        raise Refusal("F8.4f" if combat.is_barrage else rule, "folio.marker.no_slot")


def _slot(at: Position, side: int, pending: Slot) -> Menu:
    combat, use = at.state.combat, "attack" if side == at.player else "defence"
    assert combat is not None
    hex = combat.hex
    actions: list[Action] = [DECLINE]
    for marker in support.markers_of(support.allowed(at, at.state.hands[side], use, hex)):
        actions.append(Support(at.scenario.markers[marker].id))

    def why(menu: Menu, action: Action) -> None:
        if isinstance(action, Support):
            menu.check_markers((action.marker,), side, "F8.3c")
            menu.check_limits((action.marker,), use, hex)

    question = f"slot_{support.SLOT_NAMES[pending.slot].lower()}"
    return Listed(at, "F8.3c", question, actions, why)


def _countering(at: Position, side: int) -> Menu:
    limit, markers = min(2, at.scenario.marker_limit), at.scenario.markers
    combat = at.state.combat
    assert combat is not None
    hex = combat.hex
    actions: list[Action] = [DECLINE]
    hand = support.allowed(at, at.state.hands[side], "counter", hex)
    for chosen in support.marker_sets(hand, limit):
        actions.append(Counter(tuple([markers[m].id for m in chosen])))

    def why(menu: Menu, action: Action) -> None:
        if isinstance(action, Counter):
            menu.check_markers(action.markers, side, "F8.4.1")
            menu.check_limits(action.markers, "counter", hex)

    return Listed(at, "F8.4.1", "counter", actions, why)


def holders(pending: Retreating) -> tuple[int, ...]:
    """F7.8a, Q-RES-3, Q-RES-4: the units that may hold: before anybody has retreated."""
    return () if pending.path or pending.moved or pending.used else pending.units


def _retreating(at: Position, pending: Retreating) -> Menu:
    names, labels = at.charts.names, at.charts.labels
    actions: list[Action] = [Hold(names[unit]) for unit in holders(pending)]
    for unit in pending.units[:1] if pending.path else pending.units:
        name, open_now = names[unit], retreat.next_hexes(at, pending, unit)
        for hex in open_now:
            actions.append(Retreat(name, labels[hex]))
        if not open_now:
            actions.append(Retreat(name))

    def why(menu: Menu, action: Action) -> None:
        if isinstance(action, Retreat) and action.to:
            raise _no_retreat(menu, pending, action)

    return Listed(at, "F7.7", "retreat", actions, why)


def _no_retreat(menu: Menu, pending: Retreating, action: Retreat) -> Refusal:
    """F7.7b-F7.7e: why a hex is not open to a retreating unit."""
    at, unit, hex = menu.at, menu.unit(action.unit), menu.hex(action.to)
    if unit not in pending.units:
        return Refusal("F7.6k", "folio.retreat.not_this", unit=action.unit)
    names = {"unit": action.unit, "hex": action.to}
    scenario, here = at.scenario, at.places[unit]
    enemy = 1 - scenario.units[unit].side
    if hex not in scenario.ground.grid.neighbours[here]:
        return Refusal("F7.7a", "folio.retreat.not_adjacent", **names)
    if at.board.masks[enemy] >> hex & 1:
        return Refusal("F7.7d", "folio.retreat.enemy", **names)
    if at.front(enemy).zoc >> hex & 1:
        return Refusal("F7.7d", "folio.retreat.ezoc", **names)
    if not scenario.ways[scenario.units[unit].mobile][here] >> hex & 1:
        return Refusal("F7.7e", "folio.retreat.prohibited", **names)
    now = retreat.course(at, pending, unit)
    if hex not in retreat.open_hexes(at, now, at.board.at):
        return Refusal("F7.7.1a" if now.any_enemy else "F7.7b", "folio.retreat.not_away", **names)
    if not room(at, unit, hex):
        if scenario.stacking is not None:
            return full(scenario.stacking, **names)
        if not retreat.can_displace(at, now, hex):
            return Refusal("F7.7.2b", "folio.retreat.stuck", **names)
        if any(to not in at.board.at for to in retreat.next_hexes(at, pending, unit)):
            return Refusal("F7.7.2f", "folio.retreat.friend", **names)
    return Refusal("F7.7g", "folio.retreat.longer", **names)


def _displacing(at: Position, pending: Displacing) -> Menu:
    units, labels = at.scenario.units, at.scenario.labels
    moving = pending.retreat.units[0]
    now = retreat.course(at, pending.retreat, moving)
    before = tuple(zip(pending.chain, pending.hexes, strict=False))
    last = pending.chain[-1]
    hexes = retreat.displacements(at, now, at.board.at, at.places[last], before)
    actions: list[Action] = [Displace(units[last].id, labels[hex]) for hex in hexes]
    if at.scenario.options.hold_at_displacement and len(pending.chain) == 1:
        actions.append(Hold(units[moving].id))
    return Listed(at, "F7.7.2", "displace", actions)


def _advancing(at: Position, pending: Advancing) -> Menu:
    units, labels = at.scenario.units, at.scenario.labels
    actions: list[Action] = [STAY]
    for unit in pending.units:
        for hex in advances(at, pending.path, unit):
            actions.append(Advance(units[unit].id, labels[hex]))

    def why(menu: Menu, action: Action) -> None:
        if isinstance(action, Advance):
            raise _no_advance(menu, pending, action)

    return Listed(at, "F7.9", "advance", actions, why)


def _no_advance(menu: Menu, pending: Advancing, action: Advance) -> Refusal:
    unit, hex = menu.unit(action.unit), menu.hex(action.to)
    names = {"unit": action.unit, "hex": action.to}
    if unit not in pending.units:
        return Refusal("F7.9c", "folio.advance.not_this", unit=action.unit)
    if hex not in pending.path:
        return Refusal("F7.9f", "folio.advance.off_path", **names)
    if not room(menu.at, unit, hex):
        stacking = menu.at.scenario.stacking
        if stacking is not None:
            return full(stacking, **names)
        return Refusal("F7.9g", "folio.advance.stacking", **names)
    return Refusal("F7.9f", "folio.advance.closed", **names)
