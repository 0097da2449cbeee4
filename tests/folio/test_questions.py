"""What is asked about a position is refused wherever play would refuse it, and by the same rule."""

from __future__ import annotations

import pytest
from folio_scene import Scene, unit

from hexfire.folio import Phase, ask
from hexfire.play import Table
from hexfire.rulebook import Refusal


def melee() -> Scene:
    """Blue a and b beside red r; each side has received two of its three markers."""
    units = [
        unit("a", "blue", "4-3-4", "0506"),
        unit("b", "blue", "4-3-4", "0605"),
        unit("r", "red", "3-4-4", "0505"),
    ]
    markers = {"blue": [1, 2, 3], "red": [1, 2, 3]}
    return Scene(units, markers=markers, turns=["2/2"]).to_combat()


def refused(scene: Scene, hex: str, units: list[str], *, markers: tuple[str, ...] = ()) -> str:
    with pytest.raises(Refusal) as refusal:
        ask.attack(scene.at, hex, units, markers)
    return refusal.value.rule


@pytest.mark.rule("F7.1b")
def test_nobody_counts_twice() -> None:
    assert refused(melee(), "0505", ["a", "a"]) == "F7.1b"
    assert ask.attack(melee().at, "0505", ["a", "b"])[0].attack.total == 8


@pytest.mark.rule("F7.2b", "F7.2a")
def test_a_spent_unit_or_a_target_already_attacked_is_refused() -> None:
    scene = melee().fight("attack 0505 with a", "•")
    assert refused(scene, "0505", ["b"]) == "F7.2b"
    two = Scene(
        [
            unit("a", "blue", "4-3-4", "0506"),
            unit("r", "red", "3-4-4", "0505"),
            unit("s", "red", "3-4-4", "0507"),
        ]
    ).to_combat()
    two.fight("attack 0505 with a", "•")
    assert refused(two, "0507", ["a"]) == "F7.2a"


@pytest.mark.rule("F8.3j", "F8.1")
def test_markers_spent_or_never_received_are_refused() -> None:
    scene = melee()
    assert refused(scene, "0505", ["a"], markers=("b3",)) == "F8.1"
    scene.do("attack 0505 with a", "support b1")
    # The combat under way may be asked about with what is in it.
    found, _ = ask.attack(scene.at, "0505", ["a"], ["b1", "b2"])
    assert found.attack.total == 4 + 1 + 2
    scene.do("decline", "decline", "decline").do("roll", roll="•")
    spent = scene.do("end", "end")
    assert spent.player == "red" and spent.state.turn == 1
    assert refused(spent, "0505", ["b"], markers=("b1",)) == "F8.3b"


@pytest.mark.rule("F8.6d", "F8.4a")
def test_a_barrage_that_may_not_be_fired_is_not_calculated() -> None:
    scene = melee().fight("barrage 0505 with b1", "•")
    with pytest.raises(Refusal) as refusal:
        ask.barrage(scene.at, "0505", ["b2"])
    assert refusal.value.rule == "F8.6d"
    late = melee().fight("attack 0505 with a", "•")
    with pytest.raises(Refusal) as refusal:
        ask.barrage(late.at, "0505", ["b1"])
    assert refusal.value.rule == "F8.4a"


@pytest.mark.rule("F8.3h")
def test_a_committed_marker_is_not_taken_back_alone() -> None:
    scene = melee()
    table: Table[object, object] = Table.new(scene.game, scene.at.scenario.source)
    for line in ("end", "attack 0505 with a"):
        table.do("blue", scene.game.read(line, table.state, "blue"))
    table.undo("blue")  # nothing has been committed yet
    table.do("blue", scene.game.read("attack 0505 with a", table.state, "blue"))
    table.do("blue", scene.game.read("support b1", table.state, "blue"))
    with pytest.raises(Refusal) as refusal:
        table.undo("blue")
    assert refusal.value.message.key == "core.play.undo_closed"
    barrage: Table[object, object] = Table.new(scene.game, scene.at.scenario.source)
    for line in ("end", "barrage 0505 with b1"):
        barrage.do("blue", scene.game.read(line, barrage.state, "blue"))
    with pytest.raises(Refusal):
        barrage.undo("blue")


@pytest.mark.rule("F7.7d")
def test_a_friend_in_the_only_hex_left_does_not_lift_the_ezoc_there() -> None:
    attackers = [unit(f"a{n}", "blue", "6-3-4", hex) for n, hex in enumerate(("0506", "0605"))]
    # a0 and a1 leave 0404 and 0504; c holds both in its ZOC, f and g stand there.
    watcher = unit("c", "blue", "1-1-4", "0403")
    friends = [unit("f", "red", "1-1-4", "0404"), unit("g", "red", "1-1-4", "0504")]
    scene = Scene([*attackers, watcher, *friends, unit("r", "red", "3-4-4", "0505")])
    scene.to_combat().fight("attack 0505 with a0, a1", "D2")
    assert scene.legal() == ["hold r", "retreat r"]
    scene.refuses("retreat r 0404", "F7.7d")


@pytest.mark.rule("F7.7.2b", "F7.7.2f")
def test_the_reason_why_a_friends_hex_is_closed_is_the_true_one() -> None:
    # Only land: 0505 and the row behind it; the friend in 0504 has nowhere to go.
    ground = "\n".join(["~" * 9] * 3 + ["~~~~.~~~~", "~~~~.~~~~"] + ["." * 9] * 4)
    units = [
        unit("a", "blue", "6-3-4", "0506"),
        unit("r", "red", "3-4-4", "0505"),
        unit("f", "red", "1-1-4", "0504"),
    ]
    stuck = Scene(units, ground).to_combat().fight("attack 0505 with a", "D2")
    stuck.refuses("retreat r 0504", "F7.7.2b")
    room = Scene(units).to_combat().fight("attack 0505 with a", "D2")
    room.refuses("retreat r 0504", "F7.7.2f")


@pytest.mark.rule("F7.7.1a")
def test_a_barrage_retreat_that_gets_no_farther_is_refused_by_its_own_rule() -> None:
    units = [unit("a", "blue", "6-3-4", "0508"), unit("r", "red", "3-4-4", "0505")]
    scene = Scene(units, markers={"blue": [4]}, turns=["1/0"]).to_combat()
    scene.fight("barrage 0505 with b1", "D2").refuses("retreat r 0405", "F7.7.1a")


@pytest.mark.rule("F4.1h")
def test_moving_does_not_bar_from_the_mobile_combat_phase_but_attacking_does() -> None:
    units = [
        unit("m", "blue", "4-4-10", "0508", mobile=True),
        unit("n", "blue", "4-4-10", "0708", mobile=True),
        unit("r", "red", "3-4-4", "0505"),
    ]
    scene = Scene(units, victory='[victory]\nlevels = [{side = "blue", margin = 1}]')
    scene.do("move m 0506", "end", "end", "move n 0605", "end")
    assert {"attack 0505 with m", "attack 0505 with n"} <= set(scene.legal())
    fought = Scene(units).do("move m 0506", "end").fight("attack 0505 with m", "•")
    fought.do("end", "move n 0605", "end")
    fought.refuses("attack 0505 with m, n", "F4.1h")


@pytest.mark.rule("F5.0a")
def test_a_way_doubles_back_and_pays_what_it_enters_in_exact_halves() -> None:
    far = unit("r", "red", "3-4-4", "0909")
    scene = Scene([unit("a", "blue", "2-3-8", "0101"), far])
    back = scene.game.read("move a 0101-0201-0301-0201-0101-0102", scene.state, "blue")
    assert scene.game.write(back) == "move a 0102"
    scene.refuses("move a 0101-0103-0104", "F5.0a")
    road = "[road]\n0101-0102-0103-0104-0105-0106-0107-0108"
    on_road = Scene([unit("a", "blue", "2-3-3", "0101"), far], more_ground=road)
    assert on_road.reach("a")["0107"] == 3
    on_road.refuses("move a 0108", "F5.1d")


@pytest.mark.rule("F8.3k")
def test_all_is_summed_then_subtracted_once() -> None:
    units = [
        unit("a", "blue", "4-4-10", "0506"),
        unit("b", "blue", "4-4-10", "0605"),
        unit("r", "red", "2-3-8", "0505"),
    ]
    scene = Scene(units, markers={"blue": [2, 2], "red": [6]}, turns=["2/1"]).to_combat()
    scene.do("attack 0505 with a, b", "support b1", "support r1", "support b2")
    assert scene.game.view(scene.state, None)["combat"]["differential"] == 3


@pytest.mark.rule("F9.0")
def test_isolation_costs_nothing() -> None:
    ring = [
        unit(f"a{n}", "blue", "1-1-4", hex)
        for n, hex in enumerate(("0504", "0604", "0605", "0506", "0405", "0404"))
    ]
    scene = Scene([*ring, unit("r", "red", "3-4-4", "0505")], turns=["0/0"] * 4)
    for _ in range(3):
        scene.do("end", "end")  # blue: movement, combat; red cannot move
        assert scene.player == "red" and scene.phase is Phase.COMBAT
        assert not scene.reduced("r") and scene.at.strength(6) == (3, 4, 4)
        assert "attack 0504 with r" in scene.legal()
        scene.do("end")
