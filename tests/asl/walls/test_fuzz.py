"""Wall Advantage under any sequence of events: the state stays one that the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.asl.sequence import PHASES
from hexfire.asl.situation import Situation, Unit
from hexfire.asl.situation.scene import Scene
from hexfire.asl.walls import State, happen, start
from hexfire.asl.walls import advantage as wa
from hexfire.hexes import BadLabel
from hexfire.rulebook import BadInput, Refusal

HEXES = ("H3", "I4", "I3", "H2", "H4", "I5", "K3", "K4", "L4", "L5", "G3")
IDS = ("a", "b", "c", "d", "e")
Make = Callable[..., Scene]

events = st.one_of(
    st.builds(wa.Enters, unit=st.sampled_from(IDS), hex=st.sampled_from(HEXES)),
    st.builds(wa.FailsToLeave, unit=st.sampled_from(IDS)),
    st.builds(
        wa.Breaches,
        unit=st.sampled_from(IDS),
        hex=st.sampled_from(HEXES),
        passed=st.booleans(),
    ),
    st.builds(wa.Leaves, unit=st.sampled_from(IDS)),
    st.builds(wa.Breaks, unit=st.sampled_from(IDS)),
    st.builds(wa.Rallies, unit=st.sampled_from(IDS)),
    st.builds(wa.Declares, side=st.sampled_from(["german", "russian"])),
    st.just(wa.Completes()),
    st.just(wa.EndsMove()),
    st.builds(
        wa.PhaseBegins,
        phase=st.sampled_from(PHASES),
        phasing=st.sampled_from(["german", "russian"]),
    ),
    st.builds(wa.Claims, unit=st.sampled_from(IDS)),
    st.builds(wa.Forfeits, unit=st.sampled_from(IDS)),
    st.just(wa.Declines()),
    st.builds(wa.Reveals, unit=st.sampled_from(IDS)),
    st.builds(
        wa.Entrenches, unit=st.sampled_from(IDS), into=st.sampled_from([None, "foxhole", "trench"])
    ),
)
units = st.builds(
    dict,
    hex=st.sampled_from(HEXES),
    side=st.sampled_from(["german", "russian"]),
    kind=st.sampled_from(["squad", "leader", "dummy", "vehicle"]),
    concealed=st.booleans(),
    hidden=st.booleans(),
    dozer=st.booleans(),
)


def check(state: State) -> None:
    """What always holds."""
    present = {unit.id: unit for unit in state.scene.situation.units}
    holders: dict[Any, str] = {}
    for id, sides in state.holds.items():
        assert id in present, "nobody who is gone holds anything"
        unit = present[id]
        assert sides and wa.cannot_have(state.scene, unit) is None, (id, sides)
        mine = {wall.side for wall in wa.occupied(state.scene, unit)}
        assert sides <= mine, "nobody holds what he does not occupy"
        if not state.scene.situation.deluxe:
            assert sides == mine, "outside Deluxe ASL all hexsides together"
        for side in sides:
            assert holders.setdefault(side, unit.side) == unit.side, "one side to a hexside"
    for offer in wa.offers(state):
        assert wa.may_claim(state, present[offer.unit]) == offer.rule
    if not state.undecided:
        for unit in present.values():
            if wa.is_mandatory(state.scene, unit) and not state.has_wa(unit):
                assert wa.deniers(state, unit), f"{unit.id} must have WA unless denied"


@pytest.mark.rule("B9.321-ref", "B9.322a", "B9.323a")
@pytest.mark.parametrize("deluxe", [False, True])
def test_any_events(scene: Make, deluxe: bool) -> None:
    board = scene().sight

    @settings(max_examples=150, deadline=None)
    @given(st.lists(units, min_size=2, max_size=5), st.lists(events, max_size=14))
    def walk(given_units: list[dict[str, Any]], happening: list[wa.Event]) -> None:
        made = tuple(Unit(id=id, **unit) for id, unit in zip(IDS, given_units, strict=False))
        state = start(Scene(Situation(board="drawn", units=made, deluxe=deluxe), board))
        check(state)
        for event in happening:
            try:
                step = happen(state, event)
            except (Refusal, BadInput, BadLabel):
                continue
            lost = {c.unit for c in step.changes if c.what is wa.What.LOST}
            for unit in step.state.scene.situation.units:
                if state.has_wa(unit) and not step.state.has_wa(unit):
                    assert unit.id in lost, "no loss without a word"
            state = step.state
            check(state)

    walk()
