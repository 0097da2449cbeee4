"""What a sensible player does, in positions where it is plain what that is."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.bots import Look, make
from hexfire.bots.greedy import walked
from hexfire.bots.judge import Judge
from hexfire.bots.outlook import Outlook
from hexfire.dice import Dice, seeded
from hexfire.folio import movement
from hexfire.folio.actions import Action, Attack, Decline, Support
from hexfire.folio.board import Position
from hexfire.folio.effects import consequence
from hexfire.folio.legal import menu_of, side_to_act
from hexfire.folio.position import read_position
from hexfire.folio.state import WAITING, replace

THINKERS = pytest.mark.parametrize("level", ["easy", "normal", "hard"])
PLANNERS = pytest.mark.parametrize("level", ["normal", "hard"])


def position(
    units: dict[str, tuple[str, str, str]],
    goals: dict[str, int],
    turn: int,
    player: str,
    phase: str = "movement",
    hill: str = "",
    markers: tuple[str, ...] = (),
) -> Position:
    """Nine columns of five clear hexes; units by name: side, face, hex. The goals are Red's."""
    ground = [["." for _ in range(9)] for _ in range(5)]
    if hill:
        ground[int(hill[2:]) - 1][int(hill[:2]) - 1] = "h"
    data = {
        "turn": turn,
        "player": player,
        "phase": phase,
        "ground": "[terrain]\n" + "\n".join("".join(row) for row in ground),
        "units": [
            {"id": name, "side": side, "front": face, "hex": hex}
            for name, (side, face, hex) in units.items()
        ],
        "victory": {
            "points_per_loss": {"blue": 1, "red": 1},
            "hexes": [
                {"hex": hex, "points": points, "holder": "red"} for hex, points in goals.items()
            ],
            "levels": [
                {"side": "blue", "margin": 1, "name": "-"},
                {"side": "red", "margin": 0, "name": "-"},
            ],
        },
        "available": {"blue": markers, "red": ()},
    }
    return read_position(msgspec.json.encode(data).decode())


def choice(level: str, at: Position, seed: int = 1) -> Action:
    side = side_to_act(at.state)
    assert side is not None
    return make(level, seed).choose(Look(at, side, menu_of(at, side)))


def marched(level: str, at: Position, seed: int = 1) -> Position:
    """The position once a bot has moved."""
    bot, phase, player = make(level, seed), at.state.phase, at.state.player
    dice = seeded(seed)
    while (at.state.phase, at.state.player) == (phase, player):
        action = bot.choose(Look(at, player, menu_of(at, player)))
        at = Position(at.memo, consequence(at, action, Dice((), dice)))
    return at


@THINKERS
def test_attacks_are_massed_where_the_differential_pays(level: str) -> None:
    units = {"A": ("red", "2-4-4", "0503")}
    for name, hex in (("I", "0403"), ("II", "0402"), ("III", "0502")):
        units[name] = ("blue", "3-3-4", hex)
    action = choice(level, position(units, {"0503": 2}, 3, "blue", "combat"))
    assert isinstance(action, Attack) and set(action.units) == {"I", "II", "III"}


@THINKERS
@pytest.mark.parametrize("turn", [3, 4])
def test_an_objective_is_not_left_for_easy_prey(level: str, turn: int) -> None:
    units = {
        "A": ("red", "4-4-6", "0503"),
        "X": ("blue", "3-3-6", "0303"),
        "prey": ("blue", "1-1-4", "0801"),
    }
    at = position(units, {"0503": 3}, turn, "red")
    assert marched(level, at).state.places[0] == at.scenario.hex_index["0503"]


@PLANNERS
@pytest.mark.parametrize("seed", [1, 2])
def test_two_units_make_a_line_before_five_towns(level: str, seed: int) -> None:
    """Whoever sits in a town leaves three open; with their ZOC two units close the whole front."""
    units = {"A": ("red", "3-4-5", "0903"), "B": ("red", "3-4-5", "0904")}
    for name, hex in (("I", "0401"), ("II", "0403"), ("III", "0405")):
        units[name] = ("blue", "3-4-6", hex)
    towns = [f"090{row}" for row in range(1, 6)]
    at = position(units, dict.fromkeys(towns, 1), 3, "red")

    def taken(now: Position) -> int:
        """How many towns Blue could walk into."""
        theirs = Position(now.memo, replace(now.state, player=0, moved=0))
        reach = 0
        for unit in now.charts.side_units[0]:
            reach |= movement.destinations(theirs, unit)
        return sum(reach >> now.scenario.hex_index[town] & 1 for town in towns)

    assert taken(at) == 3
    assert taken(marched(level, at, seed)) == 0


@pytest.mark.parametrize("hill", ["0502", "0504", "0603", "0402"])
def test_a_unit_that_cannot_get_away_stands_on_the_hill(hill: str) -> None:
    units = {
        "B": ("red", "2-4-2", "0503"),
        "T": ("blue", "6-4-8", "0103"),
        "TT": ("blue", "6-4-8", "0102"),
    }
    at = position(units, {}, 3, "red", hill=hill)
    there = at.scenario.hex_index[hill]
    assert marched("easy", at).state.places[0] == there

    judge = Judge(at.scenario)
    outlook = Outlook(judge, judge, at, 1)

    def worth(hex: int) -> float:
        return outlook.value(replace(at.state, places=(hex, *at.state.places[1:])))

    near = at.scenario.ground.grid.neighbours[at.scenario.hex_index["0503"]]
    assert max(near, key=worth) == there


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(("face", "useful"), [("3-3-4", True), ("16-3-4", False)])
def test_a_marker_is_spent_where_it_changes_something(level: str, face: str, useful: bool) -> None:
    """At +12 the last column is reached already."""
    units = {"A": ("red", "2-4-4", "0503"), "I": ("blue", face, "0403")}
    at = position(units, {"0503": 2}, 3, "blue", "combat", markers=("b1", "b2"))
    at = Position(at.memo, consequence(at, Attack("0503", ("I",)), Dice()))
    assert isinstance(choice(level, at), Support if useful else Decline)


CROSSING = """
scenario = "bukrin"
turn = 2
player = "soviet"
phase = "movement"
[at]
"69M" = "0803"
"565" = "0903"
"575" = "1104"
"AA19" = "0905"
"80" = "0305"
"""
"""The day of the jump: five battalions may jump, two battalions may build bridges."""


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_one_jump_is_not_the_end_of_the_phase(level: str) -> None:
    at = marched(level, read_position(CROSSING))
    in_the_air = [
        unit.id
        for unit, place in zip(at.scenario.units, at.state.places, strict=True)
        if unit.formation == "para" and place == WAITING
    ]
    assert not in_the_air


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_pontoons_go_to_where_a_bridge_is_to_be_built(level: str) -> None:
    at = marched(level, read_position(CROSSING))
    builder = at.places[at.charts.units["6Pt"]]
    assert at.label(builder) in {"0702", "0703", "1103", "1104"}


def test_an_answer_does_not_end_with_its_first_die() -> None:
    """Five battalions jump, and a regiment comes to the bridge of Kanev, which may fall: each waits
    for a die. All the others march on all the same."""
    at = read_position(
        CROSSING.replace('"soviet"', '"german"').replace('"575" = "1104"', '"206" = "1606"')
    )
    judge = Judge(at.scenario)
    theirs = Position(at.memo, replace(at.state, player=0))
    ends = walked(judge, theirs)
    assert ends.state.pending is None
    assert ends.places[at.charts.units["69M"]] != theirs.places[at.charts.units["69M"]]
    assert ends.places[at.charts.units["206"]] != theirs.places[at.charts.units["206"]]
