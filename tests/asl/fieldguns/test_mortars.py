"""C9: mortars, their Spotters, their Critical Hits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import Squad, Vehicle, catalogue
from hexfire.asl.effects.breakdown import Reliability, WeaponState
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.resolve import fire_of, resolve
from hexfire.asl.effects.struck import hit_payload, struck_by
from hexfire.asl.fieldguns import (
    Done,
    Emplacement,
    Entry,
    Gun,
    Hand,
    HandKind,
    Place,
    Situation,
    assemble,
    dismantle,
    gun_named,
    may_fire,
    push,
)
from hexfire.asl.fieldguns.service import DISMANTLED_PP
from hexfire.asl.fieldguns.spotters import (
    Mortar,
    Spotter,
    SpotterFate,
    designate,
    idle_opportunity_fire,
    keeps_acquisition,
    may_replace,
    refuse_opportunity_fire,
    spotted_shot,
)
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import Armament, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import (
    Ammo,
    Barrel,
    Firer,
    Kind,
    Mount,
    Shot,
    Target,
    TargetKind,
    TargetType,
    Weapon,
)
from hexfire.asl.shots.targets import Effect, Personnel, VehicleAfter
from hexfire.asl.tables import ift
from hexfire.dice import Dice, odds, play
from hexfire.hexes import Hex
from hexfire.rulebook import Refusal

M76 = Weapon(
    caliber=76,
    barrel=Barrel.SHORT,
    kind=Kind.MTR,
    mount=Mount.NT,
    nation="British",
    rof=2,
    min_range=3,
    max_range=63,
    no_ap=True,
)
M50 = replace(M76, caliber=50, sw=True, nation="German", rof=3, min_range=2, max_range=13)
HERE, NEXT, FAR, TARGET = Hex(0, 0), Hex(0, 1), Hex(0, 2), Hex(9, 9)


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


def tank() -> Target:
    counter = catalogue().find("PzKpfw IVF2")
    assert isinstance(counter, Vehicle)
    return Target(name="IVF2", kind=TargetKind.AFV, unit=counter, ce=True, size=0)


def broken_squad() -> Target:
    counter = next(
        c
        for c in catalogue()
        if isinstance(c, Squad) and (c.nation, c.strength) == ("German", "4-6-7")
    )
    # +1: the AFV in the hex
    return Target(name="467", kind=TargetKind.INFANTRY, unit=counter, broken=True, tem=1)


def shot(weapon: Weapon = M76, target: Target | None = None, **what: Any) -> Shot:
    firer = Firer(**what.pop("firer", {}))
    given = {"range": 10, "date": "1943-07"} | what
    return Shot(
        weapon=weapon, target=target or Target(kind=TargetKind.INFANTRY), firer=firer, **given
    )


@pytest.mark.rule("C9.1")
def test_a_mortar_always_fires_by_the_area_target_type_and_never_uses_the_tk_tables() -> None:
    th = to_hit(shot())
    assert th.shot.target_type is TargetType.AREA
    for wrong in (TargetType.VEHICLE, TargetType.INFANTRY):
        with refused("C3.33"):
            to_hit(shot(target_type=wrong))
    hits = throw(Dice([1, 5]), to_hit(shot(target=tank(), range=18))).hits
    assert hits
    after = play(Dice([6, 6]), resolve, hits)  # one IFT DR, no TK DR
    assert isinstance(after[0], VehicleAfter) and after[0].effect is Effect.NONE
    assert fire_of(hits).indirect


@pytest.mark.rule("C9.2")
@pytest.mark.rule("C9.2#2")
def test_light_mortars_are_sw_without_ca() -> None:
    printed = [c for c in catalogue() if getattr(c, "kind", "") == "MTR"]
    light = [weapon_of(c, "1943-07", "E", Armament.MA) for c in printed]
    assert light and all(w.sw and w.caliber <= 60 for w in light)
    guns = [c for c in catalogue() if getattr(c, "gun_type", "") == "MTR"]
    assert guns and all(int(c.caliber) >= 76 for c in guns)
    assert "A" not in to_hit(shot(M50, firer={"hexspines_turned": 2})).aim.tally.as_dict()
    assert to_hit(shot(M76, firer={"hexspines_turned": 2})).aim.tally.as_dict()["A"] == 4
    led = to_hit(shot(M50, firer={"leadership": -2})).aim.tally.as_dict()
    assert led["leadership"] == -2
    assert to_hit(shot(M50, acquisition=-2)).aim.tally.as_dict()["N"] == -2


@pytest.mark.rule("C9.3", "C9.31")
@pytest.mark.rule("C9.3#3", "C9.3#4", "C9.3#5", "C9.31#7")
def test_example_c9_31_one_spotter_for_several_mortars() -> None:
    spotter = Spotter(HERE)
    together = (Mortar(NEXT, "0", TARGET), Mortar(NEXT, "0", TARGET))
    chosen = designate(spotter, together, Phase.PFPH)
    assert (chosen.spots, chosen.target) == (NEXT, TARGET)
    apart = (Mortar(NEXT, "0", TARGET), Mortar(HERE, "0", TARGET))
    upstairs = (Mortar(NEXT, "0", TARGET), Mortar(NEXT, "1", TARGET))
    elsewhere = (Mortar(NEXT, "0", TARGET), Mortar(NEXT, "0", FAR))
    for wrong in (apart, upstairs, elsewhere, (Mortar(FAR, "0", TARGET),), ()):
        with refused("C9.3"):
            designate(spotter, wrong, Phase.PFPH)


@pytest.mark.rule("C9.3")
@pytest.mark.rule("C9.3#2", "C9.3#7", "C9.3#9", "C9.3#13", "C9.3#14", "C9.3#15")
def test_who_spots_and_when() -> None:
    mortar = (Mortar(HERE, "", TARGET),)
    assert designate(Spotter(HERE), mortar, Phase.DFPH).spots == HERE
    for phase in (Phase.AFPH, Phase.DFF, Phase.MPH):
        with refused("C9.3"):
            designate(Spotter(HERE), mortar, phase)
    hidden = designate(Spotter(HERE, hidden=True), mortar, Phase.MPH, at_setup=True)
    assert hidden.spots == HERE
    with refused("C9.3"):
        designate(Spotter(HERE, good_order=False), mortar, Phase.PFPH)
    fates = {fate: may_replace(fate, own_mph_since=True) for fate in SpotterFate}
    assert [fate for fate, may in fates.items() if not may] == [
        SpotterFate.WELL,
        SpotterFate.REDUCED,
    ]
    assert not may_replace(SpotterFate.BROKEN, own_mph_since=False)
    # pinned is no hindrance; a hidden unit spots only where it was noted at setup
    assert designate(Spotter(HERE, pinned=True), mortar, Phase.PFPH).spots == HERE
    with refused("C9.3"):
        designate(Spotter(HERE, hidden=True), mortar, Phase.PFPH)
    for phase in (Phase.RPH, Phase.RTPH, Phase.APH, Phase.CCPH):
        with refused("C9.3"):
            designate(Spotter(HERE), mortar, phase)


@pytest.mark.rule("C9.31", "C9.3")
@pytest.mark.rule("C9.3#11")
@pytest.mark.rule("C9.3#10")
@pytest.mark.rule("C3.33#9")
def test_spotted_fire_is_worse_aimed_and_slower() -> None:
    spotter = Spotter(HERE, hindrance=3)
    plain, spotted = to_hit(shot(hindrance=1)), to_hit(spotted_shot(shot(hindrance=1), spotter))
    assert spotted.aim.tally.as_dict() == {"spotted": 2, "R": 3}
    assert (plain.rof.total, spotted.rof.total) == (2, 1)
    slow = [to_hit(spotted_shot(shot(replace(M76, rof=n)), spotter)).rof.total for n in (1, 0)]
    assert slow == [0, 0]  # a mortar without multiple ROF has none to lose
    pinned = to_hit(spotted_shot(shot(), Spotter(HERE, pinned=True)))
    assert pinned.aim.tally.as_dict() == {"spotted": 2, "D": 2}
    assert pinned.rof.total == 0
    assert spotted_shot(shot(hindrance=1), None) == shot(hindrance=1)
    with refused("C9.3"):
        spotted_shot(shot(replace(M76, kind=Kind.ART)), spotter)
    brush = to_hit(spotted_shot(shot(hindrance=3), Spotter(HERE, hindrance=1)))
    assert brush.aim.tally.as_dict()["R"] == 1
    assert to_hit(spotted_shot(shot(hindrance=3), None)).aim.tally.as_dict()["R"] == 3
    for useless in (Spotter(HERE, sees_target=False), Spotter(HERE, good_order=False)):
        with refused("C9.3"):
            spotted_shot(shot(), useless)


@pytest.mark.rule("C9.31")
def test_example_c9_31_leaders() -> None:
    with_spotter = shot(M50, firer={"leadership": -2, "spotted": True, "spotter_leader": True})
    assert "leadership" not in to_hit(with_spotter).aim.tally.as_dict()


@pytest.mark.rule("C9.31")
@pytest.mark.rule("C9.31#6")
def test_example_c9_31_a_squad_that_spots_and_fires_loses_the_acquisition() -> None:
    busy = Spotter(HERE, uses_inherent_fp=True)
    assert (keeps_acquisition(busy), keeps_acquisition(Spotter(HERE))) == (False, True)
    aimed = shot(acquisition=-2)
    assert to_hit(spotted_shot(aimed, busy)).aim.tally.as_dict() == {"spotted": 2}
    assert to_hit(spotted_shot(aimed, Spotter(HERE))).aim.tally.as_dict()["N"] == -2


@pytest.mark.rule("C9.3")
@pytest.mark.rule("C9.3#16", "C9.3#17")
def test_opportunity_fire_without_eyes() -> None:
    refuse_opportunity_fire(target_in_los=True, has_spotter=False)
    refuse_opportunity_fire(target_in_los=False, has_spotter=True)
    with refused("C9.3"):
        refuse_opportunity_fire(target_in_los=False, has_spotter=False)
    after = [idle_opportunity_fire(Dice(faces), Reliability()) for faces in ([6, 6], [5, 6])]
    assert after == [WeaponState.MALFUNCTIONED, WeaponState.WORKING]
    worn = idle_opportunity_fire(Dice([4, 6]), Reliability(lowered=2))
    assert worn is WeaponState.MALFUNCTIONED  # a captured one, by A.11


@pytest.mark.rule("C9.4")
def test_minimum_and_maximum_range() -> None:
    assert to_hit(shot(M50, range=2)).number == 7
    for wrong, rule in ((1, "C2.25"), (14, "C3.52")):
        with refused(rule):
            to_hit(shot(M50, range=wrong))


@pytest.mark.rule("C9.5", "C9.1")
@pytest.mark.rule("C9.5#6")
@pytest.mark.rule("C3.74#2")
def test_example_c9_5_a_critical_hit_among_two_targets() -> None:
    the_shot = shot(target=tank(), others=(broken_squad(),), range=18, hindrance=2)
    th = to_hit(the_shot)
    assert th.number == 7
    assert [aim.tally.as_dict()["R"] for aim in th.aims] == [2, 2]
    # Original 2; then Random Selection: the tank's dr 5 beats the squad's 3
    result = throw(Dice([1, 1, 5, 3]), th)
    on_tank, on_squad = result.hits
    assert (on_tank.is_ch, on_squad.is_ch) == (True, False)
    assert (hit_payload(on_tank).column, hit_payload(on_squad).column) == (24, 6)
    assert on_squad.tem == 1
    # R-C9.5: the hit location is the To Hit DR's: 1,1 is the hull
    assert on_tank.aspect is Aspect.HULL
    stack, fire = struck_by(result.hits), fire_of(result.hits)

    def tank_after(dr: int, turret: bool) -> Effect:
        chances = odds(ift_result, stack, replace(fire, turret=turret, watch=(0,)), dr)
        (effect,) = {after[0].effect for after in chances}
        return effect

    assert {tank_after(dr, False) for dr in (3, 4)} == {Effect.ELIMINATED}
    assert {tank_after(dr, False) for dr in (5, 6)} == {Effect.IMMOBILIZED}
    assert {tank_after(dr, True) for dr in (5, 6)} == {Effect.SHOCK}
    assert tank_after(2, False) is Effect.BURNING
    # the squad takes the same 6 on the 6 column with +1: a NMC, which a broken unit fails by 8+
    assert str(ift.result(6, 6 + on_squad.tem)) == "NMC"
    squad = odds(ift_result, stack, replace(fire, watch=(1,)), 6)
    unhurt = squad.chance(
        lambda after: (
            isinstance(after[0], Personnel)
            and after[0].rank.value == "squad"
            and not after[0].eliminated
        )
    )
    assert unhurt == Fraction(21, 36)  # broken morale 7


@pytest.mark.rule("C9.5")
def test_only_an_original_2_is_a_critical_hit() -> None:
    th = to_hit(shot(acquisition=-2))
    criticals = {
        (a, b)
        for a in range(1, 7)
        for b in range(1, 7)
        if any(h.is_ch for h in throw(Dice([a, b]), th).hits)
    }
    assert criticals == {(1, 1)}
    assert th.shot.ammo is Ammo.HE


@pytest.mark.rule("C9.2")
def test_a_medium_mortar_comes_apart_and_is_carried_as_a_sw() -> None:
    crew = (Hand(HandKind.CREW),)
    now = Situation(Gun(gun_named("ge-MTR81s"), emplacement=Emplacement.EMPLACED), crew)
    parts = dismantle(now)
    assert (parts.gun.place, parts.gun.emplacement) == (Place.DISMANTLED, Emplacement.LOST)
    assert DISMANTLED_PP == 5 and not may_fire(parts)
    with refused("C10.3"):  # carried, not pushed
        push(Dice([1, 1]), replace(parts, phase=Phase.MPH), Entry())
    later = replace(parts, gun=replace(parts.gun, done=Done.NOTHING), hands=crew)
    assert assemble(later, ca=2).gun.place is Place.GROUND
    for heavy in ("ge-MT120s", "ge-AT75L"):
        with refused("C9.2"):
            dismantle(Situation(Gun(gun_named(heavy)), crew))
    with refused("A9.8"):
        dismantle(replace(now, phase=Phase.MPH))
