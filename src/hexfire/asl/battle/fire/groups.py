"""A7.5 on the table: who may fire together as a Fire Group, and who directs it (R-A7.5)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.battle.fire.hands import check_observer
from hexfire.asl.battle.fire.targets import Aimed
from hexfire.asl.battle.fire.weapons import Arm, armed
from hexfire.asl.battle.table.carriers import carrier
from hexfire.asl.battle.table.pieces import Men, Support
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import sees, sees_hex
from hexfire.asl.counters import Leader
from hexfire.asl.gunnery.fire import Attack, Outcome
from hexfire.asl.gunnery.rof import marker_after
from hexfire.asl.gunnery.small_arms import SmallArms, reckoned
from hexfire.asl.shots.shot import FireCounter, Kind, Shot
from hexfire.dice import DR
from hexfire.rulebook import BadInput, Refusal

AND = "+"
"""Between the names of those who fire together: `fire S1+MG1 at R1`."""
LARGEST = 12
"""More than can stand in two hexes is no Fire Group that anybody forms."""
_BULLETS = (Kind.MG, Kind.ATR, Kind.FT)


def arms_of(at: Position, names: str, seat: str | None = None) -> tuple[Arm, ...]:
    """The weapon that an order names, or all of a Fire Group."""
    each = names.split(AND)
    if len(each) > LARGEST or len(set(each)) < len(each):
        raise BadInput("battle.fire.bad_group", names=names[:80], most=LARGEST)
    arms = tuple(armed(at, name, seat) for name in each)
    if len(arms) > 1:
        _check_group(at, arms)
    return arms


def lead(at: Position, names: str, seat: str | None = None) -> Arm:
    """The weapon of an order; of a Fire Group the one named first."""
    return arms_of(at, names, seat)[0]


def _check_group(at: Position, arms: tuple[Arm, ...]) -> None:
    """A7.5: Infantry small arms alone, each in a Location next to that of another member."""
    for arm in arms:
        infantry = isinstance(arm.piece, Men | Support) and arm.crew is not None
        if not infantry or arm.weapon.kind not in _BULLETS:
            raise Refusal("A7.5", "battle.fire.no_group", id=arm.name)
        if carrier(at, arm.crew) != carrier(at, arms[0].crew):
            raise Refusal("D6.72", "battle.fire.no_group", id=arm.name)
    apart = set(range(len(arms)))
    joined = [apart.pop()]
    for here in joined:
        beside = [i for i in apart if _is_next(at, arms[here], arms[i])]
        apart.difference_update(beside)
        joined += beside
    if apart:
        raise Refusal("A7.5", "battle.fire.group_apart", id=arms[min(apart)].name)


def _is_next(at: Position, one: Arm, other: Arm) -> bool:
    """The same Location, the next level of the same hex, or an adjacent hex."""
    a, b = at.spot(one.piece), at.spot(other.piece)
    if a is None or b is None:
        return False
    if a.hex == b.hex:
        return abs(a.level - b.level) <= 1
    return at.grid.hex(a.hex).is_adjacent(at.grid.hex(b.hex))


# Direction


def directed(at: Position, arm: Arm, names: str, aim: Aimed) -> int | None:
    """A7.531, C13.35: the modifier of the leader who directs a weapon; None: nobody does.

    Of Good Order, in the weapon's Location, and with LOS to the target. A Fire Group of several
    Locations needs one in each, and has the worst of their modifiers. C9.31: a mortar that fires by
    its Spotter's eyes is directed by who stands with its firer, though he sees no more than they.
    """
    if not names:
        return None
    leaders = [_leader(at, arm, name) for name in names.split(AND)]
    drms = [drm for where, drm in leaders if where == at.spot(arm.piece)]
    if arm.spotter is None:
        for name in names.split(AND):
            _check_sees(at, name, aim)
    elif not drms:
        raise Refusal("C9.31", "battle.fire.leader_with_spotter", id=names, mortar=arm.name)
    if not drms:
        raise Refusal("A7.531", "battle.fire.leader_elsewhere", id=names)
    return min(drms)


def _leader(at: Position, arm: Arm, name: str) -> tuple[object, int]:
    leader = at.piece(name)
    counter = at.counter(leader) if isinstance(leader, Men) else None
    if not isinstance(leader, Men) or not isinstance(counter, Leader) or counter.kind == "hero":
        raise Refusal("A7.531", "battle.fire.no_leader", id=name)
    apart = carrier(at, leader) != carrier(at, arm.crew)
    if leader.broken or leader.side != arm.piece.side or apart:
        raise Refusal("A7.531", "battle.fire.leader_elsewhere", id=name)
    if leader.pinned:
        raise Refusal("A7.531", "battle.fire.leader_pinned", id=name)
    check_observer(at, name)
    if leader.pf_checks:
        raise Refusal("C13.35", "battle.fire.leader_busy", id=name)
    # Who directs a weapon that keeps its rate may go on with it, and with no other (C9.31).
    same = arm.service.shots > 0 and arm.name in leader.directs.split(AND)
    if not same and (leader.directs or leader.marker is not FireCounter.NONE):
        raise Refusal("A7.531", "battle.fire.leader_busy", id=name)
    return at.spot(leader), counter.drm


def _check_sees(at: Position, name: str, aim: Aimed) -> None:
    """B9.521c: behind bocage a leader without WA may not see what the men beside him fire at."""
    leader = at.piece(name)
    if at.hex(leader) == at.grid.hex(aim.spot.hex):
        return
    look = sees(at, leader, aim.piece) if aim.piece else sees_hex(at, leader, aim.spot.hex)
    if look.blocked:
        raise Refusal("B9.521c", "battle.fire.leader_blind", id=name)


# Afterwards


def records(attack: Attack, outcome: Outcome, dr: DR) -> Iterator[Outcome]:
    """A9.2, A9.7: what the one DR of an attack does to each weapon that took part in it."""
    yield outcome
    if isinstance(attack, SmallArms):
        for member in attack.shot.group:
            own = replace(reckoned(member), cowers=attack.cowers)
            yield Outcome(rof_kept=own.keeps_rate(dr), weapon=own.worn(dr))


def mark_leaders(at: Position, names: str, weapons: str, shot: Shot, outcome: Outcome) -> Position:
    """A7.531: who has directed fire does so no more in this phase, but for a rate that was kept."""
    marker = marker_after(shot, outcome.rof_kept)
    for name in names.split(AND) if names else ():
        leader = at.piece(name)
        assert isinstance(leader, Men)
        at = at.changed(leader, directs=weapons, marker=marker or leader.marker)
    return at
