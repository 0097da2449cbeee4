"""The To Hit number: table, colours, barrel, calibre, ammunition."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.number import basic_number, modifications, th_color
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.shots.shot import Ammo, Barrel, Kind, PrintedSide, TargetKind, TargetType
from hexfire.rulebook import BadInput, Refusal

INFANTRY = {"kind": TargetKind.INFANTRY, "size": None}


@pytest.mark.rule("C3.3")
@pytest.mark.parametrize(
    ("nation", "target_type", "range_", "number"),
    [
        ("German", TargetType.VEHICLE, 0, 10),
        ("German", TargetType.VEHICLE, 6, 10),
        ("German", TargetType.VEHICLE, 7, 9),
        ("German", TargetType.VEHICLE, 25, 6),
        ("German", TargetType.VEHICLE, 55, 2),
        ("Russian", TargetType.VEHICLE, 12, 8),
        ("Russian", TargetType.VEHICLE, 54, 1),
        ("German", TargetType.INFANTRY, 6, 8),
        ("Russian", TargetType.INFANTRY, 6, 8),
        ("Russian", TargetType.INFANTRY, 13, 5),
        ("German", TargetType.INFANTRY, 13, 6),
        ("German", TargetType.AREA, 6, 7),
        ("Russian", TargetType.AREA, 18, 8),
        ("German", TargetType.AREA, 18, 8),
    ],
)
def test_basic_number(shot, tank, nation, target_type, range_, number):
    made = shot(tank(nation=nation), target_type=target_type, ammo=Ammo.HE, range=range_)
    assert basic_number(made) == number


@pytest.mark.rule("C3.3")
def test_americans_change_colour_in_1944(shot, tank):
    gun = tank(nation="American")
    assert th_color(shot(gun, date="1943-12")) == "red"
    assert th_color(shot(gun, date="1944-01")) == "black"
    with pytest.raises(BadInput, match="date_needed"):
        th_color(shot(gun, date=""))


@pytest.mark.rule("C5.8", "Case H")
def test_captured_guns_use_red_numbers(shot, tank):
    assert th_color(shot(tank(), firer={"captured": True})) == "red"


def test_counter_with_red_numbers_until_a_date(shot, tank):
    grant = tank(nation="British", red_th_through="1943-12")
    assert th_color(shot(grant, date="1943-12")) == "red"
    assert th_color(shot(grant, date="1944-01")) == "black"


def test_unknown_nation_is_named(shot, tank):
    with pytest.raises(BadInput, match="unknown_nation"):
        basic_number(shot(tank(nation="Atlantis"), target_type=TargetType.VEHICLE))


@pytest.mark.rule("C4.1", "C4.11", "C4.12", "C4.13")
@pytest.mark.parametrize(
    ("barrel", "by_range"),
    [
        (Barrel.SHORT, {12: 0, 13: -1, 24: -1, 25: -1, 60: -1}),
        (Barrel.NORMAL, {12: 0, 13: 0, 25: 0}),
        (Barrel.LONG, {12: 0, 13: 1, 25: 1, 60: 1}),
        (Barrel.EXTRA_LONG, {12: 0, 13: 1, 24: 1, 25: 2, 60: 2}),
    ],
)
def test_barrel_length(shot, tank, barrel, by_range):
    for range_, change in by_range.items():
        made = shot(tank(barrel=barrel), range=range_, ammo=Ammo.AP)
        assert modifications(made).total == change


@pytest.mark.rule("C4.1")
def test_machine_guns_have_no_barrel_length(shot, tank):
    made = shot(tank(barrel=Barrel.LONG, kind=Kind.MG, caliber=75), range=20, ammo=Ammo.AP)
    assert modifications(made).total == 0


@pytest.mark.rule("C4.2")
def test_small_calibers_lose_with_range(shot, tank):
    def change(caliber, range_):
        return modifications(shot(tank(caliber=caliber), range=range_, ammo=Ammo.AP)).total

    assert [change(57, r) for r in (12, 13, 24, 25, 36, 37, 49)] == [0, -1, -1, -2, -2, -3, -4]
    assert [change(40, r) for r in (12, 13, 25, 37)] == [0, -2, -3, -4]
    assert change(58, 40) == 0


@pytest.mark.rule("C4.3")
def test_apcr_loses_with_range(shot, tank):
    gun = tank(ammo=((Ammo.APCR, 5), (Ammo.APDS, 5)))
    for ammo in (Ammo.APCR, Ammo.APDS):
        changes = [modifications(shot(gun, range=r, ammo=ammo)).total for r in (12, 13, 24, 25, 36)]
        assert changes == [0, -1, -1, -2, -2]


@pytest.mark.rule("C4.3")
def test_squeeze_bore_guns_lose_with_he_too(shot, gun):
    squeeze = gun(caliber=28, barrel=Barrel.EXTRA_LONG)
    by_case = modifications(shot(squeeze, range=13, ammo=Ammo.HE)).as_dict()
    assert by_case == {"LL": 1, "57mm": -1, "40mm": -1, "APCR": -1}
    common = gun(caliber=28, barrel=Barrel.EXTRA_LONG, nation="British")
    assert "APCR" not in modifications(shot(common, range=13, ammo=Ammo.HE)).as_dict()


@pytest.mark.rule("C4.4")
def test_smoke_is_easier_up_to_twelve_hexes(shot, tank):
    gun = tank(ammo=((Ammo.SMOKE, 8), (Ammo.WP, 7)))
    for ammo in (Ammo.SMOKE, Ammo.WP):
        by_range = [modifications(shot(gun, range=r, ammo=ammo)).total for r in (1, 12, 13)]
        assert by_range == [2, 2, 0]


@pytest.mark.rule("C4.5", "C4", "C4.13", "C4.2", "C4.3")
def test_example_c45_le_pak_41(shot, gun):
    pak = gun(caliber=40, barrel=Barrel.EXTRA_LONG, ammo=((Ammo.APCR, None),))
    th = to_hit(shot(pak, range=25, ammo=Ammo.APCR))
    assert th.basic == 6
    assert th.modifications.as_dict() == {"LL": 2, "APCR": -2, "57mm": -2, "40mm": -1}
    assert th.number == 3
    # The changes are of the number; the DR itself is not modified by them.
    assert th.aim.total == 0


@pytest.mark.rule("C2.21")
def test_limbered_gun_aims_with_its_limbered_barrel(shot, gun):
    flak = gun(
        caliber=20, barrel=Barrel.LONG, limbered=PrintedSide(barrel=Barrel.NORMAL), kind=Kind.AA
    )
    ready = modifications(shot(flak, range=13, ammo=Ammo.AP)).as_dict()
    limbered = modifications(shot(flak, range=13, ammo=Ammo.AP, firer={"limbered": True}))
    assert ready["L"] == 1
    assert "L" not in limbered.as_dict()


def test_latw_with_their_own_numbers(shot, tank):
    psk = tank(
        caliber=88, kind=Kind.LATW, th_table="PSK", vehicular=False, sw=True, armored=False, rof=0
    )
    th = to_hit(shot(psk, range=2))
    assert (th.basic, th.number, th.shot.ammo) == (8, 8, Ammo.HEAT)
    with pytest.raises(Refusal, match=r"C13\.1"):
        to_hit(shot(psk, range=5))


@pytest.mark.rule("C2.21")
def test_ammunition_when_nothing_is_said(shot, tank, gun):
    def ammo(weapon, target, **more):
        return to_hit(shot(weapon, target=target, **more)).shot.ammo

    assert ammo(tank(), {}) is Ammo.AP
    assert ammo(tank(), INFANTRY) is Ammo.HE
    assert ammo(tank(no_ap=True), {}) is Ammo.HE
    assert ammo(tank(no_he=True), INFANTRY) is Ammo.AP
    assert ammo(tank(ammo=((Ammo.AP, 7),)), {}) is Ammo.HE
    assert ammo(tank(), {}, target_type=TargetType.AREA) is Ammo.HE
    squeeze = gun(caliber=40, barrel=Barrel.EXTRA_LONG, ammo=((Ammo.APCR, None),))
    assert ammo(squeeze, {}) is Ammo.APCR
