"""F5, F6: movement, zones of control, infiltration."""

from __future__ import annotations

from typing import Any

import pytest
from folio_scene import Scene, unit

from hexfire.folio import Phase, ask
from hexfire.folio.movement import walk
from hexfire.rulebook import Refusal

FAR = unit("R", "red", "3-3-4", "0909")
"""An enemy out of everybody's way."""


def spent(scene: Scene, *hexes: str) -> float:
    """What the way of the first unit, hex by hex, costs in MP."""
    index = scene.at.scenario.hex_index
    return walk(scene.at, 0, [index[hex] for hex in hexes])[-1].spent / 2


@pytest.mark.rule("F2.1", "F2.3.2d", "F5.2a", "F5.0a")
def test_a_clear_hex_costs_one_point_for_any_unit() -> None:
    for mobile in (True, False):
        scene = Scene([unit("a", "blue", "3-3-2", "0505", mobile=mobile), FAR])
        reach = scene.reach("a")
        assert sorted(reach.values()) == [1] * 6 + [2] * 12
        scene.do("move a 0503")
        assert scene.hex("a") == "0503"


@pytest.mark.rule("F5.0a")
def test_any_number_of_units_move_in_any_direction_by_any_way() -> None:
    scene = Scene([unit("a", "blue", "3-3-4", "0505"), unit("b", "blue", "3-3-4", "0202"), FAR])
    scene.do("move a 0505-0504-0604-0605", "move b 0203")
    assert (scene.hex("a"), scene.hex("b")) == ("0605", "0203")


@pytest.mark.rule("F5.2a", "F2.2")
def test_terrain_costs_what_the_key_says() -> None:
    ground = ".....\n.....\n..w..\n....."
    scene = Scene([unit("a", "blue", "3-3-3", "0302"), unit("R", "red", "3-3-4", "0104")], ground)
    assert scene.reach("a")["0303"] == 2


@pytest.mark.rule("F5.2b", "F5.2c")
def test_hexsides_cost_more_and_short_points_bar_the_move() -> None:
    ground, river = "...\n...\n.w.\n...\n...", "[river]\n0202: S"
    costs = {}
    for allowance in (1, 2, 3):
        scene = Scene(
            [unit("a", "blue", f"3-3-{allowance}", "0202"), unit("R", "red", "3-3-4", "0105")],
            ground,
            more_ground=river,
        )
        costs[allowance] = scene.reach("a").get("0203")
    assert costs == {1: None, 2: None, 3: 3}  # woods 2, river 1; no minimum move of one hex


@pytest.mark.rule("F5.2.1", "F5.2.2")
def test_roads_and_trails_ignore_the_terrain_they_cross() -> None:
    ground, lines = (
        "...\n.w.\n.w.\n.s.\n...",
        "[road]\n0201-0202\n[trail]\n0202-0203-0204\n[river]\n0201: S",
    )
    scene = Scene(
        [unit("a", "blue", "3-3-3", "0201", mobile=True), unit("R", "red", "3-3-4", "0105")],
        ground,
        more_ground=lines,
    )
    way = ask.path(scene.at, "a", "0204")
    assert way == (("0201", 0), ("0202", 1), ("0203", 3), ("0204", 5))  # in half points
    off_road = Scene(
        [unit("a", "blue", "3-3-3", "0102", mobile=True), unit("R", "red", "3-3-4", "0105")],
        ground,
        more_ground=lines,
    )
    assert spent(off_road, "0102", "0202") == 2  # the hexside crossed must carry the road


@pytest.mark.rule("F5.1a", "F4.1b", "F7.0d")
def test_units_move_only_in_their_own_movement_phases() -> None:
    scene = Scene([unit("a", "blue", "3-3-4", "0501"), unit("r", "red", "3-3-4", "0509")])
    scene.refuses("move r 0508", "F5.1a", by="red")
    scene.refuses("move r 0508", "F4.1b", by="blue")
    near = Scene([unit("a", "blue", "3-3-4", "0505"), unit("r", "red", "3-3-4", "0504")])
    near.refuses("attack 0504 with a", "F7.0d")
    near.do("end")
    near.refuses("move a 0506", "F5.1a")


@pytest.mark.rule("F5.1c")
def test_enemy_hexes_prohibited_hexes_and_the_map_edge_are_closed() -> None:
    ground = ".~.\n...\n.s."
    scene = Scene(
        [unit("a", "blue", "3-3-9", "0202", mobile=True), unit("r", "red", "3-3-4", "0102")], ground
    )
    scene.refuses("move a 0201", "F5.1c")
    scene.refuses("move a 0203", "F5.1c")
    scene.refuses("move a 0102", "F5.1c")
    with pytest.raises(Refusal, match="no_hex"):
        scene.do("move a 0402")


@pytest.mark.rule("F5.1d")
def test_no_unit_spends_more_than_its_allowance_and_none_must_spend_it_all() -> None:
    scene = Scene([unit("a", "blue", "3-3-3", "0505"), FAR])
    scene.refuses("move a 0501", "F5.1d")
    scene.do("move a 0504")
    scene.do("end")  # one of three points spent: nothing more is asked, nothing is kept
    second = Scene(
        [unit("a", "blue", "3-3-3", "0505"), unit("r", "red", "3-3-4", "0909")], turns=["0/0"] * 2
    )
    second.do("end", "end")  # blue did not move at all; red ends
    assert second.state.turn == 2
    assert max(second.reach("a").values()) == 3


@pytest.mark.rule("F5.1e")
def test_a_completed_move_is_not_redone() -> None:
    scene = Scene([unit("a", "blue", "3-3-4", "0505"), FAR])
    scene.do("move a 0504")
    scene.refuses("move a 0503", "F5.1e")


@pytest.mark.rule("F5.3a")
def test_no_stacking_at_the_end_of_each_single_move() -> None:
    scene = Scene([unit("a", "blue", "3-3-4", "0505"), unit("b", "blue", "3-3-4", "0504"), FAR])
    scene.refuses("move a 0504", "F5.3a")
    scene.do("move b 0503", "move a 0504")  # in an order that works
    assert scene.hex("a") == "0504"


@pytest.mark.rule("F5.3b")
def test_friends_are_passed_through_at_no_extra_cost() -> None:
    ground = "~.~\n~.~\n~.~\n~.~"
    scene = Scene(
        [
            unit("a", "blue", "3-3-2", "0201"),
            unit("b", "blue", "3-3-2", "0202"),
            unit("r", "red", "1-1-1", "0204"),
        ],
        ground,
        options={"foot_stops_on_entering_ezoc": "if_started_in_ezoc"},
    )
    assert scene.reach("a") == {"0203": 2}


# ZOC


@pytest.mark.rule("F6.0a", "F6.1", "F5.1.1a")
def test_the_six_hexes_around_a_unit_stop_a_foot_unit() -> None:
    scene = Scene([unit("a", "blue", "3-3-9", "0502"), unit("r", "red", "3-3-4", "0505")])
    ring = ["0504", "0604", "0605", "0506", "0405", "0404"]
    for hex in ring:
        assert scene.at.board.zoc[1] >> scene.at.scenario.hex_index[hex] & 1
    assert scene.at.board.zoc[1].bit_count() == 6
    # It may enter the ring, but not go on from there, neither out nor along it.
    with pytest.raises(Refusal) as refusal:
        scene.do("move a 0502-0503-0504-0403")
    assert refusal.value.rule == "F5.1.1a"
    assert scene.reach("a")["0504"] == 2


@pytest.mark.rule("F5.1.1a")
def test_the_stop_of_a_unit_that_began_outside_is_an_option() -> None:
    units = [unit("a", "blue", "3-3-9", "0502"), unit("r", "red", "3-3-4", "0505")]
    free = Scene(units, options={"foot_stops_on_entering_ezoc": "if_started_in_ezoc"})
    free.do("move a 0502-0503-0504-0403")
    assert free.hex("a") == "0403"


@pytest.mark.rule("F5.1.1b")
def test_a_foot_unit_leaves_an_ezoc_for_terrain_cost_and_stops_in_the_next() -> None:
    units = [
        unit("a", "blue", "3-3-9", "0504"),
        unit("r", "red", "3-3-4", "0505"),
        unit("s", "red", "3-3-4", "0501"),
    ]
    scene = Scene(units)
    assert scene.reach("a")["0403"] == 1  # free of both, though it began in an EZOC
    assert scene.reach("a")["0303"] == 2
    with pytest.raises(Refusal) as refusal:
        scene.do("move a 0504-0403-0402-0401-0302")  # 0401 lies next to s
    assert refusal.value.rule == "F5.1.1a"


@pytest.mark.rule("F5.1.1c", "F5.1.2b")
def test_a_mobile_unit_pays_half_its_allowance_from_ezoc_to_ezoc() -> None:
    units = [unit("a", "blue", "3-3-9", "0504", mobile=True), unit("r", "red", "3-3-4", "0505")]
    scene = Scene(units)
    assert scene.reach("a")["0604"] == 2  # round by a free hex; directly it costs 4 + 1
    assert spent(scene, "0504", "0604") == 5  # floor(9 / 2) + 1


@pytest.mark.rule("F5.1.1c")
def test_the_surcharge_falls_on_direct_steps_in_mid_move_too() -> None:
    scene = Scene(
        [unit("a", "blue", "3-3-10", "0502", mobile=True), unit("r", "red", "3-3-4", "0505")]
    )
    assert spent(scene, "0502", "0503", "0504", "0604") == 2 + 5 + 1


@pytest.mark.rule("F5.1.1d")
def test_leaving_and_coming_back_by_a_free_hex_costs_terrain_only() -> None:
    scene = Scene(
        [unit("a", "blue", "3-3-8", "0504", mobile=True), unit("r", "red", "3-3-4", "0505")]
    )
    assert spent(scene, "0504", "0603", "0604") == 2


def corridor(movement: int, *, mobile: bool, length: int = 5, **more: Any) -> Scene:
    """A unit at the top of a corridor one hex wide whose hexes all lie in EZOC."""
    lane = "\n".join(["..~"] * length)
    flags = more.pop("flags", None)
    foes = [unit(f"r{i}", "red", "1-1-0", f"01{i:02}") for i in range(1, length + 1)]
    return Scene(
        [unit("a", "blue", f"3-3-{movement}", "0201", mobile=mobile, flags=flags), *foes],
        lane,
        more_ground="[cliff]\n" + "\n".join(f"02{i:02}: NW SW" for i in range(1, length)),
        **more,
    )


@pytest.mark.rule("F5.1.2a", "F5.2c")
def test_foot_infiltration_takes_everything_whatever_the_terrain() -> None:
    ground = "...\n...\n.s.\n..."
    scene = Scene([unit("a", "blue", "3-3-4", "0202"), unit("r", "red", "3-3-4", "0103")], ground)
    assert scene.reach("a")["0203"] == 4  # swamp would cost 6
    far = corridor(4, mobile=False)
    assert far.reach("a") == {"0202": 4}  # one hex, and no farther


@pytest.mark.rule("F5.1.2a")
def test_infiltration_does_not_open_prohibited_hexes() -> None:
    ground = "...\n...\n.~.\n..."
    scene = Scene([unit("a", "blue", "3-3-4", "0202"), unit("r", "red", "3-3-4", "0103")], ground)
    assert "0203" not in scene.reach("a")


@pytest.mark.rule("F5.1.2b")
def test_mobile_infiltration_must_be_able_to_pay_the_terrain() -> None:
    ground = "...\n...\n.w.\n..."
    enemy = unit("r", "red", "3-3-4", "0103")
    for allowance, price in ((3, 3), (4, 4), (5, 4)):  # half of it, fractions dropped, and woods
        scene = Scene([unit("a", "blue", f"3-3-{allowance}", "0202", mobile=True), enemy], ground)
        assert spent(scene, "0202", "0203") == price
    two = Scene([unit("a", "blue", "3-3-2", "0202", mobile=True), enemy], ground)
    with pytest.raises(Refusal) as refusal:
        spent(two, "0202", "0203")  # 1 + 2
    assert refusal.value.rule == "F5.1d"


@pytest.mark.rule("F5.1.2c")
def test_after_infiltration_a_mobile_unit_goes_on_and_once_for_free() -> None:
    assert corridor(8, mobile=True).reach("a") == {"0202": 5, "0203": 6}
    # After the free step the next direct one is paid again: 5, 6, then 4 + 1 more.
    assert corridor(12, mobile=True).reach("a") == {"0202": 7, "0203": 8}
    no_note = corridor(8, mobile=True, options={"free_exit_after_infiltration": False})
    assert no_note.reach("a") == {"0202": 5}


@pytest.mark.rule("F5.1.2c")
def test_two_paid_infiltrations_need_an_odd_allowance_and_a_road() -> None:
    lane = "..~\n..~\n..~\n..~"
    foes = [unit(f"r{i}", "red", "1-1-0", f"01{i:02}") for i in range(1, 5)]
    cliffs = "[cliff]\n" + "\n".join(f"02{i:02}: NW SW" for i in range(1, 4))
    road = "\n[road]\n0201-0202-0203-0204"
    reaches = {}
    for allowance in (8, 9):
        scene = Scene(
            [unit("a", "blue", f"3-3-{allowance}", "0201", mobile=True), *foes],
            lane,
            more_ground=cliffs + road,
            options={"free_exit_after_infiltration": False},
        )
        reaches[allowance] = scene.reach("a")
    assert reaches == {8: {"0202": 4.5}, 9: {"0202": 4.5, "0203": 9}}


@pytest.mark.rule("F5.1.2d")
def test_minefields_and_fortresses_bar_infiltration_but_not_special_forces() -> None:
    enemy = unit("r", "red", "3-3-4", "0103")
    for barrier in ("[minefield]\n0202: S", "[fortress]\n0203"):
        for mobile in (True, False):
            ground = ".....\n.....\n.....\n....."
            plain = Scene([unit("a", "blue", "3-3-2", "0202", mobile=mobile), enemy], ground)
            barred = Scene(
                [unit("a", "blue", "3-3-2", "0202", mobile=mobile), enemy],
                ground,
                more_ground=barrier,
            )
            special = Scene(
                [
                    unit("a", "blue", "3-3-2", "0202", mobile=mobile, flags=["special_forces"]),
                    enemy,
                ],
                ground,
                more_ground=barrier,
            )
            assert spent(plain, "0202", "0203") == 2
            assert spent(special, "0202", "0203") == 1
            with pytest.raises(Refusal) as refusal:
                spent(barred, "0202", "0203")
            assert refusal.value.rule == "F5.1.2d", (barrier, mobile)
            assert barred.reach("a")["0203"] == 2  # from a free hex it is no infiltration


@pytest.mark.rule("F5.1.2e")
def test_special_forces_pay_terrain_only_but_stop_when_on_foot() -> None:
    assert corridor(4, mobile=False, flags=["special_forces"]).reach("a") == {"0202": 1}
    assert corridor(3, mobile=True, flags=["special_forces"]).reach("a") == {
        "0202": 1,
        "0203": 2,
        "0204": 3,
    }
    rovers = corridor(3, mobile=False, flags=["special_forces", "ignores_zoc_stop"])
    assert rovers.reach("a") == {"0202": 1, "0203": 2, "0204": 3}


@pytest.mark.rule("F6.0b", "F6.0d")
def test_zoc_reaches_into_all_terrain_but_not_into_exempt_fortresses() -> None:
    ground = "...\n.s.\n...\n..."
    units = [unit("a", "blue", "3-3-4", "0203"), unit("r", "red", "3-3-4", "0202")]
    plain = Scene(units, ground)
    index = plain.at.scenario.hex_index
    assert plain.at.board.zoc[0] >> index["0202"] & 1  # swamp, where a mobile unit could not go
    exempt = Scene(units, ground, more_ground="[fortress]\n0203 exempt")
    assert not exempt.at.board.zoc[1] >> index["0203"] & 1
    assert exempt.at.board.zoc[0] >> index["0202"] & 1  # the other direction stands: not mutual


@pytest.mark.rule("F6.0b")
def test_zoc_crosses_impassable_hexsides_unless_the_scenario_says_not() -> None:
    units = [unit("a", "blue", "3-3-4", "0203"), unit("r", "red", "3-3-4", "0202")]
    ground, cliff = "...\n...\n...\n...", "[cliff]\n0202: S"
    index = Scene(units, ground).at.scenario.hex_index
    crosses = Scene(units, ground, more_ground=cliff)
    assert crosses.at.board.zoc[1] >> index["0203"] & 1
    option = {"zoc_crosses_prohibited_hexsides": False}
    stays = Scene(units, ground, more_ground=cliff, options=option)
    assert not stays.at.board.zoc[1] >> index["0203"] & 1


@pytest.mark.rule("F6.0c", "F6.0d")
def test_no_unit_negates_a_zoc_and_both_sides_may_cover_a_hex() -> None:
    units = [
        unit("a", "blue", "3-3-4", "0503"),
        unit("b", "blue", "3-3-4", "0506"),
        unit("r", "red", "3-3-4", "0505"),
    ]
    scene = Scene(units)
    index = scene.at.scenario.hex_index
    assert scene.at.board.zoc[1] >> index["0506"] & 1  # b stands there, and is in EZOC all the same
    assert scene.at.board.zoc[0] >> index["0505"] & 1  # and r in b's
    both = index["0504"]
    assert scene.at.board.zoc[0] >> both & 1 and scene.at.board.zoc[1] >> both & 1


@pytest.mark.rule("F2.3.2e", "F4.1g", "F5.0b", "F4.1d")
def test_the_mobile_movement_phase_is_for_mobile_units_that_have_not_moved() -> None:
    scene = Scene(
        [
            unit("m", "blue", "3-3-8", "0101", mobile=True),
            unit("n", "blue", "3-3-8", "0201", mobile=True),
            unit("f", "blue", "3-3-4", "0301"),
            FAR,
        ]
    )
    scene.do("move m 0103", "end")
    assert scene.phase is Phase.MOBILE_MOVEMENT  # nobody can fight: the Combat Phase passes
    scene.refuses("move m 0104", "F4.1d")
    scene.refuses("move f 0302", "F5.0b")
    scene.do("move n 0206")
    assert scene.hex("n") == "0206"
    scene.refuses("move n 0205", "F4.1d")
