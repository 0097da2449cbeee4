"""Exclusive rules for bridges and for reinforcements: by roll, by condition, from the air."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from folio_scene import FIVE_COLUMNS, PLAIN, Scene, source, unit

from hexfire.bots.greedy import GreedyBot
from hexfire.bots.planner import NORMAL, Planner
from hexfire.bots.player import play_game
from hexfire.dice import Dice, odds, seeded
from hexfire.folio import Folio, Phase, ask, check
from hexfire.folio.actions import ROLL
from hexfire.folio.effects import consequence
from hexfire.folio.position import read_position
from hexfire.play.contract import check_replay, random_table

OBJECTIVE = (
    '[victory]\nlevels = [{side = "blue", margin = 1}]\n'
    'hexes = [{hex = "0101", points = 1, holder = "red"}]\n'
)
RIVER = "[river]\n0404: S\n[road]\n0403-0404-0405-0406"


def scene(units: list[dict[str, Any]], rules: str, ground: str = PLAIN, **more: Any) -> Scene:
    more.setdefault("more_ground", RIVER)
    more.setdefault("turns", ["0/0"] * 4)
    return Scene(units, ground, victory=OBJECTIVE + rules, **more)


def seen(play: Scene) -> dict[str, Any]:
    return play.game.view(play.state, None)["exclusive"]  # type: ignore[no-any-return]


def next_turn(play: Scene) -> Scene:
    turn = play.state.turn
    while play.state.turn == turn and play.state.pending is None:
        play.do("end")
    return play


# -- bridges ---------------------------------------------------------------------------------------

BRIDGE = """
[[exclusive.bridges]]
id = "ford"
rule = "14.1"
name = {en = "Ford bridge", ja = "渡し場の橋"}
at = "0404/0405"
blown_by = "blue"
"""

GUARD = [unit("B", "blue", "4-4-4", "0404"), unit("R", "red", "4-4-6", "0409")]


def state_of(play: Scene) -> str:
    return str(seen(play)["bridges"][0]["state"])


def test_a_bridge_is_blown_by_order_and_its_road_is_gone() -> None:
    play = scene(GUARD, BRIDGE)
    assert play.reach("B")["0405"] == 0.5
    play.do("blow ford")
    assert state_of(play) == "blown" and play.events[0].rule == "14.1"
    assert play.reach("B")["0405"] == 2  # the river's own cost
    play.refuses("blow ford", "14.1")


def test_a_bridge_of_a_trail_takes_the_trail_with_it() -> None:
    by_trail = RIVER.replace("[road]", "[trail]")
    play = scene(GUARD, BRIDGE, more_ground=by_trail)
    assert play.reach("B")["0405"] == 1
    assert play.do("blow ford").reach("B")["0405"] == 2


def test_a_guard_is_needed_unless_it_is_not() -> None:
    away = [unit("B", "blue", "4-4-4", "0402"), GUARD[1]]
    scene(away, BRIDGE).refuses("blow ford", "14.1")
    assert "blow ford" in scene(away, BRIDGE + "guarded = false\n").legal()


def test_only_its_owner_blows_a_bridge() -> None:
    away = [unit("B", "blue", "4-4-4", "0402"), GUARD[1]]
    play = scene(away, BRIDGE.replace('"blue"', '"red"') + "guarded = false\n")
    play.refuses("blow ford", "14.1")
    next_to_red = play.do("end")
    while next_to_red.player == "blue":
        next_to_red.do("end")
    assert "blow ford" in next_to_red.legal()


def test_a_roll_decides_once_a_game_turn() -> None:
    play = scene(GUARD, BRIDGE + "chance = 4\n").do("blow ford")
    assert play.legal() == ["roll"] and play.seat == "blue"
    falls = odds(lambda dice: bool(extra(consequence(play.at, ROLL, dice)).blown))
    assert falls == {True: Fraction(4, 6), False: Fraction(2, 6)}
    play.do("roll", roll=5)
    assert state_of(play) == "intact"
    play.refuses("blow ford", "14.1")
    next_turn(play)
    play.do("blow ford").do("roll", roll=4)
    assert state_of(play) == "blown"


def extra(state: Any) -> Any:
    return state.extra


def test_an_enemy_at_its_end_captures_a_bridge() -> None:
    play = scene(GUARD, BRIDGE).do("end")
    while play.player == "blue":
        play.do("end")
    play.do("move R 0405")
    assert state_of(play) == "captured"
    next_turn(play)
    play.refuses("blow ford", "14.1")


def test_an_enemy_who_comes_near_sets_it_off() -> None:
    rules = BRIDGE + 'when = "approach"\nchance = 3\n'
    play = scene(GUARD, rules)
    play.refuses("blow ford", "14.1")
    play.do("end")
    while play.player == "blue":
        play.do("end")
    play.do("move R 0405")
    assert play.legal() == ["roll"] and play.seat == "blue"
    play.do("roll", roll=3)
    assert state_of(play) == "blown"
    assert play.player == "red"


def test_engineers_build_it_again_for_their_next_turn() -> None:
    units = [unit("E", "blue", "1-1-4", "0404"), unit("B", "blue", "4-4-4", "0403"), GUARD[1]]
    rules = BRIDGE.replace("blown_by", "#").replace(
        '"ford"', '"ford"\nstate = "blown"\nbuilt_by = ["E"]'
    )
    play = scene(units, rules)
    assert state_of(play) == "blown" and play.reach("E")["0405"] == 2
    play.refuses("build B ford", "14.1")
    play.do("build E ford")
    assert state_of(play) == "building"
    play.refuses("move E 0403", "F5.1e")
    play.refuses("build E ford", "14.1")
    next_turn(play)
    assert state_of(play) == "intact" and play.reach("E")["0405"] == 0.5


DOWN = BRIDGE.replace("blown_by", "#").replace(
    '"ford"', '"ford"\nstate = "blown"\nbuilt_by = ["E", "F", "X"]'
)
ENGINEERS = [
    unit("E", "blue", "1-1-4", "0404"),
    unit("F", "blue", "1-1-4", "0405"),
    unit("B", "blue", "4-4-4", "0303"),
    unit("X", "red", "9-1-4", "0407"),
]


def at_bridge(*changed: dict[str, Any]) -> list[dict[str, Any]]:
    """The engineers on both banks, some of these units standing elsewhere."""
    return list({one["id"]: one for one in (*ENGINEERS, *changed)}.values())


def test_who_may_build_a_bridge() -> None:
    """In each case there is this one reason against it."""
    guard = scene(
        at_bridge(unit("E", "blue", "1-1-4", "0101"), unit("B", "blue", "4-4-4", "0404")), DOWN
    )
    guard.refuses("build B ford", "14.1")  # no engineer
    guard.refuses("build E ford", "14.1")  # not there
    stands = DOWN.replace('state = "blown"\n', "")
    scene(at_bridge(), stands + 'blown_by = "blue"\n').refuses("build E ford", "14.1")
    marched = scene(at_bridge(unit("E", "blue", "1-1-4", "0403")), DOWN).do("move E 0404")
    marched.refuses("build E ford", "14.1")
    play = scene(at_bridge(), DOWN).do("build E ford")
    play.refuses("build F ford", "14.1")  # somebody is at work


def test_a_bridge_is_ready_when_its_builders_turn_begins_if_they_are_still_there() -> None:
    play = scene(at_bridge(), DOWN).do("build E ford")
    while play.player == "blue":
        play.do("end")
    assert state_of(play) == "building"
    play.do("move X 0406")
    while play.phase is not Phase.COMBAT:
        play.do("end")
    play.fight("attack 0405 with X", "De").do("stay")
    next_turn(play)
    assert state_of(play) == "intact"  # F is gone; E was at work
    play = scene(at_bridge(unit("F", "blue", "1-1-4", "0101")), DOWN).do("build E ford")
    while play.player == "blue":
        play.do("end")
    play.do("move X 0405")
    while play.phase is not Phase.COMBAT:
        play.do("end")
    play.fight("attack 0404 with X", "De").do("stay")
    next_turn(play)
    assert state_of(play) == "blown"


def test_a_bridge_may_be_safe_from_capture() -> None:
    play = scene(GUARD, BRIDGE + "capture = false\n").do("end")
    while play.player == "blue":
        play.do("end")
    play.do("move R 0405")
    assert state_of(play) == "intact"


# -- arrivals --------------------------------------------------------------------------------------

LATE = [
    unit("B", "blue", "4-4-4", "0404"),
    unit("L", "blue", "4-4-4", None, turn=1, entry=["0109", "0108"]),
    unit("R", "red", "4-4-4", "0909"),
]
ARRIVAL = (
    '[[exclusive.arrivals]]\nrule = "15.2"\nname = {en = "Reserve", ja = "予備"}\nunits = ["L"]\n'
)


def test_reinforcements_come_by_a_roll() -> None:
    play = scene(LATE, ARRIVAL + "chance = 2\n")
    assert play.legal() == ["roll"]
    play.do("roll", roll=3)
    play.refuses("enter L 0109", "15.2")
    next_turn(play).do("roll", roll=2)
    play.do("enter L 0109")
    next_turn(play)
    assert play.state.pending is None  # not rolled for again


def test_reinforcements_come_when_a_hex_is_held() -> None:
    play = scene(LATE, ARRIVAL + 'holds = {hex = "0101", side = "blue"}\n')
    play.refuses("enter L 0109", "15.2")
    play.do("move B 0201")
    next_turn(play).do("move B 0101")
    play.refuses("enter L 0109", "15.2")  # it is looked at when a game turn begins
    next_turn(play).do("enter L 0109")


def test_reinforcements_come_when_enough_is_lost() -> None:
    units = [*LATE, unit("X", "red", "1-1-1", "0405", back=None)]
    play = scene(units, ARRIVAL + 'lost = {side = "red", value = 1}\n')
    play.refuses("enter L 0109", "15.2")
    play.to_combat().fight("attack 0405 with B", "De")
    play.do("stay")
    next_turn(play)
    assert "enter L 0109" in play.legal()


# -- landings --------------------------------------------------------------------------------------

LANDING = """
[exclusive.landing]
rule = "16.0"
name = {en = "Drop", ja = "降下"}
units = ["L"]
drift = [0, 0, 0, 1, 2, 2]
rough = ["woods"]
"""


def test_a_landing_drifts_by_two_dice_with_exact_odds() -> None:
    play = scene(LATE, LANDING).do("enter L 0109")
    assert play.legal() == ["roll"] and play.hex("L") is None
    play.refuses("end", "16.0")
    label = play.at.scenario.labels
    chances = odds(lambda dice: consequence(play.at, ROLL, dice).places[1])
    # Flat hexes: from 0109 only N and NE stay on the map (SE of 0109 is 0209).
    by_hex = {label[hex] if hex >= 0 else "lost": p for hex, p in chances.items()}
    assert by_hex["0109"] == Fraction(3, 6)
    assert by_hex["0108"] == Fraction(1, 36) and by_hex["0107"] == Fraction(2, 36)
    assert sum(chances.values()) == 1 and by_hex["lost"] > 0


def roll_all(play: Scene, *faces: int) -> Scene:
    play.state, play.events = play.game.apply(play.state, play.seat, ROLL, Dice(faces))
    return play


def test_it_lands_has_moved_and_is_reduced_in_rough_ground() -> None:
    wood = "\n".join(["." * 9] * 6 + ["w........"] + ["." * 9] * 2)
    play = scene(LATE, LANDING, wood).do("enter L 0109")
    roll_all(play, 5, 1)
    assert play.hex("L") == "0107" and play.reduced("L")
    assert not [line for line in play.legal() if line.startswith("move L")]
    safe = roll_all(scene(LATE, LANDING).do("enter L 0109"), 1)
    assert safe.hex("L") == "0109" and not safe.reduced("L")


def test_it_is_lost_off_the_map_and_among_enemies() -> None:
    assert roll_all(scene(LATE, LANDING).do("enter L 0109"), 4, 4).gone("L")
    units = [*LATE[:2], unit("R", "red", "4-4-4", "0107")]
    assert roll_all(scene(units, LANDING).do("enter L 0109"), 5, 1).gone("L")


def test_it_is_lost_in_the_sea_even_on_a_day_that_puts_a_price_on_it() -> None:
    sea = "\n".join(["." * 9] * 6 + ["~........"] + ["." * 9] * 2)
    frost = "[exclusive.conditions.frost]\nturns = [1]\nterrain = {sea = 2}\n"
    for rules in (LANDING, LANDING + frost):
        play = scene(LATE, rules, sea).do("enter L 0109")
        assert roll_all(play, 5, 1).gone("L")


def test_it_drifts_past_friends() -> None:
    units = [*LATE, unit("F", "blue", "1-1-1", "0108")]
    assert roll_all(scene(units, LANDING).do("enter L 0109"), 4, 1).hex("L") == "0107"


def test_an_ezoc_and_the_weather_may_forbid_it() -> None:
    units = [*LATE[:2], unit("R", "red", "4-4-4", "0208")]
    scene(units, LANDING).refuses("enter L 0109", "F4.1c")
    assert "enter L 0109" in scene(units, LANDING + "in_ezoc = true\n").legal()
    storm = '[exclusive.conditions.storm]\nrule = "12.3"\nturns = [1]\nlandings = false\n'
    play = scene(LATE, LANDING + storm)
    play.refuses("enter L 0109", "12.3")
    assert "enter L 0109" in next_turn(play).legal()


# -- moving on -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pays", "left"), [("true", 3), ("false", 4)])
def test_reinforcements_may_move_on(pays: str, left: int) -> None:
    rules = f'[exclusive.entering]\nunits = ["side:blue"]\npays = {pays}\n'
    play = scene(LATE, rules).do("enter L 0109")
    reach = play.reach("L")
    assert max(reach.values()) == left
    assert f"010{9 - left}" in reach and f"010{8 - left}" not in reach
    play.do("move L 0108")
    play.refuses("move L 0107", "F5.1e")


def test_who_entered_by_road_pays_half_a_point_and_has_moved_when_the_phase_is_over() -> None:
    units = [
        LATE[0],
        unit("L", "blue", "4-4-4", None, turn=1, entry=["0109"], mobile=True),
        LATE[2],
    ]
    rules = '[exclusive.entering]\nunits = ["L"]\n'
    play = scene(units, rules, more_ground="[road]\n0109-0108-0107").do("enter L 0109")
    assert play.reach("L")["0107"] == 1
    assert "0104" not in play.reach("L")  # without the entry its four points were just enough
    while play.phase is Phase.MOVEMENT and play.player == "blue":
        play.do("end")
    assert play.phase is not Phase.MOBILE_MOVEMENT  # nobody is left who has not moved


WOODS_AT_THE_EDGE = "\n".join(["." * 9] * 8 + ["w........"])


@pytest.mark.parametrize(
    ("ways", "reached", "too_far"),
    [
        # Four points: half a point to enter, a point and a half by road, two points beyond.
        ("[road]\n0109-0108-0107-0106", "0104", "0103"),
        # One to enter, one by trail, half by road: with one and a half left, one hex more.
        ("[trail]\n0109-0108\n[road]\n0108-0107", "0106", "0105"),
        # Two for the woods: two hexes more.
        ("", "0107", "0106"),
    ],
)
def test_entering_costs_what_the_road_or_trail_or_ground_of_the_hex_does(
    ways: str, reached: str, too_far: str
) -> None:
    rules = '[exclusive.entering]\nunits = ["L"]\n'
    play = scene(LATE, rules, WOODS_AT_THE_EDGE, more_ground=ways).do("enter L 0109")
    assert reached in play.reach("L") and too_far not in play.reach("L")


def test_only_those_named_enter_on_the_march() -> None:
    units = [*LATE, unit("N", "blue", "4-4-4", None, turn=1, entry=["0108"])]
    play = scene(units, '[exclusive.entering]\nunits = ["L"]\n').do("enter N 0108", "enter L 0109")
    play.refuses("move N 0107", "F5.1e")
    play.do("move L 0209")


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        (BRIDGE.replace("0404/0405", "0404/0505"), "no_road"),
        (BRIDGE.replace("0404/0405", "0404"), "no_hex"),
        (BRIDGE * 2, "bridge_twice"),
        (BRIDGE + 'state = "blown"\n', "missing"),
        (BRIDGE + "chance = 7\n", "too_large"),
        (BRIDGE + 'when = "never"\n', "choice"),
        (ARRIVAL, "arrival_empty"),
        (ARRIVAL + "chance = 2\n" + ARRIVAL + "chance = 3\n", "arrival_twice"),
        (ARRIVAL.replace('"L"', '"B"') + "chance = 2\n", "not_late"),
        (ARRIVAL + 'holds = {hex = "0202", side = "blue"}\n', "not_objective"),
        (LANDING.replace("[0, 0, 0, 1, 2, 2]", "[0, 1]"), "drift"),
        (LANDING.replace('["woods"]', '["moor"]'), "choice"),
        ("[exclusive.entering]\npays = true\n", "missing"),
    ],
)
def test_mistakes_are_found(rules: str, problem: str) -> None:
    texts = source(LATE, victory=OBJECTIVE + rules, more_ground=RIVER)
    keys = [p.message.key.removeprefix("folio.scenario.") for p in check(**texts)]
    assert problem in keys


# -- random play -----------------------------------------------------------------------------------


def battle() -> dict[str, str]:
    units = [
        unit("E", "blue", "1-2-5", "0403"),
        unit("B1", "blue", "4-4-5", "0303"),
        unit("B2", "blue", "5-4-7", "0503", mobile=True),
        unit("P1", "blue", "3-3-4", None, turn=1, entry=["0508", "0608", "0707"]),
        unit("P2", "blue", "3-3-4", None, turn=2, entry=["0508", "0608", "0707"]),
        unit("L", "blue", "5-5-7", None, turn=2, entry=["0101", "0201"], mobile=True),
        unit("R1", "red", "4-4-4", "0405"),
        unit("R2", "red", "3-4-4", "0306"),
        unit("R3", "red", "5-4-8", "0607", mobile=True),
        unit("R4", "red", "4-4-4", None, turn=2, entry=["0909", "0908"]),
    ]
    rules = (
        BRIDGE.replace('"blue"', '"red"')
        + 'chance = 4\nbuilt_by = ["E"]\n'
        + BRIDGE.replace('"ford"', '"west"')
        .replace("0404/0405", "0304/0305")
        .replace("14.1", "14.2")
        + 'when = "approach"\nchance = 3\nbuilt_by = ["E"]\n'.replace("blue", "red")
        + ARRIVAL.replace('"L"', '"R4"')
        + "chance = 3\n"
        + LANDING.replace('"L"', '"P1", "P2"')
        + '[exclusive.entering]\nunits = ["L"]\n'
        + "[exclusive.conditions.storm]\nlandings = false\n"
        + '[exclusive.weather]\nresults = {"1-4" = "fair", "5-6" = "storm"}\n'
    )
    more = "[river]\n0404: S\n0304: S SE\n0504: S\n[road]\n0403-0404-0405-0406 0303-0304-0305"
    return source(
        units,
        victory=OBJECTIVE + rules,
        more_ground=more,
        crt=FIVE_COLUMNS,
        markers={"blue": [1, 2], "red": [2]},
        turns=["2/1"] * 5,
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_play_ends_and_replays(seed: int) -> None:
    table, journal = random_table(Folio(), battle(), seed)
    assert table.outcome() is not None
    check_replay(Folio(), table, journal)


def test_random_play_comes_by_everything() -> None:
    happened: Counter[str] = Counter()
    for seed in range(12):
        table, _ = random_table(Folio(), battle(), seed)
        happened.update(
            event.message.key.rpartition(".")[2] for step in table.steps for event in step.events
        )
    assert {"bridge_blown", "lands", "arrival_comes", "weather"} <= set(happened)


@pytest.mark.parametrize("planner", [False, True])
def test_bots_play_it_to_the_end(planner: bool) -> None:
    game = Folio()
    bots = {"blue": Planner(1, effort=NORMAL) if planner else GreedyBot(), "red": GreedyBot()}
    end, _ = play_game(game, game.setup(battle(), {}), bots, seeded("2"))
    assert end.phase is Phase.OVER


def test_a_bot_brings_its_engineers_to_a_bridge_and_builds_it() -> None:
    units = [unit("E", "blue", "1-1-4", "0401"), unit("R", "red", "1-1-1", "0909")]
    rules = BRIDGE.replace("blown_by", "#")
    rules = rules.replace('"ford"', '"ford"\nstate = "blown"\nbuilt_by = ["E"]')
    play = scene(units, rules)
    bots = {"blue": GreedyBot(), "red": GreedyBot()}
    end, _ = play_game(play.game, play.state, bots, seeded("1"))
    assert not end.extra.blown  # type: ignore[union-attr]


def test_a_position_file_knows_exclusive_rules() -> None:
    at = read_position('scenario = "bukrin"\nturn = 3\n[at]\n"51GT" = "0702"\n"AA19" = "0905"\n')
    reach = ask.reach(at, "51GT")
    assert "0703" not in reach  # the bridge is not there yet, and tanks do not swim
    own = read_position(
        'scenario = "bukrin"\n[[units]]\nid = "x"\nside = "soviet"\nfront = "1-1-4"\nhex = "0101"\n'
    )
    assert own.scenario.exclusive is None
