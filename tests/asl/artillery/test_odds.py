"""Odds of a mission: by hand where that is possible, and against many played missions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.artillery.battery import Link
from hexfire.asl.artillery.engine import IDLE, next_phase, walk
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.odds import (
    FAVOURABLE,
    Plan,
    alternatives,
    mission_odds,
)
from hexfire.asl.artillery.policy import choice
from hexfire.asl.artillery.state import Setup, Table
from hexfire.asl.eyes import Facts
from hexfire.dice import Dice, Source, seeded
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput

from .conftest import Game, Make, battery

FEW = Chits(3, 1)
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
    play = game(chits=FEW).with_sr("Q5").own_phase().say("radio", rolls="3 4")
    found = alternatives(plan(play, "Q7"), play.table, 2)
    assert set(found) == {"hold", "correct", "correct_and_convert", "convert", "cancel"}
    assert found["convert"].ffe[0] == 1
    assert found["convert"].on_target[0] == 0, "Q5 is two hexes away"
    # two hexes of correction: one hex of error at most, so Q7 is always within the Blast Area
    assert found["correct_and_convert"].on_target[0] == 1
    assert found["hold"].ffe == (0, KEEP)
    assert found["correct"].ffe[0] == 0


def test_the_alternatives_of_an_ffe(game: Make) -> None:
    play = game(chits=FEW).with_ffe("Q5").own_phase().say("radio", rolls="3 4")
    found = alternatives(plan(play, "Q7"), play.table, 1)
    assert set(found) == {"keep", "correct", "cancel"}
    assert found["keep"].ffe == (1,)
    assert found["keep"].on_target == (0,), "Q7 is two hexes away"
    assert found["correct"].on_target == (1,), "at most one hex off"
    assert found["cancel"].ffe == (0,)


def test_before_contact_the_alternatives_are_those_that_contact_opens(game: Make) -> None:
    play = game(chits=FEW).with_sr("Q5")
    found = alternatives(plan(play, "Q7"), play.table)
    play.own_phase().say("radio", rolls="3 4")
    assert found == alternatives(plan(play, "Q7"), play.table)
    assert alternatives(plan(game()), game().table) == {}, "no counter, nothing to choose"
    lost = game(chits=FEW).with_sr("Q5").own_phase().say("radio", rolls="6 6")
    assert alternatives(plan(lost, "Q7"), lost.table) == {}, "the radio is broken"


def test_correct_or_convert_is_illuminated(game: Make) -> None:
    """C1.4, C1.32: an SR two hexes off. Now or on target, and what waiting costs."""
    play = game(chits=FEW).with_sr("Q5").own_phase().say("radio", rolls="3 4")
    found = alternatives(plan(play, "Q7"), play.table, 3)
    now, moved = found["convert"], found["correct_and_convert"]
    assert (now.ffe[0], now.on_target[0]) == (1, 0)
    assert (moved.ffe[0], moved.on_target[0]) == (1, 1)
    assert now.round is None, "nothing is fired: the SR stays where it is"
    assert moved.round is not None
    assert moved.round.error == Fraction(4, 6), "accurate on 1 and 2, else one hex"
    assert found["cancel"].round is not None
    # a new round errs by 1 to 6 hexes, 3.5 in the mean
    assert found["cancel"].round.error == Fraction(4, 6) * Fraction(7, 2)
    assert 0 < found["hold"].ever < 1


# -- at all ---------------------------------------------------------------------------------------


def by_hand(black: int, red: int, contact: bool, reds: int, value: int = 8) -> Fraction:
    """C1.2, C1.21, C1.22: FFE at all, everything being seen and the Observer far from any edge.

    Written out anew: the first chance of black before the second red, through contact and repair.
    """
    if reds == 2 or black == 0:
        return Fraction(0)
    drm = 1 if contact else 0
    totals = [a + b for a in range(1, 7) for b in range(1, 7)]
    made = Fraction(sum(t != 12 and t - drm <= value for t in totals), 36)
    failed = Fraction(sum(t != 12 and t - drm > value for t in totals), 36)
    broken = Fraction(1, 36)
    chits = black + red
    then = Fraction(black, chits) * counter_ffe(value)
    if red:
        then += Fraction(red, chits) * by_hand(black, red - 1, True, reds + 1, value)
    if contact:
        # Contact that fails is established anew; a broken radio is repaired one time in two.
        anew = by_hand(black, red, False, reds, value)
        return made * then + (failed + broken / 2) * anew
    return made * then / (1 - failed - broken / 2)


def counter_ffe(value: int) -> Fraction:
    """C1.333: with an SR on the board only contact stands between it and FFE."""
    totals = [a + b for a in range(1, 7) for b in range(1, 7)]
    kept = Fraction(sum(t != 12 and t - 1 <= value for t in totals), 36)
    made = Fraction(sum(t != 12 and t <= value for t in totals), 36)
    failed, broken = Fraction(35, 36) - made, Fraction(1, 36)
    anew = made / (1 - failed - broken / 2)
    return kept + (Fraction(35, 36) - kept + broken / 2) * anew


@pytest.mark.parametrize(("black", "red"), [(8, 3), (1, 0), (1, 1), (1, 2), (2, 2), (3, 1)])
def test_at_all_by_hand(black: int, red: int) -> None:
    wide = Setup(
        sides=("German", "Russian"),
        columns=33,
        rows=30,
        batteries=(battery(chits=Chits(black, red)),),
    )
    wish = Plan(wide, "A", wide.grid.hex("Q15"), FAVOURABLE)
    found = mission_odds(wish, Table.of(wide), 3)
    assert found.ever == by_hand(black, red, False, 0)
    assert found.within < found.ever


def test_within_grows_towards_at_all(game: Make) -> None:
    play = game(chits=Chits(2, 1))
    wish = plan(play, "Q5", known_near=False)
    found = mission_odds(wish, play.table, 40)
    so_far = [sum(found.ffe[:n], Fraction(0)) for n in range(1, 41)]
    assert so_far == sorted(so_far)
    assert 0 < found.ever - so_far[-1] < Fraction(1, 1000)
    hit = sum(found.on_target, Fraction(0))
    assert 0 < found.ever_on_target - hit < Fraction(1, 1000)
    assert found.ever_on_target < found.ever


def test_brute_force_over_every_roll(game: Make) -> None:
    """One own phase of a tiny mission: every DR, chit and dr by themselves, nothing folded."""
    play = game(chits=Chits(1, 1), preregistered=("Q5",))
    wish = plan(play, "Q5")
    hits = Fraction(0)
    falls = Fraction(0)
    for a in range(1, 7):
        for b in range(1, 7):
            if a + b > 8:
                continue
            # two black chits (one for the registration) and one red
            for accuracy in range(1, 7):
                p = Fraction(1, 36) * Fraction(2, 3) * Fraction(1, 6)
                falls += p
                if accuracy <= 4:
                    hits += p
                    continue
                for white in range(1, 7):
                    hits += p * Fraction(1, 6) * (-(-white // 2) <= 1)
    found = mission_odds(wish, play.table, 1)
    assert found.ffe == (falls,)
    assert found.on_target == (hits,)


def test_a_broken_radio_is_repaired_in_the_rph(game: Make) -> None:
    """C1.22: one dr an RPh: 1 repairs, 6 eliminates."""
    play = game(chits=FEW).radio("6 6")
    found = mission_odds(plan(play), play.table, 1)
    assert found.ffe == (0,)
    assert found.ever > Fraction(2, 5), "half of all radios come back"
    phone = game(link=Link.PHONE).radio("6 6")
    assert mission_odds(plan(phone), phone.table, 1).ever == 0, "a phone does not (C1.23)"


def test_nothing_seen_nothing_comes(game: Make) -> None:
    play = game(chits=FEW)
    blind = plan(play, sees_ar=False)
    assert mission_odds(blind, play.table, 3).ever == 0
    # an SR may come, but never FFE, where neither base level nor a Known enemy is seen
    dull = plan(play, sees_base=False, known_near=False, enemy_near=False)
    assert mission_odds(dull, play.table, 3).ever == 0


def test_an_ffe_off_target_is_corrected_onto_it(game: Make) -> None:
    play = game(chits=FEW).with_ffe("Q5")
    found = mission_odds(plan(play, "Q8"), play.table, 2)
    assert found.ffe[0] == 1 - Fraction(0), "FFE:2 is resolved, contact or not (C1.22)"
    assert found.on_target[0] == KEEP, "three hexes of correction: one hex of error at most"


def test_a_board_of_its_own_makes_the_odds_of_its_hexes(game: Make) -> None:
    """Where an SR lands out of sight it must be corrected by force: the odds know it."""
    play = game(chits=Chits(1, 1))
    dark = {"sees_base@Q9": False, "sees_blast_height@Q9": False}
    dark |= {"sees_blast_height_but_for_smoke@Q9": False}
    open_, half = plan(play, "Q5"), plan(play, "Q5", **dark)
    a, b = mission_odds(open_, play.table, 2), mission_odds(half, play.table, 2)
    lost = CONTACT * Fraction(1, 2) * KEEP * Fraction(4, 6) * Fraction(1, 36)
    assert a.ffe[1] - b.ffe[1] == lost, "one error of four hexes down the board"


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
            option, argument = choice(wish, table)
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
        sides=("German", "Russian"),
        batteries=(battery(nation="russian", date="1944-01", chits=FEW),),
    )
    wish = Plan(setup, "A", setup.grid.hex("Q5"), {**FAVOURABLE, **facts})
    phases = 4
    exact = mission_odds(wish, Table.of(setup), phases)
    dice, times = seeded("missions"), 1500
    seen = [0] * phases
    for _ in range(times):
        came = simulate(setup, Table.of(setup), wish, phases, dice)
        if came is not None and came < phases:
            seen[came] += 1
    for i in range(phases):
        assert abs(seen[i] / times - float(exact.ffe[i])) < 0.05
    assert exact.within <= exact.ever <= 1
    assert exact.ever_on_target <= exact.ever
    so_far = [(sum(exact.on_target[:n]), sum(exact.ffe[:n])) for n in range(phases + 1)]
    assert all(on <= all_ for on, all_ in so_far)
