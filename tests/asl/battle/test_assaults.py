"""C7.344, C7.346, C13.7 on the table: FT, DC and ATMM at a vehicle close by."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.questions.fights import assault_chances
from hexfire.asl.battle.table.pieces import Men, Support, Vehicle, Wrecked
from hexfire.asl.battle.table.state import State
from hexfire.asl.shots.shot import FireCounter
from hexfire.dice import Dice, seeded
from hexfire.rulebook import BadInput, Refusal

BUTTONED = {"ce": False, "facing": "I5/J5"}


def table(game: Battle, phase: str, of: str = "german", date: str = "1944-08", **at: str) -> State:
    """A German squad, half-squad and their weapons around a T-34 in I6."""
    german = [
        {"id": "S", "counter": "ge-ge467S", "hex": "I7"},
        {"id": "H", "counter": "ge-ge247H", "hex": "I7"},
        {"id": "L", "counter": "ge-geL91", "hex": "I7"},
        {"id": "F", "counter": "ge-geFT", "by": "S"},
        {"id": "D", "counter": "ge-geDC", "by": "S"},
    ]
    russian: list[dict[str, Any]] = [
        {"id": "T", "counter": "ru-T34M43", "hex": "I6", **BUTTONED},
        {"id": "R", "counter": "ru-ru447S", "hex": "J5"},
    ]
    for unit in (*german, *russian):
        if unit["id"] in at:
            unit["hex"] = at[unit["id"]]
    sides = [{"name": "german", "unit": german}, {"name": "russian", "unit": russian}]
    data = {
        "board": "millbrook",
        "date": date,
        "turns": 2,
        "setup": ["german", "russian"],
        "first": of,
        "start": {"phase": phase, "of": of},
        "side": sides,
    }
    return game.setup({"data": data}, {})


def do(game: Battle, state: State, action: act.Assault, *faces: int) -> State:
    return game.apply(state, "german", action, Dice(faces, seeded(1)))[0]


def refused(game: Battle, state: State, action: act.Assault) -> str:
    with pytest.raises(Refusal) as refusal:
        game.menu(state, "german").check(action)
    return refusal.value.rule


def tank(state: State) -> Vehicle:
    found = state.piece("T")
    assert isinstance(found, Vehicle)
    return found


@pytest.mark.rule("A11.2")
@pytest.mark.rule("C13.7", "C13.74")
@pytest.mark.parametrize(
    ("check", "dr", "dead"), [(3, (4, 3), True), (4, (4, 3), False), (1, (6, 6), False)]
)
def test_a_magnetic_mine_takes_three_off_the_close_combat_roll(
    game: Battle, check: int, dr: tuple[int, int], dead: bool
) -> None:
    """CCV 5: a 7 is a 4 with the mine. With an Original 12 the mine did not go off."""
    state = table(game, "CCPh", S="I6")
    after = do(game, state, act.Assault("S.ATMM", "T"), check, *dr, 6, 6)
    assert bool(tank(after).wreck) is dead
    assert refused(game, after, act.Assault("S.ATMM", "T")) == "A11.2"


@pytest.mark.rule("C13.7")
def test_a_six_pins_the_hunter(game: Battle) -> None:
    after = do(game, table(game, "CCPh", S="I6"), act.Assault("S.ATMM", "T"), 6, 6, 6)
    squad = after.piece("S")
    assert isinstance(squad, Men) and squad.pinned


@pytest.mark.rule("C13.7", "C13.72")
def test_who_may_lay_a_mine_and_when(game: Battle) -> None:
    mine = act.Assault("S.ATMM", "T")
    assert refused(game, table(game, "PFPh", S="I6"), mine) == "C13.7"
    assert refused(game, table(game, "CCPh"), mine) == "C13.7"
    assert refused(game, table(game, "CCPh", date="1943-12", S="I6"), mine) == "C13.7"
    state = table(game, "CCPh", H="I6")
    with pytest.raises(BadInput):
        game.menu(state, "german").check(act.Assault("H.ATMM", "T"))
    game.menu(state, "german").check(act.Assault("H.ATMM", "T", ccv=3))
    saved = do(game, table(game, "CCPh", S="I6"), mine, 1, 3, 3, 1, 2)
    assert [p.side for p in saved.pieces if p.id.startswith("n")] == ["russian"]


@pytest.mark.rule("C13.73#1", "C13.73#2", "C13.73#3", "C13.71#2")
def test_a_leader_lays_a_mine_together_with_a_squad(game: Battle) -> None:
    state = table(game, "CCPh", S="I6", L="I6", H="I6")
    mine = act.Assault("L.ATMM", "T", team="S", ccv=6)
    assert bool(tank(do(game, state, mine, 1, 4, 4, 6, 6)).wreck)  # 8 - 3 against CCV 6
    after = do(game, state, mine, 6, 6, 6)
    men = {id: after.piece(id) for id in "SLH"}
    assert [id for id, one in men.items() if isinstance(one, Men) and one.pinned] == ["L"]
    assert refused(game, after, act.Assault("S.ATMM", "T")) == "A11.2"
    game.menu(after, "german").check(act.Assault("H.ATMM", "T", ccv=3))
    assert refused(game, state, act.Assault("S.ATMM", "T", team="L", ccv=6)) == "C13.73"
    assert refused(game, state, act.Assault("L.ATMM", "T", team="L", ccv=6)) == "C13.73"
    apart = table(game, "CCPh", L="I6")
    assert refused(game, apart, mine) == "C13.73"


@pytest.mark.rule("C13.71#2")
@pytest.mark.parametrize(("team", "dead"), [("", False), ("S", True)])
def test_a_leader_who_attacks_alone_does_not_lead_himself(
    game: Battle, team: str, dead: bool
) -> None:
    """8 - 3 = 5 against CCV 5 immobilizes; the leader's -1 makes it 4."""
    state = table(game, "CCPh", S="I6", L="I6")
    mine = act.Assault("L.ATMM", "T", team=team, leader="L", ccv=5)
    assert bool(tank(do(game, state, mine, 1, 4, 4, 6, 6)).wreck) is dead


@pytest.mark.rule("C7.344")
def test_a_flamethrower_burns_a_tank_and_may_run_dry(game: Battle) -> None:
    state = table(game, "PFPh")
    burnt = do(game, state, act.Assault("F", "T"), 1, 2)
    assert tank(burnt).wreck is Wrecked.BURNING
    ft = burnt.piece("F")
    assert isinstance(ft, Support) and ft.service.marker is FireCounter.PREP
    assert refused(game, burnt, act.Assault("F", "R")) in ("A9.3", "C7.344")
    dry = do(game, state, act.Assault("F", "T"), 5, 6)
    assert not tank(dry).wreck
    assert not dry.piece("F").by
    assert not do(game, state, act.Assault("F", "T"), 4, 6).piece("F").by  # its X10
    assert do(game, state, act.Assault("F", "T"), 4, 5).piece("F").by == "S"
    assert refused(game, table(game, "PFPh", S="I9"), act.Assault("F", "T")) == "C7.344"


@pytest.mark.rule("C7.346")
def test_a_charge_is_thrown_or_was_placed(game: Battle) -> None:
    """Thrown +2 at the front or rear: a Position DR of 2 lies best; the To Kill DR of 2 kills."""
    state = table(game, "PFPh").change("T", aerial_af=3)
    assert refused(game, state, act.Assault("D", "T")) == "C7.346"
    after = do(game, state, act.Assault("D", "T", thrown=True), 6, 6, 1, 1)
    assert not after.piece("D").by
    assert not tank(after).wreck
    placed = table(game, "AFPh").change("T", aerial_af=3)
    game.menu(placed, "german").check(act.Assault("D", "T"))


def test_nobody_attacks_men_or_his_own(game: Battle) -> None:
    state = table(game, "PFPh", R="I8")
    assert refused(game, state, act.Assault("F", "R")) == "C7.344"
    assert refused(game, state, act.Assault("F", "S")) == "C7.344"
    with pytest.raises(BadInput):
        game.menu(state, "german").check(act.Assault("S", "T"))


@pytest.mark.rule("C13.7")
def test_the_odds_of_a_mine_are_asked_before_it_is_laid(game: Battle) -> None:
    """CCV 5 kills below and stops at its number. A check dr of 1–3 takes 3 off the DR: 7 kills, 8
    stops (21 and 5 of 36); with 4–5 there is no mine (6 and 4); a 6 pins, CCV 4 (3 and 3).

    A rule that forbids the attack forbids the question.
    """
    state, far = table(game, "CCPh", S="I6"), table(game, "CCPh")
    mine = act.Assault("S.ATMM", "T")
    chances = assault_chances(game.seen(state, "german"), mine, "german")
    assert chances.killed == Fraction(3 * 21 + 2 * 6 + 3, 6 * 36)
    assert chances.hurt == chances.killed + Fraction(3 * 5 + 2 * 4 + 3, 6 * 36)
    with pytest.raises(Refusal):
        assault_chances(game.seen(far, "german"), mine, "german")


@pytest.mark.rule("C7.12", "C7.346-T1")
def test_a_charge_waits_before_any_die_for_an_aerial_af_that_nobody_knows(game: Battle) -> None:
    """A T-34's thinnest AF is 6: that cell of the table is lost. Said once, it is kept.

    The charge is placed from the front: 1,2 and +1 lie best; TK# 16 of a DC less 3 is 13.
    """
    state = table(game, "AFPh", S="I6")
    assert refused(game, state, act.Assault("D", "T")) == "C7.12"
    state = game.apply(state, "german", game.read("set T aerial_af: 3", state, "german"), Dice())[0]
    after = do(game, state, act.Assault("D", "T"), 1, 2, 6, 5, 6, 6)
    assert tank(after).wreck is Wrecked.WRECK
