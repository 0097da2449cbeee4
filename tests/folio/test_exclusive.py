"""Exclusive rules: declared in the scenario file, enforced, told by the scenario's numbers."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from folio_scene import FIVE_COLUMNS, PLAIN, Scene, source, unit

from hexfire.bots.greedy import GreedyBot
from hexfire.bots.planner import NORMAL, Planner
from hexfire.bots.player import play_game
from hexfire.dice import Dice, odds, seeded
from hexfire.folio import Folio, Phase, State, check
from hexfire.folio.actions import ROLL
from hexfire.folio.ask import attack
from hexfire.folio.combat import assess
from hexfire.folio.effects import consequence
from hexfire.folio.reader import load
from hexfire.folio.state import Combat, Extra
from hexfire.play.contract import check_replay, random_table
from hexfire.rulebook import BadInput

LEVELS = '[victory]\nlevels = [{side = "blue", margin = 1}]\n'


def scene(units: list[dict[str, Any]], rules: str, ground: str = PLAIN, **more: Any) -> Scene:
    """A battle with exclusive rules."""
    return Scene(units, ground, victory=LEVELS + rules, **more)


def wrong(rules: str, **more: Any) -> list[str]:
    """What `check` says of exclusive rules, by the keys of its messages."""
    units = [unit("B", "blue", "4-4-4", "0101"), unit("R", "red", "4-4-4", "0909")]
    texts = source(units, victory=LEVELS + rules, turns=["1/1", "1/1"], **more)
    return [problem.message.key.removeprefix("folio.scenario.") for problem in check(**texts)]


def strength(play: Scene, name: str) -> tuple[int, int, int]:
    return tuple(play.at.strength(play.at.scenario.unit_index[name]))


# -- conditions of the day, weather ------------------------------------------------------------

NIGHT = """
[exclusive.conditions.night]
rule = "11.2"
name = {en = "Night", ja = "夜間"}
turns = [2]
mobile = "half"
foot = -1
support = {blue = "none", red = -1}
shift = {blue = -1}
barrages = false
"""

BOTH = [
    unit("B", "blue", "4-4-5", "0404"),
    unit("M", "blue", "6-4-9", "0505", mobile=True),
    unit("R", "red", "4-4-4", "0405"),
]


def next_turn(play: Scene) -> Scene:
    turn = play.state.turn
    while play.state.turn == turn and play.state.pending is None:
        play.do("end")
    return play


def test_a_night_turn_changes_movement_support_and_columns_and_passes() -> None:
    play = scene(
        BOTH, NIGHT, crt=FIVE_COLUMNS, markers={"blue": [1], "red": [1, 2]}, turns=["1/2"] * 3
    )
    assert strength(play, "M") == (6, 4, 9)
    assert play.free("blue") == ["b1"] and play.free("red") == ["r1", "r2"]
    play.to_combat()
    day = play.game.at(play.state)
    assert "barrage 0405 with b1" in play.legal()

    target = day.scenario.unit_index["R"]
    fight = Combat(target, day.scenario.hex_index["0405"], (0, 1))
    by_day = assess(day, fight)
    next_turn(play)
    assert strength(play, "M") == (6, 4, 4)  # nine halved, fractions dropped
    assert strength(play, "B") == (4, 4, 4)
    assert play.free("blue") == [] and play.free("red") == ["r1"]
    by_night = assess(play.at, fight)
    assert by_night.column == by_day.column - 1
    assert [(m.rule, m.value) for m in by_night.shifts] == [("11.2", -1)]
    assert by_day.shifts == ()
    view = play.game.view(play.state, "blue")
    assert view["exclusive"]["conditions"] == [
        {"rule": "11.2", "name": {"en": "Night", "ja": "夜間"}}
    ]
    play.refuses("move M 0909", "11.2")
    next_turn(play)
    assert strength(play, "M") == (6, 4, 9)
    assert play.free("blue") == ["b1"]


def test_no_barrages_at_night_and_the_rule_says_so() -> None:
    play = scene(
        BOTH,
        NIGHT.replace('support = {blue = "none", red = -1}', ""),
        crt=FIVE_COLUMNS,
        markers={"blue": [1], "red": [1]},
        turns=["1/1"] * 2,
    )
    next_turn(play).to_combat()
    assert not [line for line in play.legal() if line.startswith("barrage")]
    play.refuses("barrage 0405 with b1", "11.2")


WEATHER = """
[exclusive.conditions.mud]
rule = "12.1"
name = {en = "Mud", ja = "泥濘"}
roads = "trail"
terrain = {clear = {foot = 1, mobile = 3}}
[exclusive.weather]
rule = "12.0"
die = "d6"
turns = [2]
results = {"1-4" = "fair", "5-6" = "mud"}
"""


def test_weather_is_rolled_for_with_exact_odds_and_changes_the_ground() -> None:
    play = scene(BOTH, WEATHER, more_ground="[road]\n0505-0604", turns=["0/0"] * 3)
    assert play.reach("M")["0604"] == 0.5 and play.reach("M")["0504"] == 1
    next_turn(play)
    assert play.legal() == ["roll"] and play.state.turn == 2
    play.refuses("end", "12.0")
    chances = odds(lambda dice: weather_after(play, dice))
    assert chances == {-1: Fraction(4, 6), 0: Fraction(2, 6)}
    play.do("roll", roll=5)
    assert play.events[0].rule == "12.0" and play.phase is Phase.MOVEMENT
    assert play.reach("M")["0604"] == 1 and play.reach("M")["0504"] == 3
    assert play.reach("B")["0403"] == 1
    next_turn(play)  # not rolled for on turn 3: it stays
    assert play.reach("M")["0504"] == 3


@pytest.mark.parametrize(("faces", "muddy"), [((6, 2), True), ((1, 6), False)])
def test_the_dice_of_the_weather_are_added(faces: tuple[int, int], muddy: bool) -> None:
    rules = WEATHER.replace('"d6"', '"2d6"').replace("1-4", "2-7").replace("5-6", "8-12")
    play = next_turn(scene(BOTH, rules, turns=["0/0"] * 3))
    play.state, _ = play.game.apply(play.state, play.seat, ROLL, Dice(faces))
    assert play.reach("M")["0504"] == (3 if muddy else 1)


def weather_after(play: Scene, dice: Dice) -> int:

    after = consequence(play.at, ROLL, dice)
    assert isinstance(after.extra, Extra)
    return after.extra.weather


def test_the_first_turns_weather_is_rolled_before_anybody_moves() -> None:
    play = scene(BOTH, WEATHER.replace("turns = [2]", ""), turns=["0/0"] * 2)
    assert play.legal() == ["roll"] and play.seat == "blue"
    play.do("roll", roll=1)
    assert play.reach("M")["0504"] == 1


def test_frozen_rivers_and_no_zoc() -> None:
    rules = '[exclusive.conditions.frost]\nturns = [1]\nignores = ["river"]\nzoc = false\n'
    play = scene(BOTH, rules, more_ground="[river]\n0404: N", turns=["0/0", "0/0"])
    assert play.reach("B")["0403"] == 1
    assert not play.at.front(1).zoc
    next_turn(play)
    assert play.reach("B")["0403"] == 2
    assert play.at.front(1).zoc


def day(rules: str) -> str:
    """A condition of the second game turn."""
    return f'[exclusive.conditions.day]\nrule = "12.4"\nturns = [2]\n{rules}\n'


@pytest.mark.parametrize(
    ("rules", "costs"),
    [
        ("", (0.5, 1, 2)),
        ('roads = "trail"', (1, 1, 2)),
        ('roads = "none"', (2, 1, 2)),
        ("trails = false", (0.5, 2, 2)),
        ('roads = "trail"\ntrails = false', (2, 2, 2)),
        ("hexside = {river = 2}", (0.5, 1, 3)),
    ],
)
def test_the_day_changes_roads_trails_and_hexsides(
    rules: str, costs: tuple[float, float, float]
) -> None:
    """Through the woods by road and by trail, and over a river, on the day and before it."""
    wood = "\n".join([*["........."] * 2, "....w....", "...w.....", *["........."] * 5])
    units = [unit("B", "blue", "4-4-5", "0403"), unit("R", "red", "4-4-4", "0909")]
    ways = "[road]\n0403-0404\n[trail]\n0403-0503\n[river]\n0402: N NE SE S SW NW"
    play = scene(units, day(rules), wood, more_ground=ways, turns=["0/0"] * 2)
    assert [play.reach("B")[hex] for hex in ("0404", "0503", "0402")] == [0.5, 1, 2]
    next_turn(play)
    assert tuple(play.reach("B")[hex] for hex in ("0404", "0503", "0402")) == costs


@pytest.mark.parametrize(
    ("support", "blue", "red"),
    [
        ('{blue = -1, red = "none"}', ["b1"], []),
        ('{blue = "none", red = -1}', [], ["r1"]),
        ("{red = -1}", ["b1", "b2"], ["r1"]),
    ],
)
def test_the_day_gives_each_side_its_own_support(
    support: str, blue: list[str], red: list[str]
) -> None:
    markers = {"blue": [1, 2], "red": [1, 2]}
    play = scene(BOTH, day(f"support = {support}"), markers=markers, turns=["2/2"] * 2)
    next_turn(play)
    assert (play.free("blue"), play.free("red")) == (blue, red)


@pytest.mark.parametrize(("player", "column"), [("blue", 0), ("red", 3)])
def test_the_day_shifts_each_side_s_attacks_by_its_own_columns(player: str, column: int) -> None:
    """Four against four is the second of five columns."""
    units = [unit("B", "blue", "4-4-5", "0404"), unit("R", "red", "4-4-4", "0405")]
    rules = day("shift = {blue = -1, red = 2}")
    play = next_turn(scene(units, rules, crt=FIVE_COLUMNS, turns=["0/0"] * 2))
    while play.player != player:
        play.do("end")
    play.to_combat()
    hex, who = ("0405", "B") if player == "blue" else ("0404", "R")
    assert attack(play.at, hex, (who,))[0].column == column


# -- supply ------------------------------------------------------------

SUPPLY = """
[exclusive.supply]
rule = "10.1"
name = {en = "Supply", ja = "補給"}
ezoc = "EZOC"
[exclusive.supply.blue]
sources = ["0101"]
length = 6
[[exclusive.supply.stages]]
attack = "half"
mobile = "half"
[[exclusive.supply.stages]]
attack = "half"
may_attack = false
loss = "reduced"
"""


def supply(ezoc: str = "friends_open", **change: str) -> str:
    text = SUPPLY.replace("EZOC", ezoc)
    for old, new in change.items():
        text = text.replace(old, new)
    return text


def cut(play: Scene) -> dict[str, int]:
    return play.game.view(play.state, None)["exclusive"]["cut_off"]  # type: ignore[no-any-return]


def test_a_line_of_supply_has_a_length() -> None:
    near, far = unit("N", "blue", "4-4-4", "0104"), unit("F", "blue", "4-4-4", "0108")
    play = scene([near, far, unit("R", "red", "4-4-4", "0909")], supply(), turns=["0/0"] * 4)
    # 0101 to 0107 are six hexes: the seventh is too far.
    assert cut(play) == {"F": 1}
    assert strength(play, "F") == (2, 4, 4) and strength(play, "N") == (4, 4, 4)
    play.do("move F 0107")
    next_turn(play)
    assert cut(play) == {}
    assert strength(play, "F") == (4, 4, 4)


@pytest.mark.parametrize(
    ("ezoc", "opened", "out"),
    [
        ("friends_open", False, 1),
        ("friends_open", True, 0),
        ("blocks", True, 1),
        ("free", False, 0),
    ],
)
def test_enemy_zones_cut_lines(ezoc: str, opened: bool, out: int) -> None:
    # The sea leaves one way, past the enemy in 0202 whose ZOC covers 0102 and 0103.
    ground = "\n".join([".~.......", "...~.....", *[".~......."] * 7])
    units = [
        unit("B", "blue", "4-4-4", "0105"),
        unit("R", "red", "4-4-4", "0202"),
        unit("E", "red", "4-4-4", "0909"),
    ]
    if opened:
        units += [unit("O", "blue", "1-1-1", "0102"), unit("P", "blue", "1-1-1", "0103")]
    play = scene(units, supply(ezoc), ground, turns=["0/0"] * 2)
    expected = {"B": 1} if out else {}
    assert {name: n for name, n in cut(play).items() if name == "B"} == expected


def test_the_unit_s_own_hex_is_no_part_of_the_line() -> None:
    units = [unit("B", "blue", "4-4-4", "0105"), unit("R", "red", "4-4-4", "0106")]
    play = scene(units, supply("blocks"), turns=["0/0"] * 2)
    assert play.at.board.zoc[1] >> play.at.scenario.hex_index["0105"] & 1
    assert cut(play) == {}


def test_an_enemy_on_the_source_closes_it() -> None:
    units = [unit("B", "blue", "4-4-4", "0105"), unit("R", "red", "4-4-4", "0101")]
    assert cut(scene(units, supply("free"))) == {"B": 1}


def test_supply_bites_by_stages_and_the_rule_is_named() -> None:
    units = [
        unit("F", "blue", "5-4-4", "0909"),
        unit("M", "blue", "6-4-9", "0808", mobile=True),
        unit("R", "red", "4-4-4", "0908"),
    ]
    play = scene(units, supply(), turns=["0/0"] * 4, crt=FIVE_COLUMNS)
    assert strength(play, "F") == (2, 4, 4) and strength(play, "M") == (3, 4, 4)
    assert [e.rule for e in play.events] == []
    play.to_combat()
    found = play.game.at(play.state)
    assert "attack 0908 with F, M" in play.legal()

    tally = attack(found, "0908", ("F", "M"))[0].attack
    assert tally.total == 5
    assert tally.items[0].why is not None and tally.items[0].why["why"] == ("@exclusive.10.1",)
    next_turn(play)
    assert cut(play) == {"F": 2, "M": 2}
    assert play.reduced("F") and play.reduced("M")
    assert {e.rule for e in play.events} >= {"10.1"}
    play.to_combat()
    # Nobody of blue's may attack: the Combat Phase is passed over.
    assert play.phase is Phase.MOBILE_MOVEMENT
    next_turn(play)
    assert play.gone("F") and play.gone("M")


def test_supply_by_movement_points_along_roads_from_a_unit() -> None:
    rules = """
[exclusive.supply]
[exclusive.supply.blue]
source_units = ["Q"]
measure = "mp"
length = 2
roads = true
[[exclusive.supply.stages]]
movement = "none"
"""
    units = [
        unit("Q", "blue", "0-1-4", "0101"),
        unit("A", "blue", "4-4-4", "0104"),
        unit("C", "blue", "4-4-4", "0203"),
        unit("D", "blue", "4-4-4", "0108"),
        unit("R", "red", "4-4-4", "0909"),
    ]
    road = "[road]\n0101-0102-0103-0104-0105-0106-0107-0108"
    play = scene(units, rules, more_ground=road, turns=["0/0"] * 2)
    assert cut(play) == {"C": 1, "D": 1}  # half a point a hex: four hexes are reached
    assert strength(play, "C") == (4, 4, 0)
    assert not [line for line in play.legal() if line.startswith("move C")]


def test_supply_by_movement_points_over_open_ground_and_by_trail() -> None:
    """Two points lead two clear hexes far; a trail serves a line that needs a way."""
    rules = """
[exclusive.supply]
exempt = ["X"]
[exclusive.supply.blue]
sources = ["0101"]
measure = "mp"
length = 2
[[exclusive.supply.stages]]
movement = "none"
"""
    units = [
        unit("A", "blue", "4-4-4", "0103"),
        unit("B", "blue", "4-4-4", "0104"),
        unit("X", "blue", "4-4-4", "0808"),
        unit("R", "red", "4-4-4", "0909"),
    ]
    assert cut(scene(units, rules, turns=["0/0"] * 2)) == {"B": 1}
    by_way = rules.replace("length = 2", "length = 9\nroads = true")
    trail = "[trail]\n0101-0102-0103"
    assert cut(scene(units, by_way, more_ground=trail, turns=["0/0"] * 2)) == {"B": 1}


# -- command ------------------------------------------------------------

COMMAND = """
[exclusive.command]
rule = "13.0"
may_attack = false
[[exclusive.command.headquarters]]
unit = "HQ"
radius = 2
commands = ["formation:7"]
"""


def test_units_beyond_the_radius_may_not_attack() -> None:
    units = [
        unit("HQ", "blue", "0-1-4", "0101"),
        unit("A", "blue", "4-4-4", "0103", formation="7"),
        unit("B", "blue", "4-4-4", "0104", formation="7"),
        unit("C", "blue", "4-4-4", "0203"),
        unit("R", "red", "4-4-4", "0204"),
    ]
    play = scene(units, COMMAND, turns=["0/0"] * 2).to_combat()
    assert play.game.view(play.state, None)["exclusive"]["astray"] == ["B"]
    play.refuses("attack 0204 with B", "13.0")
    assert "attack 0204 with A, C" not in play.legal()  # A is not adjacent: only C is
    assert "attack 0204 with C" in play.legal()


def test_a_headquarters_commands_its_own_and_only_from_the_map() -> None:
    other = """
[[exclusive.command.headquarters]]
unit = "HQ8"
radius = 2
commands = ["formation:8"]
"""
    units = [
        unit("HQ", "blue", "0-1-4", None, turn=2, entry=["0101"]),
        unit("HQ8", "blue", "0-1-4", "0202"),
        unit("A", "blue", "4-4-4", "0102", formation="7"),
        unit("B", "blue", "4-4-4", "0203", formation="8"),
        unit("R", "red", "4-4-4", "0909"),
    ]
    play = scene(units, COMMAND + other, turns=["0/0"] * 3)
    assert play.game.view(play.state, None)["exclusive"]["astray"] == ["A"]


def test_who_is_without_command_is_so_through_the_enemy_s_turn() -> None:
    other = """
[[exclusive.command.headquarters]]
unit = "HR"
radius = 2
commands = ["S"]
"""
    units = [
        unit("HQ", "blue", "0-1-4", "0101"),
        unit("B", "blue", "4-4-4", "0105", formation="7"),
        unit("HR", "red", "0-1-4", "0909"),
        unit("S", "red", "4-4-4", "0905"),
    ]
    play = scene(units, COMMAND + other, turns=["0/0"] * 2)
    while play.player == "blue":
        play.do("end")
    assert play.game.view(play.state, None)["exclusive"]["astray"] == ["B", "S"]


# -- shifts, tables ------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "columns"),
    [
        ("columns = 2", 2),
        ("columns = 2\nturns = [2]", 0),
        ('columns = 1\nattackers = ["M"]', 1),
        ('columns = 1\nattackers = ["M"]\nevery = true', 0),
        ('columns = 1\nattackers = ["class:foot"]', 1),
        ('columns = 1\ntargets = ["R"]', 1),
        ('columns = 1\ntargets = ["S"]', 0),
        ('columns = 1\nterrain = ["woods"]', 0),
        ('columns = 1\nterrain = ["clear"]', 1),
        ('columns = 1\nhexes = ["0405"]', 1),
        ('columns = 1\nhexes = ["0406"]', 0),
        ('columns = 1\nonly = "barrages"', 0),
        ("columns = 9", 3),
        ("columns = -9", -1),
    ],
)
def test_shifts_count_when_all_they_ask_for_is_so(rule: str, columns: int) -> None:
    units = [*BOTH[:1], unit("M", "blue", "1-4-9", "0505", mobile=True), BOTH[2]]
    units.append(unit("S", "red", "1-1-1", "0909"))
    texts = f'[[exclusive.shifts]]\nrule = "9.1"\nside = "blue"\n{rule}\n'
    play = scene(units, texts, crt=FIVE_COLUMNS, turns=["0/0"] * 2).to_combat()

    # 4 + 1 - 4 = +1: the second of five columns.
    found, chances = attack(play.at, "0405", ("B", "M"))
    assert found.column == 1 + columns
    column = [row[1 + columns] for row in play.at.scenario.crt.results.values()]
    assert chances == {result: Fraction(column.count(result), 6) for result in column}


@pytest.mark.parametrize(
    ("strength", "side", "column"),
    [
        ("1-4-5", "blue", -1),  # 1 - 4 = -3 is off the table: no shift leads back onto it
        ("5-4-5", "blue", 3),
        ("5-4-5", "red", 1),  # a shift is for the attacks of its own side
    ],
)
def test_a_shift_is_its_own_side_s_and_leads_nobody_back_onto_the_table(
    strength: str, side: str, column: int
) -> None:
    units = [unit("B", "blue", strength, "0404"), unit("R", "red", "4-4-4", "0405")]
    rules = f'[[exclusive.shifts]]\nrule = "9.1"\nside = "{side}"\ncolumns = 2\n'
    options = {"off_table": "no_effect"}
    play = scene(units, rules, crt=FIVE_COLUMNS, options=options).to_combat()
    assert attack(play.at, "0405", ("B",))[0].column == column


def test_each_side_may_have_a_table_of_its_own() -> None:
    table = FIVE_COLUMNS.replace("[crt", "[exclusive.tables.red").replace(
        '"(A)", "•"', '"De", "De"'
    )
    play = scene(BOTH, table, crt=FIVE_COLUMNS, turns=["0/0"])
    play.to_combat()
    assert play.at.scenario.crt.results[1][1] == "•"
    play.do("end")
    while play.player != "red":
        play.do("end")
    assert play.at.scenario.crt.results[1][1] == "De"


# -- terrain without ZOC, sides open to attack only ----------------------------------------


def test_zoc_does_not_enter_some_terrain_nor_cross_some_sides() -> None:
    texts = source(
        [unit("B", "blue", "4-4-4", "0404"), unit("R", "red", "4-4-4", "0909")],
        "\n".join(["........."] * 2 + ["...w....."] + ["........."] * 6),
        more_ground="[river]\n0404: S",
    )
    assert load(texts).zones[0][load(texts).hex_index["0404"]].bit_count() == 6
    texts["toml"] = texts["toml"].replace('symbol = "w"', 'symbol = "w"\nzoc = false')
    texts["toml"] = texts["toml"].replace("[hexside.river]", "[hexside.river]\nzoc = false")
    scenario = load(texts)
    zone = scenario.zones[0][scenario.hex_index["0404"]]
    assert zone.bit_count() == 4
    assert not zone >> scenario.hex_index["0403"] & 1 and not zone >> scenario.hex_index["0405"] & 1


@pytest.mark.parametrize(("attack", "listed"), [("", False), ("attack = true", True)])
def test_a_side_closed_to_movement_may_be_open_to_attack(attack: str, listed: bool) -> None:
    units = [unit("B", "blue", "4-4-4", "0404"), unit("R", "red", "4-4-4", "0405")]
    texts = source(units, more_ground="[cliff]\n0404: S")
    texts["toml"] = texts["toml"].replace("[hexside.cliff]", f"[hexside.cliff]\n{attack}")
    game = Folio()
    state = game.setup(texts, {})
    at = game.at(state)
    assert "0405" not in [
        at.label(j) for j, _ in at.scenario.steps[0][at.scenario.hex_index["0404"]]
    ]
    strikes = at.scenario.strikes[0][at.scenario.hex_index["0404"]]
    assert bool(strikes >> at.scenario.hex_index["0405"] & 1) is listed


def test_a_side_open_to_movement_may_be_closed_to_attack() -> None:
    units = [unit("B", "blue", "4-4-4", "0404"), unit("R", "red", "4-4-4", "0405")]
    texts = source(units, more_ground="[river]\n0404: S")
    texts["toml"] = texts["toml"].replace("[hexside.river]", "[hexside.river]\nattack = false")
    scenario = load(texts)
    assert not scenario.strikes[0][scenario.hex_index["0404"]] >> scenario.hex_index["0405"] & 1


# -- optional rules ------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "options", "plays"),
    [
        ("on", {}, True),
        ("off", {}, False),
        ("on", {"exclusive.10.1": False}, False),
        ("off", {"exclusive.10.1": True}, True),
    ],
)
def test_optional_rules_are_played_by_agreement(
    word: str, options: dict[str, bool], plays: bool
) -> None:
    rules = supply().replace('rule = "10.1"', f'rule = "10.1"\noptional = "{word}"')
    units = [unit("B", "blue", "4-4-4", "0909"), unit("R", "red", "4-4-4", "0101")]
    texts = source(units, victory=LEVELS + rules)
    game = Folio()
    at = game.at(game.setup(texts, options))
    assert (at.strength(0).attack == 2) is plays


def test_only_optional_rules_can_be_left_out() -> None:
    texts = source([unit("B", "blue", "4-4-4", "0909")], victory=LEVELS + supply())
    with pytest.raises(BadInput) as error:
        Folio().setup(texts, {"exclusive.10.1": False})
    assert error.value.message.key == "folio.option.unknown"


# -- mistakes ------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("[exclusive.suply]\n", "unknown_key"),
        ('[exclusive.supply]\nrule = "10.1"\n', "missing"),
        ("[exclusive.supply]\n[[exclusive.supply.stages]]\n", "no_sources"),
        (supply().replace('["0101"]', '["9999"]'), "no_hex"),
        (supply().replace("length = 6", 'length = "long"'), "type"),
        (supply().replace("length = 6", "length = 0"), "too_small"),
        (supply().replace('attack = "half"', 'attack = "little"'), "change"),
        (supply().replace('loss = "reduced"', 'loss = "fled"'), "choice"),
        (supply().replace('rule = "10.1"', 'rule = "F5.1"'), "rule_taken"),
        (supply().replace('rule = "10.1"', 'rule = "the tenth rule"'), "rule_id"),
        (supply() + '[exclusive.supply.red]\nsource_units = ["B"]\n', "other_side"),
        (NIGHT.replace("[2]", "[3]"), "no_turn"),
        (NIGHT + 'roads = "mud"\n', "choice"),
        (NIGHT + "terrain = {moor = 2}\n", "choice"),
        (NIGHT + 'terrain = {woods = "deep"}\n', "cost"),
        (WEATHER.replace('"5-6"', '"6"'), "rolls_gap"),
        (WEATHER.replace('"5-6"', '"4-6"'), "rolls_gap"),
        (WEATHER.replace('= "mud"', '= "snow"'), "choice"),
        (WEATHER.replace('"d6"', '"coin"'), "die"),
        (COMMAND.replace("HQ", "B"), "no_such_unit"),
        ('[[exclusive.shifts]]\nside = "blue"\ncolumns = 12\n', "columns"),
        ('[[exclusive.shifts]]\nside = "blue"\ncolumns = 1\nattackers = ["R"]\n', "other_side"),
        ('[[exclusive.shifts]]\nside = "blue"\ncolumns = 1\n' * 61, "too_large"),
    ],
)
def test_mistakes_are_found(rules: str, problem: str) -> None:
    assert problem in wrong(rules)


# -- random play ------------------------------------------------------------


def crowd() -> list[dict[str, Any]]:
    found = [unit("HQ", "blue", "1-1-4", "0105")]
    for n in range(5):
        blue, red = f"0{n + 2}03", f"0{n + 2}07"
        found.append(unit(f"B{n}", "blue", f"{n + 2}-3-5", blue, formation="7", mobile=n > 2))
        found.append(unit(f"R{n}", "red", f"{n + 2}-3-5", red, mobile=n > 2))
    return found


def everything() -> str:
    command = COMMAND.replace("may_attack = false", 'movement = "half_up"')
    shift = '[[exclusive.shifts]]\nrule = "9.1"\nside = "blue"\ncolumns = 1\nturns = [1]\n'
    weather = WEATHER.replace("turns = [2]", "")
    return NIGHT + weather + supply().replace('"0101"', '"0102"') + command + shift


@pytest.mark.parametrize("seed", range(6))
def test_random_play_with_every_rule_ends_and_replays(seed: int) -> None:
    texts = source(
        crowd(),
        victory=LEVELS + everything(),
        crt=FIVE_COLUMNS,
        markers={"blue": [1, 2], "red": [1, 2]},
        turns=["2/2"] * 4,
    )
    game = Folio()
    table, journal = random_table(game, texts, seed)
    assert table.outcome() is not None
    check_replay(Folio(), table, journal)


@pytest.mark.parametrize("level", ["greedy", "planner"])
def test_bots_play_it_to_the_end(level: str) -> None:

    texts = source(
        crowd(),
        victory=LEVELS + everything(),
        crt=FIVE_COLUMNS,
        markers={"blue": [1, 2], "red": [1, 2]},
        turns=["2/2"] * 4,
    )
    game = Folio()
    bots = {
        "blue": GreedyBot() if level == "greedy" else Planner(1, effort=NORMAL),
        "red": GreedyBot(),
    }
    end, _ = play_game(game, game.setup(texts, {}), bots, seeded("1"))
    assert end.phase is Phase.OVER


def test_a_scenario_without_exclusive_rules_has_none_of_it() -> None:
    game = Folio()
    rng = random.Random(1)
    state: State = game.setup("tutorial", {})
    for _ in range(30):
        (seat,) = game.to_act(state)
        state, _ = game.apply(state, seat, rng.choice(game.menu(state, seat)), Dice())
        assert b"extra" not in msgspec.json.encode(state)
        if state.phase is Phase.COMBAT:
            break
    assert "exclusive" not in game.view(state, None)
