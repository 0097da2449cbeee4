"""B9.5 on the table: who is seen through bocage, who directs, and what a Gun may still turn."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.pieces import Veil
from hexfire.asl.battle.table.state import State
from hexfire.dice import Dice
from hexfire.play import Event
from hexfire.rulebook import Refusal


class Hedgerows:
    """The hedgerows, where every hedge is bocage, with what stands there."""

    def __init__(
        self,
        americans: list[dict[str, Any]],
        germans: list[dict[str, Any]],
        phase: str = "PFPh",
        of: str = "american",
    ) -> None:
        sides = [{"name": "american", "unit": americans}, {"name": "german", "unit": germans}]
        data = {
            "board": "hedgerows", "date": "1944-07", "turns": 3, "first": "american",
            "setup": ["german", "american"], "start": {"phase": phase, "of": of}, "side": sides,
        }  # fmt: skip
        self.game = Battle()
        self.state: State = self.game.setup({"data": data}, {})
        self.log: list[Event] = []

    def do(self, text: str, *faces: int) -> list[str]:
        seat = self.game.to_act(self.state)[0]
        dice = Dice(faces)
        action = self.game.read(text, self.state, seat)
        self.game.menu(self.state, seat).check(action)
        self.state, events = self.game.apply(self.state, seat, action, dice)
        assert not dice.left_over
        self.log += events
        return [event.message.key.rpartition(".")[2] for event in events]

    def roll(self, text: str, to_hit: tuple[int, int], effects: tuple[int, int], rest: int) -> None:
        """A shot with its two DRs; every other die shows `rest`."""

        class Given:
            def __init__(self) -> None:
                self.left = [to_hit, effects]

            def faces(self, request: Any, at: int) -> tuple[int, ...]:
                if self.left and len(request.sizes()) == 2:
                    return self.left.pop(0)
                return (rest,) * len(request.sizes())

        seat = self.game.to_act(self.state)[0]
        action = self.game.read(text, self.state, seat)
        self.state, events = self.game.apply(self.state, seat, action, Dice((), Given()))
        self.log += events

    def end_to(self, phase: str) -> None:
        for _ in range(20):
            if self.state.clock.phase.value == phase:
                return
            move = self.state.move
            self.do("end" if move is None else "pass" if move.open else f"finish {move.unit}")
        raise AssertionError(phase)

    def refused(self, text: str) -> str:
        seat = self.game.to_act(self.state)[0]
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(self.game.read(text, self.state, seat))
        return refusal.value.rule


def unit(id: str, counter: str, hex: str = "", **more: Any) -> dict[str, Any]:
    return {"id": id, "counter": counter, **({"hex": hex} if hex else {}), **more}


SQUAD = unit("S", "am-am747S", "F7")
MORTAR = [unit("M", "am-MTR81s", "E8", facing="0", by="C"), unit("C", "am-am228C", "E8")]
"""In the field of F7, and behind its bocage in E8: both see the house H6 through G7-H6."""
HOLDS_WALL = unit("R", "ge-ge467S", "H6", wa=True)
STAYS_INSIDE = unit("L", "ge-geL91", "H6")
"""In the house H6: the squad at its bocage (with WA), the leader within (without)."""


@pytest.mark.rule("B9.521c#3")
def test_a_leader_who_sees_nothing_directs_nobody_and_still_leads() -> None:
    table = Hedgerows([SQUAD], [HOLDS_WALL, STAYS_INSIDE], of="german")
    assert table.refused("fire R at S leader L") == "B9.521c"
    beside = Hedgerows([SQUAD], [HOLDS_WALL, {**STAYS_INSIDE, "wa": True}], of="german")
    beside.do("fire R at S leader L", 6, 6)
    # 7 FP, +2 for bocage: 7 is an NMC; 8 is one too many for a 4-6-7, unless a 9-1 leads it.
    alone = Hedgerows([SQUAD], [HOLDS_WALL])
    alone.do("fire S at R", 2, 3, 4, 4)
    assert alone.state.piece("R").broken
    led = Hedgerows([SQUAD], [HOLDS_WALL, STAYS_INSIDE])
    led.do("fire S at R", 2, 3, 4, 4)
    assert not led.state.piece("R").broken


@pytest.mark.rule("B9.521d#8")
def test_direct_fire_does_not_touch_who_is_unseen_beside_its_target() -> None:
    table = Hedgerows([SQUAD], [HOLDS_WALL, STAYS_INSIDE])
    before = table.state.piece("L")
    table.do("fire S at R", 1, 1, 6, 6)
    assert table.state.piece("R").broken or not table.state.piece("R").on_board
    assert table.state.piece("L") == before
    again = Hedgerows([SQUAD], [HOLDS_WALL, STAYS_INSIDE])
    assert again.refused("fire S at L") == "C3.4"


@pytest.mark.rule("B9.521d#6")
def test_a_mortar_hits_who_is_unseen_only_along_with_who_is_seen() -> None:
    both = Hedgerows(MORTAR, [HOLDS_WALL, STAYS_INSIDE])
    both.roll("fire M at R", (1, 3), (1, 2), 6)
    assert both.state.piece("L").wounded or not both.state.piece("L").on_board
    alone = Hedgerows(MORTAR, [STAYS_INSIDE])
    assert alone.refused("fire M at L") == "C3.4"
    before = alone.state.piece("L")
    alone.do("fire M at H6", 1, 3, 1, 2)
    assert alone.state.piece("L") == before


@pytest.mark.rule("B9.521d#7")
def test_wp_at_the_hex_of_who_is_unseen_strikes_him() -> None:
    table = Hedgerows(MORTAR, [STAYS_INSIDE])
    table.do("fire M at H6 with WP", 1, 3, 6, 6, 1)
    (fired,) = [event for event in table.log if event.data["what"] == "fired"]
    assert fired.data["cases"]["K"] == 2
    assert table.state.piece("L").broken
    seen = Hedgerows(MORTAR, [HOLDS_WALL])
    seen.do("fire M at R with WP", 1, 3, 1, 1)
    (fired,) = [event for event in seen.log if event.data["what"] == "fired"]
    assert "K" not in fired.data["cases"]


GUN = [
    unit("G", "ge-AT75L", "G3", facing="H3/H2", by="K", emplaced=True),
    unit("K", "ge-ge228C", "G3"),
]
"""In G3, pointing out of its field through the bocage towards H3 and H2."""


@pytest.mark.rule("B9.53#2")
def test_first_fire_through_bocage_and_final_fire_are_one_phase() -> None:
    """The squad walks into I3; the Gun fires through bocage, and keeps its rate."""
    table = Hedgerows([unit("S", "am-am747S", "J2")], GUN, phase="MPh")
    table.do("go S to I3")
    table.roll("fire G at S", (1, 6), (6, 6), 6)
    gun = table.state.piece("G")
    assert gun.service.through_bocage
    assert gun.service.marker.name == "NONE"
    table.end_to("DFPh")
    assert table.refused("turn G to G4/F3") == "B9.53"
    table.end_to("PFPh")
    assert not table.state.piece("G").service.through_bocage
    table.do("turn G to G4/F3")


@pytest.mark.rule("B9.53#2")
def test_who_turned_in_first_fire_does_not_fire_through_bocage_in_final_fire() -> None:
    """Turned towards G2, in its own field, the Gun could fire at I2 without turning again."""
    gun = [{**GUN[0], "facing": "G4/H3"}, GUN[1]]
    enemies = [unit("S", "am-am747S", "F2"), unit("T", "am-am747S", "I2")]
    table = Hedgerows(enemies, gun, phase="MPh")
    table.do("go S to G2")
    table.roll("fire G at S", (1, 6), (6, 6), 6)
    assert table.state.piece("G").service.changed_ca
    table.end_to("DFPh")
    assert table.refused("fire G at T") == "B9.53"
    table.roll("fire G at S", (6, 5), (6, 6), 6)
    fresh = Hedgerows(enemies, [{**GUN[0], "facing": "G2/H2"}, GUN[1]], phase="DFPh")
    fresh.roll("fire G at T", (6, 5), (6, 6), 6)


TEAM = [unit("R", "ge-ge467S", "I2"), unit("MG", "ge-geHMG", by="R")]


@pytest.mark.rule("B9.55b#3")
def test_who_keeps_his_concealment_behind_bocage_has_ffnam_all_the_same() -> None:
    """K4 to K3 within its field, bocage towards I2: 4 FP, +2 and -1 make a PTC of a 6, else not."""
    for gait, stripped in (("", True), (" assault", False)):
        table = Hedgerows([unit("S", "am-am747S", "K4", concealed=True)], TEAM, phase="MPh")
        table.do(f"go S to K3{gait}")
        assert table.state.piece("S").veil is Veil.CONCEALED
        table.roll("fire R+MG at ?K3", (2, 4), (1, 1), 1)
        assert (table.state.piece("S").veil is Veil.KNOWN) is stripped


@pytest.mark.rule("B9.55b#7")
@pytest.mark.parametrize(("dr", "stripped"), [((2, 3), True), ((2, 4), False)])
def test_a_result_of_fire_strips_concealment_behind_bocage(
    dr: tuple[int, int], stripped: bool
) -> None:
    """4 FP, +2: a 5 is a PTC, which is passed, and the «?» is gone; a 6 is nothing."""
    table = Hedgerows([unit("S", "am-am747S", "K3", concealed=True)], TEAM, phase="DFPh")
    table.roll("fire R+MG at ?K3", dr, (1, 1), 1)
    assert (table.state.piece("S").veil is Veil.KNOWN) is stripped
    assert not table.state.piece("S").broken


@pytest.mark.rule("B9.322d#4")
def test_a_claim_costs_nothing_and_draws_no_fire() -> None:
    """Into the house H6 (2 MF, with the bocage 4), then a claim: no expenditure to fire at."""
    table = Hedgerows([unit("S", "am-am747S", "H5")], [unit("R", "ge-ge467S", "F7")], phase="MPh")
    table.do("go S to H6")
    spent = table.state.move.spent if table.state.move else 0
    table.do("pass")
    table.do("claim S")
    assert table.state.move is not None
    assert table.state.move.spent == spent
    assert not table.state.move.open
    assert table.game.to_act(table.state) == ("american",)
    order = table.game.read("fire R at S", table.state, "german")
    with pytest.raises(Refusal):
        table.game.apply(table.state, "german", order, Dice((6, 6)))


@pytest.mark.rule("B9.55b#6")
@pytest.mark.parametrize(
    ("hex", "fp"),
    [
        pytest.param("K3", None, id="behind bocage: 11 FP halved is 4, half of it 2, +2"),
        pytest.param("J2", 8, id="next to them on the road: half of 22 FP"),
    ],
)
def test_bocage_takes_columns_off_residual_fp(hex: str, fp: int | None) -> None:
    came = {"K3": "K4", "J2": "J1"}[hex]
    mover = unit("S", "am-am747S", came, concealed=hex == "K3")
    table = Hedgerows([mover], [*TEAM], phase="MPh")
    table.do(f"go S to {hex}")
    table.roll(f"fire R+MG at {'?K3' if hex == 'K3' else 'S'}", (6, 5), (1, 1), 1)
    left = [event.data["fp"] for event in table.log if event.data["what"] == "residual"]
    assert left == ([] if fp is None else [fp])


@pytest.mark.rule("C13.24#3")
def test_an_atr_in_a_fire_group_leaves_no_residual_fp() -> None:
    """11 FP and an ATR at arm's length are 24; half of the 22 without it lies there, as 8 FP."""
    rifle = [unit("Q", "ge-ge467S", "I2"), {"id": "A", "counter": "ge-geATR", "by": "Q"}]
    table = Hedgerows([unit("S", "am-am747S", "J1")], [*TEAM, *rifle], phase="MPh")
    table.do("go S to J2")
    table.roll("fire R+MG+A at S", (6, 5), (1, 1), 1)
    (shot,) = (event for event in table.log if event.message.key == "battle.event.fired_ift")
    assert dict(shot.message.params)["fp"] == "24"
    left = [event.data["fp"] for event in table.log if event.data["what"] == "residual"]
    assert left == [8]
