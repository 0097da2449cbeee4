"""Clauses of chapter C that only a table can show: fire, phase after phase, on open ground."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.duels import show_totals
from hexfire.asl.battle.fire.harm import carry_out
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.moves.movers import left as mp_left
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Drive, Hull, Veil, Wrecked
from hexfire.asl.battle.table.sighting import sees
from hexfire.asl.battle.table.state import Secret, SecretKind, State
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.condition import Shock
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.asl.gunnery.bore_sight import BoreSight
from hexfire.asl.gunnery.fire import ready
from hexfire.asl.shots.shot import Ammo, FireCounter, TargetType, Turned
from hexfire.asl.shots.targets import Effect, VehicleAfter
from hexfire.asl.situation import MarkerKind
from hexfire.dice import DR, Dice, NeedAnswer, seeded
from hexfire.play import Event, Table
from hexfire.rulebook import Refusal

Unit = dict[str, Any]
CREWED: tuple[Unit, ...] = (
    {"id": "G", "counter": "ge-AT75L", "hex": "L1", "facing": "M1/M2", "by": "C"},
    {"id": "C", "counter": "ge-ge228C", "hex": "L1"},
)
SECOND: tuple[Unit, ...] = (
    {"id": "G2", "counter": "ge-AT75L", "hex": "K1", "facing": "L0/L1", "by": "C2"},
    {"id": "C2", "counter": "ge-ge228C", "hex": "K1"},
)
TANK: Unit = {
    "id": "T", "counter": "ru-T34M43", "hex": "P1", "facing": "O1/O2", "turret": "Q1/Q2",
    "ce": False,
}  # fmt: skip
SQUAD: Unit = {"id": "R", "counter": "ru-ru447S", "hex": "P1"}


class Meadow:
    """Two sides on the open ground of Millbrook's east, at one moment of a Player Turn."""

    def __init__(self, german: Any, russian: Any, phase: str = "MPh", of: str = "russian",
                 date: str = "1943-07", **more: Any) -> None:  # fmt: skip
        self.game = Battle()
        sides = [
            {"name": "german", "unit": [dict(unit) for unit in german]},
            {"name": "russian", "unit": [dict(unit) for unit in russian]},
        ]
        self.data = {
            "board": "millbrook", "date": date, "turns": 4, "setup": ["german", "russian"],
            "defender": "german", "first": of, "start": {"phase": phase, "of": of}, "side": sides,
            **more,
        }  # fmt: skip
        self.state: State = self.game.setup({"data": self.data}, {})
        self.log: list[Event] = []

    def do(self, action: act.Action, *faces: int, seat: str = "") -> None:
        seat = seat or self.game.to_act(self.state)[0]
        self.state, events = self.game.apply(self.state, seat, action, Dice(faces, seeded(1)))
        self.log += events

    def fire(self, order: Fire, *faces: int) -> None:
        """The shot, without a duel where one could be asked for."""
        seat = self.state.piece(order.weapon.partition(".")[0].partition("+")[0]).side
        if self.state.declared:
            raise AssertionError("a shot waits")
        self.do(order, *faces, seat=seat)
        if self.state.declared:
            self.do(act.STAND, *faces)

    def refused(self, action: act.Action, seat: str) -> str:
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(action)
        return refusal.value.rule or str(refusal.value)

    def attack(self, order: Fire, seat: str = "german") -> Any:
        return ready(shot(self.game.seen(self.state, seat), order, seat))

    def cases(self, order: Fire, seat: str = "german") -> dict[str, int]:
        return dict(self.attack(order, seat).aim.tally.as_dict())

    def piece(self, id: str) -> Any:
        return self.state.piece(id)

    def sees(self, viewer: str, target: str) -> Any:
        return sees(self.game.at(self.state), self.piece(viewer), self.piece(target))

    def to(self, phase: str, of: str) -> None:
        for _ in range(60):
            clock = self.state.clock
            if (clock.phase.value, clock.phasing) == (phase, of):
                return
            move = self.state.move
            if move is None:
                self.do(act.END)
            else:
                self.do(act.LET_GO if move.open else act.Finish(move.unit))
        raise AssertionError(f"{phase} of {of} does not come")


# C.8, C5.11: what makes a vehicle a moving target


@pytest.mark.rule("C.8#7")
def test_a_tank_that_is_immobilized_after_its_start_does_not_move() -> None:
    """TH 10 against a 4 (J2): a hull hit; the TK DR equals the Final TK# of 6."""
    table = Meadow((*CREWED, *SECOND), (TANK,))
    table.do(act.Start("T"))
    assert table.cases(Fire("G2", "T")) == {"J": 2, "J2": 2}
    table.fire(Fire("G", "T"), 4, 2, 3, 3, 1, 1)
    assert table.piece("T").hull is Hull.IMMOBILE
    assert table.cases(Fire("G2", "T")) == {}


@pytest.mark.rule("C5.11#3")
def test_turning_the_vca_to_fire_makes_no_moving_target() -> None:
    tank = {"id": "P", "counter": "ge-pzivh", "hex": "L1", "facing": "K1/L0", "ce": True}
    table = Meadow((tank,), (TANK,), "DFPh")
    before = table.piece("P").vca
    table.fire(Fire("P", "T", turning=Turned.VCA), 6, 6)
    assert table.piece("P").vca != before
    table.to("AFPh", "russian")
    assert "J" not in table.cases(Fire("T", "P"), "russian")
    assert table.piece("P").drive is Drive.STOPPED


@pytest.mark.rule("C5.11#2")
def test_a_gun_without_a_turret_turns_its_vehicle() -> None:
    gun = {"id": "P", "counter": "ge-stgiiig", "hex": "L1", "facing": "L0/M1", "ce": False}
    table = Meadow((gun,), (TANK,), "DFPh")
    assert table.refused(Fire("P", "T", turning=Turned.TCA), "german") == "C5.11"
    assert table.cases(Fire("P", "T"))["A"] == 3
    before = table.piece("P").vca
    table.fire(Fire("P", "T"), 6, 5)
    assert table.piece("P").vca == (before + 1) % 6 == table.piece("P").tca


@pytest.mark.rule("C5.3#6")
def test_who_has_used_vbm_is_a_bounding_firer() -> None:
    still = {"id": "P", "counter": "ge-pzivh", "hex": "L1", "facing": "M1/M2", "ce": True}
    table = Meadow((still,), (TANK,), "AFPh", "german")
    assert table.cases(Fire("P", "T")) == {"B": 2}
    table = Meadow(({**still, "vbm": True},), (TANK,), "AFPh", "german")
    assert table.cases(Fire("P", "T")) == {"C": 4}


# C5.11: fire from woods fixes the CA for the phase

WOODS: tuple[Unit, ...] = (
    {"id": "G", "counter": "ge-AT50L", "hex": "L10", "facing": "L9/M10", "by": "C"},
    {"id": "C", "counter": "ge-ge228C", "hex": "L10"},
)
AHEAD: Unit = {"id": "T", "counter": "ru-T34M43", "hex": "L9", "facing": "K9/K10", "ce": False}
BESIDE: Unit = {"id": "R", "counter": "ru-ru447S", "hex": "K10"}


@pytest.mark.rule("C5.11#12", "C5.11#7")
@pytest.mark.parametrize("pinned", [False, True])
def test_a_ca_fixed_in_the_mph_is_free_again_in_the_dfph_unless_pinned(pinned: bool) -> None:
    table = Meadow(WOODS, ({**AHEAD, "turret": "M9/M10"}, BESIDE))
    table.do(act.Start("T"))
    table.fire(Fire("G", "T"), 1, 6)
    assert table.piece("G").service.fired_here and table.piece("G").service.shots == 1
    if pinned:
        table.do(act.Set("C", "pinned", "yes"), seat="german")
    table.to("DFPh", "russian")
    if pinned:
        assert table.refused(Fire("G", "R"), "german") == "C5.11"
    else:
        assert table.cases(Fire("G", "R", kind=TargetType.INFANTRY))["A"] == 6


@pytest.mark.rule("C5.11#10")
def test_bounding_first_fire_from_woods_fixes_nothing() -> None:
    """The car keeps its rate, spends MP to turn, and fires into its new CA."""
    car = {"id": "P", "counter": "ge-psw2342", "hex": "L10", "facing": "L9/M10", "ce": True}
    table = Meadow((car,), (AHEAD, {**BESIDE, "hex": "K10"}), "MPh", "german", date="1944-07")
    table.fire(Fire("P", "T"), 1, 5)
    assert not table.piece("P").services[0].fired_here
    assert table.piece("P").services[0].marker is FireCounter.NONE
    table.do(act.LET_GO)
    table.do(act.Start("P"))
    table.do(act.Set("P", "tca", str((table.piece("P").tca - 1) % 6)))
    table.attack(Fire("P", "R", kind=TargetType.INFANTRY))


# C5.31, C6.15–C6.17: time in sight, and how many shots it allows


@pytest.mark.rule("C6.17#8")
def test_every_weapon_has_its_own_shots_at_men_who_move() -> None:
    """Two MF in the woods of L10: two shots of each Gun, the third refused."""
    guns = (
        {"id": "G", "counter": "ge-AT50L", "hex": "K8", "facing": "K9/L8", "by": "C"},
        {"id": "C", "counter": "ge-ge228C", "hex": "K8"},
        {"id": "G2", "counter": "ge-AT50L", "hex": "K8", "facing": "K9/L8", "by": "C2"},
        {"id": "C2", "counter": "ge-ge228C", "hex": "K8"},
    )
    table = Meadow(guns, ({"id": "R", "counter": "ru-ru447S", "hex": "L9"},))
    table.do(act.Go("R", "L10", assault=True))
    for gun in ("G", "G2"):
        order = Fire(gun, "R", kind=TargetType.INFANTRY)
        assert table.refused(Fire(gun, "R", kind=TargetType.INFANTRY, mp=3), "german") == "C6.17"
        table.fire(Fire(gun, "R", kind=TargetType.INFANTRY, mp=1), 3, 6)
        assert table.refused(Fire(gun, "R", kind=TargetType.INFANTRY, mp=1.5), "german") == "C6.17"
        table.fire(order, 3, 6)
        assert table.piece(gun).service.shots == 2
        assert table.refused(order, "german") == "C6.17"


@pytest.mark.rule("C6.17#5", "C6.17#6", "C6.17#7")
def test_the_moment_of_the_shot_is_chosen_but_in_a_duel_it_is_the_last() -> None:
    """Delay after Delay: 5 MP in sight. At the first MP Case J2; whoever asks for a duel sees 5."""
    table = Meadow(CREWED, ({**TANK, "hex": "P1", "turret": "O1/O2"},))
    table.do(act.Start("T"))
    for _ in range(4):
        table.do(act.PASS)
        table.do(act.Delay("T"))
    assert table.cases(Fire("G", "T")) == {"J": 2}
    assert table.cases(Fire("G", "T", mp=1)) == {"J": 2, "J2": 2}
    assert table.cases(Fire("G", "T", mp=3)) == {"J": 2, "J1": 1}
    table.do(Fire("G", "T", mp=1), seat="german")
    assert table.state.declared
    table.do(act.Duel("T"), 6, 5, 6, 5, seat="russian")
    fired = [event for event in table.log if event.message.key.endswith(".fired")]
    assert {"J": 2} in [dict(event.data["cases"]) for event in fired]


@pytest.mark.rule("C5.31#3")
def test_a_hex_out_of_sight_starts_the_time_to_aim_anew() -> None:
    """Start and two Delays in sight of A5, D4 is out of it, E5 again in sight: 1 MP counts."""
    tank = {
        "id": "P", "counter": "ge-pzivh", "hex": "C5", "facing": "D4/D5", "turret": "B4/B5",
        "ce": True,
    }  # fmt: skip
    target = {"id": "T", "counter": "ru-T34M43", "hex": "A5", "facing": "B5/B4", "ce": False}
    table = Meadow((tank,), (target,), "MPh", "german")
    table.do(act.Start("P"))
    table.do(act.LET_GO)
    for action in (act.Delay("P"), act.Delay("P")):
        table.do(action)
    assert table.cases(Fire("P", "T")) == {"C": 4, "C4": 0}
    for to in ("D4", "E5"):
        table.do(act.Go("P", to))
    made = table.attack(Fire("P", "T")).shot
    assert made.firer.mp_target_in_los == 1
    assert table.cases(Fire("P", "T"))["C2"] == 2


@pytest.mark.rule("C6.15#3")
def test_vanishing_between_two_places_in_sight_does_not_count() -> None:
    """From C6 both I6 and I7 are seen, the hexside between them is not: the count goes on."""
    gun = ({**CREWED[0], "hex": "C6", "facing": "D5/D6"}, {**CREWED[1], "hex": "C6"})
    tank = {**TANK, "hex": "I6", "facing": "H6/I7", "turret": "I5/J5"}
    table = Meadow(gun, (tank,))
    table.do(act.Start("T"))
    table.do(act.PASS)
    table.do(act.Go("T", "I7", cost=2))
    assert table.attack(Fire("G", "T")).shot.target.mp_in_los == 3


@pytest.mark.rule("C.fn9#1", "C6.15#1")
def test_the_whole_of_a_climb_counts_as_spent_in_sight() -> None:
    """The house rule of footnote 9 is not ours: 5 MP up into N6 are 5 MP in sight of Q6."""
    gun = ({**CREWED[0], "hex": "Q6", "facing": "P5/P6"}, {**CREWED[1], "hex": "Q6"})
    tank = {**TANK, "hex": "N5", "facing": "M6/N6", "turret": "N4/O5"}
    table = Meadow(gun, (tank,))
    table.do(act.Start("T"))
    if table.state.move is not None and table.state.move.open:
        table.do(act.PASS)
    table.do(act.Go("T", "N6", cost=5))
    assert table.attack(Fire("G", "T")).shot.target.mp_in_los == 5


# C6.5–C6.58: whose acquisition it is, and where it stays


@pytest.mark.rule("C6.5#3", "C6.58#1")
def test_two_guns_of_one_kind_have_each_their_own_acquisition() -> None:
    panthers = (
        {"id": "P1", "counter": "ge-pzvg", "hex": "L1", "facing": "M1/M2", "ce": True},
        {"id": "P2", "counter": "ge-pzvg", "hex": "L1", "facing": "M1/M2", "ce": True},
    )
    table = Meadow(panthers, (TANK,), "PFPh", "german", date="1944-07")
    table.fire(Fire("P1", "T"), 1, 6, 6, 6)
    if table.piece("P1").services[0].marker is FireCounter.NONE:
        assert table.cases(Fire("P1", "T")).get("N") == -1
    assert [held.drm for held in table.piece("P1").services[0].acquired] == [-1]
    assert "N" not in table.cases(Fire("P2", "T"))


@pytest.mark.rule("C6.51#6")
def test_the_table_looks_by_itself_whether_the_target_left_the_los() -> None:
    """A5 sees C5 and not D4: the counter stays in C5, nobody is asked and nothing is rolled."""
    gun = (
        {"id": "G", "counter": "ge-AT50L", "hex": "A5", "facing": "B4/B5", "by": "C"},
        {"id": "C", "counter": "ge-ge228C", "hex": "A5"},
    )
    tank = {**TANK, "hex": "C5", "facing": "D4/D5", "turret": "D4/D5"}
    table = Meadow(gun, (tank,))
    table.do(act.Start("T"))
    table.fire(Fire("G", "T"), 6, 4)
    assert [(held.hex, held.units) for held in table.piece("G").service.acquired] == [
        ("C5", ("T",))
    ]
    table.do(act.LET_GO)
    table.do(act.Go("T", "D4"))
    assert [(held.hex, held.units) for held in table.piece("G").service.acquired] == [("C5", ())]
    assert table.game.to_act(table.state) == ("russian",)


# C7.42: the next RPh


@pytest.mark.rule("C7.42#9")
@pytest.mark.parametrize(
    ("phase", "of", "rally"), [("PFPh", "german", "russian"), ("MPh", "russian", "german")]
)
def test_shock_is_rolled_for_in_the_very_next_rph(phase: str, of: str, rally: str) -> None:
    table = Meadow(CREWED, (TANK,), phase, of)
    table.state = table.state.change("T", shock=Shock.SHOCK)
    table.to("RPh", rally)
    assert table.piece("T").shock is Shock.SHOCK
    table.do(act.END)
    table.do(act.END, 1)
    assert (table.state.clock.phase.value, table.piece("T").shock) == ("PFPh", Shock.NONE)


@pytest.mark.rule("C7.42#10", "C7.42#12")
def test_an_abandoned_afv_rolls_too_and_a_uk_wreck_leaves_no_crew() -> None:
    table = Meadow(CREWED, (TANK,), "RPh", "german")
    table.state = table.state.change("T", shock=Shock.SHOCK, abandoned=True)
    table.do(act.END)
    table.do(act.END, 4)
    assert table.piece("T").shock is Shock.UK
    table = Meadow(CREWED, (TANK,), "RPh", "german")
    table.state = table.state.change("T", shock=Shock.UK)
    pieces = len(table.state.pieces)
    table.do(act.END)
    table.do(act.END, 6)
    assert table.piece("T").wreck is Wrecked.WRECK
    assert len(table.state.pieces) == pieces
    assert not any(event.message.key.endswith("crew_survived") for event in table.log)


# C3.4, C7.6: who is touched


@pytest.mark.rule("C7.6#4")
def test_who_stands_beside_a_tank_that_burns_is_not_attacked() -> None:
    table = Meadow(CREWED, (TANK, SQUAD), "PFPh", "german")
    table.fire(Fire("G", "T", ammo=Ammo.AP), 3, 2, 1, 1)
    assert table.piece("T").wreck is Wrecked.BURNING
    men = table.piece("R")
    assert men.on_board and not (men.broken or men.pinned)
    assert any(event.message.key.endswith("crew_lost") for event in table.log)


@pytest.mark.parametrize(("crew", "word"), [((1, 1), "crew_survived"), ((6, 6), "crew_lost")])
def test_the_log_says_what_became_of_the_crew_of_a_wreck(crew: tuple[int, int], word: str) -> None:
    table = Meadow(CREWED, (TANK,), "PFPh", "german")
    table.fire(Fire("G", "T", ammo=Ammo.AP), 3, 2, 3, 2, *crew)
    assert table.piece("T").wreck is Wrecked.WRECK
    told = [event.message.key.rpartition(".")[2] for event in table.log if event.rule == "D5.6"]
    assert told == [word]


@pytest.mark.rule("C3.4#1")
@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
def test_a_critical_hit_touches_its_hex_alone(kind: TargetType) -> None:
    beside = {"id": "N", "counter": "ru-ru447S", "hex": "O2"}
    table = Meadow(CREWED, (SQUAD, beside), "PFPh", "german")
    table.fire(Fire("G", "R", ammo=Ammo.HE, kind=kind), 1, 1, 1, 1, 1, 1, 1)
    assert not table.piece("R").on_board
    near = table.piece("N")
    assert near.on_board and not (near.broken or near.pinned)


# C2.28, C8.9, C.1: weapons and ammunition


@pytest.mark.rule("C2.28#3")
def test_a_disabled_gun_is_gone_and_a_tank_without_its_gun_stays() -> None:
    """Intensive Fire lowers the B# of 12 to 10: a 12 disables."""
    tank = {"id": "P", "counter": "ge-pzivh", "hex": "K1", "facing": "L0/L1", "ce": True,
            "marker": "Prep Fire"}  # fmt: skip
    gun = ({**CREWED[0], "marker": "Prep Fire"}, CREWED[1])
    table = Meadow((*gun, tank), (TANK,), "PFPh", "german")
    table.fire(Fire("G", "T", intensive=True), 6, 6)
    assert not table.piece("G").on_board and table.piece("C").on_board
    table.fire(Fire("P", "T", intensive=True), 6, 6)
    assert table.piece("P").on_board and not table.piece("P").wreck
    assert table.piece("P").services[0].state is WeaponState.DISABLED
    assert table.refused(Fire("P", "T"), "german") == "C2.28"


@pytest.mark.rule("C8.9#6")
def test_who_has_no_apcr_may_fire_something_else_at_somebody_else_or_move() -> None:
    """APCR 5: a 9 says that there never was any; the tank has not fired."""
    tank = {"id": "P", "counter": "ge-pziiij", "hex": "L1", "facing": "M1/M2", "ce": True}
    table = Meadow(
        (tank,),
        (TANK, {**TANK, "id": "T2", "hex": "P2", "facing": "O2/O3", "turret": "Q2/Q3"}),
        "PFPh",
        "german",
    )
    table.fire(Fire("P", "T", ammo=Ammo.APCR), 5, 4)
    service = table.piece("P").services[0]
    assert (service.marker, service.shots, service.gone) == (FireCounter.NONE, 0, (Ammo.APCR,))
    assert table.refused(Fire("P", "T", ammo=Ammo.APCR), "german") == "C2.26"
    table.attack(Fire("P", "T", ammo=Ammo.AP))
    table.attack(Fire("P", "T2", ammo=Ammo.AP))
    table.to("MPh", "german")
    table.do(act.Start("P"))


@pytest.mark.rule("C.1#1")
def test_a_gun_on_the_board_is_no_battery() -> None:
    gun = ({**CREWED[0], "counter": "ge-AR105"}, CREWED[1])
    table = Meadow(gun, (SQUAD,), "PFPh", "german")
    assert table.refused(act.Oba("G", "place", at="P1"), "german") == "C.1"
    assert table.attack(Fire("G", "R")).number == 8


@pytest.mark.rule("C8.1#1")
def test_ammunition_is_declared_before_the_first_die() -> None:
    """Once the To Hit DR is typed the shot can be neither changed nor given up."""
    tank = {"id": "P", "counter": "ge-pziiij", "hex": "L1", "facing": "M1/M2", "ce": True}
    table = Meadow((tank,), (TANK,), "PFPh", "german")
    played = Table.new(table.game, {"data": table.data}, typed=("german",))
    with pytest.raises(NeedAnswer):
        played.do("german", Fire("P", "T", ammo=Ammo.AP))
    played.cancel_roll("german")
    with pytest.raises(NeedAnswer):
        played.do("german", Fire("P", "T", ammo=Ammo.AP))
    with pytest.raises(NeedAnswer):
        played.answer("german", (3, 2))
    for late in (
        lambda: played.do("german", Fire("P", "T", ammo=Ammo.APCR)),
        lambda: played.cancel_roll("german"),
    ):
        with pytest.raises(Refusal):
            late()
    played.answer("german", (6, 6))
    assert played.state.piece("P").services[0].gone == ()


# C2.2401, C11.51: Fire Groups

BEFORE: Unit = {"id": "S1", "counter": "ge-ge467S", "hex": "L1"}
BEHIND: Unit = {"id": "S2", "counter": "ge-ge467S", "hex": "K1"}


@pytest.mark.rule("C2.2401#22")
@pytest.mark.parametrize(("pinned", "total"), [(False, 0), (True, 2)])
def test_a_fire_group_has_the_worst_duel_total_of_its_members(pinned: bool, total: int) -> None:
    tank = {**TANK, "counter": "ru-T3485", "turret": "O1/O2", "ce": True}
    table = Meadow((BEFORE, {**BEHIND, "pinned": pinned}), (tank,), date="1944-07")
    table.do(act.Start("T"))
    table.do(Fire("S1+S2", "T", ift=True), seat="german")
    assert table.state.declared
    by = show_totals(table.game.seen(table.state, "russian"), "russian", act.Duel("T"))
    assert by.defender.total == total


@pytest.mark.rule("C11.51#3")
@pytest.mark.parametrize(("second", "shield"), [("M1", 2), ("K1", 0)])
def test_a_group_wholly_outside_the_ca_meets_no_gunshield(second: str, shield: int) -> None:
    """The Gun in L1 points to M1/M2; L0 and K1 are outside its CA."""
    group = (
        {"id": "R1", "counter": "ru-ru447S", "hex": "L0"},
        {"id": "R2", "counter": "ru-ru447S", "hex": second},
    )
    table = Meadow(CREWED, group, "PFPh", "russian")
    found = table.attack(Fire("R1+R2", "G"), "russian")
    assert found.drm[0].value_of("gunshield") == shield


def _behind_wall(hex: str, facing: str) -> tuple[Unit, ...]:
    gun = {**CREWED[0], "hex": hex, "facing": facing, "emplaced": True}
    return gun, {**CREWED[1], "hex": hex}


@pytest.mark.rule("C11.3#6")
def test_mandatory_wall_advantage_leaves_a_gun_emplaced() -> None:
    """Behind the walls of K8 the crew has WA by B9.323: wall or emplacement, never both."""
    tank = {**TANK, "hex": "M8", "facing": "L7/L8", "turret": "L7/L8"}
    table = Meadow(_behind_wall("K8", "L7/L8"), (tank,), "PFPh", "russian")
    assert table.state.walls.holders == ("C",)
    assert table.piece("G").emplaced is Emplacement.EMPLACED
    assert table.cases(Fire("T", "G", kind=TargetType.INFANTRY), "russian")["Q"] == 2


@pytest.mark.rule("C11.3#5")
def test_wall_advantage_that_is_claimed_costs_the_emplacement() -> None:
    """In the house of J8 nobody must leave its TEM for the wall: who does so loses the other."""
    table = Meadow(_behind_wall("J8", "K8/K9"), (TANK,), "RPh", "german")
    assert table.state.walls.holders == ()
    table.do(act.Claim("C"), seat="german")
    assert table.state.walls.holders == ("C",)
    assert table.piece("G").emplaced is Emplacement.LOST


@pytest.mark.rule("C11.6-T#5", "C11.51#3")
def test_only_flame_alone_cancels_the_gunshield() -> None:
    """A FT in M1, within the Gun's CA: no shield; with a squad beside it the shield counts."""
    flame = (
        {"id": "R1", "counter": "ru-ru447S", "hex": "M1"},
        {"id": "F", "counter": "ru-ruFT", "by": "R1"},
        {"id": "R2", "counter": "ru-ru447S", "hex": "M1"},
    )
    table = Meadow(CREWED, flame, "PFPh", "russian")
    alone = table.attack(Fire("F", "G"), "russian")
    assert (alone.columns[0], alone.drm[0].value_of("gunshield")) == (24, 0)
    joined = table.attack(Fire("F+R2", "G"), "russian")
    assert joined.drm[0].value_of("gunshield") == 2
    table.fire(Fire("F", "G"), 1, 1, 1, 1)
    assert not table.piece("C").on_board


@pytest.mark.rule("C11.51#3")
def test_the_shield_holds_although_the_leading_member_is_outside_the_ca() -> None:
    """R1 in L0 leads, R2 in M1 is within the CA: an IFT DR of 9 on 16 FP (1MC) becomes 11."""
    group = (
        {"id": "R1", "counter": "ru-ru447S", "hex": "L0"},
        {"id": "R2", "counter": "ru-ru447S", "hex": "M1"},
    )
    table = Meadow(CREWED, group, "PFPh", "russian")
    attack = table.attack(Fire("R1+R2", "G"), "russian")
    gun = attack.stack(DR(5, 4))[0].target
    assert gun.gunshield == 2


@pytest.mark.rule("C8.5#3", "C8.5#4", "C8.5#5")
def test_smoke_of_any_origin_hinders_below_its_height_alone() -> None:
    """SMOKE laid by hand, as grenades are: A9 to F9 on the ground it hinders, A2 to O8 not."""
    high = {"id": "S", "counter": "ge-ge467S", "hex": "A2"}
    low = {"id": "S0", "counter": "ge-ge467S", "hex": "A9"}
    far = {"id": "R", "counter": "ru-ru447S", "hex": "O8"}
    near = {"id": "R0", "counter": "ru-ru447S", "hex": "F9"}
    table = Meadow((high, low), (far, near), "PFPh", "german")
    before = [table.sees("S", "R").hindrance, table.sees("S0", "R0").hindrance]
    for hex in ("C9", "G4", "G5", "H4", "H5", "I5", "I6"):
        table.do(act.Mark(MarkerKind.SMOKE, hex), seat="german")
    after = [table.sees("S", "R").hindrance, table.sees("S0", "R0").hindrance]
    assert after[0] == before[0] == 0
    assert after[1] == before[1] + 3
    assert not table.sees("S0", "R0").blocked


@pytest.mark.rule("C8", "C8.1#3", "C8.9#9")
def test_each_shot_chooses_its_ammunition_and_each_weapon_has_its_own() -> None:
    """The first tank keeps its rate with AP, then finds no APCR; the second may still try."""
    tanks = (
        {"id": "P", "counter": "ge-pziiij", "hex": "L1", "facing": "M1/M2", "ce": True},
        {"id": "P2", "counter": "ge-pziiij", "hex": "L1", "facing": "M1/M2", "ce": True},
    )
    table = Meadow(tanks, (TANK,), "PFPh", "german")
    table.fire(Fire("P", "T", ammo=Ammo.AP), 1, 6, 6, 6)
    assert table.piece("P").services[0].marker is FireCounter.NONE
    table.fire(Fire("P", "T", ammo=Ammo.APCR), 4, 5)
    assert table.refused(Fire("P", "T", ammo=Ammo.APCR), "german") == "C2.26"
    table.attack(Fire("P2", "T", ammo=Ammo.APCR))


@pytest.mark.rule("C6.43")
@pytest.mark.parametrize(("turning", "kept"), [(Turned.TCA, True), (Turned.VCA, False)])
def test_turning_the_vca_to_fire_ends_bore_sighting(turning: Turned, kept: bool) -> None:
    tank = {"id": "P", "counter": "ge-pzivh", "hex": "L1", "facing": "L0/M1", "ce": True}
    table = Meadow((tank,), ({**TANK, "hex": "P2", "facing": "O2/O3", "turret": "Q2/Q3"},), "DFPh")
    note = BoreSight(weapon="P", crew="P", setup="L1", location="O2")
    secret = Secret("german", SecretKind.BORE_SIGHT, "O2", note)
    table.state = replace(table.state, secrets=(secret,))
    table.fire(Fire("P", "T", turning=turning), 6, 6)
    assert table.state.secrets == ((secret,) if kept else ())


@pytest.mark.rule("C6.43", "C6.43#2")
def test_what_leaves_its_hex_has_no_bore_sighted_location_any_more() -> None:
    tank = {"id": "P", "counter": "ge-pzivh", "hex": "L1", "facing": "L0/M1", "ce": True}
    table = Meadow((tank,), (TANK,), "MPh", "german")
    note = BoreSight(weapon="P", crew="P", setup="L1", location="O2")
    secret = Secret("german", SecretKind.BORE_SIGHT, "O2", note)
    table.state = replace(table.state, secrets=(secret,))
    table.do(act.Start("P"))
    table.do(act.PASS)
    assert table.state.secrets == (secret,)
    table.do(act.Go("P", "M1"))
    assert table.state.secrets == ()


@pytest.mark.rule("D5.341")
def test_a_crew_that_is_stunned_once_more_is_recalled() -> None:
    table = Meadow(CREWED, (TANK,), "PFPh", "german")
    stun = VehicleAfter(effect=Effect.STUN)
    at = carry_out(table.game.at(table.state), "T", stun, Log())
    assert (at.piece("T").stunned, at.piece("T").recalled) == (True, False)
    at = carry_out(at, "T", stun, Log())
    assert at.piece("T").recalled


@pytest.mark.rule("C2.2401#12")
def test_a_squad_duels_without_case_a_and_with_its_cx() -> None:
    """Men have no arc to turn; a CX squad counts its +1."""
    tank = {**TANK, "counter": "ru-T3485", "turret": "O1/O2", "ce": True}
    table = Meadow(({**BEFORE, "cx": True},), (tank,), date="1944-07")
    table.do(act.Start("T"))
    table.do(Fire("S1", "T", ift=True), seat="german")
    by = show_totals(table.game.seen(table.state, "russian"), "russian", act.Duel("T"))
    assert dict(by.defender.as_dict()) == {"CX": 1}


@pytest.mark.rule("C6.42#1")
def test_nobody_bore_sights_once_play_has_begun() -> None:
    table = Meadow(CREWED, (TANK,), "PFPh", "german")
    with pytest.raises(Refusal):
        table.game.menu(table.state, "german").check(act.BoreSight("G", "P1"))


@pytest.mark.rule("C6.42#5")
@pytest.mark.parametrize(("level", "value"), [(0, -2), (1, 0)])
def test_of_a_building_only_the_ground_level_is_bore_sighted(level: int, value: int) -> None:
    gun = ({**CREWED[0], "hex": "J5", "facing": "I5/J4"}, {**CREWED[1], "hex": "J5"})
    men = {"id": "R", "counter": "ru-ru447S", "hex": "J4", "level": level}
    table = Meadow(gun, (men,), "DFPh")
    note = BoreSight(weapon="G", crew="C", setup="J5", location="J4")
    table.state = replace(
        table.state, secrets=(Secret("german", SecretKind.BORE_SIGHT, "J4", note),)
    )
    made = table.attack(Fire("G", "R", kind=TargetType.INFANTRY))
    assert made.aim.tally.value_of("M") == value


@pytest.mark.rule("C7.42#3")
def test_riders_of_a_shocked_tank_are_still_struck() -> None:
    """Who rides on it stays exposed although its crew is buttoned up."""
    rider = {"id": "R", "counter": "ru-ru447S", "aboard": "T", "rider": True}
    table = Meadow(CREWED, ({**TANK, "counter": "ru-KV1E"}, rider), "PFPh", "german")
    table.state = table.state.change("T", shock=Shock.SHOCK)
    assert table.attack(Fire("G", "T")).aims[0].target.riders


@pytest.mark.rule("C13.72#1")
def test_a_magnetic_mine_touches_nobody_else_in_the_hex() -> None:
    hunters = (
        {"id": "S", "counter": "ge-ge467S", "hex": "P1"},
        {"id": "S2", "counter": "ge-ge467S", "hex": "P1"},
    )
    other = {**TANK, "id": "T2"}
    table = Meadow(hunters, (TANK, other), "CCPh", "german", date="1944-08")
    before = (table.piece("S2"), table.piece("T2"))
    table.do(act.Assault("S.ATMM", "T"), 1, 1, 1, 6, 6, seat="german")
    assert table.piece("T").wreck
    assert (table.piece("S2"), table.piece("T2")) == before


# C12.22: a RCL that fires; C7.42, D5.33: hatches; C8.2, C8.42


RCL: tuple[Unit, ...] = (
    {"id": "G", "counter": "ge-RCL75s", "hex": "L1", "facing": "M1/M2", "by": "C"},
    {"id": "C", "counter": "ge-ge228C", "hex": "L1"},
)


@pytest.mark.rule("C12.22#3")
@pytest.mark.parametrize(
    ("broken", "veil"), [(False, Veil.KNOWN), (True, Veil.CONCEALED)]
)  # fmt: skip
def test_a_rcl_that_fires_unseen_keeps_its_concealment(broken: bool, veil: Veil) -> None:
    table = Meadow(RCL, [{**SQUAD, "broken": broken}], "PFPh", "german")
    for id in ("G", "C"):
        table.state = table.state.change(id, veil=Veil.CONCEALED)
    table.fire(Fire("G", "R"), 6, 5)
    assert (table.piece("G").veil, table.piece("C").veil) == (veil, veil)


@pytest.mark.rule("C12.22#3")
def test_other_guns_are_seen_when_they_fire() -> None:
    table = Meadow(CREWED, [{**SQUAD, "broken": True}], "PFPh", "german")
    table.state = table.state.change("G", veil=Veil.CONCEALED).change("C", veil=Veil.CONCEALED)
    table.fire(Fire("G", "R"), 6, 5)
    assert table.piece("G").veil is Veil.KNOWN


@pytest.mark.rule("D5.33", "C7.42#2")
def test_a_crew_opens_its_hatches_unless_it_is_shocked_or_stunned() -> None:
    table = Meadow(CREWED, [TANK, SQUAD], "MPh", "russian")
    table.do(act.Expose("T"))
    assert table.piece("T").ce
    assert table.refused(act.Expose("T"), "russian") == "D5.33"
    table.do(act.ButtonUp("T"))
    assert not table.piece("T").ce
    whole = table.state
    for state in ({"shock": Shock.SHOCK}, {"shock": Shock.UK}, {"stunned": True}):
        table.state = whole.change("T", **state)
        assert table.refused(act.Expose("T"), "russian") == "D5.33"
    table.state = whole
    assert table.refused(act.Expose("R"), "russian") == "D5.33"
    table.state = whole.change("T", abandoned=True)
    assert table.refused(act.Expose("T"), "russian") == "D5.33"


@pytest.mark.rule("C8.2#3")
@pytest.mark.parametrize(
    ("side", "elite"),
    [({}, False), ({"elite": True}, True), ({"nation": "german_ss"}, True)],
)  # fmt: skip
def test_which_side_of_a_scenario_is_an_elite_force(side: dict[str, Any], elite: bool) -> None:
    table = Meadow(CREWED, [TANK], "PFPh", "german")
    table.data["side"][0].update(side)
    state = table.game.setup({"data": table.data}, {})
    assert table.game.at(state).scenario.side("german").elite is elite


@pytest.mark.rule("C8.42#1")
def test_canister_strikes_units_and_nothing_else() -> None:
    gun = {"id": "G", "counter": "am-AT37LL", "hex": "H8", "facing": "H7/I8", "by": "C"}
    crew = {"id": "C", "counter": "am-am228C", "hex": "H8"}
    wire = [{"kind": "wire", "hex": "I7"}]
    table = Meadow([gun, crew], [{**SQUAD, "hex": "I7"}], "PFPh", "german", "1944-07", ground=wire)
    assert [marker.kind for marker in table.state.ground] == [MarkerKind.WIRE]
    before = table.state.ground
    table.fire(Fire("G", "R", ammo=Ammo.CANISTER), 1, 1)
    assert not table.piece("R").on_board  # a KIA
    assert table.state.ground == before


@pytest.mark.rule("C8.5#2", "C8.6#2")
def test_a_mortar_that_keeps_its_rate_fires_smoke_after_smoke() -> None:
    mortar = {"id": "G", "counter": "ge-MTR81s", "hex": "L1", "facing": "M1/M2", "by": "C"}
    second = {**SQUAD, "id": "Q", "hex": "O3"}
    table = Meadow([mortar, CREWED[1]], [SQUAD, second], "PFPh", "german")
    table.fire(Fire("G", "R", ammo=Ammo.SMOKE), 1, 5)
    table.fire(Fire("G", "Q", ammo=Ammo.SMOKE), 1, 5)
    table.fire(Fire("G", "R"), 1, 6)
    assert table.refused(Fire("G", "Q", ammo=Ammo.SMOKE), "german") == "C8.5"


# C6.16: what is left is spent in the last hex


@pytest.mark.rule("C6.16#1", "C6.16#2")
@pytest.mark.parametrize(("left", "cases"), [(9, {"J": 2}), (1, {"J": 2, "J1": 1})])
def test_mp_that_are_left_are_spent_in_the_last_hex(left: int, cases: dict[str, int]) -> None:
    """One MP in sight, and those that are left: with one left still few; in the DFPh Case J."""
    table = Meadow(CREWED, [{**TANK, "facing": "O1/O2"}], "MPh", "russian")
    allowance = mp_left(table.game.at(table.state), table.piece("T"))
    for step in (act.Start("T"), act.Go("T", "O1")):
        table.do(step)
        table.do(act.PASS)
    move = table.state.move
    assert move is not None and move.steps[-1].cost == 1
    # It has come into sight with the last of its steps, and has spent all but `left`.
    table.state = replace(table.state, move=replace(move, steps=move.steps[-1:]))
    table.state = table.state.change("T", mp=allowance - left)
    table.do(act.Finish("T"))
    assert _cases_j(table) == cases
    table.to("DFPh", "russian")
    assert _cases_j(table) == {"J": 2}


def _cases_j(table: Meadow) -> dict[str, int]:
    drm = table.cases(Fire("G", "T"))
    return {case: drm[case] for case in drm if case.startswith("J")}
