"""Design Your Own in its box: an agreement in one line, and what lies on a seat's desk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexfire.assist.purchase.at_table import State
from hexfire.assist.purchase.desk import desk_of, offer, roll_odds
from hexfire.assist.scenarios import ScenarioCard
from hexfire.games import DesignYourOwn
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.files.uploads import NO_FILES, Files

_AGREEMENT = re.compile(
    r"(?P<date>\d{4}-\d{2}) (?P<a>[^:]{2,24}):(?P<ap>\d{1,5}) (?P<b>[^:]{2,24}):(?P<bp>\d{1,5})"
    r"(?P<open> open)?(?P<night> night)?(?P<pfk> pfk)?"
    r"(?: boards=(?P<boards>[0-9A-Za-z,.-]{1,80}))?(?: place=(?P<place>[^=]{1,40}?))?"
    r"(?: weather=(?P<weather>[^=]{1,40}?))?(?: victory=(?P<victory>.+))?"
)
_EXAMPLE = "1944-09 German:1000 Soviet:1000 open boards=4,12 victory=the village"


class DyoBox:
    """H1 for the server. A scenario is the agreement: `1943-07 German:800 Soviet:900 open`."""

    heavy: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.game: Game[Any, Any] = DesignYourOwn()

    def cards(self) -> tuple[ScenarioCard, ...]:
        return ()

    def scenario(self, name: str) -> Any:
        agreed = _AGREEMENT.fullmatch(name)
        if agreed is None:
            raise BadInput("server.no_scenario", name=name, names=(_EXAMPLE,))
        return {
            "date": agreed["date"],
            "sides": [
                {"nation": agreed["a"], "points": int(agreed["ap"])},
                {"nation": agreed["b"], "points": int(agreed["bp"])},
            ],
            "secret": not agreed["open"],
            "night": bool(agreed["night"]),
            "pfk": bool(agreed["pfk"]),
            "boards": [board for board in (agreed["boards"] or "").split(",") if board],
            "place": agreed["place"] or "",
            "weather": agreed["weather"] or "",
            "victory": agreed["victory"] or "",
        }

    def forget(self, states: Iterable[Any], wanted_before: float) -> None:
        """A state holds its whole agreement: nothing is kept beside it."""

    async def written(self, data: Mapping[str, Any], boards: Files = NO_FILES) -> tuple[str, Any]:
        """An agreement as data, with all that a line has no room for, and a line to list it by."""
        agreed = self.game.setup(data, {}).agreement
        sides = " ".join(f"{side.nation}:{side.points}" for side in agreed.sides)
        return f"{agreed.date} {sides}", msgspec.to_builtins(agreed)

    def seats(self, name: str) -> tuple[Seat, ...]:
        """The seats that an agreement has."""
        return self.game.seats(self.game.setup(self.scenario(name), {}))

    def board(self, state: State) -> Any:
        return {"game": self.game.name}

    def ask(self, state: State, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """What a seat asks of its own side alone.

        `{"desk": true}`: what it may do and what is closed; `{"price": "squads 4-6-7 x6"}`;
        `{"odds": "roll"}`: what a roll may come to, exactly.
        """
        if seat is None:
            raise Refusal("", "server.not_your_seat", seat="—")
        match dict(question):
            case {"desk": _}:
                return desk_of(state, seat)
            case {"price": str(text)} if len(text) <= 200:
                return offer(state, seat, self.game.read(text, state, seat))
            case {"odds": str(text)} if len(text) <= 200:
                return roll_odds(state, seat, self.game.read(text, state, seat))
        raise BadInput("server.bad_question", why=", ".join(map(str, question))[:60])
