"""Fortress markers that players lay (F7.5), and what removes them."""

from __future__ import annotations

from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive.declared import Works
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.state import State, replace
from hexfire.rulebook import Refusal


def _rules(at: Position) -> Works:
    rules = at.scenario.exclusive
    assert rules is not None and rules.works is not None
    return rules.works


def check(at: Position, unit: int) -> None:
    """Whether a unit of the current player may dig in now."""
    rules, place, side = _rules(at), at.places[unit], at.player
    names = {"unit": at.charts.names[unit]}
    if not rules.units >> unit & 1 or at.charts.sides[unit] != side or place < 0:
        raise Refusal(rules.rule.id, "folio.works.not_this", **names)
    if at.state.moved >> unit & 1:
        raise Refusal(rules.rule.id, "folio.works.moved", **names)
    laid = sum(1 for _, owner in extra_of(at.state).works if owner == side)
    if laid >= rules.limit[side]:
        raise Refusal(rules.rule.id, "folio.works.none_left", limit=rules.limit[side])
    if at.scenario.ground.terrain[place] in rules.not_in or place in at.charts.fortresses:
        raise Refusal(rules.rule.id, "folio.works.not_there", hex=at.label(place), **names)


def lay(at: Position, unit: int, log: Log) -> State:
    """A unit digs in; it does not move."""
    extra, hex = extra_of(at.state), at.places[unit]
    name = at.charts.names[unit]
    say(log, _rules(at).rule.id, "dug_in", unit=name, hex=at.label(hex))
    works = tuple(sorted((*extra.works, (hex, at.player))))
    return replace(at.state, moved=at.state.moved | 1 << unit, extra=replace(extra, works=works))


def after_action(memo: Memo, state: State, log: Log) -> State:
    """Markers are removed where an enemy stands, or (if they do not stay) where nobody is left."""
    extra = extra_of(state)
    if not extra.works:
        return state
    at = Position(memo, state)
    rules = _rules(at)
    left = tuple(
        (hex, side)
        for hex, side in extra.works
        if not at.board.masks[1 - side] >> hex & 1
        and (rules.kept or at.board.masks[side] >> hex & 1)
    )
    for hex, _ in sorted(set(extra.works) - set(left)):
        say(log, rules.rule.id, "work_removed", hex=at.label(hex))
    return state if left == extra.works else remember(state, replace(extra, works=left))
