"""Nobody learns what he may not: views, legal actions, pauses and the log, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.state import State as BatteryState
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import (
    Aboard,
    Away,
    Dummy,
    Off,
    Service,
    Spot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.state import BatteryInPlay, Secret, SecretKind, State
from hexfire.asl.gunnery.acquisition import Acquisition, Size
from hexfire.asl.gunnery.bore_sight import BoreSight
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.dice import Dice, seeded
from hexfire.play.contract import check_secrets
from hexfire.rulebook import BadInput, Refusal

Street = Callable[..., State]
HIDDEN = {"G": {"hidden": True}, "C": {"hidden": True}}


def twin(state: State, **places: str) -> State:
    """The same position with hidden pieces in other hexes."""
    for id, hex in places.items():
        state = state.change(id, place=Spot(hex))
    return state


def play(game: Battle, state: State, *moves: act.Action) -> tuple[State, list[Any]]:
    """Actions by whoever is to act, and what the Russian hears of them."""
    heard: list[Any] = []
    for action in moves:
        seat = game.to_act(state)[0]
        state, events = game.apply(state, seat, action, Dice((), seeded(1)))
        heard += [msgspec.json.encode(e.seen_by("russian")) for e in events]
    return state, heard


def test_a_hidden_gun_is_nowhere(game: Battle, street: Street) -> None:
    state = street(**HIDDEN)
    other = twin(state, G="G8", C="G8")
    gone = state.without(["G", "C"])
    for seat in ("russian", None):
        check_secrets(game, state, other, seat)
        check_secrets(game, state, gone, seat)
    assert b'"G"' not in msgspec.json.encode(game.view(state, "russian"))
    assert b'"G"' in msgspec.json.encode(game.view(state, "german"))


def test_what_lies_under_a_question_mark_is_not_told(game: Battle, street: Street) -> None:
    state = street()
    squad = state.piece("S")
    dummy = Dummy(id="S", side="german", place=squad.place, veil=Veil.CONCEALED)
    leader = replace(squad, counter="ge-geL81", pinned=True)
    for other in (state.put(dummy), state.put(leader)):
        for seat in ("russian", None):
            check_secrets(game, state, other, seat)
    view = game.view(state, "russian")
    assert [p.id for p in view.pieces if p.side == "german"][-1] == "?J8"


def test_bore_sighted_and_pre_registered_places_are_the_owners(
    game: Battle, street: Street
) -> None:
    state = street()
    note = BoreSight(weapon="G", crew="C", setup="H8", location="I6")
    written = replace(
        state,
        secrets=(
            Secret("german", SecretKind.BORE_SIGHT, "I6", note),
            Secret("german", SecretKind.PRE_REGISTERED, "K6"),
        ),
    )
    for seat in ("russian", None):
        check_secrets(game, state, written, seat)
    assert game.view(written, "german") != game.view(state, "german")


@pytest.mark.rule("C13.311#1")
def test_counted_panzerfausts_are_on_the_owners_list_alone(game: Battle, street: Street) -> None:
    state = street(C={"hidden": False})
    armed = state.change("C", pf=2)
    for seat in ("russian", None):
        check_secrets(game, state, armed, seat)
    assert game.view(armed, "german") != game.view(state, "german")


def acquired(state: State, *units: str) -> State:
    """The Russian tank has the hex of the «?» acquired, with those in it."""
    held = Acquisition(drm=-1, hex="J8", size=Size.LOCATION, gun="T", units=units)
    return state.change("T", services=(Service(acquired=(held,)),))


def carried(id: str, by: str) -> Support:
    place = Off(Away.CARRIED)
    return Support(id=id, side="german", place=place, veil=Veil.KNOWN, counter="ge-geLMG", by=by)


SECRETS: dict[str, Callable[[State], State]] = {
    "a marker of the owner's": lambda at: replace(
        at, ground=(*at.ground, Marker(kind=MarkerKind.WRECK, hex="J7", hidden="german"))
    ),
    "who has moved": lambda at: replace(at, moved=("G",)),
    "who holds a wall": lambda at: replace(
        at, walls=replace(at.walls, holders=(*at.walls.holders, "G"))
    ),
    "a weapon in hidden hands": lambda at: at.put(carried("W", "C")),
    "a passenger of a hidden lorry": lambda at: at.put(
        Vehicle(id="V", side="german", place=Spot("H8"), veil=Veil.HIDDEN, counter="ge-opel"),
        replace(at.piece("C"), id="P", place=Aboard("V"), veil=Veil.KNOWN),
    ),
    "who is not set up": lambda at: at.put(
        replace(at.piece("C"), id="P", place=Off(Away.NOT_SET_UP), veil=Veil.KNOWN)
    ),
}


@pytest.mark.rule("A12.3")
@pytest.mark.parametrize("what", SECRETS)
def test_what_is_hidden_makes_no_difference(street: Street, what: str) -> None:
    state = street(**HIDDEN)
    written = SECRETS[what](state)
    for seat in ("russian", None):
        assert known(written, seat) == known(state, seat)
    assert known(written, "german") != known(state, "german")


@pytest.mark.rule("C1.21", "C1.7")
@pytest.mark.parametrize(
    "private",
    [
        {"pile": Chits(7, 3)},
        {"observer": "C"},
        {"registered_observer": "C"},
        {"node": "draw"},
        {"reds": 1},
    ],
)
def test_of_a_battery_its_draws_and_its_observer_are_its_owners(
    street: Street, private: dict[str, Any]
) -> None:
    told = BatteryState(
        node="idle", observer="", registered_observer="", contact=True, pile=Chits(0, 0)
    )
    state, written = (
        replace(street(**HIDDEN), batteries=(BatteryInPlay(name="B", side="german", state=one),))
        for one in (told, replace(told, **private))
    )
    for seat in ("russian", None):
        assert known(written, seat) == known(state, seat)
    assert known(written, "german").batteries == written.batteries


@pytest.mark.rule("A12.3", "C6.57")
def test_counters_name_nobody_who_is_not_known(street: Street) -> None:
    """Neither an acquisition whom it follows, nor a known Gun who mans it or looks for it."""
    state = street()
    assert known(acquired(state, "S"), "russian") == known(acquired(state), "russian")
    assert known(acquired(state, "C"), "russian") != known(acquired(state), "russian")
    hidden = street(C={"hidden": True})
    for field in ("by", "spotter"):
        named, unnamed = (hidden.change("G", **{field: who}) for who in ("C", ""))
        assert known(named, "russian") == known(unnamed, "russian")


@pytest.mark.rule("A8.1")
def test_the_pause_after_a_step_does_not_betray_a_hidden_gun(game: Battle, street: Street) -> None:
    """Whether or not anything could fire, the other side is asked; what is heard is the same."""
    moves = (act.Start("T"), act.PASS, act.Go("T", "J5"))
    positions = [street(**HIDDEN), twin(street(**HIDDEN), G="A1", C="A1")]
    positions.append(positions[0].without(["G", "C"]))
    heard = []
    for state in positions:
        after, told = play(game, state, *moves)
        heard.append((told, game.to_act(after), msgspec.json.encode(game.view(after, "russian"))))
    assert heard[0] == heard[1] == heard[2]
    assert heard[0][1] == ("german",)


def test_a_concealed_unit_goes_by_its_place_in_the_log(game: Battle, street: Street) -> None:
    state = street("MPh", "german")
    after, heard = play(game, state, act.Go("S", "I8"))
    assert all(b'"S"' not in line for line in heard)
    assert any(b"?I8" in line for line in heard)
    assert b'"S"' not in msgspec.json.encode(game.view(after, "russian"))


@pytest.mark.rule("A12.34")
def test_a_hidden_unit_comes_on_board_before_it_moves(game: Battle, street: Street) -> None:
    state = street("MPh", "german", S={"hidden": True, "concealed": False})
    with pytest.raises(Refusal) as refusal:
        play(game, state, act.Go("S", "I8"))
    assert refusal.value.rule == "A12.34"
    shown, heard = play(game, state, act.Set("S", "veil", "concealed"))
    assert all(b'"S"' not in line for line in heard)
    play(game, shown, act.Go("S", "I8"))


@pytest.mark.rule("A12.141")
def test_who_fires_is_seen_and_the_undo_is_closed(game: Battle, street: Street) -> None:
    state = street(**HIDDEN)
    after, _ = play(game, state, act.Start("T"), act.PASS, act.Go("T", "J5"))
    fired, events = game.apply(after, "german", act.Fire("G", "T"), Dice((6, 5), seeded(1)))
    assert fired.piece("G").veil is Veil.KNOWN
    assert fired.piece("C").veil is Veil.KNOWN
    assert any(event.reveals for event in events)
    assert b'"G"' in msgspec.json.encode(game.view(fired, "russian"))


@pytest.mark.rule("A8.1")
def test_holding_fire_until_it_is_near_looks_at_what_the_mover_knows(
    game: Battle, street: Street
) -> None:
    """The «?» in J8 is three hexes from J5: then one is asked again. A hidden Gun never counts."""
    for near, waits in ((3, False), (2, True)):
        state = street(**HIDDEN)
        after, _ = play(game, state, act.Start("T"), act.Pass(near=near), act.Go("T", "J5"))
        assert game.to_act(after) == (("russian",) if waits else ("german",))
        assert after.move is not None and after.move.near == near
    assert game.seen(after, "german").state.move.near == 2
    heard = []
    for state in (street(**HIDDEN), twin(street(**HIDDEN), G="J6", C="J6")):
        after, told = play(game, state, act.Start("T"), act.Pass(near=2), act.Go("T", "J5"))
        heard.append((told, game.to_act(after), msgspec.json.encode(game.view(after, "russian"))))
    assert heard[0] == heard[1]
    assert b'"near":2' not in heard[0][2]
    with pytest.raises(BadInput):
        play(game, street(), act.Start("T"), act.Pass(near=100))


@pytest.mark.rule("C6.52", "C6.51")
def test_an_acquisition_follows_the_known_alone(game: Battle, street: Street) -> None:
    """The tank fires at the squad in J5; another is there under its «?»."""
    state = street("PFPh", S={"concealed": False, "hex": "J5"})
    state = state.put(replace(state.piece("S"), id="Q", veil=Veil.CONCEALED))
    order = game.read("fire T at S", state, "russian")
    after, _ = game.apply(state, "russian", order, Dice((6, 5), seeded(1)))
    held = [one for service in after.piece("T").services for one in service.acquired]
    assert [one.units for one in held] == [("S",)]
