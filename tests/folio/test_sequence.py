"""F1-F4, F9: set-up, the sequence of play, turns, victory."""

from __future__ import annotations

from typing import Any

import pytest
from folio_scene import Scene, source, unit

from hexfire.folio import Folio, Phase, load
from hexfire.folio.counters import SIZES, Designation, read_designation

A = unit("a", "blue", "4-3-4", "0506")
M = unit("m", "blue", "4-3-8", "0106", mobile=True)
R = unit("r", "red", "3-4-4", "0505")
K = unit("k", "red", "3-4-8", "0901", mobile=True)


@pytest.mark.rule("F1.0")
def test_exclusive_rules_go_before_common_ones() -> None:
    common = Scene([A, R])
    exclusive = Scene([A, R], exceptions={"attacker_limit": 1, "marker_limit": 0})
    assert (common.at.scenario.attacker_limit, common.at.scenario.marker_limit) == (6, 2)
    assert (exclusive.at.scenario.attacker_limit, exclusive.at.scenario.marker_limit) == (1, 0)


@pytest.mark.rule("F2.3", "F3.0b")
def test_a_counter_shows_attack_defence_and_movement() -> None:
    scenario = load(source([unit("a", "blue", "5-6-8", "0101", back="2-3-7"), R]))
    front, back = scenario.units[0].front, scenario.units[0].back
    assert (front.attack, front.defence, front.movement) == (5, 6, 8)
    assert back is not None and (back.attack, back.defence, back.movement) == (2, 3, 7)
    assert str(front) == "5-6-8"


@pytest.mark.rule("F2.3.1b")
def test_designations() -> None:
    assert read_designation("4/47") == Designation(battalion="4", regiment="47")
    assert read_designation("2/47", "I") == Designation(company="2", regiment="47")
    assert read_designation("9") == Designation(division="9")
    assert read_designation("48", "II") == Designation(battalion="48")
    assert read_designation("155", "III") == Designation(regiment="155")
    assert read_designation("4", "X") == Designation(brigade="4")
    assert read_designation("KDG", "II") == Designation()
    scenario = load(source([unit("4/47", "blue", "1-1-1", "0101", size="II"), R]))
    assert scenario.units[0].designation.regiment == "47"


@pytest.mark.rule("F2.3.1c", "F2.3.1a")
def test_sizes_are_known_and_have_no_effect_in_play() -> None:
    assert SIZES == {"I": "company", "II": "battalion", "III": "regiment", "X": "brigade"}
    states = []
    for size in SIZES:
        scene = Scene([unit("a", "blue", "4-3-4", "0506", size=size), R]).to_combat()
        scene.fight("attack 0505 with a", "Ex")
        states.append((scene.state.places, scene.state.reduced, scene.legal()))
    assert all(state == states[0] for state in states)


# Set-up


@pytest.mark.rule("F3.0a", "F3.0c")
def test_units_with_a_choice_are_placed_by_their_owner_in_the_stated_order() -> None:
    units = [
        A,
        unit("b", "blue", "1-1-4", ["0101", "0102"]),
        unit("c", "blue", "1-1-4", ["0101"]),
        unit("s", "red", "1-1-4", ["0901", "0902"]),
        R,
    ]
    scene = Scene(units, sets_up="red")
    assert scene.phase is Phase.SETUP and scene.seat == "red"
    assert scene.legal() == ["place s 0901", "place s 0902"]
    scene.refuses("place s 0505", "F3.0c")
    scene.do("place s 0902")
    assert scene.seat == "blue" and scene.legal() == ["place b 0102"]  # 0101 is c's
    scene.refuses("place b 0101", "F5.3a")
    scene.do("place b 0102")
    assert scene.phase is Phase.MOVEMENT and scene.hex("s") == "0902"


@pytest.mark.rule("F3.0c")
def test_nobody_is_left_without_a_set_up_hex() -> None:
    units = [
        unit("b", "blue", "1-1-4", ["0101", "0102"]),
        unit("c", "blue", "1-1-4", ["0101", "0103"]),
        unit("d", "blue", "1-1-4", ["0101", "0103"]),
        R,
    ]
    scene = Scene(units)
    assert "place b 0101" not in scene.legal()
    scene.refuses("place b 0101", "F3.0c")
    while scene.phase is Phase.SETUP:
        scene.do(scene.legal()[0])


# Reinforcements


@pytest.mark.rule("F3.0d", "F4.1c")
def test_reinforcements_wait_and_arrive_in_the_movement_phase_of_their_turn() -> None:
    late = unit("l", "blue", "1-1-4", None, turn=2, entry=["0101", "0102", "0909"], mobile=True)
    scene = Scene([A, late, unit("r", "red", "3-3-4", "0908")], turns=["0/0"] * 2)
    assert scene.hex("l") is None
    scene.refuses("enter l 0101", "F4.1c")
    while scene.state.turn == 1:
        scene.do("end")
    scene.refuses("enter l 0909", "F4.1c")  # in r's ZOC
    scene.refuses("enter l 0505", "F4.1c")
    scene.do("enter l 0102")
    scene.refuses("move l 0103", "F5.1e")  # an arrival has moved (Q-MOV-3)
    scene.do("end")
    assert scene.player == "red"  # nor may it move in the Mobile Movement Phase


@pytest.mark.rule("F4.1c")
def test_arrival_in_an_ezoc_is_an_option_and_a_late_unit_may_come_later() -> None:
    late = unit("l", "blue", "1-1-4", None, turn=1, entry=["0909"])
    units = [A, late, unit("r", "red", "3-3-4", "0908")]
    closed, opened = Scene(units), Scene(units, options={"entry_in_ezoc": True})
    assert "enter l 0909" not in closed.legal() and "enter l 0909" in opened.legal()
    delayed = Scene(units, turns=["0/0"] * 2)
    delayed.do("end", "move r 0905", "end")
    assert delayed.state.turn == 2 and "enter l 0909" in delayed.legal()


# The sequence


@pytest.mark.rule("F4.0a", "F4.1a")
def test_a_game_turn_is_two_player_turns_of_four_phases() -> None:
    units = [
        A,
        unit("m", "blue", "4-3-8", "0405", mobile=True),
        R,
        unit("k", "red", "3-4-8", "0605", mobile=True),
    ]
    scene = Scene(units, turns=["0/0"] * 2)
    seen = []
    while scene.state.turn == 1:
        seen.append((scene.player, scene.phase))
        scene.do("end")
    phases = [Phase.MOVEMENT, Phase.COMBAT, Phase.MOBILE_MOVEMENT, Phase.MOBILE_COMBAT]
    assert seen == [(side, phase) for side in ("blue", "red") for phase in phases]
    assert (scene.player, scene.phase) == ("blue", Phase.MOVEMENT)


@pytest.mark.rule("F3.0e", "F3.0g", "F4.1a")
def test_the_track_names_the_first_player_of_each_turn() -> None:
    turns: list[Any] = [{"support": "0/0", "first_player": "red"}, "0/0"]
    scene = Scene([A, unit("r", "red", "3-4-4", "0901")], turns=turns)
    assert scene.player == "red"
    scene.do("end")
    assert scene.player == "blue"
    scene.do("end")
    assert scene.state.turn == 2 and scene.player == "blue"


@pytest.mark.rule("F4.1b")
def test_any_number_of_own_units_move_and_none_of_the_others() -> None:
    scene = Scene([A, M, unit("r", "red", "3-4-4", "0901")])
    movers = {line.split()[1] for line in scene.legal() if line.startswith("move")}
    assert movers == {"a", "m"} and scene.legal("red") == []
    scene.do("move a 0507", "move m 0107", "end")


@pytest.mark.rule("F4.1d", "F5.1b")
def test_retreat_and_advance_are_no_movement() -> None:
    units = [unit("m", "blue", "4-3-8", "0506", mobile=True), R]
    scene = Scene(units).to_combat().fight("attack 0505 with m", "D2")
    scene.do("retreat r 0404", "retreat r 0403", "advance m 0505", "end")
    assert scene.phase is Phase.MOBILE_MOVEMENT
    assert "move m 0506" in scene.legal()  # Q-MOV-4: it has not moved


@pytest.mark.rule("F4.1d", "F4.1h", "F7.2a", "F7.2b")
def test_a_new_player_turn_frees_everybody_again() -> None:
    units = [unit("m", "blue", "4-3-8", "0506", mobile=True), R]
    scene = Scene(units, turns=["0/0"] * 2)
    scene.do("move m 0605", "end").fight("attack 0505 with m", "•")
    while scene.state.turn == 1:
        scene.do("end")
    assert "move m 0506" in scene.legal()
    scene.do("end")
    assert "attack 0505 with m" in scene.legal()
    scene.do("end", "end")
    assert scene.phase is Phase.MOBILE_COMBAT and "attack 0505 with m" in scene.legal()


@pytest.mark.rule("F4.1i", "F4.0b", "F3.0g")
def test_play_lasts_as_many_game_turns_as_the_scenario_says() -> None:
    scene = Scene([A, unit("r", "red", "3-4-4", "0901")], turns=["0/0"] * 3)
    turns = []
    while scene.phase is not Phase.OVER:
        turns.append(scene.state.turn)
        scene.do("end")
    assert sorted(set(turns)) == [1, 2, 3]
    assert scene.game.to_act(scene.state) == () and scene.game.outcome(scene.state) is not None
    scene.refuses("end", "F4.0b", by="blue")


@pytest.mark.rule("F4.0b", "F3.0g")
def test_victory_by_points_and_levels() -> None:
    victory = """
[victory]
points_per_loss = {red = 2}
hexes = [{hex = "0505", points = {blue = 3, red = 1}, holder = "red"}]
levels = [
  {side = "blue", margin = 1, name = "narrow"},
  {side = "blue", margin = 5, name = "great"},
  {side = "red", margin = 1, name = "red"},
]
"""
    scene = Scene([A, R], victory=victory)
    assert _points(scene) == {"blue": 0, "red": 1}
    scene.to_combat().fight("attack 0505 with a", "De").do("advance a 0505")
    assert _points(scene) == {"blue": 5, "red": 0}
    while scene.phase is not Phase.OVER:
        scene.do("end")
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None and outcome.winners == ("blue",)
    assert outcome.message["level"] == "@level.1" and outcome.points == {"blue": 5, "red": 0}
    lost = Scene([A, R], victory=victory)
    while lost.phase is not Phase.OVER:
        lost.do("end")
    red = lost.game.outcome(lost.state)
    assert red is not None and red.winners == ("red",)


def _points(scene: Scene) -> dict[str, int]:
    points: dict[str, int] = scene.game.view(scene.state, None)["points"]
    return points


@pytest.mark.rule("F4.0b")
def test_sudden_victory_and_a_draw() -> None:
    victory = """
[victory]
hexes = [{hex = "0504", points = 0}]
levels = [{side = "blue", margin = 1}]
sudden = [{side = "blue", holds = ["0504"]}, {side = "red", enemy_lost = 1}]
"""
    scene = Scene([unit("a", "blue", "4-3-4", "0506"), K], turns=["0/0"] * 3, victory=victory)
    scene.do("move a 0504")
    while scene.state.turn == 1 and scene.phase is not Phase.OVER:
        scene.do("end")
    outcome = scene.game.outcome(scene.state)
    assert scene.state.turn == 1 and outcome is not None and outcome.winners == ("blue",)
    other = Scene([A, M, R, K], turns=["0/0"] * 3, victory=victory).to_combat()
    other.fight("attack 0505 with a", "Ae")
    while other.phase is not Phase.OVER:
        other.do("end")
    lost = other.game.outcome(other.state)
    assert other.state.turn == 1 and lost is not None and lost.winners == ("red",)
    quiet = Scene([A, K], victory=victory)
    while quiet.phase is not Phase.OVER:
        quiet.do("end")
    draw = quiet.game.outcome(quiet.state)
    assert draw is not None and draw.winners == ()


@pytest.mark.rule("F1.0", "F5.1c")
def test_units_leave_the_map_only_where_the_exclusive_rules_open_it() -> None:
    victory = """
[victory]
points_per_exit = {blue = 3}
levels = [{side = "blue", margin = 1}]
sudden = [{side = "blue", exited = 1}]
[victory.exit_hexes]
blue = ["0501"]
"""
    near = unit("a", "blue", "4-3-3", "0503")
    scene = Scene([near, unit("m", "blue", "4-3-2", "0109"), K], victory=victory)
    assert "exit a" in scene.legal() and "exit m" not in scene.legal()
    scene.refuses("exit m", "F5.1c")
    scene.do("exit a")
    assert _points(scene)["blue"] == 3
    closed = Scene([near, M, K])
    closed.refuses("exit a", "F5.1c")
    slow = Scene([unit("a", "blue", "4-3-2", "0503"), M, K], victory=victory)
    assert "exit a" not in slow.legal()  # it would have no MP left to leave with


@pytest.mark.rule("F9.0")
def test_there_is_no_supply_a_surrounded_unit_fights_and_moves_as_ever() -> None:
    ring = ["0504", "0604", "0605", "0506", "0405", "0404"]
    foes = [unit(f"b{i}", "blue", "1-1-4", hex) for i, hex in enumerate(ring)]
    scene = Scene([*foes, R], turns=["0/0"] * 3)
    for _ in range(2):
        while scene.player == "blue":
            scene.do("end")
        assert scene.phase is Phase.COMBAT  # hemmed in, it cannot move; but it fights
        assert "attack 0504 with r" in scene.legal() and not scene.reduced("r")
        scene.do("end")
    assert scene.hex("r") == "0505" and scene.at.strength(6).attack == 3


def test_a_scenario_is_known_by_its_texts_and_options() -> None:
    game = Folio()
    texts = source([A, R])
    plain, other = game.setup(texts, {}), game.setup(texts, {"barrage_unit_once": False})
    assert plain.scenario != other.scenario
    assert not game.scenario(other).options.barrage_unit_once
