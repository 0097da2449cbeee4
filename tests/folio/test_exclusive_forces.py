"""Exclusive rules for units, markers and victory: steps, replacements, works, limits, points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from folio_scene import FIVE_COLUMNS, PLAIN, Scene, source, unit

from hexfire.bots.greedy import GreedyBot
from hexfire.bots.planner import NORMAL, Planner
from hexfire.bots.player import play_game
from hexfire.dice import Dice, odds, seeded
from hexfire.folio import Folio, Phase, check
from hexfire.folio.actions import ROLL
from hexfire.folio.combat import assess
from hexfire.folio.effects import consequence
from hexfire.folio.state import LOST, replace
from hexfire.play.contract import check_replay, random_table

LEVELS = '[victory]\nlevels = [{side = "blue", margin = 1}]\n'


def scene(units: list[dict[str, Any]], rules: str, ground: str = PLAIN, **more: Any) -> Scene:
    more.setdefault("turns", ["2/2"] * 4)
    more.setdefault("victory", LEVELS + rules)
    return Scene(units, ground, **more)


def strength(play: Scene, name: str) -> tuple[int, int, int]:
    return tuple(play.at.strength(play.at.scenario.unit_index[name]))


def next_turn(play: Scene) -> Scene:
    turn = play.state.turn
    while play.state.turn == turn and play.state.pending is None and play.phase is not Phase.OVER:
        play.do("end")
    return play


PAIR = [unit("B", "blue", "6-6-4", "0404"), unit("R", "red", "4-4-4", "0405")]

# -- steps -----------------------------------------------------------------------------------------


def test_a_unit_may_have_more_than_two_steps() -> None:
    units = [
        unit("B", "blue", "6-6-4", "0404", back="4-4-4", further=["2-3-4", "1-1-3"]),
        unit("R", "red", "4-4-4", "0405"),
        unit("S", "red", "4-4-4", "0305"),
    ]
    play = scene(units, "").to_combat()
    faces = []
    for _ in range(4):
        target = "0405" if play.hex("R") else "0305"
        play.fight(f"attack {target} with B", "(A)")
        faces.append(strength(play, "B") if play.hex("B") else None)
        if play.hex("B"):
            next_turn(play).to_combat()
    assert faces == [(4, 4, 4), (2, 3, 4), (1, 1, 3), None]


def test_units_without_zoc() -> None:
    units = [
        unit("B", "blue", "4-4-4", "0404", flags=["no_zoc"]),
        unit("C", "blue", "1-1-1", "0101"),
        unit("R", "red", "4-4-6", "0407"),
    ]
    play = scene(units, "")
    zoc = play.at.board.zoc[0]
    index = play.at.scenario.hex_index
    assert not zoc >> index["0405"] & 1 and zoc >> index["0102"] & 1
    play.do("end")
    while play.player == "blue":
        play.do("end")
    assert "0303" in play.reach("R")  # a foot unit did not have to stop beside B


# -- replacements ----------------------------------------------------------------------------------

REPLACEMENTS = """
[exclusive.replacements]
rule = "17.0"
points = {blue = [0, 1, 2]}
rebuild = 2
hexes = {blue = ["0101"]}
"""


def test_replacements_restore_a_reduced_unit_out_of_ezoc() -> None:
    units = [*PAIR, unit("C", "blue", "4-4-4", "0202")]
    play = scene(units, REPLACEMENTS).to_combat().fight("attack 0405 with B", "(A)")
    assert play.reduced("B")
    next_turn(play)
    play.refuses("restore B", "17.0")  # in an EZOC
    play.refuses("restore C", "17.0")  # not reduced
    play.do("move B 0301")
    next_turn(play)
    assert "restore B" in play.legal()
    play.do("restore B")
    assert not play.reduced("B")
    play.refuses("move B 0302", "F5.1e")
    play.refuses("restore C", "17.0")


def test_replacements_bring_one_step_back_at_a_time() -> None:
    """The unit lost its reverse too: first the reverse comes back, then the front."""
    units = [
        unit("B", "blue", "6-6-9", "0404", back="4-4-9", further=["2-3-9"]),
        unit("R", "red", "4-4-4", "0405"),
        unit("S", "red", "4-4-4", "0305"),
    ]
    rules = REPLACEMENTS.replace("[0, 1, 2]", "[0, 0, 0, 9]")
    play = scene(units, rules, turns=["2/2"] * 5).to_combat().fight("attack 0405 with B", "(A)")
    next_turn(play).to_combat().fight("attack 0405 with B", "(A)")
    assert strength(play, "B") == (2, 3, 9)
    next_turn(play).do("move B 0101")
    next_turn(play).do("restore B")
    assert strength(play, "B") == (4, 4, 9)


def test_points_are_kept_only_where_the_rule_says_so() -> None:
    for kept, points in (("false", 2), ("true", 3)):
        play = scene(PAIR, REPLACEMENTS + f"kept = {kept}\n")
        next_turn(next_turn(play))
        view = play.game.view(play.state, None)["exclusive"]
        assert view["replacements"]["blue"] == points


def test_a_lost_unit_comes_back_reduced() -> None:
    play = scene([*PAIR, unit("C", "blue", "1-1-1", "0909")], REPLACEMENTS)
    play.to_combat().fight("attack 0405 with B", "Ae")
    assert play.gone("B")
    next_turn(play).refuses("rebuild B 0101", "17.0")  # one point is not enough
    next_turn(play).refuses("rebuild B 0102", "17.0")
    play.do("rebuild B 0101")
    assert play.hex("B") == "0101" and play.reduced("B")


# B has lost a step and A is lost; R is far away, and there are points enough.
WORN = [
    unit("A", "blue", "4-4-4", "0808"),
    unit("B", "blue", "6-6-4", "0404"),
    unit("C", "blue", "4-4-4", "0202"),
    unit("R", "red", "4-4-4", "0909"),
]
ENOUGH = REPLACEMENTS.replace("[0, 1, 2]", "[5]").replace('["0101"]', '["0101", "0303"]')


def worn(rules: str = "", **elsewhere: str) -> Scene:
    """A battle in which B is reduced and A lost; some units stand elsewhere."""
    units = [one | {"hex": elsewhere.get(one["id"], one["hex"])} for one in WORN]
    play = scene(units, ENOUGH + rules)
    index = play.at.scenario.unit_index
    places = tuple(LOST if i == index["A"] else hex for i, hex in enumerate(play.state.places))
    play.state = replace(play.state, places=places, reduced=1 << index["B"])
    return play


CUT_OFF = """
[exclusive.supply]
[exclusive.supply.blue]
sources = ["0101"]
length = 1
[[exclusive.supply.stages]]
attack = "half"
"""


def test_who_takes_replacements() -> None:
    """In each case there is this one reason against it."""
    assert "restore B" in worn().legal()
    worn('units = ["A", "C"]\n').refuses("restore B", "17.0")
    worn().do("move B 0403").refuses("restore B", "17.0")
    worn(CUT_OFF).refuses("restore B", "17.0")
    assert "restore B" in worn(CUT_OFF, B="0102").legal()
    worn(R="0405").refuses("restore B", "17.0")


def test_where_a_lost_unit_comes_back() -> None:
    """In the hexes of the rule, where nobody stands and no enemy has ZOC."""
    rebuilt = ["rebuild A 0101", "rebuild A 0303"]

    def offered(play: Scene) -> list[str]:
        return [line for line in play.legal() if line.startswith("rebuild")]

    assert offered(worn()) == rebuilt
    for filled in (worn(C="0101"), worn(R="0102", C="0707")):
        assert offered(filled) == rebuilt[1:]
        filled.refuses("rebuild A 0101", "17.0")
    worn().refuses("rebuild C 0101", "17.0")  # it is not lost
    worn('units = ["B", "C"]\n').refuses("rebuild A 0101", "17.0")


def test_a_unit_that_comes_back_is_paid_for_and_does_not_move() -> None:
    play = worn().do("rebuild A 0101")
    assert play.game.view(play.state, None)["exclusive"]["replacements"]["blue"] == 5 - 2
    play.refuses("move A 0102", "F5.1e")
    play.do("restore B")
    assert play.game.view(play.state, None)["exclusive"]["replacements"]["blue"] == 5 - 2 - 1


# -- works -----------------------------------------------------------------------------------------

WORKS = """
[exclusive.works]
rule = "18.0"
markers = {blue = 1, red = 1}
not_in = ["hill"]
"""


def test_a_unit_digs_in_and_is_a_fortress() -> None:
    units = [*PAIR, unit("C", "blue", "4-4-4", "0202"), unit("D", "blue", "4-4-4", "0101")]
    ground = "h" + PLAIN[1:]
    play = scene(units, WORKS, ground)
    play.refuses("fortify D", "18.0")
    play.do("fortify B")
    play.refuses("move B 0304", "F5.1e")
    play.refuses("fortify C", "18.0")  # one marker only
    assert play.game.view(play.state, None)["exclusive"]["works"] == [("0404", "blue")]
    play.do("end")
    while play.player == "blue":
        play.do("end")
    play.to_combat().do("attack 0404 with R")
    assert play.state.combat is not None
    defence = assess(play.at, play.state.combat).defence
    assert defence.total == 12 and [m.rule for m in defence] == ["F2.3.2b", "F7.5a"]


def test_who_may_dig_in() -> None:
    """In each case there is this one reason against it; the enemy's markers do not count."""
    units = [*PAIR, unit("C", "blue", "4-4-4", "0202"), unit("D", "blue", "4-4-4", "0606")]
    few = WORKS.replace("blue = 1", "blue = 2") + 'units = ["B", "C", "R"]\n'
    play = scene(units, few)
    play.refuses("fortify D", "18.0")  # not among those who dig
    play.do("move C 0203").refuses("fortify C", "18.0")  # it has moved
    play.do("fortify B")
    while play.player == "blue":
        play.do("end")
    assert "fortify R" in play.legal()
    castle = scene(units, WORKS, more_ground="[fortress]\n0202")
    castle.refuses("fortify C", "18.0")


@pytest.mark.parametrize(("kept", "left"), [("true", 1), ("false", 0)])
def test_a_marker_is_removed_when_its_unit_leaves_or_an_enemy_comes(kept: str, left: int) -> None:
    units = [unit("B", "blue", "6-6-4", "0404"), unit("R", "red", "4-4-9", "0409")]
    play = scene(units, WORKS + f"kept = {kept}\n").do("fortify B")
    next_turn(play).do("move B 0401")
    works = play.game.view(play.state, None)["exclusive"]["works"]
    assert len(works) == left
    play.do("end")
    while play.player == "blue":
        play.do("end")
    play.do("move R 0404")
    assert play.game.view(play.state, None)["exclusive"]["works"] == []


# -- markers ---------------------------------------------------------------------------------------

MARKERS = """
[[exclusive.markers]]
rule = "19.1"
markers = ["b1"]
kind = "gun"
range = 2
near = ["0302"]
[[exclusive.markers]]
rule = "19.2"
markers = ["b2"]
kind = "air"
uses = ["barrage"]
not_in = ["woods"]
"""
FIRE = {"blue": [1, 2], "red": [1]}


def test_markers_have_a_range_uses_and_terrain() -> None:
    units = [*PAIR, unit("F", "red", "1-1-1", "0909"), unit("W", "red", "1-1-1", "0908")]
    wood = "\n".join(["." * 9] * 7 + ["........w"] + ["." * 9])
    play = scene(units, MARKERS, wood, markers=FIRE).to_combat()
    barrages = [line for line in play.legal() if line.startswith("barrage")]
    # b1 reaches no farther than two hexes from 0302; b2 is no use against woods.
    assert barrages == ["barrage 0405 with b2", "barrage 0909 with b2"]
    play.refuses("barrage 0405 with b1", "19.1")
    play.refuses("barrage 0908 with b2", "19.2")
    play.do("attack 0405 with B")
    assert play.seat == "red"  # neither of blue's markers may support this attack


def test_a_marker_within_range_supports() -> None:
    units = [unit("B", "blue", "6-6-4", "0404"), unit("R", "red", "4-4-4", "0304")]
    play = scene(units, MARKERS, markers=FIRE).to_combat().do("attack 0304 with B")
    assert play.legal() == ["decline", "support b1"]
    play.refuses("support b2", "19.2")
    play.do("support b1")


def test_a_range_may_be_counted_from_units() -> None:
    rules = MARKERS.replace('near = ["0302"]', 'near_units = ["B"]')
    units = [*PAIR, unit("F", "red", "1-1-1", "0407")]
    play = scene(units, rules, markers=FIRE).to_combat()
    assert "barrage 0405 with b1" in play.legal()
    play.refuses("barrage 0407 with b1", "19.1")  # three hexes from B


def test_guns_are_lost_with_their_park() -> None:
    rules = MARKERS.replace('near = ["0302"]', 'near = ["0302"]\npark = "0505"')
    units = [PAIR[0], unit("R", "red", "4-4-6", "0507")]
    play = scene(units, rules, markers=FIRE)
    assert play.free("blue") == ["b1", "b2"]
    play.do("end")
    while play.player == "blue":
        play.do("end")
    play.do("move R 0505")
    assert play.free("blue") == ["b2"]
    next_turn(play)
    assert play.free("blue") == ["b2"]


def test_weather_may_ground_a_kind_of_marker() -> None:
    storm = '[exclusive.conditions.storm]\nturns = [2]\nwithout = ["air"]\n'
    play = scene(PAIR, MARKERS + storm, markers=FIRE)
    assert play.free("blue") == ["b1", "b2"]
    assert next_turn(play).free("blue") == ["b1"]
    assert next_turn(play).free("blue") == ["b1", "b2"]


def test_markers_drawn_at_random_with_exact_odds() -> None:
    draw = '[exclusive.draw]\nrule = "13.0"\nname = {en = "Draw", ja = "抽選"}\n'
    play = scene(PAIR, draw, markers={"blue": [1, 2, 5], "red": [3]}, turns=["2/1"])
    assert play.legal() == ["roll"] and play.seat == "blue"
    hands = odds(lambda dice: consequence(play.at, ROLL, dice).hands[0])
    assert hands == {0b011: Fraction(1, 3), 0b101: Fraction(1, 3), 0b110: Fraction(1, 3)}
    play.state, _ = play.game.apply(play.state, "blue", ROLL, Dice((), seeded("1")))
    assert play.seat == "red"
    play.do("roll")
    assert len(play.free("blue")) == 2 and play.free("red") == ["r1"]


DRAW = '[exclusive.draw]\nrule = "13.0"\n'


def drawn(play: Scene) -> Scene:
    """Everybody has drawn the markers of the turn."""
    while play.state.pending is not None:
        play.state, _ = play.game.apply(play.state, play.seat, ROLL, Dice((), seeded("1")))
    return play


@pytest.mark.parametrize(
    ("day", "hands"),
    [
        ("", [["b1", "b2"]]),
        ("support = {blue = -1}", [["b1"], ["b2"]]),
        ('without = ["air"]', [["b1"]]),  # b2 is drawn, but does not fly
    ],
)
def test_what_is_drawn_is_what_the_day_leaves(day: str, hands: list[list[str]]) -> None:
    """In the second turn blue draws two of two markers, if the day lets it."""
    rules = MARKERS + DRAW + f"[exclusive.conditions.day]\nturns = [2]\n{day}\n"
    play = next_turn(drawn(scene(PAIR, rules, markers=FIRE, turns=["2/0"] * 2)))
    chances = odds(lambda dice: consequence(play.at, ROLL, dice).hands[0])
    names = [[name for i, name in enumerate(("b1", "b2")) if hand >> i & 1] for hand in chances]
    assert sorted(names) == hands


def test_a_marker_that_is_lost_is_not_drawn() -> None:
    rules = MARKERS.replace('near = ["0302"]', 'near = ["0302"]\npark = "0505"') + DRAW
    play = drawn(
        scene([PAIR[0], unit("R", "red", "4-4-6", "0507")], rules, markers=FIRE, turns=["1/1"] * 2)
    )
    while play.player == "blue":
        play.do("end")
    play.do("move R 0505")
    next_turn(play)
    hands = odds(lambda dice: consequence(play.at, ROLL, dice).hands[0])
    assert hands == {0b10: 1}  # the one that is left


# -- victory ---------------------------------------------------------------------------------------


def victory(when: str, more: str = "") -> str:
    return (
        LEVELS + 'hexes = [{hex = "0303", points = 2, holder = "red"' + more + "}]\n"
        f'sudden = [{{side = "blue", holds = ["0303"], when = "{when}", name = "taken"}}]\n'
    )


@pytest.mark.parametrize(
    ("when", "over"), [("at_once", "move"), ("player_turn", "player"), ("game_turn", "game")]
)
def test_a_sudden_victory_may_come_inside_a_turn(when: str, over: str) -> None:
    units = [PAIR[0], unit("R", "red", "4-4-4", "0909")]
    play = scene(units, "", victory=victory(when)).do("move B 0303")
    assert (play.phase is Phase.OVER) is (over == "move")
    while play.phase is not Phase.OVER and play.player == "blue":
        play.do("end")
    assert (play.phase is Phase.OVER) is (over != "game")
    while play.phase is not Phase.OVER:
        play.do("end")
    assert play.state.turn == 1
    outcome = play.game.outcome(play.state)
    assert outcome is not None and outcome.winners == ("blue",)


def test_points_for_hexes_turn_by_turn() -> None:
    units = [PAIR[0], unit("R", "red", "4-4-4", "0909")]
    play = scene(units, "", victory=victory("game_turn", ", each_turn = true").split("sudden")[0])
    next_turn(play)
    assert play.game.view(play.state, None)["points"] == {"blue": 0, "red": 2}
    play.do("move B 0303")
    next_turn(play)
    assert play.game.view(play.state, None)["points"] == {"blue": 2, "red": 2}
    next_turn(play)
    assert play.game.view(play.state, None)["points"] == {"blue": 4, "red": 2}


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        (REPLACEMENTS.replace("[0, 1, 2]", "[0, 1, 2, 3, 4]"), "per_turn"),
        (REPLACEMENTS.replace("[0, 1, 2]", '"some"'), "per_turn"),
        (REPLACEMENTS.replace('hexes = {blue = ["0101"]}', ""), "missing"),
        (WORKS.replace("blue = 1", "green = 1"), "unknown_key"),
        (MARKERS.replace('"b1"', '"b9"'), "no_such_marker"),
        (MARKERS.replace('"b2"', '"b1"'), "marker_rule_twice"),
        (MARKERS.replace('["b1"]', '["b1", "r1"]'), "markers_of_both"),
        (MARKERS.replace('near = ["0302"]', ""), "missing"),
        (MARKERS.replace('["barrage"]', '["smoke"]'), "choice"),
    ],
)
def test_mistakes_are_found(rules: str, problem: str) -> None:
    texts = source(PAIR, victory=LEVELS + rules, markers=FIRE, turns=["1/1"] * 4)
    keys = [p.message.key.removeprefix("folio.scenario.") for p in check(**texts)]
    assert problem in keys


def test_further_steps_need_a_reverse() -> None:
    lone = unit("B", "blue", "6-6-4", "0404", back=None, further=["1-1-1"])
    texts = source([lone, PAIR[1]])
    assert "missing" in [p.message.key.removeprefix("folio.scenario.") for p in check(**texts)]


# -- random play -----------------------------------------------------------------------------------


def battle() -> dict[str, str]:
    units = []
    for n in range(5):
        steps = {"further": ["1-1-4"]} if n < 2 else {}
        flags = ["no_zoc"] if n == 4 else []
        blue, red = f"0{n + 2}04", f"0{n + 2}06"
        units.append(
            unit(f"B{n}", "blue", f"{n + 3}-4-5", blue, mobile=n > 2, flags=flags, **steps)
        )
        units.append(unit(f"R{n}", "red", f"{n + 3}-4-5", red, mobile=n > 2, **steps))
    replacements = REPLACEMENTS.replace("{blue = [0, 1, 2]}", "{blue = 1, red = 2}")
    replacements = replacements.replace(
        '{blue = ["0101"]}', '{blue = ["0101"], red = ["0909", "0809"]}'
    )
    rules = replacements + WORKS + MARKERS + '[exclusive.draw]\nrule = "13.0"\n'
    return source(
        units,
        victory=victory("at_once", ", each_turn = true").replace('"0303"', '"0908"') + rules,
        crt=FIVE_COLUMNS,
        markers={"blue": [1, 2, 3], "red": [1, 2]},
        turns=["2/1"] * 5,
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_play_ends_and_replays(seed: int) -> None:
    table, journal = random_table(Folio(), battle(), seed)
    assert table.outcome() is not None
    check_replay(Folio(), table, journal)


@pytest.mark.parametrize("planner", [False, True])
def test_bots_play_it_to_the_end(planner: bool) -> None:
    game = Folio()
    bots = {"blue": Planner(1, effort=NORMAL) if planner else GreedyBot(), "red": GreedyBot()}
    end, _ = play_game(game, game.setup(battle(), {}), bots, seeded("2"))
    assert end.phase is Phase.OVER
