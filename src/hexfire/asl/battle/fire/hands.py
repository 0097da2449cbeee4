"""A7.351: what men may fire in one phase: their own arms, and the weapons they have."""

from __future__ import annotations

from collections.abc import Iterable

from hexfire.asl.antitank.panzerfaust import sw_uses
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.table.batteries import uses_radio
from hexfire.asl.battle.table.pieces import Men
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Leader, Squad
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.shots.targets import Rank, personnel
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
        check_observer(at, id)
        men = at.piece(id)
        assert isinstance(men, Men)
        own = any(arm.piece.id == id and not arm.inherent for arm in mine)
        if any(arm.service.marker in AGAIN for arm in mine):
            _check_again(at, men, mine)
            continue
        weapons = {arm.piece.id for arm in mine if arm.piece.id != id} | set(_used(at, men))
        used = len(weapons) + sum(bool(arm.inherent) for arm in mine) + bool(men.spotted)
        _check_few(at, men, used, own=own)


AGAIN = (FireCounter.FIRST, FireCounter.FINAL)


def _check_again(at: Position, men: Men, mine: list[Arm]) -> None:
    """A7.353 (R-A8.3): firing again, men have all their arms as if they had not fired before."""
    if len(mine) > sw_uses(_rank(at, men), used_inherent_fp=False):
        raise Refusal("A7.351", "battle.fire.hands_full", id=men.id)


def check_use(at: Position, men: Men) -> None:
    """C9.3: spotting is the use of one SW, for however many mortars."""
    _check_few(at, men, len(tuple(_used(at, men))) + 1, own=False)


def _check_few(at: Position, men: Men, used: int, *, own: bool) -> None:
    fires_own = own or men.marker is not FireCounter.NONE
    # Each PF Check is the use of a SW (C13.31).
    if used + men.pf_checks > sw_uses(_rank(at, men), fires_own):
        rule = "C13.31" if men.pf_checks else "C9.3" if men.spotted else "A7.351"
        raise Refusal(rule, "battle.fire.hands_full", id=men.id)


def check_observer(at: Position, id: str) -> None:
    """C1.2, C1.22: who has used a radio fires nothing and directs nobody in that phase."""
    if uses_radio(at.state, id):
        raise Refusal("C1.2", "battle.oba.observes", id=id)


def _rank(at: Position, men: Men) -> Rank:
    counter = at.counter(men)
    assert isinstance(counter, Squad | Leader)
    return personnel(counter).rank


def _used(at: Position, men: Men) -> Iterable[str]:
    """The weapons of these men that have been fired already."""
    for piece in at.in_hands_of(men):
        if piece.service.shots or piece.service.marker is not FireCounter.NONE:
            yield piece.id
