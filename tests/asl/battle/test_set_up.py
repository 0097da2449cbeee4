"""Set-up: areas, hiding, secrets, and when it is over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import Spot, Veil
from hexfire.asl.battle.table.state import SecretKind, State
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice
from hexfire.rulebook import Refusal

HERE = act.Place("G1", "H8", facing="H7/I8")


def done(game: Battle, state: State, seat: str, *actions: act.Action) -> State:
    for action in actions:
        state, _ = game.apply(state, seat, action, Dice())
    return state


def test_a_gun_and_its_crew_are_set_up_together_and_play_begins(game: Battle) -> None:
    state = game.setup("lesson", {})
    assert game.to_act(state) == ("german",)
    with pytest.raises(Refusal):
        game.menu(state, "german").check(act.END)
    state = done(game, state, "german", HERE)
    assert state.piece("G1c").place == Spot("H8")
    assert state.piece("G1").ca == 1
    state = done(game, state, "german", act.END)
    assert game.to_act(state) == ("russian",)
    state = done(game, state, "russian", act.END)
    assert (state.clock.turn, state.clock.phase, state.clock.phasing) == (1, Phase.RPH, "russian")


@pytest.mark.rule("A2.9", "A12.12")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (act.Place("G1", "A1"), "A2.9"),
        (act.Place("G1", "H8", level=1), "A2.9"),
        (act.Place("M1", "H8"), "A2.9"),
        (act.Place("T1", "H8"), "A2.9"),
        (act.Place("G1", "H8", veil=Veil.CONCEALED), "A12.12"),
        (act.Fire("G1", "T1"), "A2.9"),
        (act.PreRegister("I6"), "C1.73"),
    ],
)
def test_what_set_up_does_not_allow(game: Battle, action: act.Action, rule: str) -> None:
    state = game.setup("lesson", {})
    with pytest.raises(Refusal) as refusal:
        game.menu(state, "german").check(action)
    assert refusal.value.rule == rule


@pytest.mark.rule("A12.3")
def test_who_may_be_concealed_may_not_therefore_hide(game: Battle) -> None:
    menu = game.menu(game.setup("hedgerows", {}), "german")
    menu.check(act.Place("S1", "H5", veil=Veil.CONCEALED))
    with pytest.raises(Refusal) as refusal:
        menu.check(act.Place("S1", "H5", veil=Veil.HIDDEN))
    assert refusal.value.rule == "A12.3"


@pytest.mark.rule("C6.41", "C6.42")
@pytest.mark.rule("C6.41#1", "C6.42#1", "C6.42#4")
def test_the_scenario_defender_bore_sights_in_secret(game: Battle) -> None:
    state = done(game, game.setup("lesson", {}), "german", HERE, act.BoreSight("G1", "J5"))
    assert [(s.kind, s.hex) for s in state.secrets] == [(SecretKind.BORE_SIGHT, "J5")]
    again = done(game, state, "german", act.BoreSight("G1", "I6"))
    assert [s.hex for s in again.secrets] == ["I6"]
    assert game.view(state, "russian") == game.view(again, "russian")
    with pytest.raises(Refusal) as refusal:
        game.menu(state, "german").check(act.BoreSight("G1", "H5"))
    assert refusal.value.rule == "C6.42"
    state = done(game, state, "german", act.END)
    with pytest.raises(Refusal) as refusal:
        game.menu(state, "russian").check(act.BoreSight("T1", "J5"))
    assert refusal.value.rule == "C6.41"


@pytest.mark.rule("C6.4", "C6.43")
def test_case_m_at_the_bore_sighted_location_only(game: Battle) -> None:
    """Case M holds for the place written down, and for nothing else."""
    state = done(game, game.setup("lesson", {}), "german", HERE, act.BoreSight("G1", "J5"), act.END)
    state = done(game, state, "russian", act.END)
    state = state.change("T1", place=Spot("J5")).change("T2", place=Spot("I6"))
    state = replace(state, clock=replace(state.clock, phase=Phase.DFPH))
    for target, value in (("T1", -2), ("T2", 0)):
        made = shot(game.at(state), act.Fire("G1", target))
        assert to_hit(made).aim.tally.value_of("M") == value
