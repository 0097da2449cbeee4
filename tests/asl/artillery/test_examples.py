"""The documents' own worked examples of C1, played through, with all that they expect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from hexfire.asl.artillery.battery import contact_number
from hexfire.asl.artillery.bombardment import check_drm, spared_numbers
from hexfire.asl.artillery.cover import Cover, more_vulnerable, tem
from hexfire.asl.artillery.ffe import Inside, Shelling, critical_fp, fire_for_effect, firepower
from hexfire.asl.artillery.impact import Aim, accuracy_needed, extent_of_error, security_area
from hexfire.asl.artillery.state import Counter
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import Dice
from hexfire.hexes import Grid, Hex

from .conftest import Game, Make, battery

GRID = Grid.asl()


def expected(shared: Path, example: str) -> dict[str, Any]:
    """The example's expectations, merged into one mapping."""
    rows = yaml.safe_load((shared / "examples" / "c-01-06.yaml").read_text("utf-8"))
    found = next(row for row in rows if row["id"] == example)
    return {key: value for part in found["expect"] for key, value in part.items()}


def test_all_examples_of_c1_are_here(shared: Path) -> None:
    rows = yaml.safe_load((shared / "examples" / "c-01-06.yaml").read_text("utf-8"))
    ids = {row["id"] for row in rows if row["id"].startswith("C1.")}
    here = Path(__file__).read_text("utf-8")
    assert {name for name in ids if f'"{name}"' not in here} == set()


@pytest.mark.parametrize(
    ("example", "dates"),
    [("C1.2-a", ["1942-06"]), ("C1.2-b", ["1942-07", "1943-06"]), ("C1.2-c", ["1943-07"])],
)
def test_contact_values(shared: Path, example: str, dates: list[str]) -> None:
    for date in dates:
        value = contact_number(battery(nation="russian", date=date))
        assert value == expected(shared, example)["contact_value"]


@pytest.mark.parametrize(
    ("example", "edge"), [("C1.23-a", "bottom"), ("C1.23-b", "top"), ("C1.23-c", "left")]
)
def test_security_areas(shared: Path, example: str, edge: str) -> None:
    found = [GRID.label(hex) for hex in security_area(GRID, GRID.hex("E5"), edge)]
    assert found == expected(shared, example)["security_area"]


def test_no_ffe_becomes_an_sr(shared: Path, game: Make) -> None:
    play = game().with_ffe().radio("3 4")
    legal = expected(shared, "C1.33-a")["legal"]
    assert ("leave_sr" in play.legal()) is legal["replace_ffe_with_sr"]


def test_a_correction_through_dispersed_smoke(shared: Path) -> None:
    want = expected(shared, "C1.4-a")
    for limit in (1, 2):
        aim = Aim(GRID.hex("U3"), limit, start=GRID.hex("U3") + Hex(0, 4), hindrance=2)
        assert (accuracy_needed(aim) is not None) is want["accuracy_possible"]
        assert want["accuracy_dr_made"] is False
        found = {white: extent_of_error(aim, white) for white in range(1, 7)}
        assert found == want["extent_by_white_dr"]
        assert max(found.values()) == want["max_extent_of_error"]


def test_becoming_more_vulnerable(shared: Path) -> None:
    want = expected(shared, "C1.51-a")
    building = Cover(terrain="building_stone", levels_above=1)
    changes = (
        (None, Cover()),  # leaves a sewer
        (Cover(entrenchment="foxhole"), Cover()),
        (Cover(terrain="building_stone"), Cover(hexside="wall")),
        (building, Cover(terrain="building_stone", levels_above=0)),
    )
    assert all(more_vulnerable(a, b) for a, b in changes) is want["each_change_triggers_ffe_attack"]
    # Only who changed is attacked: the stack handed to `enter` is all that can be hurt.
    assert want["terrain_and_other_units_affected"] is False


@pytest.mark.parametrize("example", ["C1.7-a"])
def test_a_mission_keeps_its_type(shared: Path, game: Make, example: str) -> None:
    want = expected(shared, example)["legal"]
    play = game().with_ffe().radio("3 4")
    for key, option in (("change_to_barrage", "barrage"), ("change_to_smoke", "smoke")):
        assert (option in play.legal()) is want[key]


def test_spared_numbers(shared: Path) -> None:
    want = expected(shared, "C1.81-a")
    spared, results = spared_numbers(Dice((3, 1, 3, 4, 5, 2)))
    assert list(results) == want["results"]
    assert sorted(spared) == want["exempt_hex_numbers"]


def test_bombardment_drm(shared: Path) -> None:
    want = expected(shared, "C1.82-a")["mc_drm"]
    found = {
        "entrenchment": check_drm(Cover(entrenchment="foxhole")).total,
        "woods": check_drm(Cover(terrain="woods")).total,
        "entrenchment_in_woods": check_drm(Cover(terrain="woods", entrenchment="trench")).total,
        "open_ground": check_drm(Cover()).total,
        "marsh": check_drm(Cover(terrain="marsh"), marsh=True).total,
    }
    assert found == want


def test_he_columns_and_heavy_payload(shared: Path) -> None:
    assert firepower(Shelling(100)) == expected(shared, "C.6-a")["ift_column_fp"]
    assert firepower(Shelling(80)) == expected(shared, "C.6-b")["ift_column_fp"]
    want = expected(shared, "C.7-b")
    assert firepower(Shelling(150)) == want["base_fp"]
    assert critical_fp(Shelling(150)) == (36, want["heavy_payload_drm"])


# -- the whole story of C1.62, on board 3 ----------------------------------------------------------

SEEN = {"U3", "U4"}  # what the Observer in W6 sees, by the text; V3 and W4 he does not


def story(game: Make) -> Game:
    """German 70mm OBA, the Observer in 3W6, Soviet squads in U3, U4, V3, W4."""
    play = game(caliber=70)
    play.facts |= {
        "sees_ar": True,
        "known_near@U3": True,
        "known_near@U4": True,
        "known_near@V4": True,
        "known_near@W4": False,
        "enemy_near": True,
        "sees_base@W4": False,
        "sees_blast_height@W4": True,
        "sees_base@V4": False,
    }
    return play


@pytest.mark.rule("C1.62", "C1.21", "C1.31", "C1.322")
def test_story_first_phase(shared: Path, game: Make) -> None:
    want = expected(shared, "C1.62-a")
    play = story(game).radio("4 4 black")
    assert play.state.contact is (want["radio_contact"] == "established")
    assert play.state.access is want["battery_access"]
    assert "place" in play.legal()
    play.say("place", want["ar_placement_legal"], "3 3 2")
    assert any(node == "extra_draw_ar" for node, _ in play.ways) is want["extra_draw_required"]
    needed = accuracy_needed(Aim(GRID.hex("U3"), 2))
    assert needed == want["accurate_if_final_dr_le"]

    want = expected(shared, "C1.62-b")
    assert play.hex == want["sr_hex"]
    assert (play.state.ar is None) is want["ar_removed"]
    assert play.counter is Counter.SR
    assert play.node == "idle", want["oba_actions_this_phase"]


@pytest.mark.rule("C1.21")
@pytest.mark.parametrize("registered", [(), ("U3",)])
def test_story_with_unknown_enemies(shared: Path, game: Make, registered: tuple[str, ...]) -> None:
    want = expected(shared, "C1.62-c")
    play = game(caliber=70, preregistered=registered)
    play.facts |= {"known_near": False, "enemy_near": True}
    play.radio("4 4 black").say("place", "U3", "black" + ("" if registered else " 1"))
    drawn = ("extra_draw_ar", "black") in play.ways
    assert drawn is want["extra_black_chit_required"]
    assert want["applies_even_if_pre_registered"] is True


@pytest.mark.rule("C1.22")
def test_story_maintenance(shared: Path, game: Make) -> None:
    highest = expected(shared, "C1.62-d")["max_original_dr_to_maintain"]
    for roll, kept in ((highest, True), (highest + 1, False)):
        play = story(game).radio("4 4 black").say("place", "U3", "3 3 2").own_phase()
        play.say("radio", rolls=f"{roll - 4} 4")
        assert play.state.contact is kept


@pytest.mark.rule("C1.332", "C1.333", "C1.4", "C1.5", "C1.52", "C1.62")
def test_story_second_phase(shared: Path, game: Make) -> None:
    play = story(game).radio("4 4 black").say("place", "U3", "3 3 2").radio("5 4")
    legal = expected(shared, "C1.62-e")["legal"]
    names = {
        "convert_in_place_to_FFE1": "convert",
        "cancel_sr": "cancel",
        "correct_sr": "correct",
        "correct_and_convert": "correct_and_convert",
        "hold_sr": "hold",
    }
    assert {key: name in play.legal() for key, name in names.items()} == legal

    want = expected(shared, "C1.62-f")
    play.say("correct_and_convert").say("he").say("place", "U4", "3 3")
    assert want["extent_dr_needed"] is False, "only the accuracy dr and the direction were rolled"
    assert play.hex == want["sr_lands"]
    assert not want["extra_draw_required_for_ar"]
    assert not any(outcome == "unknown" for _, outcome in play.ways)

    want = expected(shared, "C1.62-g")
    assert not want["extra_draw_required_for_conversion"]
    assert play.counter is Counter.FFE2, f"{want['converted_to']}, and resolved"
    assert ("resolve", "first") in play.ways
    assert firepower(Shelling(70)) == want["fp"]
    covers = {
        "V3": Cover(terrain="building_wooden"),
        "W4": Cover(terrain="woods"),
        "U4": Cover(hexside="wall"),
    }
    assert {hex: tem(cover).total for hex, cover in covers.items()} == want["tem"]
    squad = Personnel(name="4-4-7")
    hexes = tuple((hex, (Inside(target=squad, cover=cover),)) for hex, cover in covers.items())
    fates = fire_for_effect(Dice((6, 6, 6, 6, 6, 6)), Shelling(70), hexes)
    assert want["one_ift_dr_per_hex"] is True
    assert list(fates) == ["V3", "W4", "U4"]


@pytest.mark.rule("C1.21", "C1.332")
def test_story_with_u4_unknown(shared: Path, game: Make) -> None:
    want = expected(shared, "C1.62-h")
    play = story(game).radio("4 4 black").say("place", "U3", "3 3 2").radio("5 4")
    play.facts["known_near@V4"] = False
    play.say("correct_and_convert").say("he").say("place", "U4", "3 3 red")
    assert ("extra_draw_marker", "red") in play.ways
    assert want["extra_black_chit_required_before_conversion"] is True
    assert play.counter is None
