"""C10.3, C10.31: pushing a gun by hand from hex to hex."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from hexfire.asl.fieldguns.figures import GunCounter
from hexfire.asl.fieldguns.hands import Hand, crew_equivalents, require_crew
from hexfire.asl.fieldguns.limbering import refuse_resting
from hexfire.asl.fieldguns.state import Done, Place, Situation
from hexfire.asl.fieldguns.towing import lose_emplacement
from hexfire.asl.gunnery.place import check_place
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind, Weapon
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Refusal, Tally

MOST_PUSHERS = 4
"""C10.3-T: further participants help by 4 at most."""
MOST_LABOR = 2
"""B24.8: a Labor counter shows -1 or, on its other side, -2 (R-B24.8)."""


class Entry(msgspec.Struct, frozen=True):
    """A hex that the gun shall enter, and the hexside between.

    `mf` is what Infantry pays to enter (before doubling); TEM are those of the chart, and only
    positive ones count.
    """

    mf: int = 1
    terrain: str = "open_ground"
    hex_tem: int = 0
    hexside_tem: int = 0
    road: bool = False
    mud_or_deep_snow: bool = False
    cleared_road: bool = False
    deep_stream: bool = False
    bamboo: bool = False
    trail_break: bool = False
    bypass: bool = False
    upper_level: bool = False
    fortified: bool = False

    @property
    def push_mf(self) -> int:
        """C10.3: entry costs double."""
        return 2 * self.mf


class Push(Enum):
    """C10.3: the three results of a Manhandling DR."""

    FAILS = "fails"
    ENTERS_AND_STOPS = "enters_and_stops"
    ENTERS_AND_MAY_GO_ON = "enters_and_may_go_on"

    @property
    def enters(self) -> bool:
        return self is not Push.FAILS


def manhandling_drm(entry: Entry, hands: tuple[Hand, ...], low_ammo: bool = False) -> Tally:
    """C10.3-T: all DRM of a Manhandling DR, cumulative.

    LOS hindrance, Height Advantage, FFMO and FFNAM are no part of it. R-C10.3: participants,
    road, Low Ammo and Labor help.
    """
    return Tally.of(_drm(entry, hands, low_ammo))


def _drm(entry: Entry, hands: tuple[Hand, ...], low_ammo: bool) -> Iterator[Modifier]:
    rule = "C10.3-T"
    tem = max(0, entry.hex_tem) + max(0, entry.hexside_tem)
    yield Modifier("tem", rule, tem, applies=tem > 0)
    yield Modifier("mf", rule, entry.push_mf)
    yield Modifier("mud", rule, 3, applies=entry.mud_or_deep_snow)
    helpers = min(MOST_PUSHERS, max(0, crew_equivalents(hands) - 1))
    yield Modifier("pushers", rule, -helpers, applies=helpers > 0)
    hard_road = not entry.mud_or_deep_snow or entry.cleared_road
    yield Modifier("road", rule, -2, applies=entry.road and hard_road)
    yield Modifier("low_ammo", rule, -2, applies=low_ammo)
    labor = labor_of(hands)
    yield Modifier("labor", rule, -labor, applies=labor > 0)


def labor_of(hands: tuple[Hand, ...]) -> int:
    """C10.3: the best Labor counter among those who push (R-C10.3b: they do not add up)."""
    return max((hand.labor for hand in hands if hand.able), default=0)


def push_result(final: int, m: int) -> Push:
    """C10.3: below the M# the gun goes in and may go on; at it, it goes in and stops.

    >>> [push_result(final, 12).value for final in (11, 12, 13)]
    ['enters_and_may_go_on', 'enters_and_stops', 'fails']
    """
    if final > m:
        return Push.FAILS
    return Push.ENTERS_AND_STOPS if final == m else Push.ENTERS_AND_MAY_GO_ON


def roll_push(dice: Dice, m: int, drm: int) -> Push:
    """C10.3: one Manhandling DR."""
    return push_result(dice.total("C10.3") + drm, m)


def push(
    dice: Dice, now: Situation, entry: Entry, low_ammo: bool = False, ca: int | None = None
) -> tuple[Push, Situation]:
    """C10.3: the crew tries to push the gun into a hex; what came of it, and how things stand.

    `low_ammo`: a Low Ammo counter is put on the gun before the roll. Making the DR is Hazardous
    Movement. Those who failed get a Labor counter for the next time; those who cannot go on are
    TI. Those who may go on become TI with `finish_pushing` or by hooking up.
    """
    refuse_push(now, entry)
    gun = now.gun
    new_low_ammo = low_ammo and not gun.low_ammo
    drm = manhandling_drm(entry, now.hands, new_low_ammo)
    result = push_result(dice.total("C10.3") + drm.total, gun.counter.m)
    hands = tuple(_after_push(hand, result, entry) for hand in now.hands)
    pushed = replace(
        gun,
        done=_DONE[result],
        emplacement=lose_emplacement(gun) if result.enters else gun.emplacement,
        low_ammo=gun.low_ammo or low_ammo,
        ca=gun.ca if ca is None or not result.enters else ca % 6,
    )
    vehicle = now.vehicle if not result.enters else None
    return result, replace(now, gun=pushed, hands=hands, vehicle=vehicle)


_DONE = {
    Push.FAILS: Done.PUSH_FAILED,
    Push.ENTERS_AND_STOPS: Done.PUSHED_AND_STOPPED,
    Push.ENTERS_AND_MAY_GO_ON: Done.PUSHING,
}


def _after_push(hand: Hand, result: Push, entry: Entry) -> Hand:
    if not hand.able:
        return hand
    if not result.enters:
        labor = min(MOST_LABOR, hand.labor + 1)
        return replace(hand, ti=True, hazardous=True, labor=labor)
    spent = hand.mf_spent + entry.push_mf
    going_on = result is Push.ENTERS_AND_MAY_GO_ON
    return replace(hand, ti=not going_on, hazardous=True, mf_spent=spent, labor=0)


def finish_pushing(now: Situation) -> Situation:
    """C10.3: when they push no further, all who pushed are TI."""
    if now.gun.done is not Done.PUSHING:
        raise Refusal("C10.3", "fieldguns.not_pushing", gun=now.gun.counter.name)
    stopped = replace(now.gun, done=Done.PUSHED_AND_STOPPED)
    hands = tuple(replace(hand, ti=hand.ti or hand.hazardous) for hand in now.hands)
    return replace(now, gun=stopped, hands=hands)


def refuse_push(now: Situation, entry: Entry) -> None:
    """C10.3: why this gun cannot be pushed into that hex now (it returns if it can)."""
    gun = now.gun
    refuse_resting(gun)
    if gun.place is not Place.GROUND:
        raise Refusal("C10.3", "fieldguns.not_on_ground", gun=gun.counter.name)
    if not (now.own and now.phase is Phase.MPH):
        raise Refusal("C10.3", "fieldguns.only_own_mph", phase=now.phase.value)
    if not (gun.counter.qsu or gun.limbered):
        raise Refusal("C10.2", "fieldguns.limber_first", gun=gun.counter.name)
    if gun.done not in (Done.NOTHING, Done.LIMBERED, Done.PUSHING):
        raise Refusal("C10.3", "fieldguns.already_did", done=f"@fieldguns.done.{gun.done.value}")
    _refuse_pushers(now.hands, entry)
    refuse_entry(gun.counter, entry)


def _refuse_pushers(hands: tuple[Hand, ...], entry: Entry) -> None:
    """C10.3: Good Order, on foot, unburdened, with MF enough for no less than the whole cost."""
    require_crew(hand for hand in hands if hand.on_foot)
    for hand in hands:
        kind = f"@fieldguns.hand.{hand.kind.value}"
        if hand.fired:
            raise Refusal("C10.3", "fieldguns.pusher_fired", unit=kind)
        if hand.portaged_pp:
            raise Refusal("C10.3", "fieldguns.pusher_portages", unit=kind)
        if hand.under_wire:
            raise Refusal("C10.3", "fieldguns.pusher_under_wire", unit=kind)
        if hand.assault_moving:
            raise Refusal("C10.3", "fieldguns.pusher_assault_moves", unit=kind)
        if hand.mf_left < entry.push_mf:
            raise Refusal(
                "C10.3", "fieldguns.pusher_mf", unit=kind, need=entry.push_mf, left=hand.mf_left
            )


def refuse_entry(counter: GunCounter, entry: Entry) -> None:
    """C10.3, C2.7: hexes that a gun cannot be pushed into."""
    if entry.bypass:
        raise Refusal("C10.3", "fieldguns.push_bypass")
    if entry.deep_stream:
        raise Refusal("C10.3", "fieldguns.push_deep_stream")
    if entry.bamboo and not entry.trail_break:
        raise Refusal("C10.3", "fieldguns.push_bamboo")
    gun = Weapon(
        caliber=int(counter.caliber), kind=Kind(counter.gun_class), size=counter.target_size
    )
    check_place(gun, entry.terrain, upper_level=entry.upper_level, fortified=entry.fortified)


# --- odds over several tries ----------------------------------------------------------------


class Tries(msgspec.Struct, frozen=True):
    """How a gun fared over several MPhs of pushing at one hex: the try that got it in, or 0."""

    entered_at: int
    may_go_on: bool = False


def push_until(
    dice: Dice, m: int, drm: int, labor: int, tries: int, tried: int = 0
) -> Tries | Then:
    """C10.3: one try each MPh, with the Labor that the failures before it earned.

    `drm` is without Labor; `labor` what the pushers have to begin with.
    """
    if tried == tries:
        return Tries(0)
    result = push_result(dice.total("C10.3") + drm - labor, m)
    if result.enters:
        return Tries(tried + 1, result is Push.ENTERS_AND_MAY_GO_ON)
    return Then(push_until, (m, drm, min(MOST_LABOR, labor + 1), tries, tried + 1))


LEAST_PUSH_MF = 2
"""C10.3: twice the 1 MF of the easiest hex."""


def could_still_push(now: Situation) -> bool:
    """C10.31: whether the pushers could still roll for another hex, which hooking up demands."""
    fresh = now.gun.done in (Done.NOTHING, Done.LIMBERED, Done.PUSHING)
    able = tuple(hand for hand in now.hands if hand.on_foot and hand.mf_left >= LEAST_PUSH_MF)
    return fresh and crew_equivalents(able) >= 1
