"""F7.7-F7.9: retreat, displacement, stubborn defence, advance after combat."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from folio_scene import PLAIN, Scene, unit

from hexfire.folio import ask

RING = ["0504", "0604", "0605", "0506", "0405", "0404"]
"""The neighbours of 0505, clockwise from the north."""


def attacked(*more: dict[str, Any], ground: str = PLAIN, **how: Any) -> Scene:
    """Blue a in 0506 attacks red r in 0505."""
    units = [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505"), *more]
    return Scene(units, ground, **how).to_combat()


def paths(scene: Scene, name: str, length: int, *enemies: str) -> list[tuple[str, ...]]:
    return [path.hexes for path in ask.retreats(scene.at, name, length, enemies)]


# Direction and length


@pytest.mark.rule("F7.7a", "F7.7b")
def test_every_step_leads_away_from_the_hex_of_combat_and_from_every_enemy() -> None:
    scene = attacked()
    assert len(paths(scene, "r", 3, "a")) == 15
    far, index = scene.at.scenario.distances, scene.at.scenario.hex_index
    for way in paths(scene, "r", 3, "a"):
        hexes = ["0505", *way]
        for n, (before, after) in enumerate(pairwise(hexes), start=1):
            assert far[index["0505"]][index[after]] == n
            assert far[index["0506"]][index[after]] > far[index["0506"]][index[before]]


@pytest.mark.rule("F7.7b", "F7.7h")
def test_sets_of_attackers_that_leave_no_retreat() -> None:
    """39 of the 63 sets of adjacent attackers leave none; the others a full one of three hexes."""
    stuck = 0
    for size in range(1, 7):
        for hexes in combinations(RING, size):
            attackers = [unit(f"b{i}", "blue", "1-1-4", hex) for i, hex in enumerate(hexes)]
            scene = Scene([*attackers, unit("r", "red", "3-4-4", "0505")])
            names = [f"b{i}" for i in range(size)]
            found = ask.retreats(scene.at, "r", 3, names)
            if found[0].ends == "eliminated":
                stuck += 1
            else:
                assert {len(path.hexes) for path in found} == {3}
                assert {path.ends for path in found} == {"whole"}
    assert stuck == 39


@pytest.mark.rule("F7.7h")
def test_a_unit_that_cannot_retreat_at_all_is_eliminated() -> None:
    scene = attacked(unit("b", "blue", "3-3-4", "0504"))
    scene.fight("attack 0505 with a, b", "D2")
    assert scene.legal() == ["hold r", "retreat r"]
    scene.do("retreat r")
    assert scene.gone("r")
    assert "advance b 0505" in scene.legal()  # the path is the hex it fell in


@pytest.mark.rule("F7.7d", "F6.2a", "F5.1.2f")
def test_no_retreat_into_enemies_or_ezoc_even_beside_a_friend() -> None:
    bystander = unit("c", "blue", "1-1-4", "0403")
    friend = unit("f", "red", "1-1-4", "0504")
    scene = attacked(bystander, friend).fight("attack 0505 with a", "D2")
    # 0504 and 0404 lie in c's ZOC; the friend in 0504 does not cancel it.
    firsts = {line.split()[-1] for line in scene.legal() if line.startswith("retreat")}
    assert firsts == {"0604"}
    scene.refuses("retreat r 0404", "F7.7d")
    scene.refuses("retreat r 0506", "F7.7d")
    scene.refuses("retreat r 0504", "F7.7d")


@pytest.mark.rule("F7.7e")
def test_no_retreat_into_a_hex_the_unit_cannot_enter() -> None:
    ground = "\n".join(["." * 9] * 3 + ["...~~~..."] + ["." * 9] * 5)
    scene = attacked(ground=ground).fight("attack 0505 with a", "D2")
    scene.refuses("retreat r 0504", "F7.7e")
    assert scene.legal() == ["hold r", "retreat r"]


@pytest.mark.rule("F7.7f")
def test_an_amphibious_unit_driven_into_the_sea_is_reduced_instead() -> None:
    ground = "\n".join(["." * 9] * 3 + ["...~~~..."] + ["." * 9] * 5)
    units = [
        unit("a", "blue", "6-3-4", "0506"),
        unit("r", "red", "3-4-4", "0505", flags=["amphibious"]),
        unit("s", "red", "3-4-4", "0505"),
    ]
    scene = Scene(units[:2], ground).to_combat().fight("attack 0505 with a", "D3")
    scene.do("retreat r")
    assert scene.reduced("r") and scene.hex("r") == "0505"
    # Not the sea but an EZOC behind it: no such mercy.
    ring = [unit("b", "blue", "1-1-4", "0403"), unit("c", "blue", "1-1-4", "0603")]
    stuck = Scene([*units[:2], *ring, unit("d", "blue", "1-1-4", "0503")], ground).to_combat()
    stuck.fight("attack 0505 with a", "D3").do("retreat r")
    assert stuck.gone("r")


@pytest.mark.rule("F7.7g", "F7.9b")
def test_a_retreat_cut_short_reduces_and_the_path_ends_there() -> None:
    ground = "\n".join(["~~~~~~~~~"] * 3 + ["~~~~.~~~~", "~~~...~~~"] + ["." * 9] * 4)
    scene = attacked(ground=ground).fight("attack 0505 with a", "D2")
    scene.do("retreat r 0504")
    assert scene.reduced("r") and scene.hex("r") == "0504"
    assert scene.legal() == ["stay", "advance a 0505"]  # not into the hex it holds
    weak = Scene(
        [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505", back=None)], ground
    ).to_combat()
    weak.fight("attack 0505 with a", "D2").do("retreat r 0504")
    assert weak.gone("r")
    assert weak.legal() == ["stay", "advance a 0505", "advance a 0504"]


@pytest.mark.rule("F7.7g")
def test_the_owner_must_choose_a_way_that_leads_farthest() -> None:
    ground = "\n".join(["....~~~~~"] * 2 + ["....~~~~~", "....~....", "........."] + ["." * 9] * 4)
    #  0504 is sea; 0604 leads to a bay, 0404 into the open.
    open_ground = attacked(unit("x", "blue", "1-1-1", "0805"), ground=ground)
    open_ground.fight("attack 0505 with a", "D3")
    firsts = {line.split()[-1] for line in open_ground.legal() if line.startswith("retreat")}
    assert firsts == {"0404"}
    open_ground.refuses("retreat r 0604", "F7.7g")


@pytest.mark.rule("F7.6k")
def test_several_attackers_retreat_in_the_order_their_owner_likes() -> None:
    scene = attacked(unit("b", "blue", "3-3-4", "0605")).fight("attack 0505 with a, b", "A1")
    assert {line.split()[1] for line in scene.legal() if line.startswith("retreat")} == {"a", "b"}
    scene.do("retreat b 0706")
    assert "hold a" not in scene.legal()  # too late: a unit has retreated
    scene.do("retreat a 0507")
    assert (scene.hex("a"), scene.hex("b")) == ("0507", "0706")


# Displacement


def crowded(*friends: tuple[str, str], **how: Any) -> Scene:
    """r in 0505 can only go north to 0504, for blue stands on both flanks."""
    foes = [
        unit("b", "blue", "1-1-4", "0405"),
        unit("c", "blue", "1-1-4", "0605"),
    ]
    others = [unit(name, "red", "1-2-4", hex) for name, hex in friends]
    return attacked(*foes, *others, **how)


@pytest.mark.rule("F7.7c", "F7.7.2a", "F7.7.2d")
def test_displacement_only_when_there_is_no_other_hex() -> None:
    scene = crowded(("f", "0504")).fight("attack 0505 with a", "D2")
    assert scene.legal() == ["hold r", "retreat r 0504"]
    scene.do("retreat r 0504")
    assert scene.seat == "red" and all(line.startswith("displace f") for line in scene.legal())
    scene.do("displace f 0503")
    assert (scene.hex("f"), scene.hex("r")) == ("0503", "0504")
    index = scene.at.scenario.unit_index["f"]
    assert scene.state.barred >> index & 1  # it counts as retreated: no attack in this phase


@pytest.mark.rule("F7.7.2d")
def test_a_displaced_unit_may_not_attack_in_the_same_phase() -> None:
    scene = Scene(
        [
            unit("a", "blue", "6-3-4", "0505"),
            unit("f", "blue", "3-3-4", "0506"),
            unit("r", "red", "3-3-4", "0504"),
            unit("s", "red", "3-3-4", "0607"),
            unit("k", "red", "1-1-0", "0404"),
            unit("m", "red", "1-1-0", "0604"),
        ],
        more_ground="[fortress]\n0507 exempt\n0406 exempt\n0407 exempt",
    ).to_combat()
    scene.fight("attack 0504 with a", "A1")
    assert scene.legal() == ["hold a", "retreat a 0506"]
    scene.do("retreat a 0506", "displace f 0507")  # a fortress that ZOC does not enter, next to s
    scene.refuses("attack 0607 with f", "F7.7.2d")


@pytest.mark.rule("F7.7.2f", "F7.7c")
def test_no_displacement_while_an_empty_hex_is_open() -> None:
    scene = attacked(unit("f", "red", "1-2-4", "0504")).fight("attack 0505 with a", "D2")
    firsts = {line.split()[-1] for line in scene.legal() if line.startswith("retreat")}
    assert firsts == {"0604", "0404"}
    scene.refuses("retreat r 0504", "F7.7.2f")


@pytest.mark.rule("F7.7.2b", "F7.7.2g")
def test_a_displaced_unit_enters_no_ezoc_no_prohibited_hex_and_no_retreat_path() -> None:
    ground = "\n".join(["." * 9] * 2 + ["....~...."] + ["." * 9] * 6)  # 0503 is sea
    scene = crowded(("f", "0504"), ground=ground).fight("attack 0505 with a", "D2")
    scene.do("retreat r 0504")
    ends = {line.split()[-1] for line in scene.legal()}
    assert ends == {"0403", "0603"}  # not 0505 whence r comes, not 0404 and 0604 (EZOC), not sea


@pytest.mark.rule("F7.7.2g")
def test_no_displacement_into_the_path_of_another_retreat_of_the_combat() -> None:
    ground = [list("." * 9) for _ in range(9)]
    for sea in ("0406", "0507", "0607", "0707"):
        ground[int(sea[2:]) - 1][int(sea[:2]) - 1] = "~"
    scene = Scene(
        [
            unit("a", "blue", "6-3-4", "0506"),
            unit("b", "blue", "6-3-4", "0605"),
            unit("f", "blue", "1-1-4", "0606"),
            unit("d", "red", "3-4-4", "0505"),
        ],
        "\n".join("".join(row) for row in ground),
    ).to_combat()
    scene.fight("attack 0505 with a, b", "A2").do("retreat b 0706", "retreat b 0806")
    # f could only go to 0706, which b has just come through.
    assert scene.legal() == ["retreat a"]
    first = Scene(
        [
            unit("a", "blue", "6-3-4", "0506"),
            unit("f", "blue", "1-1-4", "0606"),
            unit("d", "red", "3-4-4", "0505"),
        ],
        "\n".join("".join(row) for row in ground),
    ).to_combat()
    first.fight("attack 0505 with a", "A2").do("retreat a 0606")
    assert first.legal() == ["displace f 0706"]


@pytest.mark.rule("F7.7.2c")
def test_displacements_chain_and_the_last_unit_moves_first() -> None:
    friends = [("f", "0504"), ("g", "0503"), ("h", "0403"), ("i", "0603")]
    scene = crowded(*friends).fight("attack 0505 with a", "D2")
    scene.do("retreat r 0504")
    assert {line.split()[-1] for line in scene.legal()} == {"0503", "0403", "0603"}
    scene.do("displace f 0503")
    assert all(line.startswith("displace g") for line in scene.legal())
    scene.do("displace g 0502")
    assert [scene.hex(name) for name in ("g", "f", "r")] == ["0502", "0503", "0504"]
    assert [e.data["unit"] for e in scene.events if e.data["what"] == "displaced"] == ["g", "f"]
    chains = ask.displacements(crowded(*friends).at, "r", "0504", ["a"])
    assert (("f", "0503"), ("g", "0502")) in chains
    assert all(len({unit for unit, _ in chain}) == len(chain) for chain in chains)


@pytest.mark.rule("F7.7.2c", "F7.7g")
def test_no_unit_is_displaced_twice_in_one_combat() -> None:
    ground = "\n".join(["~~~~.~~~~"] * 3 + ["~~~~.~~~~", "~~~...~~~"] + ["." * 9] * 4)
    scene = attacked(unit("f", "red", "1-2-4", "0504"), ground=ground)
    scene.fight("attack 0505 with a", "D3").do("retreat r 0504", "displace f 0503")
    # f stands in the next hex of the corridor and may not be pushed again: the retreat ends.
    assert scene.hex("r") == "0504" and scene.reduced("r")


@pytest.mark.rule("F7.7.2e")
def test_displacement_is_optional_stubborn_defence_may_take_its_place() -> None:
    scene = crowded(("f", "0504")).fight("attack 0505 with a", "D2")
    scene.do("hold r")
    assert scene.hex("f") == "0504" and scene.reduced("r") and scene.hex("r") == "0505"
    late = crowded(("f", "0504"), options={"hold_at_displacement": True})
    late.fight("attack 0505 with a", "D2").do("retreat r 0504")
    assert "hold r" in late.legal()
    late.do("hold r")
    assert late.hex("r") == "0505" and late.reduced("r") and late.hex("f") == "0504"


@pytest.mark.rule("F7.7.2a")
def test_a_hex_whose_holder_cannot_be_displaced_is_closed() -> None:
    ground = "\n".join(["~~~~~~~~~"] * 3 + ["~~~~.~~~~", "~~~...~~~"] + ["." * 9] * 4)
    scene = attacked(unit("f", "red", "1-2-4", "0504"), ground=ground)
    scene.fight("attack 0505 with a", "D2")
    assert scene.legal() == ["hold r", "retreat r"]


@pytest.mark.rule("F7.7.2c")
def test_a_dense_crowd_is_displaced_by_a_chain_to_its_edge() -> None:
    """Sixty friends behind the retreating unit: countless chains, but each choice is at hand."""
    columns = rows = 12
    crowd = [
        unit(f"f{c}.{r}", "red", "1-1-4", f"{c:02}{r:02}")
        for c in range(2, 12)
        for r in range(2, 8)
        if (c, r) not in ((5, 7), (6, 7), (7, 7))
    ]
    scene = Scene(
        [
            unit("a", "blue", "6-3-4", "0608"),
            unit("r", "red", "3-4-4", "0607"),
            unit("b", "blue", "1-1-4", "0508"),
            unit("c", "blue", "1-1-4", "0708"),
            *crowd,
        ],
        "\n".join(["." * columns] * rows),
    ).to_combat()
    scene.fight("attack 0607 with a", "D2")
    scene.do(next(line for line in scene.legal() if line.startswith("retreat")))
    pushed = 0
    while scene.legal()[0].startswith("displace"):
        scene.do(scene.legal()[0])
        pushed += 1
    assert pushed >= 2 and scene.hex("r") == "0606"
    assert len(scene.at.board.at) == len(crowd) + 4  # all still there, each in a hex of its own
    assert 0 < len(ask.retreats(scene.at, "f5.3", 2, ["a"])) <= 1000


# Stubborn defence


@pytest.mark.rule("F7.8a", "F7.6b", "F7.6c")
def test_stubborn_defence_cancels_the_retreat_for_a_reduction() -> None:
    scene = attacked().fight("attack 0505 with a", "D3")
    assert scene.seat == "red" and "hold r" in scene.legal()
    scene.do("hold r")
    assert scene.hex("r") == "0505" and scene.reduced("r")
    assert scene.legal() == ["end"]  # nothing to advance into


@pytest.mark.rule("F7.8a", "F7.6e", "F7.6f", "F7.6g")
def test_one_attacker_of_the_owners_choice_holds_for_all() -> None:
    for result in ("A1", "A2", "A3"):
        scene = attacked(unit("b", "blue", "3-3-4", "0605")).fight("attack 0505 with a, b", result)
        assert {"hold a", "hold b"} <= set(scene.legal())
        scene.do("hold b")
        assert scene.reduced("b") and not scene.reduced("a")
        assert (scene.hex("a"), scene.hex("b")) == ("0506", "0605") and scene.legal() == ["end"]


@pytest.mark.rule("F7.8b", "F7.8c")
def test_a_weak_unit_may_hold_and_die_and_the_advance_ends_in_its_hex() -> None:
    scene = Scene(
        [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505", back=None)]
    ).to_combat()
    scene.fight("attack 0505 with a", "D3").do("hold r")
    assert scene.gone("r")
    assert scene.legal() == ["stay", "advance a 0505"]


# Advance


@pytest.mark.rule("F7.9a")
def test_only_attackers_who_drove_the_defender_off_advance() -> None:
    for result in ("A1", "Ex", "•"):
        scene = attacked().fight("attack 0505 with a", result)
        while any(line.startswith("retreat") for line in scene.legal()):
            scene.do(next(line for line in scene.legal() if line.startswith("retreat")))
        assert not any(line.startswith("advance") for line in scene.legal())
        assert scene.hex("r") == "0505"


@pytest.mark.rule("F7.9b", "F7.9c", "F7.9d", "F7.9f")
def test_attackers_advance_along_the_path_as_far_as_they_like_or_not_at_all() -> None:
    bystander = unit("x", "blue", "3-3-4", "0907")
    scene = attacked(unit("b", "blue", "3-3-4", "0605"), bystander)
    scene.fight("attack 0505 with a, b", "D3")
    scene.do("retreat r 0404", "retreat r 0304", "retreat r 0203")
    assert scene.seat == "blue"
    assert set(scene.legal()) == {
        "stay",
        *(f"advance {name} {hex}" for name in "ab" for hex in ("0505", "0404", "0304")),
    }
    scene.refuses("advance a 0405", "F7.9f")
    scene.refuses("advance a 0203", "F7.9f")  # where r stands
    scene.refuses("advance x 0505", "F7.9c")  # it took no part
    scene.refuses("end", "F7.0e")  # it must be decided now
    scene.do("advance b 0304")
    assert scene.hex("b") == "0304" and scene.hex("a") == "0506"
    scene.do("stay")
    assert scene.hex("a") == "0506"


@pytest.mark.rule("F7.9e", "F6.2b", "F5.1b", "F5.1.2f")
def test_advance_ignores_ezoc_and_costs_no_movement() -> None:
    guard = unit("g", "red", "1-1-4", "0402")
    scene = Scene(
        [unit("a", "blue", "6-3-1", "0506"), unit("r", "red", "3-4-4", "0505"), guard]
    ).to_combat()
    scene.fight("attack 0505 with a", "D3")
    scene.do("retreat r 0404", "retreat r 0304", "retreat r 0303")
    scene.do("advance a 0304")  # three hexes with one MP, past g's and r's ZOC
    assert scene.hex("a") == "0304"


@pytest.mark.rule("F7.9g")
def test_no_two_units_end_their_advance_in_one_hex() -> None:
    scene = attacked(unit("b", "blue", "3-3-4", "0605")).fight("attack 0505 with a, b", "De")
    scene.do("advance a 0505")
    assert scene.phase.is_combat and scene.state.pending is None  # b has nowhere to go
    deep = attacked(unit("b", "blue", "3-3-4", "0605")).fight("attack 0505 with a, b", "D2")
    deep.do("retreat r 0404", "retreat r 0403", "advance a 0505")
    deep.refuses("advance b 0505", "F7.9g")
    deep.do("advance b 0404")  # through a, on to the next hex


@pytest.mark.rule("F7.9f", "F7.1c")
def test_no_advance_into_what_a_unit_may_not_enter() -> None:
    ground = "\n".join(["." * 9] * 3 + ["...s....."] + ["." * 9] * 5)
    scene = Scene(
        [
            unit("a", "blue", "6-3-8", "0506", mobile=True),
            unit("b", "blue", "3-3-4", "0605"),
            unit("r", "red", "3-4-4", "0505"),
        ],
        ground,
    ).to_combat()
    scene.fight("attack 0505 with a, b", "D3")
    scene.do("retreat r 0404", "retreat r 0304", "retreat r 0203")
    moves = set(scene.legal())
    assert "advance a 0505" in moves and "advance a 0404" not in moves
    assert "advance b 0404" in moves


@pytest.mark.rule("F7.9h", "F1.0")
def test_a_unit_that_advanced_is_done_unless_the_exclusive_rules_allow_more() -> None:
    def scene(*flags: str) -> Scene:
        units = [
            unit("a", "blue", "6-3-4", "0506", flags=list(flags)),
            unit("r", "red", "3-4-4", "0505"),
            unit("s", "red", "3-4-4", "0504"),
        ]
        return Scene(units).to_combat().fight("attack 0505 with a", "De").do("advance a 0505")

    plain, bold = scene(), scene("acts_after_advance")
    assert plain.legal() == ["end"]
    assert bold.legal() == ["end", "attack 0504 with a"]
    plain.do("end", "end", "attack 0505 with s")  # the enemy may attack it in his turn
    assert plain.player == "red"


# Retreat from a barrage


def shelled(*units: dict[str, Any], ground: str = PLAIN, **how: Any) -> Scene:
    """Blue barrages red r in 0505."""
    scene = Scene(
        [*units, unit("r", "red", "3-4-4", "0505")],
        ground,
        markers={"blue": [4]},
        turns=["1/0"],
        **how,
    )
    return scene.to_combat()


@pytest.mark.rule("F7.7.1a")
def test_a_barraged_unit_retreats_from_the_nearest_enemy() -> None:
    scene = shelled(unit("a", "blue", "3-3-4", "0508"), unit("b", "blue", "3-3-4", "0101"))
    scene.fight("barrage 0505 with b1", "D2")
    far, index = scene.at.scenario.distances, scene.at.scenario.hex_index
    for path in ask.retreats(scene.at, "r", 2, None):
        steps = [far[index["0508"]][index[hex]] for hex in ("0505", *path.hexes)]
        assert steps == [3, 4, 5] and path.ends == "whole"
        others = [far[index["0101"]][index[hex]] for hex in ("0505", *path.hexes)]
        assert others == sorted(others)  # and no nearer to the other one
    assert scene.seat == "red" and "hold r" in scene.legal()


@pytest.mark.rule("F7.7.1a")
def test_with_two_nearest_enemies_the_owner_flees_from_either() -> None:
    scene = shelled(unit("a", "blue", "3-3-4", "0508"), unit("b", "blue", "3-3-4", "0208"))
    ends = {path.hexes[-1] for path in ask.retreats(scene.at, "r", 2, None)}
    far, index = scene.at.scenario.distances, scene.at.scenario.hex_index
    assert ends
    for end in ends:
        assert far[index["0508"]][index[end]] == 5 or far[index["0208"]][index[end]] == 7


@pytest.mark.rule("F7.7.1b")
def test_with_no_enemy_on_the_map_it_retreats_towards_a_friend() -> None:
    scene = Scene(
        [
            unit("late", "blue", "3-3-4", None, turn=1, entry=["0101"]),
            unit("r", "red", "3-4-4", "0505"),
            unit("f", "red", "3-4-4", "0509"),
        ],
        markers={"blue": [4]},
        turns=["1/0"],
    ).to_combat()
    scene.fight("barrage 0505 with b1", "D2")
    assert {path.hexes for path in ask.retreats(scene.at, "r", 2, None)} == {("0506", "0507")}


@pytest.mark.rule("F7.7.1c")
def test_between_two_enemies_it_goes_where_it_can_and_is_reduced() -> None:
    ground = "\n".join(["~~~~.~~~~"] * 9)
    scene = shelled(
        unit("a", "blue", "3-3-4", "0509"), unit("b", "blue", "3-3-4", "0501"), ground=ground
    )
    ways = {path.hexes: path.ends for path in ask.retreats(scene.at, "r", 2, None)}
    assert ways == {("0504", "0503"): "reduced", ("0506", "0507"): "reduced"}
    scene.fight("barrage 0505 with b1", "D2").do("retreat r 0506", "retreat r 0507")
    assert scene.reduced("r") and scene.hex("r") == "0507"


@pytest.mark.rule("F7.7.1d")
def test_a_barraged_unit_that_cannot_retreat_is_eliminated() -> None:
    ground = "\n".join(["~~~~~~~~~"] * 4 + ["~~~~.~~~~"] + ["~~~~~~~~~"] * 3 + ["." * 9])
    scene = shelled(unit("a", "blue", "3-3-4", "0509"), ground=ground)
    scene.fight("barrage 0505 with b1", "D2")
    assert scene.legal() == ["hold r", "retreat r"]
    scene.do("retreat r")
    assert scene.gone("r")
