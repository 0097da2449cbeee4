"""C1.8–C1.823: a whole Bombardment, hex by hex, and its exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from hexfire.asl.artillery.bombardment import (
    Half,
    Share,
    Structure,
    area_hexes,
    bombarded,
    spared_chance,
)
from hexfire.asl.artillery.cover import Cover
from hexfire.asl.artillery.devastation import Built, Place, Ruin, Victim, devastate
from hexfire.asl.artillery.devastation_odds import built_odds, victim_odds
from hexfire.asl.artillery.ffe import Immune, Inside
from hexfire.asl.shots.targets import GunTarget, Personnel, Rank, VehicleTarget
from hexfire.dice import Dice, seeded
from hexfire.hexes import Grid, JoinedLabels, Panel
from hexfire.rulebook import BadInput, Refusal

SQUAD = Personnel(morale=7, broken_morale=7, name="4-4-7")
LEADER = Personnel(rank=Rank.LEADER, morale=9, broken_morale=9, leadership=-1, name="9-1")
TANK = VehicleTarget(name="tank", afs=(8, 6), cs=6, ce=True)
HOUSE = Built(what=Structure.STONE, levels=3)


def victim(id: str, target: object = SQUAD, **more: object) -> Victim:
    return Victim(id=id, inside=Inside(target=target), **more)  # type: ignore[arg-type]


def fall(place: Place, *faces: int) -> Ruin:
    dice = Dice(faces)
    ruin = devastate(dice, place)
    assert not dice.left_over
    return ruin


def fates(ruin: Ruin) -> dict[str, tuple[str, ...]]:
    return {one.who: one.fate for one in ruin.suffered}


@pytest.mark.rule("C1.822", "C1.82")
@pytest.mark.rule("C1.822#1", "C1.822#5", "C1.822#7")
def test_the_building_falls_first_and_takes_its_upper_levels() -> None:
    place = Place(
        hex="M2",
        built=(HOUSE,),
        victims=tuple(victim(f"level {n}", level=n, in_building=True) for n in range(3)),
    )
    # 11 against 9: two levels; only the squad on the ground is left for its 2MC (2: passed)
    ruin = fall(place, 5, 6, 1, 1)
    assert [(one.who, one.fate) for one in ruin.suffered] == [
        ("@artillery.built.stone", ("rubble", "rubble")),
        ("level 1", ("eliminated",)),
        ("level 2", ("eliminated",)),
        ("level 0", ("none",)),
    ]
    assert ruin.ask == ("falling_rubble",), "B24.12 is not in our books"


@pytest.mark.rule("C1.822")
def test_who_is_on_the_roof_falls_with_the_first_level_only() -> None:
    roof = victim("roof", level=3, in_building=True)
    place = Place(hex="M2", built=(HOUSE,), victims=(roof,))
    assert fates(fall(place, 4, 5, 1, 1))["roof"] == ("none",)
    assert fates(fall(place, 4, 6))["roof"] == ("eliminated",)
    passing_by = replace(roof, in_building=False)
    assert fates(fall(replace(place, victims=(passing_by,)), 5, 6, 1, 1))["roof"] == ("none",)


@pytest.mark.rule("C1.822")
@pytest.mark.rule("C1.822#6", "C1.822#8")
def test_bridges_pillboxes_and_what_is_laid() -> None:
    on = victim("on", on_bridge=True)
    under = victim("under")
    bridge = Place(
        hex="A1", built=(Built(what=Structure.WOODEN, bridge=True),), victims=(on, under)
    )
    assert fates(fall(bridge, 4, 5, 1, 1))["on"] == ("eliminated",)
    box = Place(
        hex="A1",
        built=(Built(what=Structure.BROWN_PILLBOX),),
        victims=(victim("in", in_pillbox=True), victim("out")),
    )
    told = fates(fall(box, 5, 6, 1, 1))
    assert told["in"] == ("eliminated",)
    assert told["out"] == ("none",)
    wire = Place(hex="A1", built=(Built(what=Structure.WIRE), Built(what=Structure.MINEFIELD)))
    assert fates(fall(wire, 4, 6, 4, 5)) == {
        "@artillery.built.wire": ("removed",),
        "@artillery.built.minefield": ("none",),
    }


@pytest.mark.rule("C1.821", "C1.82")
@pytest.mark.rule("C1.821#4", "C1.821#7", "C1.821#8")
def test_vehicles_check_first_and_their_crews_after() -> None:
    tank = victim("tank", TANK)
    # 9 passes; the CE crew's 2MC: 6 + 2 = 8: pinned, 7 + 2: stunned
    place = Place(hex="A1", victims=(tank,))
    assert [one.fate for one in fall(place, 4, 5, 3, 3).suffered] == [("none",), ("crew_pinned",)]
    assert [one.fate for one in fall(place, 4, 5, 3, 4).suffered] == [("none",), ("crew_stunned",)]
    # 11 by two: eliminated; the crew survives by its CS#, and does not check again
    assert [one.fate for one in fall(place, 5, 6, 3, 3).suffered] == [
        ("eliminated", "crew_survived")
    ]
    assert [one.fate for one in fall(place, 5, 6, 3, 4).suffered] == [("eliminated", "crew_lost")]
    # 12 by three: it burns, and C1.823's dr follows the 12
    ruin = fall(place, 6, 6, 1)
    assert fates(ruin) == {"tank": ("burning", "crew_lost")}
    assert (ruin.shellhole, ruin.flame) == (True, False)
    shut = replace(tank, inside=Inside(target=replace(TANK, ce=False)))
    assert len(fall(replace(place, victims=(shut,)), 4, 5).suffered) == 1, "BU: no 2MC"
    wooded = Inside(target=TANK, cover=Cover(terrain="woods"))
    sheltered = Place(hex="A1", victims=(replace(tank, inside=replace(wooded, target=TANK)),))
    (hull, *_) = fall(sheltered, 4, 5, 1, 1).suffered
    assert hull.fate == ("none",), "no TEM for equipment: 9 passes in woods"


@pytest.mark.rule("C1.821")
@pytest.mark.rule("C1.821#7", "C1.821#3")
def test_who_is_aboard_shares_the_fate_of_the_vehicle() -> None:
    truck = victim("truck", VehicleTarget(name="truck", armored=False, crew=False, cs=5))
    rider = victim("men", aboard="truck")
    place = Place(hex="A1", victims=(truck, rider))
    # 6 passes: the men are exposed and take their 2MC (2)
    assert [one.fate for one in fall(place, 3, 3, 1, 1).suffered] == [("none",), ("none",)]
    # 8 by two: the truck is gone; 5 saves the men, and they check no more
    assert fates(fall(place, 4, 4, 2, 3))["men"] == ("survived",)
    assert fates(fall(place, 4, 4, 3, 3))["men"] == ("eliminated",)
    # 9 by three: it burns with all aboard
    assert fates(fall(place, 4, 5))["men"] == ("eliminated",)
    inside = Inside(target=SQUAD, immune=Immune.NOT_VULNERABLE_PRC)
    shut = Place(hex="A1", victims=(truck, replace(rider, inside=inside)))
    assert len(fall(shut, 3, 3).suffered) == 1, "not Vulnerable: no 2MC"
    wood = Inside(target=truck.inside.target, cover=Cover(terrain="woods"))
    assert fates(fall(Place(hex="A1", victims=(replace(truck, inside=wood),)), 3, 3)) == {
        "truck": ("none",)
    }, "6 passes in woods, too, and equipment is never pinned"


@pytest.mark.rule("C1.82", "A10.21", "A10.2")
@pytest.mark.rule("C1.82#10")
def test_leaders_check_first_help_and_are_missed() -> None:
    place = Place(hex="A1", victims=(victim("squad"), victim("leader", LEADER)))
    # the leader's 7 + 2 = 9: pinned; the squad's 6 + 2 - 1 = 7: pinned, not broken
    ruin = fall(place, 3, 4, 2, 4)
    assert fates(ruin) == {"leader": ("pinned",), "squad": ("pinned",)}
    # the leader breaks with 8: no help for 6 + 2 = 8, the squad breaks, too
    assert fates(fall(place, 3, 5, 2, 4)) == {"leader": ("broken",), "squad": ("broken",)}
    # he breaks, the squad passes with 3 and then takes its LLTC: 7 + 1 pins it
    assert fates(fall(place, 3, 5, 1, 2, 3, 4))["squad"] == ("pinned",)
    # he rolls 12 and dies of it: the squad's LLMC, 7 + 1, breaks it; then C1.823's dr for the 12
    assert fates(fall(place, 6, 6, 6, 1, 2, 3, 4, 1))["squad"] == ("broken",)
    upstairs = victim("leader", LEADER, level=1)
    apart = Place(hex="A1", victims=(victim("squad"), upstairs))
    assert fates(fall(apart, 2, 4, 1, 1))["squad"] == ("broken",), "another Location: no help"


@pytest.mark.rule("C1.821")
@pytest.mark.rule("C1.821#2", "C1.821#5")
def test_weapons_of_those_who_failed_and_of_nobody() -> None:
    armed = victim("squad", weapons=("LMG", "mortar"))
    place = Place(hex="A1", victims=(armed,), unpossessed=("MMG",))
    # passed: only the MMG nobody holds is checked: 8 by one
    assert fates(fall(place, 1, 1, 4, 4)) == {"squad": ("none",), "MMG": ("gun_malfunctioned",)}
    # broken by 7 + 2: both are checked: 7 is safe, 9 by two is lost; then the MMG's 2
    told = fates(fall(place, 3, 4, 3, 4, 4, 5, 1, 1))
    assert told == {
        "squad": ("broken",), "LMG": ("none",), "mortar": ("eliminated",), "MMG": ("none",),
    }  # fmt: skip
    crew = Personnel(rank=Rank.CREW, morale=8, broken_morale=8, name="crew")
    gun = Place(hex="A1", victims=(victim("g", GunTarget(name="AT", crew=crew)),))
    assert fates(fall(gun, 3, 4, 4, 4)) == {"g": ("crew_broken",), "AT": ("gun_malfunctioned",)}
    bare = Place(hex="A1", victims=(victim("g", GunTarget(name="AT")),))
    assert fates(fall(bare, 4, 5)) == {"AT": ("eliminated",)}


@pytest.mark.rule("C1.82")
@pytest.mark.rule("C1.82#7", "C1.82#8", "C1.82#9")
def test_dummies_horses_and_hidden_units() -> None:
    place = Place(
        hex="A1",
        victims=(victim("cavalry", mounted=True), victim("hip", concealed=True)),
        dummies=("?",),
    )
    # both: 6 + 2 breaks
    ruin = fall(place, 2, 4, 2, 4)
    assert [(one.who, one.fate, one.shown) for one in ruin.suffered] == [
        ("?", ("dummy_removed",), False),
        ("cavalry", ("horses_lost",), False),
        ("cavalry", ("broken",), False),
        ("hip", ("broken",), True),
    ]
    assert ruin.ask == ("bail_out",)
    assert not fall(place, 2, 4, 1, 1).suffered[-1].shown, "who passes stays hidden"


@pytest.mark.rule("C1.54", "C1.82")
@pytest.mark.rule("C1.81#3", "C1.54#6")
def test_own_shells_lower_the_morale() -> None:
    own = victim("own")
    own = replace(own, inside=replace(own.inside, friendly=True))
    place = Place(hex="A1", victims=(own,))
    assert fates(fall(place, 1, 4))["own"] == ("broken",), "5 + 2 against 6"
    assert fates(fall(Place(hex="A1", victims=(victim("foe"),)), 1, 4))["foe"] == ("pinned",)


@pytest.mark.rule("C1.823")
@pytest.mark.rule("C1.823#3")
def test_a_hex_has_at_most_one_shellhole_and_one_flame() -> None:
    place = Place(hex="A1", victims=(victim("a"), victim("b"), victim("c")))
    ruin = fall(place, 6, 6, 6, 6, 1, 1, 1, 2)
    assert (ruin.shellhole, ruin.flame) == (True, False), "1 and 2: shellholes, once"
    burnt = replace(place, victims=(victim("a"),), flame=True)
    assert fall(burnt, 6, 6, 2).flame, "what burns goes on burning"


@pytest.mark.rule("C1.822")
@pytest.mark.rule("C1.822#10")
def test_a_sangar_goes_with_its_occupant() -> None:
    place = Place(hex="A1", victims=(victim("a", replace(SQUAD, broken=True)),), sangar=True)
    gone = fates(fall(place, 6, 6, 1))
    assert gone["sangar"] == ("removed",)
    assert "sangar" not in fates(fall(place, 1, 1))


# -- the area -------------------------------------------------------------------------------------


@pytest.mark.rule("C1.81")
@pytest.mark.rule("C1.81#2")
def test_the_area_is_a_board_or_two_halves_next_to_each_other() -> None:
    one = Grid.asl()
    assert len(bombarded(one, [Share()])) == len(one.hexes)
    left = area_hexes(one, Share("", Half.LEFT))
    assert one.hex("Q5") in left and one.hex("R5") not in left
    with pytest.raises(Refusal) as refused:
        bombarded(one, [Share("", Half.LEFT)])
    assert refused.value.rule == "C1.81"
    map_ = Grid.joined(JoinedLabels(((Panel("3"), Panel("4"), Panel("5")),)))
    assert len(bombarded(map_, [Share("3", Half.RIGHT), Share("4", Half.LEFT)])) > 300
    with pytest.raises(Refusal):
        bombarded(map_, [Share("3", Half.LEFT), Share("5", Half.RIGHT)])
    with pytest.raises(Refusal):
        bombarded(map_, [Share("3"), Share("4")])
    with pytest.raises(BadInput):
        bombarded(map_, [Share("9")])
    with pytest.raises(BadInput):
        Share.of("3:middle")
    assert Share.of("3:left") == Share("3", Half.LEFT)
    # a hex on the seam belongs to both boards, by either of its names
    seam = map_.hex("3GG5")
    assert seam == map_.hex("4A5")
    for board in ("3", "4"):
        assert bombarded(map_, [Share(board)])[seam] == 5


@pytest.mark.rule("C1.81")
def test_every_number_is_spared_as_often_as_any_other() -> None:
    for number in range(11):
        assert spared_chance(number) == 1 - Fraction(5, 6) ** 3
    assert spared_chance(11) == 1 - Fraction(5, 6) ** 3, "rolled, but no hex has it"


# -- odds -----------------------------------------------------------------------------------------


def test_odds_by_hand() -> None:
    place = Place(hex="A1", victims=(victim("a"),))
    found = victim_odds(place, "a")
    # 2MC against 7: fails on 6 or more (26 of 36), pins on 5 (4); doubles 6, 8, 10 reduce, as 12
    assert found[("none",)] == Fraction(6, 36)
    assert found[("pinned",)] == Fraction(4, 36)
    assert found[("reduced", "broken")] == Fraction(4, 36)
    assert found[("broken",)] == Fraction(22, 36)
    house = Place(hex="M2", built=(HOUSE,), victims=(victim("top", level=2, in_building=True),))
    assert victim_odds(house, "top")[("eliminated",)] == Fraction(6, 36), "10 or more"
    assert built_odds(HOUSE) == {0: Fraction(30, 36), 1: Fraction(3, 36), 2: Fraction(2, 36),
                                 3: Fraction(1, 36)}  # fmt: skip


PLACES = {
    "house": Place(
        hex="M2",
        built=(HOUSE,),
        victims=(
            victim("squad", level=1, in_building=True),
            victim("leader", LEADER, level=1, in_building=True),
            victim("cellar", level=0, in_building=True),
        ),
    ),
    "vehicles": Place(
        hex="A1",
        victims=(
            victim("tank", TANK),
            victim("truck", VehicleTarget(name="truck", armored=False, crew=False, cs=5)),
            victim("men", aboard="truck"),
        ),
    ),
    "gun": Place(
        hex="A1",
        victims=(
            victim("gun", GunTarget(name="AT", crew=replace(SQUAD, rank=Rank.CREW))),
            victim("bare", GunTarget(name="INF")),
            replace(
                victim("dug in"), inside=Inside(target=SQUAD, cover=Cover(entrenchment="foxhole"))
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", list(PLACES))
def test_odds_agree_with_playing(name: str) -> None:
    place, times = PLACES[name], 2500
    source = seeded(name)
    seen: dict[str, Counter[tuple[str, ...]]] = {v.id: Counter() for v in place.victims}
    for _ in range(times):
        ruin = devastate(Dice(source=source), place)
        for one in place.victims:
            told = [s.fate for s in ruin.suffered if s.who in (one.id, one.inside.target.name)]
            if not told:
                told = [("none",)]
            seen[one.id][told[0] if one.id != "tank" else _joined(told)] += 1
    for one in place.victims:
        exact = victim_odds(place, one.id)
        assert sum(exact.values()) == 1
        for fate, p in exact.items():
            assert abs(seen[one.id][fate] / times - float(p)) < 0.035, (one.id, fate)


def _joined(told: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The tank's NMC and its crew's 2MC as one fate."""
    whole = [key for fate in told for key in fate]
    return (whole[0], *(key for key in whole[1:] if key != "none"))
