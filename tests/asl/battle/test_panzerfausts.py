"""C13.3 on the table: the PF Check, the Usage Track, Desperation, what a squad has hands for."""

from __future__ import annotations

from typing import Any

import pytest
from battle_cases import Tabletop, case

from hexfire.asl.antitank.panzerfaust import nation_has_them
from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.firing import attack
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.fire.panzerfausts import left
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.questions import ask
from hexfire.asl.battle.table.pieces import Wrecked
from hexfire.asl.battle.table.scenario import Side
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.rulebook import Refusal

DESPERATE = Fire("S.PF", "M", how="desperation")


def house(**changes: Any) -> Tabletop:
    """BT-042: two squads in the stone house J6, a Sherman in I6, August 1944."""
    return Tabletop({**case("BT-042"), **changes})


def th(table: Tabletop, order: Fire) -> ToHit:
    at = table.game.seen(table.state, "german")
    found, _ = attack(at, lead(at, order.weapon), order, shot(at, order, "german"))
    assert isinstance(found, ToHit)
    return found


def refused(table: Tabletop, order: Fire) -> str:
    with pytest.raises(Refusal) as refusal:
        table.game.menu(table.state, "german").check(order)
    return refusal.value.rule


@pytest.mark.rule("C13.31", "C13.32", "C13.33", "C13.8", "C13.81", "C5.34")
def test_a_panzerfaust_from_a_house_three_ways() -> None:
    table = house()
    for e, way in (("e2a", "case_c3"), ("e2b", "desperation")):
        wanted, found = table.expected(e), th(table, Fire("S.PF", "M", how=way))
        assert (found.shot.range, found.number, found.aim.total) == (1, 8, wanted["drm"])
        cases = {name: value for name, value in found.aim.tally.as_dict().items() if value}
        assert cases == wanted["cases"]
    assert refused(table, Fire("S.PF", "M", how="opportunity_fire")) == "C5.34"


@pytest.mark.rule("C13.31", "C13.34", "C13.81", "C13.36")
def test_two_attempts_and_no_more() -> None:
    """A check of 4 is no shot; then 3 fires, hits the turret side and burns the tank out."""
    table = house()
    assert left(table.at, "german") == table.expected("after e3")["pf_left"] == 3
    table.do(DESPERATE, 4)
    assert left(table.at, "german") == 3
    assert table.piece("S").pf_checks == 1
    # Check, To Hit, the MC of both squads in the house (1MC: 7 fails, 3 passes), the To Kill DR.
    table.do(DESPERATE, 3, 2, 5, 3, 4, 1, 2, 6, 5)
    assert left(table.at, "german") == table.expected("after e4")["pf_left"] == 2
    assert table.piece("M").wreck is Wrecked.BURNING
    assert (table.piece("S").broken, table.piece("S2").broken) == (True, False)


@pytest.mark.rule("C13.31")
def test_two_checks_use_up_a_squads_hands() -> None:
    table = house()
    table.do(DESPERATE, 4)
    table.do(DESPERATE, 5)
    assert refused(table, Fire("S", "M")) == "C13.31"
    assert refused(table, DESPERATE) == "C13.31"
    table.to_phase("DFPh", "american")
    assert table.piece("S").pf_checks == 0


@pytest.mark.rule("C13.31", "C13.8")
def test_a_six_pins_and_then_only_desperation_is_left() -> None:
    table = house()
    table.do(Fire("S.PF", "M"), 6)
    assert table.piece("S").pinned
    assert refused(table, Fire("S.PF", "M", how="case_c3")) == "C13.8"
    table.do(DESPERATE, 6)
    assert table.piece("S").broken


@pytest.mark.rule("C13.36")
def test_an_original_twelve_costs_the_firer_casualties() -> None:
    table = house()
    table.do(Fire("S.PF", "M", how="case_c3"), 1, 6, 6)
    assert table.piece("S").counter != "ge-ge467S"
    assert table.piece("M").wreck is Wrecked.NO
    assert left(table.at, "german") == 2


@pytest.mark.rule("C13.31")
def test_none_is_left_when_the_track_shows_zero() -> None:
    table = house()
    for squad in ("S", "S", "S2"):
        table.do(Fire(f"{squad}.PF", "M", how="case_c3"), 1, 5, 6)
    assert left(table.at, "german") == 0
    assert refused(table, Fire("S2.PF", "M", how="case_c3")) == "C13.31"


@pytest.mark.rule("C13.3")
@pytest.mark.parametrize(("weapon", "date"), [("S.PF", "1943-09"), ("S.PFk", "1944-08")])
def test_not_before_its_time_and_the_pfk_only_by_ssr(weapon: str, date: str) -> None:
    table = house(date=date)
    assert refused(table, Fire(weapon, "M")) == "C13.3"


@pytest.mark.rule("C13.35#2")
def test_a_leader_who_looked_for_one_himself_directs_nobody() -> None:
    spec = case("BT-042")
    leader = {"id": "L", "side": "german", "unit": "ge-geL91", "hex": "J6"}
    table = Tabletop({**spec, "place": [*spec["place"], leader]})
    directed = Fire("S.PF", "M", leader="L", how="case_c3")
    assert th(table, directed).aim.tally.value_of("leadership") == -1
    table.do(Fire("L.PF", "M", how="case_c3"), 5)
    assert refused(table, directed) == "C13.35"


@pytest.mark.rule("C13.3")
def test_only_germans_have_it() -> None:
    spec = case("BT-042")
    american = {"id": "A", "side": "german", "unit": "am-am666S", "hex": "J6"}
    table = Tabletop({**spec, "place": [*spec["place"], american]})
    assert refused(table, Fire("A.PF", "M")) == "C13.3"
    assert left(table.at, "german") == 3


@pytest.mark.rule("C13.3#1")
def test_ss_squads_are_germans_too() -> None:
    spec = case("BT-042")
    guards = {"id": "A", "side": "german", "unit": "ge-ge658Ss", "hex": "J6"}
    table = Tabletop({**spec, "place": [*spec["place"], guards]})
    assert th(table, Fire("A.PF", "M", how="case_c3")).number == 8
    assert left(table.at, "german") == 4  # three squads, in 1944: 4½ FRD


@pytest.mark.rule("C13.3#3")
@pytest.mark.parametrize(
    ("nation", "printed", "date", "has"),
    [
        ("romanian", "Axis Minor", "1944-03", True),
        ("romanian", "Axis Minor", "1944-02", False),
        ("hungarian", "Axis Minor", "1944-05", False),
        ("hungarian", "Axis Minor", "1944-06", True),
        ("german", "German SS", "1943-10", True),
        ("german", "Axis Minor", "1945-01", False),
    ],
)
def test_which_nations_infantry_may_have_it(
    nation: str, printed: str, date: str, has: bool
) -> None:
    side = Side(name="one", nation=nation, title={})
    assert nation_has_them(side.nation_of(printed), date) is has


def test_it_is_listed_and_asked_for_with_its_odds() -> None:
    """The whole chain: a check of 3 or less is 1/2."""
    table = house()
    assert Fire("S.PF", "M") in list(table.game.menu(table.state, "german"))
    at = table.game.seen(table.state, "german")
    one = ask.prospect(at, Fire("S.PF", "M", how="desperation"), "german")
    # 8 less Case P's -1: a DR of 9 or less, 30 in 36, after a check that succeeds in 3 of 6.
    assert one.hit is not None and float(one.hit) == pytest.approx(30 / 72)
