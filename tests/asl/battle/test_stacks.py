"""A4.2, A4.12, A4.134, A5, D3.12 on the table: stacks, crowds, turrets turned on the move.

Rules of general knowledge (R-A4.2, R-A4.134, R-A5, R-D3.12); every figure worked by hand.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.moves.costs import allotment
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.text import read
from hexfire.asl.battle.table.pieces import Men
from hexfire.asl.battle.table.state import State
from hexfire.asl.gunnery.fire import ready
from hexfire.dice import Dice, seeded
from hexfire.rulebook import BadInput, Refusal

LEADER = {"id": "L", "counter": "am-amL81", "hex": "J5"}
SQUADS = tuple({"id": id, "counter": "am-am666S", "hex": "J5"} for id in ("S", "S2", "S3", "S4"))
TANK = {"id": "T", "counter": "am-M4A1", "hex": "J5", "facing": "J6/I6"}
GERMAN = {"id": "R", "counter": "ge-ge467S", "hex": "H7"}


class Table:
    """Americans in their MPh on the village street, a German squad two hexes off."""

    def __init__(self, *units: dict[str, Any], phase: str = "MPh", **german: Any) -> None:
        data = {
            "board": "millbrook",
            "date": "1944-08",
            "turns": 9,
            "first": "american",
            "start": {"phase": phase, "of": "american"},
            "side": [
                {"name": "american", "unit": list(units)},
                {"name": "german", "unit": [{**GERMAN, **german}]},
            ],
        }
        self.game = Battle()
        self.state: State = self.game.setup({"data": data}, {})
        self.heard: list[Any] = []

    def do(self, *texts: str, dice: tuple[int, ...] = ()) -> None:
        for text in texts:
            seat = self.game.to_act(self.state)[0]
            action = self.game.read(text, self.state, seat)
            self.state, events = self.game.apply(self.state, seat, action, Dice(dice, seeded(1)))
            self.heard = list(events)

    def step(self, *texts: str) -> None:
        """Expenditures that the other side lets pass."""
        for text in texts:
            self.do(text, "pass")

    def refused(self, text: str, seat: str = "american") -> str:
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(read(text))
        return refusal.value.rule

    def piece(self, id: str) -> Any:
        return self.state.piece(id)

    def mf(self, id: str) -> float:
        men = self.piece(id)
        assert isinstance(men, Men)
        return allotment(self.game.at(self.state), men)

    def hexes(self, *ids: str) -> list[str]:
        return [self.piece(id).spot.hex for id in ids]


# Stacks


@pytest.mark.rule("A4.2", "A4.12")
def test_a_stack_moves_as_one_and_is_asked_about_once() -> None:
    """Open Ground costs 1 MF; a squad has 4 MF, and 6 with a leader."""
    table = Table(LEADER, *SQUADS[:2])
    assert table.mf("S") == 4
    listed = [table.game.write(action) for action in table.game.menu(table.state, "american")]
    assert "stack L+S+S2" in listed
    table.do("stack L+S+S2")
    assert (table.mf("S"), table.mf("L")) == (6, 6)
    table.do("go S to I6")
    assert table.hexes("L", "S", "S2") == ["I6"] * 3
    assert table.game.to_act(table.state) == ("german",)
    table.do("pass")
    assert table.game.to_act(table.state) == ("american",)
    assert [table.piece(id).mf for id in ("L", "S", "S2")] == [1, 1, 1]
    table.do("finish L")
    assert table.state.move is None
    assert set(table.state.moved) == {"L", "S", "S2"}
    assert table.refused("go S2 to I7") == "A4.2"


@pytest.mark.rule("A4.12")
def test_two_mf_more_are_for_squads_that_go_with_a_leader() -> None:
    """Neither for another leader of the stack, nor for who stays, nor with a hero."""
    second = {**LEADER, "id": "L2"}
    table = Table(LEADER, second, *SQUADS[:2])
    table.do("stack L+L2+S")
    assert [table.mf(id) for id in ("L", "L2", "S", "S2")] == [6, 6, 6, 4]
    table = Table({**LEADER, "counter": "am-amHero"}, *SQUADS[:1])
    table.do("stack L+S")
    assert table.mf("S") == 4


@pytest.mark.rule("A4.2")
def test_who_cannot_be_in_a_stack() -> None:
    table = Table(LEADER, *SQUADS[:1], {**SQUADS[1], "hex": "I6"}, TANK)
    assert table.refused("stack L+S2") == "A4.2"
    assert table.refused("stack L+T") == "A4.2"
    with pytest.raises(BadInput):
        table.game.menu(table.state, "american").check(read("stack L"))
    with pytest.raises(BadInput):
        table.game.menu(table.state, "american").check(read("stack L+L"))
    table.step("go S to J4")
    assert table.refused("stack L+S2") == "A4.2"
    table.do("finish S")
    assert table.refused("stack L+S") == "A4.2"


@pytest.mark.rule("A4.2", "A8.1", "A4.12")
def test_first_fire_strikes_the_whole_stack_and_who_breaks_stays_behind() -> None:
    """4 FP two hexes off; FFNAM and FFMO make 7 a 5: 1MC on the 4 column.

    The leader (morale 8) passes with 2+1; S (morale 6) fails with 8+1−1, S2 passes with 2+1−1.
    """
    table = Table(LEADER, *SQUADS[:2])
    table.do("stack L+S+S2", "go L to I6")
    prepared = ready(shot(table.game.seen(table.state, "german"), _fire("fire R at S"), "german"))
    assert {target.name for target in prepared.shot.targets} == {"L", "S", "S2"}
    table.do("fire R at S", dice=(4, 3, 1, 1, 4, 4, 1, 1, 6, 6))
    broken = [id for id in ("L", "S", "S2") if table.piece(id).broken]
    assert broken == ["S"]
    table.do("pass")
    move = table.state.move
    assert move is not None and move.units == ("L", "S2")
    assert "S" in table.state.moved
    table.do("go S2 to I7")
    assert table.hexes("L", "S", "S2") == ["I7", "I6", "I7"]


def _fire(text: str) -> act.Fire:
    order = read(text)
    assert isinstance(order, act.Fire)
    return order


@pytest.mark.rule("A4.12")
def test_without_its_leader_a_squad_has_its_own_mf_again() -> None:
    table = Table(*SQUADS[:2], LEADER)
    table.do("stack S+S2+L")
    table.step("go S to I6", "go S to I7")
    assert table.mf("S") == 6
    table.do("finish L")
    assert table.mf("S") == 4
    assert table.piece("L").spot.hex == "I7"
    table.step("go S to I8", "go S to I9")
    assert table.refused("go S to I8") == "A4.1"
    assert table.hexes("S", "S2", "L") == ["I9", "I9", "I7"]


@pytest.mark.rule("A4.2")
def test_each_of_a_stack_needs_the_mf() -> None:
    """A squad with 5 PP has two too many: of its 4 MF 2 are left, and a building costs 2."""
    heavy = {"id": "M", "counter": "am-amHMG", "by": "S2"}
    table = Table(*SQUADS[:2], heavy)
    table.do("stack S+S2")
    assert (table.mf("S"), table.mf("S2")) == (4, 2)
    table.step("go S to I6")
    assert table.refused("go S to I5") == "A4.1"


@pytest.mark.rule("A4.2")
def test_how_many_move_under_a_question_mark_is_not_told() -> None:
    """By Assault Movement they keep their «?»: the German hears of one «?», not of three units."""
    heard, seen = [], []
    for count in (1, 2):
        units = [{**unit, "concealed": True} for unit in (LEADER, *SQUADS[:count])]
        table = Table(*units, hex="A1")
        table.do("stack L+S" if count == 1 else "stack L+S+S2", "go L to I6 assault")
        heard.append(
            [
                (event.instead or event.message).key
                for event in table.heard
                if event.seats is None or "german" in event.seats or event.instead
            ]
        )
        view = table.game.view(table.state, "german")
        seen.append((view.move, [piece.id for piece in view.pieces]))
    assert heard[0] == heard[1] == ["battle.event.went"]
    assert seen[0] == seen[1]
    assert seen[0][0] is not None and seen[0][0].units == ("?I6",)


# Crowds


@pytest.mark.rule("A5.1", "A5.11")
@pytest.mark.parametrize(
    ("there", "cost"), [(("squad",) * 2, 1), (("squad",) * 3, 2), (("squad", "squad", "hs"), 2)]
)
def test_a_crowded_hex_is_dearer(there: tuple[str, ...], cost: int) -> None:
    """Into I6, Open Ground: a fourth squad overstacks by one, and so does half a squad too many."""
    counters = {"squad": "am-am666S", "hs": "am-am346H"}
    crowd = [
        {"id": f"C{i}", "counter": counters[kind], "hex": "I6"} for i, kind in enumerate(there)
    ]
    table = Table(SQUADS[0], *crowd)
    table.step("go S to I6")
    assert table.piece("S").mf == cost


@pytest.mark.rule("A5.11")
@pytest.mark.parametrize(("squads", "cost"), [(3, 1), (4, 2)])
def test_a_stack_that_moves_together_is_a_crowd_where_it_comes(squads: int, cost: int) -> None:
    """Into I6, Open Ground where nobody is: four squads at once are one too many."""
    table = Table(*SQUADS[:squads])
    table.do("stack " + "+".join(each["id"] for each in SQUADS[:squads]))
    table.step("go S to I6")
    assert [table.piece(each["id"]).mf for each in SQUADS[:squads]] == [cost] * squads


@pytest.mark.rule("A5.12", "A5.131")
def test_a_crowd_fires_worse_and_is_hit_more_easily() -> None:
    """Four squads in one Location are one too many; in the MPh only who moves."""

    def drm(table: Table, order: str, seat: str) -> int:
        prepared = ready(shot(table.game.seen(table.state, seat), _fire(order), seat))
        return prepared.drm[0].total  # type: ignore[union-attr]

    fits, crowded = (Table(*SQUADS[:count], phase="PFPh", hex="I7") for count in (3, 4))
    assert drm(fits, "fire S at R", "american") == 0
    assert drm(crowded, "fire S at R", "american") == 1
    moving = Table(*SQUADS, hex="I7")
    moving.do("stack S+S2+S3+S4", "go S to I6")
    assert drm(moving, "fire R at S", "german") == -3
    alone = Table(SQUADS[0], hex="I7")
    alone.do("go S to I6")
    assert drm(alone, "fire R at S", "german") == -2


# The Minimum Move


@pytest.mark.rule("A4.134")
def test_with_too_few_mf_one_hex_is_entered_all_the_same() -> None:
    """Two HMG are 10 PP: of the squad's 4 MF none is left, and Open Ground costs 1."""
    guns = [{"id": id, "counter": "am-amHMG", "by": "S"} for id in ("M", "M2")]
    table = Table(SQUADS[0], SQUADS[1], *guns)
    assert table.refused("go S to I6") == "A4.1"
    assert table.refused("go S to I6 minimum assault") == "A4.134"
    assert table.refused("go S2 to I6 minimum") == "A4.134"
    table.do("go S to I6 minimum")
    men = table.piece("S")
    assert (men.spot.hex, men.cx, men.pinned, men.mf) == ("I6", True, True, 0)
    table.do("pass")
    assert table.state.move is None and "S" in table.state.moved


@pytest.mark.rule("A4.134")
def test_who_is_exhausted_makes_no_minimum_move() -> None:
    guns = [{"id": id, "counter": "am-amHMG", "by": "S"} for id in ("M", "M2")]
    table = Table({**SQUADS[0], "cx": True}, *guns)
    assert table.refused("go S to I6 minimum") == "A4.134"


# Turrets


@pytest.mark.rule("D3.12", "C5.13#1", "C5.13#2")
def test_a_turret_is_turned_for_mp_and_then_bears() -> None:
    """The tank in J5 looks to J6/I6, the squad in L5 is two hexspines to the left of that."""
    table = Table(TANK, hex="L5")
    assert table.refused("traverse T to 0") == "D2.12"
    table.step("start T")
    before = table.piece("T")
    assert table.refused("fire T at R") == "C5.13"
    assert table.refused(f"traverse T to {before.tca}") == "D3.12"
    listed = {table.game.write(action) for action in table.game.menu(table.state, "american")}
    assert f"traverse T to {(before.tca + 1) % 6}" in listed
    table.step(f"traverse T to {(before.tca - 2) % 6}")
    tank = table.piece("T")
    assert (tank.tca, tank.vca) == ((before.tca - 2) % 6, before.vca)
    assert tank.mp == before.mp + 2
    fired = shot(table.game.seen(table.state, "american"), _fire("fire T at R"), "american")
    assert fired.firer.hexspines_turned == 0


@pytest.mark.rule("D3.12")
def test_what_has_no_turret_turns_none() -> None:
    table = Table({**TANK, "counter": "am-M7"})
    table.step("start T")
    assert table.refused("traverse T to 0") == "D3.12"


@pytest.mark.rule("C6.5#5")
@pytest.mark.parametrize("order", ["traverse T to 1", "pivot T to 1", "delay T"])
def test_who_turns_on_the_move_and_does_not_fire_loses_his_aim(order: str) -> None:
    """The tank looks along hexspine 0 of K6 and has acquired the squad in K2."""
    tank = {
        **TANK,
        "hex": "K6",
        "facing": "0",
        "acquired": {"hex": "K2", "drm": -1, "units": ["R"]},
    }
    table = Table(tank, hex="K2")
    table.step("start T", order)
    held = table.piece("T").services[0].acquired
    assert [one.units for one in held] == [("R",)]  # it could still fire in this phase
    table.do("finish T", "pass", "end")
    kept = table.piece("T").services[0].acquired
    assert bool(kept) is (order == "delay T")
