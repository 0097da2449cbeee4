"""What support fire markers can be used for: range, terrain, uses."""

from __future__ import annotations

from hexfire.folio.board import Position
from hexfire.folio.exclusive.declared import MarkerRule
from hexfire.hexes import iterate
from hexfire.rulebook import Refusal


def _rules(at: Position) -> tuple[MarkerRule, ...]:
    rules = at.scenario.exclusive
    return () if rules is None else rules.markers


def allowed(at: Position, hand: int, use: str, hex: int) -> int:
    """Those markers of a hand that may be used so against a hex, or for a unit in it."""
    for rule in _rules(at):
        if hand & rule.markers and why_not(at, rule, use, hex):
            hand &= ~rule.markers
    return hand


def why_not(at: Position, rule: MarkerRule, use: str, hex: int) -> str:
    """Why the markers of a rule cannot be used so: the key of a message; empty if they can."""
    if use not in rule.uses:
        return f"folio.marker.not_for_{use}"
    if at.scenario.ground.terrain[hex] in rule.not_in:
        return "folio.marker.not_there"
    if rule.range is None:
        return ""
    far = at.charts.distances(hex)
    near = [at.places[unit] for unit in iterate(rule.near_units) if at.places[unit] >= 0]
    if any(far[place] <= rule.range for place in (*rule.near, *near)):
        return ""
    return "folio.marker.out_of_range"


def check(at: Position, marker: int, use: str, hex: int) -> None:
    """Refuse a use that an exclusive rule does not allow."""
    for rule in _rules(at):
        if rule.markers >> marker & 1:
            why = why_not(at, rule, use, hex)
            if why:
                name = at.scenario.markers[marker].id
                raise Refusal(rule.rule.id, why, marker=name, hex=at.label(hex))
