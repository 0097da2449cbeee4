"""Column shifts: surprise, elite troops, bad weather for the attacker …"""

from __future__ import annotations

from hexfire.folio.board import Position
from hexfire.folio.exclusive.declared import Shift
from hexfire.folio.stacking import stack_of
from hexfire.folio.state import Combat
from hexfire.rulebook import Message, Modifier


def shifts(at: Position, combat: Combat) -> tuple[Modifier, ...]:
    """The shifts that count for a combat or barrage, each with its rule: columns to the right."""
    return tuple(
        [
            Modifier(
                "shift",
                shift.rule.id,
                shift.columns,
                why=Message.of("folio.tally.shift", why=f"@exclusive.{shift.rule.id}"),
            )
            for shift in at.scenario.now.shifts
            if _counts(at, shift, combat)
        ]
    )


def _counts(at: Position, shift: Shift, combat: Combat) -> bool:
    if not (shift.barrages if combat.is_barrage else shift.combats):
        return False
    if shift.attackers:
        several = all if shift.every else any
        if combat.is_barrage or not several(shift.attackers >> u & 1 for u in combat.attackers):
            return False
    if shift.targets and not any(shift.targets >> u & 1 for u in stack_of(at, combat.target)):
        return False
    if shift.hexes and not shift.hexes >> combat.hex & 1:
        return False
    return not shift.terrain or at.scenario.ground.terrain[combat.hex] in shift.terrain


def shifted(at: Position, column: int, by: int) -> int:
    """A column after shifts; nobody is shifted off the table, nor back onto it."""
    if column < 0:
        return column
    return min(max(column + by, 0), at.scenario.crt.columns - 1)
