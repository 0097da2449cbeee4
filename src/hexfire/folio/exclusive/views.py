"""What exclusive rules show of a position. None of it is hidden from anybody."""

from __future__ import annotations

from typing import Any

from hexfire.folio.board import Position
from hexfire.folio.exclusive.regime import extra_of


def view(at: Position) -> dict[str, Any]:
    """The weather and other conditions; who is without supply, and who without command."""
    extra, names, now = extra_of(at.state), at.charts.names, at.scenario.now
    return {
        "conditions": [{"rule": rule.id, "name": rule.name} for rule in now.conditions],
        "cut_off": {names[unit]: turns for unit, turns in enumerate(extra.cut) if turns},
        "astray": [names[unit] for unit in range(len(names)) if extra.astray >> unit & 1],
        "altered": {
            names[unit]: [rule.id for rule in rules] for unit, rules in sorted(now.altered.items())
        },
    }
