"""C10.1–C10.13: towing, hooking up, unhooking, PP of the ammunition."""

from __future__ import annotations

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
    Situation,
    Step,
    Towed,
    Vehicle,
    fire,
    gun_named,
    hook_cost,
    hook_up,
    limber,
    load_of,
    may_fire,
    may_tow,
    next_phase,
    refuse_step,
    tow_vehicle_named,
    towed_as,
    towing_cost,
    unhook,
    unlimber,
    vehicle_destroyed,
)
from hexfire.asl.sequence import Phase
from hexfire.rulebook import Refusal

PAK40 = gun_named("ge-AT75L")  # QSU, M8
FLAK88 = gun_named("ge-AA88L")  # circled M4, LF, not QSU
HOWITZER = gun_named("ge-AR105")  # circled M6, not QSU
MORTAR81 = gun_named("ge-MTR81s")
CREW = Hand(HandKind.CREW)


def truck(**what: Any) -> Vehicle:
    return Vehicle(**({"name": "Opel Blitz", "mp": 28, "t": 4, "pp": 21} | what))


def in_mph(gun: Gun, vehicle: Vehicle | None = None, *hands: Hand) -> Situation:
    return Situation(gun, hands or (CREW,), vehicle, Phase.MPH, own=True)


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C10.1", "C10.13")
def test_example_c10_13_the_spw_250_1() -> None:
    figures = tow_vehicle_named("SPW 250/1")
    t = figures.t_number()
    assert (t, figures.pp) == (9, 9)
    spw = Vehicle(figures.name, figures.mp, t, figures.pp)
    rcl75, rcl105 = gun_named("ge-RCL75s"), gun_named("ge-RCL105")
    assert (rcl75.m, rcl105.m) == (11, 10)
    assert [m for m in range(13) if may_tow(t, replace(rcl75, m=m))] == [9, 10, 11, 12]
    light, heavy = load_of(spw, rcl75), load_of(spw, rcl105)
    assert (light.legal, light.pp_left, light.carries((CREW,))) == (True, 5, True)
    assert (heavy.legal, heavy.pp_left, heavy.carries((CREW,))) == (True, 1, False)
    with_sw = replace(spw, cargo_pp=2)
    assert not load_of(with_sw, rcl105).legal
    light = load_of(with_sw, rcl75)
    assert (light.legal, light.pp_left, light.carries((CREW,))) == (True, 3, False)
    with refused("C10.13"):
        hook_up(in_mph(Gun(rcl105), with_sw))


@pytest.mark.rule("C10.13")
def test_ammunition_alone_may_take_the_last_pp_of_an_empty_vehicle() -> None:
    tiny = truck(pp=3)
    load = load_of(tiny, HOWITZER)
    assert (load.ammunition_pp, load.pp_left, load.legal) == (8, 0, True)
    after = hook_up(in_mph(Gun(HOWITZER, limbered=True), tiny))
    assert after.gun.place is Place.HOOKED
    assert after.hands[0].on_foot  # no room for the crew
    full = load_of(truck(pp=9, cargo_pp=5), PAK40)  # just room enough
    assert (full.legal, full.pp_left) == (True, 0)
    assert not load_of(truck(pp=9, cargo_pp=6), PAK40).legal
    assert load_of(truck(pp=21), MORTAR81).ammunition_pp == 4  # dismantled: 4PP in all, not 9


@pytest.mark.rule("C10.1")
@pytest.mark.rule("C10.1#1")
def test_t_number_must_not_exceed_m_number() -> None:
    with refused("C10.1"):
        hook_up(in_mph(Gun(PAK40), truck(t=9)))
    assert hook_up(in_mph(Gun(PAK40), truck(t=8))).gun.place is Place.HOOKED
    with refused("C10.1"):
        hook_up(in_mph(Gun(PAK40), truck(t=None)))
    with refused("C10.1"):  # its counter says Tow NA
        hook_up(in_mph(Gun(gun_named("am-MT155s"), limbered=True), truck(t=-4)))
    assert may_tow(-4, replace(PAK40, m=-4)) and not may_tow(-4, replace(PAK40, m=-5))


@pytest.mark.rule("C10.1")
def test_a_carrier_that_tows_from_1944_on() -> None:
    carrier = tow_vehicle_named("br-carra")
    assert [carrier.t_number(year) for year in (1943, 1944, None)] == [None, 10, 10]


@pytest.mark.rule("C10.1", "C10.4")
@pytest.mark.parametrize(
    ("towed", "never"),
    [
        (
            Towed.GUN,
            "wall hedge breached_wall building rubble deep_stream reverse bypass",
        ),
        (Towed.RIDING_MORTAR, "building"),
        (Towed.TRAILER, "wall hedge building rubble reverse"),
    ],
)
@pytest.mark.rule("C10.4#1", "C10.4#2")
def test_where_a_towing_vehicle_cannot_go(towed: Towed, never: str) -> None:
    found = []
    for step in Step:
        try:
            refuse_step(towed, step)
        except Refusal as refusal:
            found.append((refusal.rule, step.value))
    rule = "C10.4" if towed is Towed.TRAILER else "C10.1"
    assert found == [(rule, step) for step in never.split()]


@pytest.mark.rule("C10.1")
@pytest.mark.rule("C10.1#3")
def test_towing_costs_one_more_for_each_hex_but_not_with_a_loaded_mortar() -> None:
    assert towing_cost(4, towed_as(PAK40)) == 5
    assert towing_cost(0.5, towed_as(PAK40)) == 1.5
    assert towing_cost(4, towed_as(MORTAR81)) == 4
    assert towing_cost(4, Towed.TRAILER) == 4
    kinds = {c: towed_as(gun_named(c)) for c in ("ru-MTR107s", "ru-MTR120s", "br-M107s")}
    assert kinds == {
        "ru-MTR107s": Towed.RIDING_MORTAR,
        "ru-MTR120s": Towed.GUN,
        "br-M107s": Towed.GUN,  # its counter says «Towed»
    }
    assert towing_cost(1, towed_as(PAK40)) == 2  # a wagon: 1 MF in Open Ground, and 1 MF more


@pytest.mark.rule("C10.1")
def test_only_passengers_of_that_vehicle_load_and_unload_a_mortar() -> None:
    now = in_mph(Gun(MORTAR81), truck())
    with refused("C10.1"):
        hook_up(now, boarding=False)
    loaded = hook_up(now)
    assert not loaded.hands[0].on_foot
    later = replace(
        in_mph(loaded.gun, truck(burden="x")), gun=replace(loaded.gun, done=Done.NOTHING)
    )
    with refused("C10.1"):
        unhook(later)
    riding = replace(later, hands=(replace(CREW, on_foot=False),))
    assert unhook(riding).gun.place is Place.GROUND


@pytest.mark.rule("C10.1")
def test_a_towed_gun_neither_fires_nor_survives_its_vehicle() -> None:
    hooked = Gun(FLAK88, Place.HOOKED, limbered=True, vehicle="SdKfz 7")
    now = Situation(hooked, (CREW,), truck(burden="x"), Phase.PFPH)
    assert not may_fire(now)
    wrecked = vehicle_destroyed(now)
    assert wrecked.gun.place is Place.ELIMINATED
    alone = Situation(Gun(PAK40), (CREW,), truck())
    assert vehicle_destroyed(alone).gun.place is Place.GROUND


@pytest.mark.rule("C10.11")
def test_hooking_up_costs_half_the_mp_or_a_quarter_with_a_circled_m() -> None:
    assert [hook_cost(mp, PAK40) for mp in (28, 17, 1)] == [14, 9, 1]
    assert [hook_cost(mp, FLAK88) for mp in (28, 17, 1)] == [7, 5, 1]
    after = hook_up(in_mph(Gun(PAK40), truck(mp_spent=14)))
    assert after.vehicle is not None and after.vehicle.mp_left == 0
    with refused("C10.11"):
        hook_up(in_mph(Gun(PAK40), truck(mp_spent=14.5)))


@pytest.mark.rule("C10.11")
def test_hooking_up_makes_gun_crew_and_vehicle_ti_and_ends_emplacement() -> None:
    after = hook_up(in_mph(Gun(PAK40, emplacement=Emplacement.EMPLACED), truck()), ca=4)
    assert after.vehicle is not None
    assert (after.gun.ti, after.hands[0].ti, after.vehicle.ti) == (True, True, True)
    assert (after.gun.emplacement, after.gun.ca) == (Emplacement.LOST, 4)
    assert not after.hands[0].on_foot  # boarded for nothing


@pytest.mark.rule("C10.11")
@pytest.mark.parametrize(
    "wrong",
    [
        {"vehicle": truck(bypass=True)},
        {"vehicle": truck(stopped=False)},
        {"vehicle": truck(fired=True)},
        {"vehicle": truck(ti=True)},
        {"vehicle": None},
        {"phase": Phase.AFPH},
        {"own": False},
        {"hands": (replace(CREW, fired=True),)},
        {"hands": (replace(CREW, mf_spent=3),)},
        {"gun": Gun(PAK40, done=Done.FIRED)},
    ],
)
def test_what_prevents_hooking_up(wrong: dict[str, Any]) -> None:
    now = in_mph(Gun(PAK40), truck())
    assert hook_up(now).gun.place is Place.HOOKED
    with refused("C10.11"):
        hook_up(replace(now, **wrong))


@pytest.mark.rule("C10.11")
def test_a_crew_that_used_just_half_its_mf_may_hook_up() -> None:
    assert hook_up(in_mph(Gun(PAK40), truck(), replace(CREW, mf_spent=2))).hands[0].ti


@pytest.mark.rule("C10.111")
@pytest.mark.parametrize(
    ("hands", "enough"),
    [
        ((CREW,), True),
        ((Hand(HandKind.HALF_SQUAD),), True),
        ((Hand(HandKind.SQUAD),), True),
        ((Hand(HandKind.LEADER),) * 4, False),
        ((Hand(HandKind.LEADER),) * 4 + (Hand(HandKind.HERO),), True),
        ((replace(CREW, pinned=True),), False),
        ((replace(CREW, good_order=False),), False),
        ((), False),
    ],
)
def test_who_counts_as_a_crew(hands: tuple[Hand, ...], enough: bool) -> None:
    now = Situation(Gun(PAK40), hands, truck(), Phase.MPH)
    limbering = Situation(Gun(HOWITZER), hands)
    if enough:
        assert hook_up(now).gun.place is Place.HOOKED
        assert limber(limbering).gun.limbered
        return
    for step, situation in ((hook_up, now), (limber, limbering)):
        with refused("C10.111"):
            step(situation)  # type: ignore[operator]


@pytest.mark.rule("C10.12")
def test_unhooking() -> None:
    hooked = Gun(PAK40, Place.HOOKED, vehicle="Opel Blitz", ca=1)
    riding = replace(CREW, on_foot=False)
    now = in_mph(hooked, truck(burden="x", cargo_pp=5, mp_spent=5), riding)
    after = unhook(now, ca=3)
    assert after.vehicle is not None
    assert (after.gun.place, after.gun.done, after.gun.ca) == (Place.GROUND, Done.UNHOOKED, 3)
    assert (after.gun.ti, after.hands[0].ti, after.hands[0].on_foot) == (True, True, True)
    # the vehicle may drive on, empty, and is not TI
    assert (after.vehicle.ti, after.vehicle.mp_left, after.vehicle.cargo_pp) == (False, 9, 0)
    for wrong in (
        {"hands": (replace(riding, fired=True),)},
        {"vehicle": truck(fired=True)},
        {"vehicle": truck(stopped=False)},
        {"vehicle": truck(bypass=True)},
        {"vehicle": truck(mp_spent=15)},
    ):
        with refused("C10.11"):
            unhook(replace(now, **wrong))  # type: ignore[arg-type]
    with refused("C10.12"):
        unhook(in_mph(Gun(PAK40), truck()))


@pytest.mark.rule("C10.11", "C10.21", "C10.23", "C10.2", "C10.1")
def test_example_c10_23_hooking_up_phase_by_phase() -> None:
    start = Situation(Gun(HOWITZER, emplacement=Emplacement.EMPLACED), (CREW,), truck())
    with refused("C10.2"):
        hook_up(replace(start, phase=Phase.MPH))
    limbered = limber(start)
    assert not may_fire(limbered)
    assert not limbered.gun.ti
    assert not any(hand.ti for hand in limbered.hands)
    with refused("C10.21"):
        fire(limbered)
    mph = next_phase(limbered)
    assert mph.phase is Phase.MPH and mph.vehicle is not None
    # the truck came from afar: its entry costs come on top of the quarter of 28 MP
    driven = replace(mph, vehicle=replace(mph.vehicle, mp_spent=4))
    hooked = hook_up(driven)
    assert hooked.vehicle is not None and hooked.vehicle.mp_spent == 4 + 7
    assert (hooked.gun.ti, hooked.hands[0].ti, hooked.vehicle.ti) == (True, True, True)
    # next own MPh: free to leave
    later = hooked
    while not (later.own and later.phase is Phase.MPH and later is not hooked):
        later = next_phase(later)
    assert later.vehicle is not None
    assert (later.gun.ti, later.vehicle.ti, later.vehicle.mp_left) == (False, False, 28)
    # a QSU gun needs no first step
    quick = in_mph(Gun(PAK40), truck())
    assert hook_up(quick).gun.place is Place.HOOKED


@pytest.mark.rule("C10.12", "C10.21", "C10.22", "C10.23", "C10.2")
@pytest.mark.parametrize(("counter", "quick"), [(HOWITZER, False), (PAK40, True)])
def test_example_c10_23_unhooking_phase_by_phase(counter: Any, quick: bool) -> None:
    hooked = Gun(counter, Place.HOOKED, limbered=not quick, vehicle="Opel Blitz")
    entry = towing_cost(1, towed_as(counter))
    assert entry == 2
    now = in_mph(hooked, truck(burden="x", mp_spent=entry), replace(CREW, on_foot=False))
    after = unhook(now)
    assert (after.gun.ti, after.hands[0].ti) == (True, True)
    assert after.vehicle is not None
    assert not after.vehicle.ti and after.vehicle.mp_left > 0 and not after.vehicle.fired
    dfph = after
    while not (not dfph.own and dfph.phase is Phase.DFPH):
        dfph = next_phase(dfph)
    if quick:
        assert may_fire(dfph)
        return
    assert not may_fire(dfph)
    ready = unlimber(dfph)
    assert (ready.gun.ti, ready.hands[0].ti, may_fire(ready)) == (True, True, False)
