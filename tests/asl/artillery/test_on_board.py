"""A mission on a real board: the story of C1.62 on board 3, with nobody asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hexfire.asl.artillery.cover import tem
from hexfire.asl.artillery.engine import next_phase, prospect, walk
from hexfire.asl.artillery.facts import Typed
from hexfire.asl.artillery.ffe import Shelling, fire_for_effect, hex_odds
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.impact import blast_area
from hexfire.asl.artillery.on_board import OnBoard
from hexfire.asl.artillery.on_ground import inside
from hexfire.asl.artillery.state import Counter, Setup, Table
from hexfire.asl.eyes import Eyes, Facts, Question
from hexfire.asl.shots.targets import Personnel
from hexfire.asl.situation import Marker, MarkerKind, Scene, Situation, Unit, UnitKind
from hexfire.asl.walls import start
from hexfire.boards import read_board
from hexfire.dice import Dice, seeded
from hexfire.rulebook import BadInput

from .conftest import battery

OBSERVER = Unit(id="obs", side="German", hex="W6", kind=UnitKind.LEADER, name="9-1")
SQUADS = tuple(
    Unit(id=f"r{hex}", side="Russian", hex=hex, name="4-4-7") for hex in ("U3", "U4", "V3", "W4")
)


@pytest.fixture(scope="module")
def scene(vasl_boards: Path) -> Scene:
    board = read_board(vasl_boards / "bd03")
    return Scene.of(Situation(board="bd03", units=(OBSERVER, *SQUADS)), board)


def with_units(scene: Scene, *units: Unit, markers: tuple[Marker, ...] = ()) -> Scene:
    return scene.with_situation(replace(scene.situation, units=units, markers=markers))


class Board:
    """A mission that asks the board."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.setup = Setup(
            sides=("German", "Russian"), batteries=(battery(caliber=70, observer="obs"),)
        )
        self.table = Table.of(self.setup)
        self.ways: list[tuple[str, str]] = []

    def say(self, option: str | None, argument: str = "", rolls: str = "") -> None:
        source = Typed(rolls)
        while True:
            walked = walk(
                self.setup, self.table, "A", self.eyes, Dice(source=source), option, argument
            )
            self.table, option, argument = walked.table, None, ""
            self.ways.append((walked.node, walked.outcome))
            if flow()[self.table.states[0].node].kind is NodeKind.DECIDE:
                return

    def own_phase(self) -> None:
        while self.table.states[0].node != "begin":
            self.table = next_phase(self.setup, self.table).table
        self.say(None)

    @property
    def legal(self) -> set[str]:
        return {o.name for o in prospect(self.setup, self.table, "A", self.eyes).options}


def ask(eyes: OnBoard, topic: str, hex: str, **details: object) -> bool:
    return eyes.yes(
        Question(f"artillery.ask.{topic}", "C1.6", hex, details=tuple(details.items()))  # type: ignore[arg-type]
    )


@pytest.mark.rule("C1.62", "C1.32", "C1.6")
@pytest.mark.rule("C1.32#1", "C1.333#3")
def test_what_the_observer_in_w6_sees(scene: Scene) -> None:
    eyes = OnBoard.of(scene, "obs")
    assert {u.hex: eyes.knows(u) for u in SQUADS} == {
        "U3": True,
        "U4": True,
        "V3": False,
        "W4": False,
    }
    assert not ask(eyes, "sees_base", "W4")
    for hex in ("W4", "W3"):
        assert ask(eyes, "sees_blast_height", hex, hexes=(hex,), levels=2), "two levels up"
    assert ask(eyes, "observer_able", "")
    assert eyes.number(Question("artillery.ask.hindrance", "C1.62", "U3")) == 0


@pytest.mark.rule("C1.62", "C1.333", "C1.332", "C1.21")
@pytest.mark.rule("C1.62#7", "C1.62#8")
def test_the_whole_story(scene: Scene) -> None:
    play = Board(OnBoard.of(scene, "obs"))
    play.own_phase()
    play.say("radio", rolls="4 4 black")
    play.say("place", "U3", "3 3 2")
    state = play.table.states[0]
    assert state.marker is not None
    assert play.setup.label(state.marker.hex) == "W4"
    assert ("enemy_at_ar", "known") in play.ways
    play.own_phase()
    play.say("radio", rolls="5 4")
    assert play.legal == {"hold", "correct", "correct_and_convert", "cancel"}
    play.say("correct_and_convert")
    play.say("he")
    play.say("place", "U4", "3 3")
    state = play.table.states[0]
    assert state.marker is not None
    assert (play.setup.label(state.marker.hex), state.marker.counter) == ("V4", Counter.FFE2)
    assert ("enemy_at_marker", "known") in play.ways, "U4 is Known: no extra chit"

    area = blast_area(state.marker.hex, 1, play.setup.grid)
    hexes = inside(start(scene), area, "German", "obs")
    found = {hex: tem(units[0].cover).total for hex, units in hexes}
    assert found == {"V3": 2, "W4": -1, "U4": 1}
    fates = fire_for_effect(Dice(source=seeded(1)), Shelling(70), hexes)
    assert set(fates) == {"V3", "W4", "U4"}
    for _, units in hexes:
        (one,) = hex_odds(Shelling(70), units)
        assert sum(one.values()) == 1


@pytest.mark.rule("C1.21", "C1.6")
@pytest.mark.rule("C1.6#2", "C1.62#7")
def test_concealed_enemies_in_concealment_terrain_need_an_extra_chit(scene: Scene) -> None:
    hidden = [replace(u, concealed=True) if u.hex in ("U3", "U4") else u for u in SQUADS]
    eyes = OnBoard.of(with_units(scene, OBSERVER, *hidden), "obs")
    known = {u.hex: eyes.knows(u) for u in hidden}
    assert known == {"U3": True, "U4": True, "V3": False, "W4": False}, "they stand in the open"
    gone = OnBoard.of(with_units(scene, OBSERVER, SQUADS[2], SQUADS[3]), "obs")
    near = ("U3", "U2", "V2", "V3", "U4", "T3", "T2")
    assert not ask(gone, "known_near", "U3", hexes=near)
    assert ask(gone, "enemy_near", "U3", hexes=near), "V3 is adjacent, unseen"
    dark = replace(eyes.scene.situation, night=True)
    night = OnBoard.of(eyes.scene.with_situation(dark), "obs")
    assert not any(night.knows(u) for u in hidden)
    white = replace(eyes.scene.situation, weather=("winter_camouflage:Russian",))
    snow = OnBoard.of(eyes.scene.with_situation(white), "obs")
    assert not any(snow.knows(u) for u in hidden)
    german = replace(eyes.scene.situation, weather=("winter_camouflage:German",))
    assert OnBoard.of(eyes.scene.with_situation(german), "obs").knows(hidden[0])


@pytest.mark.rule("C1.62", "C1.335")
@pytest.mark.rule("C1.62#3", "C1.334#1")
def test_smoke_hinders_and_is_ignored_where_the_rule_says_so(scene: Scene) -> None:
    smoke = (Marker(kind=MarkerKind.SMOKE, hex="W6"),)
    eyes = OnBoard.of(with_units(scene, OBSERVER, *SQUADS, markers=smoke), "obs")
    assert eyes.number(Question("artillery.ask.hindrance", "C1.62", "U4")) >= 3, "in his own hex"
    thick = (
        *smoke,
        Marker(kind=MarkerKind.SMOKE, hex="U4"),
        Marker(kind=MarkerKind.SMOKE, hex="V4"),
    )
    blind = OnBoard.of(with_units(scene, OBSERVER, *SQUADS, markers=thick), "obs")
    assert not ask(blind, "sees_base", "U4")
    assert ask(blind, "sees_base_but_for_smoke", "U4")


@pytest.mark.rule("C1.63")
@pytest.mark.rule("C1.63#2")
def test_an_offboard_observer_looks_from_where_the_scenario_says(scene: Scene) -> None:
    eyes = OnBoard.offboard(start(scene), "German", "W6", 4)
    assert ask(eyes, "observer_able", "")
    assert ask(eyes, "sees_base", "W4"), "from four levels up"
    assert not ask(OnBoard.offboard(start(scene), "German", "W6", 0), "sees_base", "W4")


@pytest.mark.rule("C1.61")
def test_a_broken_observer_is_not_able(scene: Scene) -> None:
    broken = OnBoard.of(with_units(scene, replace(OBSERVER, broken=True)), "obs")
    assert not ask(broken, "observer_able", "")
    squad = OnBoard.of(scene, "rU3")
    assert not ask(squad, "observer_able", ""), "no leader"
    with pytest.raises(BadInput):
        OnBoard.of(scene, "nobody")
    with pytest.raises(BadInput):
        OnBoard.of(scene, "4-4-7")


@pytest.mark.rule("C1.54")
def test_own_units_in_the_area_are_marked_as_friends(scene: Scene) -> None:
    own = Unit(id="g", side="German", hex="V4", name="4-6-7")
    near = Unit(id="obs", side="German", hex="V5", kind=UnitKind.LEADER, name="9-1")
    dummy = Unit(id="d", side="Russian", hex="V4", kind=UnitKind.DUMMY)
    there = with_units(scene, near, own, dummy)
    grid = there.board.grid
    hexes = dict(inside(start(there), blast_area(grid.hex("V4"), 1, grid), "German", "obs"))
    (squad,) = hexes["V4"]
    (leader,) = hexes["V5"]
    assert squad.friendly and not squad.own_observer
    assert leader.friendly and leader.own_observer
    assert isinstance(squad.target, Personnel)
    with pytest.raises(BadInput):
        inside(start(with_units(scene, replace(own, name=""))), [grid.hex("V4")], "German")


def test_a_list_of_facts_and_a_board_answer_alike(scene: Scene) -> None:
    board = OnBoard.of(scene, "obs")
    facts = Facts({"sees_base@W4": False, "sees_base@U3": True})
    for hex in ("W4", "U3"):
        question = Question("artillery.ask.sees_base", "C1.333", hex)
        assert board.yes(question) is facts.yes(question)
    with pytest.raises(BadInput):
        board.yes(Question("artillery.ask.smells", "C1.6"))
    with pytest.raises(BadInput):
        board.number(Question("artillery.ask.smells", "C1.6"))


@pytest.mark.rule("C1.2", "C1.6")
@pytest.mark.parametrize(
    ("changes", "able"),
    [
        ({}, True),
        ({"radio": True}, True),
        ({"radio": False}, False),
        ({"aboard": "pz"}, False),
        ({"aboard": "pz", "rider": True}, False),
        ({"outnumbered_guard": True}, False),
        ({"kind": UnitKind.SQUAD}, False),
    ],
)
def test_who_may_observe_by_the_situation(
    scene: Scene, changes: dict[str, object], able: bool
) -> None:
    tank = Unit(id="pz", side="German", hex="W6", kind=UnitKind.VEHICLE, armored=True)
    who = replace(OBSERVER, **changes)
    assert OnBoard.of(with_units(scene, who, tank), "obs").able() is able
    if changes.get("aboard") and not who.rider:
        open_ = with_units(scene, who, replace(tank, ce=True))
        assert OnBoard.of(open_, "obs").able(), "CE he may"


@pytest.mark.rule("C1.2")
def test_an_op_tank_needs_no_leader(scene: Scene) -> None:
    tank = Unit(id="op", side="German", hex="W6", kind=UnitKind.VEHICLE, armored=True, op_tank=True)
    assert OnBoard.of(with_units(scene, tank), "op").able(), "buttoned up, too (H1.46)"
    other = replace(tank, op_tank=False)
    assert not OnBoard.of(with_units(scene, other), "op").able()


@pytest.mark.rule("C1.21")
@pytest.mark.rule("C1.333#4")
def test_what_flies_is_no_ground_unit(scene: Scene) -> None:
    flier = replace(SQUADS[0], out_of_reach="aerial")
    eyes = OnBoard.of(with_units(scene, OBSERVER, flier), "obs")
    assert not ask(eyes, "enemy_near", "U3", hexes=("U3",))
    assert not ask(eyes, "known_near", "U3", hexes=("U3",))


@pytest.mark.rule("C1.71")
def test_the_weather_of_the_situation(scene: Scene) -> None:
    for weather, no in ((("rain",), True), (("heavy_winds",), True), (("gusts",), False)):
        wet = scene.with_situation(replace(scene.situation, weather=weather))
        assert ask(OnBoard.of(wet, "obs"), "rain_or_heavy_winds", "") is no


@pytest.mark.rule("C1.62")
def test_hexes_may_be_named_as_the_record_names_them(scene: Scene) -> None:
    named = Setup(sides=("German", "Russian"), batteries=(), map=(("3",),)).grid
    eyes = OnBoard.of(scene, "obs", named)
    assert not ask(eyes, "sees_base", "3W4")
    assert ask(eyes, "sees_blast_height", "3W4", hexes=("3W4",), levels=2)
    assert ask(eyes, "known_near", "3U3", hexes=("3U3",))
    assert eyes.number(Question("artillery.ask.hindrance", "C1.62", "3U3")) == 0
    area = blast_area(named.hex("3V4"), 1, named)
    assert [hex for hex, _ in inside(start(scene), area, "German", "obs", named)] == [
        "3V3",
        "3W4",
        "3U4",
    ]


@pytest.mark.rule("C1.32", "C1.6")
def test_a_mission_on_two_boards_joined(vasl_boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXFIRE_VASL_BOARDS", str(vasl_boards))
    from hexfire.boards import open_board

    board = open_board("03 04r")
    names = [name for hex in board.grid.hexes for name in board.grid.names(hex)]
    first = next(name for name in names if name.endswith("W6"))
    there = next(name for name in names if name.endswith("U3"))
    units = (replace(OBSERVER, hex=first), replace(SQUADS[0], hex=there))
    both = Scene.of(Situation(board="03 04r", units=units), board)
    setup = Setup(sides=("German", "Russian"), batteries=(), map=(("3", "-4"),))
    assert setup.grid.hexes == board.grid.hexes
    eyes = OnBoard.of(both, "obs", setup.grid)
    assert eyes.knows(units[1])
    assert ask(eyes, "known_near", "3U3", hexes=("3U3",))
    assert ask(eyes, "sees_base", "3U3")


def test_the_odds_look_across_the_board(scene: Scene) -> None:
    """An SR in W4 cannot be converted where it lies: its base level is unseen, nobody is Known."""
    from hexfire.asl.artillery.odds import Plan, alternatives

    play = Board(OnBoard.of(scene, "obs"))
    play.own_phase()
    play.say("radio", rolls="4 4 black")
    play.say("place", "U3", "3 3 2")
    plan = Plan(play.setup, "A", play.setup.grid.hex("U4"), {}, board=play.eyes)
    found = alternatives(plan, play.table, 1)
    assert set(found) == {"hold", "correct", "correct_and_convert", "cancel"}
    chances = found["correct_and_convert"]
    assert 0 < chances.ffe[0] <= 1
    assert chances.on_target[0] <= chances.ffe[0]


@pytest.mark.rule("C1.62")
@pytest.mark.rule("C1.62#2")
def test_only_what_hinders_every_location_counts(scene: Scene) -> None:
    """M2 has upper levels: grain in L2 hinders the look at its ground level alone, a vehicle in
    L2 the look at all of them."""
    near = replace(OBSERVER, hex="K3")
    tank = Unit(id="t", side="German", hex="L2", kind=UnitKind.VEHICLE, name="T-34 M41")
    asked = Question("artillery.ask.hindrance", "C1.62", "M2")
    assert OnBoard.of(with_units(scene, near), "obs").number(asked) == 0
    assert OnBoard.of(with_units(scene, near, tank), "obs").number(asked) == 1
    smoke = (Marker(kind=MarkerKind.WP, hex="L2"),)
    assert OnBoard.of(with_units(scene, near, markers=smoke), "obs").number(asked) == 2
