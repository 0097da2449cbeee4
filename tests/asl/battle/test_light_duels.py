"""C2.2401 on the table with light anti-tank weapons: Panzerschreck and Panzerfaust in Gun Duels.

Every figure is worked by hand: a Sherman at three hexes from a squad in the open of G8.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.battle.fire.duels import show_totals
from hexfire.asl.battle.fire.panzerfausts import left
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import Wrecked
from hexfire.asl.gunnery.duel import First
from hexfire.assist.battle import duel_report
from hexfire.assist.duels import DuelOdds

HALTED = {
    "hex": "I6",
    "facing": "H6/H5",
    "turret": "I7/H6",
    "gyro": True,
    "acquired": {"drm": -1, "hex": "G8", "units": ["S"], "size": "1/2"},
}
"""Before its first MP: gyrostabilized Case C +3 and Case N -1."""


class Lane(Orders):
    """A German 4-6-7 with a PSK in G8; a Sherman comes along the lane, in January 1945."""

    def __init__(self, **changes: Any) -> None:
        german = [
            {"id": "S", "counter": "ge-ge467S", "hex": "G8"},
            {"id": "P", "counter": "ge-gePSK", "by": "S"},
        ]
        tank = {"id": "M", "counter": "am-M4A1", "hex": "K6", "facing": "J6/J5", "turret": "K7/J6"}
        sides = {"german": german, "american": [tank]}
        super().__init__(sides, changes, phase="MPh", of="american", date="1945-01")

    def vehicle_out(self, weapon: str) -> Fraction:
        """The chance that the Sherman is out of action after the duel its owner asks for."""
        report = duel_report(self.seen("american"), act.Duel(weapon), "american").report
        assert isinstance(report.odds, DuelOdds)
        return report.odds.vehicle_out

    def fired(self) -> list[str]:
        """Which weapons were fired, in this order."""
        return [
            str(dict(event.message.params)["weapon"])
            for event in self.log
            if event.message.key == "battle.event.fired"
        ]


def at_i6() -> Lane:
    """The tank has come into I6, half a MP after it came into sight: Cases C +4, C2 +2."""
    lane = Lane()
    for order in ("start M", "pass", "go M to J5", "pass", "go M to I6"):
        lane.do(order)
    return lane


@pytest.mark.rule("C2.2401", "C13.1")
def test_a_panzerschreck_is_the_quicker() -> None:
    """No DRM of its own against +6. TH# 7 with J +2, J2 +2, P -1: 4 hits, the tank burns."""
    lane = at_i6()
    lane.do("fire P at M")
    assert lane.game.to_act(lane.state) == ("american",)
    by = show_totals(lane.seen("american"), "american", act.Duel("M"))
    assert (by.vehicle.total, by.defender.total, by.first) == (6, 0, First.DEFENDER)
    # 6 of 36 DR hit; only a dud (12) saves the tank.
    assert lane.vehicle_out("M") == Fraction(6, 36) * Fraction(35, 36)
    lane.do("duel M", 2, 2, 2, 3)
    assert lane.fired() == ["P"]
    assert lane.piece("M").wreck is Wrecked.BURNING


@pytest.mark.rule("C2.2401", "C13.31")
def test_the_check_comes_when_the_panzerfaust_would_be_fired() -> None:
    """R-C13.31-duel. Three hexes: TH# 4, DRM +3: only an Improbable Hit (1 in 72)."""
    lane = at_i6()
    lane.do("fire S.PF at M")
    assert lane.vehicle_out("M") == Fraction(4, 6) * Fraction(1, 72) * Fraction(35, 36)
    report = duel_report(lane.seen("american"), act.Duel("M"), "american").report
    assert (report.defender.th, report.defender.drm, report.defender.check) == (4, 3, 4)
    lane.do("duel M", 5, 6, 5)
    assert lane.fired() == ["M"]
    assert lane.piece("S").pf_checks == 1
    assert left(lane.game.at(lane.state), "german") == 2


@pytest.mark.rule("C2.2401", "C5.33", "C13.31")
def test_with_equal_totals_he_looks_for_it_before_both_throw() -> None:
    """Pinned (Case D +2) against +3 -1: a check of 2, then 6,5 for the tank and 1,2 for the PF.

    Final 13 against 4: he hits first, the turret; the tank's DR is thrown and comes to nothing.
    """
    lane = Lane(M=HALTED, S={"pinned": True})
    lane.do("fire M at S")
    assert act.Duel("S.PF") in list(lane.game.menu(lane.state, "german"))
    by = show_totals(lane.seen("german"), "german", act.Duel("S.PF"))
    assert (by.vehicle.total, by.defender.total, by.first) == (2, 2, First.BY_DR)
    lane.do("duel S.PF", 2, 6, 5, 1, 2, 3, 3)
    assert lane.fired() == ["S.PF"]
    assert lane.piece("M").wreck is Wrecked.BURNING
    assert left(lane.game.at(lane.state), "german") == 1


@pytest.mark.rule("C2.2401", "C13.31")
def test_who_breaks_at_his_check_is_met_broken() -> None:
    """A 6 of who is pinned breaks him. The tank hits (6 of 8), 12 FP and a 6: a 2MC, passed."""
    lane = Lane(M=HALTED, S={"pinned": True})
    lane.do("fire M at S")
    lane.do("duel S.PF", 6, 2, 2, 3, 3, 1, 1)
    assert lane.fired() == ["M"]
    assert lane.piece("S").broken
    assert left(lane.game.at(lane.state), "german") == 2


@pytest.mark.rule("C2.2401", "C13.31")
def test_a_squad_reduced_by_the_first_shot_checks_as_a_half_squad() -> None:
    """Acquired by -2 the tank is first (+1 against +2). K on 12 FP, passed MC: a HS, whose check

    of 4 (-1 for 1945, +1 for the HS) comes to 4: no shot, where a squad would have had one.
    """
    acquired = {**HALTED["acquired"], "drm": -2}  # type: ignore[dict-item]
    lane = Lane(M={**HALTED, "acquired": acquired}, S={"pinned": True})
    lane.do("fire M at S")
    lane.do("duel S.PF", 2, 2, 1, 2, 1, 1, 4)
    assert lane.fired() == ["M"]
    assert lane.game.at(lane.state).counter(lane.piece("S")).kind == "hs"
    checks = [e for e in lane.log if e.message.key == "battle.event.pf_check"]
    assert [dict(e.message.params)["result"] for e in checks] == ["@battle.pf.NO_SHOT"]
