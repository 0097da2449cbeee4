"""F5: moves, reinforcements, exits, and the end of the phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from hexfire.folio import movement, sequence
from hexfire.folio.actions import END, Action, End, Enter, Leave, Move
from hexfire.folio.board import Position, Ranges
from hexfire.folio.exclusive import orders
from hexfire.folio.flags import picked
from hexfire.folio.legal.menu import Menu, not_now
from hexfire.folio.phases import MOBILE_MOVEMENT, MOVEMENT
from hexfire.folio.stacking import full, room
from hexfire.hexes import iterate, nth
from hexfire.rulebook import Refusal


class Moves(Menu):
    """The end, reinforcements, exits, moves: in this order, counted as bits of sets of hexes."""

    def __init__(self, at: Position) -> None:
        super().__init__(at)
        self._ranges: Ranges | None = None
        self._entries: list[tuple[int, int, int]] = []
        """Every reinforcement that may come, the hexes it may come to, and their number."""
        self._leavers: list[int] = []
        self._orders: list[Action] = []
        """What exclusive rules let a player do besides."""
        self._length = 0

    def _found(self) -> Ranges:
        ranges = self._ranges
        if ranges is None:
            at = self.at
            ranges = self._ranges = movement.ranges(at)
            for unit in sequence.reinforcements(at):
                mask = movement.entries(at, unit)
                if mask:
                    self._entries.append((unit, mask, mask.bit_count()))
            if at.charts.exits[at.player]:
                self._leavers = [u for u in movement.movers(at) if movement.exits(at, u)]
            if at.scenario.exclusive is not None:
                self._orders = orders.listed(at)
            length = 1 + len(self._orders) + len(self._leavers) + ranges.total
            for _, _, count in self._entries:
                length += count
            self._length = length
        return ranges

    def __len__(self) -> int:
        self._found()
        return self._length

    def __iter__(self) -> Iterator[Action]:
        ranges, units, labels = self._found(), self.at.scenario.units, self.at.scenario.labels
        yield END
        yield from self._orders
        for unit, mask, _ in self._entries:
            for hex in iterate(mask):
                yield Enter(units[unit].id, labels[hex])
        for unit in self._leavers:
            yield Leave(units[unit].id)
        for unit, count in zip(ranges.units, ranges.counts, strict=True):
            if count > 0:
                for hex in iterate(movement.destinations(self.at, unit)):
                    yield Move(units[unit].id, labels[hex])

    def encoded(self, write: Callable[[Action], str], most: int) -> bytes:
        """The moves of a unit are written together: they differ in the label at their end."""
        ranges, charts = self._found(), self.at.charts
        if self._length > most:
            return super().encoded(write, most)
        others = [write(action) for action in islice(self, self._length - ranges.total)]
        listed = [msgspec.json.encode(others)[1:-1]]
        for unit, reach, count in zip(ranges.units, ranges.reaches, ranges.counts, strict=True):
            if count > 0:
                begun = charts.moves_begun.get(unit)
                if begun is None:
                    begun = msgspec.json.encode(write(Move(charts.names[unit], "")))[:-1]
                    charts.moves_begun[unit] = begun
                ends = picked(charts.labels_written, reach.flags, ranges.held)
                listed.append(begun + (b'",' + begun).join(ends) + b'"')
        return b"[%b]" % b",".join(listed)

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        ranges, scenario = self._found(), self.at.scenario
        if i == 0:
            return END
        i -= 1
        if i < len(self._orders):
            return self._orders[i]
        i -= len(self._orders)
        for unit, mask, count in self._entries:
            if i < count:
                return Enter(scenario.units[unit].id, scenario.labels[nth(mask, i)])
            i -= count
        if i < len(self._leavers):
            return Leave(scenario.units[self._leavers[i]].id)
        i -= len(self._leavers)
        unit, hex = ranges.nth(i)
        return Move(self.at.charts.names[unit], self.at.charts.labels[hex])

    def check(self, action: Action) -> None:
        if isinstance(action, Move):
            self._check_move(action)
        elif isinstance(action, Enter):
            self._check_enter(action)
        elif isinstance(action, Leave):
            if not movement.exits(self.at, self._mover(action.unit)):
                raise Refusal("F5.1c", "folio.no_exit", unit=action.unit)
        elif isinstance(action, orders.ORDERS) and self.at.scenario.exclusive is not None:
            orders.check(self.at, action)
        elif not isinstance(action, End):
            raise not_now(self.at, action)

    def _mover(self, name: str) -> int:
        """F2.3.2e, F4.1d, F5.0b, F5.1e: a unit that may still move in this phase."""
        at, unit = self.at, self.own(name)
        if at.phase is MOBILE_MOVEMENT and not at.charts.mobile[unit]:
            raise Refusal("F5.0b", "folio.move.foot", unit=name)
        if at.state.moved >> unit & 1:
            rule = "F5.1e" if at.phase is MOVEMENT else "F4.1d"
            raise Refusal(rule, "folio.move.moved", unit=name)
        return unit

    def _check_enter(self, action: Enter) -> None:
        unit, to = self.unit(action.unit), self.hex(action.to)
        if unit in self.at.scenario.now.held_back:
            rule = self.at.scenario.now.held_back[unit]
            raise Refusal(rule.id, "folio.held_back", unit=action.unit, why=f"@exclusive.{rule.id}")
        if unit not in sequence.reinforcements(self.at):
            raise Refusal("F4.1c", "folio.not_arriving", unit=action.unit)
        if not movement.entries(self.at, unit) >> to & 1:
            raise Refusal("F4.1c", "folio.no_entry", unit=action.unit, hex=action.to)

    def _check_move(self, action: Move) -> None:
        at, scenario = self.at, self.at.scenario
        unit, to = self._mover(action.unit), self.hex(action.to)
        if movement.may_end(at, unit, to):
            return
        names = {"unit": action.unit, "hex": action.to}
        if at.places[unit] == to:
            raise Refusal("F5.0a", "folio.move.nowhere", **names)  # Q-MOV-10
        holder = None if room(at, unit, to) else at.board.at.get(to)
        if holder is not None:
            if scenario.units[holder].side != at.player:
                raise Refusal("F5.1c", "folio.move.enemy", **names)
            if scenario.stacking is not None:
                raise full(scenario.stacking, **names)
            raise Refusal("F5.3a", "folio.move.stacking", other=scenario.units[holder].id, **names)
        kind = scenario.units[unit].mobile
        if not any(scenario.ways[kind][j] >> to & 1 for j in scenario.ground.grid.neighbours[to]):
            raise Refusal("F5.1c", "folio.move.prohibited", **names)
        here = at.places[unit]
        if to in scenario.ground.grid.neighbours[here]:
            movement.walk(at, unit, (here, to))  # the step itself says what bars it
        allowance = at.strength(unit).movement
        rule = scenario.now.why(unit, "F5.1d")
        if rule != "F5.1d":
            why = f"@exclusive.{rule}"
            raise Refusal(
                rule, "folio.move.out_of_reach_now", allowance=allowance, why=why, **names
            )
        raise Refusal("F5.1d", "folio.move.out_of_reach", allowance=allowance, **names)
