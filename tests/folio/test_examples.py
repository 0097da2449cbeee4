"""The worked examples of the document, and those derived from it, through the public API."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from folio_scene import FIVE_COLUMNS, Scene, source, unit

from hexfire.folio import ask, load
from hexfire.folio.counters import SIZES, read_designation
from hexfire.folio.movement import mp, walk
from hexfire.rulebook import Refusal

Case = Callable[[dict[str, Any], dict[str, Any]], None]
CASES: dict[str, Case] = {}
R = unit("r", "red", "3-3-4", "0909")


def example(name: str) -> Callable[[Case], Case]:
    def keep(case: Case) -> Case:
        CASES[name] = case
        return case

    return keep


def spent(scene: Scene, *hexes: str) -> float:
    index = scene.at.scenario.hex_index
    return walk(scene.at, 0, [index[hex] for hex in hexes])[-1].spent / 2


@example("F-EX-2.3.1-designation-slash")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    found = read_designation(situation["designation"])
    assert (found.battalion, found.regiment) == (expect["battalion"], expect["regiment"])


@example("F-EX-2.3.1-designation-single")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    assert read_designation(situation["designation"]).division == expect["division"]


@example("F-EX-2.3.1-size-symbols")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    assert [SIZES[symbol] for symbol in situation["symbols"]] == expect["sizes"]


@example("F-EX-2.3.1-independent-battalion")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    texts = source([unit("KDG", "blue", "1-1-1", "0101", size=situation["unit_size"]), R])
    assert (load(texts).units[0].designation.regiment is None) is expect["legal_unit"]


@example("F-EX-3.0-unit-notation")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    face = load(source([unit("a", "blue", situation["notation"], "0101"), R])).units[0].front
    assert face._asdict() == expect


@example("F-EX-3.0-support-count-is-markers")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    number = situation["track_support_number"]
    scene = Scene(
        [unit("a", "blue", "1-1-1", "0101"), R],
        markers={"blue": [3] * 12},
        turns=[f"{number}/0"],
    )
    assert len(ask.markers(scene.at)["blue"]) == expect["markers_received"]


@example("F-EX-5.2-terrain-2mp")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    units = [unit("a", "blue", "1-1-4", "0201"), unit("r", "red", "1-1-1", "0103")]
    scene = Scene(units, "...\n.w.\n...")
    assert spent(scene, "0201", "0202") == expect["mp_cost"]


@example("F-EX-5.2-clear-1mp")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    for mobile in (True, False):
        scene = Scene([unit("a", "blue", "1-1-4", "0201", mobile=mobile), R])
        assert spent(scene, "0201", "0202") == expect["mp_cost"]


@example("F-EX-5.2.1-road")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    for terrain in ".wh":
        ground = "...\n." + terrain + ".\n..."
        units = [unit("a", "blue", "1-1-4", "0201"), unit("r", "red", "1-1-1", "0103")]
        scene = Scene(units, ground, more_ground="[road]\n0201-0202")
        assert float(mp(int(2 * spent(scene, "0201", "0202")))) == expect["mp_cost"]


@example("F-EX-5.2.2-trail")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    for terrain in ".wh":
        ground = "...\n." + terrain + ".\n..."
        units = [unit("a", "blue", "1-1-4", "0201"), unit("r", "red", "1-1-1", "0103")]
        scene = Scene(units, ground, more_ground="[trail]\n0201-0202")
        assert spent(scene, "0201", "0202") == expect["mp_cost"]


@example("F-EX-6.0-west-wall")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    units = [unit("a", "blue", "1-1-4", "0505"), unit("r", "red", "3-3-4", "0504")]
    scene = Scene(units, more_ground="[fortress]\n0505 exempt")
    inside = bool(scene.at.board.zoc[1] >> scene.at.scenario.hex_index["0505"] & 1)
    assert inside is expect["hex_in_enemy_zoc"]


@example("F-EX-5.1-prohibited-sea")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    ground = "\n".join(["." * 9] * 3 + ["...~~~..."] + ["." * 9] * 5)
    units = [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505")]
    by_movement = "0504" in Scene([unit("b", "blue", "1-1-4", "0503"), R], ground).reach("b")
    assert by_movement is expect["may_enter_by_movement"]
    ways = ask.retreats(Scene(units, ground).at, "r", 2, ["a"])
    assert any("0504" in way.hexes for way in ways) is expect["may_enter_by_retreat"]


@example("F-EX-7.1-sea-hexside")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    units = [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505")]
    scene = Scene(units, more_ground="[cliff]\n0505: S")
    with pytest.raises(Refusal) as refusal:
        ask.attack(scene.at, "0505", ["a"])
    assert refusal.value.rule == "F7.1c" and expect == {"may_attack": False}


@example("F-EX-7.4-hill-behind-river")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    ground = "\n".join(["." * 9] * 4 + ["....h...."] + ["." * 9] * 4)
    units = [unit("a", "blue", "9-3-4", "0506"), unit("r", "red", "3-4-4", "0505")]
    scene = Scene(units, ground, crt=FIVE_COLUMNS, more_ground="[river]\n0505: S")
    found, _ = ask.attack(scene.at, "0505", ["a"])
    assert found.row == expect["crt_terrain_row"]
    assert found.column == dict(found.rows)["hill"]  # not shifted by both


@example("F-EX-8.0-crusader-turn1")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    scene = Scene(
        [unit("a", "blue", "1-1-1", "0101"), R],
        markers={"blue": [1] * 12, "red": [1] * 12},
        turns=[situation["track"]],
    )
    counts = {side: len(found) for side, found in ask.markers(scene.at).items()}
    wanted = expect["markers_received"]
    assert counts == {"blue": wanted["British"], "red": wanted["German"]}


@example("F-EX-8.3-arithmetic")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    found = _fight(situation)
    assert found == (expect["attack_total"], expect["defence_total"], expect["differential"])


@example("F-DER-7.5-fortress")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    found = _fight(situation, "[fortress]\n0505")
    assert found == (expect["attack_total"], expect["defence_total"], expect["differential"])


def _fight(situation: dict[str, Any], more_ground: str = "") -> tuple[int, int, int]:
    hexes = ["0506", "0605", "0405"]
    blue = [
        unit(f"b{i}", "blue", s, h)
        for i, (s, h) in enumerate(zip(situation["attackers"], hexes, strict=False))
    ]
    ours, theirs = situation["attacker_markers"], situation["defender_markers"]
    scene = Scene(
        [*blue, unit("r", "red", situation["defender"], "0505")],
        markers={"blue": ours, "red": theirs},
        turns=[f"{len(ours)}/{len(theirs)}"],
        more_ground=more_ground,
    ).to_combat()
    scene.do(f"attack 0505 with {', '.join(u['id'] for u in blue)}")
    for n in range(2):
        scene.do(f"support b{n + 1}")
        if n < len(theirs):
            scene.do(f"support r{n + 1}")
    assert scene.state.combat is not None
    seen = scene.game.view(scene.state, None)["combat"]
    found, _ = ask.attack(
        scene.at,
        "0505",
        [u["id"] for u in blue],
        [f"b{i + 1}" for i in range(len(ours))],
        [f"r{i + 1}" for i in range(len(theirs))],
    )
    assert seen["differential"] == found.differential  # the question and the game agree
    return found.attack.total, found.defence.total, found.differential


@example("F-EX-7.7.2-displaced-cannot-attack")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
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
    scene.fight("attack 0504 with a", "A1").do("retreat a 0506", "displace f 0507")
    may = any("with f" in line or ", f" in line for line in scene.legal())
    assert may is expect["may_attack_this_combat_phase"]


@example("F-DER-5.1.2-foot-infiltration")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    units = [
        unit("a", "blue", f"3-3-{situation['movement']}", "0202"),
        unit("r", "red", "3-3-4", "0103"),
    ]
    scene = Scene(units, "...\n...\n.s.\n...")
    assert spent(scene, "0202", "0203") == expect["mp_spent"]


def _mobile(movement: int, ground: str = "....\n....\n....\n....\n....", **how: Any) -> Scene:
    """A mobile unit in 0202 next to enemies in 0103 and 0104."""
    foes = [unit("r", "red", "3-3-4", "0103"), unit("s", "red", "3-3-4", "0104")]
    return Scene([unit("a", "blue", f"3-3-{movement}", "0202", mobile=True), *foes], ground, **how)


@example("F-DER-5.1.2-mobile-infiltration")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    used = spent(_mobile(situation["movement"]), "0202", "0203")
    assert (used, situation["movement"] - used) == (expect["mp_spent"], expect["mp_left"])


@example("F-DER-5.1.2-mobile-infiltration-too-dear")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    scene = _mobile(
        situation["movement"], "....\n....\n.w..\n....\n....", more_ground="[river]\n0202: S"
    )
    with pytest.raises(Refusal) as refusal:
        spent(scene, "0202", "0203")
    assert refusal.value.rule == "F5.1d" and expect == {"legal": False}


@example("F-DER-5.1.2-mobile-exit-after-infiltration")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    assert spent(_mobile(situation["movement"]), "0202", "0203", "0303") == expect["mp_spent"]


@example("F-DER-5.1.2-mobile-two-infiltrations-translator-note")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    way = ("0202", "0203", "0204")
    assert spent(_mobile(situation["movement"]), *way) == expect["mp_spent_with_translator_note"]
    without = {"free_exit_after_infiltration": False}
    with pytest.raises(Refusal) as refusal:
        spent(_mobile(situation["movement"], options=without), *way)
    assert refusal.value.message["spent"] == str(expect["mp_spent_without_note"])


@example("F-DER-5.1.1-mobile-out-and-in")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    assert spent(_mobile(situation["movement"]), "0202", "0303", "0203") == expect["mp_spent"]


@example("F-DER-5.1.2-minefield")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    scene = _mobile(8, more_ground="[minefield]\n0202: S")
    with pytest.raises(Refusal) as refusal:
        spent(scene, "0202", "0203")
    assert refusal.value.rule == "F5.1.2d" and expect == {"infiltration_legal": False}


@example("F-DER-8.4.1-counter-battery")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    ours, theirs = situation["barrage_markers"], situation["counter_battery_markers"]
    scene = Scene(
        [unit("a", "blue", "1-1-1", "0101"), unit("r", "red", situation["target"], "0505")],
        markers={"blue": ours, "red": theirs},
        turns=["2/1"],
    )
    found, _ = ask.barrage(scene.at, "0505", ["b1", "b2"], ["r1"])
    totals = (found.attack.total, found.defence.total, found.differential)
    assert totals == (expect["attack_total"], expect["defence_total"], expect["differential"])


@example("F-DER-8.3-histories")
def _(situation: dict[str, Any], expect: dict[str, Any]) -> None:
    for history in expect["histories"]:
        scene = Scene(
            [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505")],
            markers={"blue": [1, 2, 3], "red": [1, 2, 3]},
            turns=["3/3"],
        ).to_combat()
        scene.do("attack 0505 with a")
        for slot in situation["slots"]:
            if history[slot] == "skipped":
                assert scene.game.view(scene.state, None)["decision"].get("slot") != slot
                continue
            assert scene.game.view(scene.state, None)["decision"]["slot"] == slot
            support = next(line for line in scene.legal() if line.startswith("support"))
            scene.do(support if history[slot] == "c" else "decline")
        combat = scene.state.combat
        assert combat is not None and scene.legal() == ["roll"]
        counts = (len(combat.attack_markers), len(combat.defence_markers))
        assert counts == (history["attacker_markers"], history["defender_markers"])


def entries(shared: Path) -> dict[str, Any]:
    text = (shared / "examples" / "f-folio.yaml").read_text("utf-8")
    return {entry["id"]: entry for entry in yaml.safe_load(text)}


@pytest.mark.parametrize("name", CASES)
def test_worked_example(name: str, shared: Path) -> None:
    entry = entries(shared)[name]
    CASES[name](entry["situation"], entry["expect"])


def test_no_example_is_left_out(shared: Path) -> None:
    assert set(CASES) == set(entries(shared))
