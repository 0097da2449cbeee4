"""Odds of a mission: by hand where that is possible, and against many played missions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.artillery.engine import IDLE, next_phase, walk
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.odds import (
    FAVOURABLE,
    Plan,
    _choice,
    alternatives,
    mission_odds,
)
from hexfire.asl.artillery.state import Setup, Table
from hexfire.asl.eyes import Facts
from hexfire.dice import Dice, Source, seeded
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput

from .conftest import Game, Make, battery

CONTACT, KEEP = Fraction(26, 36), Fraction(30, 36)


def plan(play: Game, hex: str = "U3", **facts: bool | int) -> Plan:
    return Plan(play.setup, "A", play.setup.grid.hex(hex), {**FAVOURABLE, **facts})


def test_a_first_phase_never_brings_ffe_but_registered_fire_does(game: Make) -> None:
    play = game()
    assert mission_odds(plan(play), play.table, 1).ffe == (0,)
    registered = game(preregistered=("U3",))
    found = mission_odds(plan(registered), registered.table, 1)
    assert found.ffe == (CONTACT * Fraction(9, 12),)


def test_two_phases_by_hand(game: Make) -> None:
    play = game()
    grid, target = play.setup.grid, play.setup.grid.hex("Q5")
    found = mission_odds(plan(play, "Q5"), play.table, 2)
    # Contact and a black chit, then contact kept. Everything is seen, so the SR becomes FFE:1,
    # unless its error took it off the board.
    stays = sum(target + Hex(0, -1).rotate(d) * n in grid for d in range(6) for n in range(1, 7))
    on_board = Fraction(2, 6) + Fraction(4, 6) * Fraction(stays, 36)
    assert stays < 36
    assert found.ffe == (0, CONTACT * Fraction(8, 11) * KEEP * on_board)


def test_from_an_sr_in_place(game: Make) -> None:
    play = game().with_sr("Q5")
    found = mission_odds(plan(play, "Q5"), play.table, 1)
    assert found.ffe == (KEEP,)
    assert found.on_target == (KEEP,)


def test_no_chits_no_hope(game: Make) -> None:
    play = game(chits=Chits(0, 1))
    assert mission_odds(plan(play), play.table, 5).ever == 0
    with pytest.raises(BadInput):
        mission_odds(plan(play), play.table, 0)


def test_the_alternatives_side_by_side(game: Make) -> None:
    play = game().with_sr("Q5").own_phase().say("radio", rolls="3 4")
    found = alternatives(plan(play, "Q7"), play.table, 2)
    assert set(found) == {"hold", "correct", "correct_and_convert", "convert", "cancel"}
    assert found["convert"].ffe[0] == 1
    assert found["convert"].on_target[0] == 0, "Q5 is two hexes away"
    # two hexes of correction: one hex of error at most, so Q7 is always within the Blast Area
    assert found["correct_and_convert"].on_target[0] == 1
    assert found["hold"].ffe == (0, KEEP)
    assert found["correct"].ffe[0] == 0


def test_the_alternatives_of_an_ffe(game: Make) -> None:
    play = game().with_ffe("Q5").own_phase().say("radio", rolls="3 4")
    found = alternatives(plan(play, "Q7"), play.table, 1)
    assert set(found) == {"keep", "correct", "cancel"}
    assert found["keep"].ffe == (1,)
    assert found["keep"].on_target == (0,), "Q7 is two hexes away"
    assert found["correct"].on_target == (1,), "at most one hex off"
    assert found["cancel"].ffe == (0,)


def test_alternatives_only_at_a_decision(game: Make) -> None:
    play = game().with_sr()
    assert alternatives(plan(play), play.table) == {}


def simulate(setup: Setup, table: Table, wish: Plan, phases: int, dice: Source) -> int | None:
    """The phase in which FFE came, in one mission played by the same plan."""
    phase = -1
    while phase < phases:
        state = table.states[0]
        if state.node in (IDLE, "before_play"):
            table = next_phase(setup, table).table
            phase += table.states[0].node == "begin"
            continue
        if state.node == "resolve":
            return phase
        option, argument = None, ""
        if flow()[state.node].kind is NodeKind.DECIDE:
            option, argument = _choice(wish, setup, table)
        walked = walk(setup, table, "A", Facts(wish.facts), Dice(source=dice), option, argument)
        table = walked.table
    return None


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"known_near": False, "enemy_near": True},
        {"sees_base": False, "known_near": False, "enemy_near": False},
        {"hindrance": 1},
    ],
)
def test_odds_agree_with_playing(facts: dict[str, bool | int]) -> None:
    setup = Setup(
        sides=("German", "Russian"), batteries=(battery(nation="russian", date="1944-01"),)
    )
    wish = Plan(setup, "A", setup.grid.hex("Q5"), {**FAVOURABLE, **facts})
    phases = 4
    exact = mission_odds(wish, Table.of(setup), phases)
    dice, times = seeded("missions"), 3000
    seen = [0] * phases
    for _ in range(times):
        came = simulate(setup, Table.of(setup), wish, phases, dice)
        if came is not None and came < phases:
            seen[came] += 1
    for i in range(phases):
        assert abs(seen[i] / times - float(exact.ffe[i])) < 0.04
    assert exact.ever <= 1
    assert all(on <= all_ for on, all_ in zip(exact.on_target, exact.ffe, strict=True))
