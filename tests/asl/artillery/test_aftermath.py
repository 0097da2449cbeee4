"""C1.5: what an FFE may leave behind is asked of the players, and kept."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.aftermath import (
    Asked,
    Fallen,
    Trace,
    answer,
    ask,
    ground_drm,
    open_questions,
    questions,
    read_answers,
)
from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.ffe import Ground, Shelling, fire_for_effect
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Setup
from hexfire.dice import Dice, NeedRoll
from hexfire.rulebook import BadInput, Refusal

from .conftest import battery

ALL = Ground(could_burn=True, could_rubble=True, could_crater=True, mines_or_fortification=True)


def traces(shelling: Shelling, ground: Ground | None, entering: str = "") -> set[Trace]:
    return {one.trace for one in questions(shelling, [Fallen("U3", 4, ground)], entering)}


@pytest.mark.rule("C1.5")
def test_only_what_could_be_is_asked() -> None:
    assert traces(Shelling(100), ALL) == set(Trace)
    assert traces(Shelling(100), None) == set(Trace), "nobody knows the terrain"
    assert traces(Shelling(100), Ground(could_burn=True)) == {Trace.FLAME}
    assert traces(Shelling(100), Ground(security_area=True)) == set()


@pytest.mark.rule("C1.5", "C1.71", "C3.76")
@pytest.mark.rule("C3.76#3")
def test_wp_burns_smoke_does_nothing() -> None:
    assert traces(Shelling(100, mission=Mission.WP), ALL) == {Trace.FLAME}
    (asked,) = questions(Shelling(100, mission=Mission.WP), [Fallen("U3", 4, ALL)])
    assert asked.rule == "A24.32"
    assert traces(Shelling(100, mission=Mission.SMOKE), ALL) == set()


@pytest.mark.rule("C1.51")
@pytest.mark.rule("C3.76#3")
def test_who_enters_is_attacked_alone() -> None:
    assert traces(Shelling(100), ALL, "MPh") == set()


@pytest.mark.rule("C.7", "C3.73")
@pytest.mark.rule("C.7#9", "C.7#10", "C3.73#1")
def test_the_ground_meets_the_heavy_payload_not_the_ch() -> None:
    assert ground_drm(Shelling(200)) == 0
    assert ground_drm(Shelling(300)) == -2
    (flame, *_) = questions(Shelling(300), [Fallen("U3", 2, ALL)])
    assert flame == Asked(Trace.FLAME, "B25", (("U3", 2, 0),)), "2 is a CH; only -2 is added"


@pytest.mark.rule("C3.76", "C1.5")
@pytest.mark.parametrize(
    ("mission", "rule"), [(Mission.HE, "C1.5"), (Mission.HARASSING, "C1.5"), (Mission.WP, "C3.76")]
)
@pytest.mark.rule("C3.76#2")
def test_an_empty_hex_has_its_dr(mission: Mission, rule: str) -> None:
    shelling = Shelling(100, mission=mission)
    with pytest.raises(NeedRoll) as need:
        fire_for_effect(Dice(), shelling, (("U3", ()),), empty=frozenset({"U3"}))
    assert need.value.request.rule == rule
    assert fire_for_effect(Dice(), shelling, (("U3", ()),)) == {"U3": ()}
    smoke = Shelling(100, mission=Mission.SMOKE)
    fire_for_effect(Dice(), smoke, (("U3", ()),), empty=frozenset({"U3"}))


def record() -> Record:
    fresh = Record.new(Setup(sides=("German", "Russian"), batteries=(battery(),)))
    hexes = [Fallen("U3", 4, ALL), Fallen("U4", 9, Ground(could_burn=True))]
    return ask(fresh, "A", questions(Shelling(100), hexes))


def test_answers_are_kept_and_only_what_was_asked_is_answered() -> None:
    asked = record()
    assert open_questions(asked)["A", Trace.FLAME] == ("U3", "U4")
    assert open_questions(asked)["A", Trace.RUBBLE] == ("U3",)
    said = answer(asked, "A", read_answers(["flame=U4", "rubble="]))
    assert set(open_questions(said)) == {("A", Trace.SHELLHOLES), ("A", Trace.REMOVED)}
    with pytest.raises(Refusal) as refused:
        answer(asked, "A", {Trace.RUBBLE: ("U4",)})
    assert refused.value.rule == "C1.5"
    with pytest.raises(BadInput):
        answer(said, "A", {Trace.FLAME: ()})
    with pytest.raises(BadInput):
        answer(asked, "B", {Trace.FLAME: ()})


@pytest.mark.parametrize("word", ["flame", "fire=U3", "=U3", ""])
def test_no_answer_at_all(word: str) -> None:
    with pytest.raises(BadInput):
        read_answers([word])


def test_notes_go_with_the_steps_they_followed() -> None:
    one, _ = record().next_phase()
    two = answer(one, "A", {Trace.FLAME: ("U3",)})
    assert len(two.notes) == len(one.notes) + 1
    back = two.undo()
    assert back.notes == record().notes
    assert ("A", Trace.FLAME) in open_questions(back)
