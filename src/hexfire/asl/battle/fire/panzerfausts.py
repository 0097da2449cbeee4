"""C13.31 on the table: how many PF a side has, who may look for one, and what the check did."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from hexfire.asl.antitank.fire import AtOutcome
from hexfire.asl.antitank.panzerfaust import nation_has_them, pf_allotment
from hexfire.asl.antitank.party import Party
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Men
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.asl.counters import Squad, catalogue
from hexfire.asl.shots.shot import FireCounter

_EQUIVALENTS = {"squad": Fraction(1), "hs": Fraction(1, 2), "crew": Fraction(1, 2)}


def allotment(scenario: Scenario, side: str) -> int:
    """C13.31: the PF that a side may fire in all, by its OB (R-C13.31-OB)."""
    squads = Fraction(0)
    own = scenario.side(side)
    for entry in scenario.entries:
        counter = catalogue()[entry.piece.counter] if entry.piece.counter else None
        if entry.piece.side != side or not isinstance(counter, Squad):
            continue
        if nation_has_them(own.nation_of(counter.nation), scenario.date):
            squads += _EQUIVALENTS[counter.kind]
    return pf_allotment(squads, scenario.date)


def left(at: Position, side: str) -> int:
    """C13.31: what the PF Usage Track still shows."""
    return allotment(at.scenario, side) - at.state.pf_fired.count(side)


def with_check(at: Position, men: Men, party: Party) -> Party:
    """C13.31: the party of a PF: what the unit has done before in the phase, and what is left."""
    return replace(
        party,
        checks_made=men.pf_checks,
        used_inherent_fp=men.marker is not FireCounter.NONE,
        pf_left=left(at, men.side),
        ssr=at.scenario.side(men.side).pfk,
    )


def after_check(
    at: Position, arm: Arm, order: Fire, around: AtOutcome, dr: int, log: Log
) -> Position:
    """C13.31: the check counts as the use of a SW, whatever came of it; a PF fired is gone."""
    assert around.check is not None
    word = f"@battle.pf.{around.check.name}"
    log.say("C13.31", "pf_check", weapon=arm.name, target=order.at, dr=dr, result=word)
    men = at.piece(arm.piece.id)
    assert isinstance(men, Men)
    at = at.changed(men, pf_checks=men.pf_checks + 1)
    if around.shot is None:
        return at
    return at.then(replace(at.state, pf_fired=(*at.state.pf_fired, men.side)))
