"""Our own scenarios: sound, in both languages, played to their end by anybody."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import msgspec
import pytest
from calling import call
from msgspec.structs import replace

from hexfire.asl.battle.files.library import builtin, builtin_names
from hexfire.asl.battle.files.problems import BadScenario
from hexfire.asl.battle.files.reader import check
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import GONE, Aboard, Gun, Service, Spot, Vehicle, Veil, Wrecked
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.victory import outcome
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.dice import Dice, seeded
from hexfire.play.contract import check_secrets


def test_there_are_three_and_the_board_of_the_lesson() -> None:
    assert builtin_names() == ("don", "first-shots", "hedgerows", "lesson")


@pytest.mark.parametrize("name", builtin_names())
def test_they_have_no_mistakes_and_speak_both_languages(name: str) -> None:
    assert check(builtin(name)) == ()
    data = tomllib.loads(builtin(name))
    for text in (data["name"], data["intro"], data["victory"]["text"]):
        assert text["en"] and text["ja"] and text["en"] != text["ja"]
    points = {unit["id"]: unit.get("points", 1) for side in data["side"] for unit in side["unit"]}
    for condition in data["victory"]["condition"]:
        if condition["kind"] == "points":
            assert condition["count"] < sum(points[id] for id in condition["of"])


@pytest.mark.parametrize("name", builtin_names())
def test_one_keyboard_is_enough(
    name: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever types what comes to mind, and ends his phases, sees the game end."""
    rng = random.Random(1)
    lines = (rng.choice(("end", "pass", "0", "1")) for _ in range(20_000))
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    monkeypatch.setattr("hexfire.cli.battle_play.SHOWN", 0)
    _, out, _ = call(capfd, "battle", "play", name, "--seed", "1", code=0)
    assert "wins" in out.splitlines()[-1]


# Points, exits


def battle(**victory: Any) -> tuple[Battle, State]:
    units = [
        {"id": "S", "counter": "ge-ge467S", "hex": "J8", "points": 2},
        {"id": "L", "counter": "ge-geL81", "hex": "J8"},
    ]
    data = {
        "board": "millbrook",
        "date": "1943-07",
        "start": {"phase": "MPh", "of": "russian"},
        "side": [
            {"name": "german", "unit": units},
            {"name": "russian", "unit": [{"id": "R", "counter": "ru-ru447S", "hex": "L5"}]},
        ],
        "victory": {"condition": [victory]},
    }
    game = Battle()
    return game, game.setup({"data": data}, {})


def test_points_are_those_of_the_pieces() -> None:
    wanted = {"side": "russian", "kind": "points", "of": ["S", "L"], "at_once": True}
    game, state = battle(**wanted, count=2)
    assert outcome(game.at(state)) is None
    leader = outcome(game.at(state.change("L", place=GONE)))
    assert leader is None
    squad = outcome(game.at(state.change("S", place=GONE)))
    assert squad is not None and squad.winners == ("russian",)
    # Without a count all are wanted: 2 and 1.
    game, state = battle(**wanted)
    assert outcome(game.at(state.change("S", place=GONE))) is None
    both = state.change("S", place=GONE).change("L", place=GONE)
    assert outcome(game.at(both)) is not None


def test_a_hex_is_held_by_who_can_still_fight() -> None:
    """In J8 stand Germans alone: not once they are broken, and not beside a Known enemy."""
    game, state = battle(side="german", kind="control", of=["J8"], count=1, at_once=True)
    assert outcome(game.at(state)) is not None
    broken = state.change("S", broken=True).change("L", broken=True)
    assert outcome(game.at(broken)) is None
    assert outcome(game.at(state.change("R", place=Spot("J8")))) is None


def test_an_abandoned_vehicle_is_out_of_action() -> None:
    game, state = battle(side="russian", kind="eliminate", of=["S"], count=1, at_once=True)
    tank = Vehicle(id="S", side="german", counter="ge-pzivh", place=Spot("J8"))
    assert outcome(game.at(state.put(tank))) is None
    for lost in ({"abandoned": True}, {"wreck": Wrecked.WRECK}):
        assert outcome(game.at(state.put(replace(tank, **lost)))) is not None


def test_a_gun_that_may_be_repaired_is_not_out_of_action() -> None:
    game, state = battle(side="russian", kind="eliminate", of=["S"], count=1, at_once=True)
    for ends, condition in (
        (False, WeaponState.WORKING),
        (False, WeaponState.LOW_AMMO),
        (False, WeaponState.MALFUNCTIONED),
        (True, WeaponState.DISABLED),
    ):
        service = Service(state=condition)
        gun = Gun(id="S", side="german", counter="ge-AT75L", place=Spot("J8"), service=service)
        assert (outcome(game.at(state.put(gun))) is not None) is ends, condition


def test_who_leaves_the_board_has_left_it() -> None:
    game, state = battle(side="russian", kind="exit", of=["R"], at_once=True)
    removed, _ = game.apply(state, "russian", act.Remove("R"), Dice((), seeded(1)))
    assert outcome(game.at(removed)) is None
    action = game.read("remove R exited", state, "russian")
    left, events = game.apply(state, "russian", action, Dice((), seeded(1)))
    ended = outcome(game.at(left))
    assert ended is not None and ended.winners == ("russian",)
    assert [event.message.key for event in events] == ["battle.event.hand_exit"]


# Guns in tow, hidden Guns


@pytest.mark.rule("C10.23", "C10.2")
def test_a_gun_in_tow_is_limbered_unless_it_has_qsu() -> None:
    state = Battle().setup("don", {})
    gun = state.piece("K1")
    assert isinstance(gun, Gun)
    assert gun.place == Aboard("Z1", hooked=True) and not gun.limbered  # a 5cm PaK 38 has QSU
    towed = builtin("don").replace('counter = "ge-AT50L"', 'counter = "ge-AT88LL"')
    heavy = Battle().setup({"toml": towed}, {}).piece("K1")
    assert isinstance(heavy, Gun) and heavy.limbered
    wrong = builtin("don").replace('aboard = "Z1"\nby', 'aboard = "Z1"\nlimbered = true\nby')
    with pytest.raises(BadScenario) as bad:
        Battle().setup({"toml": wrong}, {})
    assert bad.value.problems[0].message.key == "battle.scenario.qsu"


@pytest.mark.parametrize(("name", "gun"), [("lesson", "G1"), ("hedgerows", "G1"), ("don", "K2")])
def test_the_hidden_gun_is_nowhere_to_the_other_side(name: str, gun: str) -> None:
    game = Battle()
    state = game.setup(name, {})
    enemy = game.seats(state)[1]
    area = game.memo(state).scenario.entry(gun)
    assert area is not None
    hidden = []
    for hex in (area.area[0], area.area[-1]):
        there = state.change(gun, place=Spot(hex), veil=Veil.HIDDEN)
        hidden.append(there.change(f"{gun}c", place=Spot(hex), veil=Veil.HIDDEN))
    for phase in ("PFPh", "MPh", "DFPh"):
        one, other = (
            replace(here, clock=msgspec.convert({**_clock(here), "phase": phase}, type(here.clock)))
            for here in hidden
        )
        check_secrets(game, one, other, enemy)


def _clock(state: State) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(state.clock)
    return found
