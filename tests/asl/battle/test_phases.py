"""What the beginning and end of each phase does to the counters, by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import Drive, Gait, Wrecked
from hexfire.asl.battle.table.state import State
from hexfire.asl.effects.condition import Shock
from hexfire.asl.shots.shot import FireCounter
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

Street = Callable[..., State]


def end(game: Battle, state: State, *faces: int) -> State:
    """End the phase, by all who must."""
    phase = state.clock.phase
    while state.clock.phase is phase and game.outcome(state) is None:
        seat = game.to_act(state)[0]
        state, _ = game.apply(state, seat, act.END, Dice(faces, seeded(1)))
    return state


@pytest.mark.rule("A3", "A3.8")
def test_the_phases_follow_one_another_and_the_game_ends(game: Battle, street: Street) -> None:
    state = street("RPh")
    seen = []
    while game.outcome(state) is None:
        seen.append((state.clock.turn, state.clock.phasing, state.clock.phase.value))
        state = end(game, state)
    order = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]
    turns = [(1, "russian"), (1, "german"), (2, "russian"), (2, "german")]
    assert seen == [(*turn, phase) for turn in turns for phase in order]
    assert game.to_act(state) == ()
    with pytest.raises(Refusal):
        game.menu(state, "german").check(act.END)


def test_who_acts_in_which_phase(game: Battle, street: Street) -> None:
    both = ("german", "russian")
    for phase, seats in (
        ("RPh", both),
        ("PFPh", ("russian",)),
        ("MPh", ("russian",)),
        ("DFPh", ("german",)),
        ("AFPh", ("russian",)),
        ("RtPh", both),
        ("APh", both),
        ("CCPh", both),
    ):
        assert game.to_act(street(phase)) == seats, phase


@pytest.mark.rule("C2.24")
def test_fire_counters_go_after_the_phase_of_their_side(game: Battle, street: Street) -> None:
    first, prep = {"marker": "First Fire"}, {"marker": "Prep Fire"}
    state = street("DFPh", G=first, T=prep)
    after = end(game, state)
    assert after.piece("G").service.marker is FireCounter.NONE
    assert after.piece("T").services[0].marker is FireCounter.PREP
    assert end(game, after).piece("T").services[0].marker is FireCounter.NONE


@pytest.mark.rule("C7.42")
@pytest.mark.parametrize(("face", "now"), [(2, Shock.NONE), (3, Shock.UK)])
@pytest.mark.rule("C7.42#8")
def test_a_shocked_afv_rolls_at_the_end_of_the_rph(
    game: Battle, street: Street, face: int, now: Shock
) -> None:
    state = street("RPh").change("T", shock=Shock.SHOCK)
    after = end(game, state, face)
    assert after.piece("T").shock is now


@pytest.mark.rule("C7.42")
@pytest.mark.rule("C7.42#11")
def test_an_unknown_kill_becomes_a_wreck(game: Battle, street: Street) -> None:
    state = street("RPh").change("T", shock=Shock.UK)
    assert end(game, state, 4).piece("T").wreck is Wrecked.WRECK
    assert end(game, state, 3).piece("T").wreck is Wrecked.NO


@pytest.mark.rule("C.8")
def test_motion_begins_and_ends_with_movement_phases(game: Battle, street: Street) -> None:
    state = street("MPh")
    state, _ = game.apply(state, "russian", act.Start("T"), Dice())
    state, _ = game.apply(state, "german", act.LET_GO, Dice())
    state, _ = game.apply(state, "russian", act.Finish("T"), Dice())
    state = end(game, state)
    assert state.piece("T").drive is Drive.MOTION
    while (state.clock.phase.value, state.clock.phasing, state.clock.turn) != ("MPh", "russian", 2):
        state = end(game, state)
    tank = state.piece("T")
    assert (tank.drive, tank.began_in_motion, tank.mp) == (Drive.NON_STOPPED, True, 0)
    with pytest.raises(Refusal):
        game.menu(state, "russian").check(act.Start("T"))


def test_pins_ti_and_movement_go_with_the_player_turn(game: Battle, street: Street) -> None:
    state = street("CCPh", R={"pinned": True, "ti": True, "gait": "non-assault"})
    men = end(game, state).piece("R")
    assert (men.pinned, men.ti, men.gait) == (False, False, Gait.STILL)
