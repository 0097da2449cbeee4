"""A7 on the table: men's own arms, machine guns, Fire Groups; every FP and DRM worked by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.orders.text import read, write
from hexfire.asl.battle.questions.ask import prospect, targets
from hexfire.asl.battle.table.pieces import Men, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.small_arms import SmallArms, small_arms
from hexfire.asl.shots.shot import FireCounter
from hexfire.dice import Dice, seeded
from hexfire.rulebook import BadInput, Refusal

Table = Callable[..., State]


@pytest.fixture(name="table")
def _table(game: Battle) -> Table:
    """Two German squads with a MMG and a leader in G8 and H8; Russians on the village street."""

    def make(phase: str = "PFPh", of: str = "german", **changes: Any) -> State:
        german = [
            {"id": "S", "counter": "ge-ge467S", "hex": "H8"},
            {"id": "M", "counter": "ge-geMMG", "by": "S"},
            {"id": "L", "counter": "ge-geL81", "hex": "H8"},
            {"id": "S2", "counter": "ge-ge467S", "hex": "G8"},
            {"id": "C", "counter": "ge-ge228C", "hex": "H8"},
            {"id": "A", "counter": "ge-geATR", "by": "S2"},
        ]
        russian = [
            {"id": "R", "counter": "ru-ru447S", "hex": "J5"},
            {"id": "T", "counter": "ru-T34M43", "hex": "K6", "facing": "J6/J5", "ce": True},
        ]
        for unit in (*german, *russian):
            unit.update(changes.get(str(unit["id"]), {}))
        data = {
            "board": "millbrook",
            "date": "1943-07",
            "turns": 2,
            "setup": ["german", "russian"],
            "first": of,
            "start": {"phase": phase, "of": of},
            "side": [{"name": "german", "unit": german}, {"name": "russian", "unit": russian}],
        }
        return game.setup({"data": data}, {})

    return make


def attack(game: Battle, state: State, order: str, seat: str = "german") -> SmallArms:
    action = read(order)
    assert isinstance(action, Fire)
    return small_arms(shot(game.seen(state, seat), action, seat))


def refused(game: Battle, state: State, order: str, seat: str = "german") -> str:
    with pytest.raises(Refusal) as refusal:
        game.menu(state, seat).check(read(order))
    return refusal.value.rule


def fire(game: Battle, state: State, order: str, *faces: int, seat: str = "german") -> State:
    return game.apply(state, seat, read(order), Dice(faces, seeded(1)))[0]


@pytest.mark.rule("A7.22", "A7.23", "A7.5")
@pytest.mark.parametrize(
    ("order", "phase", "changes", "fp", "drm"),
    [
        ("fire S at R", "PFPh", {}, 4, 0),
        ("fire M at R", "PFPh", {}, 5, 0),
        ("fire S+M at R", "PFPh", {}, 9, 0),
        ("fire S+M+S2 at R", "PFPh", {}, 13, 0),
        ("fire S2+A at R", "PFPh", {}, 5, 0),
        ("fire S+M at R leader L", "PFPh", {}, 9, -1),
        ("fire S at R", "AFPh", {}, 2, 0),
        ("fire S at R", "AFPh", {"S": {"opportunity": True}}, 4, 0),
        ("fire S at R", "PFPh", {"S": {"pinned": True}}, 2, 0),
        ("fire S+S2 at R", "PFPh", {"S": {"pinned": True}}, 6, 0),
        ("fire S at R", "PFPh", {"S": {"cx": True}}, 4, 1),
        ("fire S at ?J5", "PFPh", {"R": {"concealed": True}}, 2, 0),
        ("fire S at ?J5", "AFPh", {"R": {"concealed": True}}, 1, 0),
        ("fire S at R", "PFPh", {"S": {"hex": "I6"}}, 8, 0),
        ("fire S at R", "PFPh", {"R": {"hex": "H6"}}, 4, 3),
        ("fire S at R", "PFPh", {"R": {"hex": "C7"}}, 4, 1),
        ("fire S+S2 at R", "PFPh", {"R": {"hex": "H7"}}, 16, 0),
    ],
)
def test_fp_and_drm(
    game: Battle,
    table: Table,
    order: str,
    phase: str,
    changes: dict[str, Any],
    fp: int,
    drm: int,
) -> None:
    """A 4-6-7 has 4 FP to 6 hexes, the MMG 5 to 12, an ATR 1; H8 and G8 are 4 hexes from J5.

    H6 is a stone building (+3), the line to C7 has a Hindrance of 1, H7 is adjacent to both.
    """
    found = attack(game, table(phase, **changes), order)
    assert (found.fp[0], found.drm[0].total) == (Fraction(fp), drm)


@pytest.mark.rule("A7.22")
def test_half_beyond_normal_range_and_nothing_beyond_twice_that(game: Battle, table: Table) -> None:
    """The crew's 2-2-8 reaches 2 hexes, and with half its FP 4."""
    near = attack(game, table(R={"hex": "I7"}), "fire C at R")
    far = attack(game, table(), "fire C at R")
    assert (near.fp[0], far.fp[0]) == (Fraction(2), Fraction(1))
    assert refused(game, table(R={"hex": "C6"}), "fire C at R") == "A7.22"


@pytest.mark.rule("A7.9")
@pytest.mark.parametrize(("leader", "broken"), [("", False), (" leader L", True)])
def test_without_a_leader_doubles_cower(
    game: Battle, table: Table, leader: str, broken: bool
) -> None:
    """9 FP at 4+4: an 8 on the 6 column (cowering) is a PTC, which breaks nobody.

    With the leader's -1 it is a 7 on the 8 column: 1MC, here failed with a 12.
    """
    after = fire(game, table(), f"fire S+M at R{leader}", 4, 4, 6, 6)
    squad = after.piece("R")
    assert isinstance(squad, Men)
    assert (squad.broken or not squad.on_board) is broken


@pytest.mark.rule("A7.9")
@pytest.mark.parametrize(("leader", "cell"), [("", "PTC"), (" leader L", "1MC")])
def test_the_result_of_the_ift_is_told_with_its_figures(
    game: Battle, table: Table, leader: str, cell: str
) -> None:
    """The same DR of 4+4: 8 on the 6 column of who cowers, else 7 on the 8 column."""
    order = read(f"fire S+M at R{leader}")
    _, events = game.apply(table(), "german", order, Dice((4, 4, 6, 6)))
    fired = next(event for event in events if event.message.key == "battle.event.fired_ift")
    assert dict(fired.message.params)["result"] == cell


@pytest.mark.rule("A7.5", "A9.7", "C2.24")
def test_each_weapon_of_a_fire_group_by_the_same_roll(game: Battle, table: Table) -> None:
    """Coloured 2 keeps the MMG's rate of 2; men are marked; an Original 12 breaks it."""
    kept = fire(game, table(), "fire S+M+S2 at R", 2, 6)
    assert kept.piece("S").marker is FireCounter.PREP  # type: ignore[union-attr]
    assert kept.piece("S2").marker is FireCounter.PREP  # type: ignore[union-attr]
    assert kept.piece("M").service.marker is FireCounter.NONE  # type: ignore[union-attr]
    assert refused(game, kept, "fire S at R") == "A9.3"
    game.menu(kept, "german").check(read("fire M at R"))
    worn = fire(game, table(), "fire S+M at R", 6, 6)
    assert worn.piece("M").service.state is WeaponState.MALFUNCTIONED  # type: ignore[union-attr]


@pytest.mark.rule("A7.531")
def test_a_leader_directs_one_attack_of_a_phase(game: Battle, table: Table) -> None:
    state = table()
    after = fire(game, state, "fire S at R leader L", 6, 5)
    assert after.piece("L").marker is FireCounter.PREP  # type: ignore[union-attr]
    assert refused(game, after, "fire C at R leader L") == "A7.531"
    assert refused(game, state, "fire S+S2 at R leader L") == "A7.531"
    assert refused(game, table(L={"pinned": True}), "fire S at R leader L") == "A7.531"
    with pytest.raises(BadInput):
        game.menu(state, "german").check(read("fire L at R"))


@pytest.mark.rule("A7.351")
def test_a_squad_fires_its_own_arms_and_one_weapon_others_one(game: Battle, table: Table) -> None:
    state = table()
    fired = fire(game, state, "fire M at R", 6, 5)
    game.menu(fired, "german").check(read("fire S at R"))
    crewed = table(M={"by": "C"})
    assert refused(game, crewed, "fire C+M at R") == "A7.351"
    used = fire(game, crewed, "fire M at R", 1, 6)
    assert refused(game, used, "fire C at R") == "A7.351"


@pytest.mark.rule("A7.5")
def test_who_forms_a_fire_group(game: Battle, table: Table) -> None:
    apart = table(S2={"hex": "F7"})
    assert refused(game, apart, "fire S+S2 at R") == "A7.5"
    tank = table("PFPh", "russian", T={"hex": "I6", "facing": "I5/J5"})
    assert refused(game, tank, "fire R+T.CMG at S2", "russian") == "A7.5"
    for names in ("S+S", "+".join(f"S{i}" for i in range(13))):
        with pytest.raises(BadInput):
            game.menu(table(), "german").check(read(f"fire {names} at R"))
    assert write(read("fire S+M at R leader L")) == "fire S+M at R leader L"
    # J4 has two upper levels: from the ground to the second is not next to each other.
    house = {"S": {"hex": "J4"}, "S2": {"hex": "J4", "level": 2}, "L": {"hex": "J4"}}
    assert refused(game, table(**house), "fire S+S2 at R") == "A7.5"
    house["S2"]["level"] = 1
    game.menu(table(**house), "german").check(read("fire S+S2 at T"))  # the next level is


@pytest.mark.rule("A7.531")
def test_of_two_leaders_in_two_locations_the_worse_counts(game: Battle, table: Table) -> None:
    """C becomes a 9-2 beside S2 in G8: the 8-1 in H8 is the worse of the two."""
    state = table(C={"counter": "ge-geL92", "hex": "G8"})
    both = attack(game, state, "fire S+S2 at R leader L+C")
    alone = attack(game, state, "fire S+S2 at R")
    assert both.drm[0].total - alone.drm[0].total == -1


@pytest.mark.rule("A8.1", "C6.14", "C6.13")
def test_first_fire_at_a_squad_in_the_open(game: Battle, table: Table) -> None:
    """FFNAM -1 and FFMO -1; the squad fires once at this expenditure and is marked First Fire."""
    state = table("MPh", "russian", R={"hex": "K5"})
    state, _ = game.apply(state, "russian", act.Go("R", "J5"), Dice((), seeded(1)))
    assert attack(game, state, "fire S at R").drm[0].total == -2
    after = fire(game, state, "fire S at R", 6, 5)
    assert after.piece("S").marker is FireCounter.FIRST  # type: ignore[union-attr]
    assert refused(game, after, "fire S at R") in ("A9.3", "C6.17")
    assert game.to_act(after) == ("german",)
    assert Fire("S2", "R") in list(game.menu(after, "german"))


@pytest.mark.rule("A9.3")
def test_sustained_fire_is_a_machine_guns_last(game: Battle, table: Table) -> None:
    """In the DFPh it fires at who is adjacent, with half its 5 FP (doubled at Point Blank)."""
    far = table("DFPh", "russian", M={"marker": "First Fire"})
    assert refused(game, far, "fire M at R") == "A8.4"
    state = table("DFPh", "russian", M={"marker": "First Fire"}, R={"hex": "H7"})
    found = attack(game, state, "fire M at R")
    assert (found.fp[0], found.drm[0].total) == (5, 0)
    assert (found.breakdown.total, found.rof.total) == (10, 0)
    after = fire(game, state, "fire M at R", 5, 4)
    assert after.piece("M").service.marker is FireCounter.FINAL  # type: ignore[union-attr]
    assert refused(game, after, "fire M at R") == "A9.3"
    prep = table("PFPh", M={"marker": "Prep Fire"})
    assert refused(game, prep, "fire M at R") == "A9.3"


@pytest.mark.rule("A7.3", "C2.29")
def test_bullets_strike_one_location_and_only_who_is_exposed(game: Battle, table: Table) -> None:
    """The tank's CE crew may be fired at on the IFT; buttoned up nobody is (C2.29)."""
    state = table(T={"hex": "J5", "facing": "J4/I5"})
    names = [target.name for target in attack(game, state, "fire S at R").shot.targets]
    assert names == ["R", "T"]
    game.menu(state, "german").check(read("fire S at T"))
    closed = table(T={"hex": "J5", "facing": "J4/I5", "ce": False})
    assert refused(game, closed.without(["R"]), "fire S at T") == "C2.29"
    upstairs = table(R={"hex": "I5", "level": 1}, T={"hex": "I5", "facing": "I4/H4"})
    found = attack(game, upstairs, "fire S at R")
    assert [target.name for target in found.shot.targets] == ["R"]


@pytest.mark.rule("C7.31-T")
def test_a_machine_gun_at_armor_rolls_to_hit_unless_bullets_are_said(
    game: Battle, table: Table
) -> None:
    state = table(T={"hex": "J5", "facing": "J4/I5"}).without(["R"])
    plain = prospect(game.seen(state, "german"), Fire("M", "T"), "german")
    assert plain.hit is not None
    bullets = prospect(game.seen(state, "german"), Fire("M", "T", ift=True), "german")
    assert bullets.allowed and bullets.hit is None


@pytest.mark.rule("A12.141")
def test_who_fires_small_arms_is_seen(game: Battle, table: Table) -> None:
    state = table(S={"concealed": True}, S2={"concealed": True})
    after = fire(game, state, "fire S+S2 at R", 6, 5)
    assert [after.piece(id).veil for id in ("S", "S2")] == [Veil.KNOWN, Veil.KNOWN]


def test_targets_and_odds_of_men(game: Battle, table: Table) -> None:
    """4 FP, DRM 0 at a 4-4-7 in the open: KIA on a 2 (1/36), and so on down to a PTC on 7."""
    at = game.seen(table(), "german")
    found = {one.target: one for one in targets(at, "S", "german")}
    assert found["R"].allowed and found["R"].hit is None
    assert 0 < found["R"].killed < found["R"].hurt < 1
    group = prospect(at, Fire("S+M+S2", "R"), "german")
    assert group.hurt > found["R"].hurt
    listed = list(game.menu(table(), "german"))
    assert Fire("S", "R") in listed and Fire("M", "R") in listed


@pytest.mark.rule("C13.21#2")
@pytest.mark.parametrize(("counter", "both"), [("ge-ge467S", True), ("ge-ge247H", False)])
def test_an_atr_is_the_sw_a_unit_uses(game: Battle, table: Table, counter: str, both: bool) -> None:
    """A squad fires it beside its own FP, a HS in its stead."""
    state = table(S2={"counter": counter})
    seat, order = "german", read("fire A at R")
    state, _ = game.apply(state, seat, order, Dice((), seeded(3)))
    if both:
        game.menu(state, seat).check(read("fire S2 at R"))
    else:
        assert refused(game, state, "fire S2 at R") == "A7.351"
