"""A battle out of a situation, an empty board, a VASL save, a purchase."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from vasl_saves import at_hex, board, piece, save, stack

from hexfire.asl.battle.files.bought import bought
from hexfire.asl.battle.files.opening import Given, Opening, opening, sandbox
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import Drive, Dummy, Gun, Hull, Spot, Support, Vehicle, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import situation_from
from hexfire.assist.vasl import read_situation
from hexfire.boards import open_board
from hexfire.boards.vasl_save import read_save
from hexfire.play import Table
from hexfire.play.contract import random_table
from hexfire.rulebook import BadInput

GIVEN = Given(date="1943-07")


def units(**changes: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"id": "gun", "kind": "gun", "name": "7.5cm PaK 40", "hex": "H8", "facing": 1},
        {"id": "crew 1", "kind": "crew", "name": "2-2-8", "hex": "H8"},
        {"id": "squad", "name": "4-6-7", "hex": "J8", "concealed": True, "weapons": ["LMG"]},
        {"id": "tank", "kind": "vehicle", "name": "T-34 M43", "hex": "J5", "facing": 5},
        {"id": "?", "kind": "dummy", "hex": "L5", "concealed": True},
    ]
    found[0]["manned_by"] = "crew 1"
    for i, unit in enumerate(found):
        unit["side"] = "german" if i < 3 else "russian"
        unit |= changes.get(unit["id"], {})
    return found


def opened(given: Given = GIVEN, **changes: dict[str, Any]) -> Opening:
    data = {"board": "millbrook", "phasing": "russian", "units": units(**changes)}
    return opening(situation_from(data), given)


def state_of(made: Opening) -> State:
    return Battle().setup({"data": made.data}, {})


def told(made: Opening) -> list[str]:
    return [message.key for message in made.told]


def test_what_lies_in_a_situation_lies_on_the_table() -> None:
    state = state_of(opened(tank={"moving": True, "bogged": True}))
    gun, squad, tank = (state.piece(id) for id in ("gun", "squad", "tank"))
    assert isinstance(gun, Gun) and isinstance(tank, Vehicle)
    assert (gun.counter, gun.ca, gun.by) == ("ge-AT75L", 1, "crew-1")
    assert squad.veil is Veil.CONCEALED and squad.place == Spot("J8")
    assert (tank.vca, tank.drive, tank.hull) == (5, Drive.MOTION, Hull.BOGGED)
    assert not tank.ce
    weapon = state.piece("squad-w1")
    assert isinstance(weapon, Support)
    assert (weapon.counter, weapon.by) == ("ge-geLMG", "squad")
    assert isinstance(state.piece("unit"), Dummy)
    assert (state.clock.phase, state.clock.phasing) == (Phase.RPH, "russian")


def test_what_lies_on_the_ground_lies_there_as_it_was() -> None:
    markers = [
        {"kind": "smoke", "hex": "K6", "drm": 0},
        {"kind": "wreck", "hex": "K7", "burning": True},
        {"kind": "breach", "hex": "L3", "to": "L4"},
    ]
    data = {"board": "millbrook", "phasing": "russian", "units": units(), "markers": markers}
    situation = situation_from(data)
    assert state_of(opening(situation, GIVEN)).ground == situation.markers


def test_every_default_is_told() -> None:
    plain = opened()
    assert told(plain) == ["opening.weapon"]
    changed = opened(tank={"facing": None, "moving": True}, squad={"level": 0.5, "berserk": True})
    assert told(changed) == [
        "opening.half_level",
        "opening.weapon",
        "opening.facing",
        "opening.moving",
        "opening.lost",
    ]


def test_a_unit_without_a_counter_is_left_out_until_it_is_named() -> None:
    without = opened(squad={"name": "", "weapons": []})
    assert state_of(without).find("squad") is None
    assert told(without) == ["opening.left_out"]
    with pytest.raises(BadInput) as wanted:
        without.id_of("squad")
    assert wanted.value.message.key == "opening.no_counter"
    named = replace(GIVEN, counters={"squad": "4-4-7"})
    again = opened(named, squad={"name": "", "weapons": []})
    assert state_of(again).piece("squad").counter == "ge-ge447S"
    assert told(again) == []


def test_names_that_the_table_does_not_take_are_changed_each_once() -> None:
    made = opened(tank={"id": "tank"}, squad={"id": "crew-1", "weapons": []})
    assert (made.ids["crew 1"], made.ids["crew-1"]) == ("crew-1", "crew-1-2")
    assert made.id_of("crew 1") == "crew-1"
    assert made.id_of("tank.CMG") == "tank.CMG"


@pytest.mark.parametrize(
    ("given", "changes", "key"),
    [
        (Given(), {}, "opening.date"),
        (GIVEN, {"squad": {"side": "british"}}, "opening.two_sides"),
        (replace(GIVEN, counters={"nobody": "4-6-7"}), {}, "opening.nobody"),
        (replace(GIVEN, of="british"), {}, "opening.no_side"),
    ],
)
def test_what_is_wanted_is_said(given: Given, changes: dict[str, Any], key: str) -> None:
    with pytest.raises(BadInput) as wrong:
        opened(given, **changes)
    assert wrong.value.message.key == key


def test_sides_that_are_no_nations_are_those_of_their_counters() -> None:
    changes = {
        id: {"side": side}
        for side, ids in {"axis": ("gun", "crew 1", "squad"), "allied": ("tank", "?")}.items()
        for id in ids
    }
    data = {"board": "millbrook", "phasing": "allied", "units": units(**changes)}
    made = opening(situation_from(data), GIVEN)
    sides = Battle().learn({"data": made.data}).scenario.sides
    nations = {side.name: side.nation for side in sides}
    assert nations == {"axis": "german", "allied": "russian"}


def test_an_empty_board_is_a_battle_too() -> None:
    made = sandbox("millbrook", (), GIVEN)
    game = Battle()
    state = game.setup({"data": made.data}, {})
    assert game.seats(state) == ("german", "russian")
    assert state.pieces == () and game.to_act(state)
    table, _ = random_table(game, {"data": made.data}, 1, limit=400)
    assert table.outcome() is not None


def test_a_situation_is_played_to_its_end_and_hides_what_it_hid() -> None:
    made = opened()
    table: Table[Any, Any]
    table, _ = random_table(Battle(), {"data": made.data}, 2, limit=4000)
    assert table.outcome() is not None
    seen = known(state_of(made), "russian")
    assert seen.find("squad") is None and seen.find("?J8") is not None


SKELETON = {
    "date": "9/44",
    "victory": "Hold the village",
    "sides": [
        {
            "seat": "german",
            "nation": "German",
            "elr": 3,
            "san": 2,
            "infantry": [
                {"type": "4-6-8", "kind": "squad", "number": 3, "reinforcements": 1},
            ],
            "leaders": [{"name": "8-1", "number": 1, "reinforcements": 0}],
            "sw": [{"name": "LMG", "number": 2, "reinforcements": 0}],
            "guns": [{"name": "7.5cm PaK 40", "id": "g1"}],
            "vehicles": [{"name": "PzKpfw IVH", "fitted": ["Sz"]}, {"name": "Dream", "fitted": []}],
            "oba": [{"id": "A"}],
        },
        {
            "seat": "soviet",
            "nation": "Soviet",
            "infantry": [{"type": "4-4-7", "kind": "squad", "number": 2, "reinforcements": 0}],
            "leaders": [],
            "sw": [{"name": "LtMTR", "number": 1, "reinforcements": 0}],
            "guns": [],
            "vehicles": [],
        },
    ],
}


def test_two_rosters_become_orders_of_battle() -> None:
    found = bought(SKELETON, open_board("millbrook"), "millbrook", Given())
    game = Battle()
    scenario = game.learn({"data": found.data}).scenario
    assert (scenario.date, scenario.seats) == ("1944-09", ("german", "soviet"))
    pieces = {e.piece.id: e.piece.counter for e in scenario.entries}
    assert pieces == {
        "GS1": "ge-ge468S",
        "GS2": "ge-ge468S",
        "GS3": "ge-ge468S",
        "GL1": "ge-geL81",
        "GW1": "ge-geLMG",
        "GW2": "ge-geLMG",
        "GG1": "ge-AT75L",
        "GG1c": "ge-ge228C",
        "GV1": "ge-pzivh",
        "SS1": "ru-ru447S",
        "SS2": "ru-ru447S",
        "SW1": "ru-ruMTR",
    }
    entry = scenario.entry("GS1")
    assert entry is not None and {label[0] for label in entry.area} == set("ABCDE")
    assert [message.key for message in found.told] == [
        "opening.reinforcements",
        "opening.sw_given",
        "opening.fitted",
        "opening.not_found",
        "opening.not_on_table",
        "opening.sw_given",
        "opening.thirds",
    ]
    assert random_table(game, {"data": found.data}, 1, limit=6000)[0].outcome() is not None


def test_a_vasl_save_is_a_table_as_its_side_may_know_it() -> None:
    counters = (
        stack("a", at_hex(4, 5), "1"),
        stack("b", at_hex(6, 5), "2"),
        piece("1", "4-6-7", "ge/ge467S", [("conceal;;ge/q;ge;", "null")]),
        piece("2", "4-4-7", "ru/ru447S", [("conceal;;ru/q;ru;", "somebody")]),
    )
    found = read_situation(read_save(save(board(), *counters)), "axis").situation
    found = replace(found, board="millbrook")
    with pytest.raises(BadInput) as wanted:
        opening(found, GIVEN)
    assert wanted.value.message.key == "opening.nation"
    made = opening(found, replace(GIVEN, sides={"allied": "russian"}))
    state = state_of(made)
    squad, unknown = state.pieces
    assert (squad.counter, squad.place) == ("ge-ge467S", Spot("E5"))
    assert isinstance(unknown, Dummy) and unknown.place == Spot("G5")
