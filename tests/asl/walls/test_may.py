"""What a unit may do at its walls, through the library and through `hexfire wall --unit`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from calling import call, told

from hexfire.asl.sequence import Phase
from hexfire.asl.situation import situation_from
from hexfire.asl.walls import Fire, State, cover, happen, may
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.crossing import Mover, crossing
from hexfire.hexes import Side
from hexfire.rulebook import BadInput, Refusal

Make = Callable[..., State]
BOCAGE = ("HedgesToBocage",)


@pytest.mark.rule("B9.4a", "B9.54a", "B9.32-ref")
def test_a_squad_behind_a_hedge_and_bocage(state: Make) -> None:
    squad, far = {"id": "a", "hex": "H3"}, {"id": "f", "side": "russian", "hex": "A1"}
    now = state(squad, far)
    found = may(now, now.scene.unit("a"))
    costs = {str(side.wall.kind): side.crossing.cost for side in found.sides if side.crossing}
    assert costs == {"hedge": 1, "wall": 1}
    assert isinstance(found.claim, Refusal) and found.claim.rule == "B9.32-ref"  # it has it
    assert isinstance(found.forfeit, Refusal) and found.forfeit.rule == "B9.323a"
    now = state(squad, far, ssr=BOCAGE)
    costs = {
        str(side.wall.kind): side.crossing.cost
        for side in may(now, now.scene.unit("a")).sides
        if side.crossing
    }
    assert costs == {"bocage": 2, "wall": 1}


@pytest.mark.rule("B9.53")
def test_a_gun_may_not_turn_and_fire_through_bocage(state: Make) -> None:
    gun = {"id": "g", "hex": "H3", "kind": "gun"}
    now = state(gun, ssr=BOCAGE)
    sides = may(now, now.scene.unit("g")).sides
    assert {str(s.wall.kind): s.turn_and_fire for s in sides} == {"bocage": False, "wall": True}
    assert all(side.crossing is None for side in sides)
    tank = {"id": "t", "hex": "H3", "kind": "vehicle", "armored": True, "fully_tracked": True}
    now = state(tank, ssr=BOCAGE)
    assert all(side.turn_and_fire for side in may(now, now.scene.unit("t")).sides)


@pytest.mark.rule("B9.541a", "B9.54b")
def test_breaching_and_crossing_by_vehicles(state: Make) -> None:
    truck = {"id": "t", "hex": "H3", "kind": "vehicle"}
    now = state(truck, ssr=BOCAGE)
    bocage = [s for s in may(now, now.scene.unit("t")).sides if str(s.wall.kind) == "bocage"]
    assert bocage and all(s.refusal.rule == "B9.54b" and not s.breach for s in bocage if s.refusal)
    dozer = {"id": "t", "hex": "H3", "kind": "vehicle", "armored": True, "fully_tracked": True}
    now = state(dozer | {"dozer": True}, ssr=BOCAGE)
    found = may(now, now.scene.unit("t"))
    assert {str(s.wall.kind): s.breach for s in found.sides} == {"bocage": True, "wall": False}
    assert all(s.crossing.half_allotment for s in found.sides if s.breach and s.crossing)
    cutters = dozer | {"hedge_cutter": True}
    for date, allowed in (("1944-07-24", False), ("1944-07-25", True)):
        now = state(cutters, ssr=BOCAGE, date=date)
        sides = may(now, now.scene.unit("t")).sides
        assert {s.breach for s in sides if str(s.wall.kind) == "bocage"} == {allowed}


@pytest.mark.rule("B9.541a#2", "B9.541b#1", "B9.541d#1")
def test_what_the_event_refuses_is_not_offered(state: Make) -> None:
    dozer = {"id": "t", "hex": "H3", "kind": "vehicle", "armored": True, "fully_tracked": True}

    def offered(**more: object) -> set[bool]:
        now = state(dozer | {"dozer": True} | more, ssr=BOCAGE)
        sides = may(now, now.scene.unit("t")).sides
        return {s.breach for s in sides if str(s.wall.kind) == "bocage"}

    assert offered() == {True}
    assert offered(bogged=True) == offered(reverse=True) == {False}
    now = state(dozer | {"dozer": True}, ssr=BOCAGE)
    with pytest.raises(Refusal) as refused:
        happen(now, wa.Breaches(unit="t", hex="I4", passed=True, spent=3))
    assert refused.value.rule == "B9.541b"
    early = state(dozer | {"hedge_cutter": True}, ssr=BOCAGE, date="1944-07-24")
    with pytest.raises(Refusal) as refused:
        happen(early, wa.Breaches(unit="t", hex="I4", passed=True))
    assert refused.value.rule == "B9.541a"


@pytest.mark.rule("B9.4b#1", "B9.4b#2", "B9.4b#3", "B9.4b#4")
@pytest.mark.parametrize(
    ("name", "hedge", "wall"),
    [
        ("ge-pzivh", "1", "1"),
        ("ge-spw2511", "2 bog", None),
        ("ge-sdkfz7", "2 bog", None),
        ("am-M8AC", "3 bog", None),
        ("ge-opel", None, None),
    ],
)
def test_vehicles_cross_as_their_counter_moves(
    state: Make, name: str, hedge: str | None, wall: str | None
) -> None:
    now = state({"id": "t", "hex": "H3", "kind": "vehicle", "name": name})
    found = {}
    for side in may(now, now.scene.unit("t")).sides:
        cost = side.crossing and f"{side.crossing.cost}" + " bog" * side.crossing.bog_check
        found[str(side.wall.kind)] = cost
    assert found == {"hedge": hedge, "wall": wall}


@pytest.mark.rule("B9.4e#3")
def test_a_truck_takes_the_road_through_the_gap(state: Make) -> None:
    now = state({"id": "t", "hex": "H4", "kind": "vehicle", "movement": "truck"})
    sides = may(now, now.scene.unit("t")).sides
    by_road = [side.by_road for side in sides if side.wall.gap]
    assert [(found.cost, found.rule, found.bog_check) for found in by_road] == [(0, "B9.4e", False)]
    assert all(side.crossing is None for side in sides)


@pytest.mark.rule("B9.54c#1")
def test_bocage_costs_half_the_allotment_and_cot(state: Make) -> None:
    now = state(
        {"id": "t", "hex": "H3", "kind": "vehicle", "armored": True, "fully_tracked": True},
        ssr=BOCAGE,
    )
    unit = now.scene.unit("t")
    side = Side.between(now.scene.hex(unit), now.scene.board.grid.hex("I4"))
    found = crossing(now.scene, unit, Mover.TRACKED, side, 1)
    assert (found.cost, found.half_allotment) == (1, True)


@pytest.mark.rule("B9.55c#1", "B9.55c#2", "B9.55c#4")
def test_what_bocage_alone_hid_is_found_when_set_up_ends(state: Make) -> None:
    squad = {"id": "a", "hex": "H3", "hidden": True}
    question = {"id": "q", "hex": "H3", "concealed": True}
    dummies = {"id": "d", "hex": "H3", "kind": "dummy", "concealed": True}
    beside = {"id": "g", "side": "russian", "hex": "F4"}
    begin = wa.PhaseBegins(phase=Phase.RPH, phasing="russian")
    now = state(squad, question, dummies, beside, ssr=BOCAGE, phase=Phase.SETUP)
    after = happen(now, begin).state.scene
    assert [unit.id for unit in after.situation.units] == ["a", "q", "g"]
    assert not any(unit.hidden or unit.concealed for unit in after.situation.units)
    through = {"id": "g", "side": "russian", "hex": "L6"}
    for enemy in (through, {**beside, "broken": True}):
        now = state(squad, question, dummies, enemy, ssr=BOCAGE, phase=Phase.SETUP)
        kept = happen(now, begin).state.scene
        assert kept.unit("a").hidden and kept.unit("q").concealed and kept.unit("d")


@pytest.mark.rule("B9.55d#1", "B9.55d#2")
def test_what_bocage_alone_hid_is_found_when_an_enemy_moves(state: Make) -> None:
    squad = {"id": "a", "hex": "H3", "hidden": True}
    enemy = {"id": "e", "side": "russian", "hex": "L6"}
    now = state(squad, enemy, ssr=BOCAGE, phase=Phase.MPH, phasing="russian")
    step = happen(now, wa.Enters(unit="e", hex="F4"))
    found = step.state.scene.unit("a")
    assert (found.hidden, found.concealed) == (False, True)
    assert ("a", wa.What.FOUND, "B9.55d") in [(c.unit, c.what, c.rule) for c in step.changes]
    broken = state(squad, {**enemy, "broken": True}, ssr=BOCAGE, phase=Phase.MPH)
    assert happen(broken, wa.Enters(unit="e", hex="F4")).state.scene.unit("a").hidden


@pytest.mark.rule("B9.55a", "B9.55b", "B9.55a#1", "B9.55a#3", "B9.55b#1")
def test_concealment_behind_bocage(state: Make) -> None:
    squad = {"id": "a", "hex": "H3"}
    through = {"id": "f", "side": "russian", "hex": "L6"}
    beside = {"id": "g", "side": "russian", "hex": "F4"}
    now = state(squad, through, ssr=BOCAGE)
    found = may(now, now.scene.unit("a"))
    assert found.set_up_hidden and found.gain_concealment
    assert found.keeps_concealment_rally and found.keeps_concealment_moving
    now = state(squad, through, beside, ssr=BOCAGE)
    found = may(now, now.scene.unit("a"))
    assert found.set_up_hidden and not found.gain_concealment
    assert not found.keeps_concealment_rally and not found.keeps_concealment_moving
    now = state(squad, through)
    assert not may(now, now.scene.unit("a")).set_up_hidden  # only a hedge


@pytest.mark.rule("B9.33d")
def test_a_foxhole_seen_from_above(state: Make) -> None:
    target = {"id": "a", "hex": "E3", "entrenched": "foxhole"}

    def left(level: int, hex: str) -> list[tuple[str, int, str]]:
        enemy = {"id": "f", "side": "russian", "hex": hex, "level": level}
        now = state(target, enemy)
        found = cover(now, [now.scene.unit("f")], now.scene.unit("a"))
        return [(item.case, item.value, item.rule) for item in found.options]

    assert left(0, "E2") == [("tem.foxhole", 2, "B9.33d")]
    assert left(1, "E2") == [("tem.foxhole", 2, "B9.33d")]  # a level over a hex: none lost
    assert left(2, "E2") == [("tem.foxhole", 1, "B9.33d")]
    assert left(3, "E2") == []
    assert left(3, "E1") == [("tem.foxhole", 1, "B9.33d")]


@pytest.mark.rule("B9.36c", "B9.36c#1", "B9.36c#2")
def test_a_vehicle_has_the_walls_tem_its_passengers_do_not(state: Make) -> None:
    track = {"id": "v", "hex": "H3", "kind": "vehicle"}
    rider = {"id": "p", "hex": "H3", "aboard": "v"}
    enemy = {"id": "f", "side": "russian", "hex": "H0"}
    now = state(track, rider, enemy)
    firer = [now.scene.unit("f")]
    assert [m.value for m in cover(now, firer, now.scene.unit("v")).options] == [2]
    found = cover(now, firer, now.scene.unit("p"))
    assert found.options == () and found.rejected[0].rule == "B9.36c"
    assert cover(now, firer, now.scene.unit("p"), Fire.INDIRECT).options == ()
    assert now.has_wa(now.scene.unit("v")) and not now.has_wa(now.scene.unit("p"))


def test_who_carries_must_be_there() -> None:
    unit = {"id": "p", "side": "x", "hex": "H3", "aboard": "v"}
    with pytest.raises(BadInput) as caught:
        situation_from({"board": "hedgerows", "units": [unit]})
    assert caught.value.message.key == "sight.situation.not_carried"


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(
        'board = "hedgerows"\n[[units]]\nid = "g"\nside = "german"\nhex = "E4"\nkind = "gun"\n',
        encoding="utf-8",
    )
    for words, wanted in (
        (["--unit", "g"], "✗ E4-F3 bocage: change CA and fire through it in one phase (B9.53)"),
        (["--unit", "g", "--lang", "ja"], "✗ E4-F3 ボカージュ"),
    ):
        assert wanted in call(capsys, "wall", file, *words, code=0)[1]
    data = told(capsys, "wall", file, "--unit", "g")
    assert data["claim"]["rule"] == "B9.32-ref" and not data["hexsides"][0]["turn_and_fire"]
    file.write_text(
        'board = "hedgerows"\n[[units]]\nid = "t"\nside = "german"\nhex = "E4"\n'
        'kind = "vehicle"\ndozer = true\n',
        encoding="utf-8",
    )
    for word, where in (("true", "F3"), ("false", "E4")):
        event = f"breaches unit=t hex=F3 passed={word}"
        data = told(capsys, "wall", file, "--event", event)
        assert [unit["hex"] for unit in data["units"]] == [where]
    assert "nobody" in call(capsys, "wall", file, "--unit", "nobody", code=2)[2]


def test_files_may_still_call_it_carried_by() -> None:
    tank = {"id": "v", "side": "x", "hex": "H3", "kind": "vehicle"}
    rider = {"id": "p", "side": "x", "hex": "H3", "carried_by": "v"}
    found = situation_from({"board": "hedgerows", "units": [tank, rider]})
    assert found.unit("p").aboard == "v"
