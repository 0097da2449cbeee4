"""What a board with units on it offers to shells: targets, cover, buildings, what may burn."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from hexfire.asl.artillery.bombardment import Structure
from hexfire.asl.artillery.cover import tem
from hexfire.asl.artillery.devastation import Built, Ruin, Suffered
from hexfire.asl.artillery.fates import riders_keys
from hexfire.asl.artillery.ffe import (
    Ground,
    Immune,
    Shelling,
    attack_hex,
    hex_odds,
    lowered,
    reached,
)
from hexfire.asl.artillery.on_ground import (
    after_bombardment,
    cover_of,
    ground_of,
    inside,
    places,
    smoke_hex,
    target_of,
)
from hexfire.asl.artillery.smoke import SmokeHex
from hexfire.asl.shots.targets import GunTarget, Personnel, VehicleTarget
from hexfire.asl.situation import Marker, MarkerKind, Scene, Situation, Unit, UnitKind
from hexfire.asl.walls import start
from hexfire.boards import read_board
from hexfire.dice import Dice, play
from hexfire.rulebook import BadInput

SQUAD = Unit(id="squad", side="Russian", hex="U3", name="4-4-7")
TANK = Unit(
    id="tank", side="Russian", hex="U3", kind=UnitKind.VEHICLE, name="T-34 M41", armored=True
)  # fmt: skip


@pytest.fixture(scope="module")
def bare(vasl_boards: Path) -> Scene:
    return Scene.of(Situation(board="bd03"), read_board(vasl_boards / "bd03"))


def laid(bare: Scene, *units: Unit, markers: tuple[Marker, ...] = ()) -> Scene:
    return bare.with_situation(Situation(board="bd03", units=units, markers=markers))


def mark(kind: MarkerKind, hex: str, id: str = "") -> Marker:
    return Marker(kind=kind, hex=hex, id=id)


@pytest.mark.rule("C1.5")
def test_what_an_ffe_could_change(bare: Scene) -> None:
    grid = bare.board.grid
    assert ground_of(bare, grid.hex("U3")) == Ground(could_crater=True), "open ground"
    assert ground_of(bare, grid.hex("W4")) == Ground(could_burn=True, could_crater=True), "woods"
    house = Ground(could_burn=True, could_rubble=True)
    assert ground_of(bare, grid.hex("M2")) == house
    there = laid(
        bare, markers=(mark(MarkerKind.MINES, "U3"), mark(MarkerKind.SHELLHOLES, "U3"))
    )  # fmt: skip
    assert ground_of(there, grid.hex("U3")) == Ground(mines_or_fortification=True)
    wired = ground_of(bare, grid.hex("U3"), frozenset({grid.hex("U3")}))
    assert wired.security_area
    gun = laid(bare, markers=(mark(MarkerKind.WEAPON, "U3", "MMG"),))
    assert ground_of(gun, grid.hex("U3")).weapon


@pytest.mark.rule("C1.52")
def test_shellholes_shelter_in_the_open_only(bare: Scene) -> None:
    holes = tuple(mark(MarkerKind.SHELLHOLES, hex) for hex in ("E5", "W4"))
    men = replace(SQUAD, hex="E5"), replace(SQUAD, id="w", hex="W4")
    there, smooth = laid(bare, *men, markers=holes), laid(bare, *men)
    assert tem(cover_of(start(smooth), smooth.unit("squad"))).total == 0
    assert tem(cover_of(start(there), there.unit("squad"))).total == 1
    assert tem(cover_of(start(there), there.unit("w"))).total == -1, "in woods Air Bursts count"


@pytest.mark.rule("C1.5")
def test_who_is_sheltered_by_what_he_is_in(bare: Scene) -> None:
    rider = replace(SQUAD, id="rider", aboard="tank", rider=True)
    passenger = replace(SQUAD, id="in", aboard="tank")
    truck = replace(TANK, id="truck", name="GAZ-MM", armored=False)
    driven = replace(SQUAD, id="on", aboard="truck")
    sewer = replace(SQUAD, id="sewer", out_of_reach="sewer")
    there = laid(bare, TANK, truck, rider, passenger, driven, sewer)

    def immune(id: str) -> Immune | None:
        return target_of(start(there), there.unit(id), "German").immune

    assert immune("rider") is None
    assert immune("in") is Immune.NOT_VULNERABLE_PRC
    assert immune("on") is None
    assert immune("sewer") is Immune.SEWER


@pytest.mark.rule("C1.5", "C1.54")
def test_who_is_aboard_shares_the_fate_of_the_vehicle(bare: Scene) -> None:
    """D6.9: a half-track (CS 5) on DR 5: the crew rolls 12, the squad 12, the leader 4."""
    bus = replace(TANK, id="bus", side="German", name="SPW 251/1", hex="E5", ce=False)
    men = replace(SQUAD, id="men", side="German", name="4-6-7", hex="E5", aboard="bus")
    boss = replace(men, id="boss", kind=UnitKind.LEADER, name="8-0")
    there = laid(bare, bus, men, boss)
    ((_, stack),) = inside(start(there), [bare.board.grid.hex("E5")], "German", "boss")
    (one,) = reached(stack)
    assert isinstance(one.target, VehicleTarget)
    assert (one.target.exposed, one.aboard) == ((), ("men", "boss"))
    lower = lowered(one)
    assert isinstance(lower, VehicleTarget)
    assert [unit.morale for unit in lower.sheltered] == [6, 8]  # not the Observer's
    shelling = Shelling(100)
    for faces, fates in (
        ((2, 3, 6, 6, 6, 6, 2, 2), ("eliminated", "none")),
        ((1, 3), ("eliminated", "eliminated")),  # it burns: nobody gets out
        ((6, 6), ("none", "none")),
    ):
        (after,) = play(Dice(faces), attack_hex, shelling, (one,))
        assert riders_keys(one, after) == (("men", (fates[0],)), ("boss", (fates[1],)))
    (odds,) = hex_odds(shelling, (one,))
    lost = odds.chance(lambda after: dict(riders_keys(one, after))["men"] == ("eliminated",))
    # 6/36 burn; 4/36 are destroyed, and 26/36 of those aboard do not get out.
    assert lost == Fraction(6, 36) + Fraction(4, 36) * Fraction(26, 36)


@pytest.mark.rule("C1.54")
def test_a_gun_and_its_crew_are_one_target(bare: Scene) -> None:
    crew = Unit(id="c", side="German", hex="U3", kind=UnitKind.CREW, name="2-2-8")
    gun = Unit(
        id="g", side="German", hex="U3", kind=UnitKind.GUN, name="3.7cm PaK 35/36", manned_by="c"
    )  # fmt: skip
    there = laid(bare, crew, gun)
    ((hex, stack),) = inside(start(there), [bare.board.grid.hex("U3")], "German")
    (one,) = reached(stack)
    assert hex == "U3"
    assert isinstance(one.target, GunTarget)
    assert isinstance(one.target.crew, Personnel)
    assert one.friendly


@pytest.mark.rule("C1.55")
def test_a_tank_with_its_crew_exposed(bare: Scene) -> None:
    there = laid(bare, replace(TANK, ce=True))
    target = target_of(start(there), there.unit("tank"), "German").target
    assert isinstance(target, VehicleTarget)
    assert target.ce and target.armored


@pytest.mark.rule("C1.822")
def test_what_bombardment_finds_in_a_hex(bare: Scene) -> None:
    grid = bare.board.grid
    upstairs = replace(SQUAD, id="up", hex="M2", level=2, weapons=("LMG",), concealed=True)
    dummy = Unit(id="d", side="Russian", hex="U3", kind=UnitKind.DUMMY)
    horse = replace(SQUAD, id="h", kind=UnitKind.CAVALRY)
    there = laid(
        bare, upstairs, dummy, horse,
        markers=(mark(MarkerKind.FORTIFIED, "M2"), mark(MarkerKind.WIRE, "U3"),
                 mark(MarkerKind.WEAPON, "U3", "MMG"), mark(MarkerKind.SANGAR, "U3")),
    )  # fmt: skip
    house, field = places(start(there), [grid.hex("M2"), grid.hex("U3"), grid.hex("U5")], "German")
    assert house.built == (Built(what=Structure.STONE, levels=3, fortified=True),)
    (up,) = house.victims
    assert (up.level, up.in_building, up.concealed, up.weapons) == (2, True, True, ("LMG",))
    assert field.built == (Built(what=Structure.WIRE),)
    assert (field.dummies, field.unpossessed, field.sangar) == (("d",), ("MMG",), True)
    assert field.victims[0].mounted
    wooden = next(p for p in places(start(bare), [grid.hex("V3")], "German"))
    assert wooden.built == (Built(what=Structure.WOODEN, levels=1),)
    passing = replace(SQUAD, id="by", hex="M2", bypass="M3")
    by = places(start(laid(bare, passing)), [grid.hex("M2")], "German")[0].victims[0]
    assert not by.in_building


@pytest.mark.rule("C1.71")
def test_where_smoke_holds(bare: Scene) -> None:
    hex = bare.board.grid.hex("U3")
    assert smoke_hex(bare, hex, "3U3") == SmokeHex(hex="3U3")
    muddy = bare.with_situation(Situation(board="bd03", weather=("mud",)))
    assert smoke_hex(muddy, hex, "3U3").mud


def test_the_situation_afterwards(bare: Scene) -> None:
    there = laid(
        bare, SQUAD, replace(SQUAD, id="b", concealed=True), TANK,
        Unit(id="d", side="Russian", hex="U3", kind=UnitKind.DUMMY),
        markers=(mark(MarkerKind.WIRE, "U3"), mark(MarkerKind.MINES, "U3")),
    )  # fmt: skip
    told = (
        Suffered("U3", "@artillery.built.wire", ("removed",), "C1.822"),
        Suffered("U3", "@artillery.built.minefield", ("none",), "C1.822"),
        Suffered("U3", "squad", ("eliminated",), "C1.82"),
        Suffered("U3", "b", ("reduced", "broken"), "C1.82", 6, shown=True),
        Suffered("U3", "tank", ("burning", "crew_lost"), "C1.821"),
        Suffered("U3", "d", ("dummy_removed",), "C1.82"),
    )
    after = after_bombardment(there.situation, [Ruin("U3", told, shellhole=True)])
    (left,) = after.units
    assert (left.id, left.broken, left.concealed) == ("b", True, False)
    kinds = [(marker.kind, marker.burning) for marker in after.markers]
    assert kinds == [
        (MarkerKind.MINES, False),
        (MarkerKind.SHELLHOLES, False),
        (MarkerKind.WRECK, True),
    ]


def test_a_unit_without_a_name_cannot_be_attacked(bare: Scene) -> None:
    there = laid(bare, replace(SQUAD, name=""))
    with pytest.raises(BadInput):
        target_of(start(there), there.unit("squad"), "German")
