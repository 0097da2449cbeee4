"""What exclusive rules show of a position. None of it is hidden from anybody."""

from __future__ import annotations

from typing import Literal

from hexfire.folio.board import Position
from hexfire.folio.exclusive.regime import extra_of
from hexfire.folio.seen import FolioExclusive
from hexfire.folio.state import Extra


def view(at: Position) -> FolioExclusive:
    """The weather and other conditions; who is without supply, and who without command."""
    extra, names, now = extra_of(at.state), at.charts.names, at.scenario.now
    rules = at.scenario.exclusive
    assert rules is not None
    return {
        "conditions": [{"rule": rule.id, "name": rule.name} for rule in now.conditions],
        "cut_off": {names[unit]: turns for unit, turns in enumerate(extra.cut) if turns},
        "bridges": [
            {
                "id": bridge.id,
                "rule": bridge.rule.id,
                "name": bridge.name,
                "hexes": [at.label(hex) for hex in bridge.hexes],
                "state": _state(extra, number),
            }
            for number, bridge in enumerate(rules.bridges)
        ],
        "works": [(at.label(hex), at.scenario.seats[side]) for hex, side in extra.works],
        "replacements": dict(zip(at.scenario.seats, extra.replacements, strict=True)),
        "turn_points": dict(zip(at.scenario.seats, extra.points, strict=True)),
        "held_back": {names[unit]: rule.id for unit, rule in sorted(now.held_back.items())},
        "astray": [names[unit] for unit in range(len(names)) if extra.astray >> unit & 1],
        "altered": {
            names[unit]: [rule.id for rule in rules] for unit, rules in sorted(now.altered.items())
        },
    }


def _state(extra: Extra, bridge: int) -> Literal["intact", "blown", "captured", "building"]:
    """How a bridge stands."""
    if any(number == bridge for number, _ in extra.building):
        return "building"
    if extra.blown >> bridge & 1:
        return "blown"
    return "captured" if extra.captured >> bridge & 1 else "intact"
