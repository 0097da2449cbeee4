"""Rate of Fire and the counters a weapon is marked with."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.rof import marker_after, rate_of_fire
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Kind, Mount


def rof(made):
    return to_hit(made).rof.total


@pytest.mark.rule("C2.5", "C2.24")
def test_example_c25_turning_costs_rate_of_fire(shot, gun):
    at = gun(rof=3)
    turned = shot(at, {"hexspines_turned": 1})
    assert rof(turned) == 2
    assert {m.case: m.rule for m in rate_of_fire(turned)} == {
        "printed": "C2.24",
        "ca_changed": "C2.5",
    }
    assert rof(shot(at, {"shots_this_phase": 1})) == 3


@pytest.mark.rule("C2.5")
def test_conditional_rof_is_for_nt_guns(shot, gun, tank):
    turned = {"hexspines_turned": 1}
    assert rof(shot(gun(rof=3, mount=Mount.T), turned)) == 3
    assert rof(shot(tank(rof=3, mount=Mount.NT), turned)) == 3
    for caliber, left in ((76, 3), (82, 3), (107, 2)):
        mortar = gun(rof=3, kind=Kind.MTR, caliber=caliber, no_ap=True)
        assert rof(shot(mortar, turned)) == left


@pytest.mark.rule("C2.5")
@pytest.mark.rule("C2.5#5")
def test_nt_gun_without_rate_is_spent_by_turning(shot, gun):
    turned = shot(gun(rof=0), {"hexspines_turned": 1})
    assert marker_after(turned, rof_kept=False) is FireCounter.INTENSIVE
    assert marker_after(shot(gun(rof=0)), rof_kept=False) is FireCounter.PREP
    with_rate = shot(gun(rof=2), {"hexspines_turned": 1})
    assert marker_after(with_rate, rof_kept=False) is FireCounter.PREP


@pytest.mark.rule("C2.24", "C5.64", "C5.641", "C5.6")
@pytest.mark.rule("C5.6#6", "C5.641#3")
def test_markers(shot, gun):
    for phase, marker in (
        (Phase.PFPH, FireCounter.PREP),
        (Phase.DFF, FireCounter.FIRST),
        (Phase.DFPH, FireCounter.FINAL),
    ):
        assert marker_after(shot(gun(), phase=phase), rof_kept=False) is marker
        assert marker_after(shot(gun(), phase=phase), rof_kept=True) is FireCounter.NONE
    intensive = {"intensive_fire": True, "marker": FireCounter.FIRST}
    assert marker_after(shot(gun(), intensive, phase=Phase.DFF), False) is FireCounter.INTENSIVE
    ovr = {"ovr_prevention": True}
    marked = shot(gun(), ovr | intensive, phase=Phase.DFF, range=0)
    assert marker_after(marked, False) is FireCounter.NO_FIRE
    unmarked = shot(gun(), ovr, phase=Phase.DFF, range=0)
    assert marker_after(unmarked, False) is FireCounter.FIRST


@pytest.mark.rule("C5.2", "C5.4")
def test_what_ends_the_rate_of_fire(shot, gun):
    assert rof(shot(gun(rof=3), phase=Phase.AFPH)) == 0
    assert rof(shot(gun(rof=3), {"opportunity_fire": True}, phase=Phase.AFPH)) == 3
    assert rof(shot(gun(rof=3), {"pinned": True})) == 0
    assert rof(shot(gun(rof=3), {"captured": True})) == 2
    tally = to_hit(shot(gun(rof=3), {"pinned": True}, phase=Phase.AFPH)).rof
    assert tally.total == 0 and [m.case for m in tally] == ["printed", "pinned"]


def test_spotted_mortars_fire_more_slowly(shot, gun):
    mortar = gun(rof=3, kind=Kind.MTR, caliber=82, no_ap=True)
    assert rof(shot(mortar, {"spotted": True})) == 2
    assert rof(shot(gun(rof=1, kind=Kind.MTR, caliber=82), {"spotted": True})) == 0
