"""C3.31, C6.57: a shot at a «?» tells no more of what is under it than the rules reveal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.orders.text import write
from hexfire.asl.battle.questions.ask import prospect
from hexfire.asl.battle.table.pieces import AnyPiece, Dummy, Gun, Men, Spot, Vehicle, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.shots.shot import TargetType
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

Street = Callable[..., State]
HERE = Spot("J5")


def under(state: State, *pieces: AnyPiece) -> State:
    """The street with this under the German «?» in J5, in front of the Russian tank."""
    return state.without(["G", "C", "S"]).put(*pieces)


def german(kind: type[Any], id: str, counter: str = "", **fields: Any) -> Any:
    named = {"counter": counter} if counter else {}
    return kind(id=id, side="german", place=HERE, veil=Veil.CONCEALED, **named, **fields)


def gun() -> tuple[AnyPiece, ...]:
    return (
        german(Gun, "AT", "ge-AT50L", by="M", ca=3),
        german(Men, "M", "ge-ge228C"),
    )


SMALL = {
    "squad": (german(Men, "Q", "ge-ge467S"),),
    "two squads": (german(Men, "Q", "ge-ge467S"), german(Men, "Q2", "ge-ge467S", pinned=True)),
    "leader": (german(Men, "L", "ge-geL81"),),
    "dummy": (german(Dummy, "D"),),
}
LARGE = {
    "gun": gun(),
    "tank": (german(Vehicle, "V", "ge-pziiig", ce=False, vca=3, tca=3),),
    "truck": (german(Vehicle, "W", "ge-opel", vca=3, tca=3),),
    "dummy": (german(Dummy, "D", large=True),),
}


def heard(events: Any) -> list[bytes]:
    seen = (event.seen_by("russian") for event in events)
    return [msgspec.json.encode(event) for event in seen if event is not None]


def told(game: Battle, state: State, order: Fire, *faces: int) -> tuple[Any, ...]:
    """All that the Russian gets of a shot: the refusal, or log, view, list and dice afterwards."""
    listed = [write(action) for action in game.legal(state, "russian")]
    dice = Dice(faces, seeded(3))
    try:
        after, events = game.apply(state, "russian", order, dice)
    except Refusal as refusal:
        return ("refused", refusal.rule, refusal.message, listed)
    view = msgspec.json.encode(game.view(after, "russian"))
    later = [write(action) for action in game.legal(after, "russian")]
    return (heard(events), view, later, listed, dice.log)


ORDERS = [
    Fire("T", "?J5"),
    Fire("T", "?J5", kind=TargetType.VEHICLE),
    Fire("T", "?J5", kind=TargetType.INFANTRY),
    Fire("T", "?J5", kind=TargetType.AREA),
    Fire("T.CMG", "?J5"),
    Fire("T.CMG", "?J5", kind=TargetType.VEHICLE),
    Fire("T", "?J5", ife=True),
    Fire("T", "?J5", immobilize=True),
]


@pytest.mark.rule("C6.57", "C3.31", "C.9")
@pytest.mark.parametrize("order", ORDERS, ids=write)
@pytest.mark.parametrize("kinds", [SMALL, LARGE], ids=["small", "large"])
def test_a_miss_and_a_refusal_sound_the_same_whatever_is_there(
    game: Battle, street: Street, order: Fire, kinds: dict[str, tuple[AnyPiece, ...]]
) -> None:
    state = street("PFPh", "russian")
    answers = {
        name: told(game, under(state, *pieces), order, 6, 5) for name, pieces in kinds.items()
    }
    assert len({repr(answer) for answer in answers.values()}) == 1, answers


@pytest.mark.rule("C.9")
def test_an_unsaid_target_type_is_settled_on_the_question_mark(
    game: Battle, street: Street
) -> None:
    """Nobody has seen a vehicle there: HE, Infantry Target Type. The tank takes no harm."""
    state = under(street("PFPh", "russian"), *LARGE["tank"])
    after, events = game.apply(state, "russian", Fire("T", "?J5"), Dice((1, 2, 1, 1), seeded(1)))
    fired = next(event for event in events if event.message.key == "battle.event.fired")
    said = dict(fired.message.params)
    assert (said["ammo"], said["type"]) == ("HE", "@battle.type.Infantry")
    assert after.piece("V") == state.piece("V")


@pytest.mark.rule("C3.31#1")
def test_the_vehicle_target_type_finds_the_tank_and_nothing_else(
    game: Battle, street: Street
) -> None:
    order = Fire("T", "?J5", kind=TargetType.VEHICLE)
    state = under(street("PFPh", "russian"), *LARGE["tank"])
    after, _ = game.apply(state, "russian", order, Dice((2, 1, 1, 1), seeded(1)))
    assert after.piece("V").wreck  # type: ignore[union-attr]
    for kind in ("gun", "dummy"):
        state = under(street("PFPh", "russian"), *LARGE[kind])
        after, _ = game.apply(state, "russian", order, Dice((2, 1, 1, 1), seeded(1)))
        assert {p.id: p for p in after.pieces if p.side == "german"} == {
            p.id: p for p in state.pieces if p.side == "german"
        }


@pytest.mark.rule("C3.31#1")
def test_no_vehicle_is_looked_for_under_a_small_question_mark(game: Battle, street: Street) -> None:
    state = under(street("PFPh", "russian"), *SMALL["squad"])
    with pytest.raises(Refusal) as refusal:
        game.apply(state, "russian", Fire("T", "?J5", kind=TargetType.VEHICLE), Dice((), seeded(1)))
    assert refusal.value.rule == "C3.31"


@pytest.mark.rule("C6.57#1")
def test_a_check_that_was_passed_strips_concealment_and_no_effect_does_not(
    game: Battle, street: Street
) -> None:
    """Both squads meet the same IFT result; a 10 on 12 FP halved by nothing is no effect."""
    state = under(street("PFPh", "russian"), *SMALL["two squads"])
    order = Fire("T", "?J5", kind=TargetType.INFANTRY)
    passed, _ = game.apply(state, "russian", order, Dice((1, 3, 5, 4, 1, 1, 1, 1), seeded(1)))
    assert [passed.piece(id).veil for id in ("Q", "Q2")] == [Veil.KNOWN, Veil.KNOWN]
    assert not any(passed.piece(id).broken for id in ("Q", "Q2"))  # type: ignore[union-attr]
    nothing, _ = game.apply(state, "russian", order, Dice((1, 3, 6, 6), seeded(1)))
    assert [nothing.piece(id).veil for id in ("Q", "Q2")] == [Veil.CONCEALED, Veil.CONCEALED]


@pytest.mark.rule("C6.57#1")
def test_a_hit_gun_shows_itself_with_its_crew(game: Battle, street: Street) -> None:
    state = under(street("PFPh", "russian"), *LARGE["gun"])
    order = Fire("T", "?J5", kind=TargetType.INFANTRY)
    after, _ = game.apply(state, "russian", order, Dice((1, 2, 4, 4, 1, 1), seeded(1)))
    assert [after.piece(id).veil for id in ("AT", "M")] == [Veil.KNOWN, Veil.KNOWN]


def test_a_dud_is_told_to_the_owner_alone(game: Battle, street: Street) -> None:
    """R-C6.57: a dud leaves the tank concealed."""
    state = under(street("PFPh", "russian"), *LARGE["tank"])
    order = Fire("T", "?J5", kind=TargetType.VEHICLE)
    after, events = game.apply(state, "russian", order, Dice((1, 3, 6, 6), seeded(1)))
    assert after.piece("V").veil is Veil.CONCEALED
    dud = [event for event in events if event.message.key == "battle.event.dud"]
    assert [event.seats for event in dud] == [("german",)]
    assert not any(b"dud" in line for line in heard(events))


def test_the_odds_at_a_question_mark_are_those_of_the_to_hit_roll(
    game: Battle, street: Street
) -> None:
    """No armor is known: a chance to hit, none to kill, and the same for whatever is there."""
    state = under(street("PFPh", "russian"), *LARGE["tank"])
    seen = game.seen(state, "russian")
    one = prospect(seen, Fire("T", "?J5", kind=TargetType.VEHICLE), "russian")
    assert one.allowed and one.hit is not None and one.hit > 0
    assert one.killed == 0
    other = game.seen(under(street("PFPh", "russian"), *LARGE["gun"]), "russian")
    assert prospect(other, one.order, "russian") == one
