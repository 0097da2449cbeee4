"""The scenario as it is now: with the numbers that exclusive rules make of the printed ones.

What follows from it (costs, ways, ZOC, strengths) is derived by the same code as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from hexfire.folio.counters import Strength, Unit
from hexfire.folio.exclusive.declared import (
    SAME,
    Change,
    Condition,
    Costs,
    Effect,
    Exclusive,
    Rule,
    Shift,
)
from hexfire.folio.ground import Fortress, Ground, Hexside, Terrain
from hexfire.folio.scenario import Now, Scenario
from hexfire.folio.state import Extra, State
from hexfire.folio.state import replace as next_state
from hexfire.hexes import iterate

GroundKey = tuple[tuple[int, ...], int, tuple[tuple[int, int], ...]]


class Regime(NamedTuple):
    """All that the present numbers depend on: equal ones make equal scenarios."""

    conditions: tuple[int, ...]
    shifts: tuple[int, ...]
    player: int
    """The side whose turn it is, if that matters for the table; else -1."""
    cut: tuple[int, ...]
    """By unit, the stage of being without supply; empty if nobody is."""
    astray: int
    """The units without command."""
    blown: int
    """The bridges that are down."""
    waiting: int
    """The arrivals that have not come true."""
    spent: tuple[tuple[int, int], ...]
    """Units that have spent MP on entering."""
    steps: tuple[int, ...]
    works: tuple[tuple[int, int], ...]
    gone: int
    """The markers that are lost."""

    @property
    def ground(self) -> GroundKey:
        """What the ground depends on."""
        return self.conditions, self.blown, self.works


def extra_of(state: State) -> Extra:
    """What exclusive rules remember; nothing, before there is anything."""
    return state.extra if isinstance(state.extra, Extra) else NOTHING


NOTHING = Extra()


def remember(state: State, extra: Extra) -> State:
    """The state with what exclusive rules remember now."""
    return next_state(state, extra=extra)


def conditions(rules: Exclusive, state: State) -> tuple[int, ...]:
    """The conditions that hold now: those of the game turn, and the weather."""
    weather = extra_of(state).weather
    return tuple(
        [
            i
            for i, condition in enumerate(rules.conditions)
            if state.turn in condition.turns or i == weather
        ]
    )


def regime_of(rules: Exclusive, state: State) -> Regime:
    """What the numbers depend on in this state."""
    extra = extra_of(state)
    shifts = [
        i
        for i, shift in enumerate(rules.shifts)
        if shift.side == state.player and (not shift.turns or state.turn in shift.turns)
    ]
    player = state.player if rules.tables != (None, None) or rules.conditions else -1
    return Regime(
        conditions(rules, state),
        tuple(shifts),
        player,
        extra.cut,
        extra.astray,
        extra.blown,
        ((1 << len(rules.arrivals)) - 1) & ~extra.called,
        extra.spent,
        extra.steps,
        extra.works,
        extra.gone,
    )


def derived(
    base: Scenario, rules: Exclusive, now: Regime, alike: Scenario | None = None
) -> Scenario:
    """The scenario under a regime; `alike` is one with the same ground, if there is any."""
    held = [rules.conditions[i] for i in now.conditions]
    effects = _effects(base, rules, now, held)
    units = tuple(
        [
            _unit(_worn(unit, now.steps[i] if now.steps else 0), effects.get(i, ()))
            for i, unit in enumerate(base.units)
        ]
    )
    for i, spent in now.spent:
        units = (*units[:i], units[i]._replace(spent=spent), *units[i + 1 :])
    ground = (
        alike.ground
        if alike is not None
        else _fortified(_bridged(_ground(base.ground, held), rules, now), rules, now)
    )
    table = rules.tables[now.player] if now.player >= 0 else None
    scenario = replace(
        base,
        key=f"{base.key} {now}",
        terrains=_terrains(base, held) if alike is None else alike.terrains,
        hexsides=_hexsides(base, held) if alike is None else alike.hexsides,
        ground=ground,
        crt=table or base.crt,
        units=units,
        now=Now(
            tuple(condition.rule for condition in held),
            _shifts(rules, now, held),
            {i: tuple(dict.fromkeys(rule for rule, _ in on_it)) for i, on_it in effects.items()},
            sum(1 << i for i, on_it in effects.items() if _idle(on_it)),
            next((condition.rule.id for condition in held if not condition.barrages), ""),
            all(condition.zoc for condition in held),
            _support(held),
            _held_back(rules, now, held),
            _unusable(rules, now, held),
        ),
    )
    printed = base if ground is base.ground and not held else None
    _share(base, scenario, alike or printed)
    return scenario


def _share(base: Scenario, scenario: Scenario, alike: Scenario | None) -> None:
    """What does not change need not be made again; `alike` has the same ground."""
    same = ["labels", "hex_index", "unit_index", "marker_index", "seats", "objective_at"]
    same += ["side_units", "side_mask", "mobile_units", "late_units", "entries", "sea", "distances"]
    for name in same:
        scenario.__dict__[name] = getattr(base, name)
    if alike is not None:
        for name in ("steps", "ways", "strikes", "zones", "minefields"):
            scenario.__dict__[name] = getattr(alike, name)


OnIt = tuple[tuple[Rule, Effect], ...]


def _effects(
    base: Scenario, rules: Exclusive, now: Regime, held: list[Condition]
) -> Mapping[int, OnIt]:
    """Everything that bears on each unit, each with its rule."""
    by_unit: dict[int, OnIt] = {}
    for i in range(len(base.units)):
        on_it: list[tuple[Rule, Effect]] = []
        for condition in held:
            if condition.effect != Effect():
                on_it.append((condition.rule, condition.effect))
        if rules.supply is not None and now.cut and now.cut[i]:
            stage = rules.supply.stages[min(now.cut[i], len(rules.supply.stages)) - 1]
            on_it.append((rules.supply.rule, stage.effect))
        if rules.command is not None and now.astray >> i & 1:
            on_it.append((rules.command.rule, rules.command.effect))
        if on_it:
            by_unit[i] = tuple(on_it)
    return by_unit


def _idle(on_it: OnIt) -> bool:
    return not all(effect.may_attack for _, effect in on_it)


def _unit(unit: Unit, on_it: OnIt) -> Unit:
    if not on_it:
        return unit
    back = None if unit.back is None else _face(unit.back, unit.mobile, on_it)
    return unit._replace(front=_face(unit.front, unit.mobile, on_it), back=back)


def _face(face: Strength, mobile: bool, on_it: OnIt) -> Strength:
    attack, defence, movement = face
    for _, effect in on_it:
        attack, defence = effect.attack.of(attack), effect.defence.of(defence)
        movement = (effect.mobile if mobile else effect.foot).of(movement)
    return Strength(attack, defence, movement)


def _ground(ground: Ground, held: list[Condition]) -> Ground:
    roads, trails, sides = ground.roads, ground.trails, ground.sides
    for condition in held:
        if condition.roads == "trail":
            roads, trails = frozenset(), trails | roads
        elif condition.roads == "none":
            roads = frozenset()
        if not condition.trails:
            trails = frozenset()
        if condition.ignored:
            sides = {
                pair: left
                for pair, kinds in sides.items()
                if (left := tuple(kind for kind in kinds if kind not in condition.ignored))
            }
    if roads is ground.roads and trails is ground.trails and sides is ground.sides:
        return ground
    return replace(ground, roads=roads, trails=trails, sides=sides)


def _worn(unit: Unit, lost: int) -> Unit:
    """A unit that has lost further steps: what its reverse would say now."""
    return unit._replace(back=unit.further[lost - 1]) if lost else unit


def _unusable(rules: Exclusive, now: Regime, held: list[Condition]) -> int:
    """The set of markers that are lost, or that the conditions of the day keep away."""
    markers = now.gone
    kinds = {kind for condition in held for kind in condition.grounded}
    for rule in rules.markers:
        if rule.kind in kinds:
            markers |= rule.markers
    return markers


def _fortified(ground: Ground, rules: Exclusive, now: Regime) -> Ground:
    """The ground with the fortress markers that have been laid."""
    if rules.works is None or not now.works:
        return ground
    laid = {hex: Fortress(hex, rules.works.exempt, side) for hex, side in now.works}
    return replace(ground, fortresses={**laid, **ground.fortresses})


def _bridged(ground: Ground, rules: Exclusive, now: Regime) -> Ground:
    """The ground without the roads and trails of bridges that are down."""
    down = {
        pair
        for i, bridge in enumerate(rules.bridges)
        if now.blown >> i & 1
        for pair in (bridge.hexes, (bridge.hexes[1], bridge.hexes[0]))
    }
    if not down:
        return ground
    return replace(ground, roads=ground.roads - down, trails=ground.trails - down)


def _held_back(rules: Exclusive, now: Regime, held: list[Condition]) -> Mapping[int, Rule]:
    """The reinforcements that may not come now, each with the rule that says so."""
    by_unit = {}
    for i, arrival in enumerate(rules.arrivals):
        if now.waiting >> i & 1:
            by_unit.update(dict.fromkeys(iterate(arrival.units), arrival.rule))
    calm = next((condition.rule for condition in held if not condition.landings), None)
    if rules.landing is not None and calm is not None:
        by_unit.update(dict.fromkeys(iterate(rules.landing.units), calm))
    return by_unit


def _merged(held: Iterable[Mapping[int, Costs]]) -> Mapping[int, Costs]:
    """Where several say what something costs, the last does."""
    merged: dict[int, Costs] = {}
    for costs in held:
        merged.update(costs)
    return merged


def _terrains(base: Scenario, held: list[Condition]) -> tuple[Terrain, ...]:
    costs = _merged(condition.terrain for condition in held)
    return tuple(t._replace(costs=costs.get(i, t.costs)) for i, t in enumerate(base.terrains))


def _hexsides(base: Scenario, held: list[Condition]) -> tuple[Hexside, ...]:
    costs = _merged(condition.hexsides for condition in held)
    return tuple(h._replace(costs=costs.get(i, h.costs)) for i, h in enumerate(base.hexsides))


def _support(held: list[Condition]) -> tuple[Change, Change]:
    """What becomes of the number of markers; of several conditions the last that says anything."""
    a, b = SAME, SAME
    for condition in held:
        a = a if condition.support[0] == SAME else condition.support[0]
        b = b if condition.support[1] == SAME else condition.support[1]
    return a, b


def _shifts(rules: Exclusive, now: Regime, held: list[Condition]) -> tuple[Shift, ...]:
    """The column shifts that may count for attacks of the player whose turn it is."""
    shifts = [rules.shifts[i] for i in now.shifts]
    for condition in held:
        columns = condition.shift[max(now.player, 0)]
        if columns:
            shifts.append(Shift(condition.rule, now.player, columns))
    return tuple(shifts)
