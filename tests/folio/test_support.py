"""F8: support fire, its alternation, barrages, counter-battery."""

from __future__ import annotations

from typing import Any

import pytest
from folio_scene import FIVE_COLUMNS, Scene, unit

from hexfire.folio import Phase, ask

UNITS = [
    unit("a", "blue", "6-3-4", "0506"),
    unit("b", "blue", "3-3-4", "0301"),
    unit("r", "red", "3-4-4", "0505"),
    unit("s", "red", "3-4-4", "0901"),
]


def battle(
    blue: int = 3, red: int = 3, units: list[dict[str, Any]] | None = None, **how: Any
) -> Scene:
    """A Combat Phase with markers of +1, +2, +3 … on both sides."""
    markers = {"blue": list(range(1, blue + 1)), "red": list(range(1, red + 1))}
    how.setdefault("turns", [f"{blue}/{red}"])
    return Scene(units or UNITS, markers=markers, **how).to_combat()


# Receiving


@pytest.mark.rule("F8.0b", "F3.0f", "F8.1", "F3.0e")
def test_markers_are_received_from_the_lowest_up_left_number_first_player() -> None:
    markers = {"blue": [3, 1, 2, 5], "red": [4, 2, 6]}
    scene = Scene(UNITS, markers=markers, turns=["2/3", "9/1"], orders=None)
    assert ask.markers(scene.at) == {
        "blue": (("b2", 1), ("b3", 2)),  # two markers, not two points
        "red": (("r1", 4), ("r2", 2), ("r3", 6)),
    }
    assert [len(m) for m in ask.markers(scene.at, 2).values()] == [4, 1]  # Q-MRK-3: all there are
    second = Scene(UNITS, markers=markers, turns=[{"support": "2/3", "first_player": "red"}])
    assert [len(m) for m in ask.markers(second.at).values()] == [3, 2]


@pytest.mark.rule("F8.1")
def test_a_serial_number_goes_before_the_plus_value() -> None:
    scene = Scene(UNITS, markers={"blue": [5, 1, 3]}, orders={"blue": [1, 3, 2]}, turns=["2/0"])
    assert ask.markers(scene.at)["blue"] == (("b1", 5), ("b3", 3))


@pytest.mark.rule("F8.6c", "F4.1i", "F8.3j")
def test_nothing_is_carried_over_and_used_markers_come_back() -> None:
    scene = battle(turns=["2/2", "2/2"])
    scene.do("attack 0505 with a", "support b2", "support r1", "decline", "decline")
    scene.do("roll", roll="•")
    assert scene.free("blue") == ["b1"] and scene.free("red") == ["r2"]
    while scene.state.turn == 1:
        scene.do("end")
    assert scene.free("blue") == ["b1", "b2"] and scene.free("red") == ["r1", "r2"]


# The alternation


HISTORIES = {
    "cccc": (2, 2),
    "cccp": (2, 1),
    "ccpc": (1, 2),
    "ccpp": (1, 1),
    "cpcc": (2, 1),
    "cpcp": (2, 0),
    "cppc": (1, 1),
    "cppp": (1, 0),
    "pc-c": (0, 2),
    "pc-p": (0, 1),
    "pp-c": (0, 1),
    "pp-p": (0, 0),
}


@pytest.mark.rule("F8.3c", "F8.3d", "F8.3e", "F8.3f", "F8.3g", "F8.3i", "F4.1f")
@pytest.mark.parametrize("history", HISTORIES)
def test_all_twelve_histories_of_the_alternation(history: str) -> None:
    scene = battle().do("attack 0505 with a")
    owners = ("blue", "red", "blue", "red")
    for owner, step in zip(owners, history, strict=True):
        if step == "-":
            continue  # the slot is not offered
        assert scene.seat == owner
        marker = next(line for line in scene.legal() if line.startswith("support"))
        scene.do(marker if step == "c" else "decline")
    assert scene.legal() == ["roll"] and scene.seat == "blue"
    combat = scene.state.combat
    assert combat is not None
    assert (len(combat.attack_markers), len(combat.defence_markers)) == HISTORIES[history]


@pytest.mark.rule("F8.3g", "F8.3f")
def test_the_literal_lock_out_is_an_option() -> None:
    scene = battle(options={"defender_may_skip_first": False}).do("attack 0505 with a")
    scene.do("support b1", "decline", "support b2")
    assert scene.legal() == ["roll"]


@pytest.mark.rule("F8.3d")
def test_a_side_without_markers_is_not_asked() -> None:
    scene = battle(blue=0, red=1).do("attack 0505 with a")
    assert scene.seat == "red"
    scene.do("decline")
    assert scene.seat == "red"  # D2: the last word, though nobody has committed anything
    scene.do("support r1")
    assert scene.legal() == ["roll"]


@pytest.mark.rule("F8.3h")
def test_a_commitment_is_final_and_the_combat_goes_on() -> None:
    scene = battle().do("attack 0505 with a", "support b3")
    for seat in ("red", "blue"):
        scene.refuses("end", "F7.0e", by=seat)
        scene.refuses("attack 0505 with a", "F7.0e", by=seat)
    assert scene.free("blue") == ["b1", "b2"]
    scene.do("decline")
    scene.refuses("support b3", "F8.3b")
    scene.refuses("end", "F7.0e")
    scene.do("decline", "decline")
    assert scene.legal() == ["roll"]


@pytest.mark.rule("F8.3i")
def test_the_marker_limit_is_the_scenarios_to_change() -> None:
    scene = battle(exceptions={"marker_limit": 1}).do("attack 0505 with a")
    scene.do("support b1", "support r1")
    assert scene.legal() == ["roll"]


@pytest.mark.rule("F8.3a", "F8.0a", "F8.2", "F8.5a")
def test_markers_add_to_their_own_side_anywhere_on_the_map() -> None:
    scene = battle().do("attack 0505 with a", "support b3", "support r2", "decline", "decline")
    combat = scene.state.combat
    assert combat is not None
    from hexfire.folio.combat import assess

    found = assess(scene.at, combat)
    assert (found.attack.total, found.defence.total) == (9, 6)
    assert set(scene.at.board.at.values()) == {0, 1, 2, 3}  # markers are no units on the map


@pytest.mark.rule("F8.3b", "F7.3c", "F8.6b")
def test_a_marker_is_used_once_a_game_turn_in_either_phase() -> None:
    units = [
        unit("a", "blue", "6-3-4", "0506"),
        unit("b", "blue", "6-3-4", "0206"),
        unit("r", "red", "3-4-4", "0505"),
        unit("s", "red", "3-4-4", "0205"),
    ]
    scene = battle(units=units).do("attack 0505 with a", "support b1", "support r1")
    scene.do("decline", "decline").do("roll", roll="•")
    scene.do("attack 0205 with b")
    scene.refuses("support b1", "F8.3b")
    scene.do("decline", "decline", "decline").do("roll", roll="•")
    while scene.player == "blue":
        scene.do("end")
    scene.do("end", "attack 0506 with r")
    assert scene.player == "red" and scene.seat == "red"
    scene.refuses("support r1", "F8.3b")  # used as defender, not again as attacker
    scene.do("support r2")
    scene.refuses("support b1", "F8.3b")  # used as attacker, not again as defender


# Barrages


@pytest.mark.rule("F8.4a", "F7.0b", "F8.4b")
def test_barrages_strike_anyone_before_the_first_combat_only() -> None:
    scene = battle()
    barrages = [line for line in scene.legal() if line.startswith("barrage")]
    assert len(barrages) == 2 * (3 + 3)  # two targets; one or two of three markers
    assert "barrage 0901 with b1, b3" in barrages  # nobody of ours is near
    scene.fight("barrage 0901 with b1", "•")
    assert any(line.startswith("barrage 0505") for line in scene.legal())
    assert "attack 0505 with a" in scene.legal()  # a barrage is no combat: a may still attack
    scene.fight("attack 0505 with a", "•")
    scene.refuses("barrage 0505 with b2", "F8.4a")


@pytest.mark.rule("F8.4c", "F8.4.1")
def test_the_markers_are_the_attack_and_counter_battery_is_subtracted() -> None:
    scene = Scene(
        [unit("a", "blue", "6-3-4", "0101"), unit("r", "red", "4-4-6", "0505")],
        markers={"blue": [6, 4], "red": [3]},
        turns=["2/1"],
    )
    found, _ = ask.barrage(scene.at, "0505", ["b1", "b2"], ["r1"])
    assert (found.attack.total, found.defence.total, found.differential) == (7, 4, 3)
    scene.to_combat().do("barrage 0505 with b1, b2")
    assert scene.seat == "red" and scene.legal() == ["decline", "counter r1"]
    scene.do("counter r1")
    assert scene.legal() == ["roll"] and scene.free("red") == []


@pytest.mark.rule("F8.4.1")
def test_up_to_two_markers_answer_and_may_outweigh_the_barrage() -> None:
    scene = battle().do("barrage 0901 with b1")
    assert len(scene.legal()) == 1 + 3 + 3
    scene.do("counter r2, r3")
    combat = scene.state.combat
    assert combat is not None
    from hexfire.folio.combat import assess

    assert assess(scene.at, combat).differential == 1 - 5 - 4  # Q-BAR-4: no floor


@pytest.mark.rule("F7.5b", "F8.4.1")
def test_against_a_fortress_the_barrage_is_halved_first() -> None:
    units = [unit("a", "blue", "6-3-4", "0101"), unit("r", "red", "4-4-6", "0505")]
    for first, total in ((True, 1), (False, 2)):
        scene = Scene(
            units,
            markers={"blue": [5, 3], "red": [3]},
            turns=["2/1"],
            more_ground="[fortress]\n0505",
            options={"halve_before_counter_battery": first},
        )
        found, _ = ask.barrage(scene.at, "0505", ["b1", "b2"], ["r1"])
        assert (found.attack.total, found.defence.total) == (total, 8)


@pytest.mark.rule("F8.4d", "F8.6a")
def test_ex_reduces_the_target_and_hurts_no_marker() -> None:
    scene = battle().fight("barrage 0901 with b1", "Ex")
    assert scene.reduced("s") and not any(scene.reduced(name) for name in ("a", "b"))
    assert len(scene.at.scenario.markers) == 6 and scene.free("blue") == ["b2", "b3"]


@pytest.mark.rule("F8.4e")
def test_a1_to_a3_and_ae_do_nothing_in_a_barrage() -> None:
    for result in ("A1", "A2", "A3", "Ae", "•"):
        scene = battle()
        before = (scene.state.places, scene.state.reduced)
        scene.fight("barrage 0901 with b1", result)
        assert (scene.state.places, scene.state.reduced) == before
        assert scene.state.pending is None
    scene = battle(options={"ae_in_barrage": "friendly_fire"}).fight("barrage 0901 with b1", "Ae")
    assert scene.reduced("a") or scene.reduced("b")


@pytest.mark.rule("F8.4.2")
def test_friendly_fire_reduces_the_nearest_unit_ties_to_the_attacker() -> None:
    scene = battle().fight("barrage 0505 with b1", "(A)")
    assert scene.reduced("a") and not scene.reduced("b")  # a is next to the target
    units = [
        unit("a", "blue", "6-3-4", "0507"),
        unit("b", "blue", "3-3-4", "0503"),
        unit("c", "blue", "3-3-4", "0101"),
        unit("r", "red", "3-4-4", "0505"),
    ]
    tie = battle(units=units).fight("barrage 0505 with b1", "(A)")
    assert tie.seat == "blue" and tie.legal() == ["lose a", "lose b"]
    tie.do("lose b")
    assert tie.reduced("b")


@pytest.mark.rule("F8.4f", "F8.6b")
def test_one_hex_a_marker_and_two_markers_a_hex() -> None:
    scene = battle()
    scene.refuses("barrage 0901 with b1, b2, b3", "F8.4f")
    scene.refuses("barrage 0901 with b1, b1", "F8.4f")
    scene.fight("barrage 0901 with b2, b3", "•")
    scene.refuses("barrage 0505 with b2", "F8.3b")


@pytest.mark.rule("F8.4f", "F8.4f#1", "F8.4.1")
def test_one_marker_or_two_are_offered_to_barrage_and_to_counter() -> None:
    scene = battle(blue=2, red=2)
    offered = [line for line in scene.legal() if line.startswith("barrage 0901")]
    assert sorted(offered) == [
        "barrage 0901 with b1",
        "barrage 0901 with b1, b2",
        "barrage 0901 with b2",
    ]
    scene.do("barrage 0901 with b1")
    assert sorted(scene.legal()) == ["counter r1", "counter r1, r2", "counter r2", "decline"]


@pytest.mark.rule("F8.4g")
def test_barrage_markers_are_spent() -> None:
    scene = battle().fight("barrage 0901 with b1, b2", "•")
    assert scene.free("blue") == ["b3"]
    scene.do("attack 0505 with a")
    scene.refuses("support b1", "F8.3b")


@pytest.mark.rule("F8.5b")
def test_a_barraged_unit_has_its_hex_terrain_but_no_hexside() -> None:
    ground = "\n".join(["." * 9] * 4 + ["....h...."] + ["." * 9] * 4)
    scene = Scene(
        UNITS,
        ground,
        crt=FIVE_COLUMNS,
        markers={"blue": [6]},
        turns=["1/0"],
        more_ground="[river]\n0505: N NE SE S SW NW",
    )
    found, _ = ask.barrage(scene.at, "0505", ["b1"])
    assert found.rows == (("hill", 1),)


@pytest.mark.rule("F8.6d")
def test_a_hex_is_barraged_once_a_game_turn() -> None:
    scene = battle().fight("barrage 0901 with b1", "•")
    scene.refuses("barrage 0901 with b2", "F8.6d")
    assert not any(line.startswith("barrage 0901") for line in scene.legal())


@pytest.mark.rule("F8.6d")
def test_a_unit_driven_into_a_fresh_hex_is_not_barraged_again_by_default() -> None:
    for once in (True, False):
        scene = battle(options={"barrage_unit_once": once}).fight("barrage 0505 with b1", "D2")
        while any(line.startswith("retreat") for line in scene.legal()):
            scene.do(next(line for line in scene.legal() if line.startswith("retreat")))
        hex = scene.hex("r")
        again = any(line.startswith(f"barrage {hex}") for line in scene.legal())
        assert again is not once


@pytest.mark.rule("F8.6d")
def test_by_default_the_limit_counts_both_sides_together() -> None:
    """Blue shells 0505, takes it, and red may (or may not) shell the same hex in his turn."""
    for limit, allowed in (("both_sides", False), ("each_side", True)):
        scene = battle(options={"barrage_hex_once": limit}).fight("barrage 0505 with b1", "•")
        scene.fight("attack 0505 with a", "De").do("advance a 0505")
        while scene.player == "blue":
            scene.do("end")
        scene.do("end")
        barrages = [line for line in scene.legal() if line.startswith("barrage 0505")]
        assert bool(barrages) is allowed


@pytest.mark.rule("F8.4a")
def test_the_mobile_combat_phase_opens_with_barrages_unless_the_scenario_says_not() -> None:
    units = [unit("m", "blue", "6-3-4", "0506", mobile=True), UNITS[2], UNITS[3]]
    for allowed in (True, False):
        scene = battle(units=units, options={"barrage_in_mobile_phase": allowed})
        scene.do("end", "end")
        assert scene.phase is Phase.MOBILE_COMBAT
        assert any(line.startswith("barrage") for line in scene.legal()) is allowed
        if not allowed:
            scene.refuses("barrage 0901 with b1", "F8.4a")


@pytest.mark.rule("F7.2b")
def test_a_unit_may_suffer_a_barrage_and_a_combat_in_one_phase() -> None:
    scene = battle().fight("barrage 0505 with b1", "Ex")
    scene.fight("attack 0505 with a", "De")
    assert scene.gone("r")
