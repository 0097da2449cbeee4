"""Design Your Own in its box: an agreement in one line, what is on offer with its price."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hexfire.asl.purchase import DesignYourOwn
from hexfire.asl.purchase import actions as acts
from hexfire.asl.purchase.actions import Action
from hexfire.asl.purchase.offers import offers
from hexfire.asl.purchase.spelling import write
from hexfire.asl.purchase.state import State, points_left
from hexfire.dice import Dice, NeedAnswer
from hexfire.lang import LANGUAGES, Words, words
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes import ScenarioCard

_AGREEMENT = re.compile(
    r"(?P<date>\d{4}-\d{2}) (?P<a>[^:]{2,24}):(?P<ap>\d{1,5}) (?P<b>[^:]{2,24}):(?P<bp>\d{1,5})"
    r"(?P<open> open)?"
)


class DyoBox:
    """H1 for the server. A scenario is the agreement: `1943-07 German:800 Soviet:900 open`."""

    def __init__(self) -> None:
        self._dyo = DesignYourOwn()
        self.game: Game[Any, Any] = self._dyo

    def cards(self) -> tuple[ScenarioCard, ...]:
        return ()

    def scenario(self, name: str) -> Any:
        found = _AGREEMENT.fullmatch(name)
        if found is None:
            raise BadInput(
                "server.no_scenario", name=name, names=("1943-07 German:800 Soviet:800",)
            )
        return {
            "date": found["date"],
            "sides": [
                {"nation": found["a"], "points": int(found["ap"])},
                {"nation": found["b"], "points": int(found["bp"])},
            ],
            "secret": not found["open"],
        }

    def seats(self, name: str) -> tuple[Seat, ...]:
        """The seats that an agreement has."""
        return self._dyo.seats(self._dyo.setup(self.scenario(name), {}))

    def board(self, state: State) -> Any:
        return {"game": self._dyo.name}

    def ask(self, state: State, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """`{"offers": true}`: what the seat may buy or decide; `{"price": "squads 4-6-7 x6"}`."""
        if seat is None:
            raise Refusal("", "server.not_your_seat", seat="—")
        match dict(question):
            case {"offers": _}:
                at = self._dyo.index(state, seat)
                return [_offer(self._dyo, state, at, action) for action in self._legal(state, seat)]
            case {"price": str(text)} if len(text) <= 200:
                action = self._dyo.read(text, state, seat)
                with_dice = self._dyo.legal(state, seat)
                with_dice.check(action)
                return _offer(self._dyo, state, self._dyo.index(state, seat), action)
        raise BadInput("server.bad_question", why=", ".join(map(str, question))[:60])

    def _legal(self, state: State, seat: Seat) -> list[Action]:
        if seat not in self._dyo.to_act(state):
            return []
        legal = self._dyo.legal(state, seat)
        return [one for one in offers(state, self._dyo.index(state, seat)) if one in legal]


def _offer(game: DesignYourOwn, state: State, at: int, action: Action) -> dict[str, Any]:
    cost, rule = _cost(game, state, at, action)
    return {
        "text": write(action),
        "verb": type(action).__struct_config__.tag,
        "says": {language: _describe(words(language), state, at, action) for language in LANGUAGES},
        "cost": cost,
        "dice": rule,
    }


def _cost(game: DesignYourOwn, state: State, at: int, action: Action) -> tuple[int, str]:
    """What an action costs now; or the rule whose dice come first."""
    if isinstance(action, acts.Close | acts.Figured | acts.Agree):
        return 0, ""
    terms = state.agreement.sides[at]
    try:
        after, _ = game.apply(state, terms.seat, action, Dice())
    except NeedAnswer as need:
        return 0, need.request.rule
    return points_left(terms, state.sides[at]) - points_left(terms, after.sides[at]), ""


def _describe(speak: Words, state: State, at: int, action: Action) -> str:
    """What a choice is, in the reader's language."""
    side, what = state.sides[at], ""
    match action:
        case acts.Squads(type_, _, codes):
            what = " ".join((type_, *(speak.say(f"purchase.capability.{code}") for code in codes)))
        case acts.Equip(code):
            what = speak.say(f"purchase.capability.{code}")
        case acts.BuyGun(name) | acts.BuyVehicle(name) | acts.Bonus(name):
            what = name
        case acts.BuyItem(name):
            what = speak.say(f"purchase.item.{name}")
        case acts.Fortify(name):
            pillbox = name.startswith("pillbox")
            what = speak.say(f"purchase.fort.{'pillbox' if pillbox else name}")
        case acts.Tow(gun):
            what = gun
        case acts.TakeBattery():
            what = side.offer[0] if side.offer else ""
        case acts.OpTank(_, battery):
            what = battery
        case acts.Reinforce(line):
            what = side.lines[line - 1].type
        case acts.Close():
            what = speak.say(f"purchase.step.{side.step}")
    return speak.say(f"purchase.act.{type(action).__struct_config__.tag}", what=what)
