"""Gun Duels."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import catalogue
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.duel import (
    Duel,
    DuelOutcome,
    First,
    Foe,
    check_duel,
    duel_drm,
    duel_odds,
    facing_vehicle,
    fight,
    fight_on,
    next_duel,
    shaken,
    totals,
    vehicle_shot,
)
from hexfire.asl.gunnery.fire import Outcome, Struck, is_out_of_action, shot_odds
from hexfire.asl.gunnery.weapons import Armament, target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import (
    Ammo,
    Barrel,
    Facing,
    Firer,
    Kind,
    Mount,
    Shot,
    Target,
    TargetKind,
    TargetType,
    Turned,
)
from hexfire.asl.shots.targets import (
    CrewFate,
    Effect,
    GunTarget,
    Personnel,
    Rank,
    VehicleAfter,
)
from hexfire.dice import Dice, odds, play
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
@pytest.mark.rule("C2.2401#7", "C2.2401#9", "C2.2401#10", "C2.2401#16", "C2.2401#19")
def test_example_c22401_equal_totals():
    found = totals(duel())
    assert found.vehicle.as_dict() == {"C": 4, "C2": 2}
    assert found.defender.as_dict() == {"A": 6}
    assert (found.vehicle.total, found.defender.total) == (6, 6)
    assert found.first is First.BY_DR
    assert found.ca_turns_first


@pytest.mark.rule("C2.2401", "C5.35")
@pytest.mark.rule("C2.2401#21")
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
@pytest.mark.rule("C2.2401#1", "C2.2401#2", "C2.2401#3", "C2.2401#4", "C2.2401#5")
def test_when_there_is_no_duel(change):
    with pytest.raises(Refusal) as caught:
        check_duel(duel(**change))
    assert caught.value.rule == "C2.2401"


@pytest.mark.rule("C2.2401", "C6.5")
@pytest.mark.rule("C2.2401#6", "C2.2401#8", "C2.2401#17")
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
@pytest.mark.rule("C2.2401#18")
def test_a_further_duel_counts_the_printed_rate_of_fire():
    again = totals(duel(again=True))
    assert again.defender.as_dict()["ROF"] == -PTP.rof
    assert again.vehicle.as_dict().get("ROF", 0) == -PSW.rof


@pytest.mark.rule("C2.2401")
@pytest.mark.rule("C2.2401#9")
def test_the_gyrostabilizer_does_not_count(shot, tank):
    firer = {"gyro_in_use": True, "mp_target_in_los": 4} | MOVING
    made = shot(tank(gyro=True), firer, phase=Phase.MPH)
    assert duel_drm(made).as_dict() == {"C": 3}


@pytest.mark.rule("C2.2401", "C5.33")
@pytest.mark.rule("C5.33#4")
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
@pytest.mark.rule("C2.2401#13", "C2.2401#14", "C2.2401#15")
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
    # Vehicle 10 + 4, defender 8 + 4 + 2 (Case J): both at once.
    even = play(Dice((6, 4, 4, 4)), fight, made)
    assert even.first is First.TOGETHER


def test_duel_odds_sum_to_one():
    result = duel_odds(duel())
    assert sum(result.values()) == Fraction(1)
    firsts = result.map(lambda o: o.first)
    assert set(firsts) == {First.VEHICLE, First.DEFENDER, First.TOGETHER}
    for outcome in result:
        assert outcome.ca_turned  # equal totals: the arc is turned before anybody fires
        if outcome.first is First.TOGETHER:
            assert outcome.vehicle is not None and outcome.defender is not None


@pytest.mark.rule("C2.2401")
@pytest.mark.rule("C2.2401#14")
def test_who_does_not_fire_back():
    from hexfire.asl.shots.targets import GunState

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
    for fate in (CrewFate.STUNNED, CrewFate.RECALLED, CrewFate.ABANDONED):
        assert is_out_of_action(VehicleAfter(crew=fate))
    assert not is_out_of_action(VehicleAfter(crew=CrewFate.PINNED))
    assert is_out_of_action(VehicleAfter(effect=Effect.POSSIBLE_SHOCK, tc=False))
    assert not is_out_of_action(VehicleAfter(effect=Effect.POSSIBLE_SHOCK, tc=True))


def armed(made, side, **weapon):
    """The same duel with another weapon on one side."""
    shot = getattr(made, side)
    return replace(made, **{side: replace(shot, weapon=replace(shot.weapon, **weapon))})


def cmg(made, **more):
    """The PSW uses its CMG instead of its MA."""
    coax = weapon_of(PSW, DATE, armament=Armament.CMG)
    return replace(made, vehicle=replace(made.vehicle, weapon=replace(coax, **more)))


@pytest.mark.rule("C2.2401")
@pytest.mark.rule("C2.2401#11")
def test_a_machine_gun_counts_as_if_it_were_ordnance():
    """The example lets the PSW duel with its CMG as well as with its MA."""
    assert totals(cmg(duel())).vehicle.as_dict() == {"C": 4, "C2": 2}
    assert totals(cmg(duel(), mount=Mount.NT)).vehicle.as_dict() == {"C": 5, "C2": 2}


@pytest.mark.rule("C2.2401")
@pytest.mark.rule("C2.2401#13", "C2.2401#15")
def test_with_equal_totals_the_final_ift_dr_of_a_machine_gun_counts():
    """The MG has a Hindrance of 2 on its IFT DR, the Gun 6 (A) and 4 (J2) on its To Hit DR."""
    made = cmg(duel())
    made = replace(made, vehicle=replace(made.vehicle, hindrance=2))
    assert totals(made).first is First.BY_DR
    # The MG's 6 + 2 against the Gun's 2 + 10: the MG is first.
    first = play(Dice((3, 3, 1, 1, 6)), fight, made)
    assert first.first is First.VEHICLE and first.defender is not None
    # 12 + 2 against 2 + 10: the Gun is first; the MG's DR of 12 breaks it down.
    second = play(Dice((6, 6, 1, 1, 6)), fight, made)
    assert second.first is First.DEFENDER
    assert second.vehicle.weapon is WeaponState.MALFUNCTIONED
    # 10 + 2 against 2 + 10: together.
    assert play(Dice((6, 4, 1, 1, 6)), fight, made).first is First.TOGETHER


@pytest.mark.rule("C2.2401", "C2.29")
@pytest.mark.rule("C2.2401#12")
def test_ife_duels_without_its_own_turning_and_without_acquisition():
    in_the_open = {"terrain": "open_ground"}
    made = duel(defender=in_the_open, acquisition=-2)
    flak = armed(made, "defender", caliber=20, ife=6, kind=Kind.AA)
    crew = replace(target_of(PSW), ce=True, entered_new_hex=True, mp_in_los=0.5)
    flak = replace(flak, defender=replace(flak.defender, ife=True, target=crew))
    found = totals(flak)
    assert found.defender.as_dict() == {}
    assert found.first is First.DEFENDER
    result = duel_odds(flak)
    assert sum(result.values()) == 1
    assert result.chance(lambda o: o.vehicle_out) > 0


@pytest.mark.rule("C2.2401", "C11.5")
@pytest.mark.rule("C2.2401#16", "C2.2401#17")
def test_who_must_turn_late_is_shot_at_from_outside_his_arc():
    early, late = duel(), duel({"mp_target_in_los": 4})
    assert totals(early).ca_turns_first and not totals(late).ca_turns_first
    assert vehicle_shot(early, True).target.in_gun_ca
    assert not vehicle_shot(late, False).target.in_gun_ca
    ready = duel(defender={"hexspines_turned": 0})
    assert vehicle_shot(ready, False).target.in_gun_ca  # it never had to turn
    # The shield helps the crew of the one, not of the other.
    broken = {
        made: duel_odds(made).chance(
            lambda o: bool(o.vehicle and o.vehicle.effects and o.vehicle.effects[0].crew.broken)
        )
        for made in (late, replace(late, defender=replace(late.defender, firer=Firer())))
    }
    assert len(set(broken.values())) == 2


@pytest.mark.rule("C2.2401", "C3.21")
@pytest.mark.parametrize(
    ("turned", "hull", "turret"),
    [(Turned.TCA, Facing.SIDE, Facing.FRONT), (Turned.VCA, Facing.FRONT, Facing.FRONT)],
)
def test_a_tank_that_turns_shows_its_front(turned, hull, turret):
    tank = replace(target_of(PSW), facing=Facing.SIDE, turret_facing=Facing.REAR)
    seen = facing_vehicle(tank, turned)
    assert (seen.facing, seen.turret_facing) == (hull, turret)
    assert tank.turret_facing is Facing.REAR


@pytest.mark.rule("C2.2401")
def test_a_pinned_crew_cannot_turn_its_gun_any_more():
    made = duel({"mp_target_in_los": 4})
    # 2 hits for certain (CE, Case L): IFT 12... the crew's morale of 8 is exactly met: pinned.
    found = {o for o in duel_odds(made) if o.vehicle and o.vehicle.effects}
    pinned = [o for o in found if o.vehicle.effects[0].crew and o.vehicle.effects[0].crew.pinned]
    assert pinned and all(o.defender is None and not o.ca_turned for o in pinned)
    unturned = duel({"mp_target_in_los": 1}, {"hexspines_turned": 0, "pinned": True})
    assert totals(unturned).defender.as_dict() == {"D": 2}


@pytest.mark.rule("C2.2401", "C5.4")
def test_the_first_shot_tells_on_the_second():
    made = duel({"mp_target_in_los": 4}, {"hexspines_turned": 0}).defender
    crew = Personnel(morale=8, broken_morale=8, pinned=True)
    assert shaken(made, struck("G", GunTarget(crew=crew)), Foe("G")).firer.pinned
    assert shaken(made, struck("G", crew), Foe("G")).firer.pinned
    assert shaken(made, struck("somebody else", crew), Foe("G")) == made
    assert shaken(made, Outcome(), Foe("G")) == made
    assert shaken(made, struck("G", crew.changed(pinned=False)), Foe("G")) == made
    driver = duel().vehicle
    stopped = shaken(driver, struck("V", VehicleAfter(effect=Effect.IMMOBILIZED)), Foe("V"))
    assert not stopped.firer.non_stopped and driver.firer.non_stopped


def struck(name, effect, **more):
    """A shot that hit one target, with this effect."""
    return Outcome(hits=(Struck(name),), effects=(effect,), **more)


@pytest.mark.rule("C2.2401")
def test_who_is_hit_besides_does_not_end_the_duel():
    """The car, the quicker one, misses the Gun and kills the squad beside it: the Gun fires."""
    made = duel({"mp_target_in_los": 4}, {"hexspines_turned": 2})
    squad = Target(name="S", kind=TargetKind.INFANTRY, unit=catalogue().find("ru-ru447S"), tem=-7)
    made = replace(made, vehicle=replace(made.vehicle, others=(squad,)))
    assert totals(made).first is First.VEHICLE
    outcome = play(Dice((3, 4, 1, 1, 6, 5)), fight, made)
    assert [struck.name for struck in outcome.vehicle.hits] == ["S"]
    assert outcome.vehicle.effects[0].eliminated and not outcome.defender_out
    assert outcome.defender is not None and outcome.ca_turned


@pytest.mark.rule("C2.2401", "C2.24")
def test_a_further_duel_carries_everything_over():
    made = duel()
    miss = Outcome(rof_kept=True, acquisition=-1)
    outcome = DuelOutcome(first=First.TOGETHER, vehicle=miss, defender=miss, ca_turned=True)
    further = next_duel(made, outcome, mp=2)
    assert further.again and not further.must_turn
    assert further.vehicle.firer.mp_target_in_los == 2.5
    assert further.defender.target.mp_in_los == 2.5
    assert (further.vehicle.acquisition, further.defender.acquisition) == (-1, -1)
    assert further.vehicle.firer.shots_this_phase == 1
    assert further.vehicle.target.in_gun_ca
    found = totals(further)
    assert found.defender.as_dict() == {"N": -1, "ROF": -PTP.rof}
    crew = Personnel(rank=Rank.CREW, morale=8, broken_morale=8, pinned=True)
    hurt = struck(made.vehicle.target.name, GunTarget(crew=crew), rof_kept=True)
    later = next_duel(made, replace(outcome, vehicle=hurt))
    assert later.vehicle.target.manning == crew and later.defender.firer.pinned
    stopped = VehicleAfter(effect=Effect.IMMOBILIZED)
    halted = struck(made.defender.target.name, stopped, rof_kept=True)
    stands = next_duel(made, replace(outcome, defender=halted))
    assert stands.defender.target.immobile and not stands.vehicle.firer.non_stopped


@pytest.mark.rule("C2.2401", "C2.24")
@pytest.mark.parametrize(
    ("change", "mp", "rule"),
    [
        ({}, 0.5, "C2.24"),
        ({"vehicle": Outcome(rof_kept=False)}, 1, "C2.24"),
        ({"defender": Outcome(rof_kept=False)}, 1, "C2.24"),
        ({"defender": None}, 1, "C2.24"),
        ({"vehicle": None}, 1, "C2.24"),
        ({"vehicle_out": True}, 1, "C2.2401"),
        ({"defender_out": True}, 1, "C2.2401"),
    ],
)
def test_when_there_is_no_further_duel(change, mp, rule):
    kept = Outcome(rof_kept=True)
    outcome = replace(DuelOutcome(first=First.TOGETHER, vehicle=kept, defender=kept), **change)
    with pytest.raises(Refusal) as caught:
        next_duel(duel(), outcome, mp)
    assert caught.value.rule == rule


@pytest.mark.rule("C2.2401")
def test_a_series_is_made_of_its_duels():
    made = duel({"mp_target_in_los": 4})
    once, twice = odds(fight_on, made, 1), odds(fight_on, made, 2)
    assert sum(twice.values()) == 1
    assert {end.duels for end in once} == {1} and {end.duels for end in twice} == {1, 2}
    single = duel_odds(made)
    kept = single.chance(lambda o: _goes_on(made, o))
    assert twice.chance(lambda end: end.duels == 2) == kept
    assert twice.chance(lambda end: end.vehicle_out) > once.chance(lambda end: end.vehicle_out)


def _goes_on(made, outcome):
    return (
        not outcome.vehicle_out
        and not outcome.defender_out
        and outcome.vehicle is not None
        and outcome.defender is not None
        and outcome.vehicle.rof_kept
        and outcome.defender.rof_kept
    )


@pytest.mark.rule("C2.2401")
def test_the_second_fires_as_often_as_the_first_leaves_him_able_to():
    """By the two shots alone, each with its own odds."""
    made = duel(defender={"hexspines_turned": 0})
    assert totals(made).first is First.DEFENDER
    silenced = shot_odds(made.defender).chance(lambda o: _out(o))
    result = duel_odds(made)
    assert result.chance(lambda o: o.vehicle_out) == silenced > 0
    assert result.chance(lambda o: o.vehicle is not None) == 1 - silenced
    both = result.chance(lambda o: o.vehicle is not None and bool(o.vehicle.hits))
    free = result.chance(lambda o: o.vehicle is not None and not o.defender.effects)
    alone = shot_odds(made.vehicle).chance(lambda o: bool(o.hits))
    assert free * alone <= both <= (1 - silenced) * alone


def _out(outcome):
    return bool(outcome.effects) and is_out_of_action(outcome.effects[0])


@pytest.mark.rule("C2.2401")
def test_who_is_first_by_every_pair_of_throws():
    """The vehicle: the lower die twice (C4), +4 (C), +2 (C2), +1 for the small Gun (P).

    The Gun: +6 (A), +2 (J), +2 (J2). By plain counting.
    """
    assert (PTP.target_size, PSW.target_size) == (1, 0)
    pairs = list(product(product(range(1, 7), repeat=2), repeat=2))
    first = Counter()
    for vehicle, gun in pairs:
        mine, his = sum(vehicle) + min(vehicle) + 7, sum(gun) + 10
        first["vehicle" if mine < his else "defender" if his < mine else "together"] += 1
    found = duel_odds(duel()).map(lambda o: o.first.value)
    assert dict(found) == {who: Fraction(n, len(pairs)) for who, n in first.items()}


@pytest.mark.rule("C2.2401")
def test_only_the_two_who_fight_can_silence_each_other():
    """HE on a Gun that a 2 alone can hit and on eight squads: else the Gun fires back.

    Nor do the squads make the odds grow: they are nobody's opponent.
    """
    made = duel({"mp_target_in_los": 4})
    squads = tuple(
        Target(name=f"s{i}", kind=TargetKind.INFANTRY, unit=Personnel()) for i in range(8)
    )
    aimed = replace(made.vehicle.target, hindrance=12, manning=Personnel(rank=Rank.CREW))
    shot = replace(
        made.vehicle, target=aimed, others=squads, target_type=TargetType.INFANTRY, ammo=Ammo.HE
    )
    found = duel_odds(replace(made, vehicle=shot))
    silenced = found.chance(lambda o: o.defender is None)
    assert silenced < found.chance(lambda o: bool(o.vehicle.hits)) <= Fraction(1, 36)
    assert len(found) < 1000
