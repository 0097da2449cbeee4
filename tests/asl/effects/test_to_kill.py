"""C7: To Kill."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.effects.kill_number import aerial_af
from hexfire.asl.effects.resolve import resolve
from hexfire.asl.effects.struck import struck_by, vehicle_hit
from hexfire.asl.effects.to_kill import basic_number, case_c, is_mg, kill_number, to_kill
from hexfire.asl.effects.vehicles import aftermath, destruction
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import Ammo, Facing, Kind, TargetKind, TargetType
from hexfire.asl.shots.targets import CrewFate, Effect, VehicleTarget, ce_drm, vehicle
from hexfire.asl.tables import to_kill as table
from hexfire.dice import odds
from hexfire.rulebook import Refusal

from .conftest import gun, hit, refused, squad, typed


def result(found, *dice):
    (after,) = typed(to_kill, found, dice=dice)
    return after


# -- which table, which number -------------------------------------------------------------------


@pytest.mark.rule("C7.1", "C7.3", "C7.11")
@pytest.mark.parametrize(
    ("ammo", "name", "number"),
    [(Ammo.AP, "AP", 17), (Ammo.APCR, "APCR", 20), (Ammo.HEAT, "HEAT", 13), (Ammo.HE, "HE", 7)],
)
def test_the_ammunition_alone_decides_the_table(ammo: Ammo, name: str, number: int) -> None:
    found = kill_number(hit("T-34 M41", ammo=ammo))
    assert (found.table, found.basic) == (name, number)


@pytest.mark.rule("C7.1")
def test_ammunition_without_a_table_is_refused() -> None:
    with refused("C7.1"):
        kill_number(hit("T-34 M41", ammo=Ammo.SMOKE))
    with refused("effects.tk.no_entry"):
        kill_number(hit("T-34 M41", weapon=gun("75LL"), ammo=Ammo.APCR))


@pytest.mark.rule("C7.11")
def test_only_the_armor_of_the_part_that_was_hit_counts() -> None:
    # T-34 M41: look the four factors up and hit each of them.
    tank = catalogue().find("T-34 M41")
    for facing, aspect, af in (
        (Facing.FRONT, Aspect.HULL, tank.af_front),
        (Facing.FRONT, Aspect.TURRET, tank.af_turret_front),
        (Facing.SIDE, Aspect.HULL, tank.af_side_rear),
        (Facing.SIDE, Aspect.TURRET, tank.af_turret_side_rear),
    ):
        found = kill_number(hit("T-34 M41", facing=facing, aspect=aspect))
        assert (found.af, found.final) == (af, found.modified - af)


@pytest.mark.rule("C7.11", "D1.22")
@pytest.mark.rule("C7.11#4")
def test_an_unarmored_facing_is_hit_as_an_unarmored_vehicle() -> None:
    found = kill_number(hit("Marder II", facing=Facing.REAR, aspect=Aspect.TURRET))
    assert (found.af, found.final) == (None, 9)
    assert kill_number(hit("Marder II", facing=Facing.REAR)).af == 1
    assert kill_number(hit("Marder II", facing=Facing.SIDE, aspect=Aspect.TURRET)).af == 0


@pytest.mark.rule("C7.11", "C7.345")
@pytest.mark.rule("C7.34#3")
def test_area_hits_and_mortars_never_use_a_tk_table() -> None:
    with refused("C3.332"):
        to_kill(None, hit("T-34 M41", target_type=TargetType.AREA))
    mortar = gun("81*", kind=Kind.MTR)
    with refused("C7.345"):
        basic_number(hit("T-34 M41", weapon=mortar, ammo=Ammo.HE))
    # Through the door it goes to the IFT: 81 mm is 16 FP, halved 8; a DR of 5 does nothing.
    found = hit("T-34 M41", weapon=mortar, ammo=Ammo.HE, target_type=TargetType.AREA, half_fp=1)
    (after,) = typed(resolve, (found,), dice=(2, 3))
    assert after.effect is Effect.NONE


@pytest.mark.rule("C7.1", "A7.308")
def test_a_truck_hit_by_the_infantry_target_type_is_attacked_on_the_ift() -> None:
    truck = {"kind": TargetKind.VEHICLE}
    facts = {"weapon": gun("75"), "ammo": Ammo.HE, "target": truck}
    aimed = hit("Opel Blitz", target_type=TargetType.VEHICLE, **facts)
    swept = hit("Opel Blitz", target_type=TargetType.INFANTRY, **facts)
    (after,) = typed(resolve, (aimed,), dice=(5, 5))
    assert after.effect is Effect.ELIMINATED  # HE TK# 12
    (after,) = typed(resolve, (swept,), dice=(5, 5))
    assert after.effect is Effect.NONE  # 12 FP: 8


@pytest.mark.rule("D5.311")
def test_air_bursts_concern_open_topped_afvs_and_who_is_exposed() -> None:
    def drm(name: str, **target) -> tuple[int, int]:
        found = hit(name, target_type=TargetType.AREA, air_burst=True, ammo=Ammo.HE, target=target)
        (struck,) = struck_by((found,))
        return struck.drm, struck.prc_drm

    assert drm("KV-1E") == (0, -1)
    assert drm("Marder II") == (-1, -1)


# -- cases ---------------------------------------------------------------------------------------


@pytest.mark.rule("C7.2", "C7.21")
def test_case_a_is_for_the_armored_rear_only() -> None:
    for facing, value in ((Facing.REAR, 1), (Facing.SIDE, 0), (Facing.FRONT, 0)):
        assert kill_number(hit("T-34 M41", facing=facing)).cases.value_of("A") == value
    assert "A" not in kill_number(hit("Opel Blitz", facing=Facing.REAR)).cases.as_dict()


@pytest.mark.rule("C7.21", "C7.22", "C7.24", "C7.12")
def test_an_aerial_hit_has_cases_a_and_b_and_no_range() -> None:
    found = kill_number(hit("T-50", aerial=True, range=30))
    assert found.cases.as_dict() == {"A": 1, "B": 1}
    assert (found.af, found.af_rule) == (2, "C7.12")
    open_topped = msgspec.structs.replace(catalogue().find("Marder II"), aerial_af=0)
    assert kill_number(hit(open_topped, aerial=True)).cases.value_of("B") == 2


@pytest.mark.rule("C7.22")
def test_height_alone_gives_a_gun_no_case_b() -> None:
    found = kill_number(hit("T-34 M41", target={"level": -3}))
    assert found.cases.value_of("B") == 0
    assert [m.case for m in found.cases.rejected if m.why is not None] == ["B"]


@pytest.mark.rule("C7.23")
def test_a_critical_hit_doubles_the_basic_number_before_anything_else() -> None:
    found = kill_number(hit("T-34 M41", is_ch=True, facing=Facing.REAR, range=25))
    assert found.cases.as_dict() == {"C": 17, "A": 1, "D": -1}
    assert found.modified == 34
    # C3.7: no CH for MG, 12.7 mm included; 15 mm has them.
    for weapon, value in ((gun("7", kind=Kind.MG), 0), (gun("12"), 0), (gun("15"), 5)):
        found = kill_number(hit("PzKpfw IB", weapon=weapon, is_ch=True, range=1))
        assert found.cases.value_of("C") == value


@pytest.mark.rule("C7.24", "C7.24-T")
@pytest.mark.parametrize(
    ("size", "ammo", "distance", "value"),
    [
        ("75L", Ammo.AP, 1, 1),
        ("75L", Ammo.AP, 2, 0),
        ("75L", Ammo.AP, 24, -1),
        ("75L", Ammo.AP, 78, -5),
        ("50L", Ammo.AP, 25, -2),
        ("20L", Ammo.AP, 1, 2),
        ("20L", Ammo.AP, 48, -5),
        ("75L", Ammo.APCR, 0, 3),
        ("75L", Ammo.APCR, 48, -7),
        ("50L", Ammo.APCR, 30, -6),
        ("57L", Ammo.APDS, 24, 0),
        ("57L", Ammo.APDS, 48, -4),
    ],
)
def test_case_d(size: str, ammo: Ammo, distance: int, value: int) -> None:
    found = kill_number(hit("KV-1E", weapon=gun(size), ammo=ammo, range=distance))
    assert found.cases.value_of("D") == value and found.possible


@pytest.mark.rule("C7.24-T")
@pytest.mark.parametrize(
    ("size", "ammo", "distance"),
    [("20L", Ammo.AP, 49), ("50L", Ammo.AP, 61), ("75L", Ammo.AP, 79), ("75L", Ammo.APCR, 49)],
)
def test_beyond_the_chart_nothing_can_be_killed(size: str, ammo: Ammo, distance: int) -> None:
    found = hit("PzKpfw IIA", weapon=gun(size), ammo=ammo, range=distance)
    assert not kill_number(found).possible
    chances = odds(to_kill, found).map(lambda after: after[0].effect)
    assert dict(chances) == {Effect.NONE: Fraction(35, 36), Effect.DUD: Fraction(1, 36)}


@pytest.mark.rule("C7.332", "C7.341")
@pytest.mark.parametrize(("ammo", "rule"), [(Ammo.HEAT, "C7.332"), (Ammo.HE, "C7.341")])
def test_heat_and_he_do_not_lose_by_range(ammo: Ammo, rule: str) -> None:
    near, far = (kill_number(hit("KV-1E", ammo=ammo, range=r)) for r in (1, 40))
    assert near.final == far.final
    assert rule in [m.rule for m in far.cases.rejected]


# -- the four tables -----------------------------------------------------------------------------


@pytest.mark.rule("C7.31", "C7.31-T")
def test_colour_coded_entries() -> None:
    def ap(size: str, nation: str, **figures) -> int:
        return basic_number(hit("T-34 M41", weapon=gun(size, nation=nation, **figures))).number

    assert (ap("76L", "Russian"), ap("76L", "German"), ap("76L", "American")) == (13, 17, 17)
    assert (ap("76LL", "Russian"), ap("76LL", "British")) == (16, 23)
    assert (ap("90L", "Italian"), ap("90L", "American")) == (20, 21)
    rifle = {"kind": Kind.ATR}
    assert ap("14", "Russian", **rifle) == 6
    assert (ap("20L", "Finnish", **rifle), ap("20L", "German", **rifle)) == (6, 5)
    assert ap("14", "German", **rifle) == 5
    assert ap("7", "German", kind=Kind.MG) == 4
    assert ap("12", "American", kind=Kind.MG) == 5


@pytest.mark.rule("C7.311", "C7.321", "C7.331", "C7.342")
@pytest.mark.parametrize(
    ("size", "ammo", "final"),
    [
        ("20L", Ammo.AP, 7),
        ("50L", Ammo.AP, 8),
        ("75LL", Ammo.AP, 9),
        ("88L", Ammo.AP, 10),
        ("122L", Ammo.AP, 11),
        ("75L", Ammo.APCR, 9),
        ("57L", Ammo.APDS, 8),
        ("75L", Ammo.HEAT, 11),
        ("37L", Ammo.HEAT, 11),
        ("76L", Ammo.HE, 12),
        ("105", Ammo.HE, 16),
    ],
)
def test_unarmored_targets_by_calibre_whatever_the_range(size: str, ammo: Ammo, final: int) -> None:
    truck = {"kind": TargetKind.VEHICLE}
    for distance in (1, 40):
        found = kill_number(
            hit("Opel Blitz", weapon=gun(size), ammo=ammo, range=distance, target=truck)
        )
        assert (found.final, found.af) == (final, None)
    doubled = kill_number(hit("Opel Blitz", weapon=gun(size), ammo=ammo, is_ch=True))
    assert doubled.final == 2 * final


@pytest.mark.rule("C7.311")
def test_a_machine_gun_attacks_an_unarmored_target_on_the_ift() -> None:
    with refused("effects.tk.use_ift"):
        kill_number(hit("Opel Blitz", weapon=gun("12", kind=Kind.MG)))


@pytest.mark.rule("C7.32", "C7.32-T")
def test_squeeze_bore_guns_always_use_the_apcr_table() -> None:
    for size, number in (("28LL", 12), ("40LL", 14)):
        found = basic_number(hit("T-34 M41", weapon=gun(size, nation="German")))
        assert found == ("APCR", number)
    assert table.apcr_basic("76L", "Russian") == 14
    assert table.apcr_basic("76L", "American") == 22
    assert table.apcr_basic("76L", "German") == 20
    assert (table.apds_basic("57L"), table.apds_basic("76LL")) == (18, 25)


@pytest.mark.rule("C7.33", "C7.33-T")
def test_heat_by_calibre_or_by_the_weapon_never_by_barrel() -> None:
    def heat(size: str, **figures) -> int:
        return basic_number(hit("T-34 M41", weapon=gun(size, **figures), ammo=Ammo.HEAT)).number

    assert heat("75*") == heat("75L") == 13
    assert heat("105") == 15
    names = {"PF": 31, "PFk": 22, "PSK": 26, "PIAT": 15, "BAZ43": 13, "BAZ44": 16, "BAZ45": 16}
    for name, number in names.items():
        assert heat("60", kind=Kind.LATW, th_table=name) == number


@pytest.mark.rule("C7.34", "C7.34-T")
@pytest.mark.parametrize(
    ("caliber", "row", "armored", "unarmored"),
    [(76, 70, 7, 12), (20, 20, 3, 6), (149, 120, 12, 18), (150, 150, 16, 20), (88, 80, 8, 14)],
)
def test_he_by_calibre_class(caliber: int, row: int, armored: int, unarmored: int) -> None:
    assert table.he_row(caliber) == row
    assert (table.he_basic(caliber), table.he_unarmored(caliber)) == (armored, unarmored)


# -- Aerial AF -----------------------------------------------------------------------------------


@pytest.mark.rule("C7.12", "C7.11-T")
def test_the_aerial_af_comes_from_the_thinnest_armor_or_is_asked_for() -> None:
    assert aerial_af(catalogue().find("T-50")) == 2
    with pytest.raises(Refusal) as refused:
        aerial_af(catalogue().find("KV-1E"))
    assert refused.value.rule == "C7.12"
    own = msgspec.structs.replace(catalogue().find("KV-1E"), aerial_af=4)
    found = kill_number(hit(own, underbelly=True, facing=Facing.FRONT))
    assert (found.af, found.af_rule) == (4, "C7.12")


# -- the TK DR -----------------------------------------------------------------------------------


@pytest.mark.rule("C7.35")
def test_an_original_12_is_a_dud_whatever_the_number() -> None:
    found = hit("PzKpfw IB", weapon=gun("128L"), is_ch=True)
    assert kill_number(found).final > 24
    after = result(found, 6, 6)
    assert after.effect is Effect.DUD
    truck = hit("Opel Blitz", weapon=gun("128L"), is_ch=True)
    assert result(truck, 6, 6).effect is Effect.DUD


@pytest.mark.rule("C7.6", "C7.7", "C7.7-T", "C7.4", "C7.41", "C7.5")
@pytest.mark.parametrize(
    ("column", "dr", "he", "hull", "turret"),
    [
        ("direct_fire_or_bomb", 3, False, Effect.BURNING, Effect.BURNING),
        ("direct_fire_or_bomb", 4, False, Effect.ELIMINATED, Effect.ELIMINATED),
        ("direct_fire_or_bomb", 7, False, Effect.IMMOBILIZED, Effect.SHOCK),
        ("direct_fire_or_bomb", 8, False, Effect.POSSIBLE_SHOCK, Effect.POSSIBLE_SHOCK),
        ("direct_fire_or_bomb", 8, True, Effect.IMMOBILIZED, Effect.SHOCK),
        ("direct_fire_or_bomb", 9, True, Effect.NONE, Effect.NONE),
        ("dc", 7, True, Effect.IMMOBILIZED, Effect.SHOCK),
        ("dc", 8, True, Effect.IMMOBILIZED, Effect.SHOCK),
        ("ft_mol", 6, False, Effect.BURNING, Effect.BURNING),
        ("ft_mol", 7, False, Effect.ELIMINATED, Effect.ELIMINATED),
        ("ft_mol", 8, False, Effect.NONE, Effect.NONE),
        ("mg", 7, False, Effect.STUN, Effect.STUN),
        ("mg", 8, False, Effect.NONE, Effect.NONE),
        ("mg", 6, False, Effect.ELIMINATED, Effect.ELIMINATED),
        ("indirect_fire", 7, True, Effect.IMMOBILIZED, Effect.SHOCK),
        ("indirect_fire", 8, True, Effect.IMMOBILIZED, Effect.SHOCK),
        ("ap_mines", 2, False, Effect.IMMOBILIZED, Effect.IMMOBILIZED),
        ("ap_mines", 8, False, Effect.NONE, Effect.NONE),
        ("at_mines", 7, False, Effect.ELIMINATED, Effect.ELIMINATED),
        ("at_mines", 11, False, Effect.IMMOBILIZED, Effect.IMMOBILIZED),
        ("cc", 7, False, Effect.IMMOBILIZED, Effect.IMMOBILIZED),
        ("cc", 3, False, Effect.BURNING, Effect.BURNING),
    ],
)
@pytest.mark.rule(
    "C7.5#3",
    "C7.5#6",
    "C7.5#7",
    "C7.7-T#3",
    "C7.7-T#4",
    "C7.7-T#6",
    "C7.7-T#7",
    "C7.7-T#9",
    "C7.7-T#10",
    "C7.41#7",
    "C7.7#1",
)
def test_the_afv_destruction_table_for_a_7(
    column: str, dr: int, he: bool, hull: Effect, turret: Effect
) -> None:
    assert destruction(column, dr, 7, he=he) is hull
    assert destruction(column, dr, 7, he=he, turret=True) is turret


@pytest.mark.rule("C7.6", "C7.7-T")
@pytest.mark.rule("C7.6#1", "C7.7-T#1")
def test_half_is_not_rounded_and_a_red_cs_number_only_makes_wrecks_burn() -> None:
    assert destruction("direct_fire_or_bomb", 2, 5) is Effect.BURNING
    assert destruction("direct_fire_or_bomb", 3, 5) is Effect.ELIMINATED
    assert destruction("direct_fire_or_bomb", 3, 5, cs_red=True) is Effect.BURNING
    assert destruction("direct_fire_or_bomb", 2, 2, cs_red=True) is Effect.IMMOBILIZED
    assert destruction("direct_fire_or_bomb", 6, 5, cs_red=True) is Effect.POSSIBLE_SHOCK
    assert destruction("ft_mol", 2, 2, cs_red=True) is Effect.BURNING


@pytest.mark.rule("C7.5")
@pytest.mark.rule("C7.5#2")
def test_a_hull_down_afv_is_not_immobilized() -> None:
    # 50L on the KV-1E's rear at 25: Final TK# 4.
    facts = {"weapon": gun("50L", nation="German"), "range": 25, "facing": Facing.REAR}
    after = result(hit("KV-1E", **facts), 2, 2, 4, 4)
    assert after.effect is Effect.IMMOBILIZED
    hidden = hit("KV-1E", target={"hd": True}, **facts)
    assert result(hidden, 2, 2).effect is Effect.NONE


@pytest.mark.rule("C7.5", "D5.5", "D5.4", "D5.1")
@pytest.mark.rule("C7.5#5")
def test_the_crew_of_an_immobilized_afv_may_abandon_it() -> None:
    tank = VehicleTarget(afs=(6,))
    stays = typed(aftermath, tank, Effect.IMMOBILIZED, dice=(4, 4))
    goes = typed(aftermath, tank, Effect.IMMOBILIZED, dice=(4, 5))
    assert (stays.tc, stays.crew) == (True, CrewFate.SAFE)
    assert (goes.tc, goes.crew) == (False, CrewFate.ABANDONED)
    again = typed(aftermath, VehicleTarget(immobile=True), Effect.IMMOBILIZED, dice=())
    assert again.crew is CrewFate.SAFE


@pytest.mark.rule("D5.1")
def test_the_back_of_a_counter_may_print_its_crews_morale() -> None:
    printed = [c for c in catalogue() if "ML:9" in getattr(c, "back", ())]
    assert printed and all(vehicle(c).crew_morale == 9 for c in printed)
    assert vehicle(catalogue().find("PzKpfw IVH")).crew_morale == 8


@pytest.mark.rule("C7.4", "C7.41")
def test_possible_shock_is_a_task_check_of_the_crew() -> None:
    tank = VehicleTarget(afs=(6,))
    fails = typed(aftermath, tank, Effect.POSSIBLE_SHOCK, dice=(4, 5))
    passes = typed(aftermath, tank, Effect.POSSIBLE_SHOCK, dice=(4, 4))
    assert (fails.final, passes.final) == (Effect.SHOCK, Effect.NONE)


@pytest.mark.rule("D5.6", "C7.6")
@pytest.mark.rule("C7.6#3")
def test_crew_survival() -> None:
    tank = VehicleTarget(afs=(6,), cs=5)
    assert typed(aftermath, tank, Effect.ELIMINATED, dice=(2, 3)).crew is CrewFate.SURVIVED
    assert typed(aftermath, tank, Effect.ELIMINATED, dice=(3, 3)).crew is CrewFate.LOST
    assert typed(aftermath, tank, Effect.BURNING, dice=()).crew is CrewFate.LOST
    driver = VehicleTarget(armored=False, crew=False, cs=7)
    assert typed(aftermath, driver, Effect.ELIMINATED, dice=()).crew is CrewFate.LOST


@pytest.mark.rule("D5.6")
def test_small_letters_on_the_back_mean_a_driver_only() -> None:
    found = {name: vehicle(catalogue()[name]).crew for name in _CREWS}
    assert found == _CREWS


_CREWS = {"ge-pzivh": True, "ge-opel": False, "br-m5a": False, "ge-sdkfz71": True}


@pytest.mark.rule("C7.11")
def test_an_unarmored_vehicle_is_destroyed_below_its_number() -> None:
    truck = {"kind": TargetKind.VEHICLE}
    found = hit("Opel Blitz", weapon=gun("50L"), target=truck)
    effects = {dr: result(found, *dice).effect for dr, dice in _dice(4, 5, 7, 8)}
    assert effects == {
        4: Effect.BURNING,
        5: Effect.ELIMINATED,
        7: Effect.ELIMINATED,
        8: Effect.NONE,
    }


def _dice(*totals):
    return [(t, (min(6, t - 1), t - min(6, t - 1))) for t in totals]


@pytest.mark.rule("C3.8")
def test_of_two_hits_the_better_counts() -> None:
    found = hit("Opel Blitz", weapon=gun("20L"), rolls=2, target={"kind": TargetKind.VEHICLE})
    assert result(found, 6, 5, 1, 2).effect is Effect.BURNING
    assert result(found, 1, 2, 6, 6).effect is Effect.BURNING
    assert result(found, 6, 6, 6, 6).effect is Effect.DUD


@pytest.mark.rule("C5.72")
def test_deliberate_immobilization_needs_no_tk_dr() -> None:
    found = hit("KV-1E", deliberate_immobilization=True, is_ch=True)
    assert result(found, 3, 4).effect is Effect.IMMOBILIZED
    turret = msgspec.structs.replace(found, aspect=Aspect.TURRET)
    assert result(turret).effect is Effect.NONE


@pytest.mark.rule("D.8", "C8.31")
@pytest.mark.rule("C3.3#10")
def test_the_tk_dr_is_also_the_collateral_attack_on_who_is_exposed() -> None:
    # 75L HE: 12 FP. KV-1E front: 7 − 11 can do nothing. DR 6 + 2 (CE): 1MC for the crew.
    found = hit("KV-1E", ammo=Ammo.HE, target={"ce": True, "riders": (squad(),)})
    after = result(found, 3, 3, 5, 5, 1, 1)
    assert (after.effect, after.crew) == (Effect.NONE, CrewFate.STUNNED)
    assert not after.aboard[0].broken  # 2MC passed with 2
    # AP has 2 FP only: with +2 an 8 has no result, and riders meet the 6 of the 2 column: PTC.
    found = hit("KV-1E", target={"ce": True, "riders": (squad(),)}, weapon=gun("37L"))
    after = result(found, 3, 3, 6, 5)
    assert (after.crew, after.aboard[0].pinned) == (CrewFate.SAFE, True)


@pytest.mark.rule("D5.31")
def test_the_ce_drm_of_a_counter() -> None:
    assert ce_drm(catalogue().find("PzKpfw IVH")) == 2
    assert ce_drm(catalogue().find("Deacon")) == 3
    marder = catalogue().find("Marder III(t)H")  # CE:+3F
    assert (ce_drm(marder, "front"), ce_drm(marder, "rear"), ce_drm(marder)) == (3, 2, 2)
    found = vehicle_hit(hit(marder, facing=Facing.FRONT, target={"ce": True}))
    assert found.ce_drm == 3


@pytest.mark.rule("C7.11")
def test_without_a_counter_the_armor_is_asked_for() -> None:
    with refused("effects.tk.no_armor"):
        kill_number(hit(None))
    with refused("effects.tk.no_crew"):
        kill_number(hit(None, target={"kind": TargetKind.VEHICLE}))


@pytest.mark.rule("C7.11")
def test_more_armor_never_helps_the_firer_and_all_odds_sum_to_one() -> None:
    last = Fraction(2)
    for name in ("PzKpfw IIA", "PzKpfw IIIG", "PzKpfw IVH", "KV-1E"):
        chances = odds(to_kill, hit(name, facing=Facing.SIDE))
        assert sum(chances.values()) == 1
        killed = chances.chance(lambda after: after[0].effect.destroyed)
        assert killed <= last
        last = killed


@pytest.mark.rule("C7.7", "C3.7")
def test_what_counts_as_a_machine_gun() -> None:
    assert is_mg(gun("8", kind=Kind.MG)) and is_mg(gun("15")) and is_mg(gun("20", kind=Kind.MG))
    assert not is_mg(gun("20")) and not is_mg(gun("14", kind=Kind.ATR))
    plain = case_c(hit("T-34 M41", gun("8", kind=Kind.MG)), 4)
    critical = case_c(hit("T-34 M41", gun("8", kind=Kind.MG), is_ch=True), 4)
    assert plain.why is None and not plain.applies
    assert critical.why is not None and not critical.applies
