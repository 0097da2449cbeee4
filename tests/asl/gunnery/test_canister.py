"""C8.4–C8.42 as a shot on the map: what is swept, who is attacked with which FP."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from hexfire.asl.gunnery.answer import direct_answer
from hexfire.asl.gunnery.canister import GRID, label, pattern_of, spine_of, sweep, written
from hexfire.asl.gunnery.fire import fire, shot_odds
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Canister, Firer, Shot, Target, TargetKind
from hexfire.dice import Dice, play
from hexfire.rulebook import BadInput, Refusal

ALL, HALF, QUARTER = Fraction(1), Fraction(1, 2), Fraction(1, 4)


def men(hex, name="", **more):
    given = {"kind": TargetKind.INFANTRY, "morale": 7, "name": name or hex, "hex": hex}
    return Target(**(given | more))


@pytest.fixture
def sweeping(tank):
    """A 75mm gun in E5 that looks north-east, between E4 and F4."""

    def build(*targets, aim=None, firer=None, **more):
        weapon = tank(caliber=75, ammo=((Ammo.CANISTER, 12),), rof=2)
        placed = {"hex": "E5", "ca": "E4/F4"} | (firer or {})
        return Shot(
            weapon=weapon,
            firer=Firer(**placed),
            target=targets[0],
            others=targets[1:],
            canister=Canister(**(aim or {})),
            ammo=Ammo.CANISTER,
            date="1944-07",
            **({"range": 2} | more),
        )

    return build


def refused(made, rule="C8.4"):
    with pytest.raises(Refusal) as caught:
        sweep(made)
    assert caught.value.rule == rule
    return caught.value


@pytest.mark.rule("C8.4", "C8.41")
@pytest.mark.rule("C8.41#5")
def test_the_three_hexes_of_a_vertex_and_the_one_on_the_way(sweeping):
    found = pattern_of(sweeping(men("E3"), aim={"vertex": "E2/E3/F2"}))
    assert {label(hex): share for hex, share in found.shares} == {
        "E2": ALL, "E3": ALL, "F2": ALL, "E4": HALF,
    }  # fmt: skip
    # Straight out along the hexspine both adjacent hexes are swept, at a quarter.
    middle = pattern_of(sweeping(men("F3"), aim={"vertex": "F2/F3/G3"}))
    assert {label(hex): share for hex, share in middle.shares} == {
        "F2": ALL, "F3": ALL, "G3": ALL, "E4": QUARTER, "F4": QUARTER,
    }  # fmt: skip
    assert {written(vertex) for vertex in middle.vertices} == {
        "E2/E3/F2", "E3/F2/F3", "F2/F3/G3", "F3/G3/G4", "G3/G4/H3",
    }  # fmt: skip


@pytest.mark.rule("C8.4", "C8.41")
@pytest.mark.rule("C8.4#12", "C8.4#13", "C8.41#1", "C8.41#3")
def test_who_is_attacked_with_which_firepower(sweeping):
    made = sweeping(
        men("E3"), men("F2", concealed=True), men("E4"), men("F4"), men("E5"), men("H8"),
        men("E2", level=1), men("E2", "out of LOS", in_los=False),
        aim={"vertex": "E2/E3/F2"},
    )  # fmt: skip
    found = sweep(made)
    assert found.fp == (20, 10, 10, 0, 0, 0, 0, 0)
    assert found.columns == (20, 8, 8, None, None, None, None, None)
    keys = [None if why is None else why.key.rpartition(".")[2] for why in found.missed]
    assert keys == [
        None, None, None, "not_swept", "own_hex", "not_swept", "other_level", "no_los",
    ]  # fmt: skip


@pytest.mark.rule("C8.4")
@pytest.mark.rule("C8.4#14", "C8.4#15", "C8.4#16")
def test_smoke_and_night_only_halve_it_for_the_others(sweeping):
    veiled = men("F2", in_los=False, obscured=True)
    seen = sweep(sweeping(men("E3"), veiled, aim={"vertex": "E2/E3/F2"}))
    assert seen.fp == (20, 10)
    hidden = replace(veiled, concealed=True)
    assert sweep(sweeping(men("E3"), hidden, aim={"vertex": "E2/E3/F2"})).fp == (20, 5)
    blind = {"vertex": "E2/E3/F2", "vertex_in_los": False}
    assert sweep(sweeping(men("E3"), veiled, aim=blind)).fp == (20, 0)
    unknown = men("E3", concealed=True)
    assert sweep(sweeping(unknown, veiled, aim={"vertex": "E2/E3/F2"})).fp == (10, 0)


@pytest.mark.rule("C8.4")
@pytest.mark.rule("C8.4#13")
def test_an_obstacle_in_the_nearest_hex_shelters_the_others(sweeping):
    aim = {"vertex": "E2/E3/F2", "obstacle": True}
    assert sweep(sweeping(men("E3"), men("F2"), men("E4"), aim=aim)).fp == (20, 0, 10)


@pytest.mark.rule("C8.41")
def test_the_way_is_swept_only_on_the_firers_level(sweeping):
    aim = {"vertex": "E2/E3/F2", "level": 1}
    found = sweep(sweeping(men("E3", level=1), men("E4", level=1), men("E4", "low"), aim=aim))
    assert found.fp == (20, 0, 0)
    above = sweep(sweeping(men("E3", level=1), men("E4", level=1), aim=aim, firer={"level": 1}))
    assert above.fp == (20, 10)


@pytest.mark.rule("C8.4")
@pytest.mark.rule("C8.4#17")
def test_three_levels_of_one_building(sweeping):
    floors = [men("E3", f"floor {level}", level=level) for level in range(4)]
    found = sweep(sweeping(*floors, aim={"building": "E3", "levels": 4, "level": 1}))
    assert found.fp == (20, 20, 20, 0)
    assert found.pattern.vertex == ()
    refused(sweeping(*floors, aim={"building": "E3", "levels": 2, "level": 1}))
    refused(sweeping(men("E2"), aim={"building": "E2", "levels": 3}))  # three hexes away
    refused(sweeping(men("C5"), aim={"building": "C5", "levels": 3}))  # outside the CA


@pytest.mark.rule("C8.4")
def test_only_five_vertices_can_be_aimed_at(sweeping):
    why = refused(sweeping(men("E3"), aim={"vertex": "E4/F3/F4"}))
    assert len(dict(why.message.params)["every"]) == 5


@pytest.mark.rule("C8.4")
def test_unsaid_it_is_the_vertex_that_sweeps_the_most(sweeping):
    found = pattern_of(sweeping(men("F3"), men("G4")))
    assert written(found.vertex) == "F3/G3/G4"


def test_what_must_be_said(sweeping):
    for made in (
        sweeping(men(""), aim={"vertex": "E2/E3/F2"}),
        sweeping(men("E3"), firer={"ca": ""}),
        sweeping(men("E3"), firer={"ca": "A1/B2"}),
        sweeping(men("E3"), aim={"vertex": "E2/E3/F2"}, firer={"hex": ""}),
    ):
        with pytest.raises(BadInput):
            sweep(made)
    assert spine_of(GRID.hex("E5"), "F4/E4") == spine_of(GRID.hex("E5"), "E4-F4")


@pytest.mark.rule("C8.4")
def test_what_halves_a_shot_with_canister(sweeping):
    def fp(**more):
        return sweep(sweeping(men("E3"), aim={"vertex": "E2/E3/F2"}, **more)).fp[0]

    assert fp() == 20
    assert fp(phase=Phase.MPH, firer={"mp_target_in_los": 4}) == 10
    driving = {"mp_target_in_los": 4, "non_stopped": True}
    assert fp(phase=Phase.MPH, firer=driving) == 5
    assert fp(phase=Phase.DFF, firer={"motion": True}) == 10
    on_foot = replace(sweeping(men("E3")).weapon, vehicular=False, armored=False)
    served = replace(sweeping(men("E3"), firer={"crew_moved": True}), weapon=on_foot)
    assert sweep(served).fp[0] == 10


@pytest.mark.rule("C8.4", "A7.301")
def test_each_location_selects_its_own_casualties(sweeping):
    """One DR of 3 on the 20 column is a K/4 in both hexes: one casualty in each, not one in all."""
    made = sweeping(men("E3"), men("F2"), aim={"vertex": "E2/E3/F2"})
    outcome = play(Dice((1, 3, 6, 5, 6, 5)), fire, made)
    assert [unit.rank.value for unit in outcome.effects] == ["hs", "hs"]
    assert sum(shot_odds(made).values()) == 1
    found = direct_answer(made)
    assert dict(found.effects)["E3"] == dict(found.effects)["F2"]
