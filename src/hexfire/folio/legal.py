"""What a seat may do now: listed lazily, counted without listing, and asked with reasons.

A menu is a sequence, so that `random.choice(menu)` takes a legal action without listing the others:
moves are counted as bits of a set, attacks as the non-empty subsets of those who could take part.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from hexfire.folio import combat, movement, retreat, sequence, support
from hexfire.folio.actions import (
    Action,
    Advance,
    Attack,
    Barrage,
    Counter,
    Decline,
    Displace,
    End,
    Enter,
    Hold,
    Leave,
    Lose,
    Move,
    Place,
    Retreat,
    Roll,
    Stay,
    Support,
)
from hexfire.folio.advance import advances
from hexfire.folio.board import Position
from hexfire.folio.state import (
    WAITING,
    Advancing,
    Countering,
    Displacing,
    Losing,
    Phase,
    Retreating,
    Rolling,
    Slot,
    State,
)
from hexfire.hexes import iterate, nth
from hexfire.play import Legal
from hexfire.rulebook import BadInput, Refusal


def side_to_act(state: State) -> int | None:
    """The side whose decision is open; None when the game is over."""
    if state.phase is Phase.OVER:
        return None
    match state.pending:
        case Slot():
            attackers = state.pending.slot in (support.A1, support.A2)
            return state.player if attackers else 1 - state.player
        case Countering():
            return 1 - state.player
        case Retreating():
            return state.pending.side
        case Displacing():
            return state.pending.retreat.side
        case _:
            return state.player


class Menu(Legal[Action], Sequence[Action]):
    """The legal actions of the seat whose decision is open."""

    def __init__(self, at: Position) -> None:
        self.at = at

    @abstractmethod
    def check(self, action: Action) -> None:
        """Refuse what is not legal, with its rule."""

    def __contains__(self, action: object) -> bool:
        try:
            self.check(action)  # type: ignore[arg-type]
        except Refusal:
            return False
        return True

    def __bool__(self) -> bool:
        return len(self) > 0

    # Reading what an action names

    def unit(self, name: str) -> int:
        found = self.at.scenario.unit_index.get(name)
        if found is None:
            raise BadInput("folio.no_unit", unit=name)
        return found

    def hex(self, name: str) -> int:
        found = self.at.scenario.hex_index.get(name)
        if found is None:
            labels = self.at.scenario.labels
            raise BadInput("folio.no_hex", hex=name, first=labels[0], last=labels[-1])
        return found

    def own(self, name: str) -> int:
        unit = self.unit(name)
        if self.at.scenario.units[unit].side != self.at.state.player:
            raise Refusal("F4.1b", "folio.not_yours", unit=name)
        if self.at.state.places[unit] < 0:
            raise Refusal("F2.1", "folio.not_on_map", unit=name)
        return unit


class Nothing(Menu):
    """For a seat that has nothing to decide."""

    def __init__(self, at: Position, seat: str) -> None:
        super().__init__(at)
        self._seat = seat

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        raise IndexError(i)

    def check(self, action: Action) -> None:
        side = side_to_act(self.at.state)
        if side is None:
            raise Refusal("F4.0b", "core.play.over")
        turn = self.at.scenario.seats[side]
        raise Refusal("F4.1a", "folio.not_your_turn", seat=f"@{self._seat}", turn=f"@{turn}")


class Listed(Menu):
    """A short list of answers to one question."""

    def __init__(
        self,
        at: Position,
        rule: str,
        question: str,
        actions: Sequence[Action],
        why: Callable[[Action], None] | None = None,
    ) -> None:
        super().__init__(at)
        self.rule, self.question, self._actions, self._why = rule, question, actions, why

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        return self._actions[i]

    def check(self, action: Action) -> None:
        if action in self._actions:
            return
        if self._why is not None:
            self._why(action)
        raise Refusal(self.rule, "folio.not_an_answer", question=f"@folio.question.{self.question}")


class Moves(Menu):
    """F5: moves, reinforcements, exits, and the end of the phase."""

    @cached_property
    def _moves(self) -> list[tuple[int, int]]:
        return movement.all_destinations(self.at)

    @cached_property
    def _others(self) -> list[Action]:
        at = self.at
        found: list[Action] = [End()]
        labels, units = at.scenario.labels, at.scenario.units
        for unit in sequence.reinforcements(at):
            for hex in iterate(movement.entries(at, unit)):
                found.append(Enter(units[unit].id, labels[hex]))
        if at.scenario.victory.exit_hexes[at.state.player]:
            found += [
                Leave(units[unit].id) for unit in movement.movers(at) if movement.exits(at, unit)
            ]
        return found

    def __len__(self) -> int:
        return len(self._others) + sum(mask.bit_count() for _, mask in self._moves)

    def __iter__(self) -> Iterator[Action]:
        labels, units = self.at.scenario.labels, self.at.scenario.units
        yield from self._others
        for unit, mask in self._moves:
            name = units[unit].id
            for hex in iterate(mask):
                yield Move(name, labels[hex])

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        others = self._others
        if i < len(others):
            return others[i]
        i -= len(others)
        for unit, mask in self._moves:
            count = mask.bit_count()
            if i < count:
                hex = nth(mask, i)
                return Move(self.at.scenario.units[unit].id, self.at.scenario.labels[hex])
            i -= count
        raise IndexError(i)

    def check(self, action: Action) -> None:
        at = self.at
        match action:
            case End():
                return
            case Move():
                self._check_move(action)
            case Enter():
                unit, to = self.unit(action.unit), self.hex(action.to)
                if unit not in sequence.reinforcements(at):
                    raise Refusal("F4.1c", "folio.not_arriving", unit=action.unit)
                if not movement.entries(at, unit) >> to & 1:
                    raise Refusal("F4.1c", "folio.no_entry", unit=action.unit, hex=action.to)
            case Leave():
                unit = self._mover(action.unit)
                if not movement.exits(at, unit):
                    raise Refusal("F5.1c", "folio.no_exit", unit=action.unit)
            case _:
                raise Refusal("F4.1b", "folio.not_now", phase=_phase(at))

    def _mover(self, name: str) -> int:
        at, unit = self.at, self.own(name)
        if at.state.phase is Phase.MOBILE_MOVEMENT and not at.scenario.units[unit].mobile:
            raise Refusal("F5.0b", "folio.move.foot", unit=name)
        if at.state.moved >> unit & 1:
            rule = "F5.1e" if at.state.phase is Phase.MOVEMENT else "F4.1d"
            raise Refusal(rule, "folio.move.moved", unit=name)
        return unit

    def _check_move(self, action: Move) -> None:
        at, scenario = self.at, self.at.scenario
        unit, to = self._mover(action.unit), self.hex(action.to)
        if movement.destinations(at, unit) >> to & 1:
            return
        names = {"unit": action.unit, "hex": action.to}
        holder = at.board.at.get(to)
        if holder is not None:
            if scenario.units[holder].side != at.state.player:
                raise Refusal("F5.1c", "folio.move.enemy", **names)
            raise Refusal("F5.3a", "folio.move.stacking", other=scenario.units[holder].id, **names)
        kind = scenario.units[unit].mobile
        if not any(scenario.ways[kind][j] >> to & 1 for j in scenario.ground.grid.neighbours[to]):
            raise Refusal("F5.1c", "folio.move.prohibited", **names)
        allowance = at.strength(unit).movement
        raise Refusal("F5.1d", "folio.move.out_of_reach", allowance=allowance, **names)


class Combats(Menu):
    """F7.0, F8.4: barrages, combats, and the end of the phase."""

    @cached_property
    def _pairs(self) -> list[tuple[int, list[int], int]]:
        """Defending unit, who could attack it, and in how many combinations."""
        limit = self.at.scenario.attacker_limit
        return [
            (target, units, _subsets(len(units), limit))
            for target, units in combat.pairings(self.at).items()
        ]

    @cached_property
    def _barrages(self) -> tuple[list[int], list[tuple[int, ...]]]:
        targets = support.barrage_targets(self.at)
        if not targets:
            return [], []
        hand = self.at.state.hands[self.at.state.player]
        return targets, list(support.marker_sets(hand, min(2, self.at.scenario.marker_limit)))

    def __len__(self) -> int:
        targets, sets = self._barrages
        return 1 + len(targets) * len(sets) + sum(count for _, _, count in self._pairs)

    def __iter__(self) -> Iterator[Action]:
        yield End()
        limit = self.at.scenario.attacker_limit
        for target, units, _ in self._pairs:
            for chosen in range(1, 1 << len(units)):
                if chosen.bit_count() <= limit:
                    yield self._attack(target, units, chosen)
        targets, sets = self._barrages
        for target in targets:
            for markers in sets:
                yield self._barrage(target, markers)

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        if i == 0:
            return End()
        i -= 1
        limit = self.at.scenario.attacker_limit
        for target, units, count in self._pairs:
            if i < count:
                if len(units) <= limit:
                    return self._attack(target, units, i + 1)
                few = (c for c in range(1, 1 << len(units)) if c.bit_count() <= limit)
                return self._attack(target, units, next(c for n, c in enumerate(few) if n == i))
            i -= count
        targets, sets = self._barrages
        if i < len(targets) * len(sets):
            return self._barrage(targets[i // len(sets)], sets[i % len(sets)])
        raise IndexError(i)

    def _attack(self, target: int, units: list[int], chosen: int) -> Attack:
        scenario, places = self.at.scenario, self.at.state.places
        return Attack(
            scenario.labels[places[target]],
            tuple(scenario.units[u].id for n, u in enumerate(units) if chosen >> n & 1),
        )

    def _barrage(self, target: int, markers: tuple[int, ...]) -> Barrage:
        scenario, places = self.at.scenario, self.at.state.places
        return Barrage(
            scenario.labels[places[target]], tuple(scenario.markers[m].id for m in markers)
        )

    def check(self, action: Action) -> None:
        match action:
            case End():
                return
            case Attack():
                self._check_attack(action)
            case Barrage():
                self._check_barrage(action)
            case _:
                raise Refusal("F4.1e", "folio.not_now", phase=_phase(self.at))

    def _target(self, name: str) -> int:
        target = self.at.board.at.get(self.hex(name))
        if target is None:
            raise Refusal("F7.1a", "folio.attack.nobody", hex=name)
        if self.at.scenario.units[target].side == self.at.state.player:
            own = self.at.scenario.units[target].id
            raise Refusal("F7.1a", "folio.attack.own", hex=name, unit=own)
        return target

    def _check_attack(self, action: Attack) -> None:
        at = self.at
        target = self._target(action.hex)
        if not action.units:
            raise Refusal("F7.1b", "folio.attack.nobody_attacks", hex=action.hex)
        if len(set(action.units)) < len(action.units):
            raise Refusal("F7.3d", "folio.attack.twice")
        if at.state.defended >> target & 1:
            name = at.scenario.units[target].id
            raise Refusal("F7.2b", "folio.attack.defended", unit=name)
        limit = at.scenario.attacker_limit
        if len(action.units) > limit:
            raise Refusal("F7.1b", "folio.attack.too_many", limit=limit)
        for name in action.units:
            self._check_attacker(name, action.hex)

    def _check_attacker(self, name: str, label: str) -> None:
        at, unit, hex = self.at, self.own(name), self.hex(label)
        bit, state = 1 << unit, at.state
        kind, place = at.scenario.units[unit].mobile, state.places[unit]
        if state.attacked & bit:
            raise Refusal("F7.2a", "folio.attack.attacked", unit=name)
        if state.barred & bit:
            raise Refusal("F7.7.2d", "folio.attack.displaced", unit=name)
        if state.phase is Phase.MOBILE_COMBAT:
            if not kind:
                raise Refusal("F4.1h", "folio.attack.foot", unit=name)
            if state.fought & bit:
                raise Refusal("F4.1h", "folio.attack.fought", unit=name)
        if hex not in at.scenario.ground.grid.neighbours[place]:
            raise Refusal("F7.0a", "folio.attack.not_adjacent", unit=name, hex=label)
        if not at.scenario.strikes[kind][place] >> hex & 1:
            raise Refusal("F7.1c", "folio.attack.impassable", unit=name, hex=label)

    def _check_barrage(self, action: Barrage) -> None:
        at, state = self.at, self.at.state
        target = self._target(action.hex)
        if not state.barrages:
            raise Refusal("F8.4a", "folio.barrage.late")
        if state.phase is Phase.MOBILE_COMBAT and not at.scenario.options.barrage_in_mobile_phase:
            raise Refusal("F8.4a", "folio.barrage.mobile_phase")
        check_markers(self, action.markers, state.player, "F8.4f")
        if target not in support.barrage_targets(at):
            if state.shelled >> target & 1:
                name = at.scenario.units[target].id
                raise Refusal("F8.6d", "folio.barrage.unit_again", unit=name)
            raise Refusal("F8.6d", "folio.barrage.again", hex=action.hex)


def check_markers(menu: Menu, names: tuple[str, ...], side: int, rule: str) -> None:
    """F8.3b, F8.4f: one or two different markers, all of them available."""
    limit = min(2, menu.at.scenario.marker_limit)
    if not 1 <= len(names) <= limit or len(set(names)) < len(names):
        raise Refusal(rule, "folio.marker.count", limit=limit)
    for name in names:
        marker = menu.at.scenario.marker_index.get(name)
        if marker is None:
            raise BadInput("folio.no_marker", marker=name)
        if menu.at.scenario.markers[marker].side != side:
            raise Refusal("F8.0b", "folio.marker.not_yours", marker=name)
        if not menu.at.state.hands[side] >> marker & 1:
            raise Refusal("F8.3b", "folio.marker.not_available", marker=name)


def menu_of(at: Position, side: int) -> Menu:
    """The decision that is open, as a menu for the side it belongs to."""
    seat = at.scenario.seats[side]
    if side_to_act(at.state) != side:
        return Nothing(at, seat)
    pending = at.state.pending
    if pending is None:
        if at.state.phase is Phase.SETUP:
            return _setup(at)
        return Moves(at) if at.state.phase.is_movement else Combats(at)
    return _decision(at, pending)


def _decision(at: Position, pending: object) -> Menu:
    units = at.scenario.units
    match pending:
        case Slot():
            return _slot(at, pending)
        case Countering():
            return _countering(at)
        case Rolling():
            return Listed(at, "F7.3b", "roll", [Roll()])
        case Losing():
            answers = [Lose(units[unit].id) for unit in pending.units]
            return Listed(at, pending.rule, "lose", answers)
        case Retreating():
            return _retreating(at, pending)
        case Displacing():
            return _displacing(at, pending)
        case Advancing():
            return _advancing(at, pending)
    raise TypeError(pending)


def _slot(at: Position, pending: Slot) -> Menu:
    side = side_to_act(at.state)
    assert side is not None
    found: list[Action] = [Decline()]
    found += [Support(at.scenario.markers[m].id) for m in support.markers_of(at.state.hands[side])]

    def why(action: Action) -> None:
        if isinstance(action, Support):
            check_markers(listed, (action.marker,), side, "F8.3c")

    listed = Listed(at, "F8.3c", f"slot_{support.SLOT_NAMES[pending.slot].lower()}", found, why)
    return listed


def _countering(at: Position) -> Menu:
    side = 1 - at.state.player
    limit = min(2, at.scenario.marker_limit)
    found: list[Action] = [Decline()]
    found += [
        Counter(tuple(at.scenario.markers[m].id for m in chosen))
        for chosen in support.marker_sets(at.state.hands[side], limit)
    ]

    def why(action: Action) -> None:
        if isinstance(action, Counter):
            check_markers(listed, action.markers, side, "F8.4.1")

    listed = Listed(at, "F8.4.1", "counter", found, why)
    return listed


def holders(at: Position, pending: Retreating) -> tuple[int, ...]:
    """F7.8a, Q-RES-3, Q-RES-4: the units that may hold: before anybody has retreated."""
    return () if pending.path or pending.moved or pending.used else pending.units


def _retreating(at: Position, pending: Retreating) -> Menu:
    units, labels = at.scenario.units, at.scenario.labels
    found: list[Action] = [Hold(units[unit].id) for unit in holders(at, pending)]
    for unit in pending.units[:1] if pending.path else pending.units:
        open_now = retreat.steps(at, retreat.course(at, pending, unit))
        found += [Retreat(units[unit].id, labels[hex]) for hex in open_now]
        if not open_now:
            found.append(Retreat(units[unit].id))

    def why(action: Action) -> None:
        if isinstance(action, Retreat) and action.to:
            check_retreat(listed, pending, action)

    listed = Listed(at, "F7.7", "retreat", found, why)
    return listed


def check_retreat(menu: Menu, pending: Retreating, action: Retreat) -> None:
    """F7.7b-F7.7e: why a hex is not open to a retreating unit."""
    at, unit, hex = menu.at, menu.unit(action.unit), menu.hex(action.to)
    if unit not in pending.units:
        raise Refusal("F7.6k", "folio.retreat.not_this", unit=action.unit)
    names = {"unit": action.unit, "hex": action.to}
    scenario, here = at.scenario, at.state.places[unit]
    enemy = 1 - scenario.units[unit].side
    if hex not in scenario.ground.grid.neighbours[here]:
        raise Refusal("F7.7a", "folio.retreat.not_adjacent", **names)
    if at.board.masks[enemy] >> hex & 1:
        raise Refusal("F7.7d", "folio.retreat.enemy", **names)
    if at.front(enemy).zoc >> hex & 1:
        raise Refusal("F7.7d", "folio.retreat.ezoc", **names)
    if not scenario.ways[scenario.units[unit].mobile][here] >> hex & 1:
        raise Refusal("F7.7e", "folio.retreat.prohibited", **names)
    now = retreat.course(at, pending, unit)
    if hex not in retreat.open_hexes(at, now, at.board.at):
        raise Refusal("F7.7b", "folio.retreat.not_away", **names)
    if hex in at.board.at:
        raise Refusal("F7.7.2f", "folio.retreat.friend", **names)
    raise Refusal("F7.7g", "folio.retreat.longer", **names)


def _displacing(at: Position, pending: Displacing) -> Menu:
    units, labels = at.scenario.units, at.scenario.labels
    moving = pending.retreat.units[0]
    now = retreat.course(at, pending.retreat, moving)
    before = tuple(zip(pending.chain, pending.hexes, strict=False))
    last = pending.chain[-1]
    hexes = retreat.displacements(at, now, at.board.at, at.state.places[last], before)
    found: list[Action] = [Displace(units[last].id, labels[hex]) for hex in hexes]
    if at.scenario.options.hold_at_displacement and len(pending.chain) == 1:
        found.append(Hold(units[moving].id))
    return Listed(at, "F7.7.2", "displace", found)


def _advancing(at: Position, pending: Advancing) -> Menu:
    units, labels = at.scenario.units, at.scenario.labels
    found: list[Action] = [Stay()]
    for unit in pending.units:
        found += [Advance(units[unit].id, labels[hex]) for hex in advances(at, pending.path, unit)]

    def why(action: Action) -> None:
        if isinstance(action, Advance):
            unit, hex = listed.unit(action.unit), listed.hex(action.to)
            names = {"unit": action.unit, "hex": action.to}
            if unit not in pending.units:
                raise Refusal("F7.9c", "folio.advance.not_this", unit=action.unit)
            if hex not in pending.path:
                raise Refusal("F7.9f", "folio.advance.off_path", **names)
            if hex in at.board.at:
                raise Refusal("F7.9g", "folio.advance.stacking", **names)
            raise Refusal("F7.9f", "folio.advance.closed", **names)

    listed = Listed(at, "F7.9", "advance", found, why)
    return listed


def _setup(at: Position) -> Menu:
    """F3.0c: a hex for each unit with a choice, such that every other unit still finds one."""
    scenario = at.scenario
    todo = sequence.unplaced(scenario, at.state)
    later = tuple(
        unit
        for unit in scenario.side_units[1 - at.state.player]
        if at.state.places[unit] == WAITING and scenario.units[unit].setup
    )
    found: list[Action] = []
    for unit in todo:
        for hex in scenario.units[unit].setup:
            if hex in at.board.at:
                continue
            rest = [other for other in (*todo, *later) if other != unit]
            if _fits(at, rest, hex):
                found.append(Place(scenario.units[unit].id, scenario.labels[hex]))

    def why(action: Action) -> None:
        if isinstance(action, Place):
            unit, hex = listed.unit(action.unit), listed.hex(action.to)
            names = {"unit": action.unit, "hex": action.to}
            if unit not in todo:
                raise Refusal("F3.0c", "folio.setup.not_this", unit=action.unit)
            if hex not in scenario.units[unit].setup:
                raise Refusal("F3.0c", "folio.setup.not_there", **names)
            if hex in at.board.at:
                raise Refusal("F5.3a", "folio.setup.stacking", **names)
            raise Refusal("F3.0c", "folio.setup.leaves_none", **names)

    listed = Listed(at, "F3.0c", "setup", found, why)
    return listed


def _fits(at: Position, units: list[int], taken: int) -> bool:
    """Whether the units can all still be placed, each in a hex of its own list."""
    owner: dict[int, int] = {}

    def seat(unit: int, tried: set[int]) -> bool:
        for hex in at.scenario.units[unit].setup:
            if hex == taken or hex in at.board.at or hex in tried:
                continue
            tried.add(hex)
            if hex not in owner or seat(owner[hex], tried):
                owner[hex] = unit
                return True
        return False

    return all(seat(unit, set()) for unit in units)


def _phase(at: Position) -> str:
    return f"@folio.phase.{at.state.phase.name.lower()}"


def _subsets(count: int, limit: int) -> int:
    """In how many ways one to `limit` of `count` can be chosen."""
    if count <= limit:
        return (1 << count) - 1
    return sum(1 for chosen in range(1, 1 << count) if chosen.bit_count() <= limit)
