"""By hand and by consent: recorded, shown as such, taken back; a rule overruled only by both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import Away, Spot, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.situation import MarkerKind
from hexfire.dice import seeded
from hexfire.play import Table
from hexfire.rulebook import BadInput, Refusal

from .conftest import street


def table_of(
    game: Battle, phase: str = "PFPh", of: str = "russian", **changes: Any
) -> Table[Any, Any]:
    return Table.new(game, {"data": street(phase, of, **changes)}, source=seeded(1))


def test_any_counter_may_be_moved_changed_added_removed(game: Battle) -> None:
    table = table_of(game)
    table.do("russian", act.Shift("R", "J4", level=1))
    table.do("russian", act.Set("R", "broken", "yes"))
    table.do("russian", act.Set("T", "marker", "Prep Fire"))
    table.do("russian", act.Add("ru-ru447S", "L5"))
    table.do("russian", act.Mark(MarkerKind.SMOKE, "J5"))
    state: State = table.state
    assert state.piece("R").place == Spot("J4", 1)
    assert state.piece("R").broken
    assert state.piece("T").services[0].marker is FireCounter.PREP
    assert state.piece("n1").side == "russian"
    assert state.ground[0].hex == "J5"
    table.do("russian", act.Unmark(MarkerKind.SMOKE, "J5"))
    table.do("russian", act.Remove("n1"))
    assert table.state.ground == ()
    assert table.state.piece("n1").place.why is Away.ELIMINATED
    keys = [event.message.key for _, event in table.log("german")]
    assert all(key.startswith(("battle.event.hand_", "battle.event.wa_")) for key in keys)
    assert "battle.event.hand_shift" in keys


def test_what_is_done_by_hand_is_taken_back_until_a_die_falls(game: Battle) -> None:
    table = table_of(game)
    table.do("russian", act.Shift("R", "M5"))
    table.undo("russian")
    assert table.state.piece("R").place == Spot("L5")
    table.do("russian", act.Roll(2, "rally"))
    with pytest.raises(Refusal):
        table.undo("russian")


def test_showing_a_hidden_unit_closes_the_undo(game: Battle) -> None:
    table = table_of(game, "PFPh", "german", S={"hidden": True, "concealed": False})
    table.do("german", act.Set("S", "veil", "known"))
    assert table.state.piece("S").veil is Veil.KNOWN
    with pytest.raises(Refusal):
        table.undo("german")


@pytest.mark.parametrize(
    "action",
    [
        act.Shift("nobody", "J5"),
        act.Shift("R", "J55"),
        act.Set("R", "courage", "yes"),
        act.Set("R", "broken", "perhaps"),
        act.Set("T", "vca", "north"),
        act.Set("?J8", "broken", "yes"),
        act.Set("S", "broken", "yes"),
        act.Add("no such counter", "J5"),
        act.Unmark(MarkerKind.SMOKE, "J5"),
        act.Roll(0, "x"),
        act.Roll(99, "x"),
        act.Note("x" * 999),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_changes(game: Battle, action: act.Action) -> None:
    table = table_of(game)
    before = table.state
    with pytest.raises(BadInput):
        table.do("russian", action)
    assert table.state is before


def test_a_rule_is_overruled_only_if_both_agree(game: Battle) -> None:
    table = table_of(game, "MPh")
    step = act.Go("T", "K5")
    with pytest.raises(Refusal) as refusal:
        table.do("russian", step)
    assert refusal.value.rule == "D2.12"
    ask = act.Overrule("go T to K5", "it had started")
    table.do("russian", ask)
    assert game.to_act(table.state) == ("german",)
    assert table.state.proposal.rule == "D2.12"
    table.do("german", act.REFUSE)
    assert table.state.piece("T").place == Spot("K6")
    table.do("russian", ask)
    table.do("german", act.AGREE)
    assert table.state.piece("T").place == Spot("K5")
    said = [event.message for _, event in table.log("russian")]
    assert said[-1].key != "" and any(m.key == "battle.event.overruled" for m in said)


def test_what_is_legal_or_cannot_be_forced_is_not_asked_for(game: Battle) -> None:
    table = table_of(game, "MPh")
    for what in ("start T", "fire G at T", "go G to H7"):
        with pytest.raises(Refusal):
            table.do("russian", act.Overrule(what, "please"))
    table.do("russian", act.Start("T"))
    table.do("german", act.PASS)
    with pytest.raises(Refusal) as refusal:
        table.do("russian", act.Overrule("go T to J5", "please"))
    assert refusal.value.message.key == "battle.overrule.legal"


def test_the_other_side_waits(game: Battle, street: Callable[..., State]) -> None:
    state = street("PFPh")
    with pytest.raises(Refusal):
        game.menu(state, "german").check(act.Note("hello"))


def test_both_may_end_a_phase_that_is_both_sides_at_once(game: Battle) -> None:
    """A line is never so quick that the other's end has always come; what he did by hand must."""
    table = table_of(game, "RPh")
    table.do("german", act.END, on=0)
    with pytest.raises(Refusal, match="moved_on"):
        table.do("russian", act.Set("R", "broken", "yes"), on=0)
    table.do("russian", act.END, on=0)
    assert table.state.clock.phase is Phase.PFPH
    with pytest.raises(Refusal, match="moved_on"):
        table.do("russian", act.END, on=1)  # his own: pressed twice

    table = table_of(game, "RPh")
    table.do("german", act.Shift("S", "J4"), on=0)
    with pytest.raises(Refusal, match="moved_on"):
        table.do("russian", act.END, on=0)
    table.do("german", act.END, on=1)
    with pytest.raises(Refusal, match="moved_on"):
        table.do("russian", act.END, on=0)
    table.do("russian", act.END, on=1)
    assert table.state.clock.phase is Phase.PFPH
