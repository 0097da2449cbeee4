"""A7.351: what men may fire in one phase: their own arms, and the weapons they have."""

from __future__ import annotations

from collections.abc import Iterable

from hexfire.asl.battle.pieces import Gun, Men, Support
from hexfire.asl.battle.position import Position
from hexfire.asl.battle.weapons import Arm, services
from hexfire.asl.counters import Squad
from hexfire.asl.shots.shot import FireCounter
from hexfire.rulebook import Refusal


def check_hands(at: Position, arms: Iterable[Arm]) -> None:
    """A7.351: a squad fires its own FP and one weapon, or two weapons; others one of these.

    `arms` fire together; what their men have fired before in this Player Turn counts as well.
    """
    by_men: dict[str, list[Arm]] = {}
    for arm in arms:
        if arm.crew is not None:
            by_men.setdefault(arm.crew.id, []).append(arm)
    for id, mine in by_men.items():
        men = at.piece(id)
        assert isinstance(men, Men)
        own = any(arm.piece.id == id for arm in mine)
        used = {arm.piece.id for arm in mine if arm.piece.id != id} | set(_used(at, men))
        inherent = own or men.marker is not FireCounter.NONE
        if len(used) + inherent > 2 or (used and inherent and not _is_squad(at, men)):
            raise Refusal("A7.351", "battle.fire.hands_full", id=id)
        if len(used) > (2 if _is_squad(at, men) else 1):
            raise Refusal("A7.351", "battle.fire.hands_full", id=id)


def _is_squad(at: Position, men: Men) -> bool:
    counter = at.counter(men)
    return isinstance(counter, Squad) and counter.kind == "squad"


def _used(at: Position, men: Men) -> Iterable[str]:
    """The weapons of these men that have been fired already."""
    for piece in at.state.pieces:
        fired = any(s.shots or s.marker is not FireCounter.NONE for s in services(piece))
        if fired and isinstance(piece, Gun | Support) and piece.by == men.id:
            yield piece.id
