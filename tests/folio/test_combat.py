"""F7.0-F7.6: who fights whom, strengths, terrain, the table and its results."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from folio_scene import FIVE_COLUMNS, Scene, unit

from hexfire.folio import Phase, ask
from hexfire.folio.combat import assess
from hexfire.folio.state import Combat


def duel(attack: str = "6-3-4", defence: str = "3-4-4", **more: Any) -> Scene:
    """Blue a in 0506 attacks red r in 0505; red x is far away."""
    scene = Scene(
        [
            unit("a", "blue", attack, "0506"),
            unit("r", "red", defence, "0505"),
            unit("x", "red", "1-1-4", "0901"),
        ],
        **more,
    )
    return scene.to_combat()


def trio(**more: Any) -> Scene:
    """Blue a, b, c around red r in 0505."""
    return Scene(
        [
            unit("a", "blue", "4-3-4", "0506"),
            unit("b", "blue", "3-3-4", "0605"),
            unit("c", "blue", "2-3-4", "0405"),
            unit("r", "red", "3-4-4", "0505"),
        ],
        **more,
    ).to_combat()


# Who may attack


@pytest.mark.rule("F7.0a")
def test_combat_is_between_adjacent_units_and_never_compulsory() -> None:
    scene = duel()
    scene.refuses("attack 0901 with a", "F7.0a")
    scene.do("end")  # nobody has to attack
    assert scene.player == "red"


@pytest.mark.rule("F7.0c", "F7.0d")
def test_the_current_player_attacks_and_only_in_his_own_phase() -> None:
    scene = duel()
    scene.refuses("attack 0506 with r", "F7.0d", by="red")
    scene.do("end")
    assert scene.player == "red" and scene.phase is Phase.MOVEMENT
    scene.do("end")
    assert scene.player == "red" and scene.phase is Phase.COMBAT
    scene.do("attack 0506 with r")  # now red is the attacker
    combat = scene.state.combat
    assert combat is not None
    found = assess(scene.at, combat)
    assert (found.attack.total, found.defence.total) == (3, 3)  # r's attack, a's defence


@pytest.mark.rule("F7.0e", "F7.1f", "F4.1e")
def test_one_combat_at_a_time_in_any_order_and_any_number() -> None:
    scene = Scene(
        [
            unit("a", "blue", "4-3-4", "0506"),
            unit("b", "blue", "4-3-4", "0206"),
            unit("r", "red", "3-4-4", "0505"),
            unit("s", "red", "3-4-4", "0205"),
        ]
    ).to_combat()
    scene.do("attack 0205 with b")
    scene.refuses("attack 0505 with a", "F7.0e")  # the first must be finished
    scene.do("roll", roll="•")
    scene.fight("attack 0505 with a", "•")
    assert scene.legal() == ["end"]


@pytest.mark.rule("F7.1a", "F7.1b")
def test_one_defender_and_any_of_the_adjacent_units() -> None:
    scene = trio()
    attacks = [line for line in scene.legal() if line.startswith("attack")]
    assert len(attacks) == len(set(attacks)) == 7
    assert "attack 0505 with a" in attacks and "attack 0505 with a, b, c" in attacks
    scene.refuses("attack 0506 with b", "F7.1a")  # one's own unit
    scene.refuses("attack 0101 with b", "F7.1a")  # nobody there


@pytest.mark.rule("F7.1b")
def test_at_most_six_units_take_part() -> None:
    ring = ["0504", "0604", "0605", "0506", "0405", "0404"]
    units = [unit(f"b{i}", "blue", "1-1-4", hex) for i, hex in enumerate(ring)]
    scene = Scene([*units, unit("r", "red", "1-9-4", "0505")]).to_combat()
    assert len(scene.menu()) == 1 + 63
    scene.do("attack 0505 with b0, b1, b2, b3, b4, b5")
    few = Scene(
        [*units, unit("r", "red", "1-9-4", "0505")], exceptions={"attacker_limit": 2}
    ).to_combat()
    few.refuses("attack 0505 with b0, b1, b2", "F7.1b")
    assert len(few.menu()) == len(few.legal()) == 1 + 6 + 15
    assert [few.game.write(few.menu()[i]) for i in range(22)] == few.legal()


@pytest.mark.rule("F7.1c")
def test_no_attack_across_an_impassable_hexside() -> None:
    scene = Scene(
        [
            unit("a", "blue", "4-3-4", "0506"),
            unit("b", "blue", "4-3-4", "0605"),
            unit("r", "red", "3-4-4", "0505"),
        ],
        more_ground="[cliff]\n0505: S",
    ).to_combat()
    scene.refuses("attack 0505 with a", "F7.1c")
    assert scene.legal() == ["end", "attack 0505 with b"]


@pytest.mark.rule("F7.1e", "F2.3.2a", "F2.3.2b", "F7.3a")
def test_attack_strengths_are_added_and_the_defence_subtracted() -> None:
    found, _ = ask.attack(trio().at, "0505", ["a", "b", "c"])
    assert (found.attack.total, found.defence.total, found.differential) == (9, 4, 5)
    assert [item.value for item in found.attack] == [4, 3, 2]
    weak, _ = ask.attack(trio().at, "0505", ["c"])
    assert weak.differential == -2


@pytest.mark.rule("F7.1b", "F7.2a", "F7.3d")
def test_a_unit_attacks_once_and_its_strength_is_not_split() -> None:
    scene = Scene(
        [
            unit("a", "blue", "4-3-4", "0506"),
            unit("b", "blue", "4-3-4", "0605"),
            unit("r", "red", "3-4-4", "0505"),
            unit("s", "red", "3-4-4", "0606"),
        ]
    ).to_combat()
    scene.refuses("attack 0505 with a, a", "F7.1b")
    scene.fight("attack 0505 with b", "•")
    scene.refuses("attack 0606 with b", "F7.2a")


@pytest.mark.rule("F7.2b", "F4.1h")
def test_a_unit_is_attacked_once_a_phase_and_the_mobile_phase_is_another() -> None:
    scene = Scene(
        [
            unit("a", "blue", "4-3-4", "0506", mobile=True),
            unit("b", "blue", "4-3-4", "0605", mobile=True),
            unit("f", "blue", "4-3-4", "0405"),
            unit("r", "red", "3-4-4", "0505"),
        ]
    ).to_combat()
    scene.fight("attack 0505 with a", "•")
    scene.refuses("attack 0505 with b", "F7.2b")
    assert scene.legal() == ["end"]
    scene.do("end", "end")
    assert scene.phase is Phase.MOBILE_COMBAT
    scene.refuses("attack 0505 with a", "F4.1h")  # it attacked in the Combat Phase
    scene.refuses("attack 0505 with f", "F4.1h")  # a foot unit
    scene.do("attack 0505 with b")  # Q-CMB-1


@pytest.mark.rule("F4.1h")
def test_a_mobile_unit_that_moved_may_still_attack_in_the_mobile_combat_phase() -> None:
    scene = Scene(
        [unit("a", "blue", "4-3-8", "0508", mobile=True), unit("r", "red", "3-4-4", "0505")]
    )
    scene.do("move a 0506", "end", "end")  # it declines to fight in the Combat Phase
    assert scene.phase is Phase.MOBILE_COMBAT
    scene.do("attack 0505 with a")


# The differential and the table


@pytest.mark.rule("F7.3b", "F4.1f")
def test_the_attacker_rolls_and_the_result_applies_at_once() -> None:
    scene = duel()
    scene.do("attack 0505 with a")
    assert scene.seat == "blue" and scene.legal() == ["roll"]
    scene.do("roll", roll="De")
    assert scene.gone("r")


@pytest.mark.rule("F7.4c", "F2.2")
def test_terrain_picks_the_column_in_its_own_row() -> None:
    ground = "\n".join(["." * 9] * 4 + ["....h...."] + ["." * 9] * 4)
    flat = duel("6-3-4", "3-4-4", crt=FIVE_COLUMNS)
    hill = Scene(
        [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505")],
        ground,
        crt=FIVE_COLUMNS,
    )
    (found, odds), (hill_found, hill_odds) = (
        ask.attack(scene.at, "0505", ["a"]) for scene in (flat, hill)
    )
    assert (found.differential, found.row, found.column) == (2, "clear", 2)
    assert dict(odds) == {
        "D2": Fraction(1, 3),
        "Ex": Fraction(1, 6),
        "•": Fraction(1, 6),
        "A1": Fraction(1, 3),
    }
    assert (hill_found.differential, hill_found.row, hill_found.column) == (2, "hill", 1)
    assert hill_odds["Ex"] == Fraction(1, 6) and "D2" not in hill_odds


@pytest.mark.rule("F7.4a", "F7.1d")
def test_only_the_defenders_terrain_counts() -> None:
    ground = "\n".join(["." * 9] * 5 + ["....h...."] + ["." * 9] * 3)  # a hill under the attacker
    scene = Scene(
        [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505")],
        ground,
        crt=FIVE_COLUMNS,
    )
    assert ask.attack(scene.at, "0505", ["a"])[0].rows == (("clear", 2),)


@pytest.mark.rule("F7.4b")
def test_rivers_and_canals_help_only_if_every_attacker_is_across() -> None:
    water = "[river]\n0505: S\n[canal]\n0505: SW"
    scene = trio(crt=FIVE_COLUMNS, more_ground=water)
    rows = {
        names: [row for row, _ in ask.attack(scene.at, "0505", names.split())[0].rows]
        for names in ("a", "a c", "a b", "a b c")
    }
    assert rows["a"] == ["clear", "river"]
    assert rows["a c"] == ["clear", "river", "canal"]  # Q-TER-2
    assert rows["a b"] == rows["a b c"] == ["clear"]


@pytest.mark.rule("F7.4b")
def test_other_hexsides_may_count_for_any_attacker_if_the_scenario_says_so() -> None:
    scene = trio(crt=FIVE_COLUMNS, more_ground="[bank]\n0505: S")
    rows = [row for row, _ in ask.attack(scene.at, "0505", ["a", "b"])[0].rows]
    assert rows == ["clear", "bank"]


@pytest.mark.rule("F7.4d")
def test_terrain_is_not_cumulative_and_the_best_row_for_the_defender_counts() -> None:
    ground = "\n".join(["." * 9] * 4 + ["....h...."] + ["." * 9] * 4)
    scene = Scene(
        [unit("a", "blue", "9-3-4", "0506"), unit("r", "red", "3-4-4", "0505")],
        ground,
        crt=FIVE_COLUMNS,
        more_ground="[river]\n0505: S",
    )
    found, _ = ask.attack(scene.at, "0505", ["a"])
    assert dict(found.rows) == {"hill": 2, "river": 3}
    assert (found.row, found.column) == ("hill", 2)


@pytest.mark.rule("F7.3b")
def test_a_differential_off_the_table_takes_the_end_column_or_nothing() -> None:
    strong, weak = duel("30-3-4", crt=FIVE_COLUMNS), duel("0-3-4", "3-9-4", crt=FIVE_COLUMNS)
    assert ask.attack(strong.at, "0505", ["a"])[0].column == 4
    assert ask.attack(weak.at, "0505", ["a"])[0].column == 0
    none = duel("30-3-4", crt=FIVE_COLUMNS, options={"off_table": "no_effect"})
    assert dict(ask.attack(none.at, "0505", ["a"])[1]) == {"•": 1}


@pytest.mark.rule("F7.5a", "F7.5b")
def test_a_fortress_doubles_the_defence_and_halves_the_attackers_support() -> None:
    scene = duel(
        "6-6-6",
        "2-3-8",
        markers={"blue": [3, 2], "red": [4]},
        turns=["2/1"],
        more_ground="[fortress]\n0505",
    )
    found, _ = ask.attack(scene.at, "0505", ["a"], ["b1", "b2"], ["r1"])
    assert (found.attack.total, found.defence.total, found.differential) == (8, 10, -2)
    threes = duel(markers={"blue": [3, 3]}, turns=["2/0"], more_ground="[fortress]\n0505")
    assert ask.attack(threes.at, "0505", ["a"], ["b1", "b2"])[0].attack.total == 6 + 3  # Q-FORT-1
    alone, _ = ask.attack(scene.at, "0505", ["a"])
    assert [item.rule for item in alone.attack.items] == ["F7.1e"]  # no support, nothing to halve


@pytest.mark.rule("F7.5a")
def test_a_fortress_with_an_owner_shelters_only_him_and_keeps_its_terrain_row() -> None:
    assert (
        ask.attack(duel(more_ground="[fortress]\n0505 blue").at, "0505", ["a"])[0].defence.total
        == 4
    )
    ground = "\n".join(["." * 9] * 4 + ["....h...."] + ["." * 9] * 4)
    units = [unit("a", "blue", "9-3-4", "0506"), unit("r", "red", "3-4-4", "0505")]
    fort = "[fortress]\n0505 red"
    for keeps, row in ((True, "hill"), (False, "clear")):
        option = {"fortress_keeps_terrain": keeps}
        scene = Scene(units, ground, crt=FIVE_COLUMNS, more_ground=fort, options=option)
        assert ask.attack(scene.at, "0505", ["a"])[0].row == row


@pytest.mark.rule("F8.3k", "F8.3a", "F2.3.2c")
def test_the_rulebooks_own_example() -> None:
    scene = Scene(
        [
            unit("a", "blue", "4-4-10", "0506"),
            unit("b", "blue", "4-4-10", "0605"),
            unit("r", "red", "2-3-8", "0505"),
        ],
        markers={"blue": [2, 2], "red": [6]},
        turns=["2/1"],
    )
    found, _ = ask.attack(scene.at, "0505", ["a", "b"], ["b1", "b2"], ["r1"])
    assert (found.attack.total, found.defence.total, found.differential) == (12, 9, 3)


def test_odds_and_play_run_the_same_rule() -> None:
    scene = duel(crt=FIVE_COLUMNS)
    _, odds = ask.attack(scene.at, "0505", ["a"])
    counted: dict[str, int] = {}
    for face in range(1, 7):
        again = duel(crt=FIVE_COLUMNS)
        again.do("attack 0505 with a").do("roll", roll=face)
        result = next(e.data["result"] for e in again.events if e.data.get("what") == "rolled")
        counted[result] = counted.get(result, 0) + 1
    assert {r: Fraction(n, 6) for r, n in counted.items()} == dict(odds)


def test_other_dice_serve_too() -> None:
    two = FIVE_COLUMNS.replace('"d6"', '"2d6"').replace("1 = [", "7 = [", 1)
    lines = [f'{n} = ["•", "•", "•", "•", "•"]' for n in (8, 9, 10, 11, 12)]
    scene = duel(crt=two + "\n".join(lines) + "\n")
    _, odds = ask.attack(scene.at, "0505", ["a"])
    assert odds["D2"] == Fraction(1 + 6, 36)  # rolls 2 and 7


# Results


@pytest.mark.rule("F7.6a", "F7.9a")
def test_de_eliminates_the_defender_and_the_attacker_may_advance() -> None:
    scene = duel().fight("attack 0505 with a", "De")
    assert scene.gone("r")
    assert scene.legal() == ["stay", "advance a 0505"]


@pytest.mark.rule("F7.6b", "F7.6c", "F7.6k", "F7.7a")
def test_d2_and_d3_drive_the_defender_back_and_its_owner_chooses_the_way() -> None:
    for result, length in (("D2", 2), ("D3", 3)):
        scene = duel().fight("attack 0505 with a", result)
        assert scene.seat == "red"
        for _ in range(length):
            step = next(line for line in scene.legal() if line.startswith("retreat"))
            scene.do(step)
        distances = scene.at.scenario.distances
        index = scene.at.scenario.hex_index
        assert distances[index["0505"]][index[scene.hex("r") or ""]] == length
        assert scene.seat == "blue"


@pytest.mark.rule("F7.6d")
def test_ex_reduces_the_defender_and_one_attacker_of_the_attackers_choice() -> None:
    scene = trio().fight("attack 0505 with a, b, c", "Ex")
    assert scene.reduced("r") and scene.seat == "blue"
    assert scene.legal() == ["lose a", "lose b", "lose c"]
    scene.do("lose b")
    assert scene.reduced("b") and not scene.reduced("a")
    alone = duel().fight("attack 0505 with a", "Ex")
    assert alone.reduced("a") and alone.reduced("r") and alone.legal() == ["end"]


@pytest.mark.rule("F7.6d")
def test_ex_eliminates_units_already_reduced_and_the_survivors_may_advance() -> None:
    scene = Scene(
        [
            unit("a", "blue", "4-3-4", "0506"),
            unit("b", "blue", "4-3-4", "0605", back=None),
            unit("r", "red", "3-4-4", "0505", back=None),
        ]
    ).to_combat()
    scene.fight("attack 0505 with a, b", "Ex")
    assert scene.gone("r")
    scene.do("lose b")
    assert scene.gone("b")
    assert scene.legal() == ["stay", "advance a 0505"]  # Q-RES-5
    last = Scene(
        [
            unit("a", "blue", "4-3-4", "0506", back=None),
            unit("r", "red", "3-4-4", "0505", back=None),
            unit("x", "red", "3-4-4", "0901"),
        ]
    ).to_combat()
    last.fight("attack 0505 with a", "Ex")
    assert last.gone("a") and last.gone("r") and last.player == "blue"


@pytest.mark.rule("F7.6e", "F7.6f", "F7.6g")
def test_a1_a2_and_a3_drive_every_attacker_back() -> None:
    for result, length in (("A1", 1), ("A2", 2), ("A3", 3)):
        scene = trio().fight("attack 0505 with a, c", result)
        assert scene.seat == "blue"
        origins = {"a": "0506", "c": "0405"}
        while any(line.startswith("retreat") for line in scene.legal()):
            scene.do(next(line for line in scene.legal() if line.startswith("retreat")))
        index, far = scene.at.scenario.hex_index, scene.at.scenario.distances
        for name, start in origins.items():
            assert far[index[start]][index[scene.hex(name) or ""]] == length, (result, name)
        assert scene.hex("b") == "0605"  # it took no part
        assert scene.hex("r") == "0505" and scene.legal() == ["end"]


@pytest.mark.rule("F7.6h")
def test_a_in_brackets_reduces_one_attacker_of_the_attackers_choice() -> None:
    scene = trio().fight("attack 0505 with a, b", "(A)")
    assert scene.seat == "blue" and scene.legal() == ["lose a", "lose b"]
    scene.do("lose a")
    assert scene.reduced("a") and not scene.reduced("r")
    weak = Scene(
        [unit("a", "blue", "4-3-4", "0506", back=None), unit("r", "red", "3-4-4", "0505")]
    ).to_combat()
    weak.fight("attack 0505 with a", "(A)")
    assert weak.gone("a")


@pytest.mark.rule("F7.6i")
def test_ae_eliminates_all_attackers() -> None:
    scene = trio().fight("attack 0505 with a, b", "Ae")
    assert scene.gone("a") and scene.gone("b") and scene.hex("c") == "0405"


@pytest.mark.rule("F7.6j")
def test_a_dot_is_no_effect() -> None:
    scene = trio()
    before = (scene.state.places, scene.state.reduced)
    scene.fight("attack 0505 with a, b", "•")
    assert (scene.state.places, scene.state.reduced) == before and scene.legal() == ["end"]


def test_a_tally_names_the_rule_of_every_line() -> None:
    scene = duel(markers={"blue": [3], "red": [4]}, turns=["1/1"], more_ground="[fortress]\n0505")
    index = scene.at.scenario.hex_index
    found = assess(scene.at, Combat(1, index["0505"], (0,), (0,), (1,)))
    assert [(i.case, i.rule, i.value) for i in (*found.attack.items, *found.defence.items)] == [
        ("attacker", "F7.1e", 6),
        ("support", "F8.3a", 3),
        ("fortress_support", "F7.5b", -2),
        ("defender", "F2.3.2b", 4),
        ("fortress", "F7.5a", 4),
        ("support", "F8.3a", 4),
    ]
