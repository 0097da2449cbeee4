"""Gun Duels."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.gunnery.duel import Duel, First, check_duel, duel_drm, duel_odds, fight, totals
from hexfire.asl.gunnery.shot import Barrel, Firer, Mount, Phase, Shot, Target, TargetKind
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.dice import Dice, play
from hexfire.rulebook import Refusal

DATE = "1944-07"
PSW = catalogue().find("PSW 234/2")
PTP = catalogue().find("57mm PTP obr. 43")
MOVING = {"entered_new_hex": True, "non_stopped": True}


def duel(vehicle=None, defender=None, **more):
    """The example of C2.2401: a PSW 234/2 enters N6 and finds a 57LL in the woods of O5."""
    vehicle = {"mp_target_in_los": 0.5} | MOVING | (vehicle or {})
    defender = {"hexspines_turned": 1, "terrain": "woods"} | (defender or {})
    gun = target_of(PTP)
    car = target_of(PSW)
    moving = {"entered_new_hex": True, "non_stopped": True, "mp_in_los": 0.5}
    acquisition = more.pop("acquisition", 0)
    return Duel(
        vehicle=Shot(
            weapon=weapon_of(PSW, DATE),
            target=gun,
            range=1,
            phase=Phase.MPH,
            date=DATE,
            firer=Firer(**vehicle),
        ),
        defender=Shot(
            weapon=weapon_of(PTP, DATE),
            target=Target(name=car.name, kind=car.kind, unit=car.unit, size=car.size, **moving),
            range=1,
            phase=Phase.DFF,
            date=DATE,
            firer=Firer(**defender),
            acquisition=acquisition,
        ),
        **more,
    )


@pytest.mark.rule("C2.2401", "C5.32", "C5.35", "C5.1", "C5.11")
def test_example_c22401_equal_totals():
    found = totals(duel())
    assert found.vehicle.as_dict() == {"C": 4, "C2": 2}
    assert found.defender.as_dict() == {"A": 6}
    assert (found.vehicle.total, found.defender.total) == (6, 6)
    assert found.first is First.BY_DR
    assert found.ca_turns_first


@pytest.mark.rule("C2.2401", "C5.35")
def test_example_c22401_stopping_changes_the_aim_not_the_duel():
    from hexfire.asl.gunnery.to_hit import to_hit

    stopped = duel({"non_stopped": False})
    assert not to_hit(stopped.vehicle).doubled
    assert to_hit(duel().vehicle).doubled
    assert totals(stopped).vehicle.total == 6


@pytest.mark.rule("C2.2401")
@pytest.mark.parametrize(
    "change",
    [
        {"defender_concealed": True},
        {"aerial": True},
        {"overrun": True},
        {"reaction_fire": True},
        {"vehicle": {"hexspines_turned": 1}},
    ],
)
def test_when_there_is_no_duel(change):
    with pytest.raises(Refusal) as caught:
        check_duel(duel(**change))
    assert caught.value.rule == "C2.2401"


@pytest.mark.rule("C2.2401", "C6.5")
def test_the_lower_total_fires_first():
    assert totals(duel({"mp_target_in_los": 4})).first is First.VEHICLE
    easy = totals(duel(defender={"hexspines_turned": 0}))
    assert easy.first is First.DEFENDER and not easy.ca_turns_first
    acquired = totals(duel(acquisition=-1))
    assert acquired.defender.as_dict() == {"A": 6, "N": -1}
    assert acquired.first is First.DEFENDER
    late = totals(duel({"mp_target_in_los": 4}))
    assert not late.ca_turns_first  # it turns only after the vehicle has fired


@pytest.mark.rule("C2.2401")
def test_a_further_duel_counts_the_printed_rate_of_fire():
    again = totals(duel(again=True))
    assert again.defender.as_dict()["ROF"] == -PTP.rof
    assert again.vehicle.as_dict().get("ROF", 0) == -PSW.rof


@pytest.mark.rule("C2.2401")
def test_the_gyrostabilizer_does_not_count(shot, tank):
    firer = {"gyro_in_use": True, "mp_target_in_los": 4} | MOVING
    made = shot(tank(gyro=True), firer, phase=Phase.MPH)
    assert duel_drm(made).as_dict() == {"C": 3}


@pytest.mark.rule("C2.2401", "C5.33")
def test_the_defender_may_ask_before_the_vehicle_has_moved(shot):
    still = duel(
        {"entered_new_hex": False, "non_stopped": False, "mp_target_in_los": None},
        {"hexspines_turned": 0},
        before_moving=True,
    )
    found = totals(still)
    assert found.vehicle.as_dict() == {"C": 4}
    assert found.first is First.DEFENDER


@pytest.mark.rule("C2.2401")
def test_order_of_fire_by_the_final_dr(tank, gun):
    """Equal totals: the lower Final DR fires first and may silence the other."""
    made = Duel(
        vehicle=Shot(
            weapon=tank(nation="German"),
            firer=Firer(mp_target_in_los=9, entered_new_hex=True),
            target=Target(kind=TargetKind.GUN, name="gun", size=0, morale=7),
            range=5,
            phase=Phase.MPH,
            date=DATE,
        ),
        defender=Shot(
            weapon=gun(barrel=Barrel.NORMAL, mount=Mount.NT),
            firer=Firer(hexspines_turned=2),
            target=Target(
                kind=TargetKind.AFV, name="PSW", unit=PSW, size=0, entered_new_hex=True, mp_in_los=9
            ),
            range=5,
            phase=Phase.DFF,
            date=DATE,
        ),
    )
    assert totals(made).first is First.BY_DR
    # Vehicle: Final 2+4; defender: Final 3+2+6. The vehicle is first; its IFT DR of 2 kills.
    first = play(Dice((1, 1, 1, 1, 2, 1, 1)), fight, made)
    assert first.first is First.VEHICLE
    assert first.defender is None
    # A miss leaves the defender his shot, already rolled.
    second = play(Dice((3, 3, 5, 5)), fight, made)
    assert second.first is First.VEHICLE
    assert second.vehicle.hits == () and second.defender.hits == ()
    # The defender lower: he fires first.
    third = play(Dice((6, 5, 4, 4)), fight, made)
    assert third.first is First.DEFENDER
    even = play(Dice((6, 6, 5, 5)), fight, made)
    assert even.first in (First.TOGETHER, First.DEFENDER, First.VEHICLE)


def test_duel_odds_sum_to_one():
    result = duel_odds(duel())
    assert sum(result.values()) == Fraction(1)
    firsts = result.map(lambda o: o.first)
    assert set(firsts) == {First.VEHICLE, First.DEFENDER, First.TOGETHER}
    for outcome in result:
        if outcome.first is not First.TOGETHER and outcome.vehicle and outcome.defender:
            assert outcome.vehicle is not None


@pytest.mark.rule("C2.2401")
def test_who_does_not_fire_back():
    from hexfire.asl.effects.targets import Effect, GunState, GunTarget, Personnel, VehicleAfter
    from hexfire.asl.gunnery.fire import is_out_of_action

    crew = Personnel(morale=8, broken_morale=8)
    assert not is_out_of_action(GunTarget(crew=crew))
    assert is_out_of_action(GunTarget(crew=crew.changed(broken=True)))
    assert is_out_of_action(GunTarget(crew=crew.changed(eliminated=True)))
    assert is_out_of_action(GunTarget(crew=crew, state=GunState.MALFUNCTIONED))
    assert is_out_of_action(crew.changed(broken=True)) and not is_out_of_action(crew)
    for effect in (Effect.BURNING, Effect.ELIMINATED, Effect.SHOCK, Effect.STUN):
        assert is_out_of_action(VehicleAfter(effect=effect))
    for effect in (Effect.NONE, Effect.DUD, Effect.IMMOBILIZED):
        assert not is_out_of_action(VehicleAfter(effect=effect))
    assert is_out_of_action(VehicleAfter(effect=Effect.POSSIBLE_SHOCK, tc=False))
    assert not is_out_of_action(VehicleAfter(effect=Effect.POSSIBLE_SHOCK, tc=True))


@pytest.mark.rule("C2.2401")
def test_a_machine_gun_counts_as_if_it_were_ordnance(tank):
    """The example lets the PSW duel with its CMG as well as with its MA."""
    from msgspec.structs import replace

    from hexfire.asl.gunnery.shot import Kind

    made = duel()
    cmg = tank(kind=Kind.MG, caliber=8)
    with_cmg = replace(made, vehicle=replace(made.vehicle, weapon=cmg))
    assert totals(with_cmg).vehicle.as_dict() == {"C": 4, "C2": 2}
    bow = tank(kind=Kind.MG, caliber=8, mount=Mount.NT)
    with_bmg = replace(made, vehicle=replace(made.vehicle, weapon=bow))
    assert totals(with_bmg).vehicle.as_dict() == {"C": 5, "C2": 2}
    with pytest.raises(Refusal):
        fight(Dice(), with_cmg)
