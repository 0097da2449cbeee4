"""Rules our first edition read otherwise: journals of its time are still played by it."""

from __future__ import annotations

from typing import Any

import pytest
from folio_scene import Scene, source, unit

from hexfire.dice import seeded
from hexfire.folio import BadScenario, Folio
from hexfire.play import Table

OBJECTIVES = (
    "[victory]\n"
    'levels = [{side = "blue", margin = 1}]\n'
    'hexes = [{hex = "0504", points = 1, holder = "blue"},'
    ' {hex = "0503", points = 1, holder = "blue"}]'
)


def driven_back(edition: str = "2") -> Scene:
    """Red r, beaten in 0505, has fallen back by 0504 to 0503; both were blue's objectives."""
    units = [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505")]
    scene = Scene(units, victory=OBJECTIVES)
    if edition != scene.game.version:
        scene.game = scene.game.under(edition)
        scene.state = scene.game.setup(source(units, victory=OBJECTIVES), {})
    scene.to_combat().fight("attack 0505 with a", "D2")
    return scene.do("retreat r 0504", "retreat r 0503")


def held(scene: Scene) -> dict[str, str]:
    view = scene.game.view(scene.state, None)
    return {objective["hex"]: objective["holder"] for objective in view["objectives"]}


@pytest.mark.rule("F4.0b")
def test_a_retreat_takes_the_objective_it_ends_in_and_none_that_it_passes() -> None:
    assert held(driven_back()) == {"0504": "blue", "0503": "red"}
    assert held(driven_back("1")) == {"0504": "red", "0503": "red"}


@pytest.mark.rule("F4.0b", "F7.7g")
def test_a_unit_that_falls_at_the_end_of_its_retreat_takes_nothing() -> None:
    ground = "\n".join(["~~~~~~~~~"] * 3 + ["~~~~.~~~~", "~~~...~~~"] + ["." * 9] * 4)
    units = [unit("a", "blue", "6-3-4", "0506"), unit("r", "red", "3-4-4", "0505", back=None)]
    victory = OBJECTIVES.replace("0503", "0506")
    scene = Scene(units, ground, victory=victory).to_combat()
    scene.fight("attack 0505 with a", "D2").do("retreat r 0504")
    assert scene.gone("r")
    assert held(scene)["0504"] == "blue"


def raider(mobile: bool, *flags: str) -> list[dict[str, Any]]:
    """Blue a with three enemies in a row before it."""
    return [
        unit("a", "blue", "6-3-4", "0506", flags=list(flags), mobile=mobile),
        *(unit(f"r{n}", "red", "3-4-4", hex) for n, hex in enumerate(("0505", "0504", "0503"))),
    ]


def advance_twice(scene: Scene) -> Scene:
    scene.fight("attack 0505 with a", "De").do("advance a 0505")
    return scene.fight("attack 0504 with a", "De").do("advance a 0504")


@pytest.mark.rule("F7.9h")
def test_a_unit_that_may_act_after_an_advance_attacks_once_more_not_again_and_again() -> None:
    scene = advance_twice(Scene(raider(False, "acts_after_advance")).to_combat())
    scene.refuses("attack 0503 with a", "F7.2a")
    first = Scene(raider(False, "acts_after_advance"))
    first.game = first.game.under("1")
    first.state = first.game.setup(source(raider(False, "acts_after_advance")), {})
    assert "attack 0503 with a" in advance_twice(first.to_combat()).legal()


@pytest.mark.rule("F7.9h", "F4.1h")
def test_the_further_attack_belongs_to_its_phase() -> None:
    """In the Mobile Combat Phase, too; but nobody attacks in both."""
    mobile = Scene(raider(True, "acts_after_advance")).do("end", "end", "end")
    advance_twice(mobile).refuses("attack 0503 with a", "F7.2a")
    early = Scene(raider(True, "acts_after_advance")).to_combat()
    early.fight("attack 0505 with a", "De").do("advance a 0505", "end")
    early.do("end")
    assert early.player == "red"  # nothing left to do for blue: F4.1h bars a


@pytest.mark.rule("F8.3i", "F8.3c")
def test_an_exclusive_rule_may_allow_fewer_markers_not_more() -> None:
    texts = source(raider(False), exceptions={"marker_limit": 3})
    with pytest.raises(BadScenario) as bad:
        Folio().setup(texts, {})
    assert [p.message.key for p in bad.value.problems] == ["folio.scenario.too_large"]
    assert Folio().under("1").setup(texts, {}).turn == 1


def test_a_journal_of_the_first_edition_goes_on_by_its_rules() -> None:
    journal = bytearray()
    texts = source(raider(False, "acts_after_advance"))
    old = Table.new(Folio().under("1"), texts, source=seeded(3), keep=journal.extend)
    old.do("blue", old.game.read("end", old.state, "blue"))
    opened: Table[Any, Any] = Table.open({"folio": Folio()}, bytes(journal), source=seeded(3))
    assert opened.header.rules == "1"
    assert opened.state == old.state
    assert opened.game.at(opened.state).scenario.edition == 1  # type: ignore[attr-defined]
    assert Table.new(Folio(), texts).header.rules == "2"
