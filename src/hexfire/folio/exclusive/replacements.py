"""Replacements: points that make reduced units whole, and bring lost ones back."""

from __future__ import annotations

from hexfire.folio import resolution
from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive import steps
from hexfire.folio.exclusive.declared import Replacements
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.stacking import closed_to
from hexfire.folio.state import LOST, State, replace
from hexfire.hexes import iterate
from hexfire.rulebook import Refusal


def _rules(at: Position) -> Replacements:
    rules = at.scenario.exclusive
    assert rules is not None and rules.replacements is not None
    return rules.replacements


def received(memo: Memo, state: State, log: Log) -> State:
    """A player turn begins: the points of the game turn, and what is kept of earlier ones."""
    at = Position(memo, state)
    rules, side, extra = _rules(at), state.player, extra_of(state)
    points = list(extra.replacements)
    points[side] = (points[side] if rules.kept else 0) + rules.points[side][state.turn - 1]
    if points[side]:
        seat = f"@{at.scenario.seats[side]}"
        say(log, rules.rule.id, "replacements", side=seat, points=points[side])
    return remember(state, replace(extra, replacements=(points[0], points[1])))


def _check(at: Position, unit: int, cost: int | None) -> None:
    rules, name = _rules(at), at.charts.names[unit]
    if cost is None or not rules.units >> unit & 1 or at.charts.sides[unit] != at.player:
        raise Refusal(rules.rule.id, "folio.replacement.not_this", unit=name)
    have = extra_of(at.state).replacements[at.player]
    if have < cost:
        raise Refusal(rules.rule.id, "folio.replacement.points", have=have, cost=cost)


def check_restore(at: Position, unit: int) -> None:
    """Whether a reduced unit may take replacements: in supply, out of EZOC, not moved."""
    rules, name, place = _rules(at), at.charts.names[unit], at.places[unit]
    _check(at, unit, rules.restore)
    if place < 0 or not at.state.reduced >> unit & 1 or at.state.moved >> unit & 1:
        raise Refusal(rules.rule.id, "folio.replacement.not_reduced", unit=name)
    cut = extra_of(at.state).cut
    if (cut and cut[unit]) or at.front(1 - at.player).zone[place]:
        raise Refusal(rules.rule.id, "folio.replacement.cut_off", unit=name)


def restore(at: Position, unit: int, log: Log) -> State:
    """A step comes back; the unit does not move."""
    rules = _rules(at)
    say(log, rules.rule.id, "restored", unit=at.charts.names[unit])
    state = steps.regain(at.scenario, _paid(at, rules.restore), unit)
    return replace(state, moved=state.moved | 1 << unit)


def hexes(at: Position, unit: int) -> list[int]:
    """Where a lost unit of the current player may come back: room for it, no EZOC."""
    closed = closed_to(at, unit) | at.front(1 - at.player).zoc
    return list(iterate(_rules(at).hexes[at.player] & ~closed))


def check_rebuild(at: Position, unit: int, hex: int) -> None:
    """Whether a lost unit may come back in a hex."""
    rules, name = _rules(at), at.charts.names[unit]
    _check(at, unit, rules.rebuild)
    if at.places[unit] != LOST:
        raise Refusal(rules.rule.id, "folio.replacement.not_lost", unit=name)
    if hex not in hexes(at, unit):
        raise Refusal(rules.rule.id, "folio.replacement.not_there", unit=name, hex=at.label(hex))


def rebuild(at: Position, unit: int, hex: int, log: Log) -> State:
    """A lost unit comes back with its weakest step, and does not move."""
    rules, counter = _rules(at), at.scenario.units[unit]
    assert rules.rebuild is not None
    say(log, rules.rule.id, "rebuilt", unit=at.charts.names[unit], hex=at.label(hex))
    state = _paid(at, rules.rebuild)
    reduced = state.reduced | 1 << unit if counter.back is not None else state.reduced
    return resolution.put(at.memo, replace(state, reduced=reduced), unit, hex, 1 << unit)


def _paid(at: Position, cost: int) -> State:
    extra = extra_of(at.state)
    points = list(extra.replacements)
    points[at.player] -= cost
    return remember(at.state, replace(extra, replacements=(points[0], points[1])))
