"""C1.8–C1.823: Bombardment before play."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.bombardment import (
    Damage,
    Equipment,
    Half,
    Share,
    Structure,
    area_hexes,
    buried,
    check_drm,
    equipment,
    equipment_checks,
    in_area,
    marks,
    sangar_goes,
    spared_numbers,
    structure,
    structure_morale,
    vehicle_class,
)
from hexfire.asl.artillery.cover import Cover
from hexfire.asl.artillery.devastation import Place, Suffered, Victim, devastate
from hexfire.asl.artillery.ffe import Inside
from hexfire.asl.shots.targets import Personnel, Rank, VehicleTarget
from hexfire.dice import Dice
from hexfire.hexes import Grid

from .conftest import Make

SQUAD = Personnel(morale=7, broken_morale=7, name="4-4-7")
BOARD = Grid.asl()


def struck(dice: Dice, *, concealed: bool = False, friendly: bool = False) -> tuple[Suffered, ...]:
    """A squad alone in a bombarded hex."""
    inside = Inside(target=SQUAD, friendly=friendly)
    one = Victim(id="squad", inside=inside, concealed=concealed)
    return devastate(dice, Place(hex="U4", victims=(one,))).suffered


@pytest.mark.rule("C1.8")
@pytest.mark.rule("C1.8#1")
def test_bombardment_only_where_the_scenario_gives_it(game: Make) -> None:
    assert game().why("bombard") == "C1.8"
    given = game(bombardment=True)
    assert "bombard" in given.legal()
    given.say("bombard")
    assert (given.node, given.told[0]) == ("idle", "bombard")


@pytest.mark.rule("C1.81")
@pytest.mark.rule("C1.81#4", "C1.81#5", "C1.81#6")
def test_the_spared_numbers_of_the_example() -> None:
    spared, results = spared_numbers(Dice((3, 1, 3, 4, 5, 2)))
    assert results == (3, 1, 3, 10, 11, 8)
    assert spared == {0, 1, 3, 8, 10}
    assert spared_numbers(Dice((2, 2, 2, 5, 6, 5)))[0] == {2}, "11 and 12 spare nothing"


@pytest.mark.rule("C1.81")
@pytest.mark.rule("C1.81#2", "C1.81#6", "C1.82#1")
def test_which_hexes_are_in_the_area() -> None:
    numbers = {hex: {} for hex in (None, Half.LEFT, Half.RIGHT)}
    for half in numbers:
        shares = area_hexes(BOARD, Share("", half))
        numbers[half] = {BOARD.label(hex): number for hex, number in shares.items()}
    assert (numbers[None]["U4"], numbers[None]["B0"], numbers[None]["GG2"]) == (4, 0, 2)
    assert len(numbers[None]) == len(BOARD.hexes)
    for half, other in ((Half.LEFT, "R4"), (Half.RIGHT, "P4")):
        assert "Q4" in numbers[half]
        assert other not in numbers[half]
    assert not in_area(33, None)


@pytest.mark.rule("C1.82")
@pytest.mark.parametrize(
    ("cover", "marsh", "drm"),
    [
        (Cover(entrenchment="foxhole"), False, -4),
        (Cover(terrain="woods"), False, 1),
        (Cover(terrain="woods", entrenchment="foxhole"), False, -3),
        (Cover(), False, 0),
        (Cover(terrain="marsh"), True, -2),
        (Cover(terrain="building_stone", levels_above=2), False, -3),
    ],
)
@pytest.mark.rule("C1.82#2", "C1.82#3", "C1.82#4", "C1.82#5")
def test_tem_is_turned_into_a_drm(cover: Cover, marsh: bool, drm: int) -> None:
    assert check_drm(cover, marsh=marsh).total == drm


@pytest.mark.rule("C1.82")
@pytest.mark.parametrize(
    ("faces", "broken", "rank"),
    [
        ((1, 3), False, Rank.SQUAD),  # 4 + 2 < 7
        ((2, 4), True, Rank.SQUAD),  # 6 + 2 > 7
        ((3, 3), True, Rank.HS),  # the same with doubles: Casualty Reduction as well
        ((2, 2), False, Rank.SQUAD),  # doubles that pass
        ((1, 1), False, Rank.SQUAD),  # no CH
        ((6, 6), True, Rank.HS),  # 12: once, by the ordinary rule
    ],
)
@pytest.mark.rule("C1.82#1", "C1.82#6", "C1.82#10")
def test_the_2mc(faces: tuple[int, int], broken: bool, rank: Rank) -> None:
    rest = (5,) if sum(faces) == 12 else ()
    (one,) = struck(Dice((*faces, *rest)))
    assert ("broken" in one.fate, "reduced" in one.fate) == (broken, rank is Rank.HS)


@pytest.mark.rule("C1.82")
@pytest.mark.rule("C1.82#7")
def test_hidden_units_show_themselves_when_they_break_or_pin() -> None:
    passed, pinned, broken = (
        struck(Dice(faces), concealed=True)[0] for faces in ((1, 1), (2, 3), (2, 4))
    )
    assert (passed.shown, pinned.shown, broken.shown) == (False, True, True)
    assert pinned.fate == ("pinned",)


@pytest.mark.rule("C1.82")
def test_horses_motorcycles_and_boats_are_eliminated() -> None:
    assert equipment(Dice(), Equipment.HORSE_MOTORCYCLE_BOAT) == (Damage.ELIMINATED, 0)


@pytest.mark.rule("C1.54", "C1.82")
def test_friendly_bombardment_lowers_morale() -> None:
    # 4 + 2 = 6: passed by 7, only just by 6: pinned
    (enemy,), (friend,) = struck(Dice((1, 3))), struck(Dice((1, 3)), friendly=True)
    assert enemy.fate == ("none",)
    assert friend.fate == ("pinned",)


@pytest.mark.rule("C1.821")
@pytest.mark.parametrize(
    ("what", "morale"),
    [
        (Equipment.UNARMORED_VEHICLE, 6),
        (Equipment.GUN_OR_SW, 7),
        (Equipment.LIGHT_AFV, 8),
        (Equipment.OTHER_AFV, 9),
    ],
)
@pytest.mark.rule("C1.821#1", "C1.821#2", "C1.821#6", "C1.821#8")
def test_equipment_by_how_much_it_fails(what: Equipment, morale: int) -> None:
    found = [
        equipment(Dice((min(6, dr - 1), dr - min(6, dr - 1))), what)[0] for dr in range(morale, 13)
    ]
    worst = Damage.ELIMINATED if what is Equipment.GUN_OR_SW else Damage.BURNING
    expected = [Damage.NONE, Damage.DAMAGED, Damage.ELIMINATED, *[worst] * 10]
    assert found == expected[: len(found)]


@pytest.mark.rule("C1.821")
@pytest.mark.rule("C1.821#1")
def test_classes_of_vehicles() -> None:
    assert vehicle_class(VehicleTarget(armored=False)) is Equipment.UNARMORED_VEHICLE
    assert vehicle_class(VehicleTarget(afs=(4, 3, 3, 2))) is Equipment.LIGHT_AFV
    assert vehicle_class(VehicleTarget(afs=(8, 8), open_topped=True)) is Equipment.LIGHT_AFV
    assert vehicle_class(VehicleTarget(afs=(6, 3))) is Equipment.OTHER_AFV


@pytest.mark.rule("C1.821")
@pytest.mark.rule("C1.821#5")
def test_possessed_weapons_share_the_fate_of_their_holder() -> None:
    assert equipment_checks(possessed=False, holder_failed=False)
    assert not equipment_checks(possessed=True, holder_failed=False)
    assert equipment_checks(possessed=True, holder_failed=True)


@pytest.mark.rule("C1.822")
@pytest.mark.parametrize(
    ("what", "fortified", "factory", "morale"),
    [
        (Structure.WOODEN, False, False, 8),
        (Structure.STONE, False, False, 9),
        (Structure.WOODEN, True, False, 9),
        (Structure.STONE, True, False, 10),
        (Structure.STONE, True, True, 9),
        (Structure.BROWN_PILLBOX, False, False, 10),
        (Structure.GREY_PILLBOX, False, False, 11),
        (Structure.WIRE, False, False, 9),
        (Structure.ROADBLOCK, False, False, 9),
        (Structure.MINEFIELD, False, False, 9),
    ],
)
@pytest.mark.rule("C1.822#2", "C1.822#3", "C1.822#4", "C1.822#8")
def test_morale_of_structures(what: Structure, fortified: bool, factory: bool, morale: int) -> None:
    assert structure_morale(what, fortified=fortified, factory=factory) == morale
    faces = (6, morale - 6)
    assert structure(Dice(faces), what, fortified=fortified, factory=factory)[0] == 0
    faces = (6, morale - 5)
    assert structure(Dice(faces), what, fortified=fortified, factory=factory)[0] == 1


@pytest.mark.rule("C1.822")
@pytest.mark.rule("C1.822#5")
def test_each_point_rubbles_a_level_from_the_top() -> None:
    assert structure(Dice((5, 6)), Structure.STONE, 3) == (2, 11)
    assert structure(Dice((6, 6)), Structure.WOODEN, 2) == (2, 12)


@pytest.mark.rule("C1.822")
@pytest.mark.rule("C1.822#7", "C1.822#10")
def test_who_goes_down_with_a_level() -> None:
    assert [buried(level, 3, 1) for level in range(3)] == [False, False, True]
    assert [buried(level, 3, 3) for level in range(3)] == [True, True, True]
    assert not buried(0, 1, 0)
    assert sangar_goes(True)
    assert not sangar_goes(False)


@pytest.mark.rule("C1.823")
@pytest.mark.parametrize(
    ("dr", "shellhole", "flame"),
    [
        (1, True, False),
        (2, True, False),
        (3, True, True),
        (4, True, True),
        (5, False, True),
        (6, False, True),
    ],
)
@pytest.mark.rule("C1.823#1")
def test_an_original_12_marks_the_hex(dr: int, shellhole: bool, flame: bool) -> None:
    assert marks(Dice((dr,)), 12) == (shellhole, flame)
    assert marks(Dice(), 11) == (False, False), "no dr for anything else"
    assert marks(Dice((dr,)), 12, shellhole=True, flame=True) == (True, True)
