"""A tiny game that uses everything the kernel offers: secrets, dice, a draw, a choice, an end.

Two seats. Each first chooses a stance in secret, both at once. Then they act in turns: step (no
dice) or strike (two dice, the stance of the one struck comes out; struck, he chooses to stand or to
fall back). Three hits win; after twenty actions it is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hexfire.dice import Dice
from hexfire.play import Event, Legal, Listed, Outcome, Seat
from hexfire.rulebook import BadInput, Message, Refusal

SEATS = ("red", "blue")


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    stance: str


class Step(msgspec.Struct, frozen=True, tag="step"):
    by: int


class Strike(msgspec.Struct, frozen=True, tag="strike"):
    pass


Action = Hide | Step | Strike


class State(msgspec.Struct, frozen=True):
    stances: tuple[str, str] = ("", "")
    places: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    shown: tuple[bool, bool] = (False, False)
    turn: int = 0
    limit: int = 20


def _put(pair: tuple[Any, Any], at: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if at == 0 else (pair[0], value)


class Duel:
    name = "duel"
    version = "2"
    reads = frozenset({"1"})
    state_type = State
    action_type = Action

    def under(self, version: str) -> Duel:
        return self

    def setup(self, scenario: Any, options: Mapping[str, Any]) -> State:
        return State(limit=int(options.get("limit", 20)))

    def seats(self, state: State) -> tuple[Seat, ...]:
        return SEATS

    def apart(self, state: State) -> bool:
        return False

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if self.outcome(state):
            return ()
        hiding = tuple(s for s, stance in zip(SEATS, state.stances, strict=True) if not stance)
        return hiding or (SEATS[state.turn % 2],)

    def legal(self, state: State, seat: Seat) -> Listed[Action]:
        if seat not in self.to_act(state):
            return Listed((), "X1", seat=seat)
        if not all(state.stances):
            return Listed((Hide("high"), Hide("low")), "X1", seat=seat)
        return Listed((Step(1), Step(2), Strike()), "X2", seat=seat)

    def recall(self, state: State, seat: Seat, legal: Legal[Action]) -> None:
        pass

    def apply(
        self, state: State, seat: Seat, action: Action, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        self.legal(state, seat).check(action)
        me = SEATS.index(seat)
        you = 1 - me
        match action:
            case Hide(stance=stance):
                secret = Event(
                    Message.of("duel.hid", stance=stance),
                    "X1",
                    seats=(seat,),
                    instead=Message.of("duel.hid_something"),
                )
                stances = _put(state.stances, me, stance)
                return msgspec.structs.replace(state, stances=stances), (secret,)
            case Step(by=by):
                places = _put(state.places, me, state.places[me] + by)
                after = msgspec.structs.replace(state, places=places, turn=state.turn + 1)
                return after, (Event(Message.of("duel.step", by=by), "X2"),)
            case Strike():
                return self._strike(state, you, dice)
        raise AssertionError

    def _strike(self, state: State, you: int, dice: Dice) -> tuple[State, tuple[Event, ...]]:
        roll = dice.DR("X3")
        hit = roll.total >= (8 if state.stances[you] == "high" else 6)
        state = msgspec.structs.replace(
            state, turn=state.turn + 1, shown=_put(state.shown, you, True)
        )
        if not hit:
            return state, (Event(Message.of("duel.missed"), "X3", reveals=True),)
        hits = _put(state.hits, you, state.hits[you] + 1)
        state = msgspec.structs.replace(state, hits=hits)
        if dice.choose(SEATS[you], ("stand", "fall back"), "X4") == "fall back":
            back = state.places[you] - dice.dr("X4")
            state = msgspec.structs.replace(state, places=_put(state.places, you, back))
        return state, (Event(Message.of("duel.hit"), "X3", reveals=True),)

    def view(self, state: State, seat: Seat | None) -> Any:
        stances = [
            stance if SEATS[i] == seat or state.shown[i] else bool(stance)
            for i, stance in enumerate(state.stances)
        ]
        return {"places": state.places, "hits": state.hits, "stances": stances, "turn": state.turn}

    def outcome(self, state: State) -> Outcome | None:
        for i, hits in enumerate(state.hits):
            if hits >= 3:
                return Outcome((SEATS[1 - i],), Message.of("duel.won"))
        if state.turn >= state.limit:
            return Outcome((), Message.of("duel.draw"))
        return None

    def write(self, action: Action) -> str:
        match action:
            case Hide(stance=stance):
                return f"hide {stance}"
            case Step(by=by):
                return f"step {by}"
        return "strike"

    def read(self, text: str, state: State, seat: Seat) -> Action:
        match text.split():
            case ["hide", stance]:
                return Hide(stance)
            case ["step", by] if by.isdigit():
                return Step(int(by))
            case ["strike"]:
                return Strike()
        raise BadInput("core.play.not_legal", seat=seat, action=text)


__all__ = ["SEATS", "Action", "Duel", "Hide", "Refusal", "State", "Step", "Strike"]
