"""Wall Advantage: claiming, losing, denying, Mandatory WA, concealment (B9.32-B9.324, B9.41)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.asl.walls import State, What, happen
from hexfire.asl.walls import advantage as wa
from hexfire.rulebook import Refusal

Make = Callable[..., State]
A = {"id": "a", "hex": "H3"}
B = {"id": "b", "side": "russian", "hex": "I4"}
HOUSE = {"id": "h", "side": "german", "hex": "L4"}


def has(state: State, *ids: str) -> bool:
    return all(state.has_wa(state.scene.unit(id)) for id in ids)


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.rule


def claim_rule(state: State, id: str) -> str:
    return wa.may_claim(state, state.scene.unit(id))


@pytest.mark.rule("B9.32-ref")
def test_wa_is_held_for_the_whole_hex(state: Make) -> None:
    now = state(A)
    labels = {
        tuple(sorted(now.scene.board.grid.label(h) for h in s.hexes))
        for s in now.held(now.scene.unit("a"))
    }
    assert labels == {("H2", "H3"), ("H3", "I3"), ("H3", "I4")}


@pytest.mark.rule("B9.32-ref", "B9.32-ref#4", "B9.32-ref#7", "B9.32-ref#11", "B9.35b#5")
@pytest.mark.parametrize(
    ("unit", "rule", "key"),
    [
        ({"broken": True}, "B9.32-ref", "broken"),
        ({"hidden": True}, "B9.324d", "hidden"),
        ({"hex": "A1"}, "B9.32-ref", "no_wall"),
        ({"entrenched": "foxhole"}, "B9.32-ref", "entrenched"),
        ({"level": 1}, "B9.35b", "other_level"),
        ({"hex": "L4", "kind": "vehicle"}, "B9.32-ref", "vehicle_tem"),
    ],
)
def test_who_cannot_have_it(scene: Callable, unit: dict, rule: str, key: str) -> None:
    there = scene({**A, **unit})
    refusal = wa.cannot_have(there, there.unit("a"))
    assert refusal is not None
    assert (refusal.rule, refusal.message.key) == (rule, f"sight.wall.{key}")


@pytest.mark.rule("B9.32-ref", "B9.32-ref#6")
def test_an_armed_enemy_in_the_location_takes_it(state: Make) -> None:
    now = state(A, {"id": "e", "side": "russian", "hex": "G3"})
    step = happen(now, wa.Enters(unit="e", hex="H3"))
    assert not has(step.state, "a")
    assert any(
        c.unit == "a" and c.what is What.LOST and c.rule == "B9.32-ref" for c in step.changes
    )
    # An unarmed or broken one does not.
    assert has(state(A, {"id": "e", "side": "russian", "hex": "H3", "unarmed": True}), "a")


@pytest.mark.rule("B9.32-ref")
def test_a_vehicle_in_bypass_occupies_what_its_hexside_touches(scene: Callable) -> None:
    tank = {"id": "t", "kind": "vehicle", "hex": "H4"}
    along_wall = scene({**tank, "bypass": "I4"})
    away = scene({**tank, "bypass": "G4"})
    occupied = lambda there: len(wa.occupied(there, there.unit("t")))  # noqa: E731
    assert occupied(along_wall) == 2 and occupied(away) == 0


@pytest.mark.rule("B9.321-ref", "B9.321-ref#1", "B9.321-ref#5")
def test_denial_needs_a_shared_walled_hexside(state: Make) -> None:
    now = state(A, B, wall_advantage=("a",))
    assert has(now, "a") and not has(now, "b")
    assert [other.id for other, _ in wa.deniers(now, now.scene.unit("b"))] == ["a"]
    assert refused(lambda: claim_rule(now, "b")) == "B9.321-ref"
    # H4 is adjacent to H3, but no wall lies between them: nothing is denied.
    beside = state(A, {"id": "c", "side": "russian", "hex": "H4"}, wall_advantage=("a",))
    assert has(beside, "a", "c")
    assert refused(lambda: state(A, B, wall_advantage=("a", "b"))) == "B9.321-ref"


@pytest.mark.rule("B9.322a", "B9.322a#1")
def test_lost_when_the_requirements_fail(state: Make) -> None:
    step = happen(state(A), wa.Breaks(unit="a"))
    assert not has(step.state, "a") and step.changes[0].rule == "B9.32-ref"
    gone = happen(state(A), wa.Leaves(unit="a"))
    assert [(c.unit, c.what, c.rule) for c in gone.changes] == [("a", What.LOST, "B9.322a")]
    dug = happen(state(A), wa.Entrenches(unit="a", into="foxhole"))
    assert not has(dug.state, "a")


@pytest.mark.rule("B9.322b", "B9.322b#1", "B9.322b#2")
def test_claiming_is_no_action(state: Make) -> None:
    """Neither concealment nor anything else of the unit changes; it may happen in the RPh."""
    now = state({**HOUSE, "concealed": True}, phase=Phase.RPH, phasing="russian")
    before = now.scene.unit("h")
    step = happen(now, wa.Claims(unit="h"))
    assert has(step.state, "h") and step.state.scene.unit("h") == before
    given_up = happen(step.state, wa.Forfeits(unit="h"))
    assert not has(given_up.state, "h") and given_up.state.scene.unit("h") == before


@pytest.mark.rule("B9.322c", "B9.322c#1", "B9.322c#2")
def test_nothing_changes_during_an_enemy_action(state: Make) -> None:
    now = happen(state(HOUSE, wall_advantage=("h",)), wa.Declares(side="russian")).state
    assert refused(lambda: happen(now, wa.Forfeits(unit="h"))) == "B9.322c"
    bare = happen(state(HOUSE), wa.Declares(side="russian")).state
    assert refused(lambda: happen(bare, wa.Claims(unit="h"))) == "B9.322c"
    done = happen(now, wa.Completes()).state
    assert not has(happen(done, wa.Forfeits(unit="h")).state, "h")


@pytest.mark.rule("B9.322d", "B9.322d#2")
def test_a_moving_unit_claims_on_entry_or_later(state: Make) -> None:
    now = state({**HOUSE, "hex": "M4"}, phase=Phase.MPH, phasing="german")
    step = happen(now, wa.Enters(unit="h", hex="L4"))
    assert [(o.unit, o.rule) for o in step.offers] == [("h", "B9.322d")]
    assert has(happen(step.state, wa.Claims(unit="h")).state, "h")
    over = happen(step.state, wa.EndsMove()).state
    assert refused(lambda: claim_rule(over, "h")) == "B9.322h"


@pytest.mark.rule("B9.322e", "B9.322h", "B9.322e#1")
def test_phases_in_which_one_claims(state: Make) -> None:
    def rule(phase: Phase, phasing: str = "german") -> str | None:
        now = state(HOUSE, phase=phase, phasing=phasing)
        try:
            return claim_rule(now, "h")
        except Refusal as refusal:
            return f"not {refusal.rule}"

    assert rule(Phase.APH) == "B9.322e"
    assert rule(Phase.APH, "russian") == "not B9.322h"
    assert rule(Phase.RPH, "russian") == "B9.322h"
    assert rule(Phase.DFPH) == rule(Phase.PFPH) == rule(Phase.MPH) == "not B9.322h"


@pytest.mark.rule("B9.322f", "B9.322f#2")
def test_giving_up(state: Make) -> None:
    now = state(HOUSE, wall_advantage=("h",), phase=Phase.DFPH, phasing="russian")
    step = happen(now, wa.Forfeits(unit="h"))
    assert step.changes[0].rule == "B9.322f" and not has(step.state, "h")
    assert refused(lambda: happen(step.state, wa.Forfeits(unit="h"))) == "B9.322f"


@pytest.mark.rule("B9.322g", "B9.322g#1", "B9.322g#3")
def test_claim_at_once_when_the_enemies_have_lost_it(state: Make) -> None:
    """C3 (a house) and C4 share a wall; both have in-hex TEM only where they are."""
    german = {"id": "g", "hex": "C3"}
    russian = {"id": "r", "side": "russian", "hex": "C4", "entrenched": None}
    now = state(german, russian, wall_advantage=("r",), phase=Phase.PFPH, phasing="russian")
    assert refused(lambda: claim_rule(now, "g")) == "B9.321-ref"
    step = happen(now, wa.Breaks(unit="r"))
    assert ("g", "B9.322g") in [(o.unit, o.rule) for o in step.offers]
    claimed = happen(step.state, wa.Claims(unit="g")).state
    assert has(claimed, "g")
    # Even after giving it up in the same player turn.
    given_up = happen(claimed, wa.Forfeits(unit="g")).state
    rallied = happen(given_up, wa.Rallies(unit="r")).state
    assert has(rallied, "r")  # Mandatory
    again = happen(rallied, wa.Breaks(unit="r"))
    assert ("g", "B9.322g") in [(o.unit, o.rule) for o in again.offers]


@pytest.mark.rule("B9.322h", "B9.322h#1")
def test_otherwise_one_waits_for_the_rally_phase(state: Make) -> None:
    now = state(HOUSE, {"id": "e", "side": "russian", "hex": "M4"}, wall_advantage=("h",))
    now = happen(now, wa.PhaseBegins(phase=Phase.MPH, phasing="russian")).state
    now = happen(now, wa.Enters(unit="e", hex="L4")).state
    assert not has(now, "h")
    now = happen(now, wa.Leaves(unit="e")).state
    assert refused(lambda: claim_rule(now, "h")) == "B9.322h"
    now = happen(now, wa.PhaseBegins(phase=Phase.APH, phasing="german")).state
    assert refused(lambda: claim_rule(now, "h")) == "B9.322h"
    now = happen(now, wa.PhaseBegins(phase=Phase.RPH, phasing="german")).state
    assert claim_rule(now, "h") == "B9.322h"


@pytest.mark.rule("B9.323a", "B9.323a#3", "B9.323a#4")
def test_mandatory(state: Make) -> None:
    now = state(A, HOUSE)
    assert has(now, "a") and not has(now, "h")  # the house offers TEM: not mandatory
    assert refused(lambda: happen(now, wa.Forfeits(unit="a"))) == "B9.323a"
    # A hindrance in the hex is no TEM.
    assert wa.is_mandatory(now.scene, now.scene.unit("a"))
    broken = happen(now, wa.Breaks(unit="a")).state
    rallied = happen(broken, wa.Rallies(unit="a"))
    assert [(c.unit, c.what, c.rule) for c in rallied.changes] == [("a", What.GAINED, "B9.323a")]


@pytest.mark.rule("B9.323b", "B9.323b#4")
def test_what_is_no_in_hex_tem(state: Make) -> None:
    """A Gun has emplacement and gunshield, and an AFV may cover its crew: still no in-hex TEM."""
    gun = {"id": "g", "kind": "gun", "hex": "H3", "facing": 1, "manned_by": "a"}
    afv = {"id": "t", "kind": "vehicle", "hex": "H3", "armored": True}
    now = state(gun, {**A, "kind": "crew"}, afv)
    assert wa.is_mandatory(now.scene, now.scene.unit("a")) and has(now, "a")
    # From woods there is: K3 is not mandatory.
    assert not wa.is_mandatory(
        state({**A, "hex": "K3"}).scene, state({**A, "hex": "K3"}).scene.unit("a")
    )


@pytest.mark.rule("B9.323c", "B9.323c#1", "B9.323c#2")
def test_when_a_counter_is_needed(state: Make) -> None:
    alone = state(A)
    assert has(alone, "a") and not wa.needs_counter(alone, alone.scene.unit("a"))
    faced = state(A, B, wall_advantage=("a",))
    assert wa.needs_counter(faced, faced.scene.unit("a"))
    above = state(A, {**B, "level": 1})  # B9.35b: from there nobody occupies the hexside
    assert has(above, "a") and not wa.needs_counter(above, above.scene.unit("a"))
    house = state(HOUSE, wall_advantage=("h",))
    assert wa.needs_counter(house, house.scene.unit("h"))


@pytest.mark.rule("B9.324a", "B9.324a#1", "B9.324a#2")
def test_concealed_units_and_dummies_may_claim(state: Make) -> None:
    dummies = {**HOUSE, "id": "d", "kind": "dummy", "concealed": True}
    now = state(dummies, phase=Phase.RPH)
    assert has(happen(now, wa.Claims(unit="d")).state, "d")
    concealed = state({**HOUSE, "concealed": True}, phase=Phase.RPH)
    assert has(happen(concealed, wa.Claims(unit="h")).state, "h")


@pytest.mark.rule("B9.324b")
def test_dummies_do_not_stop_a_real_claim(state: Make) -> None:
    dummies = {**A, "id": "d", "kind": "dummy", "concealed": True}
    now = state(dummies, B, wall_advantage=("d",), phase=Phase.RPH)
    step = happen(now, wa.Claims(unit="b"))
    assert has(step.state, "b") and not has(step.state, "d")
    assert ("d", What.LOST, "B9.324b") in [(c.unit, c.what, c.rule) for c in step.changes]
    # Dummies do not stop each other so easily: they cannot prove a real unit.
    other = {**B, "kind": "dummy", "concealed": True}
    both = state(dummies, other, wall_advantage=("d",), phase=Phase.RPH)
    assert refused(lambda: happen(both, wa.Claims(unit="b"))) == "B9.324c"


@pytest.mark.rule("B9.324c#1", "B9.324c#4")
def test_concealed_claimants_show_a_real_unit(state: Make) -> None:
    dummies = {**A, "id": "d", "kind": "dummy", "concealed": True}
    now = state(dummies, {**B, "concealed": True}, wall_advantage=("d",), phase=Phase.RPH)
    step = happen(now, wa.Claims(unit="b"))
    shown = [(c.unit, c.what, c.rule) for c in step.changes]
    assert shown[0] == ("b", What.SHOWN, "B9.324c")
    assert has(step.state, "b") and step.state.scene.unit("b").concealed  # only for a moment


@pytest.mark.rule("B9.324c#3", "B9.324b#1")
def test_a_concealed_holder_that_is_real_shows_it_and_keeps_wa(state: Make) -> None:
    """Both sides are shown for a moment; neither loses its "?"; nobody need show twice."""
    now = state({**A, "concealed": True}, {**B, "concealed": True}, wall_advantage=("a",))
    step = happen(now, wa.Claims(unit="b"))
    assert [(c.unit, c.what) for c in step.changes] == [("b", What.SHOWN), ("a", What.SHOWN)]
    assert has(step.state, "a") and not has(step.state, "b")
    assert all(step.state.scene.unit(id).concealed for id in "ab")
    assert refused(lambda: claim_rule(step.state, "b")) == "B9.321-ref"
    later = happen(step.state, wa.PhaseBegins(phase=Phase.MPH, phasing="russian")).state
    assert claim_rule(later, "b")


@pytest.mark.rule("B9.324c#2")
def test_a_claimant_in_plain_sight_has_nothing_to_prove(state: Make) -> None:
    known = {"id": "k", "side": "russian", "hex": "I4"}
    now = state({**A, "concealed": True}, {**B, "concealed": True}, known, wall_advantage=("a",))
    step = happen(now, wa.Claims(unit="b"))
    assert [(c.unit, c.what) for c in step.changes] == [("a", What.SHOWN)]


@pytest.mark.rule("B9.324b#2")
def test_a_real_holder_beside_dummies_denies_all_the_same(state: Make) -> None:
    dummies = {**A, "id": "d", "kind": "dummy", "concealed": True}
    now = state(dummies, A, B, wall_advantage=("d", "a"))
    assert refused(lambda: claim_rule(now, "b")) == "B9.321-ref"


@pytest.mark.rule("B9.324c#1")
def test_the_answer_does_not_tell_dummies_from_real_holders(state: Make) -> None:
    """Before anybody shows anything the claim is offered against both alike."""
    real = state({**A, "concealed": True}, B, wall_advantage=("a",))
    dummies = state({**A, "kind": "dummy", "concealed": True}, B, wall_advantage=("a",))
    assert claim_rule(real, "b") == claim_rule(dummies, "b")
    assert wa.offers(real) == wa.offers(dummies)


@pytest.mark.rule("B9.324d#2", "B9.324d#3")
def test_a_hidden_unit_is_placed_when_an_enemy_takes_wa_and_claims_first(state: Make) -> None:
    hidden = {**HOUSE, "id": "g", "hidden": True}  # with in-hex TEM: it need not claim
    mover = {"id": "r", "side": "russian", "hex": "L6"}
    now = state(hidden, mover, phase=Phase.MPH, phasing="russian")
    entered = happen(now, wa.Enters(unit="r", hex="L5")).state
    assert has(entered, "r")  # nothing tells that somebody is there
    placed = happen(entered, wa.Reveals(unit="g"))
    assert placed.state.scene.unit("g").concealed
    assert not has(placed.state, "r") and "g" in [offer.unit for offer in placed.offers]
    claimed = happen(placed.state, wa.Claims(unit="g")).state
    assert has(claimed, "g") and not has(claimed, "r")
    # Its owner may let it be: then the mover has WA again.
    declined = happen(placed.state, wa.Declines()).state
    assert has(declined, "r") and not has(declined, "g")
    # Once something else has happened the moment is over.
    late = happen(happen(entered, wa.EndsMove()).state, wa.Reveals(unit="g")).state
    assert has(late, "r")


@pytest.mark.rule("B9.41b#3")
def test_who_fails_to_leave_waits_for_a_hidden_unit_too(state: Make) -> None:
    hidden = {**A, "id": "g", "hidden": True}
    stuck = {"id": "r", "side": "russian", "hex": "I4"}
    now = state(hidden, stuck, wall_advantage=("r",), phase=Phase.MPH, phasing="russian")
    failed = happen(now, wa.FailsToLeave(unit="r")).state
    assert has(failed, "r")
    placed = happen(failed, wa.Reveals(unit="g")).state  # in the open: it must take WA, and does
    assert has(placed, "g") and not has(placed, "r")


@pytest.mark.rule("B9.41b#4")
def test_a_failed_exit_bars_even_when_the_enemy_loses_wa(state: Make) -> None:
    enemy = {"id": "e", "side": "russian", "hex": "L5"}
    now = state(HOUSE, enemy, wall_advantage=("h",), phase=Phase.MPH, phasing="german")
    failed = happen(now, wa.FailsToLeave(unit="h")).state
    assert has(failed, "e")
    broken = happen(failed, wa.Breaks(unit="e")).state
    assert refused(lambda: claim_rule(broken, "h")) == "B9.41b"


@pytest.mark.rule("B9.32-ref")
def test_guns_have_no_wall_advantage_but_their_crew_s_serves_them(state: Make) -> None:
    gun = {"id": "g", "kind": "gun", "hex": "H3", "manned_by": "a"}
    crew = {**A, "kind": "crew"}
    alone = state({**gun, "manned_by": ""})
    assert not has(alone, "g") and not alone.serving(alone.scene.unit("g"))
    manned = state(gun, crew)
    assert has(manned, "a") and not has(manned, "g")
    assert manned.serving(manned.scene.unit("g")) == manned.held(manned.scene.unit("a"))
    broken = happen(manned, wa.Breaks(unit="a")).state
    assert not broken.serving(broken.scene.unit("g"))


@pytest.mark.rule("B9.323a#1")
@pytest.mark.parametrize(
    ("kind", "mandatory"), [("shellholes", False), ("rubble", False), ("wire", True)]
)
def test_counters_of_the_ground_give_in_hex_tem(state: Make, kind: str, mandatory: bool) -> None:
    marker = Marker(kind=MarkerKind(kind), hex="H3")
    now = state(A, markers=(marker,))
    assert wa.is_mandatory(now.scene, now.scene.unit("a")) is mandatory
    tank = state({**A, "kind": "vehicle"}, markers=(marker,))
    assert (wa.cannot_have(tank.scene, tank.scene.unit("a")) is None) is (kind != "rubble")


@pytest.mark.rule("B9.324d")
def test_hidden_units_come_on_board_to_claim(state: Make) -> None:
    now = state({**HOUSE, "hidden": True}, phase=Phase.MPH, phasing="russian")
    assert refused(lambda: claim_rule(now, "h")) == "B9.324d"
    step = happen(now, wa.Reveals(unit="h"))
    placed = step.state.scene.unit("h")
    assert (placed.hidden, placed.concealed) == (False, True)
    assert "h" in [o.unit for o in step.offers]
    assert has(happen(step.state, wa.Claims(unit="h")).state, "h")
    known = happen(step.state, wa.Reveals(unit="h")).state.scene.unit("h")
    assert (known.hidden, known.concealed) == (False, False)


@pytest.mark.rule("B9.41a", "B9.41b", "B9.41b#1", "B9.41b#2")
def test_leaving(state: Make) -> None:
    now = state({**HOUSE}, wall_advantage=("h",), phase=Phase.MPH, phasing="german")
    moved = happen(now, wa.Enters(unit="h", hex="M4"))
    assert [(c.what, c.rule) for c in moved.changes] == [(What.LOST, "B9.41a")]
    stuck = happen(now, wa.FailsToLeave(unit="h"))
    assert not has(stuck.state, "h")
    assert refused(lambda: claim_rule(stuck.state, "h")) == "B9.41b"
    later = happen(stuck.state, wa.PhaseBegins(phase=Phase.APH, phasing="german")).state
    assert claim_rule(later, "h") == "B9.322e"
    # Mandatory WA comes back at once.
    must = happen(state(A, phase=Phase.MPH, phasing="german"), wa.FailsToLeave(unit="a"))
    assert has(must.state, "a")


def test_the_enemy_decides_before_a_movers_mandatory_wa(state: Make) -> None:
    """B9.41 example: the 7-4-7 may claim before the 4-6-7 gets WA in the hex it enters."""
    mover = {"id": "m", "hex": "C5"}
    there = {"id": "w", "hex": "C4"}
    enemy = {"id": "e", "side": "russian", "hex": "C3"}  # in a house, so not mandatory
    now = state(mover, there, enemy, wall_advantage=("w",), phase=Phase.MPH, phasing="german")
    gone = happen(now, wa.Leaves(unit="w"))
    step = happen(gone.state, wa.Enters(unit="m", hex="C4"))
    assert "e" in [offer.unit for offer in step.offers] and not has(step.state, "m")
    declined = happen(step.state, wa.Declines())
    assert has(declined.state, "m")
    claimed = happen(step.state, wa.Claims(unit="e"))
    assert has(claimed.state, "e") and not has(claimed.state, "m")


@pytest.mark.rule("B9.323a", "B9.323a#4", "B9.323a#5")
def test_only_a_mover_waits_for_its_enemies(state: Make) -> None:
    """Who rallies gets Mandatory WA at once, though an enemy in a house might claim just then."""
    broken = {"id": "a", "hex": "C4", "broken": True}
    enemy = {"id": "e", "side": "russian", "hex": "C3"}
    now = state(broken, enemy, phase=Phase.RPH, phasing="german")
    assert claim_rule(now, "e") == "B9.322h"
    step = happen(now, wa.Rallies(unit="a"))
    assert has(step.state, "a") and not step.state.undecided
    assert refused(lambda: claim_rule(step.state, "e")) == "B9.321-ref"


@pytest.mark.rule("B9.32-ref")
def test_an_armed_enemy_upstairs_is_not_in_the_location(state: Make) -> None:
    enemy = {"id": "e", "side": "russian", "hex": "L4"}
    upstairs = state(HOUSE, {**enemy, "level": 1}, phase=Phase.RPH)
    assert claim_rule(upstairs, "h") == "B9.322h"
    assert refused(lambda: claim_rule(state(HOUSE, enemy, phase=Phase.RPH), "h")) == "B9.32-ref"
    for harmless in ({"unarmed": True}, {"broken": True}, {"hidden": True}, {"kind": "dummy"}):
        now = state(HOUSE, enemy | harmless, phase=Phase.RPH)
        assert claim_rule(now, "h") == "B9.322h", harmless


def test_a_mover_does_not_wait_for_its_friends(state: Make) -> None:
    """The friend in the house may claim, freed by the enemy's end; the mover must, and gets it."""
    friend, mover = {"id": "f", "hex": "C3"}, {"id": "m", "hex": "C5"}
    enemy = {"id": "e", "side": "russian", "hex": "C4"}
    now = state(friend, mover, enemy, wall_advantage=("e",), phase=Phase.MPH, phasing="german")
    freed = happen(now, wa.Leaves(unit="e"))
    assert ("f", "B9.322g") in [(offer.unit, offer.rule) for offer in freed.offers]
    entered = happen(freed.state, wa.Enters(unit="m", hex="C4")).state
    assert has(entered, "m") and not entered.undecided


@pytest.mark.rule("B9.32-ref#2")
def test_deluxe_is_hexside_by_hexside(state: Make) -> None:
    now = state(A, B, wall_advantage=("a:I4",), deluxe=True)
    grid = now.scene.board.grid
    a, b = now.scene.unit("a"), now.scene.unit("b")
    assert len(now.held(a)) == 3  # the rest by Mandatory WA
    assert {grid.label(s.other(grid.hex("I4"))) for s in now.held(b)} == {"H4"}
    after = happen(now, wa.Breaks(unit="b")).state
    assert not has(after, "b")
    assert refused(lambda: state(A, wall_advantage=("a:H4",), deluxe=True)) == "B9.32-ref"


@pytest.mark.rule("B9.541c", "B9.41a", "B9.41b", "B9.541b#2", "B9.541c#1")
def test_breaching_costs_wall_advantage(state: Make) -> None:
    dozer = {"id": "t", "kind": "vehicle", "hex": "H3", "armored": True, "fully_tracked": True}
    now = state(dozer | {"dozer": True}, ssr=("HedgesToBocage",), phase=Phase.MPH, phasing="german")
    assert now.has_wa(now.scene.unit("t"))
    failed = happen(now, wa.Breaches(unit="t", hex="I4", passed=False))
    assert failed.changes[0].what is wa.What.LOST and failed.changes[0].rule == "B9.41a"
    unit = failed.state.scene.unit("t")
    assert (unit.hex, unit.bogged) == ("H3", True) and "t" in failed.state.failed_exit
    with pytest.raises(Refusal) as caught:
        happen(failed.state, wa.Enters(unit="t", hex="G3"))
    assert caught.value.rule == "B9.4c"
    passed = happen(now, wa.Breaches(unit="t", hex="I4", passed=True)).state
    assert (passed.scene.unit("t").hex, passed.mover) == ("I4", "t")
    assert [marker.to for marker in passed.scene.situation.markers] == ["I4"]
    for hex, rule in (("H5", "B9.541b"), ("G3", "B9.541b")):
        with pytest.raises(Refusal) as caught:
            happen(now, wa.Breaches(unit="t", hex=hex, passed=True))
        assert caught.value.rule == rule
