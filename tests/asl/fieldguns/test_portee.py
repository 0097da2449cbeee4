"""C10.5–C10.54: en portee. C10.41: trailers as targets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.fieldguns import (
    Done,
    Emplacement,
    Gun,
    Hand,
    HandKind,
    Place,
    PorteeFacing,
    PorteeNote,
    Situation,
    Vehicle,
    fire,
    gun_named,
    hook_up,
    immobilized,
    load,
    may_fire,
    next_phase,
    transitions,
    unload,
    vehicle_destroyed,
)
from hexfire.asl.fieldguns.portee import Shielded, portee_gunshield
from hexfire.asl.fieldguns.trailers import (
    Aspect,
    HitOn,
    TrailerFate,
    aftermath,
    aim_at_trailer,
    who_is_hit,
)
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice, odds
from hexfire.rulebook import Refusal

SIX_POUNDER = gun_named("br-AT57L")  # QSU
TWO_POUNDER = gun_named("br-AT40L")  # not QSU
CREW = Hand(HandKind.CREW)
LORRY = Vehicle("lorry", 24, 8, 36, portee=PorteeNote(57, "L", pp=20, fires=True))
FORWARD, REAR = PorteeFacing.FORWARD, PorteeFacing.REAR


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


def mph(gun: Gun | None = None, vehicle: Vehicle = LORRY, hand: Hand = CREW) -> Situation:
    return Situation(gun or Gun(SIX_POUNDER), (hand,), vehicle, Phase.MPH)


def calm(now: Situation) -> Situation:
    """The next own MPh."""
    now = next_phase(now)
    while not (now.own and now.phase is Phase.MPH):
        now = next_phase(now)
    return now


@pytest.mark.rule("C10.5")
def test_what_may_ride_en_portee() -> None:
    loaded = load(mph(), FORWARD, 0)
    assert (loaded.gun.place, loaded.gun.vehicle) == (Place.PORTEE, "lorry")
    assert loaded.vehicle is not None and loaded.vehicle.cargo_pp == 20
    whole = load(mph(vehicle=replace(LORRY, portee=PorteeNote(57, "L"))), FORWARD, 0)
    assert whole.vehicle is not None and whole.vehicle.cargo_pp == 36
    for wrong in (
        replace(LORRY, portee=None),
        replace(LORRY, portee=PorteeNote(40, "L")),
        replace(LORRY, portee=PorteeNote(57)),
        replace(LORRY, cargo_pp=17),
        replace(LORRY, burden="another gun"),
    ):
        with refused("C10.5"):
            load(mph(vehicle=wrong), FORWARD, 0)
    with refused("C10.5"):
        load(mph(Gun(gun_named("ru-AT57LL"))), FORWARD, 0)
    later = calm(loaded)
    with refused("C10.5"):  # nor is a second gun hooked to it
        hook_up(replace(later, gun=Gun(SIX_POUNDER)))


@pytest.mark.rule("C10.51")
def test_loading_takes_all_mf_of_a_crew_counter() -> None:
    loaded = load(mph(Gun(SIX_POUNDER, emplacement=Emplacement.EMPLACED)), FORWARD, 0)
    crew, vehicle = loaded.hands[0], loaded.vehicle
    assert vehicle is not None
    assert (crew.mf_left, crew.hazardous, crew.ti, vehicle.ti) == (0, True, True, True)
    assert loaded.gun.emplacement is Emplacement.LOST
    for hand in (
        Hand(HandKind.HALF_SQUAD),
        replace(CREW, pinned=True),
        replace(CREW, good_order=False),
        replace(CREW, entrenched=True),
        replace(CREW, mf_spent=1),
    ):
        with refused("C10.51"):
            load(mph(hand=hand), FORWARD, 0)
    for vehicle in (replace(LORRY, bypass=True), replace(LORRY, mp_spent=1)):
        with refused("C10.51"):
            load(mph(vehicle=vehicle), FORWARD, 0)
    two = replace(LORRY, portee=PorteeNote(40, "L", pp=10))
    with refused("C10.51"):
        load(mph(Gun(TWO_POUNDER), two), FORWARD, 0)
    down = unload(calm(load(mph(Gun(TWO_POUNDER, limbered=True), two), FORWARD, 0)))
    assert (down.gun.place, down.gun.limbered, down.gun.done) == (
        Place.GROUND,
        True,
        Done.UNLOADED,
    )
    assert down.vehicle is not None and (down.vehicle.cargo_pp, down.vehicle.ti) == (0, True)
    with refused("C10.51"):
        unload(mph())


@pytest.mark.rule("C10.52")
def test_an_immobilized_carrier_is_a_wreck_only_when_empty() -> None:
    aboard = calm(load(mph(), FORWARD, 0))
    stuck = immobilized(aboard)
    assert stuck.vehicle is not None and not stuck.vehicle.wreck
    down = unload(stuck)
    assert down.vehicle is not None and down.vehicle.wreck
    assert down.gun.place is Place.GROUND
    assert vehicle_destroyed(aboard).gun.place is Place.ELIMINATED
    empty = immobilized(mph())
    assert empty.vehicle is not None and empty.vehicle.wreck


@pytest.mark.rule("C10.53")
@pytest.mark.rule("C10.53#4")
def test_a_portee_gun_points_forward_or_back_and_shields_passengers_only() -> None:
    assert [load(mph(), f, 2).gun.ca for f in (FORWARD, REAR)] == [2, 5]
    riding = calm(load(mph(), FORWARD, 2))
    assert {after.gun.ca for name, after in transitions(riding) if name != "unload"} <= {2}
    assert not riding.gun.is_target
    fixed = replace(LORRY, portee=PorteeNote(57, "L", facing=REAR))
    with refused("C10.53"):
        load(mph(vehicle=fixed), FORWARD, 2)
    assert load(mph(vehicle=fixed), REAR, 2).gun.ca == 5
    shield = {
        (direct, inside, lost): portee_gunshield(
            SIX_POUNDER,
            Shielded.PASSENGERS,
            direct_fire=direct,
            in_gun_ca=inside,
            vehicle_destroyed=lost,
        )
        for direct in (True, False)
        for inside in (True, False)
        for lost in (True, False)
    }
    assert {key for key, drm in shield.items() if drm} == {(True, True, False)}
    assert shield[True, True, False] == 2
    assert portee_gunshield(gun_named("br-AR88s"), Shielded.PASSENGERS) == 0


@pytest.mark.rule("C10.54")
def test_fire_from_the_vehicle() -> None:
    aboard = replace(calm(load(mph(), FORWARD, 0)), phase=Phase.PFPH)
    assert not may_fire(aboard)  # the crew stands beside it
    riding = replace(aboard, hands=(replace(aboard.hands[0], on_foot=False),))
    assert may_fire(riding)
    assert riding.vehicle is not None
    for moved in (replace(riding.vehicle, mp_spent=1), replace(riding.vehicle, stopped=False)):
        assert not may_fire(replace(riding, vehicle=moved))
    silent = replace(riding.vehicle, portee=PorteeNote(57, "L", pp=20))
    with refused("C10.54"):
        fire(replace(riding, vehicle=silent))


@pytest.mark.rule("C10.41")
@pytest.mark.rule("C10.41#1")
def test_a_trailer_may_be_aimed_at_from_the_side() -> None:
    assert (aim_at_trailer(Aspect.SIDE).value, aim_at_trailer(Aspect.SIDE).case) == (3, "P")
    for aspect in (Aspect.FRONT, Aspect.REAR):
        with refused("C10.41"):
            aim_at_trailer(aspect)
    with refused("C10.41"):
        aim_at_trailer(Aspect.SIDE, hull_down=True)


@pytest.mark.rule("C10.41")
@pytest.mark.rule(
    "C10.41#2", "C10.41#3", "C10.41#4", "C10.41#5", "C10.41#7", "C10.41#8", "C10.41#9"
)
def test_who_is_hit_behind_a_vehicle() -> None:
    def hit(margin: int, aspect: Aspect, *faces: int, **more: Any) -> HitOn:
        turret = more.pop("turret", False)
        return who_is_hit(Dice(faces), margin, turret, aspect, **more)

    assert hit(0, Aspect.REAR) is HitOn.TRAILER
    assert hit(0, Aspect.REAR, turret=True) is HitOn.VEHICLE
    assert hit(-3, Aspect.SIDE) is HitOn.VEHICLE
    assert hit(0, Aspect.REAR, trailer_hull_down=True) is HitOn.VEHICLE
    assert hit(1, Aspect.SIDE, 1) is HitOn.TRAILER
    assert hit(1, Aspect.SIDE, 2) is HitOn.NOTHING
    assert hit(1, Aspect.FRONT) is HitOn.NOTHING  # not even a dr
    assert hit(1, Aspect.SIDE, trailer_hull_down=True) is HitOn.NOTHING
    assert hit(1, Aspect.SIDE, direct_fire=False) is HitOn.NOTHING
    assert hit(2, Aspect.SIDE) is HitOn.NOTHING
    assert odds(who_is_hit, 1, False, Aspect.REAR)[HitOn.TRAILER] == Fraction(1, 6)
    stuck = aftermath(TrailerFate.IMMOBILIZED)
    assert stuck.vehicle_must_stop and stuck.must_unhook_to_move and not stuck.collateral_attack
    gone = aftermath(TrailerFate.DESTROYED)
    assert not gone.wreck and not gone.vehicle_must_stop and not gone.collateral_attack
    assert not aftermath(TrailerFate.NONE).vehicle_must_stop
