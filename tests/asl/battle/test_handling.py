"""C9.2, C10.3 on the table: mortars in parts, helpers at the wheels, men who leave their Gun."""

from __future__ import annotations

from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.battle.fire.acquisitions import lose_the_unfit
from hexfire.asl.battle.fire.targets import target
from hexfire.asl.battle.fire.weapons import armed
from hexfire.asl.battle.moves.costs import allotment
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Aboard, Drive, Gun, Hull, Service, Spot, Wrecked
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.asl.gunnery.acquisition import Acquisition, Size
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.shots.targets import Personnel


class Guns(Orders):
    """A German Gun with its crew and others, and a Russian squad far away."""

    def __init__(self, gun: dict[str, Any], *others: dict[str, Any], phase: str = "PFPh") -> None:
        crew = {"id": "C", "counter": "ge-ge228C", "hex": gun["hex"]}
        sides = {
            "german": [{"id": "G", "by": "C", **gun}, crew, *others],
            "russian": [{"id": "R", "counter": "ru-ru447S", "hex": "P8"}],
        }
        super().__init__(sides, phase=phase, of="german", turns=9)


MORTAR = {"counter": "ge-MTR81s", "hex": "J5", "facing": "J6/I6"}
QSU = {"counter": "ge-AT37L", "hex": "J5", "facing": "J6/I6"}


@pytest.mark.rule("C11.3", "C11.3#1", "C11.3#8")
@pytest.mark.parametrize(
    ("counter", "said", "emplaced"),
    [
        ("ge-AT37L", True, True),
        ("ge-AT37L", False, False),
        ("ge-RCL75s", True, False),
    ],
)
def test_an_owner_may_leave_his_gun_unemplaced_and_a_rcl_never_is(
    counter: str, said: bool, emplaced: bool
) -> None:
    gun = Guns({**QSU, "counter": counter, "emplaced": said}).state.piece("G")
    assert isinstance(gun, Gun)
    assert (gun.emplaced is Emplacement.EMPLACED) is emplaced


@pytest.mark.rule("C10.22#1")
def test_a_gun_turns_while_it_is_limbered_and_unlimbered() -> None:
    gun = {"counter": "ge-AR105", "hex": "J5", "facing": "0"}
    table = Guns(gun)
    table.do("limber G facing 2")
    assert (table.state.piece("G").limbered, table.state.piece("G").ca) == (True, 2)
    table.end_to("PFPh", "russian")
    table.end_to("PFPh", "german")
    table.do("unlimber G")
    assert (table.state.piece("G").limbered, table.state.piece("G").ca) == (False, 2)


@pytest.mark.rule("C9.2")
def test_a_mortar_is_taken_apart_carried_and_put_together() -> None:
    table = Guns(MORTAR)
    table.do("dismantle G")
    assert table.state.piece("G").dismantled
    assert table.state.piece("C").marker is FireCounter.PREP  # in place of firing
    assert table.refused("fire G at R") == "C9.2"
    table.end_to("MPh", "german")
    assert table.refused("go C to I6") == "A3.2"
    table.end_to("MPh", "russian")
    table.end_to("MPh", "german")
    at = table.game.at(table.state)
    assert allotment(at, at.piece("C")) == 2  # 5PP, of which 3 cost nothing
    table.do("go C to I6")
    table.do("letgo")
    assert table.state.piece("G").place == Spot("I6")
    table.do("finish C")
    table.end_to("PFPh", "russian")
    table.end_to("PFPh", "german")
    table.do("assemble G facing H6/I7")
    mortar = table.state.piece("G")
    assert not mortar.dismantled
    assert mortar.place == Spot("I6")
    assert table.refused("fire G at R") != "C9.2"


@pytest.mark.rule("A9.8")
@pytest.mark.rule("C9.2")
def test_only_mortars_of_76_to_82mm_come_apart() -> None:
    assert Guns(QSU).refused("dismantle G") == "C9.2"
    assert Guns(MORTAR).refused("assemble G") == "C9.2"
    assert Guns(MORTAR, phase="MPh").refused("dismantle G") == "A9.8"


@pytest.mark.rule("C10.3")
def test_helpers_make_pushing_easier_and_come_along() -> None:
    """M 8 of the 75L, 2 MF on the road (+2 -2); a squad is two crews more, -2: so 10 enters."""
    squad = {"id": "S", "counter": "ge-ge467S", "hex": "J5"}
    heavy = {**QSU, "counter": "ge-AT75L"}
    alone, helped = Guns(heavy, squad, phase="MPh"), Guns(heavy, squad, phase="MPh")
    alone.do("push G to I6", 6, 4)
    assert alone.state.piece("G").place == Spot("J5")
    helped.do("push G to I6 with S", 6, 4)
    assert [helped.state.piece(id).place for id in "GCS"] == [Spot("I6")] * 3
    assert helped.state.piece("S").hazardous
    assert helped.state.piece("S").mf == helped.state.piece("C").mf > 0


@pytest.mark.rule("C10.3")
def test_who_may_help_and_ammunition_left_behind() -> None:
    squad = {"id": "S", "counter": "ge-ge467S", "hex": "I6"}
    table = Guns(QSU, squad, phase="MPh")
    for names in ("S", "R", "C"):
        assert table.refused(f"push G to I6 with {names}") == "C10.3"
    events = table.do("push G to I6 low-ammo", 2, 2)
    told = next(e for e in events if e.message.key.startswith("battle.event.push_")).message
    # +2 for the MF, -2 on the road, -2 for the Low Ammo counter
    assert (told["dr"], told["drm"], told["m"]) == ("2,2", "-2", 12)
    assert table.state.piece("G").service.state is WeaponState.LOW_AMMO


@pytest.mark.rule("A4.43")
@pytest.mark.rule("C11.3")
def test_men_leave_their_gun_and_walk() -> None:
    table = Guns({**QSU, "emplaced": True}, phase="MPh")
    assert table.refused("go C to I6") == "C10.3"
    table.do("leave C")
    gun = table.state.piece("G")
    assert (gun.by, gun.emplaced) == ("", Emplacement.EMPLACED)
    table.do("go C to I6")
    assert table.state.piece("C").place == Spot("I6")
    assert table.state.piece("G").place == Spot("J5")
    assert Guns(QSU).refused("leave C") == "A4.43"


# En portee, and aboard


LORRY = {"id": "V", "counter": "br-ton3", "hex": "J5", "facing": "J6/I6"}
NOTE = {"caliber": 40, "barrel": "L"}


class Lorry(Orders):
    """A British 2-Pounder, its crew, and a lorry that was noted for it."""

    def __init__(self, **lorry: Any) -> None:
        gun = {"id": "G", "counter": "br-AT40L", "hex": "J5", "facing": "0", "by": "C"}
        crew = {"id": "C", "counter": "br-br228C", "hex": "J5"}
        sides = {
            "british": [{**gun, "limbered": True}, crew, {**LORRY, "portee": NOTE, **lorry}],
            "german": [{"id": "R", "counter": "ge-ge467S", "hex": "A1"}],
        }
        super().__init__(sides, phase="MPh", of="british", date="1942-07", turns=9)


@pytest.mark.rule("C10.5", "C10.51", "C10.53")
def test_a_gun_is_loaded_en_portee_and_unloaded() -> None:
    table = Lorry()
    table.do("load G to V rear")
    gun, crew, lorry = (table.state.piece(id) for id in "GCV")
    assert gun.place == Aboard("V", portee=True)
    assert gun.ca == (lorry.vca + 3) % 6
    assert (crew.ti, crew.hazardous, crew.mf, lorry.ti) == (True, True, 4, True)
    assert table.game.to_act(table.state) == ("german",)  # all the crew's MF: Defensive First Fire
    table.do("letgo")
    table.do("finish C")
    assert table.refused("start V") == "A7.352"
    table.end_to("MPh", "german")
    table.end_to("MPh", "british")
    table.do("unload G facing 2")
    assert table.state.piece("G").place == Spot("J5")
    assert table.state.piece("G").ca == 2


@pytest.mark.rule("C10.5", "C10.51")
def test_who_cannot_carry_it() -> None:
    assert Lorry(portee=None).refused("load G to V") == "C10.5"
    assert Lorry(portee={"caliber": 57, "barrel": "L"}).refused("load G to V") == "C10.5"
    table = Lorry()
    table.do("start V")
    table.do("letgo")
    assert table.refused("load G to V") in ("C10.51", "A4.2")


@pytest.mark.rule("C10.52")
def test_an_immobilized_carrier_is_a_wreck_once_its_gun_is_off() -> None:
    table = Lorry()
    table.state = table.state.change("G", place=Aboard("V", portee=True))
    table.state = table.state.change("V", hull=Hull.IMMOBILE)
    table.do("unload G")
    assert table.state.piece("V").wreck is Wrecked.WRECK
    assert table.state.piece("G").place == Spot("J5")


@pytest.mark.rule("D6.4", "D6.5")
def test_infantry_boards_and_leaves_a_stopped_vehicle() -> None:
    table = Lorry()
    table.do("leave C")
    assert table.refused("board C to V cost 9") == "A4.1"
    assert table.refused("board C to R cost 1") == "D6.4"
    table.do("board C to V cost 2")
    assert table.state.piece("C").place == Aboard("V")
    assert table.game.to_act(table.state) == ("german",)
    table.do("pass")
    assert table.refused("start V") == "A4.2"
    table.do("alight C cost 1")
    assert table.state.piece("C").place == Spot("J5")
    assert table.state.piece("C").mf == 3
    moving = Lorry()
    moving.do("leave C")
    moving.state = moving.state.change("V", drive=Drive.MOTION)
    assert moving.refused("board C to V cost 1") == "D6.4"
    moving.state = moving.state.change("C", place=Aboard("V"))
    assert moving.refused("alight C cost 1") == "D6.5"


FIRES = {**NOTE, "fires": True}


def portee(**lorry: Any) -> Lorry:
    """The Gun on the lorry, pointing ahead, its crew aboard."""
    table = Lorry(**{"portee": FIRES, **lorry})
    table.state = table.state.change("G", place=Aboard("V", portee=True), ca=0, limbered=False)
    table.state = table.state.change("C", place=Aboard("V")).change("V", vca=0, tca=0)
    table.state = table.state.change("R", place=Spot("J4"))
    return table


@pytest.mark.rule("C10.54#1", "C10.54#2", "C10.54#3", "C10.53#2")
def test_a_gun_fires_en_portee_where_its_note_allows_it() -> None:
    assert portee().refused("fire G at R") == "C10.54"  # no Bounding First Fire
    table = portee()
    table.end_to("PFPh", "german")
    table.end_to("PFPh", "british")
    events = table.do("fire G at R", 6, 6)
    assert table.state.piece("G").service.marker is FireCounter.PREP
    fired = next(e for e in events if e.message.key == "battle.event.fired")
    assert set(fired.data["cases"]) <= {"H", "K", "Q", "R", "L"}
    silent = portee(portee=NOTE)
    silent.end_to("PFPh", "german")
    silent.end_to("PFPh", "british")
    assert silent.refused("fire G at R") == "C10.54"
    afoot = portee()
    afoot.state = afoot.state.change("C", place=Spot("J5"))
    afoot.end_to("PFPh", "german")
    afoot.end_to("PFPh", "british")
    assert afoot.refused("fire G at R") == "C10.54"


@pytest.mark.rule("C10.53#2", "C10.54#2")
def test_the_gun_turns_with_its_lorry_and_only_so() -> None:
    table = portee()
    table.end_to("PFPh", "german")
    table.end_to("PFPh", "british")
    table.state = table.state.change("R", place=Spot("L5"))
    assert table.refused("fire G at R") == "C10.53"
    table.end_to("MPh", "british")
    table.do("start V")
    table.do("letgo")
    table.do("pivot V to 1")
    assert table.state.piece("G").ca == 1
    table.do("finish V")
    table.end_to("AFPh", "british")
    table.state = table.state.change("V", drive=Drive.MOTION)
    assert table.refused("fire G at R") in ("C5.35", "C10.53")


def _met_aboard(table: Lorry, weapon: str = "R") -> tuple[int, bool]:
    """What the shield gives the crew aboard against a weapon, and whether it is met as broken."""
    at = table.game.at(table.state)
    (met,) = target(at, armed(at, weapon), at.piece("V"), Phase.PFPH).passengers
    return (met.drm, met.broken) if isinstance(met, Personnel) else (0, False)


@pytest.mark.rule("C10.53#3", "C10.53#4")
def test_a_gun_en_portee_shields_who_is_aboard_from_fire_out_of_its_arc() -> None:
    table = portee()
    assert _met_aboard(table) == (2, False)
    table.state = table.state.change("G", ca=3)
    assert _met_aboard(table) == (0, False)
    table.state = table.state.change("G", ca=0).change("R", place=Spot("J5"))
    assert _met_aboard(table) == (0, False)
    broken = portee()
    broken.state = broken.state.change("C", broken=True)
    assert _met_aboard(broken) == (0, True)
    in_tow = portee()
    in_tow.state = in_tow.state.change("G", place=Aboard("V"))
    assert _met_aboard(in_tow) == (0, False)


# What has been acquired


@pytest.mark.rule("C6.5")
@pytest.mark.parametrize(
    ("who", "change", "kept"),
    [
        ("C", {}, True),
        ("C", {"pinned": True}, True),
        ("C", {"broken": True}, False),
        ("G", {"by": ""}, False),
        ("G", {"state": WeaponState.MALFUNCTIONED}, False),
    ],
)
def test_acquisition_goes_with_the_crew_s_good_order_and_the_gun(
    who: str, change: dict[str, Any], kept: bool
) -> None:
    guns = Guns({"counter": "ge-AT75L", "hex": "H8", "facing": "H7/I8"})
    held = Acquisition(drm=-1, hex="J8", size=Size.HEX, gun="G")
    weapon = {"state": change["state"]} if "state" in change else {}
    state = guns.state.change("G", service=Service(acquired=(held,), **weapon))
    if not weapon:
        state = state.change(who, **change)
    after = lose_the_unfit(guns.game.at(state), Log()).piece("G")
    assert isinstance(after, Gun)
    assert after.service.acquired == ((held,) if kept else ())
